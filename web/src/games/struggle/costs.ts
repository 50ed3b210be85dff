/* costs.ts -- what can be built, and for which cards. */
import { cards, move } from '../../table/action';
import type { Cards } from '../../schema';
import costs from '../../../../engine/struggle/costs.json';

export const BUILD = ['road', 'knight', 'settlement', 'city', 'expansion'] as const;
/* The engine's own prices are made from the same file. */
const price: Record<string, string> = costs;
export const COST: Record<string, Cards> = Object.fromEntries(
  BUILD.map((what) => [what, cards(price[what])]),
);
/* The plain price, as a move says it. */
export const cost = (what: string): string => price[what];
/* What a move pays. */
export const paid = (a: string): Cards => {
  const m = move(a);
  return cards(m.args[m.args.length - 1]);
};
