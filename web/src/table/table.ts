/* table.ts -- the interface between the screens and a game being played.
 *
 * A table shows what one seat may see and takes that seat's moves. The implementation decides
 * where the game runs: in a worker of this page (localTable.svelte.ts) or on a server
 * (socketTable.svelte.ts). Every property is reactive.
 *
 * Moves are text in the notation of docs/notation.md, always with the seat in front ("0 settle
 * B2.N"). play() takes a list as one atomic command. */
import type { Chat } from '../net/messages';
import type { Answer, Cards, Color, GameEvent, Seat, View } from '../schema';

type SeatKind = 'human' | 'bot' | 'remote';

/* Who sits where. The rules do not know this, so it is not part of the view. */
export interface Person {
  name: string;
  kind: SeatKind;
  level?: string; /* bots: their level and style */
  style?: string;
  color?: Color; /* overrides the view's colour if the table chose one */
  present?: boolean; /* remote: false while the connection is lost */
  held?: boolean; /* a bot plays until they are back */
  holdAt?: number | null; /* when a bot will */
}

/* What was left at the time `at`. */
export interface Clock {
  running: boolean;
  left_ms: number;
  bank_ms: number;
  at: number;
}

/* One candidate of a hint: a move, how good (win probability 0..1), and why. */
export interface Advice {
  actions: string[];
  win?: number;
  why: { id: string; args?: Record<string, unknown> }[];
}

/* The public state after an entry, for statistics and plots. */
export interface Moment {
  seq: number;
  seat: Seat | null; /* who acted */
  verb: string; /* the first action's */
  turn: Seat | null;
  dice: [number, number] | null; /* only if this entry rolled for production */
  gains: Cards[] | null; /* what that roll gave */
  points: number[]; /* public, by seat */
  counts: number[]; /* cards in hand, by seat */
  bank: Cards | null; /* the supply; null if a game has none */
}

export interface Table {
  readonly view: View | null; /* null until the first state is here */
  readonly seat: Seat | null; /* whose view it is; null for a spectator or behind the curtain */
  readonly people: Person[];
  readonly events: GameEvent[]; /* all so far, as this seat may see them */
  readonly history: Moment[]; /* one per entry in force */
  readonly legal: string[]; /* this seat's menu now, [] when it may not act */
  readonly thinking: Seat | null; /* a bot is choosing */
  readonly curtain: Seat | null; /* same screen: waits for this seat to take the device */
  readonly trouble: string | null; /* text id of what is wrong (reconnecting, restarted) */
  /* `hints`: false if the table does not allow them */
  readonly can: { undo: boolean; hint: boolean; hints?: boolean; chat: boolean };
  readonly clocks?: Clock[] | null; /* none without a limit of time */

  check(action: string): Promise<Answer>;
  checks(actions: string[]): Promise<Answer[]>; /* several at once */
  play(actions: string | string[]): Promise<Answer>;
  undo(): Promise<Answer>;
  hint(): Promise<Advice[]>;
  final(): Promise<View | null>; /* all cards open: once the game is over, null before */
  record(): Promise<string>; /* the record as this seat may have it */
  /* What a bot's decisions since its last turn began were based on, oldest first; [] if unknown. */
  why?(seat: Seat): Promise<Advice[] | null>; /* null: not known */
  readonly memory?: boolean; /* the table shows what is known about hands, or forbids it */
  readonly taught?: boolean; /* a lesson, which points at what it explains */
  readonly big?: boolean; /* a big screen for everybody, without anybody's hand */
  /* Chat; only if there are people to talk to. */
  readonly chats?: Chat[];
  unread?: number; /* how many messages from others are unread */
  readonly user?: string; /* this person's id in the chat */
  readonly muted?: Set<string>;
  say?(what: { text: string } | { phrase: string }): Promise<Answer>;
  mute?(user: string, on: boolean): Promise<Answer>;
  readonly silenced?: Set<string>; /* by the host, for everybody */
  readonly silence?: ((user: string, on: boolean) => Promise<Answer>) | null; /* for the host */
  retry?(): void; /* a lost connection, or a full storage: does not wait for the next try */
  lift?(): void; /* the person named by `curtain` is here */
  close(): void;
}
