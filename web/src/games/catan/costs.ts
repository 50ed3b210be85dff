/* costs.ts -- what building costs, and whether a hand can pay it. */
import { cards } from '../../table/action';
import { KINDS, type Cards } from '../../schema';
import costs from '../../../../engine/catan/costs.json';

/* The engine's own prices are made from the same file. */
const { road, settle, city, buy } = costs;
export const COSTS = {
  road: cards(road),
  settle: cards(settle),
  city: cards(city),
  buy: cards(buy),
};

export const affordable = (hand: Cards | null, cost: Cards): boolean =>
  KINDS.every((k) => (cost[k] ?? 0) <= (hand?.[k] ?? 0));
