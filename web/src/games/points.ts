/* points.ts -- the parts of a seat's points, in words: everything that counts, so that they add
 * up. */
import type { IconName } from '../art/icons';
import { t } from '../i18n.svelte';
import type { CatanSeat, CatanView, StruggleSeat, StruggleView, View } from '../schema';
import { worth } from './struggle/words';

export interface Part {
  text: string;
  points: number;
  icon: IconName;
  n: number; /* how many of them, or how long */
  award?: boolean;
}

/* Victory points bought as cards; at the end everybody's are open. */
const pointCards = (s: CatanSeat): number => (s.dev?.point ?? 0) + (s.dev_new?.point ?? 0);

function catan(view: CatanView, s: CatanSeat): Part[] {
  const award = Number(view.rules.options.award_points ?? 2);
  const holds = (holder: { seat: number } | null): number => (holder?.seat === s.seat ? award : 0);
  const hidden = pointCards(s);
  return [
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
}

/* A road or knight counts on its second side; on its first it trades or draws. */
function struggle(view: StruggleView, s: StruggleSeat): Part[] {
  const counting = (list: string[]): number => list.filter((side) => side === 'B').length;
  const roads = counting(s.roads),
    knights = counting(s.knights);
  return [
    { text: t('final.roads', { n: roads }), points: roads, icon: 'road', n: roads },
    { text: t('final.knights', { n: knights }), points: knights, icon: 'knight', n: knights },
    {
      text: t('pieces.settlements', { n: s.settlements }),
      points: s.settlements,
      icon: 'settlement',
      n: s.settlements,
    },
    { text: t('pieces.cities', { n: s.cities }), points: 2 * s.cities, icon: 'city', n: s.cities },
    ...s.expansions.map((x): Part => ({
      text: t(`struggle.b.${x}`),
      points: worth(view, x),
      icon: x,
      n: worth(view, x),
    })),
  ];
}

/* Nothing for a game without words of its own. */
export function parts(view: View, seat: number): Part[] {
  const all =
    view.game === 'catan'
      ? catan(view, view.seats[seat])
      : view.game === 'struggle'
        ? struggle(view, view.seats[seat])
        : [];
  return all.filter((p) => p.points > 0);
}
