/* botWorker.ts -- the bots' thinking, in a separate worker so that it may take its time.
 *
 * It follows the game entry by entry, chance's outcomes included. Only a new worker,
 * at the start or after one got stuck, is given the whole record. */
import { Engine, EngineStuck, type Reply, type Request } from '../engine/engine';
import type { Seat } from '../schema';
import { advice, hintOf, levelsOf, type Choice } from './advice';
import type { Log } from './record';
import type { Advice, Person } from './table';

/* A move is shown after 0.7 seconds at the usual speed, so a bot that needs longer keeps people
 * waiting. The levels' own budgets are in engine/bots/levels.c; on a slow device the two levels that
 * think far ahead get less. */
const PATIENCE = 700;
const NODES: Record<string, number> = { master: 20000, grandmaster: 16000 };
export function affordable(level: unknown, perNode: number): { nodes?: number } {
  const own = typeof level === 'string' ? NODES[level] : undefined,
    most = Math.floor(PATIENCE / perNode);
  return own === undefined || most >= own ? {} : { nodes: Math.max(1000, most) };
}

export class BotWorker {
  #engine = new Engine();
  #perNode = 0.1; /* milliseconds; the value of a slow device until something was measured */
  #measured = false;
  #generation = -1;
  #seq = 0;
  /* bots of one level should not make the same mistakes in every game */
  #luck = Math.floor(Math.random() * 2 ** 40);

  async #follow(log: Log): Promise<void> {
    if (this.#generation === this.#engine.generation && this.#seq <= log.seq) {
      const fresh = log.since(this.#seq);
      if (!fresh.length) return;
      /* before they are sent: a hint may be requested while a bot thinks */
      this.#seq += fresh.length;
      const answers = await this.#engine.ask(
        fresh.map((e): Request =>
          e.undo === undefined
            ? { cmd: 'play', actions: e.actions }
            : { cmd: 'undo', to: e.undo, force: true },
        ),
      );
      if (answers.every((a) => a.ok)) return;
    }
    const seq = log.seq;
    const a = await this.#engine.one({ cmd: 'load', record: log.text, chance: 'manual' }, 20000);
    if (!a.ok) throw new Error(a.message ?? a.error);
    this.#generation = this.#engine.generation;
    this.#seq = seq;
  }

  /* What a bot would do for this seat now; throws EngineStuck. */
  async go(log: Log, seat: Seat, asked: Record<string, unknown> = {}): Promise<Reply> {
    await this.#follow(log);
    const since = performance.now();
    const a = await this.#engine.one(
      {
        cmd: 'go',
        seat,
        seed: this.#luck + this.#seq,
        ...affordable(asked.level, this.#perNode),
        ...asked,
      },
      15000,
    );
    const nodes = (a.ok && (a.choice?.nodes as number | undefined)) || 0;
    if (nodes >= 1000) {
      const cost = (performance.now() - since) / nodes;
      this.#perNode = this.#measured ? 0.5 * (this.#perNode + cost) : cost;
      this.#measured = true;
    }
    return a;
  }

  /* The best moves for a person, best first. */
  async hint(log: Log, seat: Seat, people: Person[]): Promise<Advice[]> {
    try {
      const a = await this.go(log, seat, { advise: true, levels: levelsOf(people) });
      return a.ok && a.choice ? hintOf(a.choice as Choice) : [];
    } catch (e) {
      if (e instanceof EngineStuck) return [];
      throw e;
    }
  }

  /* What a bot decided in its last turn; null if it has decided nothing since the page was opened. */
  async why(log: Log, seat: Seat): Promise<Advice[] | null> {
    try {
      await this.#follow(log);
      const a = await this.#engine.one({ cmd: 'go', seat, think: false }, 15000);
      return a.ok && a.turn ? (a.turn as Choice[]).map(advice) : null;
    } catch (e) {
      if (e instanceof EngineStuck) return null;
      throw e;
    }
  }

  close(): void {
    this.#engine.close();
  }
}
