/* income.ts -- what the rolls, the robber and trades gave and cost each seat, counted from the entries. */
import { cards, move, total } from '../../table/action';
import { standing } from '../../table/record';
import type { Moment } from '../../table/table';
import { KINDS, type Cards, type GameEvent, type Seat, type View } from '../../schema';
import type { CatanView } from './view';
import type { SeatHistory } from '../game';
import { Holdings, Income, rolled } from './holdings';
import { Trades } from './trades';

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
    holdings = new Holdings(view as CatanView, list);
  const gains = new Income(history);
  const trades = new Trades();
  let active: Seat | null = null;
  const trade = (s: Seat, give: Cards, got: Cards): void => {
    out[s].paid += total(give);
    out[s].bought += total(got);
  };
  for (const e of list)
    for (const text of e.actions) {
      const m = move(text),
        [a, b] = m.args,
        seat = m.seat ?? 0,
        sum = m.verb === 'dice' ? rolled(e) : null;
      if (m.verb === 'roll') active = seat;
      else if (sum !== null) {
        gains.of(e.seq, sum, holdings).forEach((c, s) => {
          for (const k of KINDS) out[s].income[k] += c[k] ?? 0;
        });
        holdings.yields(sum).blocked.forEach((n, s) => {
          out[s].blocked += n;
        });
      } else if (m.verb === 'steal') {
        const thief = move(e.actions[0]).seat ?? active ?? 0;
        out[Number(a)].stolen++;
        out[thief].taken++;
      } else if (m.verb === 'discard') out[seat].discarded += total(cards(a));
      else if (m.verb === 'bank') trade(seat, cards(a), cards(b));
      const closed = trades.closedBy(m, active);
      if (closed) {
        trade(closed.from, closed.give, closed.get);
        trade(closed.to, closed.get, closed.give);
      }
      holdings.act(text);
    }
  return out;
}
