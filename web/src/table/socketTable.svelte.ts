/* socketTable.svelte.ts -- a table on the server. Moves are sent as they are, and the server judges
 * them. The page's own engine, which holds this seat's view, answers what would be allowed
 * (check) and gives hints.
 *
 * Each entry's moment (for statistics) is taken when it arrives. A page that joined late, was
 * reloaded or cut off lacks some; it asks the server for them. */
import { Engine } from '../engine/engine';
import { api, net, type Answered } from '../net/connection.svelte';
import {
  updated,
  type Chat,
  type ClockState,
  type GameMessage,
  type PastView,
  type TableInfo,
} from '../net/messages';
import { t } from '../i18n.svelte';
import type { Answer, GameEvent, Seat, View } from '../schema';
import { advice, hintOf, levelsOf, type Choice } from './advice';
import { moment } from './moments';
import { entries, standing } from './record';
import { called, painted } from './people';
import { refusal } from './safeEngine.svelte';
import type { Advice, Clock, Moment, Person, Table } from './table';

export class SocketTable implements Table {
  readonly id: string;
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  events = $state.raw<GameEvent[]>([]);
  history = $state.raw<Moment[]>([]);
  legal = $state.raw<string[]>([]);
  chats = $state.raw<Chat[]>([]);
  unread = $state(0);
  memory = $derived(this.info?.memory ?? false);
  thinking = null;
  curtain = null;
  #undo = $state<number | null>(null);
  #clock = $state.raw<ClockState | null>(null);
  /* as the server sent it: the engine does not know the colours that people chose */
  #plain: View | null = null;
  #whole = $state.raw<View | null>(null);
  #engine: Engine | null = null;
  #engineHas = ''; /* which view the engine holds; a restarted engine has none */
  #looking = false; /* catching up on what was missed */
  #filling = false; /* asking for entries that were not sent */
  back = true; /* the next message covers an absence: the page has just joined or reconnected */
  #off: (() => void)[] = [];
  #resume = (): { table: string; last_seq: number } => ({
    table: this.id,
    last_seq: this.events.at(-1)?.seq ?? 0,
  });

  seat = $derived(this.info?.you.seat ?? null);
  people: Person[] = $derived(
    (this.info?.seats ?? []).map((s) => ({
      name: s.name === null ? (s.kind === 'bot' ? t(`bot.name.${s.seat}`) : '') : called(s.name),
      kind: s.kind === 'bot' ? 'bot' : s.seat === this.info?.you.seat ? 'human' : 'remote',
      level: s.level ?? undefined,
      style: s.style ?? undefined,
      color: s.color,
      present: s.kind === 'bot' || s.online,
      held: s.held,
      holdAt: s.hold_at == null ? null : s.hold_at - net.skew,
    })),
  );
  big = $derived(this.info?.you.host === true && this.info.you.seat === null);
  trouble = $derived(
    net.state === 'lost'
      ? 'trouble.connection'
      : this.info?.paused
        ? 'trouble.paused'
        : this.info?.state === 'broken'
          ? 'trouble.broken'
          : null,
  );
  /* If all others are bots, a hint is unfair to nobody. */
  #hints = $derived(
    (this.info?.hints ?? false) ||
      (this.info?.seats ?? []).filter((s) => s.kind === 'human').length < 2,
  );
  can = $derived({
    undo: this.#undo !== null,
    hint: this.legal.length > 0 && this.#hints,
    hints: this.#hints,
    chat: this.info?.chat ?? false,
  });
  clocks: Clock[] | null = $derived(
    this.#clock?.seats.map((s) => ({
      running: s.runs && !this.#clock!.paused,
      left_ms: s.turn_ms,
      bank_ms: s.bank_ms,
      at: this.#clock!.at - net.skew,
    })) ?? null,
  );

  constructor(id: string) {
    this.id = id;
    this.#off = [
      net.on('table', (m: { table: TableInfo }) => {
        if (m.table.id === id) this.info = m.table;
      }),
      net.on('game', (m: GameMessage) => {
        if (m.table === id) this.#take(m);
      }),
      net.on('over', (m: { table: string; position: View }) => {
        if (m.table === id) this.#whole = m.position;
      }),
      net.on('chats', (m: { chats: Chat[] }) => (this.chats = m.chats)),
      net.on('chat', (m: Chat) => {
        this.chats = [...this.chats.slice(-199), m];
        if (m.user !== net.user) this.unread += 1;
      }),
    ];
    net.resume = this.#resume;
  }

  /* Open the connection if necessary and join, however long the server is unreachable until then.
   * The table arrives before the answer. Returns null if it is not `wanted` any more. */
  static async join(id: string, wanted = (): boolean => true): Promise<SocketTable | null> {
    for (;;) {
      await net.open();
      if (!wanted()) return null;
      const table = new SocketTable(id),
        a = await net.ask({ type: 'join', table: id, last_seq: 0 });
      if (a.ok && wanted()) return table;
      table.close();
      if (!wanted()) return null;
      if (!a.ok && a.error !== 'lost') throw refusal(a);
    }
  }

  #take(m: GameMessage): void {
    const fresh = entries(m.events).filter((e) => e.seq > (this.events.at(-1)?.seq ?? 0));
    if (fresh.length) this.events = [...this.events, ...fresh];
    if (!this.#filling && gap(this.events)) void this.#fill();
    this.back = m.view !== undefined;
    this.legal = m.legal?.actions ?? [];
    this.#undo = m.undo ?? null;
    this.#clock = m.clock ?? null;
    const view = m.view ?? (m.change && this.#plain ? updated(this.#plain, m.change) : null);
    if (!view) {
      /* a change to a view that we do not have */
      if (m.change) void net.ask({ type: 'view' });
      return;
    }
    const last = fresh.at(-1);
    if (last) this.#remember(last.undo === undefined ? [moment(last, view)] : []);
    this.#plain = view;
    this.view = painted(view, this.people);
    if (!this.#looking) void this.#past();
  }
  /* The server sends only the last entries of a long game; request the others, a page at a time. */
  async #fill(): Promise<void> {
    this.#filling = true;
    try {
      for (let missing; (missing = gap(this.events));) {
        const a = await net.ask({ type: 'history', ...missing });
        const more = a.ok ? entries(a.events ?? []) : [];
        if (!more.length) return; /* not now: the next entry asks again */
        this.events = [...this.events, ...more].sort((x, y) => x.seq - y.seq);
      }
    } finally {
      this.#filling = false;
    }
    if (!this.#looking) void this.#past();
  }
  /* Moments of the entries in force, in order. */
  #remember(more: Moment[]): void {
    const known = new Map([...this.history, ...more].map((m) => [m.seq, m]));
    this.history = standing(this.events).flatMap((e) => known.get(e.seq) ?? []);
  }
  /* While there are entries without a moment, ask the server for them. */
  async #past(): Promise<void> {
    this.#looking = true;
    try {
      for (let missed; (missed = first(this.events, this.history)) !== null;) {
        const a = await api(`game/${this.id}/history?since=${missed - 1}`);
        const known = a.ok ? moments(a.history as PastView[], this.events) : [];
        if (known[0]?.seq !== missed) return; /* not now: the next entry asks again */
        this.#remember(known);
      }
    } finally {
      this.#looking = false;
    }
  }

  /* The engine in this page, holding this seat's view. */
  async #local(): Promise<Engine> {
    this.#engine ??= new Engine();
    const has = `${this.#engine.generation} ${this.events.at(-1)?.seq ?? 0}`;
    if (this.#engineHas !== has) {
      await this.#engine.one({ cmd: 'set', state: this.#plain });
      this.#engineHas = has;
    }
    return this.#engine;
  }
  async check(action: string): Promise<Answer> {
    return (await this.checks([action]))[0];
  }
  async checks(actions: string[]): Promise<Answer[]> {
    const engine = await this.#local();
    return (await engine.ask(actions.map((action) => ({ cmd: 'check', action })))) as Answer[];
  }

  async play(actions: string | string[]): Promise<Answer> {
    const list = [actions].flat();
    return said(await net.ask({ type: 'play', table: this.id, actions: list }, true));
  }
  async undo(): Promise<Answer> {
    return said(await net.ask({ type: 'undo' }, true));
  }
  retry(): void {
    net.retry();
  }
  /* `more`: from which entry to take back, or for which seat a bot should play. */
  ask(
    what: 'take-back' | 'pause' | 'resume' | 'bot',
    more: { to?: number; seat?: Seat } = {},
  ): Promise<Answered> {
    return net.ask({ type: 'ask', ask: what, ...more }, true);
  }
  answer(yes: boolean): Promise<Answered> {
    return net.ask({ type: 'answer', yes }, true);
  }
  send(type: string, more: Record<string, unknown> = {}): Promise<Answered> {
    return net.ask({ type, ...more });
  }

  async hint(): Promise<Advice[]> {
    if (this.seat === null) return [];
    try {
      const engine = await this.#local(),
        request = { cmd: 'go', seat: this.seat, advise: true, levels: levelsOf(this.people) };
      const a = await engine.one(request, 15000);
      return a.ok && a.choice ? hintOf(a.choice as Choice) : [];
    } catch {
      return [];
    }
  }
  /* While the bot thinks, its reasons are secret; they are available when it has moved. */
  async why(seat: Seat): Promise<Advice[] | null> {
    for (let tries = 0; tries < 5; tries++) {
      const a = await net.ask({ type: 'why', seat });
      if (!a.ok) return [];
      if (a.turn) return (a.turn as Choice[]).map(advice);
      if (!a.thinking) break;
      await new Promise((r) => setTimeout(r, 400));
    }
    return null;
  }
  get user(): string | undefined {
    return this.info?.you.user;
  }
  muted: Set<string> = $derived(new Set(this.info?.you.mutes ?? []));
  async say(what: { text: string } | { phrase: string }): Promise<Answer> {
    return said(await net.ask({ type: 'text' in what ? 'chat' : 'phrase', ...what }));
  }
  async mute(user: string, on: boolean): Promise<Answer> {
    return said(await net.ask({ type: 'mute', user, on }));
  }
  silenced: Set<string> = $derived(new Set(this.info?.silenced ?? []));
  silence = $derived(
    this.info?.you.host
      ? async (user: string, on: boolean): Promise<Answer> =>
          said(await net.ask({ type: 'silence', user, on }, true))
      : null,
  );
  async record(): Promise<string> {
    const a = await api(`game/${this.id}/record`);
    return a.ok ? (a.text as string) : '';
  }
  async final(): Promise<View | null> {
    return this.#whole && painted(this.#whole, this.people);
  }
  close(): void {
    this.#off.forEach((f) => f());
    if (net.resume === this.#resume) net.resume = () => null;
    this.#engine?.close();
  }
}

const said = (a: Answered): Answer => (a.ok ? { ok: true } : a);

/* The first stretch of entries that is not there. */
function gap(events: GameEvent[]): { since: number; upto: number } | null {
  const at = events.findIndex((e, i) => e.seq !== i + 1);
  return at < 0 ? null : { since: at, upto: events[at].seq - 1 };
}

/* The first entry in force without a moment. */
function first(events: GameEvent[], history: Moment[]): number | null {
  const list = standing(events),
    at = list.findIndex((e, i) => history[i]?.seq !== e.seq);
  return at < 0 ? null : list[at].seq;
}

/* The server's history, with the entries as this seat knows them. */
function moments(left: PastView[], events: GameEvent[]): Moment[] {
  const known = new Map(events.map((e) => [e.seq, e])),
    out: Moment[] = [];
  let view: View | null = null;
  for (const l of left) {
    view = l.view ?? (view && l.change ? updated(view, l.change) : null);
    const e = known.get(l.seq);
    if (view && e) out.push(moment(e, view));
  }
  return out;
}
