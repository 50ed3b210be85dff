/* connection.svelte.ts -- the one connection to the server: sessions, messages, reconnecting.
 *
 * A lost connection is normal. It is reopened automatically, quickly at first, and at once when the
 * network or the page comes back; then it says hello with the table and the last entry seen. The
 * first connection works the same way: a page that was loaded while the server is down waits for
 * it. Commands with an id that were not answered are sent again; the server does them once.
 *
 * A site may have several nodes, and a table is at one of them; any other node answers with the
 * right address (`goto`). The socket then connects there; if nobody answers, it goes back to the
 * server that the page came from. */
import type { Refusal } from '../schema';
import { settings } from '../settings.svelte';
import { read, write } from '../storage';

type Message = { type: string; id?: number | string } & Record<string, any>;
export type Answered = ({ ok: true } & Record<string, any>) | Refusal;

interface Waiting {
  message: Message;
  again: boolean;
  tries: number; /* how often the server could not store it */
  done: (a: Answered) => void;
  timer: ReturnType<typeof setTimeout> | null;
}

/* Where the server is; a page from disk has none. */
export const online = (): boolean => !__SINGLE__ && /^https?:$/.test(location.protocol);

/* Whether this browser has ever had a session with the server of this page, and so may have games there. */
export const met = (): boolean => online() && read('met', false);

class Connection {
  state = $state<'closed' | 'opening' | 'open' | 'lost'>('closed');
  user = $state<string | null>(null);
  name = $state('');
  refused = $state(''); /* a name that the server does not take */
  account = $state<string | null>(null);
  reachable = $state.raw<string[]>([]); /* addresses of the server that other devices can open */
  skew = 0; /* the server's clock minus ours, in ms */
  resume: () => { table: string; last_seq: number } | null = () => null;

  #socket: WebSocket | null = null;
  #node: string | null = null; /* where the socket connects; null: the page's own server */
  #hops = 0; /* how many times `goto` was followed since the last table message */
  #handlers = new Map<string, Set<(m: any) => void>>();
  #waiting = new Map<number | string, Waiting>();
  #n = 0;
  #delay = 200;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #quiet: ReturnType<typeof setTimeout> | null = null; /* runs while nothing is heard */
  #wanted = false;
  #welcome: (() => void)[] = [];
  #hurry: (() => void)[] = []; /* callers that wait for the next attempt */

  constructor() {
    globalThis.addEventListener?.('online', () => this.retry());
    globalThis.document?.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.retry();
    });
  }

  on(type: string, f: (m: any) => void): () => void {
    const set = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, set.add(f));
    return () => {
      set.delete(f);
    };
  }

  /* Resolves once the server has said welcome, however long it is unreachable until then (state
   * 'lost'). Rejects if this page has no server at all, or if the server refuses. */
  async open(): Promise<void> {
    if (!online()) throw new Error('offline');
    this.#wanted = true;
    if (this.state === 'open') return;
    for (let a; !(a = await this.session({})).ok;) {
      if (!away(a) || !this.#wanted) throw new Error(a.message ?? a.error);
      this.state = 'lost';
      await this.#pause();
    }
    if ((this.state as string) === 'open') return; /* welcomed meanwhile */
    return new Promise((resolve) => {
      this.#welcome.push(resolve);
      this.#connect();
    });
  }

  /* Try now instead of waiting for the next attempt. */
  retry(): void {
    this.#hurry.splice(0).forEach((f) => f());
    this.#soon(0);
  }
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#hurry.push(resolve);
      setTimeout(resolve, this.#later());
    });
  }
  /* Longer each time, and random, so that clients that were cut off together do not come back
   * together. */
  #later(): number {
    const ms = this.#delay * (0.7 + Math.random() * 0.6);
    this.#delay = Math.min(5000, this.#delay * 1.7);
    return ms;
  }

  close(): void {
    this.#wanted = false;
    this.#socket?.close(1000);
    this.state = 'closed';
  }

  /* A stored name that the server does not take is forgotten; the person is a guest until they choose another. */
  async session(body: Record<string, unknown>): Promise<Replied> {
    const name = this.name ? '' : settings.name;
    let a = await api('session', { ...(name ? { name } : {}), ...body });
    if (name && !a.ok && !away(a)) {
      a = await api('session', body);
      if (a.ok) [this.refused, settings.name] = [name, ''];
    }
    if (a.ok) {
      this.user = a.user;
      this.name = a.name;
      this.account = a.account;
      write('met', true);
    }
    return a;
  }

  #connect(): void {
    if (this.#socket && this.#socket.readyState < 2) return;
    this.state = this.state === 'closed' ? 'opening' : 'lost';
    const socket = new WebSocket(address(this.#node, this.resume()?.table), 'skerry.1');
    let welcomed = false;
    this.#socket = socket;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'hello', v: 1, id: HELLO, ...(this.resume() ?? {}) }));
    socket.onmessage = (e) => {
      const m = JSON.parse(e.data as string) as Message;
      if (this.#socket !== socket) return; /* it was replaced */
      welcomed ||= m.type === 'welcome';
      this.#listen(socket);
      this.#take(m);
    };
    socket.onclose = () => {
      if (this.#socket === socket) {
        this.#socket = null;
        if (!welcomed) this.#node = null;
        if (this.#wanted) {
          this.state = 'lost';
          this.#soon(this.#later());
        } else this.state = 'closed';
      }
    };
  }

  /* A server that hangs, or a network that drops everything, does not close the socket. If
   * nothing is heard for a while, the page asks; without an answer it reconnects. */
  #listen(socket: WebSocket): void {
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      if (this.#socket !== socket || this.state !== 'open') return;
      socket.send(JSON.stringify({ type: 'ping' }));
      this.#quiet = setTimeout(() => this.#leave(socket), ANSWER_MS);
    }, QUIET_MS);
  }
  #leave(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = this.#node = null;
    socket.close(1000);
    this.state = 'lost';
    this.#soon(0);
  }

  #soon(ms: number): void {
    if (!this.#wanted || this.#socket) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#connect();
    }, ms);
  }

  /* The table is at another node. What was not answered here is sent again there. */
  #goto(m: Message): void {
    const left = this.#socket;
    this.#node = m.url as string;
    this.#socket = null;
    left?.close(1000);
    this.state = 'lost';
    if (!this.#waiting.get(m.id!)?.again) this.#settle(m.id!, LOST);
    this.#soon(this.#hops++ ? this.#later() : 0);
  }

  /* The store does not answer: repeat the command for a moment before refusing it. */
  #again(m: Message): boolean {
    const w = this.#waiting.get(m.id!);
    if (m.id === HELLO && (m.error === 'not-stored' || m.error === 'draining')) {
      this.#socket?.close(1000);
      return true;
    }
    if (m.error !== 'not-stored' || !w?.again || w.tries++ >= TRIES) return false;
    setTimeout(
      () => {
        if (this.state === 'open' && this.#waiting.has(m.id!))
          this.#socket!.send(JSON.stringify(w.message));
      },
      (m.retry_ms as number | undefined) ?? 1000,
    );
    return true;
  }

  #take(m: Message): void {
    if (m.type === 'goto') return this.#goto(m);
    if (m.type === 'table') this.#hops = 0;
    if (m.type === 'error' && m.id !== undefined && this.#again(m)) return;
    if (m.type === 'welcome') {
      this.skew = (m.time as number) - Date.now();
      this.user = m.user;
      this.name = m.name;
      this.account = m.account;
      this.reachable = m.reachable ?? [];
      this.state = 'open';
      this.#delay = 200;
      for (const [id, w] of this.#waiting) {
        if (w.again) this.#socket!.send(JSON.stringify(w.message));
        else this.#settle(id, LOST);
      }
      this.#welcome.splice(0).forEach((f) => f());
    }
    if ((m.type === 'ok' || m.type === 'error') && m.id !== undefined) {
      this.#settle(
        m.id,
        m.type === 'ok'
          ? { ...m, ok: true }
          : { ok: false, error: m.error, rule: m.rule, message: m.message },
      );
      return;
    }
    this.#handlers.get(m.type)?.forEach((f) => f(m));
  }

  async rename(name: string): Promise<Answered> {
    const a = await this.ask({ type: 'name', name });
    if (a.ok) settings.name = this.name = name;
    this.refused = !a.ok && a.error === 'bad-name' ? name : '';
    return a;
  }

  /* Ask and wait for the answer. `again` marks a command with its own id, which is safe to send
   * twice. */
  ask(message: Omit<Message, 'id'> & { type: string }, again = false): Promise<Answered> {
    const id = again ? commandId() : ++this.#n;
    const m = { ...message, id } as Message;
    return new Promise((done) => {
      const timer = again ? null : setTimeout(() => this.#settle(id, LOST), 10_000);
      this.#waiting.set(id, { message: m, again, tries: 0, done, timer });
      if (this.state === 'open') this.#socket!.send(JSON.stringify(m));
      else if (!again) this.#settle(id, LOST);
    });
  }
  /* Gives the answer to whoever waits for it. */
  #settle(id: number | string, answer: Answered): void {
    const w = this.#waiting.get(id);
    if (!w) return;
    this.#waiting.delete(id);
    if (w.timer) clearTimeout(w.timer);
    w.done(answer);
  }
}

const LOST: Refusal = { ok: false, error: 'lost' };
const HELLO = 'hello',
  TRIES = 3,
  QUIET_MS = 10_000,
  ANSWER_MS = 5_000;

/* The address of a node, or of the server the page came from. It names the table for a proxy that
 * routes by it. */
function address(node: string | null, table: string | undefined): string {
  const to = (node ?? location.origin).replace(/\/$/, '').replace(/^http/, 'ws');
  return `${to}/ws${table ? `?table=${encodeURIComponent(table)}` : ''}`;
}

const commandId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('');

type Replied = Record<string, any> & { ok: boolean };

/* The server is unreachable or about to restart, so another attempt makes sense. */
export const away = (a: Replied): boolean =>
  !a.ok && ['lost', 'not-stored', 'draining'].includes(a.error as string);

/* A request to the HTTP side; never throws. */
export async function api(path: string, body?: Record<string, unknown>): Promise<Replied> {
  try {
    const r = await fetch(
      `/api/${path}`,
      body
        ? {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
        : undefined,
    );
    const type = r.headers.get('content-type') ?? '';
    if (type.startsWith('application/json')) return (await r.json()) as Replied;
    if (r.ok) return { ok: true, text: await r.text() };
    /* a proxy answers for a server that is down */
    return { ok: false, error: r.status >= 500 ? 'lost' : 'no-server', message: r.statusText };
  } catch {
    return { ok: false, error: 'lost' };
  }
}

/* The same for data that a screen needs: repeated until the server is back or the data is no longer
 * wanted (`wanted`). `waiting` is called each time there is no answer. */
export async function patient(
  path: string,
  wanted: () => boolean,
  waiting: () => void,
): Promise<Replied> {
  for (let delay = 500; ; delay = Math.min(5000, delay * 1.7)) {
    const a = await api(path);
    if (!away(a) || !wanted()) return a;
    waiting();
    await new Promise((r) => setTimeout(r, delay));
  }
}

export const net = new Connection();
