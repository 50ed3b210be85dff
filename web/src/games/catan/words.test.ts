/* words.test.ts -- the log of CATAN. */
import { describe, expect, it } from 'vitest';
import type { Table } from '../../table/table';
import { Engine } from '../../table/wasm';
import type { CatanView, GameEvent } from '../../view';
import { placeWords } from './board/names';
import { catanFixture } from './fixture';
import { say } from './words';

/* The entry that lays a board out and rolls for the first turn, and the view after it. */
async function begun(seed: number): Promise<{ table: Table; event: GameEvent; dice: number }> {
  const engine = new Engine();
  const made = await engine.one({ cmd: 'new', ruleset: 'fifth,start=draft', players: 4, seed });
  const view = (await engine.one({ cmd: 'view' })).view as CatanView;
  const event = made.events[0] as GameEvent;
  const people = view.seats.map((s) => ({ name: `P${s.seat}`, kind: 'human' }));
  return {
    table: { view, people, seat: null } as unknown as Table,
    event,
    dice: event.actions.filter((a) => a.startsWith('* dice')).length,
  };
}

describe('the roll for the first turn', () => {
  it('is told of each seat, and of those who rolled again after a tie', async () => {
    const seen = { once: 0, tied: 0 };
    for (let seed = 0; seed < 40; seed++) {
      const { table, event, dice } = await begun(seed),
        view = table.view as CatanView;
      const lines = say(table, event);
      const rolled = view.seats.filter((s) => s.first_roll);
      expect(lines.map((l) => l.seat)).toEqual(rolled.map((s) => s.seat));
      const highest = Math.max(...rolled.map((s) => s.first_roll!));
      expect(rolled.find((s) => s.first_roll === highest)!.seat).toBe(view.first);
      if (dice === 4) expect(lines.length).toBe(4);
      seen[dice === 4 ? 'once' : 'tied'] += 1;
    }
    expect(seen.once).toBeGreaterThan(0);
    expect(seen.tied).toBeGreaterThan(0);
  });
});

it('a road is told by the land on its two sides, a corner by all around it', () => {
  const view = catanFixture();
  const words = (verb: string): string[] =>
    placeWords(view, 'C3.SE', verb).split(', ')[0].split('-');
  expect(words('road')).toHaveLength(2);
  expect(words('settle')).toHaveLength(3);
});
