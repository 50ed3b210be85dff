/* words.ts -- Struggle in words: the log, the line that says what now. A stub. */
import type { Table } from '../../table/table';
import type { GameEvent } from '../../view';
import type { Line } from '../game';

export const say = (_: Table, event: GameEvent): Line[] => event.actions.map((a) => ({ seat: null, text: a, places: [] }));
export const now = (table: Table): string => table.view?.phase ?? '';
export const describe = (_: Table, action: string): string => action;
