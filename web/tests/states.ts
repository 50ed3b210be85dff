/* states.ts -- every state of the page, reached as a person would, with a picture at five sizes,
 * light and dark, in English and German; some in French too, and axe has no finding in any of
 * them. scripts/contact.mjs puts them side by side. Existing pictures are not taken again: remove the folder of a state, or of all, to
 * start over. */
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { sound } from './axe';
import { goOn, open, playUntil, press, RIVALS, together, wish } from './drive';
import { recordNearEnd, recordUntil } from './long';
import { offer, readyToTrade } from './offer';
import { make, sitDown, start, test } from './server';

const SIZES = ['1280x720', '1366x768', '820x1180', '390x844', '844x390'];
/* texts have no colours of their own, so one language is enough for high contrast */
const themes = (language: string): string[] =>
  language === 'en' ? ['light', 'dark', 'contrast'] : ['light', 'dark'];
const OUT = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));
const file = (state: string, language: string, theme: string, size: string): string =>
  `${OUT}${state}/${language}-${theme}-${size}.png`;
const taken = (state: string, language: string): boolean =>
  themes(language).every((t) => SIZES.every((s) => existsSync(file(state, language, t, s))));

/* Pictures of the page as it is now. `reach` brings this state about at each size, as a person would there; without it,
 * only what CSS decides may change in between. */
async function shoot(
  page: Page,
  state: string,
  language: string,
  reach?: (page: Page) => Promise<void>,
): Promise<void> {
  if (taken(state, language)) return;
  const was = page.viewportSize()!;
  mkdirSync(`${OUT}${state}`, { recursive: true });
  for (const size of SIZES) {
    const [width, height] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    if (reach) {
      await page.waitForTimeout(200);
      await reach(page);
    }
    for (const theme of themes(language)) {
      await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
      await page.waitForTimeout(200); /* what glides arrives */
      const path = file(state, language, theme, size);
      await page.screenshot({ path, animations: 'disabled' });
    }
    /* texts have no colours of their own, so one language is enough for the other themes */
    await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
    if (language === 'en') await sound(page, `${state} at ${size}`);
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  await page.setViewportSize(was);
  await page.waitForTimeout(200);
}
/* Opens the sheet of a phone, or closes it; elsewhere there is none. */
async function sheet(page: Page, name: 'trade' | 'talk', open: boolean): Promise<void> {
  const tab = page.locator(`[data-act=panel-${name}][aria-pressed=${!open}]`);
  if (await tab.count()) await tab.click();
}
/* A test that takes pictures of these states, if some are missing. */
type Body = Parameters<typeof test>[2];
function scene(states: string[], language: string, body: Body): void {
  if (!states.every((s) => taken(s, language))) test(`${states.join(', ')}: ${language}`, body);
}

const yes = async (page: Page, selector: string): Promise<boolean> =>
  (await page.locator(selector).count()) > 0;
const BOTS = (n: number, level = 'club') => Array.from({ length: n }, () => ({ level }));
type There = (menu: string[]) => boolean;
const verbs =
  (...wanted: string[]): There =>
  (menu) =>
    wanted.every((v) => menu.some((a) => a.startsWith(`0 ${v}`)));
/* That, but not before the seat's n-th decision. */
const later =
  (n: number, there: There = () => true): There =>
  (menu) =>
    --n < 0 && there(menu);
/* A hex with two to rob. */
const both = (menu: string[]): string | undefined =>
  menu
    .map((a) => /^0 robber (\w+) /.exec(a)?.[1])
    .find((hex, i, all) => hex && all.indexOf(hex) !== i);
const rest = (page: Page): Promise<void> => page.waitForTimeout(800);

for (const language of ['en', 'de', 'fr']) {
  /* Screens that an address opens. */
  for (const [name, path] of [
    ['home', ''],
    ['new-game', '#/new'],
    ['same-screen', '#/new/same'],
    ['settings', '#/settings'],
    ['keys', '#/settings/keys'],
    ['almanac', '#/almanac'],
    ['learn', '#/learn'],
    ['lesson', '#/lesson/catan'],
    ['lesson-struggle', '#/lesson/struggle'],
    ['my-games', '#/records'],
    ['verify', '#/verify'],
    ['nowhere', '#/no-such-place'],
  ])
    scene([name], language, async ({ page }) => {
      await open(page, path, { language });
      await page.waitForTimeout(1500);
      await shoot(page, name, language);
    });

  /* States of a game alone, each from a game that bots played up to there. */
  let crowded = '';
  const STATES: [string, There, ((page: Page) => Promise<void>)?, string?][] = [
    ['set-up', verbs('settle'), undefined, 'fifth,board=random,start=draft'],
    ['roll', later(20, verbs('roll'))],
    ['own-turn', later(40, verbs('end', 'road', 'bank'))],
    ['build', verbs('end', 'settle'), (p) => p.click('[data-act=settle]')],
    ['robber', verbs('robber')],
    [
      'rob',
      (menu) => (crowded = both(menu) ?? '') !== '',
      (p) => press(p.locator(`.board .spot[data-place=${crowded}]`)),
    ],
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
    ['bots-offer', verbs('accept')],
    [
      'hint',
      verbs('end', 'road'),
      async (p) => {
        await p.click('[data-act=hint]');
        await expect(p.locator('[data-act=take-hint]').first()).toBeVisible();
      },
    ],
    ['note', later(20, verbs('end')), (p) => p.locator('[data-seat="1"]').click()],
    [
      'why',
      later(20, verbs('end')),
      async (p) => {
        /* a turn of theirs that the page has seen */
        await playUntil(
          p,
          () => yes(p, '[data-act=roll]:not([aria-disabled=true])'),
          1,
          '[data-act=roll]',
        );
        await p.locator('[data-seat="1"]').click();
        await p.locator('[data-act=why]').click();
        await expect(p.locator('[data-why] li').first()).toBeVisible();
      },
    ],
    ['statistics', later(40, verbs('end', 'road')), (p) => p.click('[data-act=stats]')],
    ['menu', verbs('end', 'road'), (p) => p.click('[data-act=menu]')],
    ['command', verbs('end', 'road'), (p) => p.keyboard.press('/')],
    ['refusal', verbs('roll'), (p) => press(p.locator('[data-act=settle]'))],
    ['helpers', later(12, verbs('end')), undefined, 'fifth+helpers'],
    ['struggle', verbs('draw'), undefined, 'struggle'],
    ['struggle-late', later(60, verbs('build')), undefined, 'struggle'],
    [
      'struggle-swap',
      verbs('swap-market', 'take-from'),
      (p) => p.locator('[data-market]').first().click(),
      'struggle',
    ],
    ['struggle-destiny', verbs('turn', 'leave'), undefined, 'struggle'],
    ['struggle-brigands', verbs('discard'), undefined, 'struggle'],
  ];
  const reach: Record<string, (page: Page) => Promise<void>> = {
    composer: (p) => sheet(p, 'trade', true),
  };
  const SOME = ['own-turn', 'composer', 'hint', 'struggle'];
  for (const [name, there, act, rules = 'fifth'] of STATES)
    if (language !== 'fr' || SOME.includes(name))
      scene([name], language, async ({ page }) => {
        const record = await recordUntil(rules, there, 3);
        await goOn(page, record, rules, { language });
        await rest(page);
        await act?.(page);
        await rest(page);
        await shoot(page, name, language, reach[name]);
      });

  for (const [game, rules] of [
    ['', 'fifth'],
    ['struggle-', 'struggle'],
  ]) {
    const shots = ['victory', 'final', 'replay'].map((s) => game + s);
    scene(shots, language, async ({ page }) => {
      const bots = RIVALS.map((p) => ({ ...p, kind: 'bot', level: 'club' }));
      await goOn(page, await recordNearEnd(rules), rules, { language, speed: 4 }, bots);
      const victory = page.locator('[data-victory]');
      await expect(victory.locator('.curve .band').first()).toBeVisible();
      await page.mouse.click(640, 240); /* the end of the scene */
      await rest(page);
      await shoot(page, shots[0], language);
      await victory.locator('[data-act=all]').click();
      await expect(page.locator('[data-after=done]')).toBeVisible({ timeout: 300_000 });
      await shoot(page, shots[1], language);
      await page.locator('dialog [data-act=replay]').click();
      await expect(page.getByRole('slider')).toBeVisible();
      await page.waitForTimeout(1500);
      await shoot(page, shots[2], language);
    });
  }

  if (language === 'fr') continue;

  scene(['curtain'], language, async ({ page }) => {
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

  scene(
    ['waiting-room', 'table-rules', 'guest', 'lobby', 'account', 'sent-away'],
    language,
    async ({ server, person }) => {
      const ada = await person('Ada', { language }),
        ben = await person('Ben', { language });
      await ada.goto(`${server.url}#/friends`);
      await expect(ada.locator('[data-act=start]')).toBeVisible();
      await ada.waitForTimeout(1000);
      await shoot(ada, 'waiting-room', language);
      await ada.click('[data-act=change]');
      await ada.waitForTimeout(500);
      await shoot(ada, 'table-rules', language);
      await ada.keyboard.press('Escape');
      const id = await make(server, ada, { rules: 'fifth', players: 4, public: true });
      await sitDown(server, ada, id);
      await ben.goto(`${server.url}#/lobby`);
      await ben.waitForTimeout(1000);
      await shoot(ben, 'lobby', language);
      await ben
        .locator('.account button, [data-act=account]')
        .or(ben.getByRole('button', { name: /Account|Konto/ }))
        .first()
        .click();
      await expect(ben.locator('dialog[open]')).toBeVisible();
      await shoot(ben, 'account', language);
      await sitDown(server, ben, id);
      await shoot(ben, 'guest', language);
      await ada.locator('[data-seat="1"] [data-act=kick]').click();
      await expect(ben.locator('[data-act=ready]')).toHaveCount(0);
      await shoot(ben, 'sent-away', language);
    },
  );

  scene(['name'], language, async ({ server, person }) => {
    const screen = await person('Table', { language }),
      guest = await person('', { language, phone: true });
    const id = await make(server, screen, { rules: 'fifth', players: 2, sit: null });
    await guest.goto(`${server.url}t/${id}?seat=1`);
    await expect(guest.locator('[data-name]')).toBeVisible();
    await shoot(guest, 'name', language);
  });

  scene(
    [
      'offer-to-you',
      'own-offer',
      'counter',
      'talk',
      'spectating',
      'lost-connection',
      'server-down',
    ],
    language,
    async ({ server, person }) => {
      const from = await person('Ada', { language }),
        to = await person('Ben', { language, kept: true });
      const id = await readyToTrade(server, from, to);
      await offer(from, to);
      await shoot(to, 'offer-to-you', language);
      await shoot(from, 'own-offer', language);
      await shoot(to, 'counter', language, async (p) => {
        await sheet(p, 'trade', false);
        await p.click('[data-act=counter]');
      });
      const field = (p: Page) => p.locator('form input[type=text], form input:not([type])').last();
      await field(from).fill(language === 'de' ? 'Hat jemand Holz übrig?' : 'Any lumber to spare?');
      await field(from).press('Enter');
      await shoot(to, 'talk', language, async (p) => {
        await sheet(p, 'talk', true);
        const phrases = p.locator('[data-act=phrases][aria-expanded=false]');
        if (await phrases.count()) await phrases.click();
        await rest(p);
      });
      const eve = await person('Eve', { language });
      await eve.goto(`${server.url}t/${id}`);
      await expect(eve.locator('main.board')).toBeVisible();
      await rest(eve);
      await shoot(eve, 'spectating', language);
      await to.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await to.reload(); /* now the page is kept here */
      await expect(to.locator('[data-now]')).toBeVisible();
      await server.kill();
      await expect(eve.locator('[data-act=try-now], .trouble').first()).toBeVisible();
      await shoot(eve, 'lost-connection', language);
      await to.reload();
      await expect(to.locator('[data-act=retry]')).toBeVisible();
      await shoot(to, 'server-down', language);
    },
  );

  scene(
    ['asked', 'paused', 'away', 'returned', 'resign', 'others-menu'],
    language,
    async ({ server, person, table }) => {
      const ada = await person('Ada', { language }),
        ben = await person('Ben', { language });
      const id = await table([ada, ben], {
        rules: 'fifth,board=random,start=draft,first=1',
        hold: 60,
      });
      await ada.click('[data-act=menu]');
      await rest(ada);
      await shoot(ada, 'others-menu', language);
      await ada.click('dialog [data-act=pause]');
      await expect(ben.locator('[data-act=yes]')).toBeVisible();
      await shoot(ben, 'asked', language);
      await ben.locator('[data-act=yes]').click();
      await expect(ada.locator('[data-paused]')).toBeVisible();
      await shoot(ada, 'paused', language);
      await ada.click('[data-act=menu]');
      await ada.click('dialog [data-act=pause]');
      await ben.locator('[data-act=yes]').click();
      await expect(ada.locator('[data-paused]')).toHaveCount(0);
      await ada.click('[data-act=menu]');
      await ada.getByRole('button', { name: /Resign|Aufgeben/ }).click();
      await rest(ada);
      await shoot(ada, 'resign', language);
      await ada.locator('dialog .head button').click();
      await expect(ada.locator('dialog[open]')).toHaveCount(0);
      await ben.goto('about:blank');
      await expect(ada.locator('.gone').first()).toBeVisible();
      await shoot(ada, 'away', language);
      await expect(ada.locator('.board [data-place]').first()).toBeVisible({ timeout: 120_000 });
      await ben.goto(`${server.url}t/${id}`);
      await expect(ben.locator('[data-returned]')).toBeVisible();
      await shoot(ben, 'returned', language);
    },
  );

  scene(['six'], language, async ({ server, person }) => {
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

  scene(['rematch'], language, async ({ person, table }) => {
    const ada = await person('Ada', { language }),
      ben = await person('Ben', { language });
    await table([ada, ben], { rules: 'fifth,board=random,start=draft,points=3' });
    await together([ada, ben]);
    await ada.locator('[data-victory] [data-act=rematch]').click();
    await expect(ada.locator('[data-act=start]')).toBeVisible();
    await rest(ben);
    await shoot(ben, 'rematch', language);
  });

  for (const rules of ['fifth', 'struggle']) {
    const shots = ['television-waiting', 'television'].map((s) =>
      rules === 'fifth' ? s : `struggle-${s}`,
    );
    scene(shots, language, async ({ server, person }) => {
      const screen = await person('Table', { language }),
        names = ['Ada', 'Ben', 'Cleo'];
      const id = await make(server, screen, { rules, players: 3, sit: null, spectators: true });
      await screen.goto(`${server.url}t/${id}`);
      await expect(screen.locator('[data-seat] figure svg[role=img]').first()).toBeVisible();
      await shoot(screen, shots[0], language);
      const people: Page[] = [];
      for (const [i, name] of names.entries()) {
        const p = await person(name, { phone: true, language });
        await p.goto(`${server.url}t/${id}?seat=${i}`);
        await expect(p.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
        people.push(p);
      }
      await start(screen);
      await expect(screen.locator('[data-now]')).toBeVisible();
      let looks = 0;
      await together(people, async () => ++looks > 60);
      await screen.mouse.move(640, 400);
      await rest(screen);
      await shoot(screen, shots[1], language);
    });
  }
}
