/* brain.ts -- the bots' thinking, in a worker of its own so that it may take its time.
 *
 * It follows the game entry by entry, chance's outcomes included. Only a new worker,
 * at the start or after one got stuck, is given the whole record. */
import { Engine, EngineStuck, type Reply, type Request } from '../engine/engine';
import type { Seat } from '../view';
import type { Log } from './log';
import type { Advice, Person } from './table';

export class Brain {
  #engine = new Engine();
  #generation = -1;
  #seq = 0;
  #luck = Math.floor(
    Math.random() * 2 ** 40,
  ); /* bots of one level should not slip alike in every game */

  async #follow(log: Log): Promise<void> {
    if (this.#generation === this.#engine.generation && this.#seq <= log.seq) {
      const fresh = log.since(this.#seq);
      if (!fresh.length) return;
      this.#seq += fresh.length; /* before they are sent: a hint may be asked while a bot thinks */
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
  async go(log: Log, seat: Seat, p: Pick<Person, 'level' | 'style'> = {}): Promise<Reply> {
    await this.#follow(log);
    return this.#engine.one(
      {
        cmd: 'go',
        seat,
        seed: this.#luck + this.#seq,
        ...(p.level ? { level: p.level } : {}),
        ...(p.style ? { style: p.style } : {}),
      },
      15000,
    );
  }

  /* The best moves for a person, best first. */
  async hint(log: Log, seat: Seat): Promise<Advice[]> {
    try {
      const a = await this.go(log, seat);
      if (!a.ok || !a.choice) return [];
      const rest: Advice[] = (a.choice.moves ?? [])
        .filter((m: { action: string }) => m.action !== a.choice.action)
        .map((m: { action: string; value: number }) => ({
          actions: [m.action],
          win: m.value / 10000,
          why: [],
        }));
      return [advice(a.choice, seat), ...rest.slice(0, 3)];
    } catch (e) {
      if (e instanceof EngineStuck) return [];
      throw e;
    }
  }

  close(): void {
    this.#engine.close();
  }
}

interface Choice {
  action: string;
  why?: string;
  value?: number[];
  reasons?: { term: string; difference: number }[];
}
export const advice = (c: Choice, seat: Seat): Advice => ({
  actions: [c.action],
  win: (c.value?.[seat] ?? 0) / 10000,
  why: [
    ...(c.why ? [{ id: c.why }] : []),
    ...(c.reasons ?? [])
      .filter((r) => r.difference > 0)
      .map((r) => ({ id: r.term, args: { n: r.difference } })),
  ],
});
