/* localTable.svelte.ts -- a table in this page: the engine in one worker, the bots in another, people
 * at this screen.
 *
 * The game's worker holds the game and always answers at once. The bots' worker follows it entry
 * by entry and may take its time. If either gets stuck it is restarted and the game loaded from
 * its record, so nothing is lost.
 *
 * The cost of an entry does not grow with the game: only what is new is read from the engine and
 * passed to the storage and the bots. */
import { EngineStuck, type Reply, type Request } from '../engine/engine';
import { Keeper, newId, type Facts, type Save } from '../savedGames';
import { settings } from '../settings.svelte';
import { blocked } from '../storage';
import type { Answer, GameEvent, Seat, View } from '../schema';
import { levelsOf } from './advice';
import { BotWorker } from './botWorker';
import { moment, walk } from './moments';
import { entries, Log, standing } from './record';
import { painted, withNames } from './people';
import { refusal, SafeEngine } from './safeEngine.svelte';
import type { Advice, Moment, Person, Table } from './table';

export interface Setup {
  ruleset: string;
  players: number;
  first?: number;
  people: Person[];
}

interface Status {
  seq: number;
  owes: Seat[];
  may: Seat[];
  winner: Seat | null;
  over: boolean;
}

/* What the dice of a new game are drawn from, so that its record can be verified. */
const words = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('');

const pause = (ms: number): Promise<void> => new Promise((r) => setTimeout(r, ms));
const pace = (): number => (settings.speed ? 700 / settings.speed : 20);

export class LocalTable implements Table {
  view = $state.raw<View | null>(null);
  seat = $state<Seat | null>(null);
  given = $state.raw<Person[]>([]); /* as entered */
  people: Person[] = $derived(withNames(this.given));
  events = $state.raw<GameEvent[]>([]);
  history = $state.raw<Moment[]>([]);
  legal = $state.raw<string[]>([]);
  thinking = $state<Seat | null>(null);
  curtain = $state<Seat | null>(null);
  #log = new Log('');
  #first: Request = { cmd: 'new' };
  #game = new SafeEngine(() =>
    this.#log.text ? { cmd: 'load', record: this.#log.text } : this.#first,
  );
  #unkept = $state(false);
  #undo = $state<number | null>(null); /* the entry that the seat may take back */
  trouble = $derived(
    this.#game.trouble ?? (this.#unkept ? (blocked() ? 'trouble.storage' : 'trouble.full') : null),
  );
  #status = $state.raw<Status | null>(null);
  can = $derived({
    undo: this.#undo !== null,
    hint: this.legal.length > 0,
    chat: false,
  });

  readonly id: string;
  taken = (): void => undefined; /* called when another page goes on with this game */
  #bots = new BotWorker();
  #keeper = new Keeper();
  #kept = 0; /* entries already stored */
  #retry = 0; /* after this many entries a full storage is tried again */
  #holder: Seat | null = null; /* who has the device */
  #looks = 0;
  #told = new Map<Seat | 'spectator', GameEvent[]>(); /* what each seat at this screen has seen */
  #running = false;
  #closed = false;

  private constructor(id: string, people: Person[]) {
    this.id = id;
    this.given = people;
  }

  static async start(s: Setup): Promise<LocalTable> {
    const table = new LocalTable(newId(), s.people);
    await table.#begin({
      cmd: 'new',
      ruleset: s.ruleset,
      players: s.players,
      chance: 'fair',
      headers: {
        'Server-Seed': words(32),
        'Seat-Seeds': s.people.map(() => words(8)).join('|'),
        'Game-Id': table.id,
      },
      ...(s.first === undefined ? {} : { first: s.first }),
    });
    return table;
  }

  /* From a save, or from a record (played on from an entry of it). */
  static async resume(
    s: Pick<Save, 'record' | 'people'> & { id?: string },
    upto?: number,
  ): Promise<LocalTable> {
    const table = new LocalTable(s.id ?? newId(), s.people);
    const another = { upto, seed: parseInt(words(6), 16) };
    await table.#begin({ cmd: 'load', record: s.record, ...(upto === undefined ? {} : another) });
    return table;
  }

  async #begin(request: Request): Promise<void> {
    this.#first = request;
    const a = await this.#game.one(request, 20000);
    if (!a.ok) {
      this.close();
      throw refusal(a);
    }
    await this.#readLog();
    await this.#follow(a as unknown as Status);
    this.#keep(true);
    if (request.cmd === 'load') void this.#past().catch(() => undefined);
    void this.#run();
  }

  async #readLog(): Promise<void> {
    const [a] = await this.#ask([{ cmd: 'record', headers: this.#headers() }]);
    if (a.ok) this.#log = new Log(a.record as string);
  }

  /* A loaded game is replayed once, in a second session, for its statistics. */
  async #past(): Promise<void> {
    const upto = this.#log.seq;
    const past = await walk(standing(this.#log.since(0)), (requests) => this.#ask(requests));
    const stand = new Set(standing(this.#log.since(0)).map((e) => e.seq));
    this.history = [
      ...past.filter((m) => stand.has(m.seq)),
      ...this.history.filter((m) => m.seq > upto),
    ];
  }

  #seats(kind: Person['kind']): Seat[] {
    return this.people.flatMap((p, i) => (p.kind === kind ? [i] : []));
  }

  #ask(requests: Request[]): Promise<Reply[]> {
    return this.#game.ask(requests);
  }

  /* Adopt a new state of the game. Answers may come late and out of order; the newest counts. */
  async #follow(status: Status, fresh: GameEvent[] = []): Promise<void> {
    this.#log.add(fresh);
    if (!this.#status || status.seq >= this.#status.seq) this.#status = status;
    await this.#show(fresh);
    if (status.over && fresh.length) await this.#readLog(); /* the head now names the winner */
    if (fresh.length) this.#keep(status.over);
  }

  /* What the seat at the screen sees, may do, and has been told: all of it changes together. */
  async #show(fresh: GameEvent[] = []): Promise<void> {
    const look = ++this.#looks,
      { seat, curtain } = this.#eyes(this.#status!);
    const eyes = seat ?? 'spectator',
      told = this.#told.get(eyes) ?? [];
    const asks: Request[] = [
      { cmd: 'view', seat: eyes },
      { cmd: 'events', seat: eyes, since: told.at(-1)?.seq ?? 0 },
    ];
    if (seat !== null) asks.push({ cmd: 'legal', seat, bots: this.#seats('bot') });
    const [view, events, legal] = await this.#ask(asks);
    if (!view.ok || !events.ok) return;
    this.#remember(fresh, view.view as View);
    for (const e of entries(events.events)) if (e.seq > (told.at(-1)?.seq ?? 0)) told.push(e);
    this.#told.set(eyes, told);
    if (look !== this.#looks) return; /* another update is under way */
    this.seat = seat;
    this.curtain = curtain;
    this.events = told.slice();
    this.legal = legal?.ok ? (legal.actions as string[]) : [];
    this.#undo = legal?.ok ? (legal.undo as number | null) : null;
    this.view = painted(view.view as View, this.people);
  }

  #remember(fresh: GameEvent[], view: View): void {
    for (const e of fresh) {
      if (e.undo !== undefined) this.history = this.history.filter((m) => m.seq < e.undo!);
      else this.history = [...this.history, moment(e, view)];
    }
  }

  /* With several people at one screen: whose hand may be shown now, or for whom the curtain
   * waits. */
  #eyes(s: Status): { seat: Seat | null; curtain: Seat | null } {
    const humans = this.#seats('human');
    if (humans.length === 1) return { seat: humans[0], curtain: null };
    if (s.over || !humans.length) return { seat: null, curtain: null };
    const owing = humans.filter((h) => s.owes.includes(h)),
      h = this.#holder;
    if (h !== null && (owing.includes(h) || (!owing.length && s.may.includes(h))))
      return { seat: h, curtain: null };
    this.#holder = null;
    return { seat: null, curtain: owing[0] ?? null };
  }

  lift(): void {
    if (this.curtain === null) return;
    this.#holder = this.curtain;
    void this.#show().then(() => this.#run());
  }

  #headers(): Record<string, string> {
    return {
      Names: this.people.map((p) => p.name.replace(/[|\n]/g, ' ')).join('|'),
      Date: new Date().toISOString().slice(0, 10),
    };
  }

  #facts(): Facts | null {
    const v = this.view,
      s = this.#status;
    return v && s
      ? {
          id: this.id,
          game: v.game,
          ruleset: v.rules.text,
          people: this.given,
          seq: s.seq,
          at: Date.now(),
          over: s.over,
          winner: s.winner,
        }
      : null;
  }

  /* Keep what is new, or `all`. A full storage is tried again now and then. A game that another page writes by now
   * is left to it; one that was deleted is stored again from its beginning. */
  #keep(all = false): void {
    const facts = this.#facts(),
      { head, lines } = this.#log;
    if (!facts) return;
    const writer = all ? 'us' : this.#keeper.writer(this.id);
    if (writer === 'them') {
      this.taken();
      return;
    }
    if (writer !== 'us') all = true;
    const fine = !all && !this.#unkept && this.#keeper.add(facts, head, lines.slice(this.#kept));
    this.#kept = lines.length;
    if (fine || (this.#unkept && !all && this.#kept < this.#retry)) return;
    this.#unkept = !this.#keeper.all(facts, head, lines);
    this.#retry = this.#kept + 20;
  }
  /* There may be room now. */
  retry(): void {
    this.#keep(true);
  }

  save(): Save | null {
    const facts = this.#facts();
    return facts && { ...facts, record: this.#log.text };
  }

  async check(action: string): Promise<Answer> {
    return (await this.#ask([{ cmd: 'check', action }]))[0] as Answer;
  }
  /* Many at once, for menus with explanations. */
  async checks(actions: string[]): Promise<Answer[]> {
    return (await this.#ask(actions.map((action) => ({ cmd: 'check', action })))) as Answer[];
  }

  async play(actions: string | string[]): Promise<Answer> {
    const a = await this.#enter([actions].flat());
    if (!a.ok) return a as Answer;
    void this.#run();
    return { ok: true };
  }
  /* One entry of the game. */
  async #enter(actions: string[]): Promise<Reply> {
    const [a] = await this.#ask([{ cmd: 'play', actions }]);
    if (a.ok) await this.#follow(a as unknown as Status, a.events as GameEvent[]);
    return a;
  }

  async undo(): Promise<Answer> {
    const to = this.#undo;
    if (to === null) return { ok: false, error: 'undo-reveals', rule: 'undo' };
    const [a] = await this.#ask([{ cmd: 'undo', to }]);
    if (!a.ok) return a as Answer;
    await this.#follow(a as unknown as Status, [{ seq: a.seq as number, actions: [], undo: to }]);
    return { ok: true };
  }

  /* Bots act at a human pace, as long as the engine names one of them as the next to be asked. A thought that
   * somebody else's move has overtaken is thought again. For a bot that owes a move and gives no legal one, the
   * least harmful move is played. */
  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const bots = this.people.flatMap((p, i) => (p.kind === 'bot' ? [i] : []));
    let waits: Seat | null = null; /* was asked, and has nothing to propose */
    try {
      while (!this.#closed && this.curtain === null) {
        const [{ seat, owes, otherwise }] = await this.#ask([{ cmd: 'next', bots, waits }]);
        if (!bots.includes(seat as Seat)) break;
        if (owes) this.thinking = seat as Seat;
        const { seq } = this.#status!,
          action = await this.#think(seat as Seat, owes ? pace() : 0);
        waits = null;
        if (this.#closed || this.#status!.seq !== seq) continue;
        if (action !== null && (await this.#enter([action])).ok) continue;
        if (!owes) waits = seat as Seat;
        else if (!(await this.#enter([otherwise as string])).ok) break;
      }
    } catch (e) {
      if (!this.#closed) throw e;
    } finally {
      this.thinking = null;
      this.#running = false;
    }
  }

  /* What the bot wants to play, after `ms` at the earliest; null: nothing. */
  async #think(seat: Seat, ms: number): Promise<string | null> {
    const p = this.people[seat],
      shown = pause(ms);
    for (let tries = 0; tries < 3; tries++) {
      try {
        const a = await this.#bots.go(this.#log, seat, {
          ...(p?.level ? { level: p.level } : {}),
          ...(p?.style ? { style: p.style } : {}),
          levels: levelsOf(this.people),
        });
        await shown;
        return a.ok && a.choice ? (a.choice.action as string) : null;
      } catch (e) {
        if (this.#closed) return null;
        if (!(e instanceof EngineStuck)) break;
        this.#game.say('trouble.bot');
      }
    }
    return null;
  }

  why(seat: Seat): Promise<Advice[] | null> {
    return this.#bots.why(this.#log, seat);
  }

  hint(): Promise<Advice[]> {
    return this.seat === null
      ? Promise.resolve([])
      : this.#bots.hint(this.#log, this.seat, this.people);
  }

  /* While the game runs, only what this seat may know. */
  async record(): Promise<string> {
    const over = this.#status?.over ?? false;
    const [a] = await this.#ask([
      {
        cmd: 'record',
        headers: this.#headers(),
        ...(over ? {} : { seat: this.seat ?? 'spectator' }),
      },
    ]);
    return a.ok ? (a.record as string) : '';
  }

  /* Everything, for the final screen: only once the game is over. */
  async final(): Promise<View | null> {
    if (!this.#status?.over) return null;
    const [a] = await this.#ask([{ cmd: 'state' }]);
    return a.ok ? painted(a.state as View, this.people) : null;
  }

  close(): void {
    this.#closed = true;
    this.#game.close();
    this.#bots.close();
  }
}
