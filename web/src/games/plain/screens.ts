/* screens.ts -- a game without its own folder in the page: its notation is shown as it is. */
import type { Component } from 'svelte';
import { t } from '../../i18n.svelte';
import { nameOf } from '../../table/people';
import type { Table } from '../../table/table';
import type { GameScreens } from '../game';

/* "0 take 2" without the seat; chance's "*" is dropped too. */
const words = (action: string): string => action.replace(/^\S+ /, '');
const seatOf = (action: string): number | null =>
  /^\d/.test(action) ? parseInt(action, 10) : null;

function now(table: Table): string {
  const view = table.view!;
  if (view.winner !== null)
    return view.winner === table.seat
      ? t('now.won.you')
      : t('now.won', { who: nameOf(table, view.winner) });
  if (table.seat !== null && view.owes.includes(table.seat)) return t('now.turn.you');
  return t('now.turn', { who: view.owes.map((s) => nameOf(table, s)).join(', ') });
}

/* Its rulesets are called like the game, or `NAME-…`; the engine says which options there are. */
export function plain(name: string): GameScreens {
  const title = name[0].toUpperCase() + name.slice(1);
  return {
    name,
    rules: {
      presets: [{ id: name, ruleset: name, title }],
      boards: () => [],
      dealt: () => undefined,
      joined: false,
      firstRolls: false,
      optionLabel: (option) => option,
      inBox: () => false,
    },
    load: () => import('./Plain.svelte') as Promise<{ default: Component<{ table: Table }> }>,
    nodes: 1,
    say: (table, event) =>
      event.actions.map((a) => {
        const seat = seatOf(a);
        return {
          seat,
          text: seat === null ? words(a) : `${nameOf(table, seat)}: ${words(a)}`,
          places: [],
        };
      }),
    now,
    describe: (_, action) => words(action),
  };
}
