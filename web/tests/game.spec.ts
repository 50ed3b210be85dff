/* game.spec.ts -- whole games by mouse, and the page around them: dialogs, reloads, speeds. */
import { expect, test, type Page } from '@playwright/test';
import { sound } from './axe';
import {
  addsUp,
  ALONE,
  finalTable,
  goOn,
  log,
  open,
  playToEnd,
  playUntil,
  points,
  press,
  RIVALS,
  sizes,
  wish,
  wonWith,
} from './drive';
import { longRecord, recordNearEnd, recordUntil } from './long';

test('a whole game by clicking, from one click on Play now', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft', RIVALS);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await playToEnd(page, 1);
  await finalTable(page, 3);
  await wonWith(page, 10);
  await addsUp(page);
  expect(errors).toEqual([]);
});

test('a whole game of the card game by clicking', async ({ page }) => {
  await wish(page, 'struggle', RIVALS);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await playToEnd(page, 3);
  await finalTable(page, 3);
  await wonWith(page, 10);
  await addsUp(page);
  expect(errors).toEqual([]);
});

test('five people with helpers and special building play on the large island', async ({ page }) => {
  await wish(page, 'fifth-56+helpers,points=5', [
    ...RIVALS,
    { name: 'Bot D', kind: 'bot' },
    { name: 'Bot E', kind: 'bot' },
  ]);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await playToEnd(page, 5);
  await finalTable(page, 5);
  expect(errors).toEqual([]);
});

test('a press meant for what a dialog covers does not close it', async ({ page }) => {
  await page.clock.install();
  await wish(page, 'fifth,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.click('[data-act=menu]');
  await expect(page.locator('dialog[open]')).toBeVisible();
  await page.mouse.click(3, 3);
  await page.locator('dialog[open] [data-act=leave]').click({ force: true });
  await expect(page.locator('dialog[open]')).toBeVisible();
  await page.clock.runFor(1000);
  await page.mouse.click(3, 3);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('a game in progress survives closing the page, and goes on to its end', async ({
  page,
  context,
}) => {
  await wish(page, 'fifth,board=random,start=draft,points=5,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  /* At some point the test does not roll: nobody else acts while it looks, and no press is
   * pending. */
  const roll = 'body:has([aria-label=Log] li:nth-child(26)) [data-act=roll]';
  await playUntil(
    page,
    async () => page.locator(`${roll}:not([aria-disabled=true])`).isVisible(),
    1,
    roll,
  );
  const held = (p: Page): Promise<(string | null)[]> =>
    p
      .getByRole('region', { name: 'Your hand' })
      .getByRole('button')
      .evaluateAll((b) => b.map((x) => x.getAttribute('aria-label')));
  const before = await points(page),
    last = await log(page).last().textContent(),
    hand = await held(page);
  await page.close();
  const again = await context.newPage();
  await open(again);
  await again.click('[data-act=resume]');
  await expect(log(again).last()).toHaveText(last!);
  await expect.poll(() => points(again)).toEqual(before);
  await expect.poll(() => held(again)).toEqual(hand);
  await playToEnd(again, 2);
});

test('a refusal says why in words and leads to the rule', async ({ page }) => {
  await open(page);
  await page.click('[data-act=play-now]');
  await press(page.locator('[data-act=city]'));
  await expect(page.locator('[data-notice]')).toBeVisible();
  await page.locator('[data-notice] a').click();
  await expect(page.locator('h1')).toHaveText('Almanac');
  await expect(page.locator('section.at')).toBeVisible();
});

test('whom to rob is chosen on the board, by mouse or keyboard', async ({ page }) => {
  /* As on a slow device: the focus must not go elsewhere in the frames after a change. */
  await page.addInitScript(() => {
    window.requestAnimationFrame = (draw) =>
      setTimeout(() => draw(performance.now()), 300) as unknown as number;
    window.cancelAnimationFrame = clearTimeout;
  });
  /* a hex with two to rob: "0 robber C3 1", "0 robber C3 2" */
  const twice = (menu: string[]): string | undefined =>
    menu
      .map((a) => /^0 robber (\w+) /.exec(a)?.[1])
      .find((hex, i, all) => hex && all.indexOf(hex) !== i);
  let hex = '';
  const record = await recordUntil('fifth', (menu) => (hex = twice(menu) ?? '') !== '');
  const errors = await goOn(page, record, 'fifth');
  const prey = page.locator('.board [data-rob]'),
    there = page.locator(`.board .spot[data-place=${hex}]`);
  await press(there);
  expect(
    await prey.evaluateAll((all) => new Set(all.map((e) => e.getAttribute('data-rob'))).size),
  ).toBe(2);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(page.locator('[data-now]')).toContainText('rob');
  await sound(page, 'whom to rob', false);
  /* Back to the choice of a hex, and here again with the keyboard: the focus follows. */
  await page.keyboard.press('Escape');
  await expect(prey).toHaveCount(0);
  await there.focus();
  await page.keyboard.press('Enter');
  await expect(prey.and(page.locator(':focus'))).toHaveCount(1);
  const victim = prey.first(),
    whom = /Rob (.*), (\d+)/.exec((await victim.getAttribute('aria-label'))!)!;
  expect(await victim.locator('text').textContent()).toBe(whom[2]);
  await press(victim);
  await expect(prey).toHaveCount(0);
  await expect(
    log(page)
      .filter({ hasText: `from ${whom[1]}` })
      .last(),
  ).toBeVisible();
  expect(errors).toEqual([]);
});

test('what a roll brings is counted where the cards arrive', async ({ page }) => {
  const bots = RIVALS.map((p) => ({ ...p, kind: 'bot' }));
  const record = await recordUntil('fifth', (menu) => menu.includes('0 roll'));
  /* what rises, and the gains that the log had told by then */
  await page.addInitScript(() => {
    const seen = ((window as unknown as { rose: string[][] }).rose = []) as string[][];
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver((list) => {
        const now = list.flatMap((m) =>
          [...m.addedNodes].filter((n) => n instanceof HTMLElement && n.matches('.rise')),
        );
        if (now.length) seen.push(now.map((n) => n.textContent!));
      }).observe(document.body, { childList: true, subtree: true }),
    );
  });
  await goOn(page, record, 'fifth', { speed: 4 }, bots);
  const rose = (): Promise<string[][]> =>
    page.evaluate(() => (window as unknown as { rose: string[][] }).rose);
  await expect.poll(async () => (await rose()).length).toBeGreaterThan(0);
  const gains = await page
    .locator('.gains')
    .evaluateAll((all) =>
      all.map((p) =>
        [...p.querySelectorAll('.gain')].map(
          (g) =>
            `+${[...g.querySelectorAll('.sr')]
              .flatMap((e) => e.textContent!.match(/\d+(?= )/g) ?? [])
              .reduce((n, x) => n + Number(x), 0)}`,
        ),
      ),
    );
  expect(gains).toContainEqual((await rose())[0]);
});

test('hexes that a roll lit go out again, also if the game goes on at once', async ({ page }) => {
  await goOn(page, await recordUntil('fifth', (menu) => menu.includes('0 roll')), 'fifth');
  const glow = page.locator('.board .glow');
  await press(page.locator('[data-act=roll]'));
  await expect(glow).not.toHaveCount(0);
  await press(page.locator('[data-act=end]:not([aria-disabled=true])'));
  await expect(glow).toHaveCount(0, { timeout: 10_000 });
});

test('the brigands are paid with cards from the hand', async ({ page }) => {
  const record = await recordUntil('struggle', (menu) => menu.some((a) => / discard /.test(a)));
  const errors = await goOn(page, record, 'struggle');
  const send = page.locator('[data-act=discard]'),
    up = page.locator('.fan .up');
  const owed = Number(/\/(\d+)/.exec((await send.textContent())!)![1]);
  await expect(page.locator('.prompt')).toHaveCount(0);
  await expect(send).toBeDisabled();
  await sound(page, 'paying the brigands', false);
  /* a card that stands up is put back with another tap */
  await press(page.locator('[data-discard]').first());
  await expect(up).toHaveCount(1);
  await up.click({ position: { x: 4, y: 20 } });
  await expect(up).toHaveCount(0);
  for (let n = 0; n < owed; n++) {
    const free = page.locator('[data-discard]:has(.c:not(.up))').first();
    await press(free);
    await expect(up).toHaveCount(n + 1);
  }
  await expect(send).toContainText(`${owed}/${owed}`);
  await send.click();
  await expect(send).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('an own step can be taken back until something is revealed', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await press(page.locator('.board [data-place]').first());
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
  const take = page.locator('[data-act=take-hint]');
  /* it lies on no hex and on no button of the dock, on a laptop or a phone */
  for (const [width, height] of sizes('1280x720 390x844 820x1180 844x390 1280x800')) {
    await page.setViewportSize({ width, height });
    await expect(take).toBeVisible();
    const covered = (): Promise<string[]> =>
      page.evaluate(() => {
        const slip = document.querySelector('[data-hint]')!.getBoundingClientRect();
        return [...document.querySelectorAll('.board [data-hex], .acts .btn')]
          .filter((e) => {
            const r = e.getBoundingClientRect();
            return (
              Math.min(r.right, slip.right) - Math.max(r.left, slip.left) > 2 &&
              Math.min(r.bottom, slip.bottom) - Math.max(r.top, slip.top) > 2
            );
          })
          .map((e) => e.outerHTML.slice(0, 80));
      });
    await expect.poll(covered, { message: `${width}x${height}`, timeout: 10_000 }).toEqual([]);
  }
  await take.click();
  await expect(page.locator('[data-now]')).toContainText('road');
});

test('a game of three thousand entries opens and is played on', async ({ page }) => {
  /* src/table/localTable.test.ts counts the page's work per entry; here a real browser does it. */
  const errors = await open(page);
  const record = await longRecord(3000);
  await page.evaluate(
    (r) =>
      localStorage.setItem(
        'skerry.game.long',
        JSON.stringify({
          v: 1,
          id: 'long',
          game: 'catan',
          ruleset: 'fifth,points=30',
          record: r,
          people: [
            { name: 'Ada', kind: 'human' },
            { name: 'Bo', kind: 'bot', level: 'random' },
          ],
          seq: 3000,
          at: 1,
          over: false,
          winner: null,
        }),
      ),
    record,
  );
  await page.reload();
  await page.click('[data-act=resume]');
  await expect(page.locator('[data-now]')).toBeVisible();
  const size = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);
  const before = await size();
  /* Sixty checks later, and not in the middle of a choice, which may show many cards. */
  let looks = 0;
  await playUntil(
    page,
    async () =>
      ++looks > 60 && (await page.locator('dialog[open], .prompt, [data-place]').count()) === 0,
  );
  expect(await size()).toBeLessThan(before + 500);
  const written = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((k) => k.startsWith('skerry.part.'))
      .map((k) => localStorage[k].length as number),
  );
  expect(written.length).toBeGreaterThan(20);
  expect(Math.max(...written)).toBeLessThan(20_000);
  expect(errors).toEqual([]);
});

for (const [rules, speed] of [
  ['fifth', 4],
  ['struggle', 0] /* without motion, it is there at once */,
] as const)
  test(`${rules}: the end is a scene, then the final screen`, async ({ page }) => {
    const bots = RIVALS.map((p) => ({ ...p, kind: 'bot', level: 'club' }));
    const errors = await goOn(page, await recordNearEnd(rules), rules, { speed }, bots);
    const scene = page.locator('[data-victory]');
    await expect(scene).toBeVisible();
    await expect(scene).toContainText(/win.*Ada/s);
    await expect(scene.getByRole('heading', { level: 1 })).toBeFocused();
    /* who was ahead, and when: a band for everybody */
    await expect(scene.locator('.curve .band')).toHaveCount(3);
    /* what made the points: numbers that add up, each with its words */
    await expect(async () => {
      const rows = await scene.locator('li').evaluateAll((list) =>
        list.map((li) => ({
          points: Number(li.querySelector('.vp')!.textContent),
          parts: [...li.querySelectorAll('.made > *')].map((e) => parseInt(e.textContent!)),
        })),
      );
      expect(rows.map((r) => r.parts.reduce((n, p) => n + p, 0))).toEqual(
        rows.map((r) => r.points),
      );
    }).toPass({ timeout: 5000 });
    const part = scene.getByRole('img', { name: /^\d settlements?: \d points?$/ });
    await expect(part).not.toHaveCount(0);
    /* What comes next is there, in full sight, on the smallest laptop and on a phone. */
    for (const [width, height] of sizes('1280x720 390x844 844x390')) {
      await page.setViewportSize({ width, height });
      await page.mouse.click(width / 2, height / 3); /* any tap: its end */
      for (const act of ['again', 'replay', 'share-picture', 'all'])
        await scene.locator(`[data-act=${act}]`).click({ trial: true });
      const free = () =>
        scene.locator('[data-act]').evaluateAll(
          (list) =>
            list.filter((e) => {
              const r = e.getBoundingClientRect();
              return [0.2, 0.5, 0.8].every((f) =>
                [0.2, 0.5, 0.8].every((g) =>
                  e.contains(document.elementFromPoint(r.x + r.width * f, r.y + r.height * g)),
                ),
              );
            }).length,
        );
      await expect.poll(free).toBe(4);
      /* upright on a phone, the whole island lies between the banner and the ranking */
      const apart = () =>
        scene.evaluate((e) => {
          const { top } = e.querySelector('li')!.getBoundingClientRect(),
            { bottom } = e.querySelector('.banner')!.getBoundingClientRect(),
            hexes = [...document.querySelectorAll('.board .hit, .board .hex')].map((x) =>
              x.getBoundingClientRect(),
            );
          return hexes.length && hexes.every((r) => r.top >= bottom && r.bottom <= top);
        });
      if (rules === 'fifth' && width < 400) await expect.poll(apart, { timeout: 9000 }).toBe(true);
    }
    await sound(page, 'the victory scene');
    await scene.locator('[data-act=all]').click();
    await finalTable(page, 3);
    await expect(page.locator('[data-victory]')).toHaveCount(0);
    expect(errors).toEqual([]);
  });
