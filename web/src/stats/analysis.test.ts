/* analysis.test.ts -- the curve of chances and the key moments. */
import { describe, expect, it } from 'vitest';
import { consensus, surprise, swings, type Thought } from './analysis';

const think = (seq: number, by: number, ...value: number[]): Thought => ({ seq, by, value });

describe('the analysis of a game', () => {
  it('averages what each seat last thought', () => {
    const c = consensus([think(1, 0, 0.6, 0.4), think(2, 1, 0.2, 0.8), think(3, 1, 0.4, 0.6)]);
    expect(c.map((p) => p.seq)).toEqual([1, 2, 3]);
    expect(c[0].value).toEqual([0.6, 0.4]);
    expect(c[1].value[0]).toBeCloseTo(0.4);
    expect(c[2].value[0]).toBeCloseTo(0.5);
  });
  it("finds the entries that changed most, in order, and never compares two seats' views", () => {
    const list = swings(
      [
        think(1, 0, 0.4, 0.3, 0.3),
        think(2, 0, 0.7, 0.2, 0.1),
        think(3, 1, 0.1, 0.1, 0.8),
        think(4, 1, 0.15, 0.1, 0.75),
        think(5, 1, 0.1, 0.6, 0.3),
      ],
      2,
    );
    expect(list).toEqual([
      { seq: 2, seat: 0, before: 0.4, after: 0.7 },
      { seq: 5, seat: 1, before: 0.1, after: 0.6 },
    ]);
    expect(swings([think(1, 0, 0.5, 0.5), think(2, 0, 0.51, 0.49)])).toEqual([]);
  });
  it('calls only the difference to the mean of all rolls luck', () => {
    const outcomes = [
      { weight: 1, value: [0.2, 0.8] },
      { weight: 3, value: [0.6, 0.4] },
    ];
    expect(surprise(outcomes, [0.6, 0.4])[0]).toBeCloseTo(0.1);
    expect(surprise(outcomes, [0.2, 0.8])[0]).toBeCloseTo(-0.3);
    const total = outcomes.reduce((n, o) => n + o.weight * surprise(outcomes, o.value)[0], 0);
    expect(total).toBeCloseTo(0);
  });
});
