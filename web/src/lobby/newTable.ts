/* newTable.ts -- opens a new table, or finds one where somebody is waiting, with one press. */
import { t } from '../i18n.svelte';
import { api, net, type Answered } from '../net/connection.svelte';
import { settings } from '../settings.svelte';
import { tell } from '../shell/notice.svelte';
import { read, write } from '../storage';
import { called } from '../table/people';
import { addresses } from './address';
import { body, remembered } from './tableSettings';

/* A table that is opened next is called after this name. */
export async function rename(name: string): Promise<void> {
  const wanted = name.trim();
  if (wanted === called(net.name)) return;
  if (net.state === 'open' && wanted) await net.rename(wanted);
  else settings.name = wanted;
}

/* With the last settings, changed by `more`. */
export async function make(
  type: 'create' | 'find',
  more: Record<string, unknown> = {},
): Promise<Answered> {
  const a = await net.ask({ type, ...body(remembered()), ...more });
  if (a.ok && type === 'create') write('made', a.table);
  return a;
}

/* The table this browser opened last, if it still waits for friends: a second press leads back to
 * it, since its link may have been sent. */
export async function waiting(): Promise<string | null> {
  const id = read<unknown>('made', null);
  if (typeof id !== 'string') return null;
  const a = await api(`game/${id}`);
  return a.ok && a.game.state === 'open' && a.game.seat !== null ? id : null;
}

export async function copyLink(table: string): Promise<void> {
  const [best] = addresses(location.origin, location.hostname, net.reachable);
  try {
    if (!best) return;
    await navigator.clipboard.writeText(`${best}/t/${table}`);
    tell(t('room.copied'));
  } catch {
    /* the browser allows this only after a press, so there is a button */
  }
}
