/* advice.ts -- the answers of the engine's `go` and the server's `why`, in the form the screens
 * show. */
import type { Advice, Person } from './table';

interface Reasoned {
  action: string;
  why?: string;
  reasons?: (string | { term: string; difference: number })[];
}
export interface Choice extends Reasoned {
  win?: number;
  moves?: { action: string; value: number }[];
}

/* Who plays, for the win chances: `levels` of `go`. */
export const levelsOf = (people: Person[]): string =>
  people.map((p) => (p.kind === 'bot' && p.level ? p.level : 'person')).join(',');

const reasons = (d: Choice): Advice['why'] => [
  ...(d.why ? [{ id: d.why }] : []),
  ...(d.reasons ?? []).map((r) =>
    typeof r === 'string' ? { id: r } : { id: r.term, args: { n: r.difference } },
  ),
];

/* One decision. */
export const advice = (d: Choice): Advice => ({
  actions: [d.action],
  ...(d.win === undefined ? {} : { win: d.win / 10000 }),
  why: reasons(d),
});

/* The moves of a hint, best first, each with the value that orders them; the reasons are the
 * first one's. */
export function hintOf(c: Choice): Advice[] {
  const moves = (c.moves ?? []).map((m, i): Advice => ({
    actions: [m.action],
    win: m.value / 10000,
    why: i === 0 ? reasons(c) : [],
  }));
  return moves.length ? moves : [advice(c)];
}
