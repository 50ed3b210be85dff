import { expect, test } from '@playwright/test';
import { finalTable, open, playToEnd, RIVALS, wish } from './drive';

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
