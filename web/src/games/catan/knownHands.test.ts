/* knownHands.test.ts -- what an attentive player knows of the others' hands. */
import { describe, expect, it } from 'vitest';
import { catanFixture } from './fixture';
import { moment } from '../../table/moments';
import type { Moment, Table } from '../../table/table';
import { Engine } from '../../table/testEngine';
import { KINDS, type Cards, type GameEvent, type Seat } from '../../schema';
import type { CatanView } from './view';
import { known } from './knownHands';

interface Entry {
  actions: string[];
  counts: number[];
  gains?: Moment['gains'];
  got?: Cards; /* taken by the actor from the supply; negative: paid */
}

/* The fixture with so many cards in each hand, and one moment per entry. */
function table(entries: Entry[], options: Record<string, string> = {}): Table {
  const view: CatanView = catanFixture();
  view.rules.options = { ...view.rules.options, ...options };
  view.seats.forEach((s, i) => {
    s.count = entries.at(-1)!.counts[i];
  });
  const bank: Record<string, number> = { brick: 19, lumber: 19, wool: 19, grain: 19, ore: 19 };
  const history = entries.map((e, i) => {
    for (const k of KINDS)
      bank[k] -= (e.got?.[k] ?? 0) + (e.gains?.reduce((n, c) => n + (c[k] ?? 0), 0) ?? 0);
    return {
      seq: i + 1,
      seat: 0,
      verb: '',
      turn: 0,
      dice: null,
      gains: e.gains ?? null,
      points: [2, 2, 2, 2],
      counts: e.counts,
      bank: { ...bank },
    };
  });
  return {
    view,
    events: entries.map((e, i) => ({ seq: i + 1, actions: e.actions })),
    history,
  } as unknown as Table;
}
const sure = (t: Table, seat: number) => {
  const k = known(t)[seat];
  return { ...Object.fromEntries(Object.entries(k.sure).filter(([, n]) => n)), unknown: k.unknown };
};

describe('card memory', () => {
  it('knows the cards the second settlement brings', () => {
    const t = table([
      { actions: ['1 settle B3.S'], counts: [0, 0, 0, 0] },
      { actions: ['1 road B3.SE'], counts: [0, 0, 0, 0] },
      { actions: ['1 settle D1.N'], counts: [0, 3, 0, 0], got: { lumber: 2, grain: 1 } },
      { actions: ['1 road D1.NE'], counts: [0, 3, 0, 0] },
    ]);
    expect(sure(t, 1)).toEqual({ lumber: 2, grain: 1, unknown: 0 });
  });
  it('knows the hands that are printed with the pieces in place', () => {
    const t = table([{ actions: ['0 roll'], counts: [3, 3, 3, 3] }], { start: 'pieces' });
    const view = t.view as CatanView;
    view.seats[1].settlements = ['E3.N'];
    view.seats[1].cities = ['E1.N'];
    expect(sure(t, 1)).toEqual({ brick: 1, lumber: 1, ore: 1, unknown: 0 });
  });
  it('is less sure after a theft one may not see', () => {
    const t = table([
      {
        actions: ['1 roll', '* dice 4 4'],
        counts: [0, 3, 0, 0],
        gains: [{}, { ore: 2, wool: 1 }, {}, {}],
      },
      { actions: ['2 robber C5 1', '* steal 1 ?'], counts: [0, 2, 1, 0] },
    ]);
    expect(sure(t, 1)).toEqual({ ore: 1, unknown: 1 });
  });
  it('knows a trade that the active seat closed by accepting', () => {
    const t = table([
      { actions: ['1 roll', '* dice 4 4'], counts: [0, 2, 0, 0], gains: [{}, { wool: 2 }, {}, {}] },
      { actions: ['0 offer ore grain'], counts: [0, 2, 0, 0] },
      { actions: ['1 offer wool ore'], counts: [0, 2, 0, 0] },
      { actions: ['0 accept 2'], counts: [0, 2, 0, 0] },
    ]);
    expect(sure(t, 1)).toEqual({ ore: 1, wool: 1, unknown: 0 });
  });
  it('knows a trade that was closed after somebody else had offered too', () => {
    const t = table([
      { actions: ['1 roll', '* dice 4 4'], counts: [0, 2, 0, 0], gains: [{}, { wool: 2 }, {}, {}] },
      { actions: ['0 offer ore wool'], counts: [0, 2, 0, 0] },
      { actions: ['2 offer grain brick'], counts: [0, 2, 0, 0] },
      { actions: ['1 accept 1'], counts: [0, 2, 0, 0] },
      { actions: ['0 confirm 1'], counts: [0, 2, 0, 0] },
    ]);
    expect(sure(t, 1)).toEqual({ ore: 1, wool: 1, unknown: 0 });
  });
  it('knows what was paid, whatever for', () => {
    const got = {
      actions: ['1 roll', '* dice 4 4'],
      counts: [0, 4, 0, 0],
      gains: [{}, { ore: 3, grain: 1 }, {}, {}],
    };
    expect(
      sure(
        table([
          got,
          {
            actions: ['1 vincent-city D1.N'],
            counts: [0, 1, 0, 0],
            got: { ore: -2, grain: -1 },
          },
        ]),
        1,
      ),
    ).toEqual({ ore: 1, unknown: 0 });
  });
});

/* A game played at random by the real engine, as a spectator sees it, with everybody's true hands. */
async function played(
  rules: string,
  seed: number,
  look: (t: Table, hands: Cards[]) => void,
): Promise<void> {
  const engine = new Engine();
  let at = await engine.one({ cmd: 'new', ruleset: rules, seed });
  let luck = seed + 1;
  const random = (n: number): number => {
    luck = (luck * 48271) % 2147483647;
    return luck % n;
  };
  const history: Moment[] = [],
    events: GameEvent[] = [];
  for (let n = 0; n < 250 && !at.over; n++) {
    const [{ view }, { state }, told] = await engine.ask([
      { cmd: 'view' },
      { cmd: 'state' },
      { cmd: 'events', seat: 'spectator', since: events.at(-1)?.seq ?? 0 },
    ]);
    for (const e of told.events as GameEvent[]) {
      events.push(e);
      history.push(moment(e, view as CatanView));
    }
    if (n % 9 === 0)
      look(
        { view, events, history } as unknown as Table,
        (state as CatanView).seats.map((s) => s.cards!),
      );
    const seats = [...(at.owes as Seat[]), ...(at.may as Seat[])];
    const menus = await engine.ask(seats.map((seat) => ({ cmd: 'legal', seat })));
    const all = menus.flatMap((m) => m.actions as string[]);
    at = await engine.one({ cmd: 'play', action: all[random(all.length)] });
  }
}

for (const rules of [
  'fifth',
  'fifth,board=random,start=draft',
  'sixth+helpers,menu=trades',
  'fifth-56+helpers',
])
  it(`is never sure of a card that is not there: ${rules}`, async () => {
    let cards = 0,
      unknown = 0;
    for (let seed = 1; seed <= 3; seed++)
      await played(rules, seed, (t, hands) => {
        for (const [i, k] of known(t).entries()) {
          for (const kind of KINDS)
            expect(k.sure[kind] ?? 0, `${kind} of seat ${i}`).toBeLessThanOrEqual(
              hands[i][kind] ?? 0,
            );
          cards += KINDS.reduce((n, kind) => n + (hands[i][kind] ?? 0), 0);
          unknown += k.unknown;
        }
      });
    expect(unknown / cards).toBeLessThan(0.5); /* and it does know most of them */
  });
