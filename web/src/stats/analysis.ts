/* analysis.ts -- how a finished game swung: each seat's chances entry by entry, the moments that
 * changed them most, and how much of that was the dice.
 *
 * Chances are the engine's own estimate, from the view of the seat that has to move; the curve is the
 * mean of what each seat last thought. The share of the dice is exact for that estimate: the value
 * after the roll, minus the mean of the values after all possible rolls. */
import { screens } from '../games/registry';
import { Engine, type Reply, type Request } from '../engine/engine';
import { move } from '../table/action';
import { entries, standing } from '../table/record';
import type { GameEvent, Seat } from '../schema';

/* What one seat thought of everybody's chances after an entry: shares of 1. */
export interface Thought {
  seq: number;
  by: Seat;
  value: number[];
}
export interface Point {
  seq: number;
  value: number[];
}
export interface Swing {
  seq: number;
  seat: Seat;
  before: number;
  after: number;
}
export interface Analysis {
  curve: Point[];
  swings: Swing[];
  start: number[];
  dice: number[] | null; /* what the dice changed in all; null in games without dice */
  result: number[];
}

/* The mean of each seat's latest estimate, so that nobody's secrets dominate and the line does not jump with each
 * turn. */
export function consensus(thoughts: readonly Thought[]): Point[] {
  const last = new Map<Seat, number[]>();
  return thoughts.map((t) => {
    last.set(t.by, t.value);
    const all = [...last.values()];
    return {
      seq: t.seq,
      value: t.value.map((_, s) => all.reduce((sum, v) => sum + v[s], 0) / all.length),
    };
  });
}

/* The entries that changed somebody's chances most, in the order they came. Only estimates of the
 * same seat are compared, because another seat knows other things. */
export function swings(thoughts: readonly Thought[], most = 5): Swing[] {
  const found: Swing[] = [];
  for (let i = 1; i < thoughts.length; i++) {
    const a = thoughts[i - 1],
      b = thoughts[i];
    if (a.by !== b.by) continue;
    const change = b.value.map((v, s) => v - a.value[s]);
    const seat = change.reduce(
      (best, c, s) => (Math.abs(c) > Math.abs(change[best]) ? s : best),
      0,
    );
    if (Math.abs(change[seat]) >= 0.03)
      found.push({ seq: b.seq, seat, before: a.value[seat], after: b.value[seat] });
  }
  return found
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, most)
    .sort((a, b) => a.seq - b.seq);
}

/* What one roll changed: its value minus the mean over all outcomes. */
export function surprise(
  outcomes: readonly { weight: number; value: number[] }[],
  actual: number[],
): number[] {
  const sum = outcomes.reduce((n, o) => n + o.weight, 0);
  return actual.map((v, s) => v - outcomes.reduce((n, o) => n + o.weight * o.value[s], 0) / sum);
}

const share = (a: Reply | undefined): number[] | null => {
  const v = a?.ok ? (a.choice?.value as number[] | undefined) : undefined,
    sum = v?.reduce((n, x) => n + x, 0) ?? 0;
  return v && sum > 0 ? v.map((x) => x / sum) : null;
};
const GO = { cmd: 'go', session: 1, advise: true, level: 'club', seed: 1 };

/* The share of each outcome of the roll of this entry, and of the one that came. */
async function roll(
  engine: Engine,
  e: GameEvent,
  came: number,
  nodes: number,
): Promise<number[] | null> {
  const seat = move(e.actions[0]).seat;
  const [, , menu] = await engine.ask([
    { cmd: 'copy', from: 0, session: 1, upto: e.seq - 1 },
    { cmd: 'play', session: 1, action: e.actions[0] },
    { cmd: 'legal', session: 1 },
  ]);
  if (!menu.ok || menu.seat !== '*') return null;
  const bySum = new Map<number, { action: string; weight: number }>();
  (menu.actions as string[]).forEach((action, i) => {
    const sum = move(action).args.reduce((n, x) => n + Number(x), 0),
      old = bySum.get(sum);
    bySum.set(sum, { action, weight: (old?.weight ?? 0) + (menu.weights as number[])[i] });
  });
  const requests: Request[] = [...bySum.values()].flatMap((o) => [
    { cmd: 'play', session: 1, action: o.action },
    { ...GO, nodes },
    { cmd: 'undo', session: 1 },
  ]);
  const answers = await engine.ask(requests, 20000);
  const outcomes = [...bySum].flatMap(([sum, o], i) => {
    const value = share(answers[3 * i + 1]);
    return value ? [{ sum, weight: o.weight, value }] : [];
  });
  const actual = outcomes.find((o) => o.sum === came);
  return actual && seat !== null ? surprise(outcomes, actual.value) : null;
}

/* The entries in force, from the last one of the set-up on. */
function afterSetUp(events: unknown, begins?: RegExp): GameEvent[] {
  const list = standing(entries(events));
  const first = list.findIndex((e) => e.actions.some((a) => begins?.test(a)));
  return list.slice(Math.max(0, first - 1));
}

const outcome = (winner: Seat | null, seats: number): number[] | null =>
  winner === null ? null : Array.from({ length: seats }, (_, s) => (s === winner ? 1 : 0));

/* Processes a whole record in a separate worker; `progress` is called with 0..1, and returning
 * false stops it. */
export async function analyse(
  record: string,
  progress: (share: number) => boolean,
): Promise<Analysis | null> {
  const engine = new Engine();
  try {
    const loaded = await engine.one({ cmd: 'load', record, chance: 'manual' }, 20000);
    const all = await engine.one({ cmd: 'events' });
    if (!loaded.ok || !all.ok) return null;
    const seats = loaded.players as number,
      { nodes, dice: load, begins } = screens[loaded.game as string],
      game = await load?.(),
      list = afterSetUp(all.events, begins),
      thoughts: Thought[] = [];
    const dice = Array<number>(seats).fill(0);
    let rolls = 0;
    for (let i = 0; i < list.length; i += 16) {
      const some = list.slice(i, i + 16);
      const answers = await engine.ask(
        some.flatMap((e) => [
          { cmd: 'copy', from: 0, session: 1, upto: e.seq },
          { ...GO, nodes },
        ]),
        20000,
      );
      some.forEach((e, k) => {
        const value = share(answers[2 * k + 1]);
        if (value) thoughts.push({ seq: e.seq, by: answers[2 * k + 1].seat as Seat, value });
      });
      for (const e of some) {
        const came = game?.rolled(e) ?? null;
        const change = came === null ? null : await roll(engine, e, came, nodes);
        if (!change) continue;
        rolls++;
        change.forEach((c, s) => {
          dice[s] += c;
        });
      }
      if (!progress(Math.min(1, (i + 16) / list.length))) return null;
    }
    const curve = consensus(thoughts);
    if (!curve.length) return null;
    const result = outcome(loaded.winner as Seat | null, seats) ?? curve[curve.length - 1].value;
    curve.push({ seq: list[list.length - 1].seq, value: result });
    return {
      curve,
      swings: swings(thoughts),
      start: curve[0].value,
      dice: rolls ? dice : null,
      result,
    };
  } finally {
    engine.close();
  }
}
