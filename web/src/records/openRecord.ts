/* openRecord.ts -- games from records: those that come from a file or the server, and playing on from an entry of one. */
import { Engine } from '../engine/engine';
import { t } from '../i18n.svelte';
import { show, withLevels } from '../openTable.svelte';
import { go } from '../route.svelte';
import { newId, type Save } from '../savedGames';
import { header } from '../shell/recordFiles';
import { LocalTable } from '../table/localTable.svelte';
import { recorded } from '../table/people';
import { refusal } from '../table/safeEngine.svelte';
import type { Person } from '../table/table';

/* Throws with the engine's answer if the record does not replay. */
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
