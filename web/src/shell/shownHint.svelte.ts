/* shownHint.svelte.ts -- the current hint: its moves, best first, and the one being explained. */
import type { Advice } from '../table/table';

export const hint = $state<{ list: Advice[]; at: number }>({ list: [], at: 0 });
