/* sentences.test.ts -- the log of CATAN. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadWords, setLanguage } from '../../i18n.svelte';
import type { Table } from '../../table/table';
import { Engine } from '../../table/testEngine';
import { plain } from '../../table/textWithCards';
import type { GameEvent } from '../../schema';
import type { CatanView } from './view';
import { placeWords } from './board/names';
import { catanFixture } from './fixture';
import { describe as told, drawn, now, say } from './sentences';

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

describe('moves in words', () => {
  beforeAll(() => setLanguage('en'));
  const table = {
    view: catanFixture(),
    seat: 0,
    people: ['You', 'Alba', 'Bruno', 'Clio'].map((name) => ({ name, kind: 'human' })),
  } as unknown as Table;
  it('are sentences', () => {
    expect(told(table, '1 offer 2grain ore')).toBe('Offer 2 grain for ore');
    expect(told(table, '1 offer grain ore to 0 3')).toBe('Offer grain for ore to you and Clio');
    expect(told(table, '1 bank 4grain brick')).toBe('Trade 4 grain for brick with the supply');
    expect(told(table, '1 confirm 0')).toBe('Trade with you');
    expect(told(table, '1 robber C3 0')).toMatch(/^Robber to \w.*, to rob you$/);
  });
  it('put the robber somewhere', () => {
    const at = (actions: string[]): string =>
      say(table, { seq: 1, actions } as unknown as GameEvent)[0].text;
    const { hexes } = (table.view as CatanView).board;
    const land = hexes.find((h) => h.number)!.name,
      desert = hexes.find((h) => !h.number)!.name;
    expect(at([`1 robber ${land} 0`, '* steal 0 ?'])).toMatch(/^Alba moved the robber to \w+ \d+$/);
    expect(at([`1 robber ${desert}`])).toBe('Alba moved the robber to the desert');
  });
  it('name who made an offer, not the seat with its number', () => {
    expect(told(table, '2 accept 3')).toBe('Accept offer'); /* it is gone */
    const offers = [
        { number: 3, from: 1, give: { ore: 1 }, get: { wool: 2 }, to: [2], answers: [] },
      ],
      asked = { ...table, view: { ...table.view!, offers } } as unknown as Table;
    expect(told(asked, '2 accept 3')).toBe('Accept the offer from Alba: ore for 2 wool');
    expect(told(asked, '2 decline 3')).toBe('Decline the offer from Alba: ore for 2 wool');
  });
  it('tell what a settled offer was, the one of that turn', () => {
    const plays = ['1 offer ore wool', '1 end', '3 offer brick wool', '3 offer grain 2wool'];
    const events = [...plays, '2 accept 2', '3 confirm 2', '3 end', '0 offer wool ore'].map(
      (a, seq) => ({ seq, actions: [a] }),
    );
    const past = { ...table, events } as unknown as Table;
    expect(told(past, '2 accept 2')).toBe('Accept the offer from Clio: grain for 2 wool');
    const undo = { seq: 4, undo: 3, actions: [] };
    const again = [...events.slice(0, 4), undo, { seq: 5, actions: ['3 offer lumber ore'] }];
    const taken = { ...table, events: [...again, { seq: 6, actions: ['2 accept 2'] }] };
    expect(told(taken as unknown as Table, '2 accept 2')).toMatch(/: lumber for ore$/);
  });
});

describe('a trade in the log', () => {
  /* Told as a trade with its cards, whoever closed it. */
  const told = (...plays: string[]): string[] => {
    const events = plays.map((a, seq) => ({ seq, actions: [a] }) as unknown as GameEvent);
    const table = {
      view: { ...catanFixture(), turn: 3 },
      seat: 0,
      events,
      people: ['Ada', 'Alba', 'Bruno', 'Clio'].map((name) => ({ name, kind: 'human' })),
    } as unknown as Table;
    return events.flatMap((e) => say(table, e).map((l) => plain(l.text)));
  };
  const before = ['1 roll', '1 offer grain brick', '1 end', '2 roll'];
  it('when the one in turn takes a counter-offer', () => {
    expect(told(...before, '2 offer wool ore', '0 offer ore 2wool', '2 accept 2').at(-1)).toBe(
      'Bruno traded 2 wool for ore with Ada',
    );
  });
  it('when the one who offered chooses among those who agreed', () => {
    const lines = told(...before, '2 offer wool ore', '0 accept 1', '2 confirm 0');
    expect(lines.slice(-2)).toEqual(['Ada would trade', 'Bruno traded wool for ore with Ada']);
  });
  it('but not when somebody only agrees', () => {
    expect(told(...before, '2 offer wool ore', '3 accept 1').at(-1)).toBe('Clio would trade');
  });
});

describe('what must happen now', () => {
  const table = (owes: number[], phase: string, seat: number | null): Table =>
    ({
      view: { ...catanFixture(), owes, phase, turn: 1, winner: null },
      seat,
      people: ['Ada', 'Alba', 'Bruno', 'Clio'].map((name) => ({ name, kind: 'human' })),
    }) as unknown as Table;
  it.each([
    ['en', 'Alba is thinking about an offer.', 'Alba and Clio are thinking about an offer.'],
    ['de', 'Alba denkt über ein Angebot nach.', 'Alba und Clio denken über ein Angebot nach.'],
    ['fr', 'Alba réfléchit à une offre.', 'Alba et Clio réfléchissent à une offre.'],
  ])('is a sentence with one name and with several: %s', async (language, one, two) => {
    await setLanguage(language);
    expect(now(table([1], 'offer', null))).toBe(one);
    expect(now(table([1, 3], 'offer', null))).toBe(two);
    expect(now(table([2, 3], 'discard', 0))).toMatch(
      /^Bruno (and|und|et) Clio (still have|müssen|doivent) /,
    );
    expect(now(table([2, 3], 'offer', 1))).toMatch(
      /Bruno (and|und|et) Clio (are|überlegen|réfléchissent) /,
    );
  });
});

it('everything that chance draws is told in words', async () => {
  await setLanguage('en');
  await loadWords('verify');
  const told = {
    '* dice 2 5': '2 + 5',
    '* steal 2 wool': 'wool',
    '* draw road-building': 'Road Building',
    '* look knight+2point': 'Knight, Victory Point, and Victory Point',
    '* hex A1 forest': 'A1: forest',
    '* token A1 8': 'A1: 8',
    '* harbor 1 wool': 'Harbor 1: wool',
    '* harbor 2 3:1': 'Harbor 2: 3:1',
    '* frame 1 4-5': 'Coast 1: piece 4-5',
    '* corner A1': 'The numbers begin at A1',
    '* robber D3': 'The robber begins on D3',
  };
  expect(Object.keys(told).map((a) => drawn(a))).toEqual(Object.values(told));
});
