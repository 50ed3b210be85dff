/* replayTable.test.ts -- whose cards a replay shows, and an engine that hangs. */
import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('../engine/engine', () => import('./testEngine'));

import { ReplayTable } from './replayTable.svelte';
import type { Person } from './table';
import { before, Engine, EngineStuck } from './testEngine';

const until = (f: () => void): Promise<void> => vi.waitFor(f, { timeout: 60_000 });
const people = (...kinds: Person['kind'][]): Person[] =>
  kinds.map((kind, i) => ({ name: `P${i}`, kind }));

beforeEach(() => {
  before.ask = null;
});

/* A game of bots, as far as `enough`. */
async function game(
  ruleset: string,
  enough: (record: string, over: boolean) => boolean,
): Promise<string> {
  const engine = new Engine();
  let at = await engine.one({ cmd: 'new', ruleset, players: 3, seed: 9 });
  for (let i = 0; ; i++) {
    const record = (await engine.one({ cmd: 'record' })).record as string;
    if (enough(record, at.over as boolean)) return record;
    const { choice } = await engine.one({ cmd: 'go', seat: at.owes[0], level: 'casual', seed: i });
    at = await engine.one({ cmd: 'play', action: choice.action });
  }
}
/* Both of the others have bought a card, and somebody was robbed. */
const secrets = (record: string): boolean =>
  /^\d+ 1 buy; \* draw /m.test(record) &&
  /^\d+ 2 buy; \* draw /m.test(record) &&
  /\* steal \d \w/.test(record);

type Cards = Record<string, number> | null;
interface Hand {
  count: number;
  cards: Cards;
  dev_count: number;
  dev: Cards;
  dev_new: Cards;
  points: number;
  points_public: number;
}
const hands = (t: ReplayTable): Hand[] => t.view!.seats as unknown as Hand[];
const sum = (...all: Cards[]): number =>
  all.flatMap((c) => Object.values(c ?? {})).reduce((n, x) => n + x, 0);
/* Players without cards hide none. */
const open = (s: Hand): [number, number] => [sum(s.cards), sum(s.dev, s.dev_new)];
const told = (t: ReplayTable): string[] => t.events.flatMap((e) => e.actions);

test('the replay of a game that runs shows one person at the screen what they saw, no more', async () => {
  const t = await ReplayTable.open(
    await game('fifth,first=0', secrets),
    people('human', 'bot', 'bot'),
  );
  expect(t.running).toBe(true);
  const drawn = told(t).filter(
    (a, i, all) => a.startsWith('* draw') && /^[12] buy$/.test(all[i - 1]),
  );
  expect(drawn.length).toBeGreaterThan(1);
  for (const a of drawn) expect(a).toBe('* draw ?');
  for (let at = t.steps.length - 1; at >= 0; at -= 10) {
    t.at = at;
    await until(() => expect(t.events).toHaveLength(at + 1));
    for (const [i, s] of hands(t).entries()) {
      expect(open(s), `seat ${i}`).toEqual(i ? [0, 0] : [s.count, s.dev_count]);
      if (i) expect(s.points).toBe(s.points_public);
    }
  }
  expect(await t.record()).toMatch(/\* draw \?/);
  t.close();
});

test('the replay of a game that runs shows nobody’s hand where several people sit at the screen', async () => {
  const t = await ReplayTable.open(
    await game('fifth,first=0', secrets),
    people('human', 'human', 'bot'),
  );
  for (const s of hands(t)) expect([...open(s), s.points - s.points_public]).toEqual([0, 0, 0]);
  expect(hands(t).reduce((n, s) => n + s.count, 0)).toBeGreaterThan(0);
  expect(told(t).filter((a) => /^\* (draw|steal \d) [a-z]/.test(a))).toEqual([]);
  expect(told(t).some((a) => a === '* draw ?')).toBe(true);
  t.close();
});

test('all cards lie open in the replay of a game that is over', async () => {
  for (const who of [people('human', 'bot', 'bot'), people('human', 'human', 'human')]) {
    const t = await ReplayTable.open(await game('fifth,first=0,points=5', (_, over) => over), who);
    expect(t.running).toBe(false);
    for (const s of hands(t)) expect(open(s)).toEqual([s.count, s.dev_count]);
    expect(told(t).filter((a) => a.includes('?'))).toEqual([]);
    t.close();
  }
});

test('a replay whose engine hangs shows the position all the same', async () => {
  const t = await ReplayTable.open(
    await game('fifth,first=0', (r) => r.split('\n').length > 60),
    people('human', 'bot', 'bot'),
  );
  await until(() => expect(t.history.length).toBe(t.steps.length));
  let hung = false;
  before.ask = (requests) => {
    if (requests[0].cmd === 'copy' && !hung) {
      hung = true;
      throw new EngineStuck('no answer');
    }
  };
  t.at = 20;
  await until(() => expect(t.events).toHaveLength(21));
  expect(hung).toBe(true);
  t.close();
});
