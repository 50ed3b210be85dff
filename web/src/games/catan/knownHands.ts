/* knownHands.ts -- what an attentive player knows about the hands, counted from public events.
 *
 * For each seat: the cards it surely has, and how many more of unknown kind. It repeats no rule:
 * what somebody paid or earned is what the supply gained or lost while they acted. Trades and
 * thefts name the cards that pass from hand to hand. If a hand shrank and nobody saw which cards
 * left it, the known count of every kind in it drops by that number. */
import { cards, move, total } from '../../table/action';
import type { Moment, Table } from '../../table/table';
import { KINDS, type Cards, type Kind, type Seat } from '../../schema';
import type { CatanView } from './view';
import layouts from '../../../../engine/catan/layouts.json';
import { geometry } from './board/geometry';
import { Trades } from './trades';

export interface Known {
  sure: Cards;
  unknown: number;
}

/* The cards everybody starts with when the printed layout has already placed the pieces. */
function printed(view: CatanView): Cards[] {
  const g = geometry(view.board.hexes),
    corner = (place: string): string | undefined => g.byCorner.get(place)?.name;
  const layout = layouts[view.rules.options.layout === 'sixth' ? 'sixth' : 'fifth'];
  return view.seats.map((s) => {
    const own = new Set([...s.settlements, ...s.cities].map(corner));
    const color = (Object.keys(layout.pieces) as (keyof typeof layout.pieces)[]).find(
      (c) => own.has(corner(layout.pieces[c][0])) && own.has(corner(layout.pieces[c][2])),
    );
    return color ? cards(layout.cards[color]) : {};
  });
}

const NOTHING = { brick: 0, lumber: 0, wool: 0, grain: 0, ore: 0 };

/* What has been counted so far. */
class Count {
  readonly sure: Record<Kind, number>[];
  seen: number[] = []; /* how many cards each hand visibly gained in this entry */
  private trades = new Trades();

  constructor(private seats: number) {
    this.sure = Array.from({ length: seats }, () => ({ ...NOTHING }));
    this.begin();
  }
  begin(): void {
    this.seen = Array<number>(this.seats).fill(0);
  }
  gain(s: Seat, c: Cards, sign = 1): void {
    for (const k of KINDS) {
      this.sure[s][k] = Math.max(0, this.sure[s][k] + sign * (c[k] ?? 0));
      this.seen[s] += sign * (c[k] ?? 0);
    }
  }
  lose(s: Seat, n: number): void {
    for (const k of KINDS) this.sure[s][k] = Math.max(0, this.sure[s][k] - n);
  }
  private pass(from: Seat, to: Seat | null, c: Cards): void {
    this.gain(from, c, -1);
    if (to !== null) this.gain(to, c);
  }
  /* From the supply: `gains` has the production of a roll; the actor took the rest. */
  supply(actor: Seat | null, { bank, gains }: Moment, before?: Moment): void {
    if (bank && before?.bank && actor !== null)
      for (const k of KINDS) {
        const given = gains?.reduce((n, c) => n + (c[k] ?? 0), 0) ?? 0;
        this.gain(actor, { [k]: (before.bank[k] ?? 0) - (bank[k] ?? 0) - given });
      }
    gains?.forEach((c, s) => this.gain(s, c));
  }
  /* From hand to hand. */
  hands(actor: Seat | null, text: string, turn: Seat | null, grew: number[]): void {
    const m = move(text),
      [a, b] = m.args;
    if (m.seat === null && m.verb === 'steal') this.pass(Number(a), actor, cards(b));
    const trade = this.trades.closedBy(m, turn);
    if (trade) {
      this.pass(trade.from, trade.to, trade.give);
      this.pass(trade.to, trade.from, trade.get);
    }
    if (m.seat !== null && m.verb === 'monopoly') {
      const k = a as Kind;
      grew.forEach((n, s) => this.gain(s, { [k]: n }));
      this.sure.forEach((h, s) => {
        if (s !== m.seat) h[k] = 0;
      });
    }
  }
  /* Forget cards that left a hand unseen. A hand never holds more than was counted. */
  settle(counts: number[], grew: number[] | null): void {
    grew?.forEach((n, s) => {
      if (n < this.seen[s]) this.lose(s, this.seen[s] - n);
    });
    this.sure.forEach((h, s) => {
      while (total(h) > counts[s]) this.lose(s, 1);
    });
  }
}

export function known(table: Table): Known[] {
  const view = table.view as CatanView,
    count = new Count(view.seats.length);
  const moments = new Map(
    table.history.map((m, i) => [m.seq, { now: m, before: table.history[i - 1] }]),
  );
  if (view.rules.options.start === 'pieces') printed(view).forEach((c, s) => count.gain(s, c));
  for (const e of table.events) {
    const at = moments.get(e.seq);
    if (!at) continue;
    const actor = move(e.actions[0] ?? '').seat;
    const grew = at.now.counts.map((n, s) => n - (at.before?.counts[s] ?? 0));
    count.begin();
    count.supply(actor, at.now, at.before);
    for (const text of e.actions) count.hands(actor, text, at.now.turn, grew);
    count.settle(at.now.counts, at.before ? grew : null);
  }
  return view.seats.map((s, i) =>
    s.cards
      ? { sure: s.cards, unknown: 0 }
      : { sure: count.sure[i], unknown: Math.max(0, s.count - total(count.sure[i])) },
  );
}
