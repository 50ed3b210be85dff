/* phone.spec.ts -- whole games by finger. */
import { expect, test } from '@playwright/test';
import { finalTable, goOn, open, playToEnd, RIVALS, wish } from './drive';
import { recordUntil } from './long';

test('a whole game on a phone: choose a place, confirm it, targets are big enough', async ({
  page,
}) => {
  await wish(page, 'fifth,board=random,start=draft,first=0', RIVALS);
  const errors = await open(page);
  await page.tap('[data-act=play-now]');
  await expect(page.locator('.board [data-place]').first()).toBeVisible();
  await page.locator('.board [data-place]').nth(10).tap();
  await page.tap('[data-act=confirm-place]');
  await expect(page.locator('[data-now]')).toContainText('road');
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.play button, .play a')]
      .filter((b) => b.getClientRects().length && !b.closest('svg'))
      .map((b) => ({ b: b.outerHTML.slice(0, 60), r: b.getBoundingClientRect() }))
      .filter(({ r }) => r.width < 43 || r.height < 43)
      .map(({ b }) => b),
  );
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await playToEnd(page, 6, true);
  await finalTable(page, 3);
  expect(errors).toEqual([]);
});

test('the card game on a phone, to its end', async ({ page }) => {
  await wish(page, 'struggle', RIVALS);
  const errors = await open(page, '', { language: 'de' });
  await page.tap('[data-act=play-now]');
  await playToEnd(page, 4, true);
  await finalTable(page, 3);
  await page.locator('dialog').getByRole('button', { name: 'Schließen' }).tap();
  await expect(page.locator('[data-final]')).toHaveCount(0);
  await page.tap('[data-act=final]'); /* and back to it */
  await finalTable(page, 3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(errors).toEqual([]);
});

for (const [rules, there] of [
  ['fifth', / discard /],
  ['struggle', / draw 2$/],
] as const)
  test(`${rules}: a finger slides along the hand and takes the card it leaves`, async ({
    page,
  }) => {
    const record = await recordUntil(rules, (menu) => menu.some((a) => there.test(a)));
    await goOn(page, record, rules);
    const kinds = page.locator('.kind[data-kind]'),
      n = await kinds.count();
    expect(n).toBeGreaterThan(1);
    const boxes = await Promise.all([...Array(n).keys()].map((i) => kinds.nth(i).boundingBox()));
    const spot = (i: number) => ({ x: boxes[i]!.x + 9, y: boxes[i]!.y + boxes[i]!.height / 2 });
    const cdp = await page.context().newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    const up = page.locator('.kind .c.up'),
      last = kinds.nth(n - 1);
    /* along all kinds: each stands up in its turn, none is chosen yet */
    await finger('touchStart', spot(0));
    for (let i = 1; i < n; i++) {
      await finger('touchMove', spot(i));
      await expect(kinds.nth(i)).toHaveClass(/held/);
      await expect(page.locator('.held')).toHaveCount(1);
    }
    await expect(up).toHaveCount(0);
    await finger('touchEnd');
    await expect(page.locator('.held')).toHaveCount(0);
    await expect(last.locator('.c.up')).toHaveCount(1);
    await expect(up).toHaveCount(1);
    /* who goes up and away from the hand takes nothing */
    await finger('touchStart', spot(0));
    await finger('touchMove', { x: spot(1).x, y: spot(1).y - 200 });
    await finger('touchEnd');
    await expect(page.locator('.held')).toHaveCount(0);
    await expect(up).toHaveCount(1);
    /* a tap is one press, not two */
    await page.touchscreen.tap(spot(0).x, spot(0).y);
    await expect(kinds.first().locator('.c.up')).toHaveCount(1);
  });

test('two fingers zoom the island, one moves it, and neither chooses a place', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,first=0', RIVALS);
  await open(page);
  await page.tap('[data-act=play-now]');
  await expect(page.locator('.board [data-place]').first()).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [number, number][]) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map(([x, y], id) => ({ x, y, id })),
    });
  const matrix = (): Promise<number[]> =>
    page.locator('main .stage').evaluate((e) => {
      const { a, e: x, f: y } = new DOMMatrix(getComputedStyle(e).transform);
      return [a, x, y];
    });
  await fingers('touchStart', [150, 350]);
  await fingers('touchStart', [150, 350], [250, 350]);
  for (let i = 1; i <= 5; i++) await fingers('touchMove', [150 - 10 * i, 350], [250 + 10 * i, 350]);
  await fingers('touchEnd');
  const [k, x, y] = await matrix();
  expect(k).toBeCloseTo(2, 1);
  await fingers('touchStart', [200, 380]);
  for (let i = 1; i <= 5; i++) await fingers('touchMove', [200 + 6 * i, 380 - 4 * i]);
  await fingers('touchEnd');
  expect((await matrix()).map(Math.round)).toEqual([k, x + 30, y - 20].map(Math.round));
  await expect(page.locator('.board .chosen')).toHaveCount(0);
  /* Chromium may take a tap soon after a movement for a part of it, however long one waits on a busy machine. */
  await expect(async () => {
    if ((await matrix())[0] !== 1)
      await page.getByRole('button', { name: 'Show the whole island' }).tap();
    await expect.poll(matrix, { timeout: 2000 }).toEqual([1, 0, 0]);
  }).toPass();
});

test('a tap far from the middle of a zoomed hex asks before the robber goes there', async ({
  page,
}) => {
  const record = await recordUntil('fifth', (menu) => menu.some((a) => / robber /.test(a)));
  await goOn(page, record, 'fifth');
  for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Zoom in' }).tap();
  const far = await page.locator('.board .spot').evaluateAll((all) => {
    for (const spot of all) {
      const { x, y, width, height } = spot.querySelector('.hit')!.getBoundingClientRect(),
        at = { x: x + width * 0.9, y: y + height / 2 };
      if (document.elementFromPoint(at.x, at.y)?.closest('.spot') === spot) return at;
    }
    return null;
  });
  await page.touchscreen.tap(far!.x, far!.y);
  await expect(page.locator('[data-act=confirm-place]')).toBeVisible();
  await expect(page.locator('.board .spot.chosen')).toHaveCount(1);
  await page.tap('[data-act=confirm-place]');
  await expect(page.locator('.board .spot.hex')).toHaveCount(0);
});
