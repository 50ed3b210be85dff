/* states.ts -- every state of the page, brought about as a person would, and a picture of it at five sizes, light
 * and dark, in English and in German. scripts/contact.mjs puts them side by side. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { goOn, open, playToEnd, playUntil, press, RIVALS, together, wish } from './drive';
import { recordUntil } from './long';
import { offer, readyToTrade } from './offer';
import { make, sitDown, start, test } from './server';

const SIZES = ['1280x720', '1440x900', '1920x1080', '820x1180', '390x844'];
const OUT = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));

/* Pictures of the page as it is now. Only what CSS decides may change in between. */
async function shoot(page: Page, state: string, language: string): Promise<void> {
  const was = page.viewportSize()!;
  mkdirSync(`${OUT}${state}`, { recursive: true });
  for (const theme of ['light', 'dark'])
    for (const size of SIZES) {
      const [width, height] = size.split('x').map(Number);
      await page.setViewportSize({ width, height });
      await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
      await page.waitForTimeout(400); /* what glides arrives */
      await page.screenshot({
        path: `${OUT}${state}/${language}-${theme}-${size}.png`,
        animations: 'disabled',
      });
    }
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  await page.setViewportSize(was);
  await page.waitForTimeout(200);
}

const yes = async (page: Page, selector: string): Promise<boolean> =>
  (await page.locator(selector).count()) > 0;
const BOTS = (n: number, level = 'club') => Array.from({ length: n }, () => ({ level }));
const verbs =
  (...wanted: string[]) =>
  (menu: string[]): boolean =>
    wanted.every((v) => menu.some((a) => a.startsWith(`0 ${v}`)));
/* At the seat's n-th decision. */
const later = (n: number) => (): boolean => n-- <= 0;

for (const language of ['en', 'de']) {
  /* Screens that an address opens. */
  for (const [name, path] of [
    ['home', ''],
    ['new-game', '#/new'],
    ['settings', '#/settings'],
    ['keys', '#/settings/keys'],
    ['almanac', '#/almanac'],
    ['learn', '#/learn'],
    ['lesson', '#/lesson/catan'],
    ['my-games', '#/records'],
    ['verify', '#/verify'],
    ['nowhere', '#/no-such-place'],
  ])
    test(`${name}: ${language}`, async ({ page }) => {
      await open(page, path, { language });
      await page.waitForTimeout(1500);
      await shoot(page, name, language);
    });

  /* States of a game alone, each from a game that bots played up to there. */
  const STATES: [string, (menu: string[]) => boolean, ((page: Page) => Promise<void>)?, string?][] =
    [
      ['set-up', verbs('settle'), undefined, 'fifth,board=random,start=draft'],
      ['roll', verbs('roll')],
      ['own-turn', verbs('end', 'road', 'bank')],
      ['build', verbs('end', 'settle'), (p) => p.click('[data-act=settle]')],
      ['robber', verbs('robber')],
      ['discard', verbs('discard'), (p) => press(p.locator('[data-discard]').first())],
      [
        'cards',
        (menu) => verbs('end')(menu) && menu.some((a) => /plenty|monopoly/.test(a)),
        (p) => p.locator('[data-dev]:not([aria-disabled=true])').first().click(),
      ],
      [
        'composer',
        verbs('end', 'bank'),
        async (p) => {
          await press(p.locator('[data-give]:not([aria-disabled=true])').first());
          await press(p.locator('[data-get]:not([aria-disabled=true])').last());
        },
      ],
      [
        'hint',
        verbs('end', 'road'),
        async (p) => {
          await p.click('[data-act=hint]');
          await expect(p.locator('[data-act=take-hint]').first()).toBeVisible();
        },
      ],
      [
        'why',
        verbs('end', 'road'),
        async (p) => {
          await p.locator('[data-seat]').first().click();
          await p.waitForTimeout(1500);
        },
      ],
      ['statistics', verbs('end', 'road'), (p) => p.click('[data-act=stats]')],
      ['menu', verbs('end', 'road'), (p) => p.click('[data-act=menu]')],
      ['refusal', verbs('roll'), (p) => press(p.locator('[data-act=settle]'))],
      ['helpers', verbs('end'), undefined, 'fifth+helpers'],
      ['struggle', verbs('draw'), undefined, 'struggle'],
      ['struggle-late', later(30), undefined, 'struggle'],
    ];
  for (const [name, there, act, rules = 'fifth'] of STATES)
    test(`${name}: ${language}`, async ({ page }) => {
      const record = await recordUntil(rules, there, 3);
      await goOn(page, record, rules, { language });
      await page.waitForTimeout(800);
      await act?.(page);
      await shoot(page, name, language);
    });

  test(`the end: ${language}`, async ({ page }) => {
    await wish(page, 'fifth,board=random,start=draft,points=5', RIVALS);
    await open(page, '', { language });
    await page.click('[data-act=play-now]');
    await playUntil(
      page,
      async () =>
        Math.max(...(await page.locator('[data-seat] .vp').allTextContents()).map(parseFloat)) >= 4,
      11,
    );
    await page.evaluate(() => {
      const s = JSON.parse(localStorage.getItem('skerry.settings')!) as Record<string, unknown>;
      localStorage.setItem('skerry.settings', JSON.stringify({ ...s, speed: 4 }));
    });
    await page.reload();
    const scene = page.locator('[data-victory]');
    await together([page], () => scene.isVisible());
    await page.mouse.click(640, 240);
    await page.waitForTimeout(1000);
    await shoot(page, 'victory', language);
    await scene.locator('[data-act=all]').click();
    await expect(page.locator('[data-after=done]')).toBeVisible({ timeout: 300_000 });
    await shoot(page, 'final', language);
    await page.locator('[data-final] [data-act=replay]').click();
    await expect(page.getByRole('slider')).toBeVisible();
    await page.waitForTimeout(1500);
    await shoot(page, 'replay', language);
  });

  test(`the end of the card game: ${language}`, async ({ page }) => {
    await wish(page, 'struggle,points=4', RIVALS);
    await open(page, '', { language });
    await page.click('[data-act=play-now]');
    await playToEnd(page, 11);
    await expect(page.locator('[data-after=done]')).toBeVisible({ timeout: 300_000 });
    await shoot(page, 'struggle-final', language);
  });

  test(`the same screen: ${language}`, async ({ page }) => {
    await wish(page, 'fifth', [
      { name: 'Ada', kind: 'human' },
      { name: 'Ben', kind: 'human' },
      { name: 'Cleo', kind: 'bot' },
    ]);
    await open(page, '', { language });
    await page.click('[data-act=play-now]');
    await expect(page.locator('[data-act=lift]')).toBeVisible();
    await shoot(page, 'curtain', language);
  });

  test(`before the game with friends: ${language}`, async ({ server, person }) => {
    const ada = await person('Ada', { language }),
      ben = await person('Ben', { language });
    await ada.goto(`${server.url}#/friends`);
    await expect(ada.locator('[data-act=start]')).toBeVisible();
    await ada.waitForTimeout(1000);
    await shoot(ada, 'waiting-room', language);
    await ada.click('[data-act=change]');
    await ada.waitForTimeout(500);
    await shoot(ada, 'table-rules', language);
    await ben.goto(`${server.url}#/lobby`);
    await ben.waitForTimeout(1000);
    await shoot(ben, 'lobby', language);
  });

  test(`offers and talk: ${language}`, async ({ server, person }) => {
    const from = await person('Ada', { language }),
      to = await person('Ben', { language });
    const id = await readyToTrade(server, from, to);
    await offer(from, to);
    await shoot(to, 'offer-to-you', language);
    await shoot(from, 'own-offer', language);
    await to.click('[data-act=counter]');
    await shoot(to, 'counter', language);
    const eve = await person('Eve', { language });
    await eve.goto(`${server.url}t/${id}`);
    await expect(eve.locator('main.board')).toBeVisible();
    await shoot(eve, 'spectating', language);
    await server.kill();
    await expect(eve.locator('[data-act=try-now], .trouble').first()).toBeVisible();
    await shoot(eve, 'lost-connection', language);
  });

  test(`paused: ${language}`, async ({ person, table }) => {
    const ada = await person('Ada', { language }),
      ben = await person('Ben', { language });
    await table([ada, ben], { rules: 'fifth,board=random,start=draft' });
    await ada.click('[data-act=menu]');
    await ada
      .getByRole('button', { name: language === 'de' ? /^Pause/ : 'Pause' })
      .first()
      .click();
    await expect(ben.locator('[data-act=yes]')).toBeVisible();
    await shoot(ben, 'asked', language);
    await ben.locator('[data-act=yes]').click();
    await expect(ada.locator('[data-paused]')).toBeVisible();
    await shoot(ada, 'paused', language);
  });

  test(`six with everything: ${language}`, async ({ server, person }) => {
    const ada = await person('Ada', { language });
    const id = await make(server, ada, {
      rules: 'fifth-56+helpers',
      players: 6,
      memory: true,
      clock: { bank: 3000, increment: 600 },
      seats: [null, ...BOTS(5, 'random')],
    });
    await sitDown(server, ada, id);
    await start(ada);
    let looks = 0;
    await playUntil(
      ada,
      async () =>
        ++looks > 30 &&
        (await yes(ada, '[data-act=end]:not([aria-disabled=true])')) &&
        !(await yes(ada, 'dialog[open], [data-place]')),
      3,
    );
    await shoot(ada, 'six', language);
  });

  test(`a television: ${language}`, async ({ server, person }) => {
    const screen = await person('Table', { language });
    await screen.goto(`${server.url}#/lobby`);
    await screen.click('[data-act=make-screen]');
    await expect(screen.locator('[data-seat] figure svg[role=img]').first()).toBeVisible();
    await shoot(screen, 'television-waiting', language);
    const links = await screen
      .locator('figure svg[role=img]')
      .evaluateAll((s) =>
        s.map((x) => x.getAttribute('aria-label')!.replace(/^.*?(http\S+)$/, '$1')),
      );
    for (const [i, name] of ['Ada', 'Ben', 'Cleo', 'Dora'].slice(0, links.length).entries()) {
      const p = await person(name, { phone: true, language });
      await p.goto(links[i]);
      await expect(p.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
    }
    await start(screen);
    await expect(screen.locator('.board').first()).toBeVisible();
    await screen.mouse.move(640, 400);
    await shoot(screen, 'television', language);
  });
}
