/* defects.spec.ts -- regressions without a better place; docs/proofs.md names the test of each. */
import { expect, test, type Page } from '@playwright/test';
import { goOn, log, playUntil, press, sizes } from './drive';
import { collecting, recordUntil } from './long';

const NOTATION = /\b[A-Z]\d+(\.[NS][EW]?|\b)/; /* B3.SE, C4: never on the screen */
const has =
  (...verbs: string[]) =>
  (menu: string[]): boolean =>
    verbs.every((v) => menu.some((a) => a.startsWith(`0 ${v}`)));
/* The hexes whose middle is under this. */
const overIsland = (page: Page, what: string): Promise<string[]> =>
  page.locator('.board .hit').evaluateAll(
    (all, w) =>
      all.flatMap((h) => {
        const r = h.getBoundingClientRect(),
          top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
        return top?.closest(w) ? [h.getAttribute('aria-label') ?? 'a hex'] : [];
      }),
    what,
  );
const settled = async (page: Page): Promise<void> =>
  expect(page.locator('[data-act=end]:not([aria-disabled=true])')).toBeVisible();

test('hints keep to their own figures, show the place and speak of numbers', async ({ page }) => {
  const record = await recordUntil('fifth', has('end', 'settle', 'road'));
  const errors = await goOn(page, record, 'fifth');
  await settled(page);
  await page.click('[data-act=hint]');
  const slip = page.locator('[data-hint]');
  await expect(slip.locator('[data-act=take-hint]')).toBeVisible();
  const chances: number[] = [];
  for (let i = 0; i < 3; i++) {
    const words = (await slip.locator('p').textContent())!;
    expect(words).not.toMatch(NOTATION);
    expect(words).not.toMatch(/best move.*·/); /* that says nothing beside reasons */
    chances.push(Number(/([\d.]+)%/.exec(words)?.[1] ?? 0));
    await slip.locator('[data-act=next-hint]').click();
  }
  expect(chances[0]).toBeGreaterThan(0);
  expect(chances).toEqual([...chances].sort((a, b) => b - a)); /* the first is the best */
  await expect(page.locator('.board .advice').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('Why? tells the decisions of the bot’s last turn', async ({ page }) => {
  const record = await recordUntil('fifth,board=random,start=draft', has('roll'));
  const errors = await goOn(page, record, 'fifth,board=random,start=draft');
  /* Ending the turn can be a decision; once it was the only one ever reported. */
  let asked = 0;
  const told = async (): Promise<boolean> => {
    const mine = '[data-act=roll]:not([aria-disabled=true])';
    if (!(await page.locator(mine).count())) return false;
    for (const seat of [1, 2]) {
      await page.locator(`[data-seat="${seat}"]`).click();
      await page.locator('[data-act=why]').click();
      const slip = page.locator(`[data-why="${seat}"]`);
      await expect(slip.locator('li').first()).toBeVisible();
      expect(await overIsland(page, '[data-why]')).toEqual([]);
      const words = (await slip.locator('li b').allTextContents()).join('; ');
      expect(words).not.toMatch(NOTATION);
      expect(words).not.toMatch(/[:,] *[–-]|\bYou\b/); /* sentences, not lists of arguments */
      expect(words).not.toMatch(/(Accept|Decline) offer/); /* which one? */
      for (const reasons of await slip.locator('li small').allTextContents()) {
        expect(reasons).not.toMatch(/^$|slip.*·/i); /* a slip has no good reasons */
        expect(reasons).not.toMatch(/\. ·|\.$/); /* a list, not half sentences */
      }
      await page.keyboard.press('Escape');
      await expect(slip).toHaveCount(0);
      expect(++asked, `nobody tells more than this: ${words}`).toBeLessThan(60);
      if (/Road|Settlement|City|Buy|Trade|Offer|Knight|robber/i.test(words)) return true;
    }
    return false;
  };
  await playUntil(page, told, 5);
  expect(errors).toEqual([]);
});

test('the log tells what a roll brought whom, and where was built', async ({ page }) => {
  const record = await recordUntil('fifth', has('end', 'settle'));
  const errors = await goOn(page, record, 'fifth');
  await settled(page);
  const gains = page.locator('[aria-label=Log] .gain');
  await expect(gains.first()).toBeVisible();
  expect((await gains.first().textContent())!.trim()).toMatch(/\w+.*\d/); /* who, and what */
  await page.click('[data-act=settle]');
  await press(page.locator('.board [data-place]').first());
  const line = log(page).last();
  await expect(line).toContainText(/settlement/i);
  await expect(line).toContainText(/\d/); /* by the numbers around it */
  await expect(line).not.toContainText(NOTATION);
  /* The focus moves to what comes next. */
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  expect(errors).toEqual([]);
});

test('discards take one line, whoever gave back how many', async ({ page }) => {
  let sevens = 0;
  const rules = 'fifth,hand_limit=2';
  const record = await recordUntil(rules, (menu) => has('discard')(menu) && ++sevens > 3);
  const errors = await goOn(page, record, rules);
  await expect(page.locator('[aria-label=Log] .lost').first()).toBeVisible();
  const twice = await page.locator('[aria-label=Log] .lost').evaluateAll(
    (all) =>
      all.filter((e) => {
        const names = [...e.querySelectorAll('b')].map((b) => b.textContent);
        return new Set(names).size < names.length;
      }).length,
  );
  expect(twice).toBe(0);
  expect(errors).toEqual([]);
});

test('names of development cards never overlap, and all can be pressed', async ({ page }) => {
  const rules = 'fifth,points=20'; /* long games, full hands */
  const record = await recordUntil(
    rules,
    (menu) =>
      ['knight', 'plenty', 'monopoly', 'road-building'].filter((d) => has(d)(menu)).length > 1,
    2,
    collecting,
  );
  await goOn(page, record, rules);
  for (const card of await page.locator('[data-dev]').all())
    expect(await card.getAttribute('aria-label')).toContain(
      (await card.locator('svg').last().textContent())!.trim(),
    );
  for (const [width, height] of sizes('1280x720 390x844')) {
    await page.setViewportSize({ width, height });
    const wrong = (): Promise<number> =>
      page.locator('[data-dev]').evaluateAll((cards) => {
        const names = cards.map((c) => c.querySelector('text')!.getBoundingClientRect());
        let over = 0;
        names.forEach((a, i) =>
          names.slice(i + 1).forEach((b) => {
            if (
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
            )
              over += 1;
          }),
        );
        return over;
      });
    expect(await page.locator('[data-dev]').count()).toBeGreaterThan(1);
    await expect.poll(wrong, { message: `${width}x${height}` }).toBe(0);
  }
});

test('a player who cannot pay gets that reason first; sound is one press away', async ({
  page,
}) => {
  /* nothing to build with: no place and no cards */
  const record = await recordUntil(
    'fifth',
    (menu) => has('end')(menu) && !menu.some((a) => /^0 (bank|road|settle|buy|offer)/.test(a)),
  );
  const errors = await goOn(page, record, 'fifth');
  await settled(page);
  await press(page.locator('[data-act=settle]'));
  await expect(page.locator('[data-notice]')).toContainText(/pay|cards|lack|need/i);
  await page.click('[data-act=menu]');
  const sound = page.locator('[data-act=sound]');
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  expect(errors).toEqual([]);
});
