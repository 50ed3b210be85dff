/* names.ts -- what a place is called, for people who hear the board. */
import { t } from '../../../i18n.svelte';
import type { CatanView, Hex } from '../../../view';
import type { CornerPlace, Geometry, HexPlace, PathPlace } from './geometry';

const short = (h: Hex): string =>
  h.number ? `${t(`terrain.${h.terrain}`)} ${h.number}` : t(`terrain.${h.terrain}`);

export function hexName(view: CatanView, g: Geometry, h: HexPlace): string {
  const base = t('board.hex', { place: h.name, what: short(h.hex) });
  return view.robber === h.name ? `${base}, ${t('board.robber.here')}` : base;
}

export function cornerName(view: CatanView, g: Geometry, c: CornerPlace): string {
  const around = c.hexes.map((i) => short(g.hexes[i].hex));
  const harbor = view.board.harbors.find((h) => {
    const hex = g.hexes.find((p) => p.hex.q === h.q && p.hex.r === h.r),
      path = hex && g.byPath.get(`${hex.name}.${h.side}`);
    return path && (g.corners[path.a] === c || g.corners[path.b] === c);
  });
  if (harbor)
    around.push(
      t('board.harbor', { type: harbor.type === '3:1' ? '3:1' : t(`kind.${harbor.type}`) }),
    );
  return `${c.name} (${around.join(', ')})`;
}

export const pathName = (g: Geometry, p: PathPlace): string =>
  `${p.name} (${p.hexes.map((i) => short(g.hexes[i].hex)).join(', ')})`;
