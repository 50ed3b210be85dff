/* engine.ts -- asks the wasm engine, and notices when it does not answer.
 *
 * A request that takes too long means the engine is stuck: the worker is ended, every open request
 * fails with EngineStuck, and the next request starts a new worker. Its games are lost; tables load
 * them again from their record. */
import EngineWorker from 'virtual:skerry-worker';
import wasmUrl from 'virtual:skerry-wasm';

export type Reply = {
  ok: boolean;
  error?: string;
  rule?: string | null;
  message?: string;
} & Record<string, any>;
export type Request = { cmd: string } & Record<string, unknown>;

export class EngineStuck extends Error {}

let compiled: Promise<WebAssembly.Module> | null = null;
async function compile(): Promise<WebAssembly.Module> {
  const bytes = await (await fetch(wasmUrl)).arrayBuffer();
  return WebAssembly.compile(bytes);
}
/* main.ts starts the engine before anything is drawn, so that it is ready when needed. */
export const warm = (): Promise<WebAssembly.Module> =>
  (compiled ??= compile().catch((e) => {
    compiled = null;
    throw e;
  }));

interface Waiting {
  resolve: (r: Reply[]) => void;
  reject: (e: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

export class Engine {
  #worker: Worker | null = null;
  #ready: Promise<void> | null = null;
  #open = new Map<number, Waiting>();
  #n = 0;
  generation = 0; /* counts restarts: a table that sees another number loads its game again */

  #start(): Promise<void> {
    const worker = new EngineWorker();
    this.#worker = worker;
    return (this.#ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new EngineStuck('no start'));
        this.#fail(new EngineStuck('no start'));
      }, 20000);
      worker.onerror = (e) => {
        clearTimeout(late);
        reject(new Error(e.message));
        this.#fail(new EngineStuck(e.message));
      };
      worker.onmessage = (m: MessageEvent<{ ready?: boolean; id: number; answers: string[] }>) => {
        if (m.data.ready) {
          clearTimeout(late);
          resolve();
          return;
        }
        const w = this.#open.get(m.data.id);
        if (!w) return;
        this.#open.delete(m.data.id);
        clearTimeout(w.timer);
        w.resolve(m.data.answers.map((a) => JSON.parse(a) as Reply));
      };
      warm().then(
        (module) => worker.postMessage({ module }),
        (e) => {
          clearTimeout(late);
          reject(e);
          this.#fail(new EngineStuck(String(e)));
        },
      );
    }));
  }

  #fail(e: Error): void {
    this.generation += 1;
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const w of open) {
      clearTimeout(w.timer);
      w.reject(e);
    }
  }

  async ask(requests: Request[], limit = 8000): Promise<Reply[]> {
    await (this.#ready ?? this.#start());
    const id = ++this.#n;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(new EngineStuck('no answer')), limit);
      this.#open.set(id, { resolve, reject, timer });
      this.#worker!.postMessage({ id, lines: requests.map((r) => JSON.stringify(r)) });
    });
  }

  async one(request: Request, limit?: number): Promise<Reply> {
    return (await this.ask([request], limit))[0];
  }

  close(): void {
    this.#fail(new EngineStuck('closed'));
  }
}
