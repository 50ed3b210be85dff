/* race.ts -- how the points of all seats grew, turn by turn. */
import { endsTurn } from '../table/action';
import type { Moment } from '../table/table';

export interface Lap {
  turn: number;
  points: number[];
}

/* Points after each turn. */
export function race(history: readonly Moment[]): Lap[] {
  const out: Lap[] = [];
  let turn = 0;
  for (const m of history) {
    if (endsTurn(m)) turn++;
    const lap = { turn, points: m.points };
    if (out.length && out[out.length - 1].turn === turn) out[out.length - 1] = lap;
    else out.push(lap);
  }
  return out;
}
