/* race.test.ts -- the points of all seats, turn by turn. */
import { describe, expect, it } from 'vitest';
import { moment } from '../table/fixture';
import { standing } from '../table/record';
import { race } from './race';

describe('statistics', () => {
  it('forget what was taken back', () => {
    const list = standing([
      { seq: 1, actions: ['0 road A1.NE'] },
      { seq: 2, actions: ['0 road A2.NE'] },
      { seq: 3, actions: [], undo: 2 },
      { seq: 4, actions: ['0 end'] },
    ]);
    expect(list.map((e) => e.seq)).toEqual([1, 4]);
  });
  it('have a lap for each turn, with the points at its end', () => {
    const h = [
      moment({ seq: 2 }),
      moment({ seq: 3, verb: 'end', points: [3, 2, 2, 2] }),
      moment({ seq: 4 }),
    ];
    expect(race(h).map((l) => [l.turn, l.points[0]])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });
});
