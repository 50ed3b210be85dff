/* flights.ts -- the cards that fly for an entry on CATAN's table: production, thefts, trades
 * with the supply. */
import { anchor, Flights, seatAnchor, type Spot } from '../../../art/flight';
import { cards, each, move, total } from '../../../table/action';
import { KINDS, type GameEvent, type Kind } from '../../../schema';
import type { CatanView } from '../view';
import { KIND_OF } from '../../../art/terrain';
import type { Geometry } from './geometry';
import { cardsFrom } from './places';

/* Four cards of a kind are enough to see. */
const few = (bundle: string): Kind[] => each(cards(bundle), 4);

export function flights(event: GameEvent, view: CatanView, g: Geometry, svg: SVGSVGElement): void {
  const m = svg.getScreenCTM();
  if (!m) return;
  const spot = (p: Spot): Spot => new DOMPoint(p.x, p.y).matrixTransform(m);
  const seat = (n: number, k: Kind | '?' = '?') => seatAnchor(view, n, k);
  const flying = new Flights(60),
    { send } = flying;

  for (const a of event.actions.map(move)) {
    const who = a.seat ?? -1;
    if (a.verb === 'dice' && view.gains) {
      const sum = Number(a.args[0]) + Number(a.args[1]),
        left = view.gains.map((c) => ({ ...c }));
      for (const h of g.hexes) {
        const kind = KIND_OF[h.hex.terrain];
        if (!kind || h.hex.number !== sum || h.name === view.robber) continue;
        for (const s of view.seats) {
          const n = cardsFrom(g, h, s);
          for (let i = 0; i < n && (left[s.seat]?.[kind] ?? 0) > 0; i++) {
            left[s.seat][kind] = left[s.seat][kind]! - 1;
            send(spot(h), seat(s.seat, kind), [kind]);
          }
        }
      }
      view.gains.forEach((c, s) => {
        if (total(c)) flying.count(seat(s), total(c));
      });
    } else if (a.verb === 'steal') {
      const thief = event.actions.map(move).find((b) => b.seat !== null)?.seat ?? view.turn ?? 0;
      send(seat(Number(a.args[0])), seat(thief), [
        KINDS.includes(a.args[1] as Kind) ? (a.args[1] as Kind) : '?',
      ]);
    } else if (a.verb === 'bank') {
      send(seat(who), anchor('bank'), few(a.args[0]));
      send(anchor('bank'), seat(who), few(a.args[1]));
    } else if (a.verb === 'discard') send(seat(who), anchor('bank'), few(a.args[0]));
    else if (a.verb === 'plenty') send(anchor('bank'), seat(who), few(a.args[0]));
    else if (a.verb === 'draw') send(anchor('deck') ?? anchor('bank'), seat(view.turn ?? 0), ['?']);
    else if (a.verb === 'confirm') {
      send(seat(who), seat(Number(a.args[0])), ['?']);
      send(seat(Number(a.args[0])), seat(who), ['?']);
    } else if (a.verb === 'marianne' || a.verb === 'sean')
      send(anchor('bank'), seat(who), few(a.args[0]));
  }
  flying.start();
}
