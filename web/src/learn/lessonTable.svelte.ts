/* lessonTable.svelte.ts -- a table that teaches: the real engine and the real screens, one rule
 * at a time.
 *
 * A script says for each step which moves it is about and how chance and the others answer. The
 * learner's menu is narrowed to those moves; the engine judges everything else as in any game,
 * so refusals are real. If the script sets chance's outcome, a second session is asked first
 * which outcomes are possible, so that a move and its answer are one entry of the log. */
import type { Reply, Request } from '../engine/engine';
import { ms } from '../settings.svelte';
import { moment } from '../table/moments';
import { entries, Log } from '../table/record';
import { SafeEngine } from '../table/safeEngine.svelte';
import type { Advice, Moment, Person, Table } from '../table/table';
import type { Answer, GameEvent, Seat, View } from '../schema';

interface Step {
  id: string; /* of its words: lesson.GAME.ID */
  chapter: number;
  allow?: RegExp[]; /* the moves this step is about; without any, it is text with a button */
  chance?: RegExp[]; /* outcomes of chance to use, best first, each once; else the first */
  point?: string[]; /* where to look or press: the first of these that is on the screen */
  marks?: string[]; /* places to ring on the board */
  then?: string[][] | 'bots'; /* what the others do before the next step */
}
export interface Script {
  game: string;
  setup: Record<string, unknown>; /* of the engine's `new` */
  before?: string[][]; /* entries before the first step */
  chapters: number;
  steps: Step[];
}

const no: Answer = { ok: false, error: 'lesson' };
const pause = (n: number): Promise<void> => new Promise((r) => setTimeout(r, n));

export class LessonTable implements Table {
  view = $state.raw<View | null>(null);
  seat: Seat | null = 0;
  people = $state<Person[]>([]);
  events = $state.raw<GameEvent[]>([]);
  history = $state.raw<Moment[]>([]);
  legal = $state.raw<string[]>([]);
  thinking = $state<Seat | null>(null);
  at = $state(0);
  busy = $state(false);
  curtain = null;
  memory = false;
  taught = true;
  can = { undo: false, hint: false, chat: false };
  readonly script: Script;
  #log = new Log('');
  #first: Request;
  #engine = new SafeEngine(() =>
    this.#log.text ? { cmd: 'load', record: this.#log.text, chance: 'manual' } : this.#first,
  );
  trouble = $derived(this.#engine.trouble);
  #closed = false;

  private constructor(script: Script, people: Person[]) {
    this.script = script;
    this.people = people;
    this.#first = { cmd: 'new', players: people.length, ...script.setup };
  }

  static async open(script: Script, people: Person[]): Promise<LessonTable> {
    const t = new LessonTable(script, people);
    const a = await t.#one(t.#first);
    if (!a.ok) {
      t.close();
      throw new Error(a.message ?? a.error);
    }
    t.#log = new Log((await t.#one({ cmd: 'record' })).record as string);
    for (const entry of script.before ?? []) await t.#play(entry);
    await t.#follow();
    return t;
  }

  get step(): Step {
    return this.script.steps[Math.min(this.at, this.script.steps.length - 1)];
  }
  get done(): boolean {
    return this.at >= this.script.steps.length - 1;
  }

  #one(request: Request): Promise<Reply> {
    return this.#engine.one(request, 20000);
  }
  #about(action: string): boolean {
    return this.step.allow?.some((r) => r.test(action)) ?? false;
  }

  /* Read the position. During a move nothing is offered, unless step `next` begins. */
  async #follow(next?: number): Promise<void> {
    const [view, events, legal] = await this.#engine.ask([
      { cmd: 'view', seat: 0 },
      { cmd: 'events', seat: 0 },
      { cmd: 'legal', seat: 0 },
    ]);
    if (!view.ok || this.#closed) return;
    this.events = entries(events.events);
    const last = this.events.at(-1);
    if (last && last.seq > (this.history.at(-1)?.seq ?? 0))
      this.history = [...this.history, moment(last, view.view as View)];
    if (next !== undefined) {
      this.at = next;
      this.busy = false;
    }
    this.legal =
      legal.ok && !this.busy ? (legal.actions as string[]).filter((a) => this.#about(a)) : [];
    this.view = view.view as View;
  }

  async check(action: string): Promise<Answer> {
    const a = await this.#one({ cmd: 'check', action });
    return a.ok && !this.#about(action) ? no : (a as Answer);
  }
  async checks(actions: string[]): Promise<Answer[]> {
    const list = await this.#engine.ask(actions.map((action) => ({ cmd: 'check', action })));
    return list.map((a, i) => (a.ok && !this.#about(actions[i]) ? no : (a as Answer)));
  }

  async play(actions: string | string[]): Promise<Answer> {
    const list = [actions].flat(),
      other = list.find((a) => !this.#about(a));
    if (this.busy) return no;
    if (other) return this.check(other);
    this.busy = true; /* set at once, because a second press must not make the move again */
    try {
      const a = await this.#enter(list);
      if (!a.ok) return a as Answer;
      await this.#next();
      return { ok: true };
    } finally {
      this.busy = false;
    }
  }

  /* A step with text only. */
  async read(): Promise<void> {
    if (this.step.allow || this.done || this.busy) return;
    this.busy = true;
    try {
      await this.#next();
    } finally {
      this.busy = false;
    }
  }

  /* One entry of the game. */
  async #play(actions: string[]): Promise<Reply> {
    const a = await this.#one({ cmd: 'play', actions });
    if (a.ok) this.#log.add(a.events as GameEvent[]);
    return a;
  }

  /* The moves and chance's answers to them, as one entry. If the engine was restarted in the meantime, the session
   * beside the game is gone and the look-up is repeated. */
  async #enter(list: string[]): Promise<Reply> {
    for (;;) {
      const { restarts } = this.#engine,
        actions = await this.#answered(list);
      if (restarts === this.#engine.restarts) return this.#play(actions);
    }
  }
  async #answered(list: string[]): Promise<string[]> {
    const actions = [...list],
      wish = [...(this.step.chance ?? [])];
    await this.#one({ cmd: 'copy', from: 0, session: 1 });
    let a = await this.#one({ cmd: 'play', session: 1, actions: list });
    for (let i = 0; i < 8 && a.ok && a.chance; i++) {
      const menu = (await this.#one({ cmd: 'legal', session: 1 })).actions as string[] | undefined;
      if (!menu) break;
      const which = wish.findIndex((r) => menu.some((m) => r.test(m)));
      const outcome = which < 0 ? menu[0] : menu.find((m) => wish[which].test(m))!;
      if (which >= 0) wish.splice(which, 1);
      actions.push(outcome);
      a = await this.#one({ cmd: 'play', session: 1, action: outcome });
    }
    return actions;
  }

  /* The others act, then the next step begins, together with its moves. */
  async #next(): Promise<void> {
    const then = this.step.then ?? [];
    await this.#follow();
    try {
      if (then === 'bots') await this.#bots();
      else
        for (const entry of then) {
          this.thinking = Number(entry[0].split(' ')[0]);
          await pause(Math.max(20, ms(650)));
          if (this.#closed) return;
          await this.#play(entry);
          await this.#follow();
        }
    } finally {
      this.thinking = null;
    }
    await this.#follow(this.at + 1);
  }

  async #bots(): Promise<void> {
    for (let i = 0; i < 200 && !this.#closed; i++) {
      const owes = this.view?.owes ?? [];
      if (!owes.length || owes.includes(0)) return;
      this.thinking = owes[0];
      const a = await this.#one({ cmd: 'go', seat: owes[0], level: 'beginner', seed: i });
      await pause(Math.max(20, ms(500)));
      if (!a.ok || !a.choice || this.#closed) return;
      await this.#play([a.choice.action as string]);
      await this.#follow();
    }
  }

  undo(): Promise<Answer> {
    return Promise.resolve(no);
  }
  hint(): Promise<Advice[]> {
    return Promise.resolve([]);
  }
  final(): Promise<View | null> {
    return Promise.resolve(null);
  }
  async record(): Promise<string> {
    const a = await this.#one({ cmd: 'record' });
    return a.ok ? (a.record as string) : '';
  }
  close(): void {
    this.#closed = true;
    this.#engine.close();
  }
}
