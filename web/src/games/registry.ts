/* registry.ts -- the games that this page can show; the rest of the page knows nothing else
 * about them.
 *
 * cli/games.c decides which games there are. Games without screens here get the plain ones: a
 * list of moves, the view as a table. */
import names from 'virtual:skerry-games';
import type { Component } from 'svelte';
import type { Table } from '../table/table';
import { rules as catanRules } from './catan/rules';
import * as catan from './catan/words';
import type { GameScreens } from './game';
import { plain } from './plain/screens';
import { rules as struggleRules } from './struggle/rules';
import * as struggle from './struggle/words';

type Loaded = Promise<{ default: Component<{ table: Table }> }>;

const own = {
  catan: {
    name: 'catan',
    say: catan.say,
    now: catan.now,
    describe: catan.describe,
    rules: catanRules,
    load: () => import('./catan/Catan.svelte') as Loaded,
    board: () => import('./catan/board/Board.svelte'),
    victory: () => import('./Victory.svelte'),
    lesson: {
      script: () => import('./catan/lesson').then((m) => m.catan),
      ruleset: 'fifth',
      face: 'marianne',
    },
    nodes: 1,
  },
  struggle: {
    name: 'struggle',
    say: struggle.say,
    now: struggle.now,
    describe: struggle.describe,
    rules: struggleRules,
    load: () => import('./struggle/Struggle.svelte') as Loaded,
    victory: () => import('./struggle/Victory.svelte'),
    lesson: {
      script: () => import('./struggle/lesson').then((m) => m.struggle),
      ruleset: 'struggle',
      face: 'jean',
    },
    nodes: 240,
  },
} satisfies Record<string, GameScreens>;

export type GameName = keyof typeof own;
export const screens = {
  ...Object.fromEntries(names.map((n) => [n, plain(n)])),
  ...own,
} as typeof own & Record<string, GameScreens>;
export const GAMES: GameScreens[] = Object.values<GameScreens>(screens);
/* A game that has its own screens, lesson and words. */
export const isGame = (name: string): name is GameName => Object.hasOwn(own, name);

/* The game that these rules ("fifth+helpers,points=12") belong to; an unknown name belongs to the
 * first game. */
export function gameOf(rules: string): GameScreens {
  const base = rules.split(/[+,]/)[0];
  const fits = (r: string): boolean => r === base || `${r}-56` === base;
  return GAMES.find((g) => g.rules.presets.some((p) => fits(p.ruleset.split('+')[0]))) ?? GAMES[0];
}
