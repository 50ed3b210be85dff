/* long.ts -- records made by the engine itself: one as long as one likes, or one that ends where a test begins. */
import { readFileSync } from 'node:fs';

interface Engine {
  memory: WebAssembly.Memory;
  buffer(): number;
  request(n: number): number;
}
interface Answer {
  seq: number;
  owes: number[];
  over: boolean;
  actions: string[];
  record: string;
  choice: { action: string };
}

async function engine(): Promise<(r: Record<string, unknown>) => Answer> {
  const bytes = readFileSync(new URL('../../build/skerry.wasm', import.meta.url));
  const wasm = (await WebAssembly.instantiate(bytes, {})).instance.exports as unknown as Engine;
  return (r) => {
    const text = new TextEncoder().encode(JSON.stringify(r)),
      at = wasm.buffer();
    new Uint8Array(wasm.memory.buffer, at, text.length).set(text);
    return JSON.parse(
      new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, at, wasm.request(text.length))),
    );
  };
}

/* Two people roll, pass the dice on and never build. */
export async function longRecord(entries: number, options = ''): Promise<string> {
  const ask = await engine();
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

/* A game among bots up to where `there` says so of seat 0's menu: the same game every time. */
export async function recordUntil(
  ruleset: string,
  there: (menu: string[]) => boolean,
  players = 3,
  own = (_menu: string[], advised: string): string => advised,
): Promise<string> {
  for (let seed = 1; ; seed++) {
    const ask = await engine();
    let now = ask({ cmd: 'new', ruleset, players, seed });
    while (!now.over) {
      const seat = now.owes[0];
      const menu: string[] = seat === 0 ? ask({ cmd: 'legal', seat }).actions : [];
      if (seat === 0 && there(menu)) return ask({ cmd: 'record' }).record;
      const advised = ask({ cmd: 'go', seat, seed }).choice.action;
      now = ask({ cmd: 'play', action: seat === 0 ? own(menu, advised) : advised });
    }
  }
}

/* How the person plays in such a game who collects development cards: buys whenever possible and plays none. */
export const collecting = (menu: string[], advised: string): string =>
  menu.find((a) => a === '0 buy') ??
  (/^0 (knight|plenty|monopoly|road-building)/.test(advised)
    ? menu.find((a) => a === '0 roll' || a === '0 end')!
    : advised);

/* Such a game up to the move that wins it. */
export async function recordNearEnd(ruleset: string, players = 3): Promise<string> {
  const ask = await engine();
  let now = ask({ cmd: 'new', ruleset, players, seed: 1 });
  for (;;) {
    const { record } = ask({ cmd: 'record' });
    now = ask({ cmd: 'play', action: ask({ cmd: 'go', seat: now.owes[0] }).choice.action });
    if (now.over) return record;
  }
}
