import { expect, test } from '@playwright/test';
import { ALONE, open, playToEnd, rng, wish } from './drive';

const load = async (page: import('@playwright/test').Page, name: string, body: string | Buffer): Promise<void> => {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(body) });
};

test('a finished game: download, replay with the slider, play on from a step', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,points=3', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await playToEnd(page, rng(4));
  const got = page.waitForEvent('download');
  await page.locator('dialog [data-act=download]').click();
  const path = await (await got).path();
  await page.locator('dialog [data-act=replay]').click();
  const slider = page.locator('input[type=range]');
  await expect(slider).toBeVisible();
  await slider.fill('3');
  await expect(page.locator('output')).toContainText('4 /');
  await page.click('[data-act=fork]');
  await expect(page.locator('[data-now]')).toBeVisible();
  await page.goto('#/records');
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(slider).toBeVisible();
});

test('a broken or foreign record says what is wrong and where', async ({ page }) => {
  await open(page, '#/records');
  await load(page, 'photo.skerry', Buffer.from([0xff, 0xd8, 0xff, 0x00]));
  await expect(page.getByRole('alert')).toContainText('no text file');
  await load(page, 'letter.txt', 'Dear friends\n');
  await expect(page.getByRole('alert')).toContainText('not a Skerry record');
  await load(page, 'bad.skerry', 'Skerry 1\nGame: catan\nRules: fifth\nPlayers: 3\n\n1 0 fly\n');
  await expect(page.getByRole('alert')).toContainText('Line');
});
