/* openTable.svelte.ts -- the table that is open in this page, and how to open one. */
import { setEdition, t } from './i18n.svelte';
import { go } from './route.svelte';
import { Engine } from './engine/engine';
import { STANDARD_LEVEL } from './rules/bots';
import { levelFor } from './rules/names';
import { keep, newId, type Save } from './savedGames';
import { header } from './shell/recordFiles';
import { read, write } from './storage';
import { LocalTable, type Setup } from './table/localTable.svelte';
import { recorded, seated } from './table/people';
import { refusal } from './table/safeEngine.svelte';
import type { Person, Table } from './table/table';
import type { Color } from './schema';

/* `path` leads back to it from other screens. */
export const open = $state<{ table: Table | null; local: LocalTable | null; path: string }>({
  table: null,
  local: null,
  path: '',
});

export function close(): void {
  open.table?.close();
  open.table = null;
  open.local = null;
  open.path = '';
  setEdition('');
}

export function show(table: Table, local: LocalTable | null, path: string): void {
  if (open.table !== table) open.table?.close();
  open.table = table;
  open.local = local;
  open.path = path;
  setEdition(table.view?.rules.ruleset ?? '');
}

const withLevels = (people: Person[], rules: string): Person[] =>
  people.map((p) => ({ ...p, level: levelFor(rules, p.level) }));

export async function start(setup: Setup): Promise<void> {
  const table = await LocalTable.start({
    ...setup,
    people: withLevels(setup.people, setup.ruleset),
  });
  show(table, table, `play/${table.id}`);
  go(`play/${table.id}`);
}

/* A game that is still open is only shown again; if it were opened twice, one of the two would
 * continue as a copy. */
export async function resume(save: Save, wanted = (): boolean => true): Promise<void> {
  if (open.local?.id === save.id) {
    go(open.path);
    return;
  }
  const table = await LocalTable.resume({
    ...save,
    people: withLevels(save.people, save.ruleset),
  });
  if (!wanted()) {
    table.close();
    return;
  }
  show(table, table, `play/${table.id}`);
  go(`play/${save.id}`, true);
}

export const seed = (): number => {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return (words[0] & 0x1fffff) * 4294967296 + words[1];
};

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
    await start({ ...wish(), seed: seed() });
  } catch (e) {
    /* the engine refuses rules from another version */
    if (!(e as { answer?: unknown }).answer) throw e;
    await start({ ...standard(), seed: seed() });
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
    seed: seed(),
  });
}

/* Store a record from a file like a game played here; throws with the engine's answer if it does not replay. */
export async function loadRecord(record: string): Promise<Save> {
  const save = await saveOf(record);
  keep(save);
  return save;
}

export async function saveOf(record: string): Promise<Save> {
  const names = header(record, 'Names')?.split('|') ?? [];
  const engine = new Engine();
  try {
    const a = await engine.one({ cmd: 'load', record }, 20000);
    if (!a.ok) throw refusal(a);
    const people: Person[] = Array.from({ length: a.players as number }, (_, i) => ({
      name: names[i] === undefined ? t('seat.number', { n: i + 1 }) : recorded(names[i], i),
      kind: i ? 'bot' : 'human',
    }));
    return {
      id: newId(),
      game: a.game as string,
      ruleset: a.rules as string,
      people,
      record,
      seq: a.seq as number,
      at: Date.now(),
      over: a.over as boolean,
      winner: a.winner as number | null,
    };
  } finally {
    engine.close();
  }
}

/* A first game: the printed beginner's board or the card game, against gentle bots. */
export const startFirstGame = (ruleset = 'fifth'): Promise<void> =>
  start({
    ruleset,
    players: 3,
    seed: seed(),
    people: [{ name: '', kind: 'human' }, bot(1, 'beginner'), bot(2, 'beginner')],
  });

/* Play on from an entry of a kept game: a new game with the same people and another future. */
export async function playFrom(save: Save, seq: number): Promise<void> {
  const people = withLevels(save.people, save.ruleset).map((p, i): Person => ({
    ...p,
    kind: p.kind === 'remote' ? (i ? 'bot' : 'human') : p.kind,
  }));
  if (!people.some((p) => p.kind === 'human')) people[0].kind = 'human';
  const table = await LocalTable.resume({ record: save.record, people }, seq);
  show(table, table, `play/${table.id}`);
  go(`play/${table.id}`);
}
