/* replay.svelte.ts -- a finished game looked at entry by entry: a table nobody plays at.
 *
 * Only the position being looked at is kept; the engine makes any other when it is asked for. */
import { Engine } from '../engine/engine';
import type { Answer, GameEvent, Seat, View } from '../view';
import { walk } from './history';
import { Log, standing } from './log';
import { painted } from './people';
import type { Advice, Moment, Person, Table } from './table';

const no: Answer = { ok: false, error: 'game-over' };

export class ReplayTable implements Table {
  steps = $state.raw<{ event: GameEvent }[]>([]);
  people = $state<Person[]>([]);
  seat: Seat | null = null;
  legal: string[] = [];
  thinking = null;
  curtain = null;
  clocks = null;
  trouble = null;
  can = { undo: false, hint: false, pause: false, chat: false };
  view = $state.raw<View | null>(null);
  #at = $state(0);
  #seen = $state(-1);                   /* the step whose position `view` is */
  #moments = $state.raw<Moment[]>([]);
  events = $derived(this.steps.slice(0, this.#seen + 1).map((s) => s.event));
  history: Moment[] = $derived(this.#moments.slice(0, this.#seen + 1));
  #engine = new Engine();
  #looking: Promise<void> | null = null;
  readonly text: string;

  private constructor(record: string, people: Person[]) { this.text = record; this.people = people; }

  static async open(record: string, people: Person[]): Promise<ReplayTable> {
    const t = new ReplayTable(record, people);
    const a = await t.#engine.one({ cmd: 'load', record }, 20000);
    if (!a.ok) { t.close(); throw Object.assign(new Error(a.message ?? a.error), { answer: a }); }
    const whole = await t.#engine.one({ cmd: 'record' });
    const events = standing(new Log(whole.record as string).since(0));
    t.steps = events.map((event) => ({ event }));
    t.#at = t.steps.length - 1;
    if (!t.steps.length) t.view = painted((await t.#engine.one({ cmd: 'state' })).state as View, people);     /* nobody has moved yet */
    await t.#look();
    void walk(events, (requests) => t.#engine.ask(requests), 2).then((m) => { t.#moments = m; }, () => undefined);
    return t;
  }

  /* Index into the steps: 0 is the set-up. The position follows at once, or soon where steps are skipped quickly. */
  get at(): number { return this.#at; }
  set at(n: number) { this.#at = n; void this.#look(); }

  #look(): Promise<void> {
    return (this.#looking ??= this.#go().catch(() => undefined).finally(() => { this.#looking = null; }));
  }
  async #go(): Promise<void> {
    while (this.#seen !== this.#at) {
      const at = this.#at, step = this.steps[at];
      if (!step) return;
      const [, a] = await this.#engine.ask([{ cmd: 'copy', from: 0, session: 1, upto: step.event.seq }, { cmd: 'state', session: 1 }]);
      if (!a.ok) return;
      this.view = painted(a.state as View, this.people);
      this.#seen = at;
    }
  }

  check(): Promise<Answer> { return Promise.resolve(no); }
  checks(actions: string[]): Promise<Answer[]> { return Promise.resolve(actions.map(() => no)); }
  play(): Promise<Answer> { return Promise.resolve(no); }
  undo(): Promise<Answer> { return Promise.resolve(no); }
  hint(): Promise<Advice[]> { return Promise.resolve([]); }
  record(): Promise<string> { return Promise.resolve(this.text); }
  final(): Promise<View | null> { return Promise.resolve(this.view); }
  lift(): void { /* nobody hides anything here */ }
  close(): void { this.#engine.close(); }
}
