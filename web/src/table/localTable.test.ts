/* localTable.test.ts -- a game in this page: long ones, kept ones, several people, and an engine that hangs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

/* A storage that counts writes and may be full. */
const disk = vi.hoisted(() => {
  const kept = new Map<string, string>();
  const store = {
    kept,
    written: 0,
    most: 0,
    room: 5_000_000,
    get length() {
      return kept.size;
    },
    key: (i: number) => [...kept.keys()][i] ?? null,
    getItem: (k: string) => kept.get(k) ?? null,
    removeItem: (k: string) => {
      kept.delete(k);
    },
    setItem(k: string, v: string) {
      const used = [...kept].reduce(
        (n, [key, text]) => n + (key === k ? 0 : key.length + text.length),
        0,
      );
      if (used + k.length + v.length > store.room) throw new Error('full');
      store.written += v.length;
      store.most = Math.max(store.most, v.length);
      kept.set(k, v);
    },
  };
  Object.assign(globalThis, { localStorage: store });
  return store;
});
vi.mock('../engine/engine', () => import('./testEngine'));
vi.mock('../settings.svelte', () => ({ settings: { speed: 4 } }));

import { drop, find, keep, saves, split } from '../savedGames';
import { affordable, BotWorker } from './botWorker';
import { LocalTable } from './localTable.svelte';
import { Log } from './record';
import { settings } from '../settings.svelte';
import { ReplayTable } from './replayTable.svelte';
import type { Person } from './table';
import { before, Engine, EngineStuck, passed } from './testEngine';

/* However slow the machine. */
const until = (f: () => void): Promise<void> => vi.waitFor(f, { timeout: 60_000 });
const PEOPLE: Person[] = [
  { name: 'Ada', kind: 'human' },
  { name: 'Ben', kind: 'human' },
];
const ALONE: Person[] = [
  { name: 'Ada', kind: 'human' },
  { name: 'Bo', kind: 'bot', level: 'random' },
];

/* The same dice in every run. */
function sameLuck(): void {
  let n = 0;
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((list) => {
    const bytes = list as Uint8Array;
    return bytes.fill(0).map(() => (n = (n * 73 + 41) % 65_521)) as typeof list;
  });
}

beforeEach(() => {
  before.ask = null;
  sameLuck();
  disk.kept.clear();
  disk.room = 5_000_000;
  disk.written = disk.most = 0;
});

/* A game of `n` entries in which nobody builds, made by the engine itself. */
async function long(n: number): Promise<string> {
  const engine = new Engine();
  let at = await engine.one({ cmd: 'new', ruleset: 'fifth,points=30', players: 2, seed: 3 });
  while ((at.seq as number) < n) {
    const seat = at.owes[0] as number,
      { actions } = await engine.one({ cmd: 'legal', seat });
    const calm = (actions as string[]).filter((a) => / (roll|end|discard)/.test(a));
    at = await engine.one({ cmd: 'play', action: (calm.length ? calm : (actions as string[]))[0] });
  }
  return (await engine.one({ cmd: 'record' })).record as string;
}

/* A game that bots have played to its end. */
async function won(): Promise<string> {
  const engine = new Engine();
  let at = await engine.one({ cmd: 'new', ruleset: 'struggle,points=3', players: 2, seed: 3 });
  while (!at.over) {
    const { choice } = await engine.one({ cmd: 'go', seat: at.owes[0], level: 'random', seed: 1 });
    at = await engine.one({ cmd: 'play', action: choice.action });
  }
  return (await engine.one({ cmd: 'record' })).record as string;
}

interface Verdict {
  verified: boolean;
  fault?: string;
  why?: string;
}
function verdict(record: string): Verdict {
  const program = new URL('../../../build/skerry', import.meta.url).pathname,
    { stdout } = spawnSync(program, ['verify', '--json', '-'], { input: record });
  return JSON.parse(stdout.toString()) as Verdict;
}
/* What `skerry verify` has against a record; "" where it only misses committed dice. */
function fault(record: string): string {
  const { verified, fault: what, why = '' } = verdict(record);
  return verified || what === 'no-promise' ? '' : why;
}

/* One move of the person at the screen; never one that ends the game. */
async function move(table: LocalTable): Promise<void> {
  if (table.curtain !== null) {
    table.lift();
    await until(() => expect(table.legal.length).toBeGreaterThan(0));
  }
  const calm = table.legal.filter((a) => / (roll|end|discard)/.test(a));
  expect(await table.play((calm.length ? calm : table.legal)[0])).toEqual({ ok: true });
}

test('the three-thousandth entry costs what the thirtieth does', async () => {
  const cost = async (
    entries: number,
  ): Promise<{ bytes: number; most: number; written: number; piece: number }> => {
    disk.kept.clear();
    const table = await LocalTable.resume({ record: await long(entries), people: PEOPLE });
    await until(() => expect(table.history).toHaveLength(entries));
    for (let i = 0; i < 10; i++) await move(table); /* both have looked at the table once */
    Object.assign(passed, { bytes: 0, most: 0 });
    disk.written = disk.most = 0;
    for (let i = 0; i < 100; i++) await move(table);
    expect(table.history).toHaveLength(entries + 110);
    expect(split(table.save()!.record).lines).toHaveLength(entries + 110);
    table.close();
    return { bytes: passed.bytes, most: passed.most, written: disk.written, piece: disk.most };
  };
  const early = await cost(30),
    late = await cost(3000);
  for (const k of ['bytes', 'most', 'written', 'piece'] as const)
    expect(late[k], k).toBeLessThan(1.5 * early[k]);
});

test('what is written of a game is whole: played on, kept, or over', async () => {
  const table = await LocalTable.resume({ record: await long(30), people: PEOPLE });
  for (let i = 0; i < 5; i++) await move(table);
  const running = await table.record();
  expect(fault(running)).toBe('');
  expect(fault(running.replace(/^Check: ./m, 'Check: x'))).toContain('changed');
  expect(fault(table.save()!.record)).toBe('');
  table.close();
  const over = await LocalTable.resume({ record: await won(), people: ALONE });
  const written = await over.record();
  expect(written).toMatch(/^Result: /m);
  expect(fault(written)).toBe('');
  over.close();
});

test('a new game’s dice are promised at its start and verified at its end', async () => {
  const table = await LocalTable.start({
    ruleset: 'struggle,points=3,first=0',
    players: 2,
    people: ALONE,
  });
  const running = await table.record();
  expect(running).not.toContain('Server-Seed');
  for (let i = 0; (await table.final()) === null; i += 7) {
    const actions = table.legal;
    if (actions.length) await table.play(actions[i % actions.length]);
    else await new Promise((r) => void setTimeout(r, 2));
  }
  const written = await table.record(),
    promise = /^Commitment: .*$/m;
  expect(promise.exec(written)![0]).toBe(promise.exec(running)![0]);
  expect(verdict(written)).toMatchObject({ verified: true });
  const again = await LocalTable.resume({ record: written, people: ALONE }, 5);
  expect(again.save()!.record).not.toContain('Commitment');
  again.close();
  table.close();
});

test('a kept game is the game: closed and opened again, it goes on', async () => {
  const table = await LocalTable.resume({ record: await long(300), people: PEOPLE });
  for (let i = 0; i < 150; i++) await move(table);
  const record = table.save()!.record,
    rolls = table.history.filter((m) => m.dice).length;
  table.close();
  const save = find(table.id)!;
  expect(save.record).toBe(record);
  expect(save.seq).toBe(450);
  const again = await LocalTable.resume(save);
  await until(() => expect(again.history.filter((m) => m.dice)).toHaveLength(rolls));
  await move(again);
  expect(find(table.id)!.record.startsWith(record)).toBe(true);
  again.close();
});

test('a game kept by the first version of the page is still opened', async () => {
  const record = await long(40);
  disk.kept.set(
    'skerry.game.old',
    JSON.stringify({
      v: 1,
      id: 'old',
      game: 'catan',
      ruleset: 'fifth,points=30',
      people: PEOPLE,
      record,
      seq: 40,
      at: 1,
      over: false,
      winner: null,
    }),
  );
  const table = await LocalTable.resume(find('old')!);
  await move(table);
  table.close();
  expect(find('old')!.seq).toBe(41);
  expect(saves()).toHaveLength(1);
});

test('a lost piece of a kept game loses what came after it and nothing before', async () => {
  const record = await long(300);
  keep({
    id: 'x',
    game: 'catan',
    ruleset: 'fifth,points=30',
    people: PEOPLE,
    record,
    seq: 300,
    at: 1,
    over: false,
    winner: null,
  });
  disk.kept.delete('skerry.part.x.2');
  expect(split(find('x')!.record).lines).toEqual(split(record).lines.slice(0, 128));
  disk.kept.delete('skerry.part.x.0'); /* not even an island is left */
  expect(find('x')).toBeUndefined();
  expect(saves()).toEqual([]);
});

test('undo: alone over what bots did since, among people only one’s own last step', async () => {
  for (const people of [ALONE, PEOPLE]) {
    const table = await LocalTable.start({
      ruleset: 'fifth,board=random,start=draft',
      players: 2,
      first: 0,
      people,
    });
    if (table.curtain !== null) table.lift();
    await until(() => expect(table.legal[0]).toContain('settle'));
    expect(table.can.undo).toBe(false);
    await table.play(table.legal[0]);
    await table.play(table.legal[0]);
    if (people === PEOPLE) await until(() => expect(table.curtain).toBe(1));
    else await until(() => expect(table.events.at(-1)?.actions[0]).toMatch(/^1 road/));
    expect(table.can.undo).toBe(people === ALONE);
    const answer = await table.undo();
    expect(answer.ok).toBe(people === ALONE);
    if (answer.ok) expect(table.legal[0]).toContain('0 road');
    table.close();
  }
});

test('a full storage: the game goes on, says so, and is kept again when there is room', async () => {
  const table = await LocalTable.resume({ record: await long(60), people: PEOPLE });
  disk.room = 100;
  for (let i = 0; i < 10; i++) await move(table);
  expect(table.trouble).toBe('trouble.full');
  disk.room = 5_000_000;
  for (let i = 0; i < 45; i++) await move(table);
  expect(find(table.id)!.record).toBe(table.save()!.record);
  table.close();
});

test('the same game in two pages: the first leaves it to the one that writes it now', async () => {
  const first = await LocalTable.resume({ record: await long(60), people: PEOPLE }),
    id = first.id;
  let taken = 0;
  first.taken = () => taken++;
  const second = await LocalTable.resume(find(id)!);
  for (let i = 0; i < 70; i++) await move(second);
  await move(first);
  expect(taken).toBe(1);
  expect(find(id)!.record).toBe(second.save()!.record);
  expect(saves()).toHaveLength(1);
  first.close();
  second.close();
});

test('a full storage deletes nothing by itself, and a deleted game comes back as it was', async () => {
  const record = await long(300);
  for (let i = 0; i < 12; i++)
    keep({
      id: `old${i}`,
      game: 'catan',
      ruleset: 'fifth,points=30',
      people: PEOPLE,
      record,
      seq: 300,
      at: i,
      over: true,
      winner: 0,
    });
  disk.room = [...disk.kept].reduce((n, [k, v]) => n + k.length + v.length, 0) + 500;
  const table = await LocalTable.resume({ record, people: PEOPLE });
  expect(table.trouble).toBe('trouble.full');
  expect(saves().filter((s) => s.over)).toHaveLength(12);
  const before = new Map(disk.kept);
  const putBack = drop('old0');
  expect(find('old0')).toBeUndefined();
  expect(putBack()).toBe(true);
  expect(new Map([...disk.kept].filter(([k]) => before.has(k)))).toEqual(before);
  drop('old1');
  drop('old2');
  table.retry();
  expect(table.trouble).toBeNull();
  expect(putBack()).toBe(true); /* already there */
  table.close();
});

test('a game deleted while it is open is kept again, all of it', async () => {
  const table = await LocalTable.resume({ record: await long(200), people: PEOPLE });
  drop(table.id);
  for (let i = 0; i < 3; i++) await move(table);
  expect(find(table.id)!.record).toBe(table.save()!.record);
  table.close();
});

test('why a bot did that: only of a move made, and no card that others may not see', async () => {
  const people: Person[] = [
    { name: 'Ada', kind: 'human' },
    { name: 'Bo', kind: 'bot', level: 'casual' },
    { name: 'Cy', kind: 'bot', level: 'casual' },
  ];
  const table = await LocalTable.start({
    ruleset: 'struggle,points=30,first=0',
    players: 3,
    people,
  });
  const told = (): string[] => table.events.flatMap((e) => e.actions);
  let secrets = 0;
  for (let i = 0; secrets < 3; i++) {
    expect(i, 'nothing secret was done').toBeLessThan(20_000);
    for (const seat of [1, 2]) {
      for (const d of (await table.why(seat)) ?? []) {
        /* as everybody may see it, though it may have happened to this seat */
        const [words, hidden] = d.actions[0].split('?');
        expect(told().some((a) => (hidden === undefined ? a === words : a.startsWith(words)))).toBe(
          true,
        );
        if (!d.actions[0].endsWith(' ?')) continue;
        expect(d.why.length, 'the reasons would tell which card').toBeLessThan(2);
        secrets++;
      }
    }
    if (table.view!.owes.includes(0) && table.legal.length)
      await table.play(table.legal.find((a) => / draw /.test(a)) ?? table.legal[0]);
    await new Promise((r) => {
      setTimeout(r, 2);
    });
  }
  table.close();
});

test('a bot tells its whole turn, and only that', async () => {
  const people: Person[] = [
    { name: 'Ada', kind: 'human' },
    { name: 'Bo', kind: 'bot', level: 'club' },
  ];
  const table = await LocalTable.start({
    ruleset: 'fifth,phases=combined,points=6,first=0',
    players: 2,
    people,
  });
  let longest = 0;
  for (let i = 0; table.view?.winner === null && i < 20_000; i++) {
    const acts = table.events.flatMap((e) => e.actions.filter((a) => a.startsWith('1 ')));
    const turn = acts.slice(acts.lastIndexOf('1 end', acts.lastIndexOf('1 end') - 1) + 1);
    const told = (await table.why(1)) ?? [];
    if (table.view.turn === 0 && table.view.phase === 'roll')
      for (const d of told) expect(turn).toContain(d.actions[0]);
    longest = Math.max(longest, told.length);
    if (table.view.owes.includes(0) && table.legal.length) {
      const dull = table.legal.find((a) => / (roll|end|decline)/.test(a));
      await table.play(dull ?? table.legal[0]);
    }
    await new Promise((r) => {
      setTimeout(r, 1);
    });
  }
  expect(longest).toBeGreaterThan(1);
  table.close();
});

test('after a reload a bot’s reasons are not known, rather than nothing', async () => {
  const people: Person[] = [
    { name: 'Ada', kind: 'human' },
    { name: 'Bo', kind: 'bot', level: 'club' },
  ];
  const table = await LocalTable.start({
    ruleset: 'fifth,board=random,start=draft,first=1',
    players: 2,
    people,
  });
  const mine = async (t: LocalTable): Promise<void> => {
    while (!t.view?.owes.includes(0) || !t.legal.length)
      await new Promise((r) => {
        setTimeout(r, 2);
      });
  };
  await mine(table);
  expect(await table.why(1)).not.toBeNull();
  const saved = table.save()!;
  table.close();
  const again = await LocalTable.resume(saved);
  await mine(again);
  expect(await again.why(1)).toBeNull();
  again.close();
});

test('a hint shows comparable chances, the best first, and counts in who plays', async () => {
  const start = (level: string): Promise<LocalTable> =>
    LocalTable.start({
      ruleset: 'fifth,board=random,phases=combined,first=0',
      players: 3,
      people: [
        { name: 'Ada', kind: 'human' },
        { name: 'Bo', kind: 'bot', level },
        { name: 'Cy', kind: 'bot', level },
      ],
    });
  const chances: number[] = [];
  for (const level of ['beginner', 'master']) {
    const table = await start(level);
    while (!table.legal.length)
      await new Promise((r) => {
        setTimeout(r, 2);
      });
    const list = await table.hint();
    expect(list.length).toBeGreaterThan(1);
    expect(list[0].why.length).toBeGreaterThan(0);
    list.slice(1).forEach((a, i) => expect(a.win!).toBeLessThanOrEqual(list[i].win!));
    chances.push(list[0].win!);
    table.close();
  }
  expect(chances[0]).toBeGreaterThan(chances[1] + 0.1);
});

test('on a slow device the far-sighted levels think less, the others as ever', () => {
  const here = 0.012,
    slow = 6 * here; /* as measured, and a processor six times slower */
  expect(affordable('master', here)).toEqual({});
  expect(affordable('club', slow)).toEqual({});
  for (const [level, rate] of [
    ['master', slow],
    ['grandmaster', slow],
  ] as const)
    expect(affordable(level, rate).nodes! * rate).toBeLessThanOrEqual(700);
});

test('a hint asked while a bot thinks: the brain takes in each entry once', async () => {
  const brain = new BotWorker(),
    asked: string[] = [];
  await brain.go(new Log(await long(60)), 0);
  before.ask = async (requests) => {
    asked.push(...requests.map((r) => r.cmd));
    await new Promise((r) => {
      setTimeout(r, 2);
    });
  };
  const log = new Log(await long(62));
  asked.length = 0;
  await Promise.all([brain.go(log, 0), brain.go(log, 1)]);
  expect(asked.filter((c) => c !== 'go')).toEqual(['play', 'play']);
  brain.close();
});

test('a replay of a game in which nobody has moved shows the table', async () => {
  const record = (await long(1)).split('\n\n')[0] + '\n\n',
    replay = await ReplayTable.open(record, PEOPLE);
  expect(replay.view?.seats).toHaveLength(2);
  replay.close();
});

test('one screen, quick hands: the curtain is lifted before the new state is here', async () => {
  const table = await LocalTable.resume({ record: await long(60), people: PEOPLE });
  before.ask = () =>
    new Promise((r) => {
      setTimeout(r, 2);
    }); /* an engine far away */
  for (let i = 0; i < 60; i++) {
    const calm = table.legal.filter((a) => / (roll|end|discard)/.test(a))[0] ?? table.legal[0];
    if (table.curtain !== null) table.lift();
    if (calm) void table.play(calm);
    table.lift();
    await new Promise((r) => {
      setTimeout(r, 3);
    });
    table.lift();
    expect(table.seat === null || table.view!.viewer === table.seat).toBe(true);
  }
  before.ask = null;
  await until(() => expect(table.legal.length + (table.curtain ?? -1) + 1).toBeGreaterThan(0));
  await move(table);
  expect(table.view!.owes).toContain(table.curtain ?? table.seat);
  table.close();
});

test('the engine hangs: it is loaded from the record and the move is made once', async () => {
  const table = await LocalTable.resume({ record: await long(60), people: PEOPLE });
  if (table.curtain !== null) table.lift();
  await until(() => expect(table.legal.length).toBeGreaterThan(0));
  let hung = 0;
  before.ask = (requests) => {
    if (requests[0].cmd === 'play' && !hung++) throw new EngineStuck('no answer');
  };
  await move(table);
  expect(hung).toBe(2);
  expect(table.trouble).toBe('trouble.engine');
  expect(table.save()!.seq).toBe(61);
  table.close();
});

test('the engine hangs while a game begins: it begins all the same', async () => {
  for (const n of [1, 2, 3]) {
    let asked = 0;
    before.ask = () => {
      if (++asked === n) throw new EngineStuck('no answer');
    };
    const table = await LocalTable.start({
      ruleset: 'fifth,first=0',
      players: 2,
      people: PEOPLE,
    });
    expect(asked).toBeGreaterThan(n);
    expect(table.trouble).toBe('trouble.engine');
    await move(table);
    expect(table.save()!.seq, `answer ${n}`).toBe(1);
    table.close();
  }
});

test('a bot that hangs three times: the least harmful move, and the game goes on', async () => {
  let asked = 0;
  before.ask = (requests) => {
    if (requests[0].cmd === 'go') {
      asked++;
      throw new EngineStuck('no answer');
    }
  };
  const table = await LocalTable.start({
    ruleset: 'fifth,board=random,start=draft,first=1',
    players: 2,
    people: ALONE,
  });
  await until(() => expect(table.events.length).toBeGreaterThanOrEqual(3));
  expect(asked).toBeGreaterThanOrEqual(6);
  table.close();
});

test('a bot that answers nonsense does not stop the game, and is not asked for ever', async () => {
  const asked = vi
    .spyOn(BotWorker.prototype, 'go')
    .mockResolvedValue({ ok: true, choice: { action: '1 nonsense' } });
  const table = await LocalTable.start({
    ruleset: 'fifth,first=1',
    players: 2,
    people: ALONE,
  });
  for (let rolled = false; !rolled;) {
    await until(() => expect(table.legal.length).toBeGreaterThan(0));
    rolled = table.legal[0] === '0 roll';
    await table.play(table.legal[0]);
  }
  await new Promise((r) => setTimeout(r, 100));
  const free = asked.mock.calls.length;
  await new Promise((r) => setTimeout(r, 500));
  expect(asked.mock.calls.length).toBe(free);
  table.close();
  asked.mockRestore();
});

test('a person who acts while a bot muses does not stop the game', async () => {
  const table = await LocalTable.start({
    ruleset: 'fifth,first=0',
    players: 2,
    people: ALONE,
  });
  let muse: () => void = () => undefined,
    musing = false;
  await until(() => expect(table.legal).toEqual(['0 roll']));
  before.ask = async (requests) => {
    /* a bot that owes nothing takes its time */
    if (requests[0].cmd === 'go' && table.view!.owes.includes(0)) {
      musing = true;
      await new Promise<void>((r) => {
        muse = r;
      });
    }
  };
  while (!table.legal.includes('0 end')) await table.play(table.legal[0]);
  await until(() => expect(musing).toBe(true));
  expect(await table.play('0 end')).toEqual({ ok: true });
  before.ask = null;
  muse();
  await until(() => expect(table.view!.owes).toEqual([0]));
  table.close();
});

test('a replay holds one position, of a long game too', async () => {
  const record = await long(1000);
  Object.assign(passed, { bytes: 0, most: 0 });
  const table = await ReplayTable.open(record, PEOPLE);
  expect(table.steps).toHaveLength(1000);
  for (const at of [0, 999, 500]) {
    table.at = at;
    await until(() => expect(table.events).toHaveLength(at + 1));
    expect(table.events.at(-1)!.seq).toBe(at + 1);
  }
  await until(() => expect(table.history).toHaveLength(501));
  table.close();
});

/* Offers out of turn right after a draw, and rolls, as tests/offers.py counts them. */
function offers(record: string): [number, number] {
  let [n, rolls, turn, open] = [0, 0, '', false];
  for (const [, seat, text] of record.matchAll(/^\d+ (\d) (.*)$/gm)) {
    if (text.startsWith('roll')) [turn, rolls] = [seat, rolls + 1];
    if (open && seat !== turn && text.startsWith('offer')) n++;
    else open = turn !== '' && text.includes('; * ');
  }
  return [n, rolls];
}

/* The same every time: about 35 offers. */
test('free bots propose as often as in the arena', async () => {
  const ruleset = 'fifth,points=7',
    people: Person[] = [...PEOPLE, ...PEOPLE].map((p) => ({ ...p, kind: 'bot', level: 'master' })),
    folder = mkdtempSync(join(tmpdir(), 'skerry-')),
    program = new URL('../../../build/skerry', import.meta.url).pathname,
    rate = (records: string[]): number => {
      const all = records.map(offers);
      return all.reduce((n, [o]) => n + o, 0) / all.reduce((n, [, r]) => n + r, 0);
    };
  let luck = 1;
  vi.spyOn(Math, 'random').mockImplementation(
    () => (luck = (luck * 16807) % 2147483647) / 2147483647,
  );
  vi.spyOn(performance, 'now').mockReturnValue(0);
  settings.speed = 0;
  const tables = await Promise.all(
    [1, 2].map(async (seed) => {
      const engine = new Engine();
      await engine.one({ cmd: 'new', ruleset, players: 4, seed });
      const { record } = await engine.one({ cmd: 'record' });
      return LocalTable.resume({ record: record as string, people });
    }),
  );
  for (const table of tables)
    await vi.waitFor(() => expect(table.save()!.over).toBe(true), { timeout: 200_000 });
  const here = rate(tables.map((t) => t.save()!.record));
  for (const table of tables) table.close();
  const bots = people.map((p) => p.level).join(',');
  spawnSync(program, [
    'arena',
    '--bots',
    bots,
    '--ruleset',
    ruleset,
    '--games',
    '4',
    '--records',
    folder,
  ]);
  const there = rate(readdirSync(folder).map((f) => readFileSync(join(folder, f), 'utf8')));
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
  settings.speed = 4;
  expect(here / there).toBeGreaterThan(0.5);
  expect(here / there).toBeLessThan(2);
}, 240_000);
