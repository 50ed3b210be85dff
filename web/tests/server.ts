/* server.ts -- the real server for tests with several people, and the people who use it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Browser, type Page } from '@playwright/test';

const PROGRAM = fileURLToPath(new URL('../../build/skerry', import.meta.url));
const DIST = fileURLToPath(new URL('../dist', import.meta.url));

export class Server {
  url = '';
  #process: ChildProcess | null = null;
  #data = mkdtempSync(join(tmpdir(), 'skerry-'));
  #port = 0;
  #flags: string[];
  constructor(...flags: string[]) {
    this.#flags = flags;
  }
  /* The first time on any free port, later on the same one. Not a port that the kernel gives to
   * clients: between two starts somebody's connection could take it. */
  async start(): Promise<void> {
    if (this.#port) return this.#listen(this.#port);
    for (let tries = 20; tries > 0; tries--) {
      if (
        await this.#listen(10000 + Math.floor(Math.random() * 20000)).then(
          () => true,
          () => false,
        )
      )
        return;
    }
    throw new Error('no server');
  }
  async #listen(port: number): Promise<void> {
    const p = spawn(
      PROGRAM,
      [
        'serve',
        ...this.#flags,
        '--data',
        this.#data,
        '--page',
        DIST,
        '--port',
        String(port),
        '--bot-pace',
        '30',
        '--messages',
        '5000',
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const line = await new Promise<string>((resolve, reject) => {
      p.stdout!.on('data', (d: Buffer) => resolve(d.toString()));
      p.on('exit', () => reject(new Error('no server')));
    });
    this.#process = p;
    this.#port = Number(/:(\d+)\s/.exec(line)![1]);
    this.url = `http://127.0.0.1:${this.#port}/`;
  }
  async kill(): Promise<void> {
    const p = this.#process;
    if (!p) return;
    this.#process = null;
    await new Promise((r) => {
      p.on('exit', r);
      p.kill('SIGKILL');
    });
  }
  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

export interface House {
  server: Server;
  /* `kept`: the page stays on the device, as usual; most tests need not wait for that. */
  person: (
    name: string,
    more?: { phone?: boolean; language?: string; kept?: boolean },
  ) => Promise<Page>;
  /* A table with these rules and people, all seated, ready and at the first move. */
  table: (people: Page[], body: Record<string, unknown>) => Promise<string>;
}

export const test = base.extend<House>({
  server: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.end();
  },
  person: async ({ browser }, use) => {
    const errors: string[] = [],
      here: Page[] = [];
    await use(async (name, more = {}) => {
      const page = await person(browser, name, more, errors);
      here.push(page);
      return page;
    });
    for (const p of here) await p.context().close();
    expect(errors).toEqual([]);
  },
  table: async ({ server }, use) =>
    use(async (people, body) => {
      const id = await make(server, people[0], { players: people.length, ...body });
      for (const p of people) await sitDown(server, p, id);
      await start(people[0]);
      for (const p of people) await expect(p.locator('[data-now]')).toBeVisible();
      return id;
    }),
});

async function person(
  browser: Browser,
  name: string,
  { phone = false, language = 'en', kept = false },
  errors: string[],
): Promise<Page> {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    hasTouch: phone,
    locale: 'en',
    serviceWorkers: kept ? 'allow' : 'block',
  });
  await context.addInitScript(
    ([n, l]) => {
      if (location.protocol === 'http:' && !localStorage.getItem('skerry.settings'))
        localStorage.setItem(
          'skerry.settings',
          JSON.stringify({ language: l, theme: 'light', speed: 0, sound: 0, name: n }),
        );
    },
    [name, language],
  );
  const page = await context.newPage();
  page.on('pageerror', (e) => errors.push(`${name}: ${e.message}`));
  return page;
}

/* A table made through the server's API, so that tests choose the rules; people then use the
 * page. */
export async function make(
  server: Server,
  page: Page,
  body: Record<string, unknown>,
): Promise<string> {
  await page.goto(server.url);
  return page.evaluate(async (b) => {
    await fetch('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const ws = new WebSocket(`ws://${location.host}/ws`, 'skerry.1');
    return new Promise<string>((resolve, reject) => {
      ws.onopen = () => {
        ws.send('{"type":"hello","v":1}');
        ws.send(JSON.stringify({ type: 'create', id: 1, ...b }));
      };
      ws.onmessage = (e) => {
        const m = JSON.parse(e.data as string);
        if (m.type === 'ok') {
          ws.close();
          resolve(m.table as string);
        }
        if (m.type === 'error') reject(new Error(e.data as string));
      };
    });
  }, body);
}

/* Who made the table has a seat already, and is the one who starts; a guest is ready by sitting down. */
export async function sitDown(server: Server, page: Page, id: string): Promise<void> {
  await page.goto(`${server.url}t/${id}`);
  const seated = page.locator('[data-act=start], [data-act=ready]');
  await expect(page.locator('[data-act=sit]').or(seated).first()).toBeVisible();
  if (!(await seated.count())) await page.locator('[data-act=sit]').first().click();
  await expect(seated).toBeVisible();
  if (await page.locator('[data-act=ready]').count())
    await expect(page.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
}
export const start = (host: Page): Promise<void> =>
  host.locator('[data-act=start]:not([aria-disabled=true])').click();
