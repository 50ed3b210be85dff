/* flights.ts -- the card game's flying cards: stack, market, hands, discards. */
import { anchor, Flights, seatAnchor } from '../../art/flight';
import { cards, each, move } from '../../table/action';
import { KINDS, type GameEvent, type Kind } from '../../schema';
import type { StruggleView } from './view';

const kind = (s: string | undefined): Kind | '?' => (KINDS.includes(s as Kind) ? (s as Kind) : '?');

export function flights(event: GameEvent, view: StruggleView): void {
  const moves = event.actions.map(move),
    by = moves.find((m) => m.seat !== null)?.seat ?? view.turn ?? 0;
  const seat = (n: number, k: Kind | '?' = '?') => seatAnchor(view, n, k);
  const flying = new Flights(80),
    { send } = flying;
  const drawn = new Map<number, number>(); /* how many cards each seat draws */
  for (const m of moves) {
    const [a, b] = m.args,
      who = m.seat ?? by;
    if (m.verb === 'swap-stack' || m.verb === 'discard')
      send(seat(who, kind(a)), anchor('discard'), [kind(a)]);
    else if (m.verb === 'deal') {
      send(anchor('stack'), seat(Number(a), kind(b)), [kind(b)]);
      drawn.set(Number(a), (drawn.get(Number(a)) ?? 0) + 1);
    } else if (m.verb === 'market') send(anchor('stack'), anchor(`market-${a}`), [kind(a)]);
    else if (m.verb === 'swap-market') {
      send(anchor(`market-${a}`) ?? anchor(`market-${b}`), seat(who, kind(a)), [kind(a)]);
      send(seat(who, kind(b)), anchor(`market-${b}`), [kind(b)]);
    } else if (m.verb === 'steal') send(seat(Number(a)), seat(by, kind(b)), [kind(b)]);
    else if (m.verb === 'give-back' && view.taking)
      send(seat(who, kind(a)), seat(view.taking.from), [kind(a)]);
    else if (m.verb === 'build') send(seat(who), anchor('discard'), each(cards(m.args.at(-1)!), 5));
  }
  drawn.forEach((n, s) => flying.count(seat(s), n));
  flying.start();
}
