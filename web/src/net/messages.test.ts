/* messages.test.ts -- a change applied to a view. */
import { expect, test } from 'vitest';
import type { View } from '../schema';
import { updated } from './messages';

const view = {
  v: 1,
  game: 'catan',
  phase: 'roll',
  turn: 0,
  bank: { wool: 19 },
  seats: [
    { seat: 0, color: 'red', count: 2, cards: { wool: 2 } },
    { seat: 1, color: 'blue', count: 1, cards: null },
  ],
} as unknown as View;

test('a change is laid over the view, seat by seat', () => {
  const next = updated(view, {
    phase: 'main',
    bank: { wool: 18 },
    seats: [{ seat: 1, count: 2, cards: null }],
  } as never);
  expect(next).toEqual({
    ...view,
    phase: 'main',
    bank: { wool: 18 },
    seats: [view.seats[0], { seat: 1, color: 'blue', count: 2, cards: null }],
  });
});

test('the old view stays as it was', () => {
  const before = JSON.stringify(view);
  updated(view, { turn: 1, seats: [{ seat: 0, count: 9 }] } as never);
  expect(JSON.stringify(view)).toBe(before);
});

test('nothing changed: the same view', () => {
  expect(updated(view, {})).toEqual(view);
});
