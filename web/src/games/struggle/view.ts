/* view.ts -- what a seat sees of the card game (docs/schema.md), as types. */
import type { Cards, Kind, Seat, SeatView, View } from '../../schema';

export type Expansion = 'library' | 'guild' | 'church' | 'castle' | 'town-hall';
type StrugglePhase =
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

export interface StruggleSeat extends SeatView {
  roads: string[];
  knights: string[];
  settlements: number;
  cities: number;
  expansions: Expansion[];
}

export interface StruggleView extends View {
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
  taking: { from: Seat; coming: number; owed: number; more?: boolean } | null;
  coming: number;
  asked: Seat | null;
  looking: { seat: Seat; hand_of: Seat; cards: Cards | null } | null;
  events: Record<string, number> | null;
  seats: StruggleSeat[];
}
