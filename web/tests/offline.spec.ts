import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { ALONE, open, playToEnd, rng, wish } from './drive';

test('the page opens and plays without a network', async ({ page, context }) => {
  await wish(page, 'fifth,board=random,start=draft,points=3', ALONE);
  await open(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 20);
  await context.setOffline(true);
  await page.reload();
  await page.click('[data-act=play-now]');
  await playToEnd(page, rng(7));
});

test('one file plays from disk', async ({ page }) => {
  const file = fileURLToPath(new URL('../dist-single/index.html', import.meta.url));
  if (!existsSync(file)) execFileSync('npm', ['run', 'build:single'], { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'ignore' });
  await wish(page, 'fifth,board=random,start=draft,points=3', ALONE);
  const errors = await open(page, `file://${file}`);
  await page.click('[data-act=play-now]');
  await playToEnd(page, rng(8));
  expect(errors).toEqual([]);
});

test('the engine is stuck: it is restarted and nothing is lost', async ({ page }) => {
  /* The first worker of the page never answers anything but its start. */
  await page.addInitScript(() => {
    const Real = window.Worker;
    let n = 0;
    class Stuck extends Real {
      #mute = ++n === 1;
      #asked = 0;
      override postMessage(m: unknown): void {
        if (this.#mute && (m as { lines?: string[] }).lines && ++this.#asked > 6) return;
        super.postMessage(m);
      }
    }
    window.Worker = Stuck as unknown as typeof Worker;
  });
  await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  for (let i = 0; i < 3; i++) { await page.locator('.board [data-place]').first().click({ force: true }).catch(() => undefined); await page.waitForTimeout(300); }
  await expect(page.locator('.trouble')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('.trouble')).toHaveCount(0, { timeout: 30_000 });
  await expect(page.locator('[data-now]')).toBeVisible();
});

test('storage that is blocked: the game goes on', async ({ page }) => {
  await page.addInitScript(() => { Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } }); });
  await page.goto('');
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  await expect(page.locator('.trouble')).toContainText(/keeps nothing|speichert nichts/);
});
