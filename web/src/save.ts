/* save.ts -- games in progress and finished ones kept in this browser.
 *
 * A save is the engine's record (docs/notation.md) and who sits where. The record
 * is readable by every later version of the engine, so an update of the page
 * never breaks a running game; `v` is for the little around it. */
import type { Person } from './table/table';
import { keys, read, remove, write } from './storage';

export interface Save {
  v: 1;
  id: string;
  game: string;
  ruleset: string;
  people: Person[];
  record: string;
  seq: number;
  at: number;           /* ms since 1970 */
  over: boolean;
  winner: number | null;
  memory?: boolean;     /* the table shows what is known of hands */
}

export const newId = (): string =>
  `${Date.now().toString(36)}-${Math.floor(Math.random() * 36 ** 4).toString(36)}`;

export const keep = (s: Save): boolean => write(`game.${s.id}`, s);
export const drop = (id: string): void => remove(`game.${id}`);

export function saves(): Save[] {
  return keys('game.').map((k) => read<Save | null>(k, null))
    .filter((s): s is Save => !!s && s.v === 1 && typeof s.record === 'string' && Array.isArray(s.people))
    .sort((a, b) => b.at - a.at);
}
export const running = (): Save | undefined => saves().find((s) => !s.over);
export const find = (id: string): Save | undefined => saves().find((s) => s.id === id);

/* Old finished games make room for new ones. */
export function tidy(most = 30): void {
  for (const s of saves().filter((x) => x.over).slice(most)) drop(s.id);
}
