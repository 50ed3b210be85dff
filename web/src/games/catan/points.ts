/* points.ts -- the parts of a seat's points, in words: everything that counts, so that they add
 * up. */
import { t } from '../../i18n.svelte';
import { DEVS, type Seat, type View } from '../../schema';
import type { CatanSeat, CatanView } from './view';
import type { Part } from '../game';

/* Victory points bought as cards; at the end everybody's are open. */
const pointCards = (s: CatanSeat): number => (s.dev?.point ?? 0) + (s.dev_new?.point ?? 0);

export function parts(all: View, seat: Seat): Part[] {
  const view = all as CatanView,
    s = view.seats[seat];
  const award = Number(view.rules.options.award_points ?? 2);
  const holds = (holder: { seat: number } | null): number => (holder?.seat === s.seat ? award : 0);
  const hidden = pointCards(s);
  const list: Part[] = [
    {
      text: t('pieces.settlements', { n: s.settlements.length }),
      points: s.settlements.length,
      icon: 'settlement',
      n: s.settlements.length,
    },
    {
      text: t('pieces.cities', { n: s.cities.length }),
      points: 2 * s.cities.length,
      icon: 'city',
      n: s.cities.length,
    },
    {
      text: t('award.road'),
      points: holds(view.longest_road),
      icon: 'road',
      n: s.road_length,
      award: true,
    },
    {
      text: t('award.army'),
      points: holds(view.largest_army),
      icon: 'knight',
      n: s.played.knight ?? 0,
      award: true,
    },
    { text: t('final.hidden', { n: hidden }), points: hidden, icon: 'point', n: hidden },
  ];
  return list.filter((p) => p.points > 0);
}

/* Development cards that were not played; points are among the parts. */
export function held(all: View, seat: Seat): Pick<Part, 'text' | 'icon' | 'n'>[] {
  const { dev, dev_new } = (all as CatanView).seats[seat];
  return DEVS.filter((d) => d !== 'point')
    .map((d) => ({ text: t(`dev.${d}`), icon: d, n: (dev?.[d] ?? 0) + (dev_new?.[d] ?? 0) }))
    .filter((c) => c.n > 0);
}
