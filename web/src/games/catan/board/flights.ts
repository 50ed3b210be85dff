/* flights.ts -- cards that fly: from a hex to who earns, from seat to seat, to the supply.
 *
 * Seats, the hand and the supply are found by data-anchor ("seat-0", "hand", "bank",
 * "deck"), the nearest visible one. Nothing waits for a flight; it is only looked at. */
import { ms } from '../../../settings.svelte';
import { ICON } from '../../../art/icons';
import { cards, move } from '../../../table/action';
import { KINDS, type Cards, type CatanView, type GameEvent, type Kind } from '../../../view';
import { KIND_OF } from '../../../art/terrain';
import type { Geometry } from './geometry';

interface Spot { x: number; y: number }
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

export function anchor(name: string): Spot | null {
  for (const el of document.querySelectorAll(`[data-anchor="${name}"]`)) {
    const r = el.getBoundingClientRect();
    if (r.width && r.height) return { x: r.left + r.width / 2, y: r.top + r.height / 2 };
  }
  return null;
}

export const seatAnchor = (view: { viewer: unknown }, seat: number): Spot | null =>
  (view.viewer === seat ? anchor('hand') : null) ?? anchor(`seat-${seat}`);

/* One card from a to b along a low arc. */
export function fly(a: Spot | null, b: Spot | null, kind: Kind | '?', delay = 0): void {
  const time = ms(720);
  if (!a || !b || !time || !Element.prototype.animate) return;
  const el = document.createElement('div');
  el.className = `flight k-${kind === '?' ? 'any' : kind}`;
  const svg = document.createElementNS(SVG, 'svg'), path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  path.setAttribute('d', kind === '?' ? ICON.card : ICON[kind]);
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  el.append(svg);
  layer().append(el);
  const up = Math.min(90, Math.hypot(b.x - a.x, b.y - a.y) * .22);
  const at = (x: number, y: number, s: number, r: number) => `translate(${x - 17}px, ${y - 23}px) scale(${s}) rotate(${r}deg)`;
  el.animate([
    { transform: at(a.x, a.y, .3, -14), opacity: 0 },
    { transform: at(a.x, a.y - 16, 1.1, -6), opacity: 1, offset: .22 },
    { transform: at((a.x + b.x) / 2, (a.y + b.y) / 2 - up, 1.05, 5), opacity: 1, offset: .6 },
    { transform: at(b.x, b.y, .6, 0), opacity: .15 },
  ], { duration: time, delay: delay / Math.max(1, 720 / time), easing: 'ease-in-out', fill: 'both' }).finished.then(() => el.remove(), () => el.remove());
}

const each = (c: Cards): Kind[] => KINDS.flatMap((k) => Array<Kind>(Math.min(4, c[k] ?? 0)).fill(k));

export function flights(event: GameEvent, view: CatanView, g: Geometry, svg: SVGSVGElement): void {
  const m = svg.getScreenCTM();
  if (!m) return;
  const spot = (p: Spot): Spot => new DOMPoint(p.x, p.y).matrixTransform(m);
  const seat = (n: number) => seatAnchor(view, n);
  let delay = 0;
  const send = (from: Spot | null, to: Spot | null, list: (Kind | '?')[]) => list.forEach((k) => { fly(from, to, k, delay); delay += 60; });

  for (const a of event.actions.map(move)) {
    const who = a.seat ?? -1;
    if (a.verb === 'dice' && view.gains) {
      const sum = Number(a.args[0]) + Number(a.args[1]), left = view.gains.map((c) => ({ ...c }));
      for (const h of g.hexes) {
        const kind = KIND_OF[h.hex.terrain];
        if (!kind || h.hex.number !== sum || h.name === view.robber) continue;
        for (const s of view.seats) {
          const n = s.settlements.filter((p) => g.byCorner.get(p)?.hexes.includes(h.index)).length
            + 2 * s.cities.filter((p) => g.byCorner.get(p)?.hexes.includes(h.index)).length;
          for (let i = 0; i < n && (left[s.seat]?.[kind] ?? 0) > 0; i++) {
            left[s.seat][kind] = left[s.seat][kind]! - 1;
            send(spot(h), seat(s.seat), [kind]);
          }
        }
      }
    } else if (a.verb === 'steal') {
      const thief = event.actions.map(move).find((b) => b.seat !== null)?.seat ?? view.turn ?? 0;
      send(seat(Number(a.args[0])), seat(thief), [KINDS.includes(a.args[1] as Kind) ? (a.args[1] as Kind) : '?']);
    } else if (a.verb === 'bank') {
      send(seat(who), anchor('bank'), each(cards(a.args[0])));
      send(anchor('bank'), seat(who), each(cards(a.args[1])));
    } else if (a.verb === 'discard') send(seat(who), anchor('bank'), each(cards(a.args[0])));
    else if (a.verb === 'plenty') send(anchor('bank'), seat(who), each(cards(a.args[0])));
    else if (a.verb === 'draw') send(anchor('deck') ?? anchor('bank'), seat(view.turn ?? 0), ['?']);
    else if (a.verb === 'confirm') { send(seat(who), seat(Number(a.args[0])), ['?']); send(seat(Number(a.args[0])), seat(who), ['?']); }
    else if (a.verb === 'marianne' || a.verb === 'sean') send(anchor('bank'), seat(who), each(cards(a.args[0] ?? '')));
  }
}
