/* luck.test.ts -- the dice compared with their average. */
import { describe, expect, it } from 'vitest';
import { total } from '../../table/action';
import { moment } from '../../table/fixture';
import { catanFixture } from './fixture';
import { income } from './income';
import { convolve, luck, percentile } from './luck';

describe('luck', () => {
  it('adds independent draws exactly', () => {
    const coin = [0.5, 0.5];
    expect(convolve(convolve([1], coin), coin)).toEqual([0.25, 0.5, 0.25]);
    expect(percentile([0.25, 0.5, 0.25], 0)).toBeCloseTo(0.125);
    expect(percentile([0.25, 0.5, 0.25], 2)).toBeCloseTo(0.875);
  });
  it('is the middle for what was to be expected, and high for a good roll', () => {
    const view = catanFixture();
    const one = (a: number, b: number) =>
      luck(view, [{ seq: 1, actions: ['0 roll', `* dice ${a} ${b}`] }], []);
    /* seat 0 lives at B2.N (mountains 10, pasture 2, hills 6) and D3.S (fields 4, fields 6, pasture 11) */
    const lucky = one(3, 3)[0],
      poor = one(4, 3)[0];
    expect(lucky.got).toBe(2);
    expect(lucky.expected).toBeCloseTo((3 + 1 + 5 + 3 + 5 + 2) / 36);
    expect(lucky.percentile!).toBeGreaterThan(0.9);
    expect(poor.got).toBe(0);
    expect(poor.percentile!).toBeLessThan(0.5);
  });
  it("counts a city twice, the robber's hex not at all, and only while they stand", () => {
    const view = catanFixture();
    const roll = (seq: number) => ({
      seq,
      actions: ['0 roll', '* dice 4 4'],
    }); /* C5 and D1 have the eights */
    expect(luck(view, [roll(1)], []).map((l) => l.got)).toEqual([
      0, 1, 1, 1,
    ]); /* what stood before the first entry began as a settlement */
    expect(luck(view, [{ seq: 1, actions: ['2 city C5.N'] }, roll(2)], [])[2].got).toBe(2);
    expect(
      luck(view, [{ seq: 1, actions: ['0 robber C5 2', '* steal 2 ?'] }, roll(2)], [])[2].got,
    ).toBe(0);
  });
  it('counts what the supply could give, as the table of incomes does', () => {
    const view = catanFixture(),
      events = [{ seq: 1, actions: ['0 roll', '* dice 4 4'] }],
      short = [moment({ seq: 1, dice: [4, 4], gains: [{}, { ore: 1 }, {}, {}] })];
    const got = luck(view, events, short).map((l) => l.got);
    expect(got).toEqual([0, 1, 0, 0]);
    expect(got).toEqual(income(view, events, short).map((s) => total(s.income)));
  });
  it('does not compare a deck of 36 with dice', () => {
    const view = catanFixture();
    view.rules.options = { ...view.rules.options, dice: 'deck' };
    expect(luck(view, [{ seq: 1, actions: ['0 roll', '* dice 3 3'] }], [])[0]).toMatchObject({
      got: 2,
      percentile: null,
    });
  });
  it('says nothing without rolls', () => {
    expect(luck(catanFixture(), [], [])[0]).toEqual({ got: 0, expected: 0, percentile: null });
  });
});
