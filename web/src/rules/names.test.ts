import { expect, test } from 'vitest';
import { levelFor, levelsFor } from './names';

test('a kept level that the game no longer has becomes its strongest', () => {
  expect(levelsFor('sixth+helpers,points=12').at(-1)).toBe('master');
  expect(levelsFor('struggle-56').at(-1)).toBe('grandmaster');
  expect(levelFor('fifth', 'grandmaster')).toBe('master');
  expect(levelFor('struggle', 'grandmaster')).toBe('grandmaster');
  expect(levelFor('fifth', 'club')).toBe('club');
  expect(levelFor('fifth', 'random')).toBe('random');
  expect(levelFor('fifth', undefined)).toBeUndefined();
});
