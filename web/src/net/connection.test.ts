/* connection.test.ts -- a table at another node, and commands sent meanwhile. */
import { beforeEach, expect, test, vi } from 'vitest';

class Socket {
  static all: Socket[] = [];
  readyState = 1;
  sent: Record<string, any>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, any>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  tell(m: Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(m) });
  }
  welcome(): void {
    this.onopen?.();
    this.tell({ type: 'welcome', time: 0, user: 'u', name: 'Ada', account: null });
  }
}

vi.stubGlobal('__SINGLE__', false);
vi.stubGlobal('WebSocket', Socket);
vi.stubGlobal('location', {
  protocol: 'https:',
  host: 'play.example',
  origin: 'https://play.example',
});
vi.stubGlobal('fetch', () =>
  Promise.resolve({
    headers: { get: () => 'application/json' },
    json: () => Promise.resolve({ ok: true, user: 'u', name: 'Ada', account: null }),
  }),
);
vi.mock('../settings.svelte', () => ({ settings: { name: '' } }));
vi.mock('../storage', () => ({ read: () => false, write: () => undefined }));

const last = (): Socket => Socket.all.at(-1)!;

async function opened(): Promise<(typeof import('./connection.svelte'))['net']> {
  const { net } = await import('./connection.svelte');
  const welcome = net.open();
  await vi.waitFor(() => expect(Socket.all).toHaveLength(1));
  last().welcome();
  await welcome;
  return net;
}

beforeEach(() => {
  vi.resetModules();
  Socket.all = [];
});

test('a page goes where it is sent, and asks there', async () => {
  const net = await opened();
  expect(last().url).toBe('wss://play.example/ws');
  const joined = net.ask({ type: 'join', table: 't1' });
  net.resume = () => ({ table: 't1', last_seq: 7 });
  last().tell({
    type: 'goto',
    id: last().sent.at(-1)!.id,
    table: 't1',
    url: 'https://b.example/n/b',
  });
  expect(await joined).toEqual({ ok: false, error: 'lost' });
  await vi.waitFor(() => expect(Socket.all).toHaveLength(2));
  expect(last().url).toBe('wss://b.example/n/b/ws?table=t1');
  last().welcome();
  expect(last().sent[0]).toMatchObject({ type: 'hello', table: 't1', last_seq: 7 });
  expect(net.state).toBe('open');
});

test('what was pressed is sent again under the same id, and once is enough', async () => {
  const net = await opened(),
    first = last(),
    played = net.ask({ type: 'play', actions: ['0 roll'] }, true),
    id = first.sent.at(-1)!.id as string;
  first.tell({ type: 'goto', table: 't1', url: 'https://b.example' });
  first.tell({ type: 'error', id, error: 'not-at-table' }); /* from the old connection */
  await vi.waitFor(() => expect(Socket.all).toHaveLength(2));
  last().welcome();
  expect(last().sent.filter((m) => m.type === 'play')).toMatchObject([{ id }]);
  last().tell({ type: 'ok', id, seq: 8, again: true });
  expect(await played).toMatchObject({ ok: true, seq: 8 });
});

test('nobody answers there: back to where the page is from', async () => {
  await opened();
  last().tell({ type: 'goto', table: 't1', url: 'https://b.example' });
  await vi.waitFor(() => expect(Socket.all).toHaveLength(2));
  last().close();
  await vi.waitFor(() => expect(Socket.all).toHaveLength(3));
  expect(last().url).toBe('wss://play.example/ws');
});

test('a store that is away for a moment costs a moment', async () => {
  const net = await opened(),
    played = net.ask({ type: 'play', actions: ['0 roll'] }, true),
    id = last().sent.at(-1)!.id as string;
  last().tell({ type: 'error', id, error: 'not-stored', retry_ms: 1 });
  await vi.waitFor(() => expect(last().sent.filter((m) => m.id === id)).toHaveLength(2));
  last().tell({ type: 'ok', id, seq: 9 });
  expect(await played).toMatchObject({ ok: true });
});

test('a server that says nothing is asked, and left if it does not answer', async () => {
  const net = await opened();
  vi.useFakeTimers();
  try {
    last().tell({ type: 'lobby', tables: [] });
    vi.advanceTimersByTime(10_000);
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    last().tell({ type: 'pong', time: 0 });
    vi.advanceTimersByTime(14_000); /* asked again, and still waiting */
    expect(Socket.all).toHaveLength(1);
    last().tell({ type: 'pong', time: 0 });
    const pressed = net.ask({ type: 'play', actions: ['roll'] }, true);
    const sent = last().sent.at(-1);
    vi.advanceTimersByTime(15_001);
    expect(Socket.all).toHaveLength(2);
    last().welcome();
    expect(last().sent.at(-1)).toEqual(sent); /* with the same id, so it is done once */
    last().tell({ type: 'ok', id: sent!.id });
    expect((await pressed).ok).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
