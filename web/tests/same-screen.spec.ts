/* same-screen.spec.ts -- several people at one screen, with a curtain between their hands. */
import { expect, test } from '@playwright/test';
import { finalTable, open, playUntil, together, wish } from './drive';

for (const [name, rules, seats] of [
  ['two people', 'fifth,first=0,points=5', 2],
  ['three people and the card game', 'struggle,points=4', 3],
] as const)
  test(`${name} at one screen: a curtain between the hands`, async ({ page }) => {
    await wish(
      page,
      rules,
      ['Ada', 'Ben', 'Cleo'].slice(0, seats).map((n) => ({ name: n, kind: 'human' as const })),
    );
    const errors = await open(page);
    await page.click('[data-act=play-now]');
    const title = page.locator('#curtain-title');
    await expect(title).toBeVisible();
    /* While the device is handed over nobody's hand is on the page, and afterwards only that of
     * the person who lifted the curtain. */
    await page.evaluate(() => {
      const w = window as unknown as { seen: string[]; curtains: Set<string> };
      w.seen = [];
      w.curtains = new Set();
      const check = (): void => {
        const curtain = document.querySelector('#curtain-title');
        if (!curtain) return;
        w.curtains.add(curtain.textContent ?? '');
        if (document.querySelector('[data-kind], [data-dev]'))
          w.seen.push(document.querySelector('[data-now]')?.textContent ?? '?');
      };
      new MutationObserver(check).observe(document.body, { subtree: true, childList: true });
      check();
    });
    await page.click('[data-act=lift]');
    await expect(page.locator('[data-kind]').first()).toBeVisible();
    const first = await page.evaluate(() => [
      ...(window as unknown as { curtains: Set<string> }).curtains,
    ]);
    await playUntil(
      page,
      async () =>
        (await page.evaluate(
          () => (window as unknown as { curtains: Set<string> }).curtains.size,
        )) > first.length,
    );
    await together([page]);
    await finalTable(page, seats);
    expect(
      await page.evaluate(() => (window as unknown as { curtains: Set<string> }).curtains.size),
    ).toBe(seats);
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
    expect(errors).toEqual([]);
  });
