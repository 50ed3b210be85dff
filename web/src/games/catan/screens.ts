/* screens.ts -- CATAN for the rest of the page. */
import type { GameScreens } from '../game';
import Island from './Island.svelte'; /* on the first screen, so never waited for */
import { rules } from './rules';

export const catan: GameScreens = {
  name: 'catan',
  rules,
  load: () => import('./table'),
  scene: () => Promise.resolve({ default: Island }),
  victory: () => import('../Victory.svelte'),
  lesson: {
    script: () => import('./lesson').then((m) => m.catan),
    ruleset: 'fifth',
    face: 'marianne',
    steps: () => import('./FirstSteps.svelte'),
  },
  dice: () => import('./statistics'),
  strongest: 'master',
  showsAway: true,
};
