/* luckVerdicts.ts -- the figures at which dice are called unusual, and luck good or poor: the last part
 * of the ids `stats.dice.` and `after.luck.`. */

/* Of a share of fair series that are more even (counts.ts). */
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
