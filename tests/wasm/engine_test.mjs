// engine_test.mjs -- the browser's engine under node: whole games through the protocol, the same
// signature as the native program's, and the same answers line by line. Ends "N passed, M failed".
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url).pathname;
let passed = 0, failed = 0;
const expect = (ok, words) => { if (ok) passed++; else { failed++; console.log('FAIL', words); } };

const module = new WebAssembly.Module(readFileSync(root + 'build/skerry.wasm'));
expect(WebAssembly.Module.imports(module).length === 0, 'the module imports nothing');
const encoder = new TextEncoder(), decoder = new TextDecoder();

function engine() {
  const e = new WebAssembly.Instance(module, {}).exports;
  const write = (text) => {
    const bytes = encoder.encode(text), at = e.buffer();
    new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  };
  return {
    line(text) {
      const n = e.request(write(text));
      return decoder.decode(new Uint8Array(e.memory.buffer, e.buffer(), n));
    },
    ask(request) { return JSON.parse(this.line(JSON.stringify(request))); },
  };
}

// The signature of random games, by the same code and tests/wasm/bench.c.
const benched = new WebAssembly.Module(readFileSync(root + 'build/skerry-bench.wasm'));
function bench(rules, games) {
  const e = new WebAssembly.Instance(benched, {}).exports;
  new Uint8Array(e.memory.buffer, e.bench_rules(), rules.length + 1).set(encoder.encode(rules + '\0'));
  return BigInt.asUintN(64, e.bench(games)).toString(16).padStart(16, '0');
}

// A small generator, so that the games played are the same every time.
function random(seed) {
  let s = seed >>> 0;
  return (n) => { s = (Math.imul(s, 1664525) + 1013904223) >>> 0; return Math.floor(s / 2 ** 32 * n); };
}

// Play a whole game by the menus; returns the lines sent and the answers.
function game(e, ruleset, seed) {
  const below = random(seed), sent = [], got = [];
  const ask = (request) => {
    const line = JSON.stringify(request), answer = e.line(line);
    sent.push(line); got.push(answer);
    return JSON.parse(answer);
  };
  let status = ask({ cmd: 'new', ruleset, seed });
  for (let i = 0; i < 6000 && status.ok && !status.over; i++) {
    const menu = ask({ cmd: 'legal', id: i });
    if (!menu.ok || menu.actions.length === 0) break;
    status = ask({ cmd: 'play', action: menu.actions[below(menu.actions.length)] });
  }
  ask({ cmd: 'state' });
  ask({ cmd: 'view', seat: 1 });
  ask({ cmd: 'events', seat: 0, since: 3 });
  const record = ask({ cmd: 'record' });
  const loaded = ask({ cmd: 'load', session: 1, record: record.record });
  expect(loaded.ok && loaded.seq === status.seq, `${ruleset}: the record loads`);
  ask({ cmd: 'state', session: 1 });
  expect(got.at(-1) === got[got.length - 6], `${ruleset}: and gives the same position`);
  return { sent, got, over: status.over };
}

const rulesets = engine().ask({ cmd: 'rules' }).games.flatMap((g) => g.rulesets.map((r) => r.name));
for (const ruleset of rulesets) {
  const e = engine(), { sent, got, over } = game(e, ruleset, 7);
  expect(over, `${ruleset}: a game plays to its end`);
  const native = execFileSync(root + 'build/skerry', ['engine'],
    { input: sent.join('\n') + '\n', maxBuffer: 1 << 28 }).toString().split('\n');
  const at = got.findIndex((line, i) => line !== native[i]);
  expect(at < 0, `${ruleset}: native and wasm answer the same (line ${at}: ${sent[at]})`);
  const line = execFileSync(root + 'build/skerry', ['bench', '--json', '--games', '20', '--ruleset', ruleset]);
  expect(bench(ruleset, 20) === JSON.parse(line).signature, `${ruleset}: one bench signature`);
}

const bots = engine();
for (const ruleset of rulesets) {
  bots.ask({ cmd: 'new', ruleset, seed: 3 });
  const lines = ['{"cmd":"new","ruleset":"' + ruleset + '","seed":3}'];
  const got = [];
  for (const level of ['random', 'beginner', 'club']) {
    lines.push(JSON.stringify({ cmd: 'go', level, nodes: 200, seed: 5 }));
    got.push(bots.line(lines.at(-1)));
  }
  const native = execFileSync(root + 'build/skerry', ['engine'], { input: lines.join('\n') + '\n' })
    .toString().split('\n').slice(1);
  got.forEach((line, i) => expect(line === native[i] && JSON.parse(line).ok, `${ruleset}: ${lines[i + 1]} native = wasm`));
}

// A whole game of bots, each given its view: every choice, value and reason is the same as natively.
for (const ruleset of ['fifth,board=random,phases=combined', 'fifth+helpers,phases=combined', 'struggle']) {
  const e = engine(), sent = [], got = [], levels = ['master', 'club', 'strong', 'casual'];
  const ask = (request) => {
    sent.push(JSON.stringify(request));
    got.push(e.line(sent.at(-1)));
    return JSON.parse(got.at(-1));
  };
  let status = ask({ cmd: 'new', ruleset, players: 4, seed: 9 });
  for (let i = 0; i < 160 && status.ok && !status.over; i++) {
    const seat = status.owes[0];
    // Sometimes enough to settle a close call by playing on past the bot's own turn.
    const nodes = i % 5 ? 60 : 2000, level = i % 10 === 0 ? 'master' : levels[seat % 4];
    const go = ask({ cmd: 'go', seat, level, nodes, seed: i, levels: 'person,club,master,casual' });
    expect(go.ok && go.choice, `${ruleset}: seat ${seat} chooses`);
    status = ask({ cmd: 'play', action: go.choice.action });
    expect(status.ok, `${ruleset}: ${go.choice.action} is allowed`);
  }
  const native = execFileSync(root + 'build/skerry', ['engine'],
    { input: sent.join('\n') + '\n', maxBuffer: 1 << 28 }).toString().split('\n');
  const at = got.findIndex((line, i) => line !== native[i]);
  expect(at < 0, `${ruleset}: bots play the same natively (line ${at}: ${sent[at]})`);
}

for (const rubbish of ['', '{', 'null', '[]', '{}', '{"cmd":7}', '\u0000', '{"cmd":"play"}', '{"cmd":"set","state":{}}'])
  expect(engine().ask({ cmd: 'hello' }).ok && JSON.parse(bots.line(rubbish)).ok === false, `rubbish is refused: ${rubbish}`);
const long = bots.line('x'.repeat(1 << 20));
expect(JSON.parse(long).error === 'too-long', 'a line that is too long is refused');

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
