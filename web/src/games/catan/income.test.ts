/* income.test.ts -- what each seat got and lost. */
import { describe, expect, it } from 'vitest';
import { moment } from '../../table/fixture';
import { rolled } from './holdings';
import { catanFixture } from './fixture';
import { income } from './income';

describe('statistics', () => {
  it('add up rolls and gains', () => {
    const h = [
      moment({ seq: 2, dice: [3, 5], gains: [{ ore: 1 }, {}, { lumber: 2 }, {}] }),
      moment({ seq: 4, dice: [1, 1], gains: [{}, {}, {}, {}] }),
    ];
    const e = [
      { seq: 1, actions: ['* dice 6 6', '* dice 1 2'] },
      { seq: 2, actions: ['0 roll', '* dice 3 5'] },
      { seq: 3, actions: ['0 end'] },
      { seq: 4, actions: ['1 roll', '* dice 1 1'] },
    ];
    expect(e.map(rolled)).toEqual([null, 8, null, 2]); /* the rolls for who begins are none */
    const s = income(catanFixture(), e, h);
    expect([s[0].income.ore, s[2].income.lumber]).toEqual([1, 2]);
  });
  it('count what a roll brought where nobody had said it', () => {
    const s = income(catanFixture(), [{ seq: 1, actions: ['0 roll', '* dice 5 5'] }], []);
    expect(s.map((x) => [x.income.ore, x.income.brick])).toEqual([
      [1, 0],
      [0, 0],
      [0, 1],
      [0, 1],
    ]); /* A1 and B4 have the tens */
  });
  it('count what the robber kept back, stole and cost', () => {
    const s = income(
      catanFixture(),
      [
        { seq: 1, actions: ['0 roll', '* dice 4 3'] },
        { seq: 2, actions: ['3 discard wool'] },
        { seq: 3, actions: ['0 robber D1 1', '* steal 1 ?'] },
        { seq: 4, actions: ['0 end'] },
        { seq: 5, actions: ['1 roll', '* dice 3 5'] },
      ],
      [],
    );
    expect([s[0].taken, s[1].stolen, s[3].discarded]).toEqual([1, 1, 1]);
    expect(s[1].blocked + s[3].blocked).toBeGreaterThan(
      0,
    ); /* D1 is an eight with buildings on it */
  });
  it('book both sides of a trade', () => {
    const s = income(
      catanFixture(),
      [
        { seq: 1, actions: ['0 roll'] },
        { seq: 2, actions: ['0 offer 2wool ore'] },
        { seq: 3, actions: ['2 accept 1'] },
        { seq: 4, actions: ['0 confirm 2'] },
        { seq: 5, actions: ['0 bank 4wool ore'] },
      ],
      [],
    );
    expect([s[0].paid, s[0].bought, s[2].paid, s[2].bought]).toEqual([6, 2, 1, 2]);
  });
});
