/* picture.ts -- the picture to share, made on this device: the island at dusk with the winner's
 * pieces lit, the result and the chances beside it. 1200 by 630, the size of link previews.
 *
 * It is built as SVG with the page's own styles, then copied with every colour resolved and both
 * fonts embedded, and drawn to a canvas. */
import { mount, unmount } from 'svelte';
import atkinson from '../art/fonts/atkinson.woff2?url';
import fraunces from '../art/fonts/fraunces.woff2?url';
import { MARK } from '../art/pieces';
import { screens } from '../games/registry';
import type { Color, View } from '../schema';
import { ranked } from '../table/people';
import type { Point } from './analysis';
import { plainer, png } from './png';

interface Result {
  view: View;
  title: string;
  scores: string;
  line: string; /* one true sentence of the analysis */
  seats: { name: string; color: string; points: number; won: boolean }[];
  curve: Point[];
  notes: string[]; /* below: verified rolls, luck */
}

export const WIDTH = 1200,
  HEIGHT = 630;
const COLUMN = 656,
  SPAN = 500;

const NS = 'http://www.w3.org/2000/svg';
type Attributes = Record<string, string | number>;
function el(name: string, attributes: Attributes = {}, ...inside: (SVGElement | string)[]) {
  const e = document.createElementNS(NS, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v));
  e.append(...inside);
  return e;
}

const measure = document.createElement('canvas').getContext('2d');
const SERIF = 'Fraunces Variable',
  SANS = 'Atkinson Hyperlegible Next Variable';

/* As large as possible, down to half. */
function words(
  text: string,
  x: number,
  y: number,
  size: number,
  more: { font?: string; fill?: string; width?: number; end?: boolean; weight?: number } = {},
): SVGElement {
  const { font = SANS, fill = '#fff8e8', width = SPAN, end = false, weight = 400 } = more;
  let fits = size;
  const wide = (s: number): number => {
    if (!measure) return 0;
    measure.font = `${weight} ${s}px "${font}"`;
    return measure.measureText(text).width;
  };
  while (fits > size / 2 && wide(fits) > width) fits -= 1;
  return el(
    'text',
    {
      x,
      y,
      fill,
      'font-size': fits,
      'font-family': font,
      'font-weight': weight,
      'text-anchor': end ? 'end' : 'start',
    },
    text,
  );
}

const mark = (color: string, x: number, y: number, size: number): SVGElement =>
  el(
    'g',
    { class: `seat-${color}`, transform: `translate(${x} ${y}) scale(${size / 15})` },
    el('circle', { r: 13, class: 'p-body', 'stroke-width': 2.2 }),
    el('path', {
      d: MARK[color as Color] ?? '',
      class: 'p-mark',
      transform: 'scale(1.55)',
      'fill-rule': 'evenodd',
    }),
  );

function bands(r: Result, y: number, height: number): SVGElement[] {
  const first = r.curve[0].seq,
    last = Math.max(first + 1, r.curve.at(-1)!.seq);
  const x = (seq: number): number => COLUMN + ((seq - first) / (last - first)) * SPAN;
  const above = (p: Point, s: number): number =>
    y + height * p.value.slice(0, s).reduce((a, b) => a + b, 0);
  return r.seats.map((seat, s) => {
    const edge = (n: number): string[] =>
      r.curve.map((p) => `${x(p.seq).toFixed(1)} ${above(p, n).toFixed(1)}`);
    return el(
      'g',
      { class: `seat-${seat.color}` },
      el('path', {
        class: 'p-body',
        'stroke-width': 2,
        d: `M${[...edge(s), ...edge(s + 1).reverse()].join('L')}Z`,
      }),
    );
  });
}

function column(r: Result): SVGElement[] {
  const out = [
    words('Skerry', COLUMN, 64, 30, { font: SERIF, weight: 670 }),
    words(r.title, COLUMN, 146, 62, { font: SERIF, weight: 670, fill: '#fff' }),
    words(r.scores, COLUMN, 210, 56, { font: SERIF, weight: 670, fill: '#ffc94d' }),
    words(r.line, COLUMN, 258, 24, { fill: '#ffe9c7' }),
  ];
  ranked(r.view).forEach(({ seat }, i) => {
    const s = r.seats[seat],
      x = COLUMN + (i % 2) * 262,
      y = 330 + Math.floor(i / 2) * 46,
      fill = s.won ? '#ffc94d' : '#fff8e8';
    out.push(
      mark(s.color, x + 15, y - 8, 15),
      words(s.name, x + 40, y, 23, { width: 148, weight: s.won ? 660 : 450, fill }),
      words(String(s.points), x + 236, y, 28, { font: SERIF, weight: 670, fill, end: true }),
    );
  });
  if (r.curve.length > 1) {
    const top = r.seats.length > 4 ? 456 : 430,
      height = 560 - top;
    out.push(
      el('rect', {
        x: COLUMN - 3,
        y: top - 3,
        width: SPAN + 6,
        height: height + 6,
        rx: 9,
        fill: '#fff',
      }),
      ...bands(r, top, height),
    );
  }
  r.notes.forEach((note, i) =>
    out.push(
      words(note, COLUMN + (i ? SPAN : 0), 596, 20, { fill: '#ffe9c7', width: 250, end: i > 0 }),
    ),
  );
  return out;
}

/* The board as at the table after a win: dusk over sea and land, the winner's pieces lit. */
async function island(r: Result, room: HTMLElement): Promise<SVGElement[]> {
  const { Board } = await screens[r.view.game].load();
  if (!Board) return [];
  const box = document.createElement('div');
  box.style.cssText = 'position:absolute;left:0;top:0;width:610px;height:610px';
  room.append(box);
  const lit = r.view.winner;
  const shown = mount(Board, {
    target: box,
    props: { view: r.view, legal: [], onplace: () => undefined, decor: true, lit },
  });
  await new Promise((done) => setTimeout(done, 50)); /* effects that place the robber */
  for (const a of box.getAnimations({ subtree: true })) a.finish();
  const layers = [...box.querySelectorAll<SVGElement>('svg[viewBox]')].map(resolved);
  await unmount(shown);
  box.remove();
  for (const layer of layers) {
    layer.setAttribute('x', '14');
    layer.setAttribute('y', '10');
    layer.setAttribute('width', '610');
    layer.setAttribute('height', '610');
    layer.setAttribute('overflow', 'visible'); /* the sea goes on */
  }
  return layers;
}

const STYLES = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'display',
  'visibility',
  'stop-color',
  'stop-opacity',
  'filter',
];

/* A copy that looks the same without any style sheet. */
function resolved(e: SVGElement): SVGElement {
  const copy = e.cloneNode(true) as SVGElement;
  const from = [e, ...e.querySelectorAll<SVGElement>('*')],
    to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  from.forEach((source, i) => {
    const style = getComputedStyle(source);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value) to[i].setAttribute(name, value.replaceAll('"', "'"));
    }
    if (source instanceof SVGGraphicsElement && !source.hasAttribute('transform') && i > 0) {
      if (style.transform !== 'none') to[i].setAttribute('transform', style.transform);
    }
    for (const name of ['class', 'style', 'role', 'tabindex', 'aria-label'])
      to[i].removeAttribute(name);
  });
  return copy;
}

async function face(family: string, url: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const text = Array.from(bytes, (b) => String.fromCharCode(b)).join('');
  return `@font-face{font-family:'${family}';font-weight:400 900;src:url(data:font/woff2;base64,${btoa(text)})}`;
}

async function drawn(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d')!;
  pen.drawImage(image, 0, 0, WIDTH, HEIGHT);
  const pixels = pen.getImageData(0, 0, WIDTH, HEIGHT);
  plainer(pixels.data, WIDTH, HEIGHT);
  if ('CompressionStream' in globalThis) return png(pixels);
  pen.putImageData(pixels, 0, 0);
  return new Promise((done, fail) =>
    canvas.toBlob((b) => (b ? done(b) : fail(new Error('no picture'))), 'image/png'),
  );
}

export async function resultPicture(r: Result): Promise<Blob> {
  const room = document.createElement('div');
  room.style.cssText =
    'position:fixed;left:-4000px;top:0;width:1200px;height:630px;overflow:hidden;visibility:visible';
  room.setAttribute('aria-hidden', 'true');
  document.body.append(room);
  try {
    const dusk = el(
      'linearGradient',
      { id: 'night', x1: 0, y1: 0, x2: 0, y2: 1 },
      ...['#0a0f2e', '#28205c', '#5b2c60', '#7d3560'].map((c, i) =>
        el('stop', { offset: i / 3, 'stop-color': c }),
      ),
    );
    const fade = el(
      'linearGradient',
      { id: 'fade', x1: 0.46, x2: 0.56 },
      el('stop', { offset: 0, 'stop-color': '#000' }),
      el('stop', { offset: 1, 'stop-color': '#fff' }),
    );
    const mask = el(
      'mask',
      { id: 'right', maskUnits: 'userSpaceOnUse', x: 0, y: 0, width: WIDTH, height: HEIGHT },
      el('rect', { width: WIDTH, height: HEIGHT, fill: 'url(#fade)' }),
    );
    const svg = el(
      'svg',
      { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      ...column(r),
    );
    room.append(svg);
    const text = [...svg.children].map((c) => resolved(c as SVGElement));
    const all = el(
      'svg',
      { xmlns: NS, width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      el('defs', {}, dusk, fade, mask),
      ...(await island(r, room)),
    );
    all.insertBefore(
      el('rect', { width: WIDTH, height: HEIGHT, fill: '#0a0f2e' }),
      all.children[1],
    );
    /* the words stand on plain dusk, whatever part of the sea is behind them */
    all.append(
      el('rect', { width: WIDTH, height: HEIGHT, fill: 'url(#night)', mask: 'url(#right)' }),
    );
    all.append(...text);
    const fonts = await Promise.all([face(SERIF, fraunces), face(SANS, atkinson)]);
    const out = new XMLSerializer().serializeToString(all);
    return await drawn(out.replace('<defs>', `<defs><style>${fonts.join('')}</style>`));
  } finally {
    room.remove();
  }
}
