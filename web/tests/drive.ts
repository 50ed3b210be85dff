/* drive.ts -- plays the page as a person would: by what it shows, never by its insides. */
import { expect, type Page } from '@playwright/test';

export interface Settings { language?: string; theme?: string; speed?: number; sound?: number; [k: string]: unknown }

/* A fresh page whose settings are known, that fails on any error of its own. */
export async function open(page: Page, path = '', settings: Settings = {}): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  page.on('console', (m) => { if (m.type() === 'error') errors.push(m.text()); });
  await page.addInitScript((s) => {
    if (!localStorage.getItem('skerry.settings')) localStorage.setItem('skerry.settings', JSON.stringify(s));
  }, { language: 'en', speed: 0, sound: 0, theme: 'light', ...settings });
  await page.goto(path);
  return errors;
}

/* What Play now will start: written like the page's own memory of the last settings. */
export async function wish(page: Page, ruleset: string, people: { name: string; kind: 'human' | 'bot'; level?: string }[]): Promise<void> {
  await page.addInitScript((w) => localStorage.setItem('skerry.wish', JSON.stringify(w)),
    { ruleset, players: people.length, people: people.map((p) => (p.kind === 'bot' ? { level: 'beginner', style: 'plain', ...p } : p)) });
}
export const ALONE = [{ name: 'Ada', kind: 'human' as const }, { name: 'Bot B', kind: 'bot' as const }, { name: 'Bot C', kind: 'bot' as const }];

/* What a person would press next, found in one look at the page: the first rule that
 * matches something visible wins. */
const ORDER = ['[data-act=lift]', 'dialog[open] [data-option]', '[data-act=discard]:not([disabled])', '[data-discard]', '[data-move]',
  '[data-act=decline]:not([aria-disabled=true])', '[data-act=confirm-place]', '.board [data-place]',
  /* the card game */
  '[data-act^=choose-]', '[data-act^=build-]:not([aria-disabled=true]):not(:disabled)', '[data-act=turn]:not([aria-disabled=true])', '[data-act^=draw-]:not([aria-disabled=true])',
  ...['withdraw', 'city', 'settle', 'road', 'buy', 'roll', 'end', 'pass'].map((a) => `[data-act=${a}]:not([aria-disabled=true]):not([aria-pressed=true])`)];

/* One thing that can be done now; false when it is another's turn. */
export async function step(page: Page, random: () => number = Math.random): Promise<boolean> {
  const found = await page.evaluate((order) => {
    for (const selector of order) {
      const n = [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length).length;
      if (n) return { selector, n };
    }
    return null;
  }, ORDER);
  if (!found) return false;
  await page.locator(found.selector).nth(Math.floor(random() * found.n)).click({ force: true, timeout: 1500 }).catch(() => undefined);
  return true;
}

/* Until the game is over. */
export async function playToEnd(page: Page, random?: () => number): Promise<void> {
  const until = Date.now() + 80_000;
  while (!(await page.locator('[data-final]').count())) {
    if (Date.now() > until) throw new Error(`no end: ${await page.locator('[data-now]').textContent()}`);
    if (!(await step(page, random))) await page.waitForTimeout(25);
  }
  await expect(page.locator('[data-final]')).toBeVisible();
}

/* Small and repeatable; tests should fail the same way twice. */
export function rng(seed: number): () => number {
  let s = seed >>> 0;
  return () => { s = (Math.imul(s, 1664525) + 1013904223) >>> 0; return s / 4294967296; };
}
