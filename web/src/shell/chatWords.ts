/* chatWords.ts -- who said something, and what: their own text, or a quick phrase in the reader's language. */
import { has, t } from '../i18n.svelte';
import type { Chat } from '../net/messages';
import { called, nameOf } from '../table/people';
import type { Table } from '../table/table';

/* Who said it; the name is the one of that time. */
export function speaker(table: Table, { name, seat }: Pick<Chat, 'name' | 'seat'>): string {
  const who = called(name),
    seats = table.people.flatMap((p, i) => (p.name === who ? [i] : []));
  if (seat !== null) return seats.includes(seat) ? nameOf(table, seat) : who;
  return seats.length ? t('chat.watching', { who }) : who;
}
export const chatWords = ({ text, phrase = '' }: Pick<Chat, 'text' | 'phrase'>): string =>
  text ?? (has(`phrase.${phrase}`) ? t(`phrase.${phrase}`) : phrase);
