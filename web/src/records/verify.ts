/* verify.ts -- draws every die and card of a finished game again from its seeds
 * (docs/protocol.md). */
import { Engine, type Request } from '../engine/engine';
import { header } from '../shell/recordFiles';
import { hex, hmac, sha256, unhex } from './sha256';

export interface Draw {
  entry: number;
  action: string;
  drawn: string;
  chances: number;
  same: boolean;
}
export interface Verdict {
  commitment: boolean;
  draws: Draw[];
  broken?: string;
  seed: string;
  committed: string;
  seats: string[];
  game: string;
}

export const isFine = (v: Verdict): boolean =>
  v.commitment && !v.broken && v.draws.length > 0 && v.draws.every((d) => d.same);

/* The random words of one entry: big-endian words of HMAC blocks, as many as needed. */
function words(seed: Uint8Array, game: string, seats: string, entry: number): () => number {
  let block = 0,
    at = 8,
    out: DataView = new DataView(new ArrayBuffer(32));
  return () => {
    if (at === 8) {
      const h = hmac(
        seed,
        new TextEncoder().encode(`skerry-fair-1\n${game}\n${seats}\n${entry}\n${block++}`),
      );
      out = new DataView(h.buffer, h.byteOffset, 32);
      at = 0;
    }
    return out.getUint32(4 * at++);
  };
}

/* A number in [0, n) without bias: multiply and shift, with a short rejection. */
function below(word: () => number, n: number): number {
  const big = BigInt(n),
    unfair = Number((4294967296n - big) % big);
  for (;;) {
    const wide = BigInt(word()) * big;
    const low = Number(wide & 0xffffffffn);
    if (low >= n || low >= unfair) return Number(wide >> 32n);
  }
}

export async function verify(record: string): Promise<Verdict> {
  const seedText = header(record, 'Server-Seed') ?? '',
    committed = header(record, 'Commitment') ?? '';
  const seats = header(record, 'Seat-Seeds') ?? '',
    game = header(record, 'Game-Id') ?? '';
  const seed = unhex(seedText);
  const verdict: Verdict = {
    commitment: seed.length === 32 && hex(sha256(seed)) === committed.toLowerCase(),
    draws: [],
    seed: seedText,
    committed,
    seats: seats.split('|'),
    game,
  };
  const rules = header(record, 'Rules') ?? '',
    options = header(record, 'Options');
  const base = rules.split(',')[0].split('+')[0];
  const engine = new Engine();
  const ask = async (r: Request) => engine.one(r, 20000);
  try {
    const start = await ask({
      cmd: 'new',
      ruleset: options ? `${base},${options}` : rules,
      players: Number(header(record, 'Players')),
      chance: 'manual',
    });
    if (!start.ok) return { ...verdict, broken: start.message ?? start.error };
    for (const line of record.slice(record.indexOf('\n\n') + 2).split('\n')) {
      const m = /^(\d+) (.*)$/.exec(line.trim());
      if (!m) continue;
      const entry = Number(m[1]);
      const undo = /^undo (\d+)$/.exec(m[2]);
      if (undo) {
        await ask({ cmd: 'undo', to: Number(undo[1]), force: true });
        continue;
      }
      const actions = m[2].split('; '),
        word = words(seed, game, seats, entry);
      if (actions.some((a) => a.startsWith('*'))) {
        await ask({ cmd: 'copy', from: 0, session: 1 });
        for (const action of actions) {
          if (action.startsWith('*')) {
            const menu = await ask({ cmd: 'legal', session: 1, seat: '*' });
            const weights = (menu.weights ?? []) as number[],
              list = (menu.actions ?? []) as string[];
            let n = below(
                word,
                Math.max(
                  1,
                  weights.reduce((a, b) => a + b, 0),
                ),
              ),
              i = 0;
            while (i < list.length - 1 && n >= weights[i]) n -= weights[i++];
            verdict.draws.push({
              entry,
              action,
              drawn: list[i] ?? '',
              chances: list.length,
              same: list[i] === action,
            });
          }
          const p = await ask({ cmd: 'play', session: 1, action });
          if (!p.ok) return { ...verdict, broken: `${entry}: ${action}: ${p.message ?? p.error}` };
        }
      }
      const p = await ask({ cmd: 'play', actions });
      if (!p.ok) return { ...verdict, broken: `${entry}: ${p.message ?? p.error}` };
    }
    return verdict;
  } finally {
    engine.close();
  }
}
