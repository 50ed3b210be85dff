/* costs.ts -- what can be built, and for which cards. */
import { cards, move } from '../../table/action';
import { KINDS, type Cards } from '../../schema';

export const COST: Record<string, Cards> = {
  road: { brick: 1, lumber: 1 },
  knight: { wool: 1, grain: 1, ore: 1 },
  settlement: { brick: 1, lumber: 1, wool: 1, grain: 1 },
  city: { grain: 2, ore: 3 },
  expansion: { wool: 3, ore: 1 },
};
export const BUILD = ['road', 'knight', 'settlement', 'city', 'expansion'] as const;
/* The plain price, as a move says it. */
export const cost = (what: string): string =>
  KINDS.filter((k) => COST[what][k])
    .map((k) => (COST[what][k] === 1 ? k : `${COST[what][k]}${k}`))
    .join('+');
/* What a move pays. */
export const paid = (a: string): Cards => {
  const m = move(a);
  return cards(m.args[m.args.length - 1]);
};
