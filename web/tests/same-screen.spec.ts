import { expect, test } from '@playwright/test';
import { open, playToEnd, rng, step, wish } from './drive';

/* The printed set-up: every kind is within reach of both, so nobody is stuck without trading. */
test('two people at one screen: a curtain between the hands', async ({ page }) => {
  await wish(page, 'fifth,points=3,first=0', [{ name: 'Ada', kind: 'human' }, { name: 'Ben', kind: 'human' }]);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  /* Nobody's hand is on the page while the device is handed over. */
  await expect(page.locator('#curtain-title')).toContainText('Ada');
  await expect(page.locator('[data-kind]')).toHaveCount(0);
  await page.click('[data-act=lift]');
  await expect(page.locator('[data-kind]').first()).toBeVisible();
  let seen = '';
  for (let i = 0; i < 40 && !seen.includes('Ben'); i++) {
    await step(page, rng(i));
    const title = page.locator('#curtain-title');
    if (await title.count()) {
      seen += await title.textContent();
      await expect(page.locator('[data-kind]')).toHaveCount(0);
    }
  }
  expect(seen).toContain('Ben');
  await playToEnd(page, rng(9));
  expect(errors).toEqual([]);
});
