/* announceLog.svelte.ts -- what happens in a game is announced to a screen reader, and heard. */
import type { GameTable } from '../games/game';
import { hear } from '../sound/sound';
import type { Table } from '../table/table';
import { plain } from '../table/textWithCards';
import { announce } from './notice.svelte';

/* The log lines of the newest entries; call it at the start of a component. */
export function announceLog(tableNow: () => Table | null, gameNow: () => GameTable | null): void {
  let told = -1;
  $effect(() => {
    const table = tableNow(),
      game = gameNow();
    if (!table || !game) return;
    const fresh = table.events.filter((e) => e.seq > told);
    if (told >= 0) {
      const words = fresh.flatMap((e) => game.say(table, e).map((l) => plain(l.text))).join('. ');
      if (words) announce(words);
      const last = fresh.at(-1);
      if (last) hear(last, table.view, table.seat);
    }
    told = table.events.at(-1)?.seq ?? told;
  });
}
