/* places.ts -- the place that a move names, and the piece that would stand there. */
import { move } from '../../../table/action';
import type { CatanSeat } from '../view';
import type { Geometry, HexPlace, Point } from './geometry';

export type PlaceKind = 'hex' | 'corner' | 'path';
export type Ghost = 'settlement' | 'city' | 'road' | 'robber' | 'rob';

const VERBS: Record<string, [PlaceKind, Ghost]> = {
  settle: ['corner', 'settlement'],
  city: ['corner', 'city'],
  road: ['path', 'road'],
  'vincent-settle': ['corner', 'settlement'],
  'vincent-city': ['corner', 'city'],
  william: ['path', 'road'],
  louis: ['path', 'road'],
  robber: ['hex', 'robber'],
  lin: ['hex', 'robber'],
};

/* A place that can be pointed at now, and the moves that name it. */
export interface Target extends Point {
  key: string;
  kind: PlaceKind;
  place: string;
  ghost: Ghost;
  seat: number;
  angle: number;
  actions: string[];
}

/* A name's point on the drawing; `kind` says whether "B2.NE" is a corner or a path. */
export function locate(
  g: Geometry,
  kind: PlaceKind,
  place: string,
): (Point & { angle?: number; name: string }) | null {
  return (
    (kind === 'hex'
      ? g.byHex.get(place)
      : kind === 'corner'
        ? g.byCorner.get(place)
        : g.byPath.get(place)) ?? null
  );
}

/* Whom to rob ("0 rob C3 2"): each building of that seat on the hex. */
function victims(g: Geometry, text: string, seats: CatanSeat[]): Target[] {
  const m = move(text),
    seat = Number(m.args[1]),
    hex = g.byHex.get(m.args[0]);
  return [...seats[seat].settlements, ...seats[seat].cities]
    .map((p) => g.byCorner.get(p)!)
    .filter((c) => hex && c.hexes.includes(hex.index))
    .map((c) => ({
      key: `corner ${c.name}`,
      kind: 'corner',
      place: c.name,
      ghost: 'rob',
      seat,
      x: c.x,
      y: c.y,
      angle: 0,
      actions: [text],
    }));
}

export function targets(g: Geometry, legal: string[], seats: CatanSeat[] = []): Target[] {
  if (legal.length && move(legal[0]).verb === 'rob')
    return legal.flatMap((text) => victims(g, text, seats));
  const out = new Map<string, Target>();
  for (const text of legal) {
    const m = move(text),
      what = VERBS[m.verb];
    if (!what) continue;
    const [place] = m.args,
      at = place ? locate(g, what[0], place) : null;
    if (!at) continue;
    const key = `${what[0]} ${at.name}`,
      old = out.get(key);
    if (old) old.actions.push(text);
    else
      out.set(key, {
        key,
        kind: what[0],
        place: at.name,
        ghost: what[1],
        seat: m.seat ?? 0,
        x: at.x,
        y: at.y,
        angle: at.angle ?? 0,
        actions: [text],
      });
  }
  return [...out.values()];
}

/* What a mark points at: a move in notation (its place), or a bare name. */
export function marked(
  g: Geometry,
  mark: string,
): { kind: PlaceKind; x: number; y: number; angle: number }[] {
  const found: { kind: PlaceKind; x: number; y: number; angle: number }[] = [];
  const add = (kind: PlaceKind, place: string) => {
    const at = locate(g, kind, place);
    if (at) found.push({ kind, x: at.x, y: at.y, angle: at.angle ?? 0 });
  };
  if (mark.includes(' ')) {
    const m = move(mark),
      what = VERBS[m.verb] ?? (m.verb === 'token' || m.verb === 'hex' ? ['hex', 'robber'] : null);
    if (what) m.args.filter((a) => /^[A-G]\d/.test(a)).forEach((a) => add(what[0], a));
  } else if (mark.includes('.')) {
    add('corner', mark);
    if (!found.length || /(NE|SE|SW|NW)$/.test(mark)) add('path', mark);
  } else add('hex', mark);
  return found;
}

/* Beside the number. */
export const robberAt = (h: HexPlace): Point => ({ x: h.x + (h.hex.number ? 29 : 0), y: h.y - 1 });

/* How many cards a roll of the hex's number gives the seat. */
export function cardsFrom(g: Geometry, hex: HexPlace, seat: CatanSeat): number {
  const on = (corners: string[]): number =>
    corners.filter((c) => g.byCorner.get(c)?.hexes.includes(hex.index)).length;
  return on(seat.settlements) + 2 * on(seat.cities);
}
