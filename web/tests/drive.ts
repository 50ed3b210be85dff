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

const visible = async (page: Page, selector: string): Promise<boolean> => page.locator(selector).first().isVisible();

/* One thing that can be done now; false when it is another's turn. */
export async function step(page: Page, random: () => number = Math.random): Promise<boolean> {
  const click = async (selector: string): Promise<boolean> => {
    const all = page.locator(selector);
    const n = await all.count();
    if (!n) return false;
    await all.nth(Math.floor(random() * n)).click({ force: true, timeout: 2000 }).catch(() => undefined);
    return true;
  };
  if (await visible(page, '[data-act=lift]')) return click('[data-act=lift]');
  if (await click('dialog[open] [data-option]')) return true;
  if (await visible(page, '[data-act=discard]')) {
    for (let i = 0; i < 40 && !(await page.locator('[data-act=discard]').isEnabled()); i++) await click('[data-discard]');
    return click('[data-act=discard]');
  }
  if (await click('[data-move]')) return true;
  if (await click('[data-act=decline]:not([aria-disabled=true])')) return true;
  if (await click('.board [data-place]')) {
    await click('[data-act=confirm-place]');
    return true;
  }
  for (const act of ['withdraw', 'city', 'settle', 'road', 'buy', 'roll', 'end', 'pass'])
    if (await click(`[data-act=${act}]:not([aria-disabled=true]):not([aria-pressed=true])`)) return true;
  return false;
}

/* Until the game is over. */
export async function playToEnd(page: Page, random?: () => number): Promise<void> {
  const until = Date.now() + 100_000;
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
