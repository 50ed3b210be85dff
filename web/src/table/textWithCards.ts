/* textWithCards.ts -- cards within a text: "[2 wool]" is drawn as an icon by TextWithCards.svelte, spoken as words by plain(). */
import { t } from '../i18n.svelte';
import { KINDS, type Cards } from '../schema';
import { cards } from './action';

export const token = (c: Cards): string =>
  KINDS.filter((k) => c[k])
    .map((k) => `[${c[k]} ${k}]`)
    .join(' ') || '–';
/* Cards as an action writes them; hidden cards are unknown cards. */
export const tokenOf = (text: string | undefined): string =>
  !text || text === '?' ? t('card.unknown') : token(cards(text));
export const plain = (text: string): string =>
  text
    .replace(/\] \[/g, '], [')
    .replace(/\[(\d+) (\w+)\]/g, (_, n: string, k: string) =>
      n === '1' ? t(`kind.${k}`) : `${n} ${t(`kind.${k}`)}`,
    );
