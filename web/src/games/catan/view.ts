/* view.ts -- what a seat sees of a game of CATAN (docs/schema.md), as types. */
import type {
  Cards,
  Color,
  Devs,
  Harbor,
  Helper,
  Hex,
  Kind,
  Offer,
  Seat,
  SeatView,
  View,
} from '../../schema';

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

export interface CatanSeat extends SeatView {
  color: Color;
  dev_count: number;
  dev: Devs | null;
  dev_new: Devs | null;
  played: Devs;
  settlements: string[];
  cities: string[];
  roads: string[];
  left: { road: number; settlement: number; city: number };
  rates: Record<Kind, number>;
  first_roll: number | null; /* for the first turn; null: out after a tie, or nobody rolled */
  road_length: number;
  helper?: { name: Helper; side: 'A' | 'B'; fresh: boolean; used: boolean };
}

export interface CatanView extends View {
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
