/* flight.ts -- cards that fly from place to place.
 *
 * Places are found by data-anchor ("seat-0", "hand", "bank", "deck", ...), by
 * data-seat and data-kind: the first that is visible. Nothing waits for a flight. */
import { ms } from '../settings.svelte';
import type { Kind } from '../schema';
import { ICON } from './icons';

export interface Spot {
  x: number;
  y: number;
}
const FLIGHT = 720; /* ms */
const SVG = 'http://www.w3.org/2000/svg';

let sky: HTMLDivElement | null = null;
function layer(): HTMLDivElement {
  if (!sky?.isConnected) {
    sky = document.createElement('div');
    sky.className = 'sky';
    sky.setAttribute('aria-hidden', 'true');
    document.body.append(sky);
  }
  return sky;
}

function find(selector: string): Spot | null {
  for (const el of document.querySelectorAll(selector)) {
    const r = el.getBoundingClientRect();
    if (r.width && r.height)
      return {
        x: Math.min(innerWidth - 20, r.left + r.width / 2),
        y: Math.min(innerHeight - 24, r.top + r.height / 2),
      };
  }
  return null;
}
export const anchor = (name: string): Spot | null => find(`[data-anchor="${name}"]`);

/* Where a seat's cards are: one's own hand (the card of that kind), or the seat's panel. */
export const seatAnchor = (
  view: { viewer: unknown },
  seat: number,
  kind: Kind | '?' = '?',
): Spot | null =>
  (view.viewer === seat
    ? ((kind === '?' ? null : find(`[data-kind="${kind}"]`)) ?? anchor('hand'))
    : null) ??
  anchor(`seat-${seat}`) ??
  find(`[data-seat="${seat}"]`);

const seen = (): boolean => ms(1) > 0 && !!Element.prototype.animate && !document.hidden;
/* Until the movement ends. */
function show(el: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
  const gone = (): void => el.remove();
  layer().append(el);
  el.animate(frames, timing).finished.then(gone, gone);
}

/* One card from a to b along a low arc. */
function fly(a: Spot | null, b: Spot | null, kind: Kind | '?', delay = 0): void {
  if (!a || !b || !seen()) return;
  const el = document.createElement('div');
  el.className = `flight k-${kind === '?' ? 'any' : kind}`;
  const svg = document.createElementNS(SVG, 'svg'),
    path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  path.setAttribute('d', kind === '?' ? ICON.card : ICON[kind]);
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  el.append(svg);
  const up = Math.min(90, Math.hypot(b.x - a.x, b.y - a.y) * 0.22);
  const at = (x: number, y: number, s: number, r: number) =>
    `translate(${x - 17}px, ${y - 23}px) scale(${s}) rotate(${r}deg)`;
  show(
    el,
    [
      { transform: at(a.x, a.y, 0.3, -14), opacity: 0 },
      { transform: at(a.x, a.y - 16, 1.1, -6), opacity: 1, offset: 0.22 },
      { transform: at((a.x + b.x) / 2, (a.y + b.y) / 2 - up, 1.05, 5), opacity: 1, offset: 0.6 },
      { transform: at(b.x, b.y, 0.6, 0), opacity: 0.15 },
    ],
    { duration: ms(FLIGHT), delay: ms(delay), easing: 'ease-in-out', fill: 'both' },
  );
}

/* "+2" where cards have just arrived. */
function rise(at: Spot | null, words: string, delay: number): void {
  if (!at || !seen()) return;
  const el = document.createElement('div'),
    from = `translate(${at.x + 14}px, ${at.y - 14}px)`;
  el.className = 'rise num';
  el.textContent = words;
  show(
    el,
    [
      { transform: `${from} scale(0.6)`, opacity: 0 },
      { transform: `${from} scale(1.15)`, opacity: 1, offset: 0.2 },
      { transform: `translate(${at.x + 14}px, ${at.y - 44}px)`, opacity: 0 },
    ],
    { duration: ms(900), delay: ms(delay), easing: 'ease-out', fill: 'both' },
  );
}

/* Cards that leave one after the other. All positions are read before the first card is put on the page: adding one
 * between two reads would lay out the whole page again each time. */
export class Flights {
  #gap: number;
  #delay = 0;
  #jobs: (() => void)[] = [];

  constructor(gap: number) {
    this.#gap = gap;
  }
  send = (from: Spot | null, to: Spot | null, list: (Kind | '?')[]): void => {
    for (const k of list) {
      const delay = this.#delay;
      this.#jobs.push(() => fly(from, to, k, delay));
      this.#delay += this.#gap;
    }
  };
  /* How many have arrived there, once all have landed. */
  count(at: Spot | null, n: number): void {
    this.#jobs.push(() => rise(at, `+${n}`, this.#delay - this.#gap + FLIGHT));
  }
  start(): void {
    for (const job of this.#jobs) job();
  }
}
