/* points.ts -- the parts of a seat's points, in words: everything that counts, so that they add
 * up. */
import { t } from '../../i18n.svelte';
import { DEVS, type Dev, type Seat, type View } from '../../schema';
import type { CatanSeat, CatanView } from './view';
import type { Held, Part } from '../game';

/* Development cards that were not played. */
export const unplayed = ({ dev, dev_new }: CatanSeat): { d: Dev; n: number }[] =>
  DEVS.map((d) => ({ d, n: (dev?.[d] ?? 0) + (dev_new?.[d] ?? 0) })).filter(({ n }) => n > 0);

export function parts(all: View, seat: Seat): Part[] {
  const view = all as CatanView,
    s = view.seats[seat];
  const award = Number(view.rules.options.award_points ?? 2);
  const holds = (holder: { seat: number } | null): number => (holder?.seat === s.seat ? award : 0);
  /* victory points bought as cards; at the end everybody's are open */
  const hidden = unplayed(s).find(({ d }) => d === 'point')?.n ?? 0;
  const settlements = s.settlements.length,
    cities = s.cities.length;
  const list: Part[] = [
    { text: t('pieces.settlements', { n: settlements }), points: settlements, icon: 'settlement' },
    { text: t('pieces.cities', { n: cities }), points: 2 * cities, icon: 'city' },
    { text: t('award.road'), points: holds(view.longest_road), icon: 'road', award: true },
    { text: t('award.army'), points: holds(view.largest_army), icon: 'knight', award: true },
    { text: t('final.hidden', { n: hidden }), points: hidden, icon: 'point' },
  ];
  return list.filter((p) => p.points > 0);
}

/* Points are among the parts. */
export const held = (all: View, seat: Seat): Held[] =>
  unplayed((all as CatanView).seats[seat])
    .filter(({ d }) => d !== 'point')
    .map(({ d, n }) => ({ text: t(`dev.${d}`), icon: d, n }));
