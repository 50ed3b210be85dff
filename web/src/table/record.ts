/* record.ts -- the record of the current game, extended entry by entry. */
import { split } from '../savedGames';
import type { GameEvent } from '../schema';

export class Log {
  head: string;
  lines: string[]; /* "57 0 roll; * dice 3 4\n", the n-th is entry n */

  constructor(record: string) {
    ({ head: this.head, lines: this.lines } = split(record));
    /* The engine's seal covers the entries it wrote; more are added here. */
    this.head = this.head.replace(/^(Entries|Check): .*\n/gm, '');
  }

  get seq(): number {
    return this.lines.length;
  }
  get text(): string {
    return this.head + this.lines.join('');
  }

  /* Nothing is hidden in these entries; those already here change nothing. */
  add(events: GameEvent[]): void {
    for (const e of events)
      if (e.seq === this.seq + 1)
        this.lines.push(
          `${e.seq} ${e.undo === undefined ? e.actions.join('; ') : `undo ${e.undo}`}\n`,
        );
  }

  /* The entries after number `seq`. */
  since(seq: number): GameEvent[] {
    return this.lines.slice(seq).map((line, i): GameEvent => {
      const text = line.slice(line.indexOf(' ') + 1).trim(),
        undo = /^undo (\d+)$/.exec(text);
      return {
        seq: seq + i + 1,
        actions: undo ? [] : text.split('; '),
        ...(undo ? { undo: Number(undo[1]) } : {}),
      };
    });
  }
}

/* Entries as the engine and the server send them: an undo has no actions. */
export const entries = (events: unknown): GameEvent[] =>
  (events as GameEvent[]).map((e) => ({ ...e, actions: e.actions ?? [] }));

/* Without the entries that were taken back, and without the undos. */
export function standing(events: readonly GameEvent[]): GameEvent[] {
  const out: GameEvent[] = [];
  for (const e of events) {
    if (e.undo === undefined) out.push(e);
    else while (out.length && out[out.length - 1].seq >= e.undo) out.pop();
  }
  return out;
}
