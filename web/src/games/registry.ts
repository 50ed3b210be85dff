/* registry.ts -- the games that this page can show; the rest of the page knows nothing else
 * about them.
 *
 * engine/games.c decides which games there are. Games without screens here get the plain ones: a
 * list of moves, the view as a table. */
import names from 'virtual:skerry-games';
import { catan } from './catan/screens';
import type { GameScreens } from './game';
import { plain } from './plain/screens';
import { struggle } from './struggle/screens';

const own = [catan, struggle];
export const GAMES: GameScreens[] = [
  ...own,
  ...names.filter((n) => own.every((g) => g.name !== n)).map(plain),
];
export const screens: Record<string, GameScreens> = Object.fromEntries(
  GAMES.map((g) => [g.name, g]),
);

/* The game that these rules ("fifth+helpers,points=12") belong to; an unknown name belongs to the
 * first game. */
export function gameOf(rules: string): GameScreens {
  const base = rules.split(/[+,]/)[0];
  const fits = (r: string): boolean => r === base || `${r}-56` === base;
  return GAMES.find((g) => g.rules.presets.some((p) => fits(p.ruleset.split('+')[0]))) ?? GAMES[0];
}
