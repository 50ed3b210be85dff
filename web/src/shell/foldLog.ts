/* foldLog.ts -- log lines as a list shows them: without a name that stands beside them, the discards of a seven in one line. */
import type { Line } from '../games/game';
import { KINDS } from '../schema';
import { nameOf } from '../table/people';
import type { Table } from '../table/table';
import { token } from '../table/textWithCards';

/* The log line of an entry without the name at its beginning; something else shows who it was. */
export const bare = (table: Table, l: Line): string => {
  const who = nameOf(table, l.seat);
  const text =
    l.seat === null || !l.text.startsWith(who)
      ? l.text
      : l.text.slice(who.length).replace(/^[\s:]+/, '');
  /* a name stays in one line */
  return table.people.reduce(
    (s, { name }) => (name ? s.replaceAll(name, name.replaceAll(' ', '\u00a0')) : s),
    text,
  );
};
/* Somebody who gives back card by card is shown once. */
export function together(lines: Line[], more: Line): Line[] {
  const same = lines.find((l) => l.seat === more.seat);
  if (!same) return [...lines, more];
  const cards = { ...same.discards };
  for (const k of KINDS) cards[k] = (cards[k] ?? 0) + (more.discards?.[k] ?? 0);
  const text = same.text.replace(token(same.discards ?? {}), token(cards));
  return lines.map((l) => (l === same ? { ...l, text, discards: cards } : l));
}
/* Lines one below the other, with the discards of each seven in one. */
export const folded = (lines: Line[]): Line[] =>
  lines.reduce<Line[]>((all, l) => {
    const last = all.at(-1);
    return l.discards && last?.discards
      ? [...all.slice(0, -1), ...together([last], l)]
      : [...all, l];
  }, []);
