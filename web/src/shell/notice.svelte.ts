/* notice.svelte.ts -- short messages to the person: refusals and trouble on notices, and what is announced to a screen
 * reader. */
import { untrack } from 'svelte';
import { has, t } from '../i18n.svelte';
import { play } from '../sound/sound';
import type { Answer } from '../schema';

/* While a notice is `fresh`, a press is ignored because it was meant for what the notice covers. `dialog` is the dialog
 * that was open at the time; it shows the notice as long as it is open, because the page lies behind it. */
export interface Notice {
  id: number;
  text: string;
  rule?: string;
  bad: boolean;
  fresh: boolean;
  dialog?: string;
}
export const MOMENT = 250;
export const notices = $state({
  list: [] as Notice[],
  said: [] as { id: number; text: string }[] /* for screen readers, the newest last */,
  dialogs: [] as string[],
  beside: false /* a table shows them beside its island */,
});
/* Those that no dialog shows. */
export const besideDialogs = (): Notice[] =>
  notices.list.filter((n) => !n.dialog || !notices.dialogs.includes(n.dialog));
let n = 0;

export function tell(text: string, bad = false, rule?: string): void {
  const id = ++n;
  notices.list = [
    ...notices.list.filter((x) => x.text !== text).slice(-2),
    { id, text, bad, rule, fresh: true, dialog: notices.dialogs.at(-1) },
  ];
  announce(text);
  setTimeout(() => {
    const it = notices.list.find((x) => x.id === id);
    if (it) it.fresh = false;
  }, MOMENT);
  setTimeout(() => dismiss(id), bad ? 9000 : 5000);
}
/* For catch(): says what went wrong, in the words of `trouble.WHAT`. */
export const tellTrouble =
  (what: 'start' | 'load') =>
  (e: Error): void =>
    tell(t(`trouble.${what}`, { message: e.message }), true);

/* Vite asks for a style sheet only once; one that did not arrive is asked for again here. */
function styles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    try {
      void link.sheet?.cssRules;
    } catch {
      link.replaceWith(link.cloneNode());
    }
}
/* A part of the page that is loaded when it is first needed. If it cannot be, that is said, and `shut` takes back what
 * was pressed, so that the next press tries again. */
export async function late<T>(load: () => Promise<T>, shut?: () => void): Promise<T> {
  try {
    styles();
    return await load();
  } catch {
    tell(t('trouble.part'), true);
    shut?.();
    return new Promise(() => undefined);
  }
}
/* Takes away all that was told: the device goes to somebody else, who must neither see nor hear it. */
export function hush(): void {
  notices.list = [];
  notices.said = [];
}
export function dismiss(id: number): void {
  notices.list = notices.list.filter((x) => x.id !== id);
}

/* For screen readers only: a new line is read even if it repeats another, and several at once are all read. An effect
 * that announces does not depend on what was said. */
const LINES = 12;
export const announce = (text: string): void =>
  untrack(() => {
    notices.said = [...notices.said.slice(1 - LINES), { id: ++n, text }];
  });

/* The words for a refusal: never a bare code. */
export function reasonWords(a: { error: string; message?: string }): string {
  return has(`reason.${a.error}`)
    ? t(`reason.${a.error}`)
    : t('reason.other', { code: a.error, message: a.message ?? '' });
}

/* Shows a refusal, if it was one; returns true if the answer was yes. */
export function accepted(a: Answer): boolean {
  if (!a.ok) {
    tell(reasonWords(a), true, a.rule);
    play('refuse');
  }
  return a.ok;
}
