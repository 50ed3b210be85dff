/* lesson.test.ts -- lessons when the engine hangs, a move is pressed twice, or a step begins. */
import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('../engine/engine', () => import('../table/testEngine'));
vi.mock('../settings.svelte', () => ({ ms: () => 0 }));

import type { Person } from '../table/table';
import { before, EngineStuck } from '../table/testEngine';
import { catan } from '../games/catan/lesson';
import { LessonTable, type Script } from './lessonTable.svelte';
import { struggle } from '../games/struggle/lesson';

const PEOPLE: Person[] = [
  { name: 'Ada', kind: 'human' },
  { name: 'Bo', kind: 'bot' },
  { name: 'Cy', kind: 'bot' },
];

beforeEach(() => {
  before.ask = null;
});

/* An offer is not in the menu: it is composed. */
const composed = (t: LessonTable): string => (t.step.id === 'offer' ? '0 offer grain wool' : '');

/* Plays to the end as the coach says and returns the record. */
async function follow(t: LessonTable): Promise<string> {
  while (!t.done) {
    const at = t.at;
    if (!t.step.allow) await t.read();
    else expect(await t.play(composed(t) || t.legal[0]), t.step.id).toEqual({ ok: true });
    expect(t.at).toBe(at + 1);
  }
  return t.record();
}

/* The same lesson with an engine that hangs once, at its n-th answer; returns how many answers
 * it took otherwise. */
async function hangs(
  script: Script,
  n: number,
): Promise<{ record: string; asked: number; trouble: string | null }> {
  let asked = 0;
  before.ask = () => {
    if (++asked === n) throw new EngineStuck('no answer');
  };
  const t = await LessonTable.open(script, PEOPLE),
    record = await follow(t),
    { trouble } = t;
  before.ask = null;
  t.close();
  return { record, asked, trouble };
}

for (const [name, script, each] of [
  ['CATAN', catan, 17],
  ['the card game', struggle, 5],
] as const)
  test(`a lesson of ${name} in which the engine hangs goes on where it was`, async () => {
    const calm = await hangs(script, 0);
    expect(calm.trouble).toBeNull();
    expect(calm.asked).toBeGreaterThan(20);
    for (let n = 1; n <= calm.asked; n += each) {
      const late = await hangs(script, n);
      expect(late.record, `answer ${n}`).toBe(calm.record);
      expect(late.trouble, `answer ${n}`).toBe('trouble.engine');
    }
  });

test('a move of a lesson pressed twice is made once', async () => {
  const t = await LessonTable.open(catan, PEOPLE),
    [first, second] = await Promise.all([t.play(t.legal[0]), t.play(t.legal[0])]);
  expect(first).toEqual({ ok: true });
  expect(second.ok).toBe(false);
  expect(t.step.id).toBe('road');
  expect(t.legal.length).toBeGreaterThan(0);
  t.close();
});

test('a step is there together with its moves', async () => {
  const t = await LessonTable.open(catan, PEOPLE);
  before.ask = () =>
    new Promise((r) => {
      setTimeout(r, 2);
    });
  const done = t.play(t.legal[0]);
  for (let settled = false; !settled;) {
    if (!t.busy)
      expect(
        t.legal.every((a) => t.step.allow!.some((r) => r.test(a))) && t.legal.length > 0,
        t.step.id,
      ).toBe(true);
    settled = await Promise.race([
      done.then(() => true),
      new Promise<false>((r) => {
        setTimeout(r, 1, false);
      }),
    ]);
  }
  expect(t.step.id).toBe('road');
  t.close();
});
