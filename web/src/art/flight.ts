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

/* One card from a to b along a low arc. */
export function fly(a: Spot | null, b: Spot | null, kind: Kind | '?', delay = 0): void {
  const time = ms(720);
  if (!a || !b || !time || !Element.prototype.animate || document.hidden) return;
  const el = document.createElement('div');
  el.className = `flight k-${kind === '?' ? 'any' : kind}`;
  const svg = document.createElementNS(SVG, 'svg'),
    path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  path.setAttribute('d', kind === '?' ? ICON.card : ICON[kind]);
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  el.append(svg);
  layer().append(el);
  const up = Math.min(90, Math.hypot(b.x - a.x, b.y - a.y) * 0.22);
  const at = (x: number, y: number, s: number, r: number) =>
    `translate(${x - 17}px, ${y - 23}px) scale(${s}) rotate(${r}deg)`;
  el.animate(
    [
      { transform: at(a.x, a.y, 0.3, -14), opacity: 0 },
      { transform: at(a.x, a.y - 16, 1.1, -6), opacity: 1, offset: 0.22 },
      { transform: at((a.x + b.x) / 2, (a.y + b.y) / 2 - up, 1.05, 5), opacity: 1, offset: 0.6 },
      { transform: at(b.x, b.y, 0.6, 0), opacity: 0.15 },
    ],
    { duration: time, delay: (delay * time) / 720, easing: 'ease-in-out', fill: 'both' },
  ).finished.then(
    () => el.remove(),
    () => el.remove(),
  );
}

/* "+2" where cards have just arrived. */
export function rise(at: Spot | null, words: string, delay: number): void {
  const time = ms(900);
  if (!at || !time || !Element.prototype.animate || document.hidden) return;
  const el = document.createElement('div'),
    from = `translate(${at.x + 14}px, ${at.y - 14}px)`;
  el.className = 'rise num';
  el.textContent = words;
  layer().append(el);
  el.animate(
    [
      { transform: `${from} scale(0.6)`, opacity: 0 },
      { transform: `${from} scale(1.15)`, opacity: 1, offset: 0.2 },
      { transform: `translate(${at.x + 14}px, ${at.y - 44}px)`, opacity: 0 },
    ],
    { duration: time, delay: ms(delay), easing: 'ease-out', fill: 'both' },
  ).finished.then(
    () => el.remove(),
    () => el.remove(),
  );
}
