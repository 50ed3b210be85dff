/* shownWhy.svelte.ts -- the bot whose last turn is being explained. */
import type { Seat } from '../schema';

export const why = $state<{ seat: Seat | null }>({ seat: null });
