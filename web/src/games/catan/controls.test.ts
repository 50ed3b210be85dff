/* controls.test.ts -- what a press does. */
import { expect, it } from 'vitest';
import type { Answer } from '../../schema';
import type { Table } from '../../table/table';
import { Controls } from './controls.svelte';
import { catanFixture } from './fixture';
import { Layout } from './layout.svelte';
import type { CatanView } from './view';

/* Seat 0 has a brick, a lumber and two wool. */
function begun(view: Partial<CatanView>, legal: string[]) {
  const played: (string | string[])[] = [],
    asked: string[][] = [];
  const table = {
    view: { ...catanFixture(), ...view },
    seat: 0,
    legal,
    play: (a: string | string[]) => {
      played.push(a);
      return Promise.resolve({ ok: true } as Answer);
    },
    checks: (all: string[]) => {
      asked.push(all);
      return Promise.resolve([]);
    },
  } as unknown as Table;
  const here = (): Table => table,
    controls = new Controls(here, new Layout(here));
  return { controls, played, asked };
}

it('a button plays its move, or asks why it is not possible', () => {
  const { controls, played, asked } = begun({ phase: 'main' }, ['0 end', '0 buy']);
  controls.press('end');
  controls.tool('buy');
  controls.tool('city');
  expect(played).toEqual(['0 end', '0 buy']);
  expect(asked).toEqual([['0 city B2.N', '0 city D3.S']]);
});

it('the turn can end over one\u2019s own offer, which is withdrawn first', () => {
  const { controls, played } = begun({ phase: 'offer', turn: 0 }, ['0 withdraw', '0 confirm 1']);
  expect([controls.possible.has('end'), controls.main]).toEqual([true, 'end']);
  controls.press('end');
  expect(played).toEqual([['0 withdraw', '0 end']]);
});

it('a card of the hand is put up for a trade, as often as it is there', () => {
  const { controls } = begun({ phase: 'main' }, ['0 end']);
  for (const k of ['wool', 'wool', 'wool', 'ore'] as const) controls.tap(k, false);
  expect(controls.give).toEqual({ wool: 2 });
});

it('after a seven it is given back, each card by a move of its own', () => {
  const seats = catanFixture().seats.map((s) => ({ ...s, owes_cards: s.seat === 0 ? 2 : 0 }));
  const { controls, played } = begun({ phase: 'discard', seats }, ['0 discard wool']);
  for (const k of ['wool', 'brick', 'lumber'] as const) controls.tap(k, false);
  expect(controls.shed).toEqual({ wool: 1, brick: 1, lumber: 0 });
  controls.giveBack();
  expect(played).toEqual([['0 discard brick', '0 discard wool']]);
});

it('a helper with two powers asks which; one without any says why', () => {
  const vincent = { name: 'vincent', side: 'A', fresh: false, used: false } as const;
  const seats = catanFixture().seats.map((s) => ({ ...s, helper: vincent }));
  const two = begun({ phase: 'main', seats }, ['0 vincent-settle A1.N', '0 vincent-city B2.N ore']);
  two.controls.helper();
  expect(two.controls.helperChoice).toBe(true);
  const none = begun({ phase: 'main', seats }, ['0 end']);
  none.controls.helper();
  expect(none.asked[0][0]).toMatch(/^0 vincent-settle /);
});
