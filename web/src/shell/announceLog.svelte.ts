/* announceLog.svelte.ts -- what happens in a game is announced to a screen reader, and heard. */
import type { GameTable } from '../games/game';
import { hear } from '../sound/sound';
import type { Table } from '../table/table';
import { nameOf } from '../table/people';
import { plain, token } from '../table/textWithCards';
import { total } from '../table/action';
import type { GameEvent } from '../schema';
import { announce } from './notice.svelte';

/* An entry as it is read out, with what a roll brought. */
function heard(table: Table, game: GameTable, e: GameEvent): string[] {
  const past = table.history.find((m) => m.seq === e.seq);
  const gains = (past?.dice && past.gains) || [];
  return [
    ...game.say(table, e).map((l) => plain(l.text)),
    ...gains.flatMap((g, seat) => (total(g) ? [`${nameOf(table, seat)}: ${plain(token(g))}`] : [])),
  ];
}

/* The newest entries; call it at the start of a component. Under a curtain nothing is read out: it is told to
 * the next person, as they may know it. */
export function announceLog(tableNow: () => Table | null, gameNow: () => GameTable | null): void {
  let of: Table | null = null,
    told = 0 /* read out up to this entry */,
    played = 0; /* heard as a sound */
  $effect(() => {
    const table = tableNow(),
      game = gameNow();
    if (!table?.view || !game) return;
    const last = table.events.at(-1);
    if (of !== table) {
      of = table;
      told = played = last?.seq ?? 0;
    }
    if (last && last.seq > played) hear(last, table.view, table.seat);
    played = last?.seq ?? 0;
    if (table.curtain !== null) return;
    const words = table.events.filter((e) => e.seq > told).flatMap((e) => heard(table, game, e));
    if (words.length) announce(words.join('. '));
    told = played;
  });
}
