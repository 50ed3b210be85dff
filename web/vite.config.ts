import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { viteSingleFile } from 'vite-plugin-singlefile';

/* SINGLE=1 gives one HTML file that plays from disk. Everything else is the
 * same: the wasm is compiled on the page and posted to the worker. */
const single = process.env.SINGLE === '1';
const worker = fileURLToPath(new URL('src/engine/worker.ts', import.meta.url));
const wasm = fileURLToPath(new URL('../build/skerry.wasm', import.meta.url));

/* The games are those of the engine: the list in cli/games.c. */
const games = (): string[] =>
  [
    ...readFileSync(new URL('../cli/games.c', import.meta.url), 'utf8').matchAll(
      /^ {4}X\((\w+)\)/gm,
    ),
  ].map((m) => m[1]);

/* The languages are the files in text/; each names itself (`language`). */
const TEXT = fileURLToPath(new URL('../text/', import.meta.url));
const languages = (): string[] =>
  readdirSync(TEXT)
    .filter((f) => f.endsWith('.json'))
    .map((f) => f.slice(0, -5));
const words = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`${TEXT}${language}.json`, 'utf8')) as Record<string, string>;

/* Words that are loaded with their screen, since not everybody opens it. */
const PARTS: Record<string, RegExp> = {
  advice: /^why\.(?!ask$)/,
  after: /^(after\.|stats\.(?!title$))/,
  almanac: /^almanac\.[\w-]+\.(title|text)$/,
  lesson: /^(lesson|learn)\./,
  records: /^(record\.(?!download)|replay\.)/,
  room: /^(room|lobby|invite|returned|account)\./,
  rules: /^(option|preset|new)\./,
  verify: /^verify\.(?!title$)/,
  /* a game's own words: those that begin with its name */
  ...Object.fromEntries(
    games()
      .map((g): [string, RegExp] => [`game-${g}`, new RegExp(`^${g}\\.`)])
      .filter(([, own]) => Object.keys(words('en')).some((k) => own.test(k))),
  ),
};
/* The program's own, and the server's (preview.json): no part of the page. */
const ELSEWHERE = /^(terminal|preview)\./;

/* One part's words, or ('') those of no part. */
function wordsOf(language: string, part: string): string {
  const mine = (k: string): boolean =>
    part ? PARTS[part].test(k) : ![...Object.values(PARTS), ELSEWHERE].some((p) => p.test(k));
  return `export default ${JSON.stringify(
    Object.fromEntries(Object.entries(words(language)).filter(([k]) => mine(k))),
  )};`;
}

/* Where each language's words are: LANGUAGES by name, LOAD by language and part. */
const index = (): string => {
  const all = languages();
  const load = (l: string, part: string): string =>
    `${JSON.stringify(part)}: () => import('virtual:skerry-text-${l}${part && `-${part}`}')`;
  return `export const LANGUAGES = ${JSON.stringify(
    Object.fromEntries(all.map((l) => [l, words(l).language])),
  )};
export const LOAD = {${all.map((l) => `${l}: {${['', ...Object.keys(PARTS)].map((p) => load(l, p)).join()}}`).join()}};`;
};

/* 'virtual:skerry-languages' is that list, 'virtual:skerry-text-LANGUAGE' the words of text/LANGUAGE.json but for
 * those parts, and 'virtual:skerry-text-LANGUAGE-PART' one of them. 'virtual:skerry-worker' is the engine's thread: a
 * file of its own, which the page's policy asks for, or inlined where there is only one file. 'virtual:skerry-wasm' is
 * the address of the engine that `make wasm` builds, 'virtual:skerry-games' the names of the games in it. */
const engine: Plugin = {
  name: 'skerry-wasm',
  resolveId: (id) => (id.startsWith('virtual:skerry-') ? `\0${id}` : undefined),
  load(id) {
    if (id === '\0virtual:skerry-worker')
      return `export { default } from ${JSON.stringify(`${worker}?worker${single ? '&inline' : ''}`)};`;
    if (id === '\0virtual:skerry-languages') return index();
    if (id === '\0virtual:skerry-games') return `export default ${JSON.stringify(games())};`;
    const text = /^\0virtual:skerry-text-([a-z]+?)(?:-([\w-]+))?$/.exec(id);
    if (text) {
      this.addWatchFile(`${TEXT}${text[1]}.json`);
      return wordsOf(text[1], text[2] ?? '');
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

/* What the server says of a link before it is opened (server/preview_words.c), in every language. */
const SAID = /^(preview|bot\.name|color)\.|^(seat\.guest|home\.lead|lobby\.name\.of)$/;
const preview: Plugin = {
  name: 'skerry-preview',
  apply: 'build',
  generateBundle() {
    const said = (l: string): [string, Record<string, string>] => [
      l,
      Object.fromEntries(Object.entries(words(l)).filter(([k]) => SAID.test(k))),
    ];
    const source = JSON.stringify(Object.fromEntries(languages().map(said)));
    this.emitFile({ type: 'asset', fileName: 'preview.json', source });
  },
};

/* The service worker: keeps every file of this build, so that the page opens and plays without a
 * network. A new version waits until no page of the old one is open: a running game never changes under
 * its player's hands. */
const offline: Plugin = {
  name: 'skerry-offline',
  apply: 'build',
  generateBundle: {
    order: 'post' /* by then vite has dropped an entry of which nothing is left */,
    handler(_, bundle) {
      const files = [
        '',
        'manifest.webmanifest',
        'icon.svg',
        ...Object.keys(bundle).filter((f) => !/index\.html$|preview\.json$|\.map$/.test(f)),
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
  },
};

/* NAME.br beside NAME, a seventh smaller than gzip; the server sends it to whoever takes it. On plain HTTP
 * no browser does, so the largest files also have a NAME.gz that is smaller than the server's own. Those of an
 * earlier build are gone: vite empties the folder. */
const LARGE = 40_000;
const packed: Plugin = {
  name: 'skerry-packed',
  apply: 'build',
  writeBundle: async ({ dir }, bundle) => {
    for (const name of Object.keys(bundle).filter((f) => /\.(html|js|css|json|wasm)$/.test(f))) {
      const plain = readFileSync(`${dir}/${name}`);
      writeFileSync(`${dir}/${name}.br`, brotliCompressSync(plain));
      if (plain.length > LARGE)
        writeFileSync(`${dir}/${name}.gz`, await gzipAsync(plain, { numiterations: 5 }));
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
  plugins: [engine, svelte(), ...(single ? [viteSingleFile(), bare] : [preview, offline, packed])],
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
