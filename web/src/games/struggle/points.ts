/* points.ts -- the parts of a seat's points, in words: everything that counts, so that they add
 * up. */
import { t } from '../../i18n.svelte';
import type { Seat, View } from '../../schema';
import type { StruggleView } from './view';
import type { Part } from '../game';
import { worth } from './sentences';

/* A road or knight counts on its second side; on its first it trades or draws. */
export function parts(all: View, seat: Seat): Part[] {
  const view = all as StruggleView,
    s = view.seats[seat];
  const counting = (list: string[]): number => list.filter((side) => side === 'B').length;
  const roads = counting(s.roads),
    knights = counting(s.knights);
  const list: Part[] = [
    { text: t('final.roads', { n: roads }), points: roads, icon: 'road' },
    { text: t('final.knights', { n: knights }), points: knights, icon: 'knight' },
    {
      text: t('pieces.settlements', { n: s.settlements }),
      points: s.settlements,
      icon: 'settlement',
    },
    { text: t('pieces.cities', { n: s.cities }), points: 2 * s.cities, icon: 'city' },
    ...s.expansions.map((x): Part => ({
      text: t(`struggle.b.${x}`),
      points: worth(view, x),
      icon: x,
    })),
  ];
  return list.filter((p) => p.points > 0);
}
