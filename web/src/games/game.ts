/* game.ts -- what the generic shell knows about a game's screens. */
import type { Component, Snippet } from 'svelte';
import type { IconName } from '../art/icons';
import type { Script } from '../learn/lessonTable.svelte';
import type { Moment, Table } from '../table/table';
import type { Cards, GameEvent, Helper, Kind, Seat, View } from '../schema';

/* A line of the log and the live region. "[2 wool]" in the text is drawn as cards
 * (shell/TextWithCards.svelte) and spoken as words. `places` are pointed out on the board. */
export interface Line {
  seat: Seat | null;
  icon?: IconName;
  text: string;
  places: string[];
  discards?: Cards; /* cards given back: one line for all people */
}

/* Something that made a seat's points. */
export interface Part {
  text: string;
  points: number;
  icon: IconName;
  award?: boolean;
}
/* Cards of one kind that were left. */
export interface Held {
  text: string;
  icon: IconName;
  n: number;
}

/* What people choose from before a game. */
export interface GameRules {
  /* `id` names the texts and the picture; `title` is for a game without texts */
  presets: { id: string; ruleset: string; title?: string }[];
  /* Ways to lay out the island; empty if the game has none. */
  boards: (ruleset: string) => string[];
  /* The value of an option on a random island, if that does not count as a house rule. */
  dealt: (ruleset: string, option: string) => string | undefined;
  joined: boolean; /* RULESET-56 is the same game for more people, chosen by the number of seats */
  firstRolls: boolean; /* true if people roll for who begins; otherwise it is drawn */
  optionLabel: (option: string) => string; /* '' if people need not choose it */
  inBox: (option: string) => boolean; /* true if it only counts what is in the box */
}

/* What comes with a game's table: its words, and its board if it has one. */
export interface GameTable {
  /* The whole table during play and afterwards; the shell puts the top bar, dialogs and the final screen around it.
   * It gets the table, and what is told or asked during a turn; settings, texts and sounds are imported. */
  default: Component<{ table: Table; beside?: Snippet }>;
  beside?: boolean; /* it lays `beside` where that covers nothing */
  Board?: Component<any>; /* for a picture of the end */
  /* The log lines of an entry; [] for entries that are not shown. */
  say: (table: Table, event: GameEvent) => Line[];
  /* What must happen now and by whom, for the line above the board. */
  now: (table: Table) => string;
  /* Words for one legal move, for hints and the command line. */
  describe: (table: Table, action: string) => string;
  /* What chance drew, in words. */
  drawn?: (action: string, who: (seat: Seat) => string) => string;
  /* The game's own answers to questions on the command line; null if it is none. */
  answer?: (table: Table, words: string) => string | null;
  /* What a seat held at the end besides the cards of its hand. */
  held?: (view: View, seat: Seat) => Held[];
  /* What a seat's points are made of, at the end; [] if the page does not know. */
  parts: (view: View, seat: Seat) => Part[];
}

/* A seat's luck with the dice. */
export interface Luck {
  got: number; /* cards the rolls gave */
  expected: number;
  /* 0..1; null if nothing could have come, or if a deck deals the rolls, which evens them out */
  percentile: number | null;
}
/* What a seat got and lost so far. */
export interface SeatHistory {
  income: Record<Kind, number>; /* cards from rolls */
  blocked: number; /* cards the robber's place kept back */
  stolen: number; /* cards taken by others */
  taken: number; /* cards taken from others */
  discarded: number;
  bought: number; /* cards got by trading, with anyone */
  paid: number; /* ... and given for them */
}

/* For the statistics of a game in which rolls bring cards. */
export interface GameDice {
  rolled: (event: GameEvent) => number | null; /* an entry's roll for production; null if none */
  luck: (view: View, events: readonly GameEvent[], history: readonly Moment[]) => Luck[];
  income: (view: View, events: readonly GameEvent[], history: readonly Moment[]) => SeatHistory[];
}

/* All that the page knows about a game before it is opened; the rest is loaded when needed. */
export interface GameScreens {
  name: string;
  rules: GameRules;
  load: () => Promise<GameTable>;
  /* What lies on the sea behind a table that has not begun ({empty}); the first game's also lies
   * behind the first screen. It has the space `--room`. */
  scene: () => Promise<{ default: Component<any> }>;
  /* A scene for the end, before the final screen. */
  victory?: () => Promise<{
    default: Component<{ table: Table; game: GameTable; onfinal: () => void }>;
  }>;
  dice?: () => Promise<GameDice>;
  lesson?: Lesson;
  strongest?: string; /* its highest level of bot, if it does not have all of them */
  showsAway?: boolean; /* the table itself shows who is away, and for how long */
}

/* A guided game: its script, the game played after it, the helper who speaks, and a few pictures
 * to begin with. */
export interface Lesson {
  script: () => Promise<Script>;
  ruleset: string;
  face: Helper;
  steps?: () => Promise<{ default: Component }>;
}
