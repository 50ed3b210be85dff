import { defineConfig } from 'vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { viteSingleFile } from 'vite-plugin-singlefile';

/* SINGLE=1 gives one HTML file that plays from disk. Everything else is the
 * same: the worker is inlined in both, the wasm is compiled on the page. */
const single = process.env.SINGLE === '1';

export default defineConfig({
  base: './',
  plugins: [svelte(), ...(single ? [viteSingleFile()] : [])],
  define: { __SINGLE__: JSON.stringify(single) },
  worker: { format: 'iife' },
  server: { fs: { allow: ['..'] } },
  build: {
    target: 'es2022',
    outDir: single ? 'dist-single' : 'dist',
    assetsInlineLimit: single ? 1e8 : 0,
    modulePreload: { polyfill: false },
  },
});
