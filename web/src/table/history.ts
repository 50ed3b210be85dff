/* history.ts -- what each entry of a game left behind, for statistics. */
import type { Reply, Request } from '../engine/engine';
import { move } from './action';
import type { Moment } from './table';
import type { GameEvent, View } from '../view';

export function moment(e: GameEvent, view: View): Moment {
  const first = move(e.actions[0] ?? '* none');
  const rolled = view.game === 'catan' && e.actions.some((a) => a.startsWith('* dice')) && first.seat !== null;
  return {
    seq: e.seq, seat: first.seat, verb: first.verb, turn: view.turn,
    dice: rolled && view.game === 'catan' ? view.dice : null,
    gains: rolled && view.game === 'catan' ? view.gains : null,
    points: view.seats.map((s) => s.points_public), counts: view.seats.map((s) => s.count),
  };
}

/* Replay entries in session 1 of the engine and look after each. */
export async function walk(events: GameEvent[], ask: (requests: Request[]) => Promise<Reply[]>): Promise<Moment[]> {
  const out: Moment[] = [];
  const requests = events.flatMap((e) => [
    { cmd: 'play', session: 1, actions: e.actions }, { cmd: 'view', session: 1, seat: 'spectator' }]);
  const answers = await ask(requests);
  events.forEach((e, i) => {
    const view = answers[2 * i + 1];
    if (answers[2 * i].ok && view?.ok) out.push(moment(e, view.view as View));
  });
  return out;
}
