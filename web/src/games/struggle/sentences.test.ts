/* sentences.test.ts -- the card game in words. */
import { expect, test, vi } from 'vitest';
vi.mock('virtual:skerry-text-de', async () => ({
  default: (await import('../../../../text/de.json')).default,
}));
vi.mock('virtual:skerry-text-en', async () => ({
  default: (await import('../../../../text/en.json')).default,
}));
import { setLanguage, t } from '../../i18n.svelte';
import type { Table } from '../../table/table';
import type { StruggleView } from './view';
import { describe, does, drawn, say } from './sentences';

const table = {
  people: [
    { name: 'Ada', kind: 'human' },
    { name: '', kind: 'bot' },
  ],
  seat: 0,
  view: null,
} as unknown as Table;

test('who has no name is called by the seat', async () => {
  await setLanguage('en');
  expect(say(table, { seq: 1, actions: ['1 draw 2'] })[0].text).toContain('Seat 2');
});

test('a card that was not seen is a card', async () => {
  await setLanguage('en');
  expect(describe(table, '1 give-back ?')).toContain('a card');
});

test('one card is one card', async () => {
  const one = (): string[] =>
    ['struggle.stack', 'struggle.discards', 'deck.left', 'stats.dice.label'].map((id) =>
      t(id, { n: 1 }),
    );
  await setLanguage('en');
  for (const words of one()) expect(words).not.toMatch(/1 (development )?(cards|rolls)/);
  await setLanguage('de');
  for (const words of one()) expect(words).not.toMatch(/1 (Karten|Entwicklungskarten|Würfen)/);
});

test('an expansion is worth what the table plays with', async () => {
  const view = {
    rules: {
      options: {
        castle_points: 5,
        castle_roads: 2,
        church_points: 1,
        church_knights: 1,
        town_hall_points: 4,
      },
    },
  } as unknown as StruggleView;
  await setLanguage('en');
  expect(['castle', 'church', 'town-hall'].map((x) => does(view, x as 'castle'))).toEqual([
    '5 points. 2 of your roads are safe.',
    '1 point. 1 of your knights is safe.',
    '4 points.',
  ]);
});

test('everything that chance draws is told in words', async () => {
  await setLanguage('en');
  const told = {
    '* market wool': 'Market: wool',
    '* deal 1 ore': 'P1: ore',
    '* first 2': 'The first turn: P2',
    '* steal 2 grain': 'grain',
    '* event brigands': 'Brigands',
    '* event market-day': 'Market day',
  };
  expect(Object.keys(told).map((a) => drawn(a, (s) => `P${s}`))).toEqual(Object.values(told));
});
