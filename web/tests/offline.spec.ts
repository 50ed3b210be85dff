/* offline.spec.ts -- the page without a network, from disk, with a stuck worker, and with blocked or full storage. */
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { ALONE, log, open, playToEnd, playUntil, wish } from './drive';

test.use({ serviceWorkers: 'allow' });

test('the page opens and plays without a network', async ({ page, context }) => {
  await wish(page, 'fifth,board=random,start=draft,points=4', ALONE);
  await open(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(
    async () =>
      (await caches.keys()).length > 0 &&
      (await (await caches.open((await caches.keys())[0])).keys()).length > 20,
  );
  await context.setOffline(true);
  await page.reload();
  await page.click('[data-act=play-now]');
  await playToEnd(page, 7);
  /* Screens that are loaded late are there too. */
  await page.goto('#/almanac');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
});

test('one file plays from disk', async ({ page }) => {
  const file = fileURLToPath(new URL('../dist-single/index.html', import.meta.url));
  /* The cache of the current page, not of an earlier one that is still there. */
  const built = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0);
  if (built(file) < built(fileURLToPath(new URL('../dist/index.html', import.meta.url))))
    execFileSync('npm', ['run', 'build:single'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: 'ignore',
    });
  await wish(page, 'fifth,board=random,start=draft,points=4', ALONE);
  const errors = await open(page, `file://${file}`);
  await page.click('[data-act=play-now]');
  await playToEnd(page, 8);
  expect(errors).toEqual([]);
});

for (const [who, nth, move] of [
  ['engine', 1, 'play'],
  ['bots', 2, 'go'],
] as const)
  test(`a stuck worker of the ${who}: it is restarted from the record and nothing is lost`, async ({
    page,
  }) => {
    /* The n-th worker of the page does three moves, then stops answering without a word. */
    await page.addInitScript(
      ([stuck, move]) => {
        const Real = window.Worker;
        let n = 0;
        const w = window as unknown as { workers: number; muted: number };
        w.muted = 0;
        class Sometimes extends Real {
          #mute = (w.workers = ++n) === stuck;
          #moves = 0;
          override postMessage(m: unknown): void {
            const lines = (m as { lines?: string[] }).lines ?? [];
            if (lines.some((l) => JSON.parse(l).cmd === move)) this.#moves += 1;
            if (this.#mute && lines.length && this.#moves > 3) {
              w.muted += 1;
              return;
            }
            super.postMessage(m);
          }
        }
        window.Worker = Sometimes as unknown as typeof Worker;
      },
      [nth, move] as const,
    );
    await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
    const errors = await open(page);
    await page.click('[data-act=play-now]');
    await expect(page.locator('.board [data-place]').first()).toBeVisible();
    await playUntil(page, async () => (await page.locator('.trouble').count()) > 0);
    await expect(page.locator('.trouble')).toContainText(who === 'engine' ? 'engine' : 'bot');
    const before = await log(page).allTextContents();
    expect(before.length).toBeGreaterThan(1);
    /* The game goes on: nothing is lost, and nothing happened twice. */
    await playUntil(page, async () => (await log(page).count()) >= 12);
    const after = await log(page).allTextContents();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.filter((l) => /Ada built a settlement/.test(l)).length).toBeLessThanOrEqual(2);
    expect(
      await page.evaluate(() => (window as unknown as { workers: number }).workers),
    ).toBeGreaterThan(2);
    expect(await page.evaluate(() => (window as unknown as { muted: number }).muted)).toBe(1);
    await expect(page.locator('.trouble')).toHaveCount(0);
    expect(errors).toEqual([]);
  });

test('blocked storage: the game continues', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new Error('blocked');
      },
    });
  });
  await page.goto('');
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  await expect(page.locator('.trouble')).toContainText(/cannot save|kann nichts speichern/);
  await playUntil(page, async () => (await log(page).count()) > 8);
});

test('full storage: the game continues, the page says that it is not saved, and saves it when there is room', async ({
  page,
}) => {
  await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
  const errors = await open(page);
  await page.evaluate(() => {
    /* to the brim */
    for (let size = 1 << 20, n = 0; size >= 1;)
      try {
        localStorage.setItem(`filler${n++}`, 'x'.repeat(size));
      } catch {
        size >>= 1;
      }
  });
  await page.click('[data-act=play-now]');
  await expect(page.locator('.trouble')).toContainText('cannot save');
  await playUntil(page, async () => (await log(page).count()) > 8);
  await expect(page.locator('.trouble')).toContainText('cannot save');
  await page.evaluate(() => {
    for (const k of Object.keys(localStorage))
      if (k.startsWith('filler')) localStorage.removeItem(k);
  });
  await playUntil(page, async () => (await page.locator('.trouble').count()) === 0);
  const lines = await log(page).allTextContents();
  expect(lines.length).toBeGreaterThan(8);
  await page.goto('#/');
  await page.reload();
  await page.click('[data-act=resume]');
  await expect
    .poll(async () => (await log(page).allTextContents()).slice(0, lines.length))
    .toEqual(lines);
  expect(errors).toEqual([]);
});
