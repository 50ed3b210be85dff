/* i18n.test.ts -- which language the screen speaks when several were asked for. */
import { expect, test, vi } from 'vitest';
vi.mock('virtual:skerry-text-de', async () => {
  await new Promise((r) => {
    setTimeout(r, 300);
  });
  return { default: { yes: 'Ja' } };
});
vi.mock('virtual:skerry-text-en', () => ({ default: { yes: 'Yes' } }));
import { language, setLanguage, t } from './i18n.svelte';

test('the language chosen last is spoken, however long the other takes to come', async () => {
  await Promise.all([setLanguage('de'), setLanguage('en')]);
  expect([language(), t('yes')]).toEqual(['en', 'Yes']);
});
