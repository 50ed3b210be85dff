/* verdicts.ts -- the figures at which dice are called unusual, and luck good or poor: the last part
 * of the ids `stats.dice.` and `after.luck.`. */

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

/* Of such a share. */
export const diceVerdict = (odd: number): string =>
  odd < 0.05 ? 'even' : odd < 0.8 ? 'plain' : odd < 0.95 ? 'odd' : 'rare';

/* Of a rank among fair series, from 0 to 1 (Luck in games/game.ts). */
export const luckVerdict = (rank: number): string =>
  rank < 0.1
    ? 'foul'
    : rank < 0.35
      ? 'poor'
      : rank <= 0.65
        ? 'fair'
        : rank <= 0.9
          ? 'good'
          : 'great';
