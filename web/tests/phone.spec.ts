import { expect, test } from '@playwright/test';
import { ALONE, open, playToEnd, rng, wish } from './drive';

test('a game on a phone: choose a place, confirm it, targets are big enough', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,points=3,first=0', ALONE);
  const errors = await open(page);
  await page.tap('[data-act=play-now]');
  await expect(page.locator('.board [data-place]').first()).toBeVisible();
  await page.locator('.board [data-place]').nth(10).tap({ force: true });
  await page.tap('[data-act=confirm-place]');
  await expect(page.locator('[data-now]')).toContainText('road');
  const small = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('.play button, .play a')]
    .filter((b) => b.getClientRects().length && !b.closest('svg')).map((b) => ({ b: b.outerHTML.slice(0, 60), r: b.getBoundingClientRect() }))
    .filter(({ r }) => r.width < 43 || r.height < 43).map(({ b }) => b));
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await playToEnd(page, rng(6));
  expect(errors).toEqual([]);
});
