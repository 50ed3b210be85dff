/* foldLog.test.ts -- what is told to somebody who was away. */
import { expect, test } from 'vitest';
import { say } from '../games/catan/sentences';
import { catanFixture } from '../games/catan/fixture';
import { setLanguage } from '../i18n.svelte';
import type { Table } from '../table/table';
import { bare, folded } from './foldLog';

test("cards given back one by one are one line, without one's own name", async () => {
  await setLanguage('en');
  const view = catanFixture();
  const people = view.seats.map((s) => ({ name: `P${s.seat}`, kind: 'human' }));
  const own = { view, people, seat: 0, events: [] } as unknown as Table;
  const events = ['wool', 'ore', 'wool'].map((k, i) => ({
    seq: i + 1,
    seat: 0,
    actions: [`0 discard ${k}`],
  }));
  const lines = folded([
    ...events.flatMap((e) => say(own, e)),
    ...say(own, { seq: 4, seat: 0, actions: ['0 buy'] }),
  ]);
  expect(lines.map((l) => l.discards)).toEqual([
    { wool: 2, ore: 1, brick: 0, lumber: 0, grain: 0 },
    undefined,
  ]);
  expect(bare(own, lines[0])).toMatch(/^gave back /);
  expect(bare(own, lines[1])).toBe('bought a development card');
  const line = { ...lines[1], text: 'P0 traded with Bot B' };
  people[1].name = 'Bot B';
  expect(bare(own, line), 'a name stays in one line').toBe('traded with Bot\u00a0B');
});
