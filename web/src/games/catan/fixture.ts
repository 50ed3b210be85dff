/* fixture.ts -- a CATAN view made by hand, for drawing and for tests of the page. */
import type { Terrain } from '../../schema';
import type { CatanView } from './view';

const T: Terrain[] = [
  'mountains',
  'pasture',
  'forest',
  'fields',
  'hills',
  'pasture',
  'hills',
  'fields',
  'forest',
  'desert',
  'forest',
  'mountains',
  'forest',
  'mountains',
  'fields',
  'pasture',
  'hills',
  'fields',
  'pasture',
];
const N = [10, 2, 9, 12, 6, 4, 10, 9, 11, null, 3, 8, 8, 3, 4, 5, 5, 6, 11];

export function catanFixture(): CatanView {
  const rows = [
    [-2, 0, 3],
    [-1, -1, 4],
    [0, -2, 5],
    [1, -2, 4],
    [2, -2, 3],
  ];
  let i = 0;
  const hexes = rows.flatMap(([r, q0, n], row) =>
    Array.from({ length: n }, (_, k) => ({
      name: `${'ABCDE'[row]}${k + 1}`,
      q: q0 + k,
      r,
      terrain: T[i],
      number: N[i++],
    })),
  );
  const seat = (
    n: number,
    color: 'red' | 'blue' | 'orange' | 'white',
    settlements: string[],
    cities: string[],
    roads: string[],
  ) => ({
    seat: n,
    color,
    count: 4,
    cards: n === 0 ? { brick: 1, lumber: 1, wool: 2 } : null,
    dev_count: 1,
    dev: n === 0 ? { knight: 1 } : null,
    dev_new: n === 0 ? {} : null,
    played: n === 2 ? { knight: 2 } : {},
    settlements,
    cities,
    roads,
    left: { road: 15 - roads.length, settlement: 5 - settlements.length, city: 4 - cities.length },
    rates: { brick: 4, lumber: 4, wool: 4, grain: 4, ore: 4 },
    owes_cards: 0,
    first_roll: null,
    road_length: roads.length,
    points: settlements.length + 2 * cities.length,
    points_public: settlements.length + 2 * cities.length,
  });
  return {
    v: 1,
    game: 'catan',
    viewer: 0,
    first: 0,
    turn: 0,
    round: 3,
    owes: [0],
    may: [],
    chance: false,
    winner: null,
    rules: {
      text: 'fifth',
      ruleset: 'fifth',
      players: 4,
      options: { points: 10, phases: 'strict' },
    },
    phase: 'main',
    dice: [3, 5],
    rolled: true,
    board: {
      hexes,
      harbors: [
        { q: 0, r: -2, side: 'NW', type: '3:1' },
        { q: 1, r: -2, side: 'NE', type: 'grain' },
        { q: 2, r: -1, side: 'NE', type: 'ore' },
        { q: 2, r: 0, side: 'E', type: '3:1' },
        { q: 1, r: 1, side: 'SE', type: 'wool' },
        { q: -1, r: 2, side: 'SE', type: '3:1' },
        { q: -2, r: 2, side: 'SW', type: '3:1' },
        { q: -2, r: 1, side: 'W', type: 'brick' },
        { q: -1, r: -1, side: 'W', type: 'lumber' },
      ],
    },
    robber: 'C3',
    bank: { brick: 15, lumber: 14, wool: 17, grain: 12, ore: 19 },
    deck: { count: 21, cards: null },
    longest_road: null,
    largest_army: null,
    card_played: false,
    free_roads: 0,
    offers: [],
    offers_made: 0,
    gains: [{ ore: 1 }, {}, { lumber: 2 }, {}],
    seats: [
      seat(0, 'red', ['B2.N', 'D3.S'], [], ['B2.NE', 'D3.SE']),
      seat(1, 'blue', ['B3.S'], ['D1.N'], ['B3.SE', 'D1.NE', 'D1.E']),
      seat(2, 'orange', ['B1.SW'], ['C5.N'], ['C1.NE', 'C5.NW']),
      seat(3, 'white', ['A3.S', 'E1.N'], [], ['A3.SW', 'E1.NW']),
    ],
  };
}
