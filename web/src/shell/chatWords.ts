/* chatWords.ts -- what somebody said: their own text, or a quick phrase in the reader's language. */
import { has, t } from '../i18n.svelte';
import type { Chat } from '../net/messages';

export const chatWords = ({ text, phrase = '' }: Pick<Chat, 'text' | 'phrase'>): string =>
  text ?? (has(`phrase.${phrase}`) ? t(`phrase.${phrase}`) : phrase);
