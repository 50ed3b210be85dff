/* sentences.ts -- the words of a game that has none here: its notation, with the players' names. */
import { t } from '../../i18n.svelte';
import { nameOf, wonWords } from '../../table/people';
import type { Table } from '../../table/table';
import type { GameEvent } from '../../schema';
import type { Line, Part } from '../game';

/* "0 take 2" without the seat; chance's "*" is dropped too. */
const words = (action: string): string => action.replace(/^\S+ /, '');
const seatOf = (action: string): number | null =>
  /^\d/.test(action) ? parseInt(action, 10) : null;

export function now(table: Table): string {
  const view = table.view!;
  if (view.winner !== null) return wonWords(table, view.winner);
  if (table.seat !== null && view.owes.includes(table.seat)) return t('now.turn.you');
  return t('now.turn', { who: view.owes.map((s) => nameOf(table, s)).join(', ') });
}

export const say = (table: Table, event: GameEvent): Line[] =>
  event.actions.map((a) => {
    const seat = seatOf(a);
    return {
      seat,
      text: seat === null ? words(a) : `${nameOf(table, seat)}: ${words(a)}`,
      places: [],
    };
  });
/* The page does not know what counts. */
export const parts = (): Part[] => [];
export const describe = (_: Table, action: string): string => words(action);
