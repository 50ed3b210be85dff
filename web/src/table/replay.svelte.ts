/* replay.svelte.ts -- a finished game looked at entry by entry: a table nobody plays at. */
import { Engine, type Reply } from '../engine/engine';
import type { Answer, GameEvent, Seat, View } from '../view';
import { moment } from './history';
import { painted } from './people';
import type { Advice, Moment, Person, Table } from './table';

const no: Answer = { ok: false, error: 'game-over' };

export class ReplayTable implements Table {
  at = $state(0);                       /* index into the steps: 0 is before the first */
  steps = $state.raw<{ event: GameEvent; view: View }[]>([]);
  people = $state<Person[]>([]);
  seat: Seat | null = null;
  legal: string[] = [];
  thinking = null;
  curtain = null;
  clocks = null;
  trouble = null;
  can = { undo: false, hint: false, pause: false, chat: false };
  view = $derived(this.steps[this.at]?.view ?? null);
  events = $derived(this.steps.slice(0, this.at + 1).map((s) => s.event));
  history: Moment[] = $derived(this.steps.slice(0, this.at + 1).map((s) => moment(s.event, s.view)));
  #engine = new Engine();
  readonly text: string;

  private constructor(record: string, people: Person[]) { this.text = record; this.people = people; }

  /* Plays the record through once and keeps every position; a game is a few hundred. */
  static async open(record: string, people: Person[]): Promise<ReplayTable> {
    const t = new ReplayTable(record, people);
    const [a] = await t.#engine.ask([{ cmd: 'load', record }], 20000);
    if (!a.ok) { t.close(); throw Object.assign(new Error(a.message ?? a.error), { answer: a }); }
    const [all] = await t.#engine.ask([{ cmd: 'events' }]);
    const events = standing((all.events as GameEvent[]).map((e) => ({ ...e, actions: e.actions ?? [] })));
    const views: Reply[] = await t.#engine.ask(events.flatMap((e) => [{ cmd: 'copy', from: 0, session: 1, upto: e.seq }, { cmd: 'state', session: 1 }]), 60000);
    t.steps = events.map((event, i) => ({ event, view: painted(views[2 * i + 1].state as View, people) }));
    t.at = t.steps.length - 1;
    return t;
  }

  check(): Promise<Answer> { return Promise.resolve(no); }
  checks(actions: string[]): Promise<Answer[]> { return Promise.resolve(actions.map(() => no)); }
  play(): Promise<Answer> { return Promise.resolve(no); }
  undo(): Promise<Answer> { return Promise.resolve(no); }
  hint(): Promise<Advice[]> { return Promise.resolve([]); }
  record(): Promise<string> { return Promise.resolve(this.text); }
  final(): Promise<View | null> { return Promise.resolve(this.steps.at(-1)?.view ?? null); }
  lift(): void { /* nobody hides anything here */ }
  close(): void { this.#engine.close(); }
}

/* Entries that were not taken back. */
function standing(events: GameEvent[]): GameEvent[] {
  const gone = new Set<number>();
  for (const e of events) if (e.undo !== undefined) for (let i = e.undo; i <= e.seq; i++) gone.add(i);
  return events.filter((e) => !gone.has(e.seq));
}
