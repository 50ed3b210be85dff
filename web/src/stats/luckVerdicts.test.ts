/* luckVerdicts.test.ts -- the words for dice and for luck change at the figures that people are told. */
import { expect, it } from 'vitest';
import { diceVerdict, luckVerdict } from './luckVerdicts';

it('calls the dice very unusual when 95 of 100 fair games are more even', () => {
  expect([0.04, 0.05, 0.8, 0.95].map(diceVerdict)).toEqual(['even', 'plain', 'odd', 'rare']);
});

it('calls luck the same on both sides of the middle', () => {
  const ranks = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
  expect(ranks.map(luckVerdict)).toEqual(['foul', 'poor', 'fair', 'fair', 'fair', 'good', 'great']);
});
