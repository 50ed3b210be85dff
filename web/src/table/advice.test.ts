/* advice.test.ts -- to which move the reasons belong. */
import { expect, test } from 'vitest';
import { advice, type Choice } from './advice';

const choice = (more: Partial<Choice>): Choice => ({
  action: '1 end',
  why: 'slip',
  win: 2000,
  reasons: ['production'],
  moves: [
    { action: '1 city B2.N', value: 2100 },
    { action: '1 end', value: 2000 },
  ],
  ...more,
});

test('a slip has no reasons: those are of the better move', () => {
  expect(advice(choice({})).why).toEqual([{ id: 'slip' }]);
  expect(advice(choice({ action: '1 city B2.N', why: 'best' })).why).toHaveLength(2);
});
