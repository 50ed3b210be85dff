import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { rng, step } from './drive';

const PROGRAM = fileURLToPath(new URL('../../build/skerry', import.meta.url));
const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
test.skip(!existsSync(PROGRAM), 'build/skerry is not built with the server');

class Server {
  url = '';
  #process: ChildProcess | null = null;
  #data = mkdtempSync(join(tmpdir(), 'skerry-'));
  #port = 0;
  async start(): Promise<void> {
    const port = this.#port || 20000 + Math.floor(Math.random() * 20000);
    const p = spawn(PROGRAM, ['serve', '--data', this.#data, '--page', DIST, '--port', String(port), '--bot-pace', '30', '--messages', '5000'], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = p;
    const line = await new Promise<string>((resolve, reject) => { p.stdout!.on('data', (d: Buffer) => resolve(d.toString())); p.on('exit', () => reject(new Error('no server'))); });
    this.#port = Number(/:(\d+)/.exec(line)![1]);
    this.url = `http://127.0.0.1:${this.#port}/`;
  }
  async kill(signal: NodeJS.Signals): Promise<void> {
    const p = this.#process;
    if (!p) return;
    this.#process = null;
    await new Promise((r) => { p.on('exit', r); p.kill(signal); });
  }
}

let server: Server;
test.beforeEach(async () => { server = new Server(); await server.start(); });
test.afterEach(async () => { await server.kill('SIGKILL'); });

async function person(browser: Browser, name: string, phone = false): Promise<Page> {
  const context = await browser.newContext({ viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 }, hasTouch: phone, locale: 'en' });
  const page = await context.newPage();
  await page.addInitScript((n) => { if (!localStorage.getItem('skerry.settings')) localStorage.setItem('skerry.settings', JSON.stringify({ language: 'en', speed: 0, sound: 0, name: n })); }, name);
  return page;
}

/* A table made through the server's own door, so that tests choose the rules; people then use the page. */
async function make(page: Page, body: Record<string, unknown>): Promise<string> {
  await page.goto(server.url);
  return page.evaluate(async (b) => {
    await fetch('/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    const ws = new WebSocket(`ws://${location.host}/ws`, 'skerry.1');
    return new Promise<string>((resolve, reject) => {
      ws.onopen = () => { ws.send('{"type":"hello","v":1}'); ws.send(JSON.stringify({ type: 'create', id: 1, ...b })); };
      ws.onmessage = (e) => { const m = JSON.parse(e.data as string); if (m.type === 'ok') { ws.close(); resolve(m.table as string); } if (m.type === 'error') reject(new Error(e.data as string)); };
    });
  }, body);
}

async function sitDown(page: Page, id: string): Promise<void> {
  await page.goto(`${server.url}t/${id}`);
  await expect(page.locator('[data-act=sit], [data-act=ready]').first()).toBeVisible();
  if (!(await page.locator('[data-act=ready]').count())) await page.locator('[data-act=sit]').first().click();
  await page.click('[data-act=ready]');
}

async function all(pages: Page[], ms: number, until: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + ms, random = rng(11);
  while (!(await until())) {
    if (Date.now() > end) throw new Error(`no end: ${await pages[0].locator('[data-now]').textContent()}`);
    let moved = false;
    for (const p of pages) moved = (await step(p, random)) || moved;
    if (!moved) await pages[0].waitForTimeout(30);
  }
}
const over = (page: Page) => async (): Promise<boolean> => (await page.locator('[data-final]').count()) > 0;

async function sound(page: Page, name: string): Promise<void> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await (window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run()).violations.map((v) => `${v.id} ${v.nodes[0].html.slice(0, 120)}`));
  expect.soft(found, `axe on ${name}`).toEqual([]);
}

test('two browsers, from the lobby through a whole game, then the dice are verified', async ({ browser }) => {
  const ada = await person(browser, 'Ada'), ben = await person(browser, 'Ben');
  await ada.goto(`${server.url}#/lobby`);
  await ada.click('[data-act=make]');
  await ada.waitForTimeout(300);
  await sound(ada, 'lobby');
  await ada.getByText('House rules').click();
  await ada.getByLabel('Points to win').fill('4');
  await ada.getByLabel('Points to win').blur();
  await ada.click('[data-act=create]');
  await expect(ada.locator('[data-act=ready]')).toBeVisible();
  await sound(ada, 'room');
  await ben.goto((await ada.locator('.link').textContent())!);
  await ben.click('[data-act=sit]');
  await ben.click('[data-act=ready]');
  await ada.click('[data-act=ready]');
  await ada.locator('[data-act=start]:not([aria-disabled=true])').click();
  await expect(ben.locator('[data-now]')).toBeVisible();
  await sound(ben, 'a table with others');
  await all([ada, ben], 70_000, over(ada));
  await expect(ben.locator('[data-final]')).toBeVisible();
  const id = /t\/([\w-]+)/.exec(ada.url())![1];
  await ada.goto(`${server.url}#/verify/${id}`);
  await expect(ada.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'fine', { timeout: 30_000 });
  await sound(ada, 'verification');
  /* It is among one's games, and any position of it is a link. */
  await ada.goto(`${server.url}#/records`);
  await expect(ada.locator('[data-far] li')).toContainText('won by');
  await sound(ada, 'my games');
  await ada.goto(`${server.url}r/${id}?ply=5`);
  await expect(ada.locator('output')).toContainText('5 /');
  await ada.goto(`${server.url}#/verify/${id}`);
  await expect(ada.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'fine', { timeout: 30_000 });
  /* One die changed: the same page says so. */
  const record = await ada.evaluate(async (g) => (await fetch(`/api/game/${g}/record`)).text(), id);
  const bent = record.replace(/\* dice (\d) (\d)(?![\s\S]*\* dice)/, (_, a: string, b: string) => `* dice ${a === b ? (Number(a) % 6) + 1 : b} ${a}`);
  expect(bent).not.toBe(record);
  await ada.locator('input[type=file]').setInputFiles({ name: 'bent.skerry', mimeType: 'text/plain', buffer: Buffer.from(bent) });
  await expect(ada.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'bad', { timeout: 30_000 });
});

test('four browsers at one table of the card game', async ({ browser }) => {
  test.setTimeout(240_000);
  const people = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dan'].map((n) => person(browser, n)));
  const id = await make(people[0], { rules: 'struggle,points=2', players: 4 });
  for (const p of people) await sitDown(p, id);
  await people[0].locator('[data-act=start]:not([aria-disabled=true])').click();
  for (const p of people) await expect(p.locator('[data-now]')).toBeVisible();
  await all(people, 200_000, over(people[0]));
});

test('reload, a lost network and kill -9 of the server: resumed, nothing lost', async ({ browser }) => {
  const ada = await person(browser, 'Ada'), ben = await person(browser, 'Ben');
  const id = await make(ada, { rules: 'fifth,board=random,start=draft,points=3,first=0', players: 2 });
  await sitDown(ada, id);
  await sitDown(ben, id);
  await ada.locator('[data-act=start]:not([aria-disabled=true])').click();
  await expect(ben.locator('[data-now]')).toBeVisible();
  let n = 0;
  await all([ada, ben], 20_000, async () => ++n > 6);
  const points = (p: Page): Promise<string[]> => p.locator('[data-seat] .vp').allTextContents();
  await ada.waitForTimeout(400);
  const before = await points(ada);
  await ada.reload();
  await expect.poll(() => points(ada)).toEqual(before);
  await ben.context().setOffline(true);
  await server.kill('SIGKILL');
  await expect(ada.locator('.trouble')).toBeVisible();
  await server.start();
  await ben.context().setOffline(false);
  await expect(ada.locator('.trouble')).toHaveCount(0, { timeout: 15_000 });
  await expect(ben.locator('.trouble')).toHaveCount(0, { timeout: 15_000 });
  expect(await points(ada)).toEqual(before);
  expect(await points(ben)).toEqual(before);
  /* And it goes on, for both. */
  const seen = await ada.locator('ol li').count();
  await all([ada, ben], 40_000, async () => (await ada.locator('ol li').count()) > seen + 3 || (await over(ada)()));
});

test('a spectator sees no hidden card, on the wire or on the screen', async ({ browser }) => {
  const ada = await person(browser, 'Ada'), eve = await person(browser, 'Eve');
  const id = await make(ada, { rules: 'fifth,first=0', players: 3, seats: [null, { level: 'random' }, { level: 'random' }] });
  await sitDown(ada, id);
  const frames: string[] = [];
  eve.on('websocket', (ws) => ws.on('framereceived', (f) => frames.push(String(f.payload))));
  await eve.goto(`${server.url}t/${id}`);
  await ada.locator('[data-act=start]:not([aria-disabled=true])').click();
  await expect(eve.locator('[data-now]')).toBeVisible();
  let n = 0;
  await all([ada], 30_000, async () => ++n > 25);
  await expect(eve.locator('[data-kind]')).toHaveCount(0);
  type Told = { viewer?: unknown; deck?: { cards: unknown }; seats?: Record<'cards' | 'dev' | 'dev_new', Record<string, number> | null>[] };
  const games = frames.filter((f) => f.includes('"type":"game"')).map((f) => JSON.parse(f) as { view?: Told; change?: Told; legal: unknown; events: { actions?: string[] }[] });
  expect(games.length).toBeGreaterThan(5);
  expect(games.filter((g) => g.change).length).toBeGreaterThan(3);
  for (const g of games) {
    if (g.view) expect(g.view.viewer).toBe('spectator');
    const told = (g.view ?? g.change)!;
    expect(told.deck?.cards ?? null).toBeNull();
    for (const s of told.seats ?? []) for (const hidden of [s.cards, s.dev, s.dev_new]) expect(Object.values(hidden ?? {}).filter((n) => n !== 0)).toEqual([]);
    expect(g.legal).toBeNull();
    expect(g.events.flatMap((e) => e.actions ?? []).filter((a) => /^\* (steal \d|draw) [a-z]/.test(a))).toEqual([]);
  }
});

test('an invitation opened on a phone, to the first placement', async ({ browser }) => {
  const ada = await person(browser, 'Ada'), phone = await person(browser, 'Pat', true);
  const id = await make(ada, { rules: 'fifth,board=random,start=draft,first=1', players: 2 });
  await sitDown(ada, id);
  await phone.goto(`${server.url}t/${id}`);
  await phone.locator('[data-act=sit]').first().tap();
  await sound(phone, 'room on a phone');
  await phone.tap('[data-act=ready]');
  await ada.locator('[data-act=start]:not([aria-disabled=true])').click();
  await phone.locator('.board [data-place]').nth(8).tap({ force: true });
  await phone.tap('[data-act=confirm-place]');
  await expect(phone.locator('[data-now]')).toContainText('road');
  await expect(ada.locator('ol li').last()).toContainText('built a settlement');
});

test('table mode: a big screen for all, two phones with the hands', async ({ browser }) => {
  const screen = await person(browser, 'Table'), a = await person(browser, 'Ada', true), b = await person(browser, 'Ben', true);
  await screen.goto(`${server.url}#/lobby`);
  await screen.click('[data-act=make-screen]');
  await screen.getByRole('spinbutton', { name: 'Seats', exact: true }).fill('2');
  await screen.getByRole('spinbutton', { name: 'Seats', exact: true }).blur();
  for (const i of [0, 1]) await screen.locator(`[data-seat-of="${i}"]`).selectOption('open');
  await screen.click('[data-act=create]');
  await expect(screen.locator('figure svg[role=img]')).toHaveCount(2);
  const links = await screen.locator('figure svg[role=img]').evaluateAll((s) => s.map((x) => x.getAttribute('aria-label')!.replace(/^.*?(http\S+)$/, '$1')));
  for (const [i, p] of [a, b].entries()) { await p.goto(links[i]); await p.tap('[data-act=ready]'); }
  await screen.locator('[data-act=start]:not([aria-disabled=true])').click();
  await expect(screen.locator('.board').first()).toBeVisible();
  await expect(screen.locator('[data-kind]')).toHaveCount(0);
  for (const p of [a, b]) await expect(p.locator('[data-kind]').first()).toBeVisible();
  let n = 0;
  await all([a, b], 30_000, async () => ++n > 10);
  await expect(screen.locator('ol li').first()).toBeVisible();
});
