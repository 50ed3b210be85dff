/* worker.ts -- the wasm engine in its own thread. One message holds request lines
 * (docs/engine-protocol.md); the reply holds the answer lines. The page compiles the module and
 * posts it here, which also works from a file on disk. */
/// <reference lib="webworker" />

interface Exports {
  memory: WebAssembly.Memory;
  buffer(): number; /* where a request is written and its answer read */
  buffer_size(): number;
  request(length: number): number; /* length of the answer */
}

let engine: Exports | null = null;
const encoder = new TextEncoder(),
  decoder = new TextDecoder();

function ask(line: string): string {
  const e = engine!;
  const bytes = encoder.encode(line);
  if (bytes.length > e.buffer_size()) return '{"ok":false,"error":"too-long"}';
  const at = e.buffer(); /* first: it may grow the memory */
  new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
  const n = e.request(bytes.length);
  return decoder.decode(new Uint8Array(e.memory.buffer, at, n));
}

onmessage = async (
  m: MessageEvent<{ module?: WebAssembly.Module; id?: number; lines?: string[] }>,
) => {
  const { module, id, lines } = m.data;
  if (module) {
    engine = (await WebAssembly.instantiate(module, {})).exports as unknown as Exports;
    postMessage({ ready: true });
  } else if (lines) {
    postMessage({ id, answers: lines.map(ask) });
  }
};
