/* safeEngine.svelte.ts -- an engine that keeps its game.
 *
 * One request at a time. If the engine hangs, it is restarted and the game loaded from its
 * record, so nothing is lost and nothing is done twice: an unanswered request is not in the
 * record. Other sessions are lost; code that uses one must check `restarts`. */
import { Engine, EngineStuck, type Reply, type Request } from '../engine/engine';

/* The error of a game that could not be opened; `answer` says why. */
export const refusal = (answer: { error?: string; message?: string }): Error =>
  Object.assign(new Error(answer.message ?? answer.error), { answer });

export class SafeEngine {
  trouble = $state<string | null>(null);
  restarts = 0;
  #engine = new Engine();
  #generation = 0; /* of the engine that holds the game */
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #load: () => Request;

  /* `load` restores the game, or starts it. */
  constructor(load: () => Request) {
    this.#load = load;
  }

  ask(requests: Request[], limit?: number): Promise<Reply[]> {
    const next = this.#queue.then(() => this.#now(requests, limit));
    this.#queue = next.catch(() => undefined);
    return next;
  }
  async one(request: Request, limit?: number): Promise<Reply> {
    return (await this.ask([request], limit))[0];
  }

  async #now(requests: Request[], limit?: number): Promise<Reply[]> {
    for (let tries = 0; ; tries++) {
      try {
        if (this.#engine.generation !== this.#generation) await this.#again();
        return await this.#engine.ask(requests, limit);
      } catch (e) {
        if (!(e instanceof EngineStuck) || this.#closed || tries > 2) throw e;
        this.restarts += 1;
        this.say('trouble.engine');
      }
    }
  }
  async #again(): Promise<void> {
    const { generation } = this.#engine,
      a = await this.#engine.one(this.#load(), 20000);
    if (!a.ok) throw refusal(a);
    this.#generation = generation;
  }

  /* Shown for a while, to explain the delay. */
  say(id: string): void {
    this.trouble = id;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.trouble = null), 6000);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#engine.close();
  }
}
