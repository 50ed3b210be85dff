/* luck.ts -- each seat's luck with the dice: cards earned compared with the average of fair dice
 * for the same buildings at the same times, and the share of fair series that would have given
 * less. */
import { total } from '../../table/action';
import { standing } from '../../table/record';
import type { Moment } from '../../table/table';
import type { GameEvent, View } from '../../schema';
import type { CatanView } from './view';
import type { Luck } from '../game';
import { pips } from './board/numbers';
import { Holdings, Income, rolled, SUMS } from './holdings';

/* The chances of a sum of independent draws, one draw at a time: chance[n] is that of n cards. */
export function convolve(chance: number[], draw: readonly number[]): number[] {
  const out = Array<number>(chance.length + draw.length - 1).fill(0);
  chance.forEach((p, i) => {
    if (p)
      draw.forEach((q, j) => {
        out[i + j] += p * q;
      });
  });
  return out;
}

/* The rank of `got` in the distribution: everything below it, and half of what is equal. */
export const percentile = (chance: readonly number[], got: number): number =>
  chance.reduce((sum, p, n) => sum + (n < got ? p : n === got ? p / 2 : 0), 0);

export function luck(view: View, events: readonly GameEvent[], history: readonly Moment[]): Luck[] {
  const list = standing(events),
    holdings = new Holdings(view as CatanView, list),
    gains = new Income(history);
  const out: Luck[] = view.seats.map(() => ({ got: 0, expected: 0, percentile: null }));
  const chances = view.seats.map(() => [1]);
  for (const e of list) {
    const sum = rolled(e);
    if (sum !== null) {
      const draws = view.seats.map((): number[] => []);
      for (const s of SUMS)
        holdings.cards(s).forEach((n, seat) => {
          const p = pips(s) / 36;
          draws[seat][n] = (draws[seat][n] ?? 0) + p;
          out[seat].expected += p * n;
        });
      gains.of(e.seq, sum, holdings).forEach((c, seat) => {
        out[seat].got += total(c);
      });
      draws.forEach((d, seat) => {
        if (d.length > 1)
          chances[seat] = convolve(
            chances[seat],
            Array.from(d, (p) => p ?? 0),
          );
      });
    }
    for (const a of e.actions) holdings.act(a);
  }
  if (view.rules.options.dice !== 'deck')
    out.forEach((l, seat) => {
      if (chances[seat].length > 1) l.percentile = percentile(chances[seat], l.got);
    });
  return out;
}
