/* keys.svelte.ts -- hotkeys: a name for each command, its standard key, and the key the person
 * chose. */
import { t } from '../i18n.svelte';
import { settings } from '../settings.svelte';

export const STANDARD: Record<string, string> = {
  roll: 'r',
  end: 'e',
  road: '1',
  settle: '2',
  city: '3',
  buy: '4',
  trade: 't',
  undo: 'z',
  hint: 'h',
  log: 'l',
  talk: 'y',
  command: '/',
  help: '?',
  board: 'b',
  hand: 'c',
  now: 'n',
  cancel: 'Escape',
  pass: 'p',
};

/* Only keys that type a character; people without a mouse need Tab, Enter, Space and the arrows. */
export const hotkey = (key: string): boolean => key.length === 1 && key !== ' ';
export const key = (name: string): string => {
  const own = settings.keys[name],
    usual = STANDARD[name] ?? '';
  return own && (hotkey(own) || own === usual.toLowerCase()) ? own : usual;
};

/* The key as shown; '' if none. */
export const keyOf = (name: string): string =>
  key(name).toLowerCase() === 'escape' ? t('keys.escape') : key(name).toUpperCase();

const handlers = new Map<string, () => void>();
/* Bind names to functions while a component lives; call inside an effect. */
export function bind(map: Record<string, () => void>): () => void {
  for (const [k, f] of Object.entries(map)) handlers.set(k, f);
  return () => {
    for (const [k, f] of Object.entries(map)) if (handlers.get(k) === f) handlers.delete(k);
  };
}

const typing = (e: Event): boolean =>
  e.target instanceof HTMLElement &&
  (e.target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName));

export function onkeydown(e: KeyboardEvent): void {
  if (
    e.ctrlKey ||
    e.metaKey ||
    e.altKey ||
    typing(e) ||
    (e.target as HTMLElement)?.closest?.('dialog') ||
    document.querySelector('[aria-modal]') /* a curtain */
  )
    return;
  for (const [name, f] of handlers) {
    if (key(name).toLowerCase() === e.key.toLowerCase()) {
      e.preventDefault();
      f();
      return;
    }
  }
}
