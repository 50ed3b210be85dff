/* rules.ts -- the choices people have in the card game, and the names of its options. */
import { has, t } from '../../i18n.svelte';
import { KINDS } from '../../schema';
import type { GameRules } from '../game';

/* Cards that are counted: those always in play, and those that join with three and four players. */
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
const isKind = (name: string): boolean => (KINDS as readonly string[]).includes(name);

function optionLabel(name: string): string {
  if (isKind(name)) return t('option.struggle.cards', { what: t(`kind.${name}`) });
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

export const rules: GameRules = {
  presets: [{ id: 'struggle', ruleset: 'struggle' }],
  boards: () => [],
  dealt: () => undefined,
  joined: true,
  firstRolls: false,
  optionLabel,
  inBox: (name) => isKind(name) || /^(.*?)(_3|_4)?$/.exec(name)![1] in CARDS,
};
