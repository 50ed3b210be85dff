/* game.ts -- what the generic shell knows of a game's screens. */
import type { Component } from 'svelte';
import type { IconName } from '../art/icons';
import type { Table } from '../table/table';
import type { GameEvent, Seat } from '../view';

/* A line of the log and the live region. "[2 wool]" in the text is drawn as cards
 * (shell/Rich.svelte) and spoken as words. `places` are pointed out on the board. */
export interface Line {
  seat: Seat | null;
  icon?: IconName;
  text: string;
  places: string[];
}

export interface GameScreens {
  name: 'catan' | 'struggle';
  /* The whole table during play and afterwards (the shell puts the top bar,
   * dialogs and the final screen around it). Gets the table and nothing else;
   * settings, words and sounds are imported. */
  Play: Component<{ table: Table }>;
  /* What an entry tells; [] for entries that are not told. */
  say: (table: Table, event: GameEvent) => Line[];
  /* What must happen now and by whom, for the line above the board. */
  now: (table: Table) => string;
  /* Words for one legal move, for hints and the command line. */
  describe: (table: Table, action: string) => string;
}
