/* flights.ts -- the card game's flying cards: stack, market, hands, discards. */
import { anchor, fly, rise, seatAnchor } from '../../art/flight';
import { cards, each, move } from '../../table/action';
import { KINDS, type GameEvent, type Kind } from '../../schema';
import type { StruggleView } from './view';

const kind = (s: string | undefined): Kind | '?' => (KINDS.includes(s as Kind) ? (s as Kind) : '?');

export function flights(event: GameEvent, view: StruggleView): void {
  const moves = event.actions.map(move),
    by = moves.find((m) => m.seat !== null)?.seat ?? view.turn ?? 0;
  const seat = (n: number, k: Kind | '?' = '?') => seatAnchor(view, n, k);
  let delay = 0;
  const jobs: (() => void)[] = []; /* read all positions before the first card is put on the page */
  const drawn = new Map<number, number>(); /* how many cards each seat draws */
  for (const m of moves) {
    const [a, b] = m.args,
      who = m.seat ?? by;
    const send = (
      from: Parameters<typeof fly>[0],
      to: Parameters<typeof fly>[1],
      list: (Kind | '?')[],
    ) =>
      list.forEach((k) => {
        const after = delay;
        jobs.push(() => fly(from, to, k, after));
        delay += 80;
      });
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
  drawn.forEach((n, s) => {
    const to = seat(s);
    jobs.push(() => rise(to, `+${n}`, delay + 640));
  });
  jobs.forEach((job) => job());
}
