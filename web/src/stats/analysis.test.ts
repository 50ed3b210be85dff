/* analysis.test.ts -- the page's figures for the records of tests/records/review.json, which `skerry analyse` gives too
 * (tests/cli/records.py). */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { analyse } from './analysis';

vi.mock('../engine/engine', () => import('../table/testEngine'));

const records = new URL('../../../tests/records/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, records), 'utf8');

interface Answer {
  start: number[];
  luck: number[];
  play: number[];
  moments: { entry: number; seat: number; before: number; after: number }[];
  points: number;
  curve: { entry: number; chance: number[] }[];
}
const answers = JSON.parse(read('review.json')) as Record<string, Answer>;
const shares = (list: number[]): number[] => list.map((n) => n / 1e6);

for (const [name, answer] of Object.entries(answers))
  test(`chances, moments, luck and play of ${name}`, async () => {
    const told: number[] = [];
    const a = (await analyse(read(name), (p) => told.push(p) > 0))!;
    expect(told.at(-1)).toBe(1);
    expect(told.length).toBeGreaterThan(1);
    expect(a.start).toEqual(shares(answer.start));
    expect(a.luck).toEqual(shares(answer.luck));
    expect(a.play).toEqual(shares(answer.play));
    expect(a.curve).toHaveLength(answer.points);
    for (const p of answer.curve)
      expect(a.curve).toContainEqual({ seq: p.entry - 1, value: shares(p.chance) });
    expect(a.swings.map((s) => [s.seq, s.seat, s.before, s.after])).toEqual(
      answer.moments.map((m) => [m.entry, m.seat, m.before / 1e6, m.after / 1e6]),
    );
    /* Nothing is lost: start, luck and play are 1 for the winner and 0 for the others. */
    const result = a.curve.at(-1)!.value;
    result.forEach((r, s) => expect(a.start[s] + a.luck[s] + a.play[s]).toBeCloseTo(r, 9));
  });

test('it stops when nobody waits for it any more', async () => {
  let looks = 0;
  expect(await analyse(read('verify/catan.txt'), () => ++looks < 2)).toBeNull();
  expect(looks).toBe(2);
  expect(await analyse('Dear friends', () => true)).toBeNull();
});
