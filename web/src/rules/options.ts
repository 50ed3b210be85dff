/* options.ts -- what the options of a ruleset are called, and what belongs to an edition rather than to a house. */
import { has, t } from '../i18n.svelte';
import { KINDS } from '../view';

/* How each edition lays out the harbors when the island is dealt anew. */
export const HARBORS: Record<string, string> = {
  fifth: 'markers',
  '3d': 'coves',
  sixth: 'frame',
  'fifth-56': 'markers',
};

/* Cards of the card game that are counted: those always in play, and those that join with three and four players. */
const CARDS: Record<string, string> = {
  roads: 'road',
  knights: 'knight',
  settlements: 'settlement',
  brigands: 'brigands',
  library: 'library',
  guild: 'guild',
  church: 'church',
  castle: 'castle',
  town_hall: 'town-hall',
};

/* '' where people need not choose. */
export function optionLabel(game: string, name: string): string {
  if (game !== 'struggle') return has(`option.${name}`) ? t(`option.${name}`) : '';
  if ((KINDS as readonly string[]).includes(name))
    return t('option.struggle.cards', { what: t(`kind.${name}`) });
  const [, card, more] = /^(.*?)(_points|_3|_4)?$/.exec(name)!,
    what = CARDS[card];
  if (what && more === '_points')
    return t('option.struggle.worth', { what: t(`struggle.b.${what}`) });
  if (what) {
    const cards = t('option.struggle.cards', {
      what: what === 'brigands' ? t('struggle.brigands') : t(`struggle.b.${what}`),
    });
    return more ? t('option.struggle.from', { what: cards, n: Number(more[1]) }) : cards;
  }
  if (name === 'points') return t('option.points');
  return has(`option.struggle.${name}`) ? t(`option.struggle.${name}`) : '';
}

export const wordLabel = (name: string, word: string): string =>
  [`option.struggle.${name}.${word}`, `option.${name}.${word}`, `option.${word}`]
    .filter(has)
    .map((id) => t(id))[0] ?? word;

/* Options that only count what is in the box come after those that change how one plays. */
const BOX =
  /^(brick|lumber|wool|grain|ore|bank|knights|road_building|plenty|monopoly|point_cards|roads|settlements|cities)$/;
export const inBox = (game: string, name: string): boolean =>
  BOX.test(name) || (game === 'struggle' && /^(.*?)(_3|_4)?$/.exec(name)![1] in CARDS);
