/* numbers.ts -- how likely a number is, as pips and as the size of its disc. */
export const pips = (n: number): number => 6 - Math.abs(7 - n);
export const discRadius = (n: number): number => 14.2 + pips(n) * 1.25;
