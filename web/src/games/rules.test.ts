/* rules.test.ts -- every option that people may choose has a label, in every game. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
vi.mock('virtual:skerry-text-de', async () => ({
  default: (await import('../../../text/de.json')).default,
}));
vi.mock('virtual:skerry-text-en', async () => ({
  default: (await import('../../../text/en.json')).default,
}));
import { setLanguage } from '../i18n.svelte';
import { GAMES } from './registry';

/* Read from the engine's list, which text.mjs reads as well. */
const options = (game: string): string[] =>
  [
    ...readFileSync(`../engine/${game}/options.h`, 'utf8')
      .split(/_OPTIONS\(X\)/)[1]
      .matchAll(/X\(\w+,\s+"(\w+)"/g),
  ].map((m) => m[1]);

/* Follow from the number of seats and from who begins. */
const NOT_CHOSEN = ['first', 'copies'];

test.each(GAMES.map((g) => [g.name, g.rules] as const))('%s', async (name, rules) => {
  await setLanguage('en');
  const names = options(name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((o) => !NOT_CHOSEN.includes(o) && !rules.optionLabel(o))).toEqual([]);
});
