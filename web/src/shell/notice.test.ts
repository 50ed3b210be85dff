/* notice.test.ts -- what a screen reader hears, and presses on fresh notices. */
import { expect, test, vi } from 'vitest';
import { hush, MOMENT, notices, announce, tell } from './notice.svelte';

test('everything said is heard, also what repeats and what comes at once', () => {
  const words = ['It is your turn.', 'It is your turn.', 'Ben rolled 8.'];
  words.forEach(announce);
  expect(notices.said.map((s) => s.text)).toEqual(words);
  expect(new Set(notices.said.map((s) => s.id)).size).toBe(3);
  for (let i = 0; i < 50; i++) announce('again');
  expect(notices.said.length).toBeLessThan(20);
});

test('who gets the device hears nothing of what the one before was told', () => {
  announce('Cleo drew: Victory Point');
  tell('Cleo, you cannot pay for it.');
  hush();
  expect(notices.said).toEqual([]);
  expect(notices.list).toEqual([]);
});

test('a notice takes no press in the moment in which it appears', () => {
  vi.useFakeTimers();
  tell('Not your turn.', true, 'turn');
  expect(notices.list.map((n) => n.fresh)).toEqual([true]);
  vi.advanceTimersByTime(MOMENT);
  expect(notices.list.map((n) => n.fresh)).toEqual([false]);
  hush();
  tell('Not now.');
  hush();
  vi.advanceTimersByTime(MOMENT); /* gone before its moment was over */
  expect(notices.list).toEqual([]);
  vi.useRealTimers();
});
