/* i18n.svelte.ts -- the page's texts by id, from text/*.json.
 *
 * t(id, {who: 'Ada', n: 8}) fills {who} and {n}. {n|one seat|# seats} picks a form by the
 * language's plural rules. An edition's own words override the standard ones: while a game with
 * the ruleset `sixth` is shown, "@sixth.kind.grain" replaces "kind.grain". A change of language
 * or edition updates the screen without a reload. */
import { getAbortSignal } from 'svelte';
import { LANGUAGES, LOAD } from 'virtual:skerry-languages';

export type Words = Record<string, string>;
export type Language = string; /* the name of a file in text/: en, de, fr */
export { LANGUAGES };
/* Texts of rarely opened screens are loaded with them (web/words.ts). Only the language in use
 * is loaded. */
export type Part =
  | 'advice'
  | 'after'
  | 'almanac'
  | 'lesson'
  | 'records'
  | 'room'
  | 'rules'
  | 'verify'
  | `game-${string}`; /* the words that begin with a game's name */
const TEXT: Partial<Record<Language, Words>> = {};
const used = new Set<Part>(); /* another language comes with them */

/* `parts` counts loaded parts; a text that was missing before may be there now. */
const now = $state({ language: 'en', edition: '', parts: 0 });

let wanted: Language = 'en';

/* What a new visitor gets: the browser's language if we have it. */
export function preferredLanguage(): Language {
  const l = (globalThis.navigator?.language ?? 'en').slice(0, 2);
  return l in LANGUAGES ? l : 'en';
}
export const language = (): Language => now.language;
/* Resolves when the screen shows that language; main.ts waits for the first one. */
export async function setLanguage(l: Language): Promise<void> {
  wanted = l;
  TEXT[l] ??= (await LOAD[l]['']()).default;
  await fetchParts(l, [...used]);
  if (wanted !== l) return; /* another language was chosen while this one was fetched */
  now.language = l;
  if (typeof document !== 'undefined') document.documentElement.lang = l;
}
async function fetchParts(l: Language, parts: Part[]): Promise<void> {
  const all = await Promise.all(parts.map((p) => LOAD[l][p]()));
  TEXT[l] = Object.assign({}, TEXT[l], ...all.map((m) => m.default)) as Words;
}
/* Resolves when the texts of a screen are there. */
export async function loadWords(...parts: Part[]): Promise<void> {
  for (const p of parts) used.add(p);
  await fetchParts(now.language, parts);
  now.parts += 1;
}
/* A screen and its texts. */
export const withWords = <T>(screen: Promise<T>, ...parts: Part[]): Promise<T> =>
  Promise.all([screen, loadWords(...parts)]).then(([s]) => s);
export function setEdition(ruleset: string): void {
  now.edition = ruleset;
}

function word(id: string): string | undefined {
  void now.parts;
  const words = TEXT[now.language] ?? {};
  return (now.edition && words[`@${now.edition}.${id}`]) || words[id];
}

export const has = (id: string): boolean => word(id) !== undefined;

type Args = Record<string, string | number>;

/* The form for a number, among "one seat|# seats": the first for one, the last for other. A
 * language with more forms labels them: "one:…|few:…|other:…". '#' is the number. */
const LABEL = /^(zero|one|two|few|many|other):/;
const rules: Partial<Record<Language, Intl.PluralRules>> = {};
export function plural(l: Language, n: number, forms: string[]): string {
  const kind = (rules[l] ??= new Intl.PluralRules(l)).select(n);
  const label = (f: string, i: number): string =>
    LABEL.exec(f)?.[1] ?? (i === forms.length - 1 ? 'other' : 'one');
  const form = forms.find((f, i) => label(f, i) === kind) ?? forms.at(-1)!;
  return form.replace(LABEL, '').replaceAll('#', String(n));
}

/* "Ada, Ben and Cleo" */
const lists: Partial<Record<Language, Intl.ListFormat>> = {};
export const listed = (names: string[]): string =>
  (lists[now.language] ??= new Intl.ListFormat(now.language)).format(names);

export function t(id: string, args?: Args): string {
  const text = word(id) ?? id;
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, forms?: string) => {
    const value = args?.[name] ?? '';
    return forms === undefined
      ? String(value)
      : plural(now.language, Number(value), forms.split('|'));
  });
}

export const number = (n: number, digits = 0): string =>
  n.toLocaleString(now.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/* 0.23 as "23%", and with the space that German and French put before the sign. */
export const percent = (share: number): string =>
  share.toLocaleString(now.language, { style: 'percent' });

export const when = (ms: number): string =>
  new Date(ms).toLocaleString(now.language, { dateStyle: 'medium', timeStyle: 'short' });

/* Loads the texts of a screen when it is opened, however often it must ask; call it at the start of a component.
 * The screen shows them once they are `ready`, in the current language. */
export function partWords(...parts: Part[]): { readonly ready: boolean } {
  let loaded = $state('');
  $effect(() => {
    const l = now.language,
      signal = getAbortSignal();
    const load = (): void =>
      void loadWords(...parts).then(
        () => {
          if (l === now.language) loaded = l;
        },
        () => setTimeout(() => signal.aborted || load(), 2000),
      );
    load();
  });
  return {
    get ready() {
      return loaded === now.language;
    },
  };
}

/* All ids that begin with this text. */
export const ids = (prefix: string): string[] =>
  Object.keys(TEXT[now.language] ?? {}).filter((k) => k.startsWith(prefix));
