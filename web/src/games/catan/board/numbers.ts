/* numbers.ts -- how likely a number is, as pips (of 36 rolls), and how large it is drawn. */
export const pips = (n: number): number => 6 - Math.abs(7 - n);
export const discRadius = (n: number): number => 14.2 + pips(n) * 1.25;
export const NUMBER_SIZE = [0, 19, 20.5, 22, 23.5, 26]; /* by pips */
