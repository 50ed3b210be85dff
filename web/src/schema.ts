/* schema.ts -- the objects of docs/schema.md as types.
 *
 * Nothing is computed here; only the engine knows rules. Names follow the JSON exactly, so a view
 * needs no translation. */

export type Seat = number;
export const KINDS = ['brick', 'lumber', 'wool', 'grain', 'ore'] as const;
export type Kind = (typeof KINDS)[number];
export type Cards = Partial<Record<Kind, number>>;

export const DEVS = ['knight', 'road-building', 'plenty', 'monopoly', 'point'] as const;
export type Dev = (typeof DEVS)[number];
export type Devs = Partial<Record<Dev, number>>;

export const HELPERS = [
  'nassir',
  'william',
  'marianne',
  'louis',
  'sean',
  'candamir',
  'hilde',
  'vincent',
  'jean',
  'lin',
] as const;
export type Helper = (typeof HELPERS)[number];

export type Color = 'red' | 'blue' | 'orange' | 'white' | 'green' | 'brown';
export type Terrain = 'forest' | 'hills' | 'pasture' | 'fields' | 'mountains' | 'desert';

export interface Rules {
  text: string;
  ruleset: string;
  players: number;
  options: Record<string, number | string>;
}

interface Common {
  v: 1;
  rules: Rules;
  viewer: Seat | 'spectator' | null;
  turn: Seat | null;
  round: number;
  owes: Seat[];
  may: Seat[];
  chance: boolean;
  winner: Seat | null;
}

export type CatanPhase =
  | 'board'
  | 'first'
  | 'settle'
  | 'settle-road'
  | 'roll'
  | 'dice'
  | 'discard'
  | 'robber'
  | 'steal'
  | 'draw'
  | 'look'
  | 'keep'
  | 'free-road'
  | 'trade'
  | 'build'
  | 'main'
  | 'offer'
  | 'special'
  | 'marianne'
  | 'sean'
  | 'repay'
  | 'take'
  | 'after-helper'
  | 'over';

export interface Hex {
  name: string;
  q: number;
  r: number;
  terrain: Terrain;
  number: number | null;
}
export type Side = 'NE' | 'E' | 'SE' | 'SW' | 'W' | 'NW';
export interface Harbor {
  q: number;
  r: number;
  side: Side;
  type: '3:1' | Kind;
}

export interface Offer {
  number: number;
  from: Seat;
  to: Seat[];
  give: Cards;
  get: Cards;
  answers: { seat: Seat; answer: 'accept' | 'decline' }[];
}

export interface CatanSeat {
  seat: Seat;
  color: Color;
  count: number;
  cards: Cards | null;
  dev_count: number;
  dev: Devs | null;
  dev_new: Devs | null;
  played: Devs;
  settlements: string[];
  cities: string[];
  roads: string[];
  left: { road: number; settlement: number; city: number };
  rates: Record<Kind, number>;
  owes_cards: number;
  first_roll: number | null; /* for the first turn; null: out after a tie, or nobody rolled */
  road_length: number;
  points: number;
  points_public: number;
  helper?: { name: Helper; side: 'A' | 'B'; fresh: boolean; used: boolean };
}

export interface CatanView extends Common {
  game: 'catan';
  phase: CatanPhase;
  dice: [number, number] | null;
  rolled: boolean;
  board: { hexes: Hex[]; harbors: Harbor[] };
  robber: string;
  bank: Record<Kind, number>;
  first: Seat | null;
  deck: { count: number; cards: Devs | null };
  longest_road: { seat: Seat; length: number } | null;
  largest_army: { seat: Seat; knights: number } | null;
  card_played: boolean;
  free_roads: number;
  offers: Offer[];
  offers_made: number;
  gains: Cards[] | null;
  display?: Helper[];
  jean?: Kind | null;
  looking?: null | { seat: Seat; hand_of: Seat; cards: Cards } | { seat: Seat; deck: Devs };
  seats: CatanSeat[];
}

export type Expansion = 'library' | 'guild' | 'church' | 'castle' | 'town-hall';
export type StrugglePhase =
  | 'market'
  | 'deal'
  | 'first'
  | 'trade'
  | 'build'
  | 'swap'
  | 'take'
  | 'give-back'
  | 'library'
  | 'settled'
  | 'event'
  | 'discard'
  | 'market-day'
  | 'draw'
  | 'over';

export interface StruggleSeat {
  seat: Seat;
  count: number;
  cards: Cards | null;
  roads: string[];
  knights: string[];
  settlements: number;
  cities: number;
  expansions: Expansion[];
  owes_cards: number;
  points: number;
  points_public: number;
}

export interface StruggleView extends Common {
  game: 'struggle';
  phase: StrugglePhase;
  market: Kind[];
  stack: number;
  discard: Cards;
  unseen: Cards | null;
  supply: { road: number; settlement: number; knight: number; expansions: Expansion[] };
  destiny: 'clockwise' | 'counter' | null;
  first: Seat | null;
  trades_left: number;
  built: string[];
  library_used: boolean;
  guild_used: boolean;
  taking: { from: Seat; coming: number; owed: number } | null;
  coming: number;
  asked: Seat | null;
  looking: { seat: Seat; hand_of: Seat; cards: Cards | null } | null;
  events: Record<string, number> | null;
  seats: StruggleSeat[];
}

export type View = CatanView | StruggleView;

/* What a receiver may see of one entry: an action and chance's answers to it. */
export interface GameEvent {
  seq: number;
  actions: string[];
  undo?: number;
  at?: number; /* when, by the server's clock */
  seat?: Seat | null; /* whose command it was */
  auto?: boolean; /* a bot or the clock made it for a person */
}

export type Refusal = { ok: false; error: string; rule?: string; message?: string };
export type Answer = { ok: true } | Refusal;
