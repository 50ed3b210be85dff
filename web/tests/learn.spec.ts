/* learn.spec.ts -- the lessons, and what is shown after a game. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { ALONE, open, playToEnd, press, wish } from './drive';

/* The coach points at what the step is about (H); Enter does it. Nothing else is pressed. */
async function follow(page: Page): Promise<string[]> {
  const coach = page.locator('[data-lesson]');
  await coach.evaluate((e) => {
    const seen = [e.getAttribute('data-lesson')!];
    (window as unknown as { seen: string[] }).seen = seen;
    new MutationObserver(() => {
      const id = e.getAttribute('data-lesson')!;
      if (seen.at(-1) !== id) seen.push(id);
    }).observe(e, { attributeFilter: ['data-lesson'] });
  });
  for (let presses = 0; presses < 300; presses++) {
    if ((await coach.getAttribute('data-lesson')) === 'over')
      return page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    await expect(coach).toHaveAttribute('aria-busy', 'false');
    const read = page.locator('[data-act=read]');
    if (await page.locator('dialog[open]').count()) await page.keyboard.press('Enter');
    else if (await read.count()) await read.press('Enter');
    else {
      await page.keyboard.press('h');
      await page.keyboard.press('Enter');
    }
    await page.waitForTimeout(50);
  }
  throw new Error(`the lesson stays at ${await coach.getAttribute('data-lesson')}`);
}

test('the lesson is a whole game, by keyboard alone', async ({ page }) => {
  const errors = await open(page, '#/learn');
  await page.locator('[data-act=lesson]').press('Enter');
  await expect(page.locator('[data-lesson=settle]')).toBeVisible();
  const seen = await follow(page);
  for (const id of [
    'roll',
    'offer',
    'build-road',
    'build-settlement',
    'robber',
    'city',
    'buy',
    'knight',
    'supply',
    'win',
  ])
    expect(seen).toContain(id);
  await expect(page.locator('[data-now]')).toHaveText('You win!');
  await page.click('[data-act=first-game]');
  await expect(page).toHaveURL(/#\/play\//);
  expect(errors).toEqual([]);
});

test('the lesson on a phone: the harbours lie below the slips', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '#/lesson');
  await expect(page.locator('.board .sign').first()).toBeVisible();
  const lowest = (what: string) =>
    page
      .locator(what)
      .evaluateAll((all) =>
        all.map((e) => e.getBoundingClientRect()).map((r) => [r.top, r.bottom]),
      );
  const slips = Math.max(...(await lowest('[data-seat]:not(.turn)')).map((r) => r[1])),
    signs = Math.min(...(await lowest('.board .sign')).map((r) => r[0]));
  expect(signs).toBeGreaterThanOrEqual(slips);
});

test('on a phone nothing lies over what the lesson points at', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '#/lesson');
  const coach = page.locator('[data-lesson]'),
    step = () => coach.getAttribute('data-lesson');
  await expect(coach).toBeVisible();
  const covered: string[] = [];
  for (let presses = 0; presses < 120 && (await step()) !== 'over'; presses++) {
    await expect(coach).toHaveAttribute('aria-busy', 'false');
    const was = await step(),
      read = page.locator('[data-act=read]'),
      target = page.locator('[data-coach]');
    if (await read.count()) await read.click();
    else if (await page.locator('[data-act=lead]').count()) {
      await page.waitForTimeout(600); /* the ring is drawn, what slides has arrived */
      if (await target.count()) {
        const over = await target.evaluate((e) => {
          const r = e.getBoundingClientRect();
          const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
          return e.contains(top) ? '' : (top?.outerHTML.slice(0, 80) ?? 'outside');
        });
        if (over) covered.push(`${was}: ${over}`);
      }
      await page.click('[data-act=lead]');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(50);
    }
  }
  expect(await step()).toBe('over');
  expect(covered).toEqual([]);
});

test('the lesson allows only its own moves, and the rules still apply', async ({ page }) => {
  await open(page, '#/lesson/catan');
  await expect(page.locator('[data-lesson=settle]')).toBeVisible();
  await expect(page.locator('[data-seat="0"]')).toContainText('You');
  await expect(page.locator('.board [data-place]')).toHaveCount(1);
  await press(page.locator('[data-act=roll]'));
  await expect(page.locator('[data-notice]')).toContainText('at this point of the turn');
  await page
    .locator('[data-notice] a')
    .first()
    .click(); /* to the rule and back: the lesson waits */
  await page.locator('a[href="#/lesson/catan"]').click();
  await expect(page.locator('[data-lesson=settle]')).toBeVisible();
});

test('the lesson of the card game, in German', async ({ page }) => {
  const errors = await open(page, '#/lesson/struggle', { language: 'de' });
  await expect(page.locator('[data-lesson=row]')).toContainText('Auslage');
  expect(await follow(page)).toEqual([
    'row',
    'market',
    'road',
    'draw',
    'take',
    'give-back',
    'knight',
    'draw-2',
    'over',
  ]);
  expect(errors).toEqual([]);
});

test('after the game: the curve, the key moments and the luck with the dice', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,points=5', ALONE);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await playToEnd(page, 11);
  await expect(page.locator('[data-after=done]')).toBeVisible({
    timeout: 300_000,
  }); /* as long as it takes */
  await expect(page.getByRole('img', { name: /chances of winning/ })).toBeVisible();
  await expect(page.locator('[data-luck] tbody tr')).toHaveCount(3);
  /* The picture is made here, and is saved where the system cannot share files. */
  const saved = page.waitForEvent('download');
  await page.click('[data-act=share-picture]');
  const png = readFileSync(await (await saved).path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.length).toBeGreaterThan(60_000); /* an island, not an empty sheet */
  expect(png.length).toBeLessThan(300_000);
  const look = page.locator('[data-moments] a').first(),
    entry = Number((await look.getAttribute('href'))!.split('/').at(-1));
  await look.click();
  await expect(page.locator('output')).toContainText(`${entry} /`);
  await expect(page.locator('.curve svg')).toBeVisible({ timeout: 300_000 });
  await page.locator('a[href="#/records"]').click(); /* and the page lives on */
  await expect(page.locator('h1')).toHaveText('My games');
  expect(errors).toEqual([]);
});
