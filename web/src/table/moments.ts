/* moments.ts -- the position after each entry of a game, for statistics. */
import type { Reply, Request } from '../engine/engine';
import { move } from './action';
import type { Moment } from './table';
import type { GameEvent, View } from '../schema';

export function moment(e: GameEvent, view: View): Moment {
  const first = move(e.actions[0] ?? '* none');
  const rolled = e.actions.some((a) => a.startsWith('* dice')) && first.seat !== null;
  return {
    seq: e.seq,
    seat: first.seat,
    verb: first.verb,
    turn: view.turn,
    dice: (rolled && view.dice) || null,
    gains: (rolled && view.gains) || null,
    points: view.seats.map((s) => s.points_public),
    counts: view.seats.map((s) => s.count),
    bank: view.bank ?? null,
  };
}

/* entries: a long game is replayed in steps, so that other requests get through */
const AT_ONCE = 40;

/* Replay the entries in force in a second session, and look at the position after each. */
export async function walk(
  events: GameEvent[],
  ask: (requests: Request[]) => Promise<Reply[]>,
  session = 1,
): Promise<Moment[]> {
  const out: Moment[] = [];
  const [fresh] = await ask([{ cmd: 'copy', from: 0, session, upto: 0, chance: 'manual' }]);
  if (!fresh.ok) return out;
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const some = events.slice(at, at + AT_ONCE);
    const answers = await ask(
      some.flatMap((e) => [
        { cmd: 'play', session, actions: e.actions },
        { cmd: 'view', session, seat: 'spectator' },
      ]),
    );
    for (const [i, e] of some.entries()) {
      const view = answers[2 * i + 1];
      if (!answers[2 * i].ok || !view.ok) return out;
      out.push(moment(e, view.view as View));
    }
  }
  return out;
}
