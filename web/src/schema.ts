/* schema.ts -- the objects of docs/schema.md as types.
 *
 * Nothing is computed here; only the engine knows rules. Names follow the JSON exactly, so a view
 * needs no translation. */
import type { COLORS } from './seatColors';

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

export type Color = (typeof COLORS)[number];
export type Terrain = 'forest' | 'hills' | 'pasture' | 'fields' | 'mountains' | 'desert';

export interface Rules {
  text: string;
  ruleset: string;
  players: number;
  options: Record<string, number | string>;
}

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

/* What every game's view has. A game's own view is in its folder (games/GAME/view.ts). */
export interface SeatView {
  seat: Seat;
  color?: Color;
  count: number;
  cards: Cards | null;
  owes_cards: number;
  points: number;
  points_public: number;
}
export interface View {
  v: 1;
  game: string;
  rules: Rules;
  viewer: Seat | 'spectator' | null;
  turn: Seat | null;
  round: number;
  owes: Seat[];
  may: Seat[];
  chance: boolean;
  winner: Seat | null;
  phase: string;
  seats: SeatView[];
  /* where a game has them, for statistics */
  dice?: [number, number] | null;
  gains?: Cards[] | null;
  bank?: Cards;
}

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
