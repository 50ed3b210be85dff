/* notice.test.ts -- what a screen reader hears, and presses on fresh notices. */
import { expect, test, vi } from 'vitest';
import { hush, MOMENT, notices, announce, tell } from './notice.svelte';

test('the same words said twice are heard twice: the text changes', () => {
  const heard = ['It is your turn.', 'It is your turn.', 'It is your turn.'].map((words) => {
    announce(words);
    return notices.announced;
  });
  for (const [i, text] of heard.entries()) {
    expect(text.trim()).toBe('It is your turn.');
    if (i) expect(text).not.toBe(heard[i - 1]);
  }
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
