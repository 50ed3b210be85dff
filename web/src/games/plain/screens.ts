/* screens.ts -- a game without its own folder in the page: its notation is shown as it is. */
import Backdrop from '../../art/Backdrop.svelte';
import type { GameScreens } from '../game';

/* Its rulesets are called like the game, or `NAME-…`; the engine says which options there are. */
export function plain(name: string): GameScreens {
  const title = name[0].toUpperCase() + name.slice(1);
  return {
    name,
    rules: {
      presets: [{ id: name, ruleset: name, title }],
      boards: () => [],
      dealt: () => undefined,
      joined: false,
      firstRolls: false,
      optionLabel: (option) => option,
      inBox: () => false,
    },
    load: () => import('./table'),
    scene: () => Promise.resolve({ default: Backdrop }),
  };
}
