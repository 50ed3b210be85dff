/* people.ts -- names and colours of the people at the table. */
import { t } from '../i18n.svelte';
import { LEVELS } from '../rules/bots';
import type { Color, Seat, View } from '../schema';
import { COLORS } from '../seatColors';
import type { Person, Table } from './table';

export function colorOf(table: Table, seat: Seat): Color {
  return table.people[seat]?.color ?? table.view?.seats[seat]?.color ?? COLORS[seat];
}

/* People of the same name are told apart by their colours. */
export function nameOf(table: Table, seat: Seat | null): string {
  if (seat === null) return '';
  const name = table.people[seat]?.name || t('seat.number', { n: seat + 1 });
  const twin = table.people.some((p, i) => i !== seat && p.name === name);
  return twin ? `${name} (${t(`color.${colorOf(table, seat)}`)})` : name;
}

export const wonWords = (table: Table, winner: Seat): string =>
  winner === table.seat ? t('now.won.you') : t('now.won', { who: nameOf(table, winner) });

/* Seats from the most points down, the winner first. */
export const ranked = (view: View): View['seats'] =>
  [...view.seats].sort(
    (a, b) =>
      Number(b.seat === view.winner) - Number(a.seat === view.winner) || b.points - a.points,
  );

/* In the order of play, from the one after this seat; it is last itself. */
export const seatsAfter = (seat: Seat, n: number): Seat[] =>
  Array.from({ length: n }, (_, i) => (seat + 1 + i) % n);

/* Within a sentence, a person without a name is "you", not "You". */
export const isYou = (table: Table, seat: Seat): boolean =>
  table.people[seat]?.name === t('seat.you.name');
export const whomOf = (table: Table, seat: Seat): string =>
  isYou(table, seat) ? t('seat.you.whom') : nameOf(table, seat);

/* The seat of the only person at this screen; null with several, or none. */
export function alone(people: Person[]): Seat | null {
  const humans = people.flatMap((p, i) => (p.kind === 'human' ? [i] : []));
  return humans.length === 1 ? humans[0] : null;
}

/* The stored value may be anything. */
export const seated = (people: unknown): people is Person[] =>
  Array.isArray(people) &&
  people.length > 0 &&
  people.every((p) => typeof p?.name === 'string' && typeof p.kind === 'string');

/* The server calls people without a name "Guest N"; the page translates that and leaves any other name as it is. */
const GUEST = /^Guest (\d+)$/;
export const called = (name: string): string => {
  const n = GUEST.exec(name)?.[1];
  return n ? t('seat.guest', { n }) : name;
};
/* What a table without a name of its own is called, in the reader's language. */
export const tableOf = (host: string): string => t('lobby.name.of', { who: called(host) });
/* A server's record has the level where a bot sat. */
export const recorded = (name: string, seat: Seat): string =>
  LEVELS.includes(name) ? t(`bot.name.${seat}`) : called(name);
export const nameless = (name: string): boolean => name === '' || GUEST.test(name);

/* On this screen, people who gave no name are called by a word in the current language. Earlier
 * versions stored that word as the name. */
const KEPT = ['You', 'Du'];
export const withNames = (people: Person[]): Person[] =>
  people.map((p, i) =>
    p.kind !== 'human' || (p.name && !KEPT.includes(p.name))
      ? p
      : {
          ...p,
          name: alone(people) === i ? t('seat.you.name') : t('seat.number', { n: i + 1 }),
        },
  );

/* The view with the colours that people chose; colours do not affect the rules. */
export function painted(view: View, people: Person[]): View {
  if (!('board' in view) || !people.some((p) => p.color)) return view;
  return {
    ...view,
    seats: view.seats.map((s) => ({ ...s, color: people[s.seat]?.color ?? s.color })),
  };
}
