/* words.ts -- the words of a build: text/*.json in the parts that the page loads with its screens, and what the server
 * says of a link. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/* The games are those of the engine: the list in engine/games.c. */
export const games = (): string[] =>
  [
    ...readFileSync(new URL('../engine/games.c', import.meta.url), 'utf8').matchAll(
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
  room: /^(room|lobby|invite|returned|account|ask|chat|phrase|together)\./,
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
 * those parts, and 'virtual:skerry-text-LANGUAGE-PART' one of them. */
export const text: Plugin = {
  name: 'skerry-text',
  resolveId: (id) => (/^virtual:skerry-(languages|text-)/.test(id) ? `\0${id}` : undefined),
  load(id) {
    if (id === '\0virtual:skerry-languages') return index();
    const found = /^\0virtual:skerry-text-([a-z]+?)(?:-([\w-]+))?$/.exec(id);
    if (!found) return undefined;
    this.addWatchFile(`${TEXT}${found[1]}.json`);
    return wordsOf(found[1], found[2] ?? '');
  },
};

/* What the server says of a link before it is opened (server/links/preview_words.c), in every language. */
const SAID = /^(preview|bot\.name|color)\.|^(seat\.guest|home\.lead|lobby\.name\.of)$/;
export const preview: Plugin = {
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
