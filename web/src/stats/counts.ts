/* counts.ts -- what a game was like so far, counted from its entries.
 *
 * Points come with the table's moments, and gains where the table was there when they fell; a table
 * that was joined later counts them from who lived where (income.ts). */
import { cards, move, total } from '../table/action';
import { standing } from '../table/record';
import type { Moment } from '../table/table';
import { KINDS, type Cards, type CatanView, type GameEvent, type Kind, type Seat } from '../schema';
import { Estate, rolled } from './income';

export interface SeatHistory {
  income: Record<Kind, number>; /* cards from rolls */
  blocked: number; /* cards the robber's place kept back */
  stolen: number; /* cards taken by others */
  taken: number; /* cards taken from others */
  discarded: number;
  bought: number; /* cards got by trading, with anyone */
  paid: number; /* ... and given for them */
}
export interface Lap {
  turn: number;
  points: number[];
}

export const rolls = (events: readonly GameEvent[]): number[] =>
  standing(events).flatMap((e) => rolled(e) ?? []);

/* Points after each turn: a turn ends with "end", in the card game with the seat's draw. */
export function race(history: readonly Moment[]): Lap[] {
  const out: Lap[] = [];
  let turn = 0;
  for (const m of history) {
    const ends = m.verb === 'end' || (m.verb === 'draw' && m.seat !== null);
    if (ends) turn++;
    const lap = { turn, points: m.points };
    if (out.length && out[out.length - 1].turn === turn) out[out.length - 1] = lap;
    else out.push(lap);
  }
  return out;
}

export function income(
  view: CatanView,
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
    estate = new Estate(view, list);
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
