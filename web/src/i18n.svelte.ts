/* i18n.svelte.ts -- every word a person reads, by id, from text/*.json.
 *
 * t(id, {who: 'Ada', n: 8}) fills {who} and {n}. {n|one seat|# seats} picks by number, with the
 * language's own rules of plurals. An edition's own words overlay the standard ones: while a game with
 * the ruleset `sixth` is shown, "@sixth.kind.grain" wins over "kind.grain".
 * Changing the language or the edition changes the screen without a reload. */
import { LANGUAGES, LOAD } from 'virtual:skerry-languages';

export type Words = Record<string, string>;
export type Language = string; /* the name of a file in text/: en, de, fr */
export { LANGUAGES };
/* Words of screens that not everybody opens are loaded with them (vite.config.ts). Only the language
 * in use is loaded; another comes when it is chosen. */
export type Part = 'almanac' | 'lesson' | 'after' | 'verify' | 'room' | 'rules';
const TEXT: Partial<Record<Language, Words>> = {};

/* `parts` counts what was loaded; a text that was missing before may be there now. */
const now = $state({ language: 'en', edition: '', parts: 0 });

let wanted: Language = 'en';

export const language = (): Language => now.language;
/* Resolves when the screen shows that language; main.ts waits for the first one. */
export async function setLanguage(l: Language): Promise<void> {
  wanted = l;
  TEXT[l] ??= (await LOAD[l]['']()).default;
  if (wanted !== l) return; /* another language was chosen while this one was fetched */
  now.language = l;
  if (typeof document !== 'undefined') document.documentElement.lang = l;
}
export function setEdition(ruleset: string): void {
  now.edition = ruleset;
}

function word(id: string): string | undefined {
  void now.parts;
  const words = TEXT[now.language] ?? {};
  return (now.edition && words[`@${now.edition}.${id}`]) || words[id];
}

export const has = (id: string): boolean => word(id) !== undefined;

export type Args = Record<string, string | number>;

/* The form for a number, among "one seat|# seats": the first is for one and the last for any other, as
 * in English. A language with more kinds labels them: "one:…|few:…|other:…". '#' is the number. */
const LABEL = /^(zero|one|two|few|many|other):/;
const rules: Partial<Record<Language, Intl.PluralRules>> = {};
export function plural(l: Language, n: number, forms: string[]): string {
  const kind = (rules[l] ??= new Intl.PluralRules(l)).select(n);
  const label = (f: string, i: number): string =>
    LABEL.exec(f)?.[1] ?? (i === forms.length - 1 ? 'other' : 'one');
  const form = forms.find((f, i) => label(f, i) === kind) ?? forms.at(-1)!;
  return form.replace(LABEL, '').replaceAll('#', String(n));
}

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

export const when = (ms: number): string =>
  new Date(ms).toLocaleString(now.language, { dateStyle: 'medium', timeStyle: 'short' });

/* Loads the words of a screen when it is opened; call it at the start of a component. The screen shows
 * them once they are `ready`, in the current language. */
export function partWords(...parts: Part[]): { readonly ready: boolean } {
  let loaded = $state('');
  $effect(() => {
    const l = now.language;
    void Promise.all(parts.map((p) => LOAD[l][p]())).then((all) => {
      TEXT[l] = Object.assign({}, TEXT[l], ...all.map((m) => m.default)) as Words;
      now.parts += 1;
      if (l === now.language) loaded = l;
    });
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
