/* counts.ts -- figures about a game so far, counted from its moments and its rolls. */
import type { Moment } from '../table/table';

export interface Lap {
  turn: number;
  points: number[];
}

/* Points after each turn: a turn ends with "end", in the card game with the seat's draw. */
export function race(history: readonly Moment[]): Lap[] {
  const out: Lap[] = [];
  let turn = 0;
  for (const m of history) {
    const ends = m.verb === 'end' || (m.verb === 'draw' && m.seat !== null);
    if (ends) turn++;
    const lap = { turn, points: m.points };
    if (out.length && out[out.length - 1].turn === turn) out[out.length - 1] = lap;
    else out.push(lap);
  }
  return out;
}

/* How unusual these dice are: the share of fair series of this length that are more even
 * (chi-squared, ten degrees of freedom). Null while there are too few rolls to say. */
export function unusual(list: readonly number[]): number | null {
  if (list.length < 12) return null;
  let x = 0;
  for (let n = 2; n <= 12; n++) {
    const want = (list.length * (6 - Math.abs(7 - n))) / 36,
      got = list.filter((r) => r === n).length;
    x += ((got - want) * (got - want)) / want;
  }
  let sum = 0,
    term = 1;
  for (let i = 0; i < 5; i++) {
    sum += term;
    term *= x / 2 / (i + 1);
  }
  return 1 - Math.exp(-x / 2) * sum;
}
