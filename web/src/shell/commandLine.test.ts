/* commandLine.test.ts -- questions on the command line, in any language. */
import { expect, test, vi } from 'vitest';
/* in place of German, a language that the page has never heard of */
vi.mock('virtual:skerry-text-de', () => ({
  default: {
    'command.ask.help': 'pomoc',
    'command.ask.now': '?, co teraz',
    'command.ask.hand': 'karty, ręka',
    'command.ask.points': 'punkty',
    'command.ask.moves': 'ruchy',
    'command.ask.supply': 'bank',
    'command.ask.robber': 'złodziej',
    'command.robber': 'Złodziej stoi na {place}',
    'command.help': 'Ruchy: {moves}',
    'kind.brick': 'cegła',
  },
}));
import { catanFixture } from '../games/catan/fixture';
import { answer as ofCatan } from '../games/catan/sentences';
import type { GameTable } from '../games/game';
import { setLanguage } from '../i18n.svelte';
import type { Table } from '../table/table';
import { answer } from './commandLine';

const table = {
  view: catanFixture(),
  seat: 0,
  legal: ['0 end', '0 road B2.NE'],
  people: [],
} as unknown as Table;
const game = { answer: ofCatan, now: () => 'now!' } as unknown as GameTable;
const ask = (words: string): string | null => answer(table, game, words);

test('a language brings the words of its questions', async () => {
  await setLanguage('de');
  expect(ask('Pomoc')).toBe('Ruchy: end, road B2.NE');
  expect(ask('co teraz')).toBe('now!');
  expect(ask('?')).toBe('now!');
  expect(ask('ręka')).toContain('cegła');
  expect(ask('ruchy')).toBe('end\nroad B2.NE');
  expect(ask('Gdzie jest Złodziej?')).toBe('Złodziej stoi na C3');
  expect(ask('help')).toBeNull();
});

test.each(['en', 'fr'])('%s asks for the robber, but a move is a move', async (language) => {
  await setLanguage(language);
  expect(ask('where is the robber')).toMatch(/C3/);
  expect(ask('où est le VOLEUR ?') === null).toBe(language !== 'fr');
  expect(ask('robber B2 1')).toBeNull();
  expect(ask('road B2.NE')).toBeNull();
  expect(ask('hand')).not.toBeNull();
});
