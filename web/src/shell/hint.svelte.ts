/* hint.svelte.ts -- the hint that lies on the table now: its moves, best first, and the one spoken of. */
import type { Advice } from '../table/table';

export const hint = $state<{ list: Advice[]; at: number }>({ list: [], at: 0 });
