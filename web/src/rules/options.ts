/* options.ts -- the names of an option's values. The option's own name comes from the game
 * (games/GAME/rules.ts). */
import { has, t } from '../i18n.svelte';
import { GAMES } from '../games/registry';

export const wordLabel = (name: string, word: string): string =>
  [
    ...GAMES.map((g) => `option.${g.name}.${name}.${word}`),
    `option.${name}.${word}`,
    `option.${word}`,
  ]
    .filter(has)
    .map((id) => t(id))[0] ?? word;
