/* connection.svelte.ts -- the one connection to the server: sessions, messages, coming back.
 *
 * A lost connection is normal: it is opened again by itself, soon at first, at once
 * when the network or the page comes back, and says hello with the table and the last
 * entry seen. Commands with an id that were not answered are sent again; the
 * server does them once. */
import { settings } from '../settings.svelte';
import { read, write } from '../storage';

export type Message = { type: string; id?: number | string } & Record<string, any>;
export interface Failure {
  ok: false;
  error: string;
  rule?: string;
  message?: string;
}
export type Answered = ({ ok: true } & Record<string, any>) | Failure;

interface Waiting {
  message: Message;
  again: boolean;
  done: (a: Answered) => void;
  timer: ReturnType<typeof setTimeout> | null;
}

/* Where the server is; a page from disk has none. */
export const online = (): boolean => !__SINGLE__ && /^https?:$/.test(location.protocol);

/* Whether this browser has ever had a session with the server of this page: games of its own may be there. */
export const met = (): boolean => online() && read('met', false);

class Connection {
  state = $state<'closed' | 'opening' | 'open' | 'lost'>('closed');
  user = $state<string | null>(null);
  name = $state('');
  account = $state<string | null>(null);
  skew = 0; /* the server's clock less ours, ms */
  resume: () => { table: string; last_seq: number } | null = () => null;

  #socket: WebSocket | null = null;
  #handlers = new Map<string, Set<(m: any) => void>>();
  #waiting = new Map<number | string, Waiting>();
  #n = 0;
  #delay = 200;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #wanted = false;
  #welcome: (() => void)[] = [];

  constructor() {
    globalThis.addEventListener?.('online', () => this.#soon(0));
    globalThis.document?.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#soon(0);
    });
  }

  on(type: string, f: (m: any) => void): () => void {
    const set = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, set.add(f));
    return () => {
      set.delete(f);
    };
  }

  /* Resolves once the server has said welcome; rejects if there is no server at all. */
  async open(): Promise<void> {
    if (!online()) throw new Error('offline');
    this.#wanted = true;
    if (this.state === 'open') return;
    await this.session({});
    if ((this.state as string) === 'open') return; /* welcomed meanwhile */
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer')), 10_000);
      this.#welcome.push(() => {
        clearTimeout(timer);
        resolve();
      });
      if (this.state === 'closed') this.#connect();
    });
  }

  close(): void {
    this.#wanted = false;
    this.#socket?.close(1000);
    this.state = 'closed';
  }

  async session(body: Record<string, unknown>): Promise<void> {
    const a = await api('session', {
      ...(settings.name && !this.name ? { name: settings.name } : {}),
      ...body,
    });
    if (!a.ok) throw new Error(a.message ?? a.error);
    this.user = a.user;
    this.name = a.name;
    this.account = a.account;
    write('met', true);
  }

  #connect(): void {
    if (this.#socket && this.#socket.readyState < 2) return;
    this.state = this.state === 'closed' ? 'opening' : 'lost';
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
      'skerry.1',
    );
    this.#socket = socket;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'hello', v: 1, ...(this.resume() ?? {}) }));
    socket.onmessage = (e) => this.#take(JSON.parse(e.data as string) as Message);
    socket.onclose = () => {
      if (this.#socket === socket) {
        this.#socket = null;
        if (this.#wanted) {
          this.state = 'lost';
          this.#soon(this.#delay);
        } else this.state = 'closed';
      }
    };
  }

  #soon(ms: number): void {
    if (!this.#wanted || this.#socket) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#delay = Math.min(5000, this.#delay * 1.7);
        this.#connect();
      },
      ms * (0.7 + Math.random() * 0.6),
    );
  }

  #take(m: Message): void {
    if (m.type === 'welcome') {
      this.skew = (m.time as number) - Date.now();
      this.user = m.user;
      this.name = m.name;
      this.account = m.account;
      this.state = 'open';
      this.#delay = 200;
      for (const [id, w] of this.#waiting) {
        if (w.again) this.#socket!.send(JSON.stringify(w.message));
        else {
          this.#waiting.delete(id);
          w.done({ ok: false, error: 'lost' });
        }
      }
      this.#welcome.splice(0).forEach((f) => f());
    }
    if ((m.type === 'ok' || m.type === 'error') && m.id !== undefined) {
      const w = this.#waiting.get(m.id);
      if (w) {
        this.#waiting.delete(m.id);
        if (w.timer) clearTimeout(w.timer);
        w.done(
          m.type === 'ok'
            ? { ...m, ok: true }
            : { ok: false, error: m.error, rule: m.rule, message: m.message },
        );
      }
      return;
    }
    this.#handlers.get(m.type)?.forEach((f) => f(m));
  }

  /* Ask and wait for the answer. `again`: a command with an id of its own, safe to send twice. */
  ask(message: Omit<Message, 'id'> & { type: string }, again = false): Promise<Answered> {
    const id = again ? commandId() : ++this.#n;
    const m = { ...message, id } as Message;
    return new Promise((done) => {
      const timer = again
        ? null
        : setTimeout(() => {
            this.#waiting.delete(id);
            done({ ok: false, error: 'lost' });
          }, 10_000);
      this.#waiting.set(id, { message: m, again, done, timer });
      if (this.state === 'open') this.#socket!.send(JSON.stringify(m));
      else if (!again) {
        this.#waiting.delete(id);
        if (timer) clearTimeout(timer);
        done({ ok: false, error: 'lost' });
      }
    });
  }
}

const commandId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('');

/* A request to the HTTP side; never throws. */
export async function api(
  path: string,
  body?: Record<string, unknown>,
): Promise<Record<string, any> & { ok: boolean }> {
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
    if (type.startsWith('application/json'))
      return (await r.json()) as Record<string, any> & { ok: boolean };
    return r.ok
      ? { ok: true, text: await r.text() }
      : { ok: false, error: 'no-server', message: r.statusText };
  } catch {
    return { ok: false, error: 'lost' };
  }
}

export const net = new Connection();
