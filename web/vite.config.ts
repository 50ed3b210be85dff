import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { viteSingleFile } from 'vite-plugin-singlefile';

/* SINGLE=1 gives one HTML file that plays from disk. Everything else is the
 * same: the wasm is compiled on the page and posted to the worker. */
const single = process.env.SINGLE === '1';
const worker = fileURLToPath(new URL('src/engine/worker.ts', import.meta.url));
const wasm = fileURLToPath(new URL('../build/skerry.wasm', import.meta.url));

/* 'virtual:skerry-worker' is the engine's thread: a file of its own, which the page's policy asks
 * for, or inlined where there is only one file. 'virtual:skerry-wasm' is the address of the engine that `make wasm` builds. */
const engine: Plugin = {
  name: 'skerry-wasm',
  resolveId: (id) => (id.startsWith('virtual:skerry-') ? `\0${id}` : undefined),
  load(id) {
    if (id === '\0virtual:skerry-worker') return `export { default } from ${JSON.stringify(`${worker}?worker${single ? '&inline' : ''}`)};`;
    if (id !== '\0virtual:skerry-wasm') return undefined;
    if (!existsSync(wasm)) { this.warn('build/skerry.wasm is missing: run make wasm'); return 'export default "";'; }
    return `export { default } from ${JSON.stringify(`${wasm}?url`)};`;
  },
};

export default defineConfig({
  base: single ? './' : '/',
  plugins: [engine, svelte(), ...(single ? [viteSingleFile()] : [])],
  define: { __SINGLE__: JSON.stringify(single) },
  worker: { format: 'iife' },
  server: { fs: { allow: ['..'] } },
  build: {
    target: 'es2022',
    outDir: single ? 'dist-single' : 'dist',
    assetsInlineLimit: single ? 1e8 : 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
  },
});
