/* verify.ts -- asks the engine whether a record is whole and honest, and what its seed draws again
 * (docs/engine-protocol.md, `verify`). */
import { Engine } from '../engine/engine';
import { header } from '../shell/recordFiles';

export interface Draw {
  entry: number;
  action: string; /* as in the record */
  drawn: string; /* as the seed gives it */
  of: number; /* one of so many possible outcomes */
}
export interface Verdict {
  fault: string | null; /* the last part of the ids `verify.fault.` */
  message: string | null; /* why it is unreadable */
  sealed: boolean;
  decided: boolean;
  promised: boolean;
  draws: Draw[];
  seed: string;
  committed: string;
  seats: string[];
}

export async function verify(record: string): Promise<Verdict> {
  const of = (name: string): string => header(record, name) ?? '';
  const engine = new Engine();
  try {
    const a = await engine.one({ cmd: 'verify', record }, 20000);
    if (!a.ok) throw new Error(a.message ?? a.error);
    return {
      ...(a as unknown as Verdict),
      seed: of('Server-Seed'),
      committed: of('Commitment'),
      seats: of('Seat-Seeds').split('|'),
    };
  } finally {
    engine.close();
  }
}
