/* socketTable.test.ts -- a table on a server: the statistics of a game that the page did not see from
 * the start. */
import { beforeEach, expect, test, vi } from 'vitest';

/* A server with one game: it has sent some entries, and answers what each left behind. */
const far = vi.hoisted(() => {
  const handlers = new Map<string, ((m: unknown) => void)[]>();
  return {
    handlers,
    asked: [] as string[],
    ask: (_m: { type: string }): Promise<unknown> => Promise.resolve({ ok: true }),
    history: (_since: number): unknown => ({ ok: false, error: 'lost' }),
    tell: (type: string, m: unknown): void => handlers.get(type)?.forEach((f) => f(m)),
  };
});
vi.mock('../engine/engine', () => import('./testEngine'));
vi.mock('../i18n.svelte', () => ({ t: (id: string) => id }));
vi.mock('../net/connection.svelte', () => ({
  net: {
    state: 'open',
    user: 'u',
    skew: 0,
    resume: () => null,
    open: () => Promise.resolve(),
    ask: (m: { type: string }) => far.ask(m),
    on: (type: string, f: (m: unknown) => void) => {
      far.handlers.set(type, [...(far.handlers.get(type) ?? []), f]);
      return () => undefined;
    },
  },
  api: (path: string) => {
    far.asked.push(path);
    return Promise.resolve(far.history(Number(/since=(\d+)/.exec(path)![1])));
  },
}));

import { income } from '../games/catan/income';
import { known } from '../games/catan/knownHands';
import { race } from '../stats/race';
import type { GameEvent, View } from '../schema';
import type { CatanView } from '../games/catan/view';
import { SocketTable } from './socketTable.svelte';
import { before, Engine, EngineStuck } from './testEngine';

interface Told {
  event: GameEvent;
  view: View;
  left: View;
}

/* Two random players; each entry as seat 0 sees it. Now and then one is taken back. */
async function game(ruleset: string, entries: number): Promise<Told[]> {
  const engine = new Engine(),
    out: Told[] = [];
  let at = await engine.one({ cmd: 'new', ruleset, players: 2, seed: 11, first: 0 }),
    n = 7;
  while ((at.seq as number) < entries && !at.over) {
    const { actions } = await engine.one({ cmd: 'legal', seat: at.owes[0] as number });
    n = (n * 1103515245 + 12345) % 2147483648;
    if (n % 9 === 0 && at.undo === at.seq) at = await engine.one({ cmd: 'undo' });
    else
      at = await engine.one({
        cmd: 'play',
        action: (actions as string[])[n % (actions as string[]).length],
      });
    const [events, own, all] = await engine.ask([
      { cmd: 'events', seat: 0, since: out.at(-1)?.event.seq ?? 0 },
      { cmd: 'view', seat: 0 },
      { cmd: 'view', seat: 'spectator' },
    ]);
    for (const event of events.events as GameEvent[])
      out.push({ event, view: own.view as View, left: all.view as View });
  }
  return out;
}

const GAME = 'g';
const message = (list: Told[], since: number, upto: number): unknown => ({
  type: 'game',
  table: GAME,
  seq: upto,
  view: list[upto - 1].view,
  events: list.filter((x) => x.event.seq > since && x.event.seq <= upto).map((x) => x.event),
  legal: null,
  undo: null,
  clock: null,
});
/* The entries in force among the first `upto`. */
function stands(list: Told[], upto: number): Told[] {
  const out: Told[] = [];
  for (const x of list.slice(0, upto))
    if (x.event.undo === undefined) out.push(x);
    else while (out.length && out[out.length - 1].event.seq >= x.event.undo) out.pop();
  return out;
}
const answer =
  (list: Told[], upto: number, most = 1000) =>
  (since: number): unknown => {
    const all = stands(list, upto).filter((x) => x.event.seq > since),
      some = all.slice(0, most);
    return {
      ok: true,
      seq: some.at(-1)?.event.seq ?? upto,
      last: upto,
      history: some.map((x, i) => ({
        seq: x.event.seq,
        ...(i ? { change: x.left } : { view: x.left }),
      })),
    };
  };
const table = (): SocketTable => {
  far.handlers.clear();
  return new SocketTable(GAME);
};
const statistics = (t: SocketTable): unknown => [
  t.history,
  race(t.history),
  ...(t.view!.game === 'catan' ? [income(t.view as CatanView, t.events, t.history), known(t)] : []),
];
const until = (f: () => void): Promise<void> => vi.waitFor(f, { timeout: 60_000 });

beforeEach(() => {
  far.asked.length = 0;
  far.history = () => ({ ok: false, error: 'lost' });
});

for (const rules of ['fifth,board=random,start=draft', 'struggle'])
  test(`who reloads or comes late has the statistics of who was there: ${rules}`, async () => {
    const list = await game(rules, 160),
      end = list.length;
    expect(list.some((x) => x.event.undo !== undefined)).toBe(true);
    const there = table();
    for (let n = 1; n <= end; n++) far.tell('game', message(list, n - 1, n));
    expect(there.history.map((m) => m.seq)).toEqual(stands(list, end).map((x) => x.event.seq));
    if (there.history[0].seq === 1) expect(far.asked).toEqual([]); /* nothing was missed */
    const late = table();
    far.history = answer(
      list,
      end - 30,
      40,
    ); /* in several pieces; the last entries arrive meanwhile */
    far.tell('game', message(list, 0, end - 30));
    for (let n = end - 29; n <= end; n++) far.tell('game', message(list, n - 1, n));
    await until(() => expect(late.history.length).toBe(there.history.length));
    expect(statistics(late)).toEqual(statistics(there));
    expect(far.asked.length).toBeGreaterThan(1);
  });

test('who was cut off fills the gap, and asks again if there was no answer', async () => {
  const list = await game('fifth,board=random,start=draft', 90),
    end = list.length;
  const whole = table();
  for (let n = 1; n <= end; n++) far.tell('game', message(list, n - 1, n));
  const t = table();
  for (let n = 1; n <= 30; n++) far.tell('game', message(list, n - 1, n));
  far.asked.length = 0;
  far.tell('game', message(list, 30, end - 1)); /* back again; the server does not answer yet */
  await until(() => expect(far.asked.length).toBe(1));
  await Promise.resolve();
  far.history = answer(list, end);
  far.tell('game', message(list, end - 1, end));
  await until(() => expect(t.history.length).toBe(whole.history.length));
  expect(statistics(t)).toEqual(statistics(whole));
  expect(far.asked).toHaveLength(2);
});

test('of a long game the last entries are told, and the others asked for in pages', async () => {
  const list = await game('fifth,board=random,start=draft', 90),
    end = list.length,
    pages: number[][] = [];
  const t = table();
  far.ask = (m) => {
    const { since, upto } = m as unknown as { since: number; upto: number };
    pages.push([since, upto]);
    const events = list.map((x) => x.event).filter((e) => e.seq > since && e.seq <= upto);
    return Promise.resolve({ ok: true, events: events.slice(-25) });
  };
  far.history = answer(list, end);
  far.tell('game', message(list, end - 20, end));
  await until(() => expect(t.events.map((e) => e.seq)).toEqual(list.map((x) => x.event.seq)));
  expect(pages[0]).toEqual([0, end - 20]);
  expect(pages.length).toBeGreaterThan(2);
  await until(() =>
    expect(t.history.map((m) => m.seq)).toEqual(stands(list, end).map((x) => x.event.seq)),
  );
});

test('a table is joined however long the server takes, and one that is not there is said not to be', async () => {
  vi.useFakeTimers();
  try {
    far.handlers.clear();
    far.ask = () =>
      new Promise((done) => {
        setTimeout(() => {
          far.tell('table', { table: { id: GAME, you: { seat: 0 }, seats: [] } });
          done({ ok: true });
        }, 9_000);
      });
    const joined = SocketTable.join(GAME);
    await vi.advanceTimersByTimeAsync(9_000);
    expect((await joined)!.info?.id).toBe(GAME);
    far.ask = () => Promise.resolve({ ok: false, error: 'no-such-table' });
    await expect(SocketTable.join('other')).rejects.toMatchObject({
      answer: { error: 'no-such-table' },
    });
  } finally {
    vi.useRealTimers();
  }
});

test('an engine that hung in a hint still judges moves', async () => {
  const t = table(),
    list = await game('fifth', 30);
  far.tell('table', { table: { id: GAME, you: { seat: 0 }, seats: [] } });
  far.tell('game', message(list, 0, 30));
  const judged = await t.check('0 fly');
  expect(judged).toMatchObject({ ok: false, error: 'bad-action' });
  before.ask = (requests) => {
    if (requests[0].cmd === 'go') throw new EngineStuck('no answer');
  };
  expect(await t.hint()).toEqual([]);
  before.ask = null;
  expect(await t.check('0 fly')).toEqual(judged);
  t.close();
});
