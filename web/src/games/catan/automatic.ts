/* automatic.ts -- what the page does for a person, as the settings say: it declines offers that they cannot pay, and
 * rolls when nothing else is possible. */
import type { Settings } from '../../settings.svelte';
import type { Table } from '../../table/table';
import { affordable } from './costs';
import type { CatanView } from './view';

/* The move to make now; null if there is none. */
export function automatic(
  table: Table,
  settings: Pick<Settings, 'decline' | 'roll'>,
): string | null {
  const { seat: me, legal } = table;
  if (me === null || table.curtain !== null) return null;
  const { offers, seats } = table.view as CatanView;
  const hopeless =
    settings.decline &&
    offers.find(
      (o) => legal.includes(`${me} decline ${o.number}`) && !affordable(seats[me].cards, o.get),
    );
  if (hopeless) return `${me} decline ${hopeless.number}`;
  const roll = `${me} roll`;
  return settings.roll && legal.length === 1 && legal[0] === roll ? roll : null;
}
