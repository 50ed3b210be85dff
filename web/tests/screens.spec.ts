/* screens.spec.ts -- every screen is accessible, in every theme and language, with no text left untranslated. */
import { expect, test, type Page } from '@playwright/test';
import { sound } from './axe';
import { ALONE, open, playUntil, points, RIVALS, toFinal, together, wish } from './drive';

/* Nothing untranslated: no id of a text is ever shown. */
async function translated(page: Page): Promise<void> {
  const text = await page.locator('body').innerText();
  expect(
    text.match(
      /\b(log|now|do|trade|seat|kind|home|stats|option|reason|struggle|phrase|why|hint|choice|dev|helper)\.[a-z]+[a-z.-]*\b/g,
    ),
  ).toBeNull();
}

/* On the desktop in both languages, in one of them in every theme; on a phone (the second project) once. */
for (const language of ['en', 'de']) {
  test(`every screen is accessible: ${language}`, async ({ page }, { project }) => {
    const themes = language === 'en' && project.name === 'desktop';
    const errors = await open(page, '', { language });
    await expect(page.locator('h1')).toBeVisible();
    await sound(page, 'home', themes);
    /* Never two of one kind in a row, so that each must set its own title. */
    for (const screen of [
      'new',
      'settings',
      'new/same',
      'records',
      'settings/keys',
      'almanac',
      'learn',
      'lesson/catan',
      'notices',
      'lesson/struggle',
      'verify',
      'nowhere',
    ]) {
      await page.locator('h1').evaluate((e) => {
        e.dataset.last = '';
      });
      await page.goto(`#/${screen}`);
      await expect(page.locator('h1:not([data-last])')).toBeVisible();
      await expect(page.locator('[role=status]:text("…")')).toHaveCount(0);
      await sound(page, screen, themes);
      await translated(page);
    }
    expect(errors).toEqual([]);
  });

  test(`every table is accessible: ${language}`, async ({ page }, { project }) => {
    const themes = language === 'en' && project.name === 'desktop';
    await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
    const errors = await open(page, '', { language });
    await page.click('[data-act=play-now]');
    await expect(page.locator('.board [data-place]').first()).toBeVisible();
    await sound(page, 'placing', themes);
    await playUntil(
      page,
      async () => (await page.locator('[data-act=end]:not([aria-disabled=true])').count()) > 0,
      1,
      '[data-act=end]',
    );
    await sound(page, 'the table', themes);
    await page.locator('[data-act=hint]').click();
    await expect(page.locator('[data-act=take-hint]').first()).toBeVisible();
    await sound(page, 'hint', themes);
    await page.keyboard.press('Escape');
    await page.locator('[data-seat="1"] button').first().click();
    await expect(page.locator('[data-act=why]')).toBeVisible();
    await sound(page, 'note', themes);
    await page.locator('[data-act=why]').click();
    await expect(page.locator('[data-why] li').first()).toBeVisible();
    await sound(page, 'why', themes);
    await translated(page);
    await page.keyboard.press('Escape');
    for (const [key, name] of [
      ['?', 'keys'],
      ['/', 'command line'],
    ]) {
      await page.keyboard.press(key);
      await expect(page.locator('dialog[open]')).toBeVisible();
      await sound(page, name, themes);
      await page.keyboard.press('Escape');
    }
    for (const name of ['menu', 'stats']) {
      await page.locator(`[data-act=${name}]`).click();
      await expect(page.locator('dialog[open]')).toBeVisible();
      await sound(page, name, themes);
      await translated(page);
      await page.keyboard.press('Escape');
    }
    await translated(page);
    expect(errors).toEqual([]);
  });

  test(`the card game, the curtain, the end and the replay are accessible: ${language}`, async ({
    page,
  }, { project }) => {
    const themes = language === 'en' && project.name === 'desktop';
    await wish(page, 'struggle,points=4', [
      { name: 'Ada', kind: 'human' },
      { name: 'Ben', kind: 'human' },
    ]);
    const errors = await open(page, '', { language });
    await page.click('[data-act=play-now]');
    await expect(page.locator('[data-act=lift]')).toBeVisible();
    await sound(page, 'curtain', themes);
    await page.click('[data-act=lift]');
    await expect(page.locator('[data-kind]').first()).toBeVisible();
    await sound(page, 'the table of the card game', themes);
    await translated(page);
    await together([page]);
    await toFinal(page);
    await expect(page.locator('[data-after=done]')).toBeVisible({
      timeout: 300_000,
    }); /* as long as it takes */
    /* the numbers behind a plot are opened the same way everywhere */
    const colours = await page
      .locator('dialog summary')
      .evaluateAll((all) => all.map((e) => getComputedStyle(e).color));
    expect(colours.length).toBeGreaterThan(1);
    expect(new Set(colours).size).toBe(1);
    await sound(page, 'the end', themes);
    await translated(page);
    await page.click('[data-act=replay]');
    await expect(page.getByRole('slider')).toBeVisible();
    await sound(page, 'replay', themes);
    expect(errors).toEqual([]);
  });
}

test('the language changes without a reload', async ({ page }) => {
  await open(page, '#/settings');
  await page.evaluate(() => {
    (window as unknown as { kept: boolean }).kept = true;
  });
  await page.getByText('Deutsch').click();
  await expect(page.locator('h1')).toHaveText('Einstellungen');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await page.evaluate(() => (window as unknown as { kept?: boolean }).kept)).toBe(true);
});

test('the first page as a screen reader finds it', async ({ page }) => {
  await open(page);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - heading "Skerry" [level=1]
      - button /Play now/
      - link /With friends/
      - link /Same screen/
      - navigation "More":
        - link "New game"
        - link "Open tables"
        - link "Settings"
  `);
});

test('the table as a screen reader finds it', async ({ page }) => {
  await wish(page, 'fifth,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-act=roll]:not([aria-disabled=true])')).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "Skerry, start page"
      - heading "Fifth edition" [level=1]
      - button "Undo" [disabled]
      - button "Hint"
      - button "Statistics"
      - button "Menu"
    - main "Board":
      - group /The island, 19 hexes/
    - region "Your hand":
      - group "Resource cards":
        - button /\\d (brick|lumber|wool|grain|ore)/
    - region "Actions":
      - toolbar "Roll, build, buy":
        - button /Road .* left/
        - button /Settlement .* left/
        - button /City .* left/
        - button /1 wool, 1 grain, 1 ore/
        - button /Roll/
  `);
});

test('the table of the card game as a screen reader finds it', async ({ page }) => {
  await wish(page, 'struggle', [
    { name: 'Ada', kind: 'human' },
    { name: 'Ben', kind: 'human' },
  ]);
  await open(page);
  await page.click('[data-act=play-now]');
  await page.click('[data-act=lift]');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - list "The others":
        - listitem:
          - text: /Ada|Ben/
          - img /cards in hand/
      - group "Market":
        - button
    - region "Your hand":
      - group "Resource cards":
        - button /^\\d (brick|lumber|wool|grain|ore)$/
    - region "Actions"
  `);
});

/* Kept in shots/, to look at. */
for (const [game, enough] of [
  ['fifth,board=random', 8],
  ['struggle', 3],
] as const)
  test(`seen with the four colour-vision deficiencies: ${game}`, async ({ page }, info) => {
    await wish(page, game, [...RIVALS, { name: 'Bot D', kind: 'bot', level: 'beginner' }]);
    await open(page);
    await page.click('[data-act=play-now]');
    await playUntil(
      page,
      async () => (await points(page)).reduce((sum, vp) => sum + parseInt(vp), 0) >= enough,
    );
    await expect(page.locator('.now.mine')).toBeVisible(); /* and now everybody waits */
    const devtools = await page.context().newCDPSession(page);
    const seen = async (
      type: 'none' | 'protanopia' | 'deuteranopia' | 'tritanopia' | 'achromatopsia',
    ): Promise<string> => {
      await devtools.send('Emulation.setEmulatedVisionDeficiency', { type });
      return (
        await page.screenshot({
          animations: 'disabled',
          ...(type === 'none'
            ? {}
            : { path: `shots/${info.project.name}-${game.split(',')[0]}-${type}.png` }),
        })
      ).toString('base64');
    };
    const shots = [
      await seen('none'),
      await seen('protanopia'),
      await seen('deuteranopia'),
      await seen('tritanopia'),
      await seen('achromatopsia'),
    ];
    expect(new Set(shots).size).toBe(5); /* each shows it otherwise */
  });
