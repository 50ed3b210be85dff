/* names.ts -- names of places. A screen reader says where a place is and what lies around it: numbers alone can name
 * two places, and people who cannot see the island find their way by the notation. */
import { t } from '../../../i18n.svelte';
import type { Hex } from '../../../schema';
import type { CatanView } from '../view';
import {
  geometry,
  type CornerPlace,
  type Geometry,
  type HexPlace,
  type PathPlace,
} from './geometry';

const short = (h: Hex): string =>
  h.number ? `${t(`terrain.${h.terrain}`)} ${h.number}` : t(`terrain.${h.terrain}`);

export const hexName = (h: HexPlace): string =>
  t('board.hex', { place: h.name, what: short(h.hex) });

export const hexAndRobber = (view: CatanView, h: HexPlace): string =>
  view.robber === h.name ? `${hexName(h)}, ${t('board.robber.here')}` : hexName(h);

const harborAt = (view: CatanView, g: Geometry, c: CornerPlace): string => {
  const harbor = view.board.harbors.find((h) => {
    const hex = g.hexes.find((p) => p.hex.q === h.q && p.hex.r === h.r),
      path = hex && g.byPath.get(`${hex.name}.${h.side}`);
    return path && (g.corners[path.a] === c || g.corners[path.b] === c);
  });
  return harbor
    ? t('board.harbor', { type: harbor.type === '3:1' ? '3:1' : t(`kind.${harbor.type}`) })
    : '';
};

export function cornerName(view: CatanView, g: Geometry, c: CornerPlace): string {
  const around = c.hexes.map((i) => short(g.hexes[i].hex));
  const harbor = harborAt(view, g, c);
  if (harbor) around.push(harbor);
  return `${c.name} (${around.join(', ')})`;
}

export const pathName = (g: Geometry, p: PathPlace): string =>
  `${p.name} (${p.hexes.map((i) => short(g.hexes[i].hex)).join(', ')})`;

const PATHS = ['road', 'william', 'louis']; /* "B3.SE" can name a corner or a path */
/* A place as people say it: the numbers around a corner, the terrain of a hex. */
let drawn: { key: string; g: Geometry } | null = null;
export function placeWords(view: CatanView, place: string, verb = ''): string {
  const key = view.board.hexes.map((h) => `${h.name}${h.terrain}${h.number}`).join();
  if (drawn?.key !== key) drawn = { key, g: geometry(view.board.hexes) };
  const { g } = drawn,
    hex = g.byHex.get(place),
    path = PATHS.includes(verb) ? g.byPath.get(place) : undefined,
    corner = path ? undefined : g.byCorner.get(place);
  if (hex) return hex.hex.number ? short(hex.hex) : t('board.the-desert');
  const around = (corner ?? path)?.hexes.map((i) => g.hexes[i].hex);
  if (!around) return place;
  const numbers = around.map((h) => String(h.number ?? t(`terrain.${h.terrain}`))).join('-');
  const harbor = corner && harborAt(view, g, corner);
  return harbor ? `${numbers}, ${harbor}` : numbers;
}
