/* geometry.ts -- positions and names of hexes, corners and paths.
 *
 * Everything follows from the hexes' axial coordinates (pointy tops). A corner or path has a
 * name from every hex it touches; the canonical one is that of the first hex in reading order
 * (docs/notation.md). */
import type { Hex, Side } from '../../../schema';

export const S = 60; /* the side of a hex, in drawing units */
export const W = Math.sqrt(3) * S; /* its width */

export const CORNERS = ['N', 'NE', 'SE', 'S', 'SW', 'NW'] as const;
/* Side i lies between corner i and corner i + 1. */
export const SIDES: readonly Side[] = ['NE', 'E', 'SE', 'SW', 'W', 'NW'];
/* The neighbour across side i. */
const STEP = [
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
];

export interface Point {
  x: number;
  y: number;
}
export interface HexPlace extends Point {
  name: string;
  hex: Hex;
  index: number;
}
export interface CornerPlace extends Point {
  name: string;
  hexes: number[];
  paths: number[];
}
export interface PathPlace extends Point {
  name: string;
  a: number;
  b: number;
  hexes: number[];
  angle: number;
  end: [Point, Point];
}
export interface HarborPlace extends Point {
  side: Side;
  hex: Hex;
  a: CornerPlace;
  b: CornerPlace;
  angle: number;
}

export interface Geometry {
  hexes: HexPlace[];
  corners: CornerPlace[];
  paths: PathPlace[];
  byHex: Map<string, HexPlace>;
  byCorner: Map<string, CornerPlace>; /* by every name */
  byPath: Map<string, PathPlace>;
  coast: Point[]; /* the outline, clockwise from the top left */
  box: { x: number; y: number; w: number; h: number };
}

export const center = (q: number, r: number): Point => ({ x: W * (q + r / 2), y: 1.5 * S * r });

export function corner(i: number, k = 1): Point {
  const a = (Math.PI / 3) * i - Math.PI / 2;
  return { x: S * k * Math.cos(a), y: S * k * Math.sin(a) };
}

const at = (p: Point): string => `${Math.round(p.x)},${Math.round(p.y)}`;
const f = (n: number): string => n.toFixed(1).replace(/\.0$/, '');

/* A hex as a path with rounded corners, as if cut from paper. */
export function hexPath(x: number, y: number, k = 1, round = 5): string {
  let d = '';
  for (let i = 0; i < 6; i++) {
    const p = corner((i + 5) % 6, k),
      c = corner(i, k),
      n = corner((i + 1) % 6, k);
    const t = round / (S * k);
    d += `${i ? 'L' : 'M'}${f(x + c.x + (p.x - c.x) * t)} ${f(y + c.y + (p.y - c.y) * t)}Q${f(x + c.x)} ${f(y + c.y)} ${f(x + c.x + (n.x - c.x) * t)} ${f(y + c.y + (n.y - c.y) * t)}`;
  }
  return d + 'Z';
}

export const HEX = hexPath(0, 0, 0.95, 6); /* around (0,0) */

/* Neighbouring hexes share corners and paths: each place has the name of its first hex, and is
 * found by the names of all. */
class Builder {
  readonly g: Geometry = {
    hexes: [],
    corners: [],
    paths: [],
    byHex: new Map(),
    byCorner: new Map(),
    byPath: new Map(),
    coast: [],
    box: { x: 0, y: 0, w: 0, h: 0 },
  };
  private seenCorner = new Map<string, number>();
  private seenPath = new Map<string, number>();

  add(hex: Hex): void {
    const c = center(hex.q, hex.r),
      index = this.g.hexes.length,
      place = { ...c, name: hex.name, hex, index };
    this.g.hexes.push(place);
    this.g.byHex.set(hex.name, place);
    const ring = CORNERS.map((side, i) => {
      const o = corner(i);
      return this.corner({ x: c.x + o.x, y: c.y + o.y }, `${hex.name}.${side}`, index);
    });
    SIDES.forEach((side, i) => this.path(ring[i], ring[(i + 1) % 6], `${hex.name}.${side}`, index));
  }
  private corner(p: Point, name: string, hex: number): number {
    const { corners, byCorner } = this.g;
    let n = this.seenCorner.get(at(p));
    if (n === undefined) {
      n = corners.push({ ...p, name, hexes: [], paths: [] }) - 1;
      this.seenCorner.set(at(p), n);
    }
    corners[n].hexes.push(hex);
    byCorner.set(name, corners[n]);
    return n;
  }
  private path(a: number, b: number, name: string, hex: number): void {
    const { corners, paths, byPath } = this.g,
      pa = corners[a],
      pb = corners[b];
    const mid = { x: (pa.x + pb.x) / 2, y: (pa.y + pb.y) / 2 };
    let n = this.seenPath.get(at(mid));
    if (n === undefined) {
      /* ends from left to right (or top to bottom), so that patterns look alike */
      const end: [Point, Point] =
        pa.x < pb.x - 1 || (Math.abs(pa.x - pb.x) <= 1 && pa.y < pb.y) ? [pa, pb] : [pb, pa];
      const angle = (Math.atan2(end[1].y - end[0].y, end[1].x - end[0].x) * 180) / Math.PI;
      n = paths.push({ ...mid, name, a, b, hexes: [], end, angle }) - 1;
      pa.paths.push(n);
      pb.paths.push(n);
      this.seenPath.set(at(mid), n);
    }
    paths[n].hexes.push(hex);
    byPath.set(name, paths[n]);
  }
}

export function geometry(hexes: Hex[]): Geometry {
  const builder = new Builder(),
    g = builder.g;
  for (const hex of [...hexes].sort((a, b) => a.r - b.r || a.q - b.q)) builder.add(hex);
  g.coast = coastline(g);
  g.box = boxAround(g.coast);
  return g;
}
export function boxAround(points: Point[], margin = 0): Geometry['box'] {
  const xs = points.map((p) => p.x),
    ys = points.map((p) => p.y),
    x = Math.min(...xs) - margin,
    y = Math.min(...ys) - margin;
  return { x, y, w: Math.max(...xs) + margin - x, h: Math.max(...ys) + margin - y };
}

/* Walks along the paths that touch only one hex. */
function coastline(g: Geometry): Point[] {
  const shore = g.paths.map((p, i) => (p.hexes.length === 1 ? i : -1)).filter((i) => i >= 0);
  if (!shore.length) return [];
  const out: Point[] = [],
    used = new Set<number>();
  let path = shore[0],
    node = g.paths[path].a;
  while (!used.has(path)) {
    used.add(path);
    out.push(g.corners[node]);
    node = g.paths[path].a === node ? g.paths[path].b : g.paths[path].a;
    const next = g.corners[node].paths.find((p) => g.paths[p].hexes.length === 1 && !used.has(p));
    if (next === undefined) break;
    path = next;
  }
  return out;
}

export function harborPlace(
  g: Geometry,
  h: { q: number; r: number; side: Side },
): HarborPlace | null {
  const hex = g.hexes.find((p) => p.hex.q === h.q && p.hex.r === h.r);
  if (!hex) return null;
  const i = SIDES.indexOf(h.side),
    path = g.byPath.get(`${hex.name}.${h.side}`)!;
  const out = STEP[i],
    d = center(out[0], out[1]),
    len = Math.hypot(d.x, d.y),
    reach = 37;
  return {
    x: path.x + (d.x / len) * reach,
    y: path.y + (d.y / len) * reach,
    side: h.side,
    hex: hex.hex,
    a: g.corners[path.a],
    b: g.corners[path.b],
    angle: (Math.atan2(d.y, d.x) * 180) / Math.PI,
  };
}

/* The one with the lowest score below `limit`. */
function best<T>(list: T[], score: (p: T) => number, limit = Infinity): T | null {
  let found: T | null = null;
  for (const p of list) {
    const s = score(p);
    if (s < limit) {
      limit = s;
      found = p;
    }
  }
  return found;
}

/* The place that an arrow key leads to: a near one in that direction. */
export const towards = <T extends Point>(
  from: Point,
  list: T[],
  dx: number,
  dy: number,
): T | null =>
  best(list, (p) => {
    const x = p.x - from.x,
      y = p.y - from.y,
      along = x * dx + y * dy;
    return along > 1 ? along + 1.4 * Math.abs(x * dy - y * dx) : Infinity;
  });

export const nearest = <T extends Point>(p: Point, list: T[], within = Infinity): T | null =>
  best(list, (c) => Math.hypot(c.x - p.x, c.y - p.y), within);
