/* i18n.test.ts -- which language is shown when several were requested. */
import { expect, test, vi } from 'vitest';
vi.mock('virtual:skerry-text-de', async () => {
  await new Promise((r) => {
    setTimeout(r, 300);
  });
  return { default: { yes: 'Ja' } };
});
vi.mock('virtual:skerry-text-en', () => ({ default: { yes: 'Yes' } }));
import { language, percent, plural, setLanguage, t } from './i18n.svelte';

test('the language chosen last is spoken, however long the other takes to come', async () => {
  await Promise.all([setLanguage('de'), setLanguage('en')]);
  expect([language(), t('yes')]).toEqual(['en', 'Yes']);
});

test('a share is written as the language writes percent', async () => {
  await setLanguage('en');
  expect(percent(0.234)).toBe('23%');
  await setLanguage('de');
  expect(percent(0.234)).toBe('23\u00a0%');
});

test('a number picks its form by the rules of the language', () => {
  const seats = ['one seat', '# seats'];
  expect([0, 1, 2].map((n) => plural('en', n, seats))).toEqual(['0 seats', 'one seat', '2 seats']);
  expect([0, 1, 2].map((n) => plural('fr', n, ['# place', '# places']))).toEqual([
    '0 place',
    '1 place',
    '2 places',
  ]);
  const polish = ['one:# miejsce', 'few:# miejsca', 'many:# miejsc', 'other:# miejsca'];
  expect([1, 3, 5, 22].map((n) => plural('pl', n, polish))).toEqual([
    '1 miejsce',
    '3 miejsca',
    '5 miejsc',
    '22 miejsca',
  ]);
});
