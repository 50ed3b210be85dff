/* long.ts -- a record as long as one likes, in which two people roll, pass the dice on and never build. */
import { readFileSync } from 'node:fs';

interface Engine {
  memory: WebAssembly.Memory;
  buffer(): number;
  request(n: number): number;
}

export async function longRecord(entries: number, options = ''): Promise<string> {
  const bytes = readFileSync(new URL('../../build/skerry.wasm', import.meta.url));
  const engine = (await WebAssembly.instantiate(bytes, {})).instance.exports as unknown as Engine;
  const ask = (
    r: Record<string, unknown>,
  ): { seq: number; owes: number[]; actions: string[]; record: string } => {
    const text = new TextEncoder().encode(JSON.stringify(r)),
      at = engine.buffer();
    new Uint8Array(engine.memory.buffer, at, text.length).set(text);
    return JSON.parse(
      new TextDecoder().decode(
        new Uint8Array(engine.memory.buffer, at, engine.request(text.length)),
      ),
    );
  };
  let now = ask({ cmd: 'new', ruleset: `fifth,points=30${options}`, players: 2, seed: 3 });
  while (now.seq < entries) {
    const { actions } = ask({ cmd: 'legal', seat: now.owes[0] });
    now = ask({
      cmd: 'play',
      action: actions.find((a) => / (roll|end|discard)/.test(a)) ?? actions[0],
    });
  }
  return ask({ cmd: 'record' }).record;
}
