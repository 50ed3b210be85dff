/* fixture.ts -- tables made by hand, to look at. */
import { catanFixture } from '../../games/catan/fixture';
import type { Moment, Table } from '../../table/table';
import {
  KINDS,
  type Cards,
  type Color,
  type GameEvent,
  type Terrain,
  type View,
} from '../../schema';
import type { CatanView } from '../../games/catan/view';
import type { StruggleView } from '../../games/struggle/view';
import { rng } from '../random';

function table(
  view: View,
  names: string[],
  legal: string[],
  events: GameEvent[],
  history: Moment[],
): Table {
  return {
    view,
    seat: 0,
    people: names.map((name, i) => ({ name, kind: i ? 'bot' : 'human' })),
    events,
    history,
    legal,
    thinking: 2,
    curtain: null,
    trouble: null,
    can: { undo: true, hint: true, chat: false },
    check: async () => ({ ok: false, error: 'no-trades-left', rule: 'struggle-trade' }),
    checks: async () => [],
    play: async () => ({ ok: true }),
    undo: async () => ({ ok: true }),
    hint: async () => [],
    final: async () => null,
    record: async () => '',
    close() {},
  } as unknown as Table;
}

export function struggleTable(players: number): Table {
  const seat = (n: number, o: object) => ({
    seat: n,
    count: 5,
    cards: null,
    roads: ['A', 'B'],
    knights: [],
    settlements: 1,
    cities: 0,
    expansions: [],
    owes_cards: 0,
    points: 2,
    points_public: 2,
    ...o,
  });
  const all = [
    seat(0, {
      cards: { brick: 2, lumber: 1, wool: 4, grain: 0, ore: 2 },
      count: 9,
      roads: ['A', 'B', 'A', 'B', 'A'],
      knights: ['A', 'B'],
      settlements: 2,
      cities: 1,
      expansions: [],
      points: 7,
      points_public: 7,
    }),
    seat(1, {
      count: 4,
      roads: ['A', 'B', 'A'],
      knights: ['A'],
      cities: 1,
      points: 4,
      points_public: 4,
    }),
    seat(2, {
      count: 7,
      expansions: ['library', 'church'],
      roads: ['A'],
      settlements: 0,
      points: 6,
      points_public: 6,
    }),
    seat(3, { count: 2, knights: ['A', 'B', 'A'], settlements: 3, points: 5, points_public: 5 }),
    seat(4, { count: 6 }),
    seat(5, { count: 3, expansions: ['town-hall'], points: 5, points_public: 5 }),
  ].slice(0, players);
  const view = {
    v: 1,
    game: 'struggle',
    rules: { text: 'struggle', ruleset: 'struggle', players, options: { points: 10 } },
    viewer: 0,
    turn: 0,
    round: 4,
    owes: [0],
    may: [],
    chance: false,
    winner: null,
    phase: 'trade',
    first: 1,
    market: ['wool', 'ore', 'brick', 'grain', 'grain'],
    stack: 31,
    discard: { brick: 2, lumber: 3, wool: 1, grain: 0, ore: 4 },
    unseen: null,
    supply: {
      road: 2,
      settlement: 5,
      knight: 0,
      expansions: ['guild', 'guild', 'church', 'castle', 'castle', 'town-hall'],
    },
    destiny: players > 2 ? 'clockwise' : null,
    trades_left: 3,
    built: [],
    library_used: false,
    guild_used: false,
    taking: null,
    coming: 0,
    asked: null,
    looking: null,
    events: { brigands: 6, 'market-day': 3 },
    seats: all,
  } as unknown as StruggleView;
  const legal = [
    '0 swap-stack wool',
    '0 swap-stack ore',
    '0 swap-market grain wool',
    '0 swap-market brick wool',
    '0 swap-market wool ore',
    '0 take-from 1',
    '0 take-from 1 2',
    '0 take-from 2',
    '0 take-from 2 2',
    '0 take-from 3',
    '0 build road brick+lumber',
    '0 build road 3wool+lumber',
    '0 build expansion guild 3wool+ore',
    '0 build expansion castle 3wool+ore',
    '0 draw 2',
    '0 draw 3',
  ];
  const events: GameEvent[] = [
    ['* first 1'],
    ['1 swap-market wool ore'],
    ['1 build road brick+lumber'],
    ['1 draw 2', '* deal 1 ?', '* deal 1 ?'],
    ['2 take-from 0', '* steal 0 wool'],
    ['2 give-back ?'],
    ['2 build city 2grain+3ore', '* event brigands'],
    ['3 draw 3'],
    ['0 draw 2', '* deal 0 wool', '* deal 0 ore'],
  ].map((actions, seq) => ({ seq, actions }));
  return table(
    view,
    ['You', 'Marisol', 'Henrik', 'Oona', 'Teo', 'Ylva'].slice(0, players),
    legal,
    events,
    [],
  );
}

export function catanTable(): Table {
  const view = catanFixture(),
    r = rng(5),
    history: Moment[] = [],
    events: GameEvent[] = [];
  const points = [2, 2, 2, 2];
  for (let i = 0; i < 68; i++) {
    const d: [number, number] = [1 + Math.floor(r() * 6), 1 + Math.floor(r() * 6)],
      turn = i % 4;
    const gains = view.seats.map(() => {
      const c: Cards = {};
      for (const k of KINDS) if (r() < 0.13) c[k] = 1 + (r() < 0.2 ? 1 : 0);
      return c;
    });
    events.push(
      { seq: i * 2, actions: [`${turn} roll`, `* dice ${d[0]} ${d[1]}`] },
      { seq: i * 2 + 1, actions: [`${turn} end`] },
    );
    history.push({
      seq: i * 2,
      seat: turn,
      verb: 'roll',
      turn,
      dice: d,
      gains: d[0] + d[1] === 7 ? null : gains,
      points: [...points],
      counts: [4, 4, 4, 4],
      bank: null,
    });
    if (r() < 0.35 && points[turn] < 10) points[turn]++;
    history.push({
      seq: i * 2 + 1,
      seat: turn,
      verb: 'end',
      turn,
      dice: null,
      gains: null,
      points: [...points],
      counts: [4, 4, 4, 4],
      bank: null,
    });
  }
  return table(view, ['You', 'Marisol', 'Henrik', 'Oona'], [], events, history);
}

/* The larger island with six players. */
export function largeView(): CatanView {
  const base = catanFixture(),
    r = rng(9);
  const T: Terrain[] = ['forest', 'hills', 'pasture', 'fields', 'mountains'],
    N = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12];
  const rows = [
    [-3, 0, 3],
    [-2, -1, 4],
    [-1, -2, 5],
    [0, -3, 6],
    [1, -3, 5],
    [2, -3, 4],
    [3, -3, 3],
  ];
  let i = 0;
  const hexes = rows.flatMap(([row, q, n], k) =>
    Array.from({ length: n }, (_, c) => {
      const desert = i === 8 || i === 21;
      i++;
      return {
        name: `${'ABCDEFG'[k]}${c + 1}`,
        q: q + c,
        r: row,
        terrain: desert ? ('desert' as Terrain) : T[(i * 7 + Math.floor(r() * 3)) % 5],
        number: desert ? null : N[Math.floor(r() * N.length)],
      };
    }),
  );
  const seat = (
    n: number,
    color: Color,
    settlements: string[],
    cities: string[],
    roads: string[],
  ) => ({ ...base.seats[0], seat: n, color, settlements, cities, roads });
  return {
    ...base,
    board: {
      hexes,
      harbors: [
        { q: 0, r: -3, side: 'NW', type: '3:1' },
        { q: 2, r: -3, side: 'NE', type: 'wool' },
        { q: 2, r: 0, side: 'E', type: 'ore' },
        { q: 1, r: 2, side: 'SE', type: '3:1' },
        { q: -3, r: 3, side: 'SW', type: 'brick' },
        { q: -3, r: 1, side: 'W', type: '3:1' },
        { q: -2, r: -1, side: 'NW', type: 'grain' },
      ],
    },
    robber: 'D3',
    seats: [
      seat(0, 'red', ['B2.N'], ['F2.S'], ['B2.NE', 'F2.SW']),
      seat(1, 'blue', ['C2.S'], ['D5.N'], ['C2.SE', 'D5.NE']),
      seat(2, 'orange', ['E1.S'], ['B4.NE'], ['E1.SE', 'B4.NE']),
      seat(3, 'white', ['D1.N', 'G2.S'], [], ['D1.NE', 'G2.SE']),
      seat(4, 'green', ['C4.S', 'A1.NW'], ['E4.S'], ['C4.SW', 'A1.W', 'E4.SE', 'E4.E']),
      seat(5, 'brown', ['D6.SE'], ['E2.S', 'A3.NE'], ['D6.SE', 'E2.SE', 'A3.NE']),
    ],
  };
}
