/* history.ts -- what a game was like so far, counted from what the table keeps of each entry.
 *
 * Rolls, gains and points come with the table's moments (the engine said them). What the
 * robber kept back, what was stolen, discarded and traded is counted from the entries. */
import { geometry } from '../games/catan/board/geometry';
import { KIND_OF } from '../art/terrain';
import { cards, move, total } from '../table/action';
import { standing } from '../table/log';
import type { Moment } from '../table/table';
import { KINDS, type Cards, type CatanView, type GameEvent, type Kind, type Seat } from '../view';

export interface SeatHistory {
  income: Record<Kind, number>;     /* cards from rolls */
  blocked: number;                  /* cards the robber's place kept back */
  stolen: number;                   /* cards taken by others */
  taken: number;                    /* cards taken from others */
  discarded: number;
  bought: number;                   /* cards got by trading, with anyone */
  paid: number;                     /* ... and given for them */
}
export interface Lap { turn: number; points: number[] }

export { standing };

export const rolls = (history: readonly Moment[]): number[] => history.flatMap((m) => (m.dice ? [m.dice[0] + m.dice[1]] : []));

/* Points after each turn: a turn ends with "end", in the card game with the seat's draw. */
export function race(history: readonly Moment[]): Lap[] {
  const out: Lap[] = [];
  let turn = 0;
  for (const m of history) {
    const ends = m.verb === 'end' || (m.verb === 'draw' && m.seat !== null);
    if (ends) turn++;
    const lap = { turn, points: m.points };
    if (out.length && out[out.length - 1].turn === turn) out[out.length - 1] = lap; else out.push(lap);
  }
  return out;
}

/* What the robber's hex would have brought. */
class Blocked {
  private owner = new Map<string, { seat: Seat; n: number }>();
  private robber: string;
  private g;
  constructor(view: CatanView, events: GameEvent[]) {
    this.g = geometry(view.board.hexes);
    this.robber = view.board.hexes.find((h) => h.terrain === 'desert')?.name ?? '';
    /* pieces that stood before the first entry: in the view, but never built */
    const built = new Set(events.flatMap((e) => e.actions.map(move)).filter((m) => m.verb.endsWith('settle')).map((m) => this.g.byCorner.get(m.args[0])?.name));
    for (const s of view.seats) for (const p of [...s.settlements, ...s.cities]) if (!built.has(p)) this.owner.set(p, { seat: s.seat, n: 1 });
  }
  act(verb: string, seat: Seat, place: string | undefined): void {
    const corner = place ? this.g.byCorner.get(place)?.name : undefined;
    if (verb.endsWith('settle') && corner) this.owner.set(corner, { seat, n: 1 });
    else if (verb.endsWith('city') && corner) this.owner.set(corner, { seat, n: 2 });
    else if (verb === 'robber' && place) this.robber = place;
    else if (verb === 'lin') this.robber = place ?? this.g.hexes.find((h) => h.hex.terrain === 'desert')?.name ?? '';
  }
  roll(sum: number, out: SeatHistory[]): void {
    const h = this.g.byHex.get(this.robber);
    if (!h || h.hex.number !== sum || !KIND_OF[h.hex.terrain]) return;
    for (const [p, b] of this.owner) if (this.g.byCorner.get(p)!.hexes.includes(h.index)) out[b.seat].blocked += b.n;
  }
}

export function income(view: CatanView, events: readonly GameEvent[], history: readonly Moment[]): SeatHistory[] {
  const out: SeatHistory[] = view.seats.map(() => ({ income: { brick: 0, lumber: 0, wool: 0, grain: 0, ore: 0 }, blocked: 0, stolen: 0, taken: 0, discarded: 0, bought: 0, paid: 0 }));
  for (const m of history) m.gains?.forEach((c, s) => { for (const k of KINDS) out[s].income[k] += c[k] ?? 0; });

  const list = standing(events), kept = new Blocked(view, list);
  let offers: { give: Cards; get: Cards; from: Seat }[] = [], active: Seat | null = null;
  const trade = (a: Seat, b: Seat | null, give: Cards, got: Cards): void => {
    out[a].paid += total(give); out[a].bought += total(got);
    if (b !== null) { out[b].paid += total(got); out[b].bought += total(give); }
  };
  for (const e of list) for (const text of e.actions) {
    const m = move(text), [a, b] = m.args, seat = m.seat ?? 0;
    if (m.verb === 'roll') active = seat;
    else if (m.verb === 'end') offers = [];
    else if (m.verb === 'dice' && move(e.actions[0]).verb === 'roll') kept.roll(Number(a) + Number(b), out);
    else if (m.verb === 'steal') { const thief = move(e.actions[0]).seat ?? active ?? 0; out[Number(a)].stolen++; out[thief].taken++; }
    else if (m.verb === 'discard') out[seat].discarded += total(cards(a));
    else if (m.verb === 'bank') trade(seat, null, cards(a), cards(b));
    else if (m.verb === 'offer') offers.push({ give: cards(a), get: cards(b), from: seat });
    else if (m.verb === 'confirm') { const o = [...offers].reverse().find((x) => x.from === seat); if (o) trade(seat, Number(a), o.give, o.get); }
    else if (m.verb === 'accept' && seat === active) { const o = offers[Number(a) - 1]; if (o) trade(o.from, seat, o.give, o.get); }
    if (m.seat !== null || m.verb === 'robber') kept.act(m.verb, seat, a);
  }
  return out;
}

/* How unusual these dice are: the share of fair series of this length that are more even
 * (chi-squared, ten degrees of freedom). Null while there are too few rolls to say. */
export function unusual(list: readonly number[]): number | null {
  if (list.length < 12) return null;
  let x = 0;
  for (let n = 2; n <= 12; n++) {
    const want = (list.length * (6 - Math.abs(7 - n))) / 36, got = list.filter((r) => r === n).length;
    x += ((got - want) * (got - want)) / want;
  }
  let sum = 0, term = 1;
  for (let i = 0; i < 5; i++) { sum += term; term *= x / 2 / (i + 1); }
  return 1 - Math.exp(-x / 2) * sum;
}
