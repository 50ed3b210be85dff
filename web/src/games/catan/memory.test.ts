/* memory.test.ts -- what an attentive player knows of the others' hands. */
import { describe, expect, it } from 'vitest';
import { catanFixture } from './fixture';
import type { Moment, Table } from '../../table/table';
import type { CatanView } from '../../view';
import { known } from './memory';

/* The fixture with seat 1's hand of `count` cards, and one moment per entry. */
function table(
  entries: { actions: string[]; counts: number[]; gains?: Moment['gains'] }[],
  options: Record<string, string> = {},
): Table {
  const view: CatanView = catanFixture();
  view.rules.options = { ...view.rules.options, ...options };
  view.seats.forEach((s, i) => {
    s.count = entries.at(-1)!.counts[i];
  });
  return {
    view,
    events: entries.map((e, i) => ({ seq: i + 1, actions: e.actions })),
    history: entries.map((e, i) => ({
      seq: i + 1,
      seat: 0,
      verb: '',
      turn: 0,
      dice: null,
      gains: e.gains ?? null,
      points: [2, 2, 2, 2],
      counts: e.counts,
    })),
  } as unknown as Table;
}
const sure = (t: Table, seat: number) => {
  const k = known(t)[seat];
  return { ...Object.fromEntries(Object.entries(k.sure).filter(([, n]) => n)), unknown: k.unknown };
};

describe('card memory', () => {
  it('knows the cards the second settlement brings', () => {
    const t = table([
      { actions: ['1 settle B3.S'], counts: [0, 0, 0, 0] },
      { actions: ['1 road B3.SE'], counts: [0, 0, 0, 0] },
      { actions: ['1 settle D1.N'], counts: [0, 3, 0, 0] },
      { actions: ['1 road D1.NE'], counts: [0, 3, 0, 0] },
    ]);
    expect(sure(t, 1)).toEqual({
      lumber: 2,
      grain: 1,
      unknown: 0,
    }); /* fields 9, forest 11, forest 8 */
  });
  it('knows the hands that are printed with the pieces in place', () => {
    const t = table([{ actions: ['0 roll'], counts: [3, 3, 3, 3] }], { start: 'pieces' });
    const view = t.view as CatanView;
    view.seats[1].settlements = ['E3.N'];
    view.seats[1].cities = ['E1.N'];
    expect(sure(t, 1)).toEqual({ brick: 1, lumber: 1, ore: 1, unknown: 0 });
  });
  it('is less sure after a theft one may not see', () => {
    const t = table([
      {
        actions: ['1 roll', '* dice 4 4'],
        counts: [0, 3, 0, 0],
        gains: [{}, { ore: 2, wool: 1 }, {}, {}],
      },
      { actions: ['2 robber C5 1', '* steal 1 ?'], counts: [0, 2, 1, 0] },
    ]);
    expect(sure(t, 1)).toEqual({ ore: 1, unknown: 1 });
  });
  it('knows a trade that the active seat closed by accepting', () => {
    const t = table([
      { actions: ['1 roll', '* dice 4 4'], counts: [0, 2, 0, 0], gains: [{}, { wool: 2 }, {}, {}] },
      { actions: ['0 offer ore grain'], counts: [0, 2, 0, 0] },
      { actions: ['1 offer wool ore'], counts: [0, 2, 0, 0] },
      { actions: ['0 accept 2'], counts: [0, 2, 0, 0] },
    ]);
    expect(sure(t, 1)).toEqual({ ore: 1, wool: 1, unknown: 0 });
  });
  it('knows a trade that was closed after somebody else had offered too', () => {
    const t = table([
      { actions: ['1 roll', '* dice 4 4'], counts: [0, 2, 0, 0], gains: [{}, { wool: 2 }, {}, {}] },
      { actions: ['0 offer ore wool'], counts: [0, 2, 0, 0] },
      { actions: ['2 offer grain brick'], counts: [0, 2, 0, 0] },
      { actions: ['1 accept 1'], counts: [0, 2, 0, 0] },
      { actions: ['0 confirm 1'], counts: [0, 2, 0, 0] },
    ]);
    expect(sure(t, 1)).toEqual({ ore: 1, wool: 1, unknown: 0 });
  });
  it('knows what Vincent makes cheaper', () => {
    const got = {
      actions: ['1 roll', '* dice 4 4'],
      counts: [0, 4, 0, 0],
      gains: [{}, { ore: 3, grain: 1 }, {}, {}],
    };
    expect(
      sure(table([got, { actions: ['1 vincent-city D1.N'], counts: [0, 1, 0, 0] }]), 1),
    ).toEqual({ ore: 1, unknown: 0 });
  });
});
