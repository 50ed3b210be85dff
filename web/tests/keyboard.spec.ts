import { expect, test, type Page } from '@playwright/test';
import { ALONE, open, wish } from './drive';

/* One step with nothing but keys; the focus is moved as a person would move it. */
async function press(page: Page, n: number): Promise<boolean> {
  const what = await page.evaluate(() => {
    const on = (s: string): boolean => [...document.querySelectorAll(s)].some((e) => e.getClientRects().length > 0);
    if (on('dialog[open] [data-option]')) return 'option';
    if (on('[data-act=discard]:not([disabled])')) return 'discard-send';
    if (on('[data-discard]')) return 'discard';
    if (on('[data-act=decline]:not([aria-disabled=true])')) return 'decline';
    if (on('.board [data-place]')) return 'place';
    for (const [act, key] of [['city', '3'], ['settle', '2'], ['road', '1'], ['buy', '4'], ['roll', 'r'], ['end', 'e']])
      if (on(`[data-act=${act}]:not([aria-disabled=true]):not([aria-pressed=true])`)) return key;
    return '';
  });
  if (!what) return false;
  if (what.length === 1) { await page.keyboard.press(what); return true; }
  if (what === 'place') {
    await page.keyboard.press('b');
    for (let i = 0; i < n % 4; i++) await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'][(n + i) % 4]);
    await page.keyboard.press('Enter');
    return true;
  }
  const selector = { option: 'dialog[open] [data-option]', discard: '[data-discard]', 'discard-send': '[data-act=discard]', decline: '[data-act=decline]' }[what]!;
  for (let i = 0; i < 80; i++) {        /* Tab until it has the focus */
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  return true;
}

test('a whole game by keyboard alone', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,points=4', ALONE);
  const errors = await open(page);
  for (let i = 0; i < 10 && !(await page.evaluate(() => document.activeElement?.matches('[data-act=play-now]'))); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-now]')).toBeVisible();
  const until = Date.now() + 85_000;
  for (let n = 0; !(await page.locator('[data-final]').count()); n++) {
    if (Date.now() > until) throw new Error(`no end: ${await page.locator('[data-now]').textContent()}`);
    if (!(await press(page, n))) await page.waitForTimeout(40);
  }
  expect(errors).toEqual([]);
});

test('the command line plays and answers, ? shows the keys', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('.board [data-place]').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('where is the robber');
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog [role=status]')).toContainText('robber is on');
  const place = await page.locator('.board [data-place]').first().getAttribute('data-place');
  await page.keyboard.type(`settle ${place}`);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-now]')).toContainText('road');
  await page.keyboard.press('?');
  await expect(page.locator('dialog h2')).toHaveText('Keys');
});
