/* analysis.ts -- how a finished game swung: everybody's chances, the moments that changed them most, luck and play. The
 * engine judges it (docs/engine-protocol.md, `review`), as it does for `skerry analyse` and for the picture of a link. */
import { Engine } from '../engine/engine';
import type { Seat } from '../schema';

/* Everybody's chances, as shares of 1, after an entry. */
export interface Point {
  seq: number;
  value: number[];
}
export interface Swing {
  seq: number;
  seat: Seat;
  before: number;
  after: number;
}
export interface Analysis {
  curve: Point[];
  swings: Swing[];
  start: number[];
  luck: number[];
  play: number[];
}

const STEPS = 24; /* actions between two looks at `progress` */
const ONE = 1e6;
const share = (n: number): number => n / ONE;

/* Judges a whole record in a worker of its own; `progress` is called with 0..1, and returning false stops it. Null: it
 * was stopped, or there is nothing to judge. */
export async function analyse(
  record: string,
  progress: (share: number) => boolean,
): Promise<Analysis | null> {
  const engine = new Engine(),
    curve: Point[] = [];
  try {
    let a = await engine.one({ cmd: 'review', record, steps: STEPS }, 20000);
    for (; a.ok; a = await engine.one({ cmd: 'review', steps: STEPS }, 20000)) {
      for (const p of a.curve as { entry: number; chance: number[] }[])
        curve.push({ seq: p.entry - 1, value: p.chance.map(share) });
      if (!progress(a.of ? a.done / a.of : 1)) return null;
      if (a.done === a.of) break;
    }
    if (!a.ok || !curve.length) return null;
    return {
      curve,
      swings: (a.moments as (Omit<Swing, 'seq'> & { entry: number })[]).map((m) => ({
        seq: m.entry,
        seat: m.seat,
        before: share(m.before),
        after: share(m.after),
      })),
      start: (a.start as number[]).map(share),
      luck: (a.luck as number[]).map(share),
      play: (a.play as number[]).map(share),
    };
  } finally {
    engine.close();
  }
}
