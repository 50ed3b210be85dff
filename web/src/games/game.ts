/* game.ts -- what the generic shell knows of a game's screens. */
import type { Component } from 'svelte';
import type { Table } from '../table/table';

export interface GameScreens {
  name: 'catan' | 'struggle';
  rulesets: string[];
  /* The whole table during play and afterwards (the shell puts the top bar,
   * dialogs and the final screen around it). Gets the table and nothing else;
   * settings, words and sounds are imported. */
  Play: Component<{ table: Table }>;
  /* A line for the log and the live region, or null for entries that are not told. */
  say: (table: Table, action: string) => string | null;
  /* What must happen now and by whom, for the line above the board. */
  now: (table: Table) => string;
}
