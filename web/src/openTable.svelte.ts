/* openTable.svelte.ts -- the table that is open in this page, and how to open one. */
import { setEdition, t } from './i18n.svelte';
import { hold, held, taken } from './onePage';
import { go } from './route.svelte';
import { STANDARD_LEVEL } from './rules/bots';
import { levelFor } from './rules/names';
import { find, putAside } from './savedGames';
import { tellTrouble } from './shell/notice.svelte';
import { read, write } from './storage';
import { LocalTable, type Setup } from './table/localTable.svelte';
import { seated } from './table/people';
import type { Person, Table } from './table/table';
import type { Color } from './schema';

/* `path` leads back to it from other screens. */
export const open = $state<{
  table: Table | null;
  local: LocalTable | null;
  path: string;
  elsewhere: string; /* the game that this page was asked for, or had, and another one has */
}>({
  table: null,
  local: null,
  path: '',
  elsewhere: '',
});

export function close(): void {
  open.table?.close();
  open.table = null;
  open.local = null;
  open.path = '';
  hold('');
  setEdition('');
}

export function show(table: Table, local: LocalTable | null, path: string): void {
  if (open.table !== table) open.table?.close();
  open.table = table;
  open.local = local;
  open.path = path;
  if (local) {
    local.taken = () => {
      close();
      open.elsewhere = local.id;
    };
    hold(local.id, () => {
      const save = local.save();
      local.taken();
      return save;
    });
  } else hold('');
  setEdition(table.view?.rules.ruleset ?? '');
}

export const withLevels = (people: Person[], rules: string): Person[] =>
  people.map((p) => ({ ...p, level: levelFor(rules, p.level) }));

export async function start(setup: Setup): Promise<void> {
  const table = await LocalTable.start({
    ...setup,
    people: withLevels(setup.people, setup.ruleset),
  });
  show(table, table, `play/${table.id}`);
  go(`play/${table.id}`);
}

/* Opens the game of an address. It is open in one page at a time: if another has it, this one says so, and goes on with
 * it only when it is told to `take` it. A game that the engine refuses is put aside. */
export async function resume(id: string, wanted: () => boolean, take = false): Promise<void> {
  open.elsewhere = '';
  try {
    if (!take && (await held(id))) {
      open.elsewhere = id;
      return;
    }
    const save = (take && (await taken(id))) || find(id);
    if (!wanted()) return;
    if (!save) {
      go('lost', true);
      return;
    }
    const people = withLevels(save.people, save.ruleset);
    const table = await LocalTable.resume({ ...save, people });
    if (wanted()) show(table, table, `play/${id}`);
    else table.close();
  } catch (e) {
    const refused = (e as { answer?: unknown }).answer;
    if (refused) putAside(id);
    if (!wanted()) return;
    if (refused) go(`records/${id}`, true);
    else {
      tellTrouble('load')(e as Error);
      go('', true);
    }
  }
}

/* What "Play now" starts: the last settings, or the standard game against three bots. */
interface Wish {
  ruleset: string;
  players: number;
  people: Person[];
}

export const bot = (i: number, level = STANDARD_LEVEL, style = 'plain', color?: Color): Person => ({
  name: t(`bot.name.${i}`),
  kind: 'bot',
  level,
  style,
  ...(color ? { color } : {}),
});

export const STANDARD_RULES = 'fifth,board=random,start=draft,harbors=markers';
const standard = (): Wish => ({
  ruleset: STANDARD_RULES,
  players: 4,
  people: [{ name: '', kind: 'human' }, bot(1), bot(2), bot(3)],
});
export function wish(): Wish {
  const w = read<Wish | null>('wish', null);
  return w && typeof w.ruleset === 'string' && seated(w.people) ? w : standard();
}
export const keepWish = (w: Wish): void => {
  write('wish', w);
};

export async function playNow(): Promise<void> {
  try {
    await start(wish());
  } catch (e) {
    /* the engine refuses rules from another version */
    if (!(e as { answer?: unknown }).answer) throw e;
    await start(standard());
  }
}

/* The same people, a new game. */
export async function playAgain(): Promise<void> {
  const t = open.local;
  if (!t?.view) return;
  await start({
    ruleset: t.view.rules.text,
    players: t.view.rules.players,
    people: t.given,
  });
}

/* A first game: the printed beginner's board or the card game, against gentle bots. */
export const startFirstGame = (ruleset = 'fifth'): Promise<void> =>
  start({
    ruleset,
    players: 3,
    people: [{ name: '', kind: 'human' }, bot(1, 'beginner'), bot(2, 'beginner')],
  });
