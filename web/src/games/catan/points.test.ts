/* points.test.ts -- the final table adds up. */
import { expect, test, vi } from 'vitest';
vi.mock('virtual:skerry-text-de', async () => ({
  default: (await import('../../../../text/de.json')).default,
}));
vi.mock('virtual:skerry-text-en', async () => ({
  default: (await import('../../../../text/en.json')).default,
}));
import { setLanguage } from '../../i18n.svelte';
import type { View } from '../../schema';
import { parts } from './points';

test('awards count what the table plays with, and hidden points are listed', async () => {
  await setLanguage('en');
  const view = {
    game: 'catan',
    rules: { options: { award_points: 3 } },
    longest_road: { seat: 0, length: 6 },
    largest_army: null,
    seats: [
      {
        seat: 0,
        settlements: ['a', 'b'],
        cities: ['c'],
        dev: { point: 1 },
        dev_new: { point: 1 },
        road_length: 6,
        played: {},
      },
    ],
  } as unknown as View;
  expect(parts(view, 0).map((p) => `${p.text}: ${p.points}`)).toEqual([
    '2 settlements: 2',
    '1 city: 2',
    'Longest Road: 3',
    '2 victory point cards: 2',
  ]);
});
