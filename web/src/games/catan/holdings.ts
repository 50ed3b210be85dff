/* holdings.ts -- follows who lives where through the entries: what each roll gives, and would have
 * given. */
import { KIND_OF } from '../../art/terrain';
import { move } from '../../table/action';
import type { Moment } from '../../table/table';
import type { Cards, GameEvent, Kind, Seat } from '../../schema';
import type { CatanView } from './view';
import { geometry } from './board/geometry';

export const SUMS = Array.from({ length: 11 }, (_, i) => i + 2);

/* What the rolls of this game brought each seat, counted for all statistics alike. If this page saw a roll, the table's
 * moment of it has the gains, also where the supply was short; else they follow from who lived where. */
export class Income {
  #gains: Map<number, Cards[] | null>;

  constructor(history: readonly Moment[]) {
    this.#gains = new Map(history.map((m) => [m.seq, m.gains]));
  }
  of(seq: number, sum: number, holdings: Holdings): readonly Cards[] {
    return this.#gains.get(seq) ?? holdings.yields(sum).got;
  }
}

/* The sum of an entry's roll for production; null for any other entry. */
export function rolled(e: GameEvent): number | null {
  if (!e.actions.length || move(e.actions[0]).seat === null) return null;
  const dice = e.actions.map(move).find((m) => m.verb === 'dice');
  return dice ? Number(dice.args[0]) + Number(dice.args[1]) : null;
}

export class Holdings {
  #owner = new Map<string, { seat: Seat; n: number }>();
  #robber: string;
  #g;
  #seats: number;

  /* `events` are those in force; the view may be of any moment of the game. */
  constructor(view: CatanView, events: readonly GameEvent[]) {
    this.#g = geometry(view.board.hexes);
    this.#seats = view.seats.length;
    this.#robber = view.board.hexes.find((h) => h.terrain === 'desert')?.name ?? '';
    /* pieces that stood before the first entry: in the view, but never built */
    const built = new Set(
      events
        .flatMap((e) => e.actions.map(move))
        .filter((m) => m.verb.endsWith('settle'))
        .map((m) => this.#g.byCorner.get(m.args[0])?.name),
    );
    for (const s of view.seats)
      for (const p of [...s.settlements, ...s.cities]) {
        const name = this.#g.byCorner.get(p)!.name;
        if (!built.has(name)) this.#owner.set(name, { seat: s.seat, n: 1 });
      }
  }

  /* Apply one action. */
  act(text: string): void {
    const m = move(text),
      place = m.args[0];
    if (m.seat === null && m.verb !== 'robber') return;
    const corner = place ? this.#g.byCorner.get(place)?.name : undefined;
    if (m.verb.endsWith('settle') && corner) this.#owner.set(corner, { seat: m.seat ?? 0, n: 1 });
    else if (m.verb.endsWith('city') && corner)
      this.#owner.set(corner, { seat: m.seat ?? 0, n: 2 });
    else if (m.verb === 'robber' && place) this.#robber = place;
    else if (m.verb === 'lin')
      this.#robber = place ?? this.#g.hexes.find((h) => h.hex.terrain === 'desert')?.name ?? '';
  }

  /* What this sum gives each seat, if the supply lasts; `blocked` is what the robber keeps back. */
  yields(sum: number): { got: Partial<Record<Kind, number>>[]; blocked: number[] } {
    const got: Partial<Record<Kind, number>>[] = Array.from({ length: this.#seats }, () => ({})),
      blocked = Array<number>(this.#seats).fill(0);
    for (const h of this.#g.hexes) {
      const kind = KIND_OF[h.hex.terrain];
      if (h.hex.number !== sum || !kind) continue;
      for (const [p, b] of this.#owner)
        if (this.#g.byCorner.get(p)!.hexes.includes(h.index)) {
          if (h.name === this.#robber) blocked[b.seat] += b.n;
          else got[b.seat][kind] = (got[b.seat][kind] ?? 0) + b.n;
        }
    }
    return { got, blocked };
  }

  /* How many cards this sum gives each seat. */
  cards(sum: number): number[] {
    return this.yields(sum).got.map((c) => Object.values(c).reduce((n, x) => n + x, 0));
  }
}
