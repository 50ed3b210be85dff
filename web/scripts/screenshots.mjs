/* screenshots.mjs -- the pictures of the README, taken from the built page: node scripts/screenshots.mjs [FOLDER] */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.mjs';
import { serve } from './serve.mjs';

const out = process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures', import.meta.url));
mkdirSync(out, { recursive: true });
const server = await serve();
const browser = await chromium.launch(CHROMIUM);
const ORDER = ['dialog[open] [data-option]', '[data-act=discard]:not([disabled])', '[data-discard]', '[data-act=decline]', '.board [data-place]',
  ...['city', 'settle', 'road', 'buy', 'roll', 'end'].map((a) => `[data-act=${a}]:not([aria-disabled=true]):not([aria-pressed=true])`)];

async function shot(name, { width, height, theme, language, ruleset, steps, path = '' }) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: width < 600 ? 2 : 1, locale: language });
  await page.addInitScript(([s, w]) => { localStorage.setItem('skerry.settings', s); localStorage.setItem('skerry.wish', w); },
    [JSON.stringify({ language, theme, speed: 0, sound: 0 }), JSON.stringify({ ruleset, players: 4, people: ['Ada', 'Ben', 'Cleo', 'Dan'].map((n, i) => ({ name: n, kind: i ? 'bot' : 'human', level: 'club', style: 'plain' })) })]);
  await page.goto(`${server.url}${path}`);
  if (steps !== undefined) {
    await page.click('[data-act=play-now]');
    await page.waitForSelector('[data-now]');
    for (let i = 0; i < steps; i++) {
      const found = await page.evaluate((order) => order.find((s) => [...document.querySelectorAll(s)].some((e) => e.getClientRects().length)) ?? null, ORDER);
      if (found) { const all = page.locator(found); await all.nth((i * 7) % Math.max(1, await all.count())).click({ force: true, timeout: 1500 }).catch(() => undefined); }
      else await page.waitForTimeout(40);
    }
  }
  await page.waitForTimeout(7000);      /* messages have gone by then */
  await page.screenshot({ path: `${out}/${name}.png` });
  await page.close();
}

const catan = 'fifth,board=random,start=draft,first=0';
await shot('table', { width: 1280, height: 800, theme: 'light', language: 'en', ruleset: catan, steps: 70 });
await shot('phone', { width: 390, height: 844, theme: 'dark', language: 'de', ruleset: catan, steps: 60 });
await shot('struggle', { width: 1280, height: 800, theme: 'light', language: 'en', ruleset: 'struggle', steps: 20 });
await shot('home', { width: 1280, height: 800, theme: 'light', language: 'en', ruleset: catan });
await browser.close();
server.close();
