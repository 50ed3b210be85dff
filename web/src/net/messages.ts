/* messages.ts -- the server's messages (docs/protocol.md), as types. */
import type { Color, GameEvent, View } from '../schema';

interface ClockSetting {
  bank: number;
  increment: number;
}

export interface SeatInfo {
  seat: number;
  kind: 'human' | 'bot' | 'empty';
  user: string | null;
  name: string | null;
  kept: string | null; /* an empty seat: whom it is kept for after a rematch */
  color: Color;
  ready: boolean;
  online: boolean;
  held: boolean;
  hold_at: number | null;
  resigned: boolean;
  level: string | null;
  style: string | null;
}
export interface Ask {
  ask: 'take-back' | 'pause' | 'resume' | 'bot' | 'sit';
  seat: number | null; /* who asks; null: somebody without a seat, who wants one (`name`) */
  to?: number; /* take-back: from this entry on */
  target?: number; /* bot, sit: the seat in question */
  user?: string;
  name?: string;
  yes: number[];
  no: number[];
  until: number;
}
export interface AskEnd {
  table: string;
  ask: Ask;
  how: 'agreed' | 'refused' | 'withdrawn' | 'unanswered' | 'void';
}

export interface TableInfo {
  id: string;
  name: string;
  state: 'open' | 'playing' | 'over' | 'closed' | 'broken';
  paused: boolean;
  kind: string; /* the game */
  rules: string;
  players: number;
  host: string;
  public: boolean;
  spectators: boolean;
  resign: boolean;
  memory: boolean;
  chat: boolean;
  hints: boolean; /* even if several people play */
  clock: ClockSetting | null;
  fill: number | null;
  fill_at: number | null; /* when it starts by itself */
  entries_left?: number | null; /* how many entries may still come in a very long game */
  hold: number | null;
  seats: SeatInfo[];
  watchers: number;
  silenced: string[]; /* users, by the host */
  vote_after: number; /* seconds until the others may ask for a bot */
  you: { user: string; seat: number | null; host: boolean; kicked: boolean; mutes: string[] };
  fair: {
    commitment: string;
    game_id: string;
    seat_seeds: string[] | null;
    server_seed: string | null;
  };
  ask: Ask | null;
  winner: number | null;
  started: number | null;
  ended: number | null;
  rematch: string | null;
  rematch_by: string | null;
}

export interface ClockState {
  paused: boolean;
  at: number;
  seats: { bank_ms: number; turn_ms: number; runs: boolean }[];
}

/* What an entry changed in a view: keys with their new values; `seats` has only the seats that
 * changed. */
type Change = Omit<Partial<View>, 'seats'> & { seats?: { seat: number }[] };

/* The view with a change applied; the old view is not modified. */
export function updated(view: View, change: Change): View {
  const seats = change.seats?.length
    ? view.seats.map((s) => ({ ...s, ...change.seats!.find((c) => c.seat === s.seat) }))
    : view.seats;
  return { ...view, ...change, seats } as View;
}

export interface GameMessage {
  type: 'game';
  table: string;
  seq: number;
  events: GameEvent[];
  view?: View;
  change?: Change;
  legal?: { seat: number; actions: string[] } | null;
  undo?: number | null;
  clock?: ClockState | null;
}

/* The spectators' view after each entry (/api/game/ID/history): the first has the view, the
 * others what changed in it. */
export interface PastView {
  seq: number;
  view?: View;
  change?: Change;
}

export interface LobbyEntry {
  table: string;
  name: string;
  kind: string;
  rules: string;
  players: number;
  taken: number;
  bots: number;
  state: 'open' | 'playing';
  clock: ClockSetting | null;
  spectators: boolean;
  host: string;
  watchers: number;
}

/* Of the whole site; `listed` are the public tables, of which the lobby shows the first. */
export interface LobbyCounts {
  people: number;
  tables: number;
  games: number;
  listed: number;
}

export interface Chat {
  user: string;
  name: string;
  seat: number | null;
  at: number;
  text?: string;
  phrase?: string;
}

export interface GameInfo {
  game: string;
  kind: string;
  rules: string;
  players: number;
  state: string;
  names: string[];
  seat: number | null;
  winner: number | null;
  entries: number;
  started: number | null;
  ended: number | null;
}

export const PHRASES = [
  'hello',
  'good-luck',
  'well-played',
  'thanks',
  'oops',
  'hurry',
  'thinking',
  'sorry',
  'no-trade',
  'wow',
  'good-game',
  'bye',
];
