/* screens.ts -- the card game for the rest of the page. */
import { withWords } from '../../i18n.svelte';
import type { GameScreens } from '../game';
import { rules } from './rules';

export const struggle: GameScreens = {
  name: 'struggle',
  rules,
  load: () => withWords(import('./table'), 'game-struggle'),
  scene: () => import('./Scene.svelte'),
  victory: () => import('./Victory.svelte'),
  lesson: {
    script: () => import('./lesson').then((m) => m.struggle),
    ruleset: 'struggle',
    face: 'jean',
  },
};
