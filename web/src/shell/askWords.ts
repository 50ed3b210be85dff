/* askWords.ts -- a question among the people at a table in words: who asks, and for what. */
import type { GameTable } from '../games/game';
import { t } from '../i18n.svelte';
import type { Ask } from '../net/messages';
import { nameOf, whomOf } from '../table/people';
import { speaker } from './chatWords';
import { standing } from '../table/record';
import type { Table } from '../table/table';
import { plain } from '../table/textWithCards';

type Say = GameTable['say'] | null;

/* What was done in an entry. */
export function stepWords(table: Table, seq: number, say: Say): string {
  const e = table.events.find((x) => x.seq === seq);
  const lines = e && say ? say(table, e).map((l) => plain(l.text)) : [];
  return lines.join('. ') || t('ask.step', { n: seq });
}

/* From where a seat would take back: its last move, or else the last of all. */
export function lastStep(table: Table): number {
  const all = standing(table.events);
  return (all.filter((e) => e.seat === table.seat).at(-1) ?? all.at(-1))?.seq ?? 0;
}

export function askWords(table: Table, ask: Ask, say: Say): string {
  const who =
    ask.seat === null
      ? speaker(table, { name: ask.name ?? '', seat: null })
      : nameOf(table, ask.seat);
  if (ask.ask === 'bot' && ask.target === table.seat) return t('ask.bot.you', { who });
  const whom = ask.target === undefined ? '' : whomOf(table, ask.target);
  const what = ask.to === undefined ? '' : stepWords(table, ask.to, say);
  const alone = standing(table.events).at(-1)?.seq === ask.to;
  return t(ask.to === undefined || alone ? `ask.${ask.ask}` : 'ask.take-back.since', {
    who,
    whom,
    what,
  });
}

/* How a question ended; `ask` has who said no. */
export const endWords = (table: Table, ask: Ask, how: string, say: Say): string =>
  t(`ask.end.${how}`, {
    ask: askWords(table, ask, say),
    who: ask.no.length ? nameOf(table, ask.no[0]) : '',
  });
