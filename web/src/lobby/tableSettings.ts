/* tableSettings.ts -- the chosen settings of a table: remembered in the browser, and in the
 * server's format. */
import type { TableInfo } from '../net/messages';
import { gameOf } from '../games/registry';
import { STANDARD_RULES } from '../openTable.svelte';
import { standardChoice, type Choice } from '../rules/RulesForm.svelte';
import { read, write } from '../storage';

export interface Form {
  choice: Choice;
  rules: string; /* as text; `choice` is how it was chosen */
  players: number;
  name: string;
  open: boolean;
  spectators: boolean;
  memory: boolean;
  hints: boolean;
  chat: boolean;
  resign: boolean;
  clock: string;
  bank: number;
  increment: number;
  hold: number;
}

export const CLOCKS: Record<string, { bank: number; increment: number } | null> = {
  none: null,
  calm: { bank: 600, increment: 60 },
  normal: { bank: 180, increment: 30 },
  quick: { bank: 60, increment: 12 },
  own: null,
};
export const HOLDS = [0, 30, 60, 120, 300];

const fresh = (): Form => ({
  choice: standardChoice(),
  rules: STANDARD_RULES,
  players: 4,
  name: '',
  open: false,
  spectators: true,
  memory: false,
  hints: false,
  chat: true,
  resign: true,
  clock: 'none',
  bank: 300,
  increment: 30,
  hold: 60,
});

/* The settings of the last table. Another version may have stored them, without `rules`. */
export function remembered(): Form {
  const kept = read<Partial<Form> | null>('wish.table', null);
  return kept?.choice && kept.rules ? { ...fresh(), ...kept } : fresh();
}
export function remember(f: Form): void {
  write('wish.table', f);
}

/* A ruleset for more people may be the same game's (struggle-56). */
function presetOf(ruleset: string): string {
  const { presets } = gameOf(ruleset).rules;
  return (presets.find((p) => p.ruleset === ruleset) ?? presets[0]).id;
}

/* How these rules would be chosen in RulesForm, which does the reverse. */
export function choiceOf(rules: string): Choice {
  const [ruleset, ...options] = rules.split(',');
  const base = ruleset.split('+')[0],
    own = gameOf(rules).rules;
  const {
    board,
    start,
    first = 'roll',
    harbors,
    ...rest
  } = Object.fromEntries(options.map((o) => o.split('=') as [string, string]));
  return {
    preset: presetOf(ruleset),
    board: board === 'random' ? 'random' : start === 'draft' ? 'fixed' : 'beginner',
    first,
    house: Object.fromEntries(
      Object.entries({
        ...rest,
        ...(harbors && harbors !== own.dealt(base, 'harbors') ? { harbors } : {}),
      }).map(([k, v]) => [k, /^\d+$/.test(v) ? Number(v) : v]),
    ),
  };
}

/* The settings of an open table that the form can change. */
export function formOf(info: TableInfo): Form {
  const clock = Object.entries(CLOCKS).find(
    ([, c]) => c && c.bank === info.clock?.bank && c.increment === info.clock.increment,
  )?.[0];
  return {
    ...fresh(),
    choice: choiceOf(info.rules),
    rules: info.rules,
    players: info.players,
    name: info.name,
    open: info.public,
    spectators: info.spectators,
    memory: info.memory,
    hints: info.hints,
    chat: info.chat,
    resign: info.resign,
    clock: info.clock ? (clock ?? 'own') : 'none',
    ...(info.clock ?? {}),
    hold: info.hold ?? 0,
  };
}

/* What can change while the game runs: a clock can be started, not changed. */
export const changes = (f: Form, info: TableInfo): Record<string, unknown> => ({
  spectators: f.spectators,
  chat: f.chat,
  ...(info.clock ? {} : { clock: body(f).clock }),
});
/* In the format of `create` and `settings`. */
export const body = (f: Form): Record<string, unknown> => ({
  name: f.name.trim(),
  rules: f.rules,
  players: f.players,
  public: f.open,
  spectators: f.spectators,
  resign: f.resign,
  memory: f.memory,
  hints: f.hints,
  chat: f.chat,
  clock: f.clock === 'own' ? { bank: f.bank, increment: f.increment } : CLOCKS[f.clock],
  hold: f.hold || null,
});
