/* corners.spec.ts -- where few people come and nobody may be stuck: broken storage, odd addresses, keys,
 * the way back, and what one person at a screen leaves behind for the next. */
import { expect, test, type Page } from '@playwright/test';
import { ALONE, open, wish } from './drive';
import { longRecord } from './long';

/* What a browser remembers before the page is opened. */
const remember = (page: Page, kept: Record<string, unknown>): Promise<unknown> => page.addInitScript((k) => {
  if (sessionStorage.getItem('remembered')) return;
  sessionStorage.setItem('remembered', '1');
  for (const [key, value] of Object.entries(k)) localStorage.setItem(`skerry.${key}`, typeof value === 'string' ? value : JSON.stringify(value));
}, kept);
const kept = (record: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({ v: 1, id: 'kept', game: 'catan', ruleset: 'fifth,points=30', record,
  people: [{ name: 'Ada', kind: 'human' }, { name: 'Ben', kind: 'human' }], seq: 1, at: Date.UTC(2026, 2, 4, 12), over: false, winner: null, ...more });

test('a replay speaks the words of its edition', async ({ page }) => {
  await wish(page, 'sixth,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-anchor=bank]')).toContainText('wheat');
  const id = page.url().split('/').pop()!;
  await page.goto('about:blank');
  await page.goto(`/#/replay/${id}`);
  await expect(page.locator('[data-anchor=bank]')).toContainText('wheat');
});

test('a replay left while it is loaded closes its engine and leads nowhere', async ({ page }) => {
  await remember(page, { 'game.kept': kept(await longRecord(600), { over: true, winner: 0 }) });
  await open(page, '#/settings');
  await expect(page.getByRole('radio').first()).toBeVisible();
  const before = page.workers().length;
  for (let i = 0; i < 3; i++) await page.evaluate(async () => {
    location.hash = '#/replay/kept';
    while (!document.querySelector('.replay')) await new Promise((r) => { setTimeout(r); });
    location.hash = '#/settings';
    while (document.querySelector('.replay')) await new Promise((r) => { setTimeout(r); });
  });
  await expect.poll(() => page.workers().length).toBe(before);
  await expect(page).toHaveURL(/#\/settings$/);
});
