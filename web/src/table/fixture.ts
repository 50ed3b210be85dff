/* fixture.ts -- a moment of a game made by hand, for tests. */
import type { Moment } from './table';

export const moment = (m: Partial<Moment>): Moment => ({
  seq: 0,
  seat: 0,
  verb: 'roll',
  turn: 0,
  dice: null,
  gains: null,
  points: [2, 2, 2, 2],
  counts: [0, 0, 0, 0],
  bank: null,
  ...m,
});
