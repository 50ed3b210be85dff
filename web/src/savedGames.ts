/* savedGames.ts -- running and finished games kept in this browser.
 *
 * A save is the engine's record (docs/notation.md) and who sits where. Every later version of
 * the engine can read the record, so an update of the page never breaks a running game; `v` is
 * the version of the rest.
 *
 * In the storage `game.ID` holds that rest and the head of the record, `part.ID.0`, `part.ID.1`,
 * … its lines. A new entry rewrites only the last part, so the thousandth costs as much as the
 * first. (Version 1 held the whole record in `game.ID`; such games can still be read.) */
import { keys, read, remove, write } from './storage';
import { seated } from './table/people';
import type { Person } from './table/table';

export interface Facts {
  id: string;
  game: string;
  ruleset: string;
  people: Person[];
  seq: number;
  at: number; /* ms since 1970 */
  over: boolean;
  winner: number | null;
  memory?: boolean; /* the table shows what is known of hands */
  broken?: boolean; /* the engine could not open it */
}
export interface Save extends Facts {
  record: string;
}

interface Whole extends Save {
  v: 1;
}
interface Split extends Facts {
  v: 2;
  writer: string;
  head: string;
  parts: number;
}

export const newId = (): string =>
  `${Date.now().toString(36)}-${Math.floor(Math.random() * 36 ** 4).toString(36)}`;

/* A record's head, up to and including the empty line, and its lines, each with its newline. */
export function split(record: string): { head: string; lines: string[] } {
  const at = record.indexOf('\n\n') + 2;
  if (at < 2) return { head: record, lines: [] };
  return { head: record.slice(0, at), lines: record.slice(at).match(/[^\n]+\n?/g) ?? [] };
}

const PART = 64; /* lines */

/* Keeps one game up to date. Another page that opens the same game becomes its writer. */
export class Keeper {
  #writer = newId();
  #parts = 0;
  #last: string[] = []; /* the lines of the last part */
  #fine = false; /* everything has been written */

  /* Write everything, from the beginning. */
  all(f: Facts, head: string, lines: string[]): boolean {
    this.#fine = true;
    this.#parts = Math.max(1, Math.ceil(lines.length / PART));
    for (let i = 0; i < this.#parts; i++) this.#put(f.id, i, lines.slice(i * PART, (i + 1) * PART));
    this.#last = lines.slice((this.#parts - 1) * PART);
    this.#facts(f, head);
    return this.#fine;
  }

  /* Write what is new; false if it will not survive closing the page. */
  add(f: Facts, head: string, lines: string[]): boolean {
    if (!this.#fine) return false;
    for (const line of lines) {
      if (this.#last.length === PART) {
        this.#put(f.id, this.#parts - 1, this.#last);
        this.#parts += 1;
        this.#last = [];
      }
      this.#last.push(line);
    }
    this.#put(f.id, this.#parts - 1, this.#last);
    this.#facts(f, head);
    return this.#fine;
  }

  /* Who writes this game now? Nobody, if it was deleted here or in another page. */
  writer(id: string): 'us' | 'them' | 'nobody' {
    const now = read<Split | null>(`game.${id}`, null);
    return now?.v !== 2 ? 'nobody' : now.writer === this.#writer ? 'us' : 'them';
  }

  #put(id: string, part: number, lines: string[]): void {
    this.#fine = write(`part.${id}.${part}`, lines.join('')) && this.#fine;
  }
  #facts(f: Facts, head: string): void {
    const kept: Split = { v: 2, ...f, writer: this.#writer, head, parts: this.#parts };
    this.#fine = write(`game.${f.id}`, kept) && this.#fine;
  }
}

/* A game as a whole: one that is over, or came from a file. */
export function keep(s: Save): boolean {
  const { record, ...facts } = s,
    { head, lines } = split(record);
  return new Keeper().all(facts, head, lines);
}

/* Deletes a game. The answer puts it back as it was, unless its room has been taken: then it returns false. */
export function drop(id: string): () => boolean {
  const all = [`game.${id}`, ...keys(`part.${id}.`)].map((k) => [k, read(k, null)] as const);
  for (const [k] of all) remove(k);
  return () => all.map(([k, value]) => write(k, value)).every(Boolean);
}

/* A game that cannot be opened is kept, but nobody is asked to continue it. A later version may open it after all. */
export function putAside(id: string): void {
  write(`game.${id}`, { ...read(`game.${id}`, {}), broken: true });
}

/* The lines up to the first missing part: a lost part loses what came after it, never what came
 * before. */
function recordOf(s: Split): string {
  let text = s.head;
  for (let i = 0; i < s.parts; i++) {
    const part = read<string | null>(`part.${s.id}.${i}`, null);
    if (typeof part !== 'string') break;
    text += part;
  }
  return text;
}

function load(key: string): Save | null {
  const s = read<Whole | Split | null>(key, null);
  if (!s || !seated(s.people) || typeof s.id !== 'string' || typeof s.ruleset !== 'string')
    return null;
  if (s.v === 1) return typeof s.record === 'string' ? s : null;
  if (s.v !== 2 || typeof s.head !== 'string') return null;
  /* Without its first part nothing is left of a game, not even its island. */
  if (typeof read<unknown>(`part.${s.id}.0`, null) !== 'string') return null;
  const { id, game, ruleset, people, seq, at, over, winner, memory, broken } = s;
  return {
    id,
    game,
    ruleset,
    people,
    seq,
    at,
    over,
    winner,
    ...(memory === undefined ? {} : { memory }),
    ...(broken ? { broken } : {}),
    get record() {
      return recordOf(s);
    },
  };
}

export const saves = (): Save[] =>
  keys('game.')
    .map(load)
    .filter((s): s is Save => s !== null)
    .sort((a, b) => b.at - a.at);
export const running = (): Save | undefined => saves().find((s) => !s.over && !s.broken);
export const find = (id: string): Save | undefined => load(`game.${id}`) ?? undefined;
