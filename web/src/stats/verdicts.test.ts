/* verdicts.test.ts -- the words for dice and for luck change at the figures that people are told. */
import { expect, it } from 'vitest';
import { diceVerdict, luckVerdict, unusual } from './verdicts';

it('calls the dice very unusual when 95 of 100 fair games are more even', () => {
  expect([0.04, 0.05, 0.8, 0.95].map(diceVerdict)).toEqual(['even', 'plain', 'odd', 'rare']);
});

it('calls luck the same on both sides of the middle', () => {
  const ranks = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
  expect(ranks.map(luckVerdict)).toEqual(['foul', 'poor', 'fair', 'fair', 'fair', 'good', 'great']);
});

it('judges dice only when there are enough, and by how uneven they are', () => {
  expect(unusual([7, 7, 7])).toBeNull();
  const even = Array.from({ length: 11 }, (_, i) =>
    Array<number>(6 - Math.abs(5 - i)).fill(i + 2),
  ).flat();
  expect(unusual(even)!).toBeLessThan(0.01);
  expect(unusual(Array<number>(36).fill(2))!).toBeGreaterThan(0.999);
});
