import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Page } from '@playwright/test';
import { ALONE, open, step, rng, wish } from './drive';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function sound(page: Page, name: string): Promise<void> {
  await page.evaluate(axe);
  const result = await page.evaluate(async () => {
    const r = await (window as unknown as { axe: { run: (o: unknown) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> } }).axe.run({ resultTypes: ['violations'] });
    return r.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 140)} ${n.failureSummary ?? ''}`).join(' | ')}`);
  });
  expect.soft(result, `axe on ${name}`).toEqual([]);
}

for (const language of ['en', 'de']) {
  for (const theme of ['light', 'dark', 'contrast']) {
    test(`every screen is accessible: ${language}, ${theme}`, async ({ page }) => {
      await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
      const errors = await open(page, '', { language, theme });
      await sound(page, 'home');
      for (const screen of ['new', 'new/same', 'settings', 'records', 'almanac', 'learn', 'lesson/catan', 'lesson/struggle', 'notices', 'verify']) {
        await page.goto(`#/${screen}`);
        await expect(page.locator('h1')).toBeVisible();
        await page.waitForTimeout(150);
        await sound(page, screen);
      }
      await page.goto('#/');
      await page.click('[data-act=play-now]');
      await expect(page.locator('[data-now]')).toBeVisible();
      await sound(page, 'placing');
      for (let i = 0; i < 14; i++) if (!(await step(page, rng(i)))) await page.waitForTimeout(60);
      await sound(page, 'playing');
      await page.locator('[data-act=menu]').click();
      await sound(page, 'menu');
      await page.keyboard.press('Escape');
      await page.locator('[data-act=stats]').click();
      await sound(page, 'statistics');
      /* Nothing untranslated: no id of a text is ever shown. */
      const text = await page.locator('body').innerText();
      expect(text.match(/\b(log|now|do|trade|seat|kind|home|stats|option|reason)\.[a-z.-]+\b/g)).toBeNull();
      expect(errors).toEqual([]);
    });
  }
}

test('the language changes without a reload', async ({ page }) => {
  await open(page, '#/settings');
  await page.evaluate(() => { (window as unknown as { kept: boolean }).kept = true; });
  await page.getByText('Deutsch').click();
  await expect(page.locator('h1')).toHaveText('Einstellungen');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await page.evaluate(() => (window as unknown as { kept?: boolean }).kept)).toBe(true);
});

test('the table as a screen reader finds it', async ({ page }) => {
  await wish(page, 'fifth,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  const tree = await page.locator('body').ariaSnapshot();
  for (const part of ['main "Board"', 'region "Your hand"', 'toolbar "Roll, build, buy"', 'Players', 'link "Skerry, to the first page"'])
    expect(tree).toContain(part);
});

test('seen with the four colour-vision deficiencies', async ({ page }, info) => {
  await wish(page, 'fifth', [...ALONE, { name: 'Bot D', kind: 'bot' }]);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  await page.waitForTimeout(500);
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'] as const) {
    await devtools.send('Emulation.setEmulatedVisionDeficiency', { type });
    const shot = await page.screenshot({ path: `shots/${info.project.name}-${type}.png` });
    expect(shot.length).toBeGreaterThan(20_000);
  }
});
