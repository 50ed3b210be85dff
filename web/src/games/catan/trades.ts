/* trades.ts -- follows the offers of a turn and finds the trade that an action closes. */
import { cards, type Move } from '../../table/action';
import type { Cards, Seat } from '../../schema';

export interface Trade {
  from: Seat; /* who made the offer */
  to: Seat;
  give: Cards;
  get: Cards;
}

type Offer = Omit<Trade, 'to'>;

export class Trades {
  private offers: Offer[] = []; /* of this turn, in the order of their numbers */

  numbered(n: number): Offer | undefined {
    return this.offers[n - 1];
  }

  /* To be called for every action of a player. `active` is whose turn it is. */
  closedBy({ seat, verb, args: [a, b] }: Move, active: Seat | null): Trade | null {
    if (seat === null) return null;
    if (verb === 'end') this.offers = [];
    if (verb === 'offer') this.offers.push({ from: seat, give: cards(a), get: cards(b) });
    const confirmed = verb === 'confirm' && this.offers.filter((o) => o.from === seat).at(-1);
    if (confirmed) return { ...confirmed, to: Number(a) };
    /* the active seat's yes closes the trade */
    const accepted = verb === 'accept' && seat === active && this.offers[Number(a) - 1];
    return accepted ? { ...accepted, to: seat } : null;
  }
}
