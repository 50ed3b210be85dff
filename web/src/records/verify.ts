/* verify.ts -- draws every die and card of a finished game again from its seeds
 * (docs/protocol.md). */
import { Engine, type Reply, type Request } from '../engine/engine';
import { header } from '../shell/recordFiles';
import { hex, hmac, sha256, unhex } from './sha256';

interface Draw {
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

type Ask = (r: Request) => Promise<Reply>;

/* What chance draws in session 1, by the weights of its menu. */
async function draw(ask: Ask, word: () => number): Promise<{ drawn: string; chances: number }> {
  const menu = await ask({ cmd: 'legal', session: 1, seat: '*' });
  const weights = (menu.weights ?? []) as number[],
    list = (menu.actions ?? []) as string[];
  const sum = weights.reduce((a, b) => a + b, 0);
  let n = below(word, Math.max(1, sum)),
    i = 0;
  while (i < list.length - 1 && n >= weights[i]) n -= weights[i++];
  return { drawn: list[i] ?? '', chances: list.length };
}

/* Plays an entry in session 1 and draws again what chance did in it. Returns what is broken. */
async function drawEntry(
  ask: Ask,
  entry: number,
  actions: string[],
  word: () => number,
  draws: Draw[],
): Promise<string | undefined> {
  await ask({ cmd: 'copy', from: 0, session: 1 });
  for (const action of actions) {
    if (action.startsWith('*')) {
      const d = await draw(ask, word);
      draws.push({ entry, action, ...d, same: d.drawn === action });
    }
    const p = await ask({ cmd: 'play', session: 1, action });
    if (!p.ok) return `${entry}: ${action}: ${p.message ?? p.error}`;
  }
}

export async function verify(record: string): Promise<Verdict> {
  const of = (name: string): string => header(record, name) ?? '';
  const seats = of('Seat-Seeds'),
    game = of('Game-Id'),
    seed = unhex(of('Server-Seed'));
  const verdict: Verdict = {
    commitment: seed.length === 32 && hex(sha256(seed)) === of('Commitment').toLowerCase(),
    draws: [],
    seed: of('Server-Seed'),
    committed: of('Commitment'),
    seats: seats.split('|'),
    game,
  };
  const base = of('Rules').split(',')[0].split('+')[0];
  const engine = new Engine();
  const ask: Ask = async (r) => engine.one(r, 20000);
  try {
    const start = await ask({
      cmd: 'new',
      ruleset: of('Options') ? `${base},${of('Options')}` : of('Rules'),
      players: Number(of('Players')),
      chance: 'manual',
    });
    if (!start.ok) return { ...verdict, broken: start.message ?? start.error };
    for (const line of record.slice(record.indexOf('\n\n') + 2).split('\n')) {
      const m = /^(\d+) (.*)$/.exec(line.trim());
      if (!m) continue;
      const entry = Number(m[1]),
        undo = /^undo (\d+)$/.exec(m[2]);
      if (undo) {
        await ask({ cmd: 'undo', to: Number(undo[1]), force: true });
        continue;
      }
      const actions = m[2].split('; ');
      if (actions.some((a) => a.startsWith('*'))) {
        const word = words(seed, game, seats, entry);
        const broken = await drawEntry(ask, entry, actions, word, verdict.draws);
        if (broken) return { ...verdict, broken };
      }
      const p = await ask({ cmd: 'play', actions });
      if (!p.ok) return { ...verdict, broken: `${entry}: ${p.message ?? p.error}` };
    }
    return verdict;
  } finally {
    engine.close();
  }
}
