/* terrain.ts -- landscapes of layered cut paper, drawn from a seed.
 *
 * A scene is a stack of sheets, the back one first; each sheet is one path whose
 * upper edge is the terrain's silhouette (conifers, mesas, downs, furrows, peaks,
 * dunes). A wide faint stroke beneath each sheet is its shadow, a second fill
 * moved down by a unit leaves a light rim: the thickness of the paper. Hue,
 * lightness, silhouette and direction of the texture all differ, so colour is
 * never the only cue. Colours are variables (tokens.css), so themes need no redraw. */
import type { Terrain } from '../schema';
import { f, pick, rng, type Rng } from './random';

/* The drawing fills this box; `clear` is the radius around (0,0) that a number disc covers. */
interface Frame {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  clear: number;
}

const paint = (colour: string): string => `fill="var(--${colour})"`;

/* A sheet: `edge` from left to right, closed below the frame; `extra` are closed subpaths joined to it. */
function sheet(fr: Frame, edge: string, colour: string, extra = ''): string {
  const d = `${edge}V${f(fr.y1 + 8)}H${f(fr.x0 - 8)}Z${extra}`;
  return `<path class="t-cast" d="${d}"/><path class="t-lit" ${paint(colour)} d="${d}"/><path ${paint(colour)} d="${d}" transform="translate(0 1)"/>`;
}

/* A smooth edge through points a step apart: quadratic curves through midpoints. */
function smooth(pts: [number, number][]): string {
  let d = `M${f(pts[0][0])} ${f(pts[0][1])}`;
  for (let i = 1; i < pts.length - 1; i++) {
    const mx = (pts[i][0] + pts[i + 1][0]) / 2,
      my = (pts[i][1] + pts[i + 1][1]) / 2;
    d += `Q${f(pts[i][0])} ${f(pts[i][1])} ${f(mx)} ${f(my)}`;
  }
  const l = pts[pts.length - 1];
  return d + `L${f(l[0])} ${f(l[1])}`;
}

function wave(fr: Frame, r: Rng, y: number, amp: number, waves: number): [number, number][] {
  const a = r() * 6.3,
    b = r() * 6.3,
    out: [number, number][] = [];
  const w = fr.x1 - fr.x0 + 16;
  for (let i = 0; i <= 12; i++) {
    const u = i / 12;
    out.push([
      fr.x0 - 8 + w * u,
      y + amp * (Math.sin(a + u * waves * 6.28) * 0.7 + Math.sin(b + u * waves * 13.1) * 0.3),
    ]);
  }
  return out;
}
const height = (pts: [number, number][], x: number): number => {
  for (let i = 1; i < pts.length; i++)
    if (x <= pts[i][0]) {
      const u = (x - pts[i - 1][0]) / (pts[i][0] - pts[i - 1][0]);
      return pts[i - 1][1] + (pts[i][1] - pts[i - 1][1]) * u;
    }
  return pts[pts.length - 1][1];
};

const levels = (fr: Frame, n: number, from: number, to: number): number[] =>
  Array.from(
    { length: n },
    (_, i) => fr.y0 + (fr.y1 - fr.y0) * (from + ((to - from) * i) / (n - 1)),
  );

function forest(fr: Frame, r: Rng): string {
  let o = '';
  levels(fr, 5, 0.2, 0.93).forEach((y, i) => {
    const ground = wave(fr, r, y, 4, 1.1);
    let trees = '',
      shade = '';
    for (let x = fr.x0 - 2 + r() * 6; x < fr.x1 + 4; x += 8.5 + r() * 6.5) {
      const b = height(ground, x) + 3,
        big = 0.78 + r() * 0.5,
        h = (20 + i * 1.3) * big,
        w = (7.2 + i * 0.25) * big;
      const t = b - h;
      trees += `M${f(x)} ${f(t)}L${f(x + w * 0.5)} ${f(t + h * 0.4)}L${f(x + w * 0.28)} ${f(t + h * 0.4)}L${f(x + w * 0.78)} ${f(t + h * 0.7)}L${f(x + w * 0.45)} ${f(t + h * 0.7)}L${f(x + w)} ${f(b + 1)}H${f(x - w)}L${f(x - w * 0.45)} ${f(t + h * 0.7)}L${f(x - w * 0.78)} ${f(t + h * 0.7)}L${f(x - w * 0.28)} ${f(t + h * 0.4)}L${f(x - w * 0.5)} ${f(t + h * 0.4)}Z`;
      shade += `M${f(x)} ${f(t + 1.4)}L${f(x + w * 0.5)} ${f(t + h * 0.4)}L${f(x + w * 0.28)} ${f(t + h * 0.4)}L${f(x + w * 0.78)} ${f(t + h * 0.7)}L${f(x + w * 0.45)} ${f(t + h * 0.7)}L${f(x + w)} ${f(b + 1)}H${f(x + w * 0.08)}Z`;
    }
    o +=
      sheet(fr, smooth(ground), `forest-${'abcde'[i]}`, trees) +
      `<path class="t-shade" fill="var(--forest-x)" d="${shade}"/>`;
  });
  return o;
}

/* Flat-topped mesas with strata: level edges, steep sides, bands that follow the top. */
function hills(fr: Frame, r: Rng): string {
  let o = '';
  levels(fr, 4, 0.24, 0.9).forEach((y, i) => {
    const low = y + 6;
    let d = `M${f(fr.x0 - 8)} ${f(low)}`,
      light = '',
      dark = '',
      x = fr.x0 - 6 - r() * 26;
    while (x < fr.x1 + 8) {
      const w = 26 + r() * 20,
        h = 13 + r() * 10,
        top = low - h,
        s = 3.5 + r() * 2.5,
        ledge = r() < 0.6 ? 4 + r() * 5 : 0,
        knee = low - h * 0.45;
      d += `L${f(x)} ${f(low)}L${f(x + s)} ${f(top + 2)}Q${f(x + s + 0.6)} ${f(top)} ${f(x + s + 3)} ${f(top)}H${f(x + w - s - 3)}Q${f(x + w - s - 0.6)} ${f(top)} ${f(x + w - s)} ${f(top + 2)}`;
      d += ledge
        ? `L${f(x + w - s * 0.6)} ${f(knee)}h${f(ledge)}L${f(x + w + ledge)} ${f(low)}`
        : `L${f(x + w)} ${f(low)}`;
      light += `M${f(x + s + 2.5)} ${f(top + 4.6)}H${f(x + w - s - 2.5)}`;
      dark += `M${f(x + s * 0.5 + 2)} ${f(top + h * 0.62)}H${f(x + w - s * 0.5 - 2 + (ledge ? ledge * 0.8 : 0))}`;
      x += w + ledge + 4 + r() * 12;
    }
    d += `H${f(fr.x1 + 8)}`;
    for (let k = 0; k < 2; k++) {
      const by = low + 5.5 + k * 5.6,
        x0 = fr.x0 - 8,
        n = 5,
        w = (fr.x1 - fr.x0 + 16) / n;
      let line = `M${f(x0)} ${f(by)}`;
      for (let j = 0; j < n; j++)
        line += `q${f(w / 2)} ${f((j & 1 ? 1 : -1) * (1.5 + r() * 2))} ${f(w)} 0`;
      if (k) light += line;
      else dark += line;
    }
    o +=
      sheet(fr, d, `hills-${'bcde'[i]}`) +
      `<path class="t-strata" stroke="var(--hills-x)" d="${dark}"/><path class="t-strata" stroke="var(--hills-y)" d="${light}"/>`;
  });
  return o;
}

function sheep(x: number, y: number, d: number, k: number): string {
  return `<g transform="translate(${f(x)} ${f(y)}) scale(${(d * k).toFixed(2)} ${k.toFixed(2)})"><ellipse fill="var(--pasture-y)" cx="0" cy="5.2" rx="6.6" ry="1.5" opacity=".55"/><path class="t-sheep-leg" d="M-3 2v3.6M-.6 3v2.8M2.6 2.4v3.2"/><path fill="var(--pasture-x)" d="M-6.4.6A3 3 0 0 1-4.6-3.4 3.2 3.2 0 0 1 .6-4.4 3.1 3.1 0 0 1 5-2.6 2.9 2.9 0 0 1 4.8 2.4 3 3 0 0 1 .4 3.7 3.3 3.3 0 0 1-4.4 3.2 2.7 2.7 0 0 1-6.4.6Z"/><path class="t-sheep-head" d="M4.6-3.4c1.6-1.2 4.4-.6 4.6 1 .2 1.5-1.2 2.7-2.7 2.5-1.7-.2-2.4-2-1.9-3.500Z"/></g>`;
}

function pasture(fr: Frame, r: Rng): string {
  let o = '';
  const flock: [number, number, string][] = [];
  levels(fr, 4, 0.2, 0.82).forEach((y, i) => {
    const pts = wave(fr, r, y, 6.5, 0.8 + r() * 0.5);
    let tufts = '';
    for (let n = 0; n < 5; n++) {
      const x = fr.x0 + r() * (fr.x1 - fr.x0),
        ty = height(pts, x) + 7 + r() * 12;
      tufts += `M${f(x)} ${f(ty)}l-1.6-3.400M${f(x + 0.6)} ${f(ty)}l.4-4M${f(x + 1.2)} ${f(ty)}l2-3`;
    }
    let bushes = '';
    if (i < 3) {
      const x = fr.x0 + 8 + r() * (fr.x1 - fr.x0 - 16),
        b = height(pts, x) + 1;
      bushes = `<path class="t-bush" fill="var(--pasture-y)" d="M${f(x - 5)} ${f(b)}a3.6 3.6 0 0 1 3-4.600a4 4 0 0 1 6.4.6a3 3 0 0 1 1.6 4z"/>`;
    }
    o +=
      bushes +
      sheet(fr, smooth(pts), `pasture-${'bcde'[i]}`) +
      `<path class="t-tuft" d="${tufts}"/>`;
  });
  const spots: [number, number][] = [];
  for (let n = 0; n < 90 && spots.length < 7; n++) {
    const x = fr.x0 + 12 + r() * (fr.x1 - fr.x0 - 24),
      y = fr.y0 + 26 + r() * (fr.y1 - fr.y0 - 42);
    if (
      Math.hypot(x, y) < fr.clear + 8 ||
      spots.some((p) => Math.abs(p[0] - x) < 15 && Math.abs(p[1] - y) < 11)
    )
      continue;
    if (
      Math.abs(x) > (fr.x1 - fr.x0) / 2 - 14 ||
      (fr.clear && Math.abs(y) + Math.abs(x) * 0.577 > 45)
    )
      continue;
    spots.push([x, y]);
    flock.push([x, y, sheep(x, y, r() < 0.5 ? -1 : 1, 0.86 + r() * 0.26)]);
  }
  return (
    o +
    flock
      .sort((a, b) => a[1] - b[1])
      .map((s) => s[2])
      .join('')
  );
}

/* Parcels of ploughed land: rows in a direction of their own, ears along the crests. */
function fields(fr: Frame, r: Rng): string {
  let o = '';
  const id = 'bcde';
  levels(fr, 4, 0.17, 0.84).forEach((y, i) => {
    const pts = wave(fr, r, y, 4.5, 0.7 + r() * 0.3),
      rows: string[] = [];
    const lean = (i & 1 ? -1 : 1) * (16 + r() * 20);
    let ears = '';
    for (let x = fr.x0 - 40; x < fr.x1 + 40; x += 8.6) {
      const top = height(pts, Math.max(fr.x0 - 8, Math.min(fr.x1 + 8, x)));
      rows.push(`M${f(x)} ${f(top + 2.5)}q${f(lean * 0.2)} 12 ${f(lean)} 34`);
    }
    for (let x = fr.x0 + r() * 5; x < fr.x1; x += 6.2 + r() * 3) {
      const b = height(pts, x) + 2,
        h = 7.5 + r() * 3.5,
        k = (r() - 0.5) * 3;
      ears += `M${f(x)} ${f(b)}q0 ${f(-h * 0.5)} ${f(k)} ${f(-h)}m${f(-k * 0.3)} ${f(h * 0.55)}l-2.2-2.400m2.2 2.400l2.2-2.400m-2.2-.4l-2-2.200m2 2.200l2-2.2`;
    }
    o +=
      `<path class="t-ear" d="${ears}"/>` +
      sheet(fr, smooth(pts), `fields-${id[i]}`) +
      `<path class="t-row" d="${rows.join('')}"/><path class="t-row t-thin" d="${rows.join('')}" transform="translate(3.6 1)"/>`;
  });
  return o;
}

function mountains(fr: Frame, r: Rng): string {
  let o = '';
  levels(fr, 4, 0.42, 1.0).forEach((y, i) => {
    const peaks: [number, number, number, number][] = [];
    let x = fr.x0 - 14 + r() * 12,
      d = `M${f(fr.x0 - 10)} ${f(y + 8)}`,
      shade = '',
      snow = '';
    while (x < fr.x1 + 16) {
      const w = 15 + r() * 9,
        h = (26 + r() * 17) * (1 - i * 0.08);
      peaks.push([x, y - h, w, h]);
      x += w * 1.16 + r() * 5;
    }
    for (const [px, py, w, h] of peaks) {
      d += `L${f(px - w * 0.86)} ${f(py + h * 0.94)}L${f(px - w * 0.42)} ${f(py + h * 0.5)}L${f(px - w * 0.3)} ${f(py + h * 0.42)}L${f(px)} ${f(py)}L${f(px + w * 0.36)} ${f(py + h * 0.38)}L${f(px + w * 0.5)} ${f(py + h * 0.46)}L${f(px + w * 0.86)} ${f(py + h * 0.94)}`;
      shade += `M${f(px)} ${f(py + 1)}L${f(px + w * 0.36)} ${f(py + h * 0.38)}L${f(px + w * 0.5)} ${f(py + h * 0.46)}L${f(px + w * 0.86)} ${f(py + h * 0.94)}L${f(px + w * 0.2)} ${f(py + h * 1.1)}L${f(px - w * 0.02)} ${f(py + h * 0.72)}L${f(px + w * 0.13)} ${f(py + h * 0.5)}L${f(px - w * 0.04)} ${f(py + h * 0.3)}Z`;
      const s = 0.3 + r() * 0.1;
      snow += `M${f(px)} ${f(py)}L${f(px + w * s)} ${f(py + h * s * 1.06)}L${f(px + w * s * 0.55)} ${f(py + h * s * 0.92)}L${f(px + w * 0.05)} ${f(py + h * s * 1.42)}L${f(px - w * s * 0.34)} ${f(py + h * s)}L${f(px - w * s * 0.8)} ${f(py + h * s * 1.2)}Z`;
    }
    d += `L${f(fr.x1 + 10)} ${f(y + 8)}`;
    o +=
      sheet(fr, d, `mountains-${'bcde'[i]}`) +
      `<path class="t-facet" fill="var(--mountains-x)" d="${shade}"/><path fill="var(--mountains-y)" d="${snow}"/>`;
  });
  return o;
}

function desert(fr: Frame, r: Rng): string {
  let o = '';
  levels(fr, 4, 0.2, 0.86).forEach((y, i) => {
    const pts = wave(fr, r, y, 7, 0.55 + r() * 0.25);
    let ripple = '';
    for (let k = 1; k < 4; k++)
      ripple += smooth(
        pts.map(
          ([x, py], n) => [x, py + k * 5.2 + Math.sin(n * 1.7 + k) * 0.9] as [number, number],
        ),
      );
    o += sheet(fr, smooth(pts), `desert-${'bcde'[i]}`) + `<path class="t-ripple" d="${ripple}"/>`;
  });
  const x = pick(r, [-27, 26]),
    y = 30;
  o += `<g transform="translate(${x} ${y})"><ellipse fill="var(--desert-x)" cx="3" cy="1" rx="11" ry="2.4" opacity=".6"/><path class="t-cactus" d="M0 0V-20M0-6h-6.500v-7M0-9h6v-6"/></g>`;
  o += `<g transform="translate(${-x * 0.9} ${-22}) scale(.9)"><ellipse fill="var(--desert-x)" cx="1" cy="6" rx="10" ry="2" opacity=".5"/><path class="t-bone" d="M-8 4C-9-3-4-8 0-6C5-8 8-2 8 4H4C4 0 2-2 0-1C-2-2-4 0-4 4Z"/></g>`;
  return o;
}

const DRAW: Record<Terrain, (fr: Frame, r: Rng) => string> = {
  forest,
  hills,
  pasture,
  fields,
  mountains,
  desert,
};
const HEX: Frame = { x0: -54, y0: -62, x1: 54, y1: 62, clear: 21 };
const kept = new Map<string, string>();

/* The inside of a hex around (0,0), to be clipped by it. */
export function tile(kind: Terrain, seed: number): string {
  const key = `${kind}${seed}`;
  let s = kept.get(key);
  if (!s) kept.set(key, (s = DRAW[kind](HEX, rng(seed + 1))));
  return s;
}

/* A landscape for a card or a banner of any size. */
export function scene(kind: Terrain, seed: number, frame: Frame): string {
  return DRAW[kind](frame, rng(seed + 1));
}

export const TERRAIN_OF = {
  brick: 'hills',
  lumber: 'forest',
  wool: 'pasture',
  grain: 'fields',
  ore: 'mountains',
} as const;
export const KIND_OF = {
  hills: 'brick',
  forest: 'lumber',
  pasture: 'wool',
  fields: 'grain',
  mountains: 'ore',
  desert: null,
} as const;
