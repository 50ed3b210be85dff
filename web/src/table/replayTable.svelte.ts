/* replayTable.svelte.ts -- a game shown entry by entry: a table at which nobody plays.
 *
 * Only the current position is kept; the engine computes any other on request. All cards are
 * open once the game is over; while it runs, a seat sees what it saw at the table. */
import type { Reply, Request } from '../engine/engine';
import type { Answer, GameEvent, Seat, View } from '../schema';
import { walk } from './moments';
import { entries, standing } from './record';
import { alone, painted, withNames } from './people';
import { refusal, SafeEngine } from './safeEngine.svelte';
import type { Advice, Moment, Person, Table } from './table';

const no: Answer = { ok: false, error: 'game-over' };

export class ReplayTable implements Table {
  steps = $state.raw<{ event: GameEvent }[]>([]);
  #given = $state.raw<Person[]>([]);
  people: Person[] = $derived(withNames(this.#given));
  seat: Seat | null = null;
  legal: string[] = [];
  thinking = null;
  curtain = null;
  can = { undo: false, hint: false, chat: false };
  view = $state.raw<View | null>(null);
  #at = $state(0);
  #seen = $state(-1); /* the step whose position `view` is */
  #moments = $state.raw<Moment[]>([]);
  events = $derived(this.steps.slice(0, this.#seen + 1).map((s) => s.event));
  history: Moment[] = $derived(this.#moments.slice(0, this.#seen + 1));
  #engine = new SafeEngine(() => ({ cmd: 'load', record: this.text }));
  trouble = $derived(this.#engine.trouble);
  #looking = false;
  #eyes: { seat?: Seat | 'spectator' } = {}; /* without a seat everything is shown */
  readonly text: string;

  private constructor(record: string, people: Person[]) {
    this.text = record;
    this.#given = people;
  }

  static async open(record: string, people: Person[]): Promise<ReplayTable> {
    const t = new ReplayTable(record, people);
    const a = await t.#engine.one({ cmd: 'load', record }, 20000);
    if (!a.ok) {
      t.close();
      throw refusal(a);
    }
    if (!a.over) t.#eyes = { seat: alone(people) ?? 'spectator' };
    const [seen, whole] = await t.#engine.ask([{ cmd: 'events', ...t.#eyes }, { cmd: 'events' }]);
    t.steps = standing(entries(seen.events)).map((event) => ({ event }));
    t.#at = t.steps.length - 1;
    if (!t.steps.length)
      t.view = t.#shown((await t.#engine.ask([t.#position(0)]))[0]); /* nobody has moved yet */
    await t.#look();
    void walk(standing(whole.events as GameEvent[]), (requests) => t.#engine.ask(requests), 2).then(
      (m) => {
        t.#moments = m;
      },
      () => undefined,
    );
    return t;
  }

  get running(): boolean {
    return this.#eyes.seat !== undefined;
  }
  #position(session: number): Request {
    return this.running ? { cmd: 'view', session, ...this.#eyes } : { cmd: 'state', session };
  }
  #shown(a: Reply): View {
    return painted((a.view ?? a.state) as View, this.people);
  }

  /* Index into the steps: 0 is the set-up. The position follows at once, or soon if steps are
   * skipped quickly. */
  get at(): number {
    return this.#at;
  }
  set at(n: number) {
    this.#at = n;
    void this.#look();
  }

  /* A look-up that is under way continues to the newest target. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#seen !== this.#at && (await this.#go(this.#at)));
    } catch {
      /* the engine is gone for good */
    } finally {
      this.#looking = false;
    }
  }
  async #go(at: number): Promise<boolean> {
    const step = this.steps[at];
    if (!step) return false;
    const [, a] = await this.#engine.ask([
      { cmd: 'copy', from: 0, session: 1, upto: step.event.seq },
      this.#position(1),
    ]);
    if (!a.ok) return false;
    this.view = this.#shown(a);
    this.#seen = at;
    return true;
  }

  check(): Promise<Answer> {
    return Promise.resolve(no);
  }
  checks(actions: string[]): Promise<Answer[]> {
    return Promise.resolve(actions.map(() => no));
  }
  play(): Promise<Answer> {
    return Promise.resolve(no);
  }
  undo(): Promise<Answer> {
    return Promise.resolve(no);
  }
  hint(): Promise<Advice[]> {
    return Promise.resolve([]);
  }
  async record(): Promise<string> {
    return (await this.#engine.one({ cmd: 'record', ...this.#eyes })).record as string;
  }
  final(): Promise<View | null> {
    return Promise.resolve(this.view);
  }
  close(): void {
    this.#engine.close();
  }
}
