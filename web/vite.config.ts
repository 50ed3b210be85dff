import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { offline } from './offline.ts';
import { games, preview, text } from './words.ts';

/* SINGLE=1 gives one HTML file that plays from disk. Everything else is the
 * same: the wasm is compiled on the page and posted to the worker. */
const single = process.env.SINGLE === '1';
const worker = fileURLToPath(new URL('src/engine/worker.ts', import.meta.url));
const wasm = fileURLToPath(new URL('../build/skerry.wasm', import.meta.url));

/* 'virtual:skerry-worker' is the engine's thread: a file of its own, which the page's policy asks for, or inlined
 * where there is only one file. 'virtual:skerry-wasm' is the address of the engine that `make wasm` builds,
 * 'virtual:skerry-games' the names of the games in it. */
const engine: Plugin = {
  name: 'skerry-wasm',
  resolveId: (id) => (/^virtual:skerry-(worker|wasm|games)$/.test(id) ? `\0${id}` : undefined),
  load(id) {
    if (id === '\0virtual:skerry-worker')
      return `export { default } from ${JSON.stringify(`${worker}?worker${single ? '&inline' : ''}`)};`;
    if (id === '\0virtual:skerry-games') return `export default ${JSON.stringify(games())};`;
    if (id !== '\0virtual:skerry-wasm') return undefined;
    if (!existsSync(wasm)) {
      this.warn('build/skerry.wasm is missing: run make wasm');
      return 'export default "";';
    }
    return `export { default } from ${JSON.stringify(`${wasm}?url`)};`;
  },
};

const bare: Plugin = {
  /* one file has no files beside it */
  name: 'skerry-bare',
  transformIndexHtml: (html) =>
    html.replace(/\s*<link rel="(manifest|icon|apple-touch-icon)"[^>]*>/g, ''),
};

/* NAME.br beside NAME, a seventh smaller than gzip; the server sends it to whoever takes it. On plain HTTP
 * no browser does, so the larger files also have a NAME.gz that is smaller than the server's own. Those of an
 * earlier build are gone: vite empties the folder. */
const LARGE = 10_000;
const packed: Plugin = {
  name: 'skerry-packed',
  apply: 'build',
  writeBundle: async ({ dir }, bundle) => {
    for (const name of Object.keys(bundle).filter((f) => /\.(html|js|css|json|wasm)$/.test(f))) {
      const plain = readFileSync(`${dir}/${name}`);
      writeFileSync(`${dir}/${name}.br`, brotliCompressSync(plain));
      if (plain.length > LARGE)
        writeFileSync(`${dir}/${name}.gz`, await gzipAsync(plain, { numiterations: 15 }));
    }
  },
};

/* What the first game needs comes in two files, not in forty: less to fetch, and it packs a tenth better.
 * A module is in the first if main.ts or two games' tables import it, in the second if CATAN's does.
 * What nobody needs before a press stays apart. */
const FIRST = 'src/main.ts';
const TABLES = /src\/games\/\w+\/table\.ts$/;
type Importers = (id: string) => readonly string[];
function roots(id: string, importers: Importers, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const own = id.endsWith(FIRST) || TABLES.test(id) ? [id] : [];
  return [...own, ...importers(id).flatMap((i) => roots(i, importers, seen))];
}
function chunk(id: string, importers: Importers): string | null {
  const from = roots(id, importers);
  const tables = from.filter((r) => TABLES.test(r));
  if (tables.length < from.length || tables.length > 1) return 'page';
  return tables[0]?.endsWith('catan/table.ts') ? 'table' : null;
}

export default defineConfig({
  base: single ? './' : '/',
  plugins: [
    engine,
    text,
    svelte(),
    ...(single ? [viteSingleFile(), bare] : [preview, offline, packed]),
  ],
  publicDir: single ? false : 'public',
  define: { __SINGLE__: JSON.stringify(single) },
  worker: { format: 'iife' },
  server: { fs: { allow: ['..'] } },
  test: { include: ['src/**/*.test.ts'], testTimeout: 120_000 },
  build: {
    target: 'es2022',
    outDir: single ? 'dist-single' : 'dist',
    assetsInlineLimit: single ? 1e8 : 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: !single,
    rolldownOptions: single
      ? {}
      : {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: (id, ctx) => chunk(id, (m) => ctx.getModuleInfo(m)?.importers ?? []),
                },
              ],
            },
          },
        },
  },
});
