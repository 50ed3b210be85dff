/* notice.svelte.ts -- short messages to the person: refusals, trouble, and what a screen reader hears. */
import { has, t } from '../i18n.svelte';
import { play } from '../sound/sound';
import type { Answer } from '../view';

/* `fresh`: a press in this moment was meant for what it covers. `dialog`: the one that was open when it was told, which
 * shows it as long as it is: the page lies behind it. */
export interface Notice {
  id: number;
  text: string;
  rule?: string;
  bad: boolean;
  fresh: boolean;
  dialog?: string;
}
export const MOMENT = 250;
export const notices = $state<{ list: Notice[]; spoken: string; dialogs: string[] }>({
  list: [],
  spoken: '',
  dialogs: [],
});
let n = 0;

export function tell(text: string, bad = false, rule?: string): void {
  const id = ++n;
  notices.list = [
    ...notices.list.filter((x) => x.text !== text).slice(-2),
    { id, text, bad, rule, fresh: true, dialog: notices.dialogs.at(-1) },
  ];
  speak(text);
  setTimeout(() => {
    const it = notices.list.find((x) => x.id === id);
    if (it) it.fresh = false;
  }, MOMENT);
  setTimeout(() => dismiss(id), bad ? 9000 : 5000);
}
/* The device goes to somebody else: what was said to the one before is not for them. */
export function hush(): void {
  notices.list = [];
}
export function dismiss(id: number): void {
  notices.list = notices.list.filter((x) => x.id !== id);
}

/* Said to screen readers only. The same words again are another text, or they would not be heard. What was said
 * last is no state: an effect that speaks must not wait for its own words. */
let last = '';
export function speak(text: string): void {
  notices.spoken = last = text === last ? `${text}\u00a0` : text;
}

/* The words for a refusal: never a bare code. */
export function reasonWords(a: { error: string; message?: string }): string {
  return has(`reason.${a.error}`)
    ? t(`reason.${a.error}`)
    : t('reason.other', { code: a.error, message: a.message ?? '' });
}

/* The second press of a double click was meant for what the first one changed: where a button is something else by
 * then, it is not pressed. */
export const second = (e: MouseEvent): boolean => e.detail === 2;

/* Shows a refusal; true when the answer was yes. */
export function accepted(a: Answer): boolean {
  if (!a.ok) {
    tell(reasonWords(a), true, a.rule);
    play('refuse');
  }
  return a.ok;
}
