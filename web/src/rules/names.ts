/* names.ts -- rules text ("fifth+helpers,points=12") in words. */
import { has, t } from '../i18n.svelte';
import { gameOf } from '../games/registry';
import { LEVELS } from './bots';
import { wordLabel } from './options';

/* The layout of the island, and options that people do not choose, do not count as house rules. */
const LAYOUT = ['board', 'start', 'harbors', 'tokens', 'first', 'menu', 'map', 'layout'];

/* The levels of bot that these rules have. */
export function levelsFor(text: string): string[] {
  const { strongest } = gameOf(text);
  return strongest ? LEVELS.slice(0, LEVELS.indexOf(strongest) + 1) : LEVELS;
}

/* A kept game or setting may name a level that its game no longer has: the strongest takes its place. */
export function levelFor(text: string, level?: string): string | undefined {
  const levels = levelsFor(text);
  return level && LEVELS.includes(level) && !levels.includes(level) ? levels.at(-1) : level;
}

/* The edition with its additions, never the raw text. */
export function rulesName(text: string): string {
  const [base, ...more] = text.split(',')[0].split('+');
  const title = gameOf(base).rules.presets.find((p) => p.ruleset === base)?.title;
  const edition = title ?? (has(`ruleset.${base}`) ? t(`ruleset.${base}`) : t('ruleset.other'));
  const added = more.filter((m) => has(`ruleset.with.${m}`)).map((m) => t(`ruleset.with.${m}`));
  return [edition, ...added].join(' ');
}

/* What differs from the edition. */
export function houseRules(text: string): { name: string; label: string; value: string }[] {
  const { optionLabel } = gameOf(text).rules;
  return text
    .split(',')
    .slice(1)
    .map((o) => o.split('='))
    .filter(([name]) => !LAYOUT.includes(name) && optionLabel(name))
    .map(([name, value]) => ({
      name,
      label: optionLabel(name),
      value: /^\d+$/.test(value) ? value : wordLabel(name, value),
    }));
}

/* All of it in one line. */
export const rulesWords = (text: string): string =>
  [rulesName(text), ...houseRules(text).map((h) => `${h.label}: ${h.value}`)].join(' · ');
