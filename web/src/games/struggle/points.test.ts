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

test('every part of a struggle that counts is listed, and only those', async () => {
  await setLanguage('en');
  const view = {
    game: 'struggle',
    rules: { options: { castle_points: 3, town_hall_points: 4 } },
    seats: [
      {
        seat: 0,
        roads: ['A', 'B', 'B'],
        knights: ['A', 'B'],
        settlements: 1,
        cities: 1,
        expansions: ['castle', 'town-hall'],
        points: 13,
      },
    ],
  } as unknown as View;
  const found = parts(view, 0);
  expect(found.map((p) => `${p.text}: ${p.points}`)).toEqual([
    '2 scoring roads: 2',
    '1 scoring knight: 1',
    '1 settlement: 1',
    '1 city: 2',
    'Castle: 3',
    'Town hall: 4',
  ]);
  expect(found.reduce((n, p) => n + p.points, 0)).toBe(view.seats[0].points);
});
