import { expect, test } from '@playwright/test';
import { ALONE, open, playToEnd, rng, step, wish } from './drive';

test('a whole game by clicking, from one click on Play now', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,points=6', ALONE);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  await playToEnd(page, rng(1));
  await expect(page.locator('[data-final] tbody tr')).toHaveCount(3);
  await expect(page.locator('[data-final] tbody tr').first()).toContainText(/[6-9]/);
  expect(errors).toEqual([]);
});

test('a whole game of the card game by clicking', async ({ page }) => {
  await wish(page, 'struggle', ALONE);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  await playToEnd(page, rng(3));
  await expect(page.locator('[data-final] tbody tr')).toHaveCount(3);
  expect(errors).toEqual([]);
});

test('five people with helpers and special building play on the large island', async ({ page }) => {
  await wish(page, 'fifth-56+helpers,points=3', [...ALONE, { name: 'Bot D', kind: 'bot' }, { name: 'Bot E', kind: 'bot' }]);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await playToEnd(page, rng(5));
  await expect(page.locator('[data-final] tbody tr')).toHaveCount(5);
  expect(errors).toEqual([]);
});

test('a game in progress survives closing the page', async ({ page, context }) => {
  await wish(page, 'fifth,board=random,start=draft,points=4', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  for (let i = 0; i < 12; i++) if (!(await step(page, rng(i)))) await page.waitForTimeout(50);
  await page.waitForTimeout(600);
  const points = await page.locator('[data-seat] .vp').allTextContents();
  await page.close();
  const again = await context.newPage();
  await open(again);
  await again.click('[data-act=resume]');
  await expect(again.locator('[data-now]')).toBeVisible();
  expect(await again.locator('[data-seat] .vp').allTextContents()).toHaveLength(points.length);
  await playToEnd(again, rng(2));
});

test('a refusal says why in words and leads to the rule', async ({ page }) => {
  await open(page);
  await page.click('[data-act=play-now]');
  await page.locator('[data-act=city]').click({ force: true });
  await expect(page.locator('[data-notice]')).toBeVisible();
  await page.locator('[data-notice] a').click();
  await expect(page.locator('h1')).toHaveText('Almanac');
  await expect(page.locator('section.at')).toBeVisible();
});

test('an own step can be taken back until something is revealed', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await page.locator('.board [data-place]').first().click({ force: true });
  await expect(page.locator('[data-now]')).toContainText('road');
  await page.locator('[data-act=undo]').click();
  await expect(page.locator('[data-now]')).toContainText('first settlement');
});

test('a hint names a move and plays it', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('.board [data-place]').first()).toBeVisible();
  await page.click('[data-act=hint]');
  await page.locator('[data-act=take-hint]').first().click();
  await expect(page.locator('[data-now]')).toContainText('road');
});
