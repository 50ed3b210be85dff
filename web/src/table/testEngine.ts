/* testEngine.ts -- for tests: the real engine without a worker; it counts the bytes that pass and can be
 * made to hang. */
import { readFileSync } from 'node:fs';
import type { Reply, Request } from '../engine/engine';

const module = new WebAssembly.Module(
  readFileSync(new URL('../../../build/skerry.wasm', import.meta.url)),
);

export class EngineStuck extends Error {}

interface Exports {
  memory: WebAssembly.Memory;
  buffer(): number;
  request(n: number): number;
}

/* Bytes asked and answered so far; and what a test does before an engine answers. */
export const passed = { bytes: 0, most: 0 };
export const before: { ask: ((requests: Request[]) => Promise<void> | void) | null } = {
  ask: null,
};

export class Engine {
  #wasm: Exports | null = null;
  generation = 0;

  async ask(requests: Request[]): Promise<Reply[]> {
    this.#wasm ??= new WebAssembly.Instance(module, {}).exports as unknown as Exports;
    try {
      await before.ask?.(requests);
    } catch (e) {
      this.close();
      throw e;
    }
    const e = this.#wasm;
    if (!e) throw new EngineStuck('closed');
    return requests.map((r) => {
      const bytes = new TextEncoder().encode(JSON.stringify(r)),
        at = e.buffer();
      new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
      const n = e.request(bytes.length),
        text = new TextDecoder().decode(new Uint8Array(e.memory.buffer, at, n));
      passed.bytes += bytes.length + n;
      passed.most = Math.max(passed.most, bytes.length + n);
      return JSON.parse(text) as Reply;
    });
  }
  async one(request: Request): Promise<Reply> {
    return (await this.ask([request]))[0];
  }
  close(): void {
    this.#wasm = null;
    this.generation += 1;
  }
}
