/* sea.ts -- the sea around the island: sheets of paper cut along depth contours.
 *
 * The island is star-shaped seen from its centre, so a contour is a distance per
 * angle: the coast's, smoothed more the farther out, with a slow wobble. */
import { f, rng } from '../../../art/random';
import type { Geometry, Point } from './geometry';

const N = 144;

function reach(coast: Point[], angle: number): number {
  const dx = Math.cos(angle),
    dy = Math.sin(angle);
  let best = 0;
  for (let i = 0; i < coast.length; i++) {
    const a = coast[i],
      b = coast[(i + 1) % coast.length],
      ex = b.x - a.x,
      ey = b.y - a.y;
    const den = dx * ey - dy * ex;
    if (Math.abs(den) < 1e-9) continue;
    const t = (a.x * ey - a.y * ex) / den,
      u = (a.x * dy - a.y * dx) / den;
    if (t > 0 && u >= -1e-6 && u <= 1 + 1e-6 && t > best) best = t;
  }
  return best;
}

function blur(list: number[], width: number): number[] {
  const w = Math.max(1, Math.round(width));
  return list.map((_, i) => {
    let sum = 0,
      n = 0;
    for (let k = -w; k <= w; k++) {
      const g = 1 - Math.abs(k) / (w + 1);
      sum += g * list[(i + k + N) % N];
      n += g;
    }
    return sum / n;
  });
}

function closed(pts: Point[]): string {
  const mid = (a: Point, b: Point) => `${f((a.x + b.x) / 2)} ${f((a.y + b.y) / 2)}`;
  let d = `M${mid(pts[pts.length - 1], pts[0])}`;
  pts.forEach((p, i) => {
    d += `Q${f(p.x)} ${f(p.y)} ${mid(p, pts[(i + 1) % pts.length])}`;
  });
  return d + 'Z';
}

export interface Contour {
  d: string;
  depth: number;
}

/* From the deepest to the shallowest. */
export function contours(g: Geometry, seed: number): Contour[] {
  const r = rng(seed + 77);
  const angles = Array.from({ length: N }, (_, i) => (i / N) * 2 * Math.PI);
  const base = angles.map((a) => reach(g.coast, a));
  const phase = Array.from({ length: 5 }, () => r() * 6.28);
  return [
    [228, 13, 21],
    [156, 10, 15],
    [102, 8, 10.5],
    [61, 5, 6.5],
    [31, 3, 3.4],
  ].map(([off, soft, amp], depth) => {
    const line = blur(base, soft);
    const pts = angles.map((a, i) => {
      const wob =
        Math.sin(a * 3 + phase[0] + depth * 0.5) * 0.5 +
        Math.sin(a * 5 + phase[1] - depth * 0.7) * 0.35 +
        Math.sin(a * 9 + phase[2] + depth) * 0.3 +
        Math.sin(a * 14 + phase[3]) * 0.16;
      const d = Math.max(line[i], base[i] - 12) + off + wob * amp;
      return { x: Math.cos(a) * d, y: Math.sin(a) * d };
    });
    return { d: closed(pts), depth };
  });
}

/* Rhumb lines from a point, as on old charts. */
export function rhumbs(x: number, y: number): string {
  let d = '';
  for (let i = 0; i < 16; i++) {
    const a = (i / 16) * 2 * Math.PI + 0.0001;
    d += `M${f(x + Math.cos(a) * 46)} ${f(y + Math.sin(a) * 46)}L${f(x + Math.cos(a) * 2600)} ${f(y + Math.sin(a) * 2600)}`;
  }
  return d;
}

/* Little waves scattered in the deep. */
export function waves(g: Geometry, seed: number): string {
  const r = rng(seed + 5),
    far = Math.max(g.box.w, g.box.h) / 2;
  let d = '';
  for (let n = 0; n < 46; n++) {
    const a = r() * 6.28,
      dist = far + 95 + r() * 330,
      x = Math.cos(a) * dist * 1.15,
      y = Math.sin(a) * dist * 0.95;
    d += `M${f(x)} ${f(y)}q4-5 8 0t8 0${r() < 0.5 ? `t8 0` : ''}`;
  }
  return d;
}

/* The compass rose: a star of eight cut points. */
export function rose(): { light: string; dark: string } {
  let light = '',
    dark = '';
  for (let i = 0; i < 8; i++) {
    const a = (i / 8) * 2 * Math.PI - Math.PI / 2,
      long = i % 2 ? 22 : 40,
      w = i % 2 ? 6 : 8.5;
    const tip = `${f(Math.cos(a) * long)} ${f(Math.sin(a) * long)}`;
    const l = `${f(Math.cos(a - 0.39) * w)} ${f(Math.sin(a - 0.39) * w)}`,
      s = `${f(Math.cos(a + 0.39) * w)} ${f(Math.sin(a + 0.39) * w)}`;
    light += `M0 0L${l}L${tip}Z`;
    dark += `M0 0L${s}L${tip}Z`;
  }
  return { light, dark };
}
