import { expect, test } from '@playwright/test';
import { open, playToEnd, rng, step } from './drive';

test('a whole game by clicking, from one click on Play now', async ({ page }) => {
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  await playToEnd(page, rng(1));
  await expect(page.locator('[data-final] tbody tr')).toHaveCount(4);
  await expect(page.locator('[data-final] tbody tr').first()).toContainText('10');
  expect(errors).toEqual([]);
});

test('a game in progress survives closing the page', async ({ page, context }) => {
  await open(page);
  await page.click('[data-act=play-now]');
  for (let i = 0; i < 30; i++) if (!(await step(page, rng(i)))) await page.waitForTimeout(30);
  await page.waitForTimeout(400);
  const cards = await page.locator('[data-kind]').allTextContents();
  const log = await page.locator('ol li').count();
  await page.close();
  const again = await context.newPage();
  await open(again);
  await again.click('[data-act=resume]');
  await expect(again.locator('[data-now]')).toBeVisible();
  await expect.poll(() => again.locator('ol li').count()).toBeGreaterThanOrEqual(log);
  expect((await again.locator('[data-kind]').allTextContents()).length).toBe(cards.length);
  await playToEnd(again, rng(2));
});

test('a refusal says why and leads to the rule', async ({ page }) => {
  await open(page);
  await page.click('[data-act=play-now]');
  await page.locator('[data-act=city]').click({ force: true });
  await expect(page.locator('[data-notice]')).toBeVisible();
  await page.locator('[data-notice] a').click();
  await expect(page.locator('h1')).toHaveText('Almanac');
});
