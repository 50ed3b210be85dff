/* history.ts -- what a game of CATAN was like so far, from its entries alone.
 *
 * Everything counted here is public: dice, buildings, trades with the supply,
 * discards. The supply is kept along the way, because an empty one changes who
 * earned what. Terrain and numbers come from the view (they never change). */
import { geometry, type Geometry } from '../games/catan/board/geometry';
import { KIND_OF } from '../art/terrain';
import { cards, move, total } from '../table/action';
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
export interface Moment { turn: number; points: number[] }
export interface History { rolls: number[]; bySeat: number[][]; seats: SeatHistory[]; race: Moment[]; turns: number }

/* Without the entries that were taken back. */
export function standing(events: readonly GameEvent[]): GameEvent[] {
  const out: GameEvent[] = [];
  for (const e of events) {
    const from = (e as { undo?: number }).undo;
    if (from === undefined) out.push(e);
    else while (out.length && out[out.length - 1].seq >= from) out.pop();
  }
  return out;
}

const COST: Record<string, Cards> = {
  road: { brick: 1, lumber: 1 }, settle: { brick: 1, lumber: 1, wool: 1, grain: 1 }, city: { grain: 2, ore: 3 }, buy: { wool: 1, grain: 1, ore: 1 },
};

class Replay {
  g: Geometry;
  owner = new Map<string, { seat: Seat; n: 1 | 2 }>();
  roads = new Map<string, Seat>();
  bank: Record<Kind, number>;
  robber: string;
  knights: number[];
  army: Seat | null = null;
  longest: Seat | null = null;
  free = 0;
  setup = true;
  turn: Seat | null = null;
  out: History;

  constructor(private view: CatanView, events: GameEvent[]) {
    this.g = geometry(view.board.hexes);
    const n = view.seats.length, each = Number(view.rules.options.bank ?? 19);
    this.bank = Object.fromEntries(KINDS.map((k) => [k, each])) as Record<Kind, number>;
    this.robber = view.board.hexes.find((h) => h.terrain === 'desert')?.name ?? '';
    this.knights = Array<number>(n).fill(0);
    this.out = {
      rolls: [], bySeat: view.seats.map(() => []), race: [], turns: 0,
      seats: view.seats.map(() => ({ income: { brick: 0, lumber: 0, wool: 0, grain: 0, ore: 0 }, blocked: 0, stolen: 0, taken: 0, discarded: 0, bought: 0, paid: 0 })),
    };
    this.given(events);
  }

  /* Pieces that stood before the first entry: in the view, but never built. */
  private given(events: GameEvent[]): void {
    const built = new Set<string>(), laid = new Set<string>();
    for (const m of events.flatMap((e) => e.actions.map(move))) {
      if (m.verb === 'settle' || m.verb === 'vincent-settle') built.add(this.g.byCorner.get(m.args[0])?.name ?? '');
      if (m.verb === 'road' || m.verb === 'william') laid.add(this.g.byPath.get(m.args[0])?.name ?? '');
      if (m.verb === 'louis') laid.add(this.g.byPath.get(m.args[1])?.name ?? '');
    }
    for (const s of this.view.seats) {
      for (const p of [...s.settlements, ...s.cities]) if (!built.has(p)) { this.owner.set(p, { seat: s.seat, n: 1 }); this.setup = false; }
      for (const p of s.roads) if (!laid.has(p)) this.roads.set(p, s.seat);
    }
  }

  private pay(c: Cards): void { for (const k of KINDS) this.bank[k] += c[k] ?? 0; }
  private get(c: Cards): void { for (const k of KINDS) this.bank[k] -= c[k] ?? 0; }

  private produce(sum: number): void {
    const due = this.view.seats.map(() => ({} as Cards));
    for (const h of this.g.hexes) {
      const kind = KIND_OF[h.hex.terrain];
      if (!kind || h.hex.number !== sum) continue;
      for (const [place, b] of this.owner) {
        if (!this.g.byCorner.get(place)?.hexes.includes(h.index)) continue;
        if (h.name === this.robber) this.out.seats[b.seat].blocked += b.n;
        else due[b.seat][kind] = (due[b.seat][kind] ?? 0) + b.n;
      }
    }
    for (const k of KINDS) {
      const claim = due.filter((d) => d[k]).length, want = due.reduce((s, d) => s + (d[k] ?? 0), 0);
      if (want > this.bank[k]) { if (claim > 1) due.forEach((d) => { delete d[k]; }); else due.forEach((d) => { if (d[k]) d[k] = this.bank[k]; }); }
    }
    due.forEach((d, s) => { this.get(d); for (const k of KINDS) this.out.seats[s].income[k] += d[k] ?? 0; });
  }

  private traded(seat: Seat, give: Cards, got: Cards): void {
    this.out.seats[seat].paid += total(give);
    this.out.seats[seat].bought += total(got);
  }

  /* The longest road of a seat: every trail, broken where another has built. */
  private length(seat: Seat): number {
    const paths = [...this.roads].filter(([, s]) => s === seat).map(([p]) => this.g.byPath.get(p)!).filter(Boolean);
    const index = new Map(paths.map((p, i) => [p.name, i])), used = new Set<number>();
    const walk = (node: number): number => {
      let best = 0;
      for (const p of this.g.corners[node].paths) {
        const i = index.get(this.g.paths[p].name);
        if (i === undefined || used.has(i)) continue;
        used.add(i);
        const next = paths[i].a === node ? paths[i].b : paths[i].a, there = this.owner.get(this.g.corners[next].name);
        best = Math.max(best, 1 + (there && there.seat !== seat ? 0 : walk(next)));
        used.delete(i);
      }
      return best;
    };
    return Math.max(0, ...paths.flatMap((p) => [walk(p.a), walk(p.b)]));
  }
  private judgeRoads(): void {
    const len = this.view.seats.map((s) => this.length(s.seat)), min = Number(this.view.rules.options.longest_road_min ?? 5), best = Math.max(...len);
    if (best < min) { this.longest = null; return; }
    if (this.longest !== null && len[this.longest] === best) return;
    const holders = len.map((l, i) => (l === best ? i : -1)).filter((i) => i >= 0);
    this.longest = holders.length === 1 ? holders[0] : null;
  }
  private points(): number[] {
    const award = Number(this.view.rules.options.award_points ?? 2), p = this.view.seats.map(() => 0);
    for (const b of this.owner.values()) p[b.seat] += b.n;
    if (this.longest !== null) p[this.longest] += award;
    if (this.army !== null) p[this.army] += award;
    return p;
  }
  mark(): void { this.out.race.push({ turn: this.out.turns, points: this.points() }); }

  act(text: string, entry: GameEvent): void {
    const m = move(text), [a, b] = m.args, seat = m.seat ?? 0, me = this.out.seats[seat];
    switch (m.verb) {
      case 'roll': this.setup = false; this.turn = seat; break;
      case 'dice': {
        if (move(entry.actions[0]).verb !== 'roll') break;
        const sum = Number(a) + Number(b);
        this.out.rolls.push(sum);
        this.out.bySeat[this.turn ?? 0].push(sum);
        if (sum !== 7) this.produce(sum);
        break;
      }
      case 'settle': case 'vincent-settle': {
        const place = this.g.byCorner.get(a)!;
        const second = this.setup && [...this.owner.values()].some((o) => o.seat === seat);
        this.owner.set(place.name, { seat, n: 1 });
        if (second) for (const h of place.hexes) { const k = KIND_OF[this.g.hexes[h].hex.terrain]; if (k) this.bank[k]--; }
        if (!this.setup && m.verb === 'settle') this.pay(COST.settle);
        this.judgeRoads();
        break;
      }
      case 'city': case 'vincent-city': this.owner.set(this.g.byCorner.get(a)!.name, { seat, n: 2 }); if (m.verb === 'city') this.pay(COST.city); break;
      case 'road': case 'william':
        this.roads.set(this.g.byPath.get(a)!.name, seat);
        if (m.verb === 'william') this.pay(cards(b));
        else if (this.free) this.free--; else if (!this.setup) this.pay(COST.road);
        this.judgeRoads();
        break;
      case 'louis': this.roads.delete(this.g.byPath.get(a)!.name); this.roads.set(this.g.byPath.get(b)!.name, seat); this.judgeRoads(); break;
      case 'buy': this.pay(COST.buy); break;
      case 'candamir': this.pay(cards(a)); break;
      case 'robber': this.robber = a; break;
      case 'lin': this.robber = a ?? this.view.board.hexes.find((h) => h.terrain === 'desert')?.name ?? ''; break;
      case 'steal': { const thief = move(entry.actions[0]).seat ?? this.turn ?? 0; this.out.seats[Number(a)].stolen++; this.out.seats[thief].taken++; break; }
      case 'discard': me.discarded += total(cards(a)); this.pay(cards(a)); break;
      case 'bank': this.traded(seat, cards(a), cards(b)); this.pay(cards(a)); this.get(cards(b)); break;
      case 'plenty': case 'marianne': case 'sean': this.get(cards(a ?? '')); break;
      case 'road-building': this.free = 2; break;
      case 'end': this.out.turns++; this.free = 0; this.mark(); break;
      case 'knight': {
        this.knights[seat]++;
        const min = Number(this.view.rules.options.largest_army_min ?? 3);
        if (this.knights[seat] >= min && (this.army === null || this.knights[seat] > this.knights[this.army])) this.army = seat;
        break;
      }
    }
  }
}

export function history(view: CatanView, events: readonly GameEvent[]): History {
  const list = standing(events), r = new Replay(view, list), offers = new Map<number, { give: Cards; get: Cards; from: Seat }>();
  let number = 0;
  r.mark();
  for (const e of list) for (const text of e.actions) {
    const m = move(text);
    if (m.verb === 'offer') offers.set(++number, { give: cards(m.args[0]), get: cards(m.args[1]), from: m.seat ?? 0 });
    else if (m.verb === 'end' || m.verb === 'roll') number = m.verb === 'end' ? 0 : number;
    else if (m.verb === 'confirm' || m.verb === 'accept') {
      const own = m.verb === 'confirm' ? [...offers.values()].reverse().find((o) => o.from === m.seat) : offers.get(Number(m.args[0]));
      /* the active seat's accept of another's proposal closes it; other accepts only answer */
      if (own && (m.verb === 'confirm' || (m.seat === r.turn && own.from !== m.seat))) {
        const other = m.verb === 'confirm' ? Number(m.args[0]) : m.seat ?? 0, s = r.out.seats;
        s[own.from].paid += total(own.give); s[own.from].bought += total(own.get);
        s[other].paid += total(own.get); s[other].bought += total(own.give);
      }
    }
    r.act(text, e);
  }
  if (view.phase === 'over') r.out.race.push({ turn: r.out.turns + 1, points: view.seats.map((s) => s.points) });
  return r.out;
}

/* How unusual these dice are: the share of fair series of this length that are more even
 * (chi-squared, ten degrees of freedom). Null while there are too few rolls to say. */
export function unusual(rolls: number[]): number | null {
  if (rolls.length < 12) return null;
  let x = 0;
  for (let n = 2; n <= 12; n++) {
    const want = (rolls.length * (6 - Math.abs(7 - n))) / 36, got = rolls.filter((r) => r === n).length;
    x += ((got - want) * (got - want)) / want;
  }
  let sum = 0, term = 1;
  for (let i = 0; i < 5; i++) { sum += term; term *= x / 2 / (i + 1); }
  return 1 - Math.exp(-x / 2) * sum;
}
