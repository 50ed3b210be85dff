/* income.ts -- what the rolls, the robber and trades gave and cost each seat, counted from the entries.
 *
 * Gains come with the table's moments where the table was there when they fell; a table that was joined
 * later counts them from who lived where (estate.ts). */
import { cards, move, total } from '../../table/action';
import { standing } from '../../table/record';
import type { Moment } from '../../table/table';
import {
  KINDS,
  type Cards,
  type CatanView,
  type GameEvent,
  type Seat,
  type View,
} from '../../schema';
import type { SeatHistory } from '../game';
import { Estate, rolled } from './estate';

export function income(
  view: View,
  events: readonly GameEvent[],
  history: readonly Moment[],
): SeatHistory[] {
  const out: SeatHistory[] = view.seats.map(() => ({
    income: { brick: 0, lumber: 0, wool: 0, grain: 0, ore: 0 },
    blocked: 0,
    stolen: 0,
    taken: 0,
    discarded: 0,
    bought: 0,
    paid: 0,
  }));
  const list = standing(events),
    estate = new Estate(view as CatanView, list);
  const gains = new Map(history.map((m) => [m.seq, m.gains]));
  let offers: { give: Cards; get: Cards; from: Seat }[] = [],
    active: Seat | null = null;
  const trade = (a: Seat, b: Seat | null, give: Cards, got: Cards): void => {
    out[a].paid += total(give);
    out[a].bought += total(got);
    if (b !== null) {
      out[b].paid += total(got);
      out[b].bought += total(give);
    }
  };
  for (const e of list)
    for (const text of e.actions) {
      const m = move(text),
        [a, b] = m.args,
        seat = m.seat ?? 0,
        sum = m.verb === 'dice' ? rolled(e) : null;
      if (m.verb === 'roll') active = seat;
      else if (m.verb === 'end') offers = [];
      else if (sum !== null) {
        /* as the engine said, if this page was there */
        const brought = estate.yields(sum);
        (gains.get(e.seq) ?? brought.got).forEach((c, s) => {
          for (const k of KINDS) out[s].income[k] += c[k] ?? 0;
        });
        brought.blocked.forEach((n, s) => {
          out[s].blocked += n;
        });
      } else if (m.verb === 'steal') {
        const thief = move(e.actions[0]).seat ?? active ?? 0;
        out[Number(a)].stolen++;
        out[thief].taken++;
      } else if (m.verb === 'discard') out[seat].discarded += total(cards(a));
      else if (m.verb === 'bank') trade(seat, null, cards(a), cards(b));
      else if (m.verb === 'offer') offers.push({ give: cards(a), get: cards(b), from: seat });
      else if (m.verb === 'confirm') {
        const o = [...offers].reverse().find((x) => x.from === seat);
        if (o) trade(seat, Number(a), o.give, o.get);
      } else if (m.verb === 'accept' && seat === active) {
        const o = offers[Number(a) - 1];
        if (o) trade(o.from, seat, o.give, o.get);
      }
      estate.act(text);
    }
  return out;
}
