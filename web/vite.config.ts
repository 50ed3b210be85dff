import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { viteSingleFile } from 'vite-plugin-singlefile';

/* SINGLE=1 gives one HTML file that plays from disk. Everything else is the
 * same: the wasm is compiled on the page and posted to the worker. */
const single = process.env.SINGLE === '1';
const worker = fileURLToPath(new URL('src/engine/worker.ts', import.meta.url));
const wasm = fileURLToPath(new URL('../build/skerry.wasm', import.meta.url));

/* Words that are loaded with their screen, since it is rarely opened. */
const PARTS: Record<string, RegExp> = {
  almanac: /^almanac\.[\w-]+\.(title|text)$/,
  lesson: /^(lesson|learn)\./,
  after: /^after\./,
  verify: /^verify\.(?!title$)/,
};

/* 'virtual:skerry-text-LANGUAGE' are the words of text/LANGUAGE.json but for those parts, and
 * 'virtual:skerry-text-LANGUAGE-PART' is one of them. 'virtual:skerry-worker' is the engine's thread: a file of its own, which the page's policy asks
 * for, or inlined where there is only one file. 'virtual:skerry-wasm' is the address of the engine that `make wasm` builds. */
const engine: Plugin = {
  name: 'skerry-wasm',
  resolveId: (id) => (id.startsWith('virtual:skerry-') ? `\0${id}` : undefined),
  load(id) {
    if (id === '\0virtual:skerry-worker')
      return `export { default } from ${JSON.stringify(`${worker}?worker${single ? '&inline' : ''}`)};`;
    const text = /^\0virtual:skerry-text-(\w+?)(?:-(\w+))?$/.exec(id);
    if (text) {
      const file = fileURLToPath(new URL(`../text/${text[1]}.json`, import.meta.url));
      this.addWatchFile(file);
      const all = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
      return `export default ${JSON.stringify(Object.fromEntries(all.filter(([k]) => (text[2] ? PARTS[text[2]].test(k) : !Object.values(PARTS).some((p) => p.test(k))))))};`;
    }
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

/* The service worker: keeps every file of this build, so that the page opens and plays without a
 * network. A new version waits until no page of the old one is open: a running game never changes under
 * its player's hands. */
const offline: Plugin = {
  name: 'skerry-offline',
  apply: 'build',
  generateBundle(_, bundle) {
    const files = [
      '',
      'manifest.webmanifest',
      'icon.svg',
      ...Object.keys(bundle).filter((f) => !/index\.html$|\.map$/.test(f)),
    ];
    const version = createHash('sha256')
      .update(Object.keys(bundle).sort().join())
      .digest('hex')
      .slice(0, 12);
    const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8')
      .replace("'VERSION'", JSON.stringify(version))
      .replace("['FILES']", JSON.stringify(files.map((f) => `/${f}`)));
    this.emitFile({ type: 'asset', fileName: 'sw.js', source });
  },
};

export default defineConfig({
  base: single ? './' : '/',
  plugins: [engine, svelte(), ...(single ? [viteSingleFile(), bare] : [offline])],
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
  },
});
