/* corners.spec.ts -- rare situations in which nobody may get stuck: broken storage, odd
 * addresses, keys, the way back, and what one person at a screen leaves behind for the next. */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  ALONE,
  countWorkers,
  loadFile,
  log,
  open,
  playUntil,
  press,
  settled,
  wish,
  workers,
} from './drive';
import { longRecord } from './long';

/* Stored data before the page is opened. */
const remember = (page: Page, kept: Record<string, unknown>): Promise<unknown> =>
  page.addInitScript((k) => {
    if (sessionStorage.getItem('remembered')) return;
    sessionStorage.setItem('remembered', '1');
    for (const [key, value] of Object.entries(k))
      localStorage.setItem(
        `skerry.${key}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      );
  }, kept);
const kept = (record: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  v: 1,
  id: 'kept',
  game: 'catan',
  ruleset: 'fifth,points=30',
  record,
  people: [
    { name: 'Ada', kind: 'human' },
    { name: 'Ben', kind: 'human' },
  ],
  seq: 1,
  at: Date.UTC(2026, 2, 4, 12),
  over: false,
  winner: null,
  ...more,
});

/* Two people on one screen; the first has rolled. */
async function rolled(page: Page): Promise<void> {
  await wish(
    page,
    'fifth,first=0,quiet_rounds=9',
    ['Ada', 'Ben'].map((name) => ({ name, kind: 'human' as const })),
  );
  await open(page);
  await page.click('[data-act=play-now]');
  await page.click('[data-act=lift]');
  await page.click('[data-act=roll]');
}

test('a composed trade is cleared when the next person looks', async ({ page }) => {
  await rolled(page);
  await page.locator('[data-kind]:not(.none)').first().click();
  await expect(page.locator('[data-give][data-n="1"]')).toHaveCount(1);
  await page.click('[data-act=end]');
  await page.click('[data-act=lift]');
  await expect(page.locator('[data-give]')).toHaveCount(5);
  await expect(page.locator('[data-give][data-n="0"]')).toHaveCount(5);
});

test('messages to one person are cleared when the device is handed on', async ({ page }) => {
  await rolled(page);
  await press(page.locator('[data-act=city]'));
  await expect(page.locator('[data-notice]')).toHaveCount(1);
  await page.click('[data-act=end]');
  await expect(page.locator('[data-act=lift]')).toBeVisible();
  expect(await page.locator('[data-notice]').count()).toBe(0);
});

test('the curtain keeps the keyboard: nothing behind it takes the focus', async ({ page }) => {
  await wish(
    page,
    'fifth,first=0',
    ['Ada', 'Ben'].map((name) => ({ name, kind: 'human' as const })),
  );
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-act=lift]')).toBeFocused();
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.play') === null)).toBe(true);
  }
});

test('keys that move the focus or press a button never become hotkeys', async ({ page }) => {
  await open(page, '#/settings');
  const roll = page.getByRole('button', { name: /^Roll: / });
  for (const key of ['Shift', 'Enter', 'ArrowUp']) {
    await roll.click();
    await page.keyboard.press(key);
    await expect(roll, key).toHaveAccessibleName('Roll: R. Change');
  }
  await roll.click();
  await page.keyboard.press('Tab');
  await expect(roll).not.toBeFocused();
  await expect(roll).toHaveAccessibleName('Roll: R. Change');
  await roll.click();
  await page.keyboard.press('Shift+X');
  await expect(roll).toHaveAccessibleName('Roll: X. Change');
});

test('? shows the keys at a table opened by its address, and elsewhere after it was left', async ({
  page,
}) => {
  await wish(page, 'fifth,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  await page.reload();
  await expect(page.locator('[data-now]')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.locator('dialog h2')).toHaveText('Keys');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Skerry, start page' }).click();
  await expect(page.locator('[data-act=play-now]')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page).toHaveURL(/#\/settings\/keys$/);
  await expect(page.getByRole('group', { name: 'Keys' })).toBeInViewport({ ratio: 0.3 });
});

test('the almanac, opened at an entry, can be searched', async ({ page }) => {
  await open(page, '#/almanac');
  const id = await page.locator('section[id^=rule-]').first().getAttribute('id');
  await page.goto(`#/almanac/${id!.slice(5)}`);
  await expect(page.locator(`#${id}`)).toBeFocused();
  const search = page.getByRole('searchbox');
  await search.pressSequentially('the ');
  await expect(search).toHaveValue('the ');
});

test('stored data may be broken or from another version', async ({ page }) => {
  await remember(page, {
    settings: {
      language: 'xx',
      theme: 7,
      palette: 'loud',
      speed: 'fast',
      sound: -3,
      keys: null,
      name: 4,
    },
    wish: 'null',
    'wish.alone': { choice: { preset: 'gone' }, people: [null] },
    'game.x': { v: 2, id: 'x', people: [null], head: '', parts: 1 },
    'game.y': '7',
  });
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-place], [data-act=roll]').first()).toBeVisible();
  await page.goto('#/new');
  await expect(page.locator('[data-act=start]')).toBeEnabled();
  await page.goto('#/records');
  await expect(page.getByRole('listitem')).toHaveCount(1);
  expect(errors).toEqual([]);
});

test('rules that this version no longer knows: Play now starts the standard game', async ({
  page,
}) => {
  await wish(page, 'fifth,gone=1', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
});

test('an address that cannot be read leads home', async ({ page }) => {
  await open(page, '#/%E0%A4');
  await expect(
    page.getByRole('heading', { name: 'There is no page at this address.' }),
  ).toBeVisible();
});

test('names that every object has are no addresses', async ({ page }) => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    await open(page, `#/${name}`);
    await expect(page.getByRole('heading', { name: 'There is no page' })).toBeVisible();
  }
});

test('without a server, headings are words, however late those arrive', async ({ page }) => {
  await page.route(/text-en-room/, async (r) => {
    await new Promise((later) => {
      setTimeout(later, 700);
    });
    await r.continue();
  });
  await open(page, '#/lobby');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('The server does not answer.');
  await page.goto('#/t/abc');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The server does not answer.');
  await expect(title).toHaveText('This table cannot be opened.');
});

test('dates are written in the language of the page', async ({ page }) => {
  await remember(page, { 'game.kept': kept(await longRecord(2)) });
  await open(page, '', { language: 'de' });
  await expect(page.locator('[data-act=resume]')).toContainText('04.03.2026');
  await page.goto('#/records');
  await expect(page.getByRole('listitem')).toContainText('04.03.2026');
});

test('back to the game that is open: it is not opened a second time', async ({ page }) => {
  await wish(page, 'fifth,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-now]')).toBeVisible();
  const writers = (): Promise<string[]> =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((k) => k.startsWith('skerry.game.'))
        .map((k) => JSON.parse(localStorage[k]).writer),
    );
  const before = await writers();
  await page.getByRole('link', { name: 'Skerry, start page' }).click();
  await page.click('[data-act=resume]');
  await expect(page.locator('[data-now]')).toBeVisible();
  expect(await writers()).toEqual(before);
});

test('the way back leads to the game of that address', async ({ page }) => {
  const choose = (ruleset: string): Promise<void> =>
    page.evaluate(
      ([r, people]) =>
        localStorage.setItem('skerry.wish', JSON.stringify({ ruleset: r, players: 3, people })),
      [ruleset, ALONE] as const,
    );
  await open(page);
  await choose('sixth,first=0');
  await page.click('[data-act=play-now]');
  const title = page.locator('header h1');
  await expect(title).toBeVisible();
  const first = await title.textContent();
  await page.getByRole('link', { name: 'Skerry, start page' }).click();
  await choose('struggle');
  await page.click('[data-act=play-now]');
  await expect(title).not.toHaveText(first!);
  await page.goBack();
  await page.goBack();
  await expect(title).toHaveText(first!);
});

test('Back closes what lies over the table before it leaves it', async ({ page }) => {
  await wish(page, 'fifth,first=0', ALONE);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-act=roll]')).toBeVisible();
  const dialog = page.locator('dialog'),
    table = /#\/play\//;
  for (const [act, shown] of [
    ['menu', 'dialog'],
    ['stats', 'dialog'],
    ['hint', '[data-hint]'],
    ['menu', 'dialog'] /* a second time, with an entry to go forward to */,
  ]) {
    await page.click(`[data-act=${act}]`);
    await expect(page.locator(shown)).toBeVisible();
    await page.goBack();
    await expect(page.locator(shown)).toHaveCount(0);
    await expect(page).toHaveURL(table);
  }
  /* from one dialog to the next, and to another page and back */
  await page.click('[data-act=menu]');
  await dialog.getByRole('button', { name: 'Keys' }).click();
  await expect(dialog.getByRole('heading')).toHaveText('Keys');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.click('[data-act=menu]');
  await dialog.getByRole('link', { name: 'Almanac' }).click();
  await expect(page).toHaveURL(/almanac/);
  await page.goBack();
  await expect(page.locator('[data-act=roll]')).toBeVisible();
  /* over a sheet of a phone */
  await page.setViewportSize({ width: 390, height: 844 });
  await page.click('[data-act=panel-trade]');
  await expect(page.locator('#drawer')).toBeVisible();
  await page.click('[data-act=menu]');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('#drawer')).toBeVisible();
  await page.goBack();
  await expect(page.locator('#drawer')).toHaveCount(0);
  /* what was closed otherwise costs no press */
  await page.click('[data-act=menu]');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(table);
  await page.goBack();
  await expect(page.locator('[data-act=play-now]')).toBeVisible();
  expect(errors).toEqual([]);
});

test('every seat of a new game has its own colour and name', async ({ page }) => {
  await open(page, '#/new');
  const seats = page.getByRole('listitem'),
    different = async (n: number): Promise<void> => {
      await expect(seats).toHaveCount(n);
      for (const what of ['select >> nth=0', 'input']) {
        const all = await Promise.all((await seats.all()).map((s) => s.locator(what).inputValue()));
        expect(new Set(all).size, all.join(', ')).toBe(n);
      }
    };
  await seats.nth(0).locator('select').first().selectOption('green');
  await page.locator('input[value=fifth-56]').check({ force: true });
  await expect(seats.nth(4)).toBeVisible();
  await different(await seats.count());
  await page.click('[data-act=add-seat]');
  await seats.nth(1).getByRole('button').click();
  await page.click('[data-act=add-seat]');
  await different(6);
  await seats.nth(0).locator('[data-kind-of]').selectOption('bot');
  await different(6);
});

test('a number out of range is shown as it will be played', async ({ page }) => {
  await open(page, '#/new');
  await page.locator('summary').click();
  const points = page.getByLabel('Points to win');
  for (const [typed, is] of [
    ['99', '30'],
    ['98', '30'],
    ['', '10'],
  ]) {
    await points.fill(typed);
    await points.blur();
    await expect(points).toHaveValue(is);
  }
});

test('offers have no limit until one is typed, and none again when it is taken away', async ({
  page,
}) => {
  await open(page, '#/new');
  await page.locator('summary').click();
  const offers = page.getByLabel('Offers per turn'),
    ours = page.locator('label.diff', { has: page.getByText('Offers per turn') });
  await expect(offers).toHaveValue('');
  await expect(offers).toHaveAttribute('placeholder', 'no limit');
  for (const [typed, is, differs] of [
    ['3', '3', 1],
    ['99', '40', 1],
    ['', '', 0],
  ] as const) {
    await offers.fill(typed);
    await offers.blur();
    await expect(offers).toHaveValue(is);
    await expect(ours).toHaveCount(differs);
  }
});

test('a bot of a level that its game no longer has plays as the strongest', async ({ page }) => {
  await open(page, '#/new');
  const level = page.getByRole('listitem').nth(1).getByRole('combobox').nth(2);
  await page.locator('input[value=struggle]').check({ force: true });
  await level.selectOption('grandmaster');
  await page.locator('input[value=fifth]').check({ force: true });
  await expect(level).toHaveValue('master');
  await expect(level.locator('option')).toHaveCount(5);
  await page.locator('input[value=struggle]').check({ force: true });
  await expect(level).toHaveValue('grandmaster');
});

test('a replay speaks the words of its edition', async ({ page }) => {
  await wish(page, 'sixth,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.getByRole('button', { name: 'Give wheat' })).toBeVisible();
  const id = page.url().split('/').pop()!;
  await page.goto('about:blank');
  await page.goto(`/#/replay/${id}`);
  await expect(page.locator('[data-anchor=bank]')).toContainText('wheat');
});

test('a replay of a game that runs tells what the table told, and no more', async ({ page }) => {
  await wish(page, 'fifth,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  /* Once a bot has bought a card, the test does not roll: then nobody acts and no press is
   * pending. */
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (
        [...document.querySelectorAll('[aria-label=Log] li')].some((l) =>
          /Bot .\s+bought a development card/.test(l.textContent!),
        )
      )
        document.body.dataset.bought = '';
    }).observe(document.body, { subtree: true, childList: true }),
  );
  const roll = '[data-bought] [data-act=roll]:not([aria-disabled=true])';
  await playUntil(page, () => page.locator(roll).isVisible(), 1, roll);
  const before = await log(page).allTextContents();
  await page.goto(page.url().replace('/play/', '/replay/'));
  await expect(page.getByText('The game is not over yet')).toBeVisible();
  await expect(log(page)).toHaveText(before);
  await expect(page.locator('[data-seat] .vp')).toHaveCount(3);
  await expect(page.locator('[data-seat="1"] .vp small, [data-seat="2"] .vp small')).toHaveCount(0);
  await expect(page.locator('[data-seat="0"] [data-open]')).toHaveCount(1);
  await expect(
    page.locator('[data-seat="1"] [data-open] *, [data-seat="2"] [data-open] *'),
  ).toHaveCount(0);
});

test('the second press of a double click does not press what the first one brought', async ({
  page,
}) => {
  await wish(page, 'fifth,first=0,quiet_rounds=9', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  const roll = page.locator('[data-act=roll]:not([aria-disabled=true])'),
    end = page.locator('[data-act=end]:not([aria-disabled=true])');
  await roll.click();
  await end.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await press(page.locator('[data-act=city]'));
  await expect(
    page.locator('[data-notice]'),
  ).toBeVisible(); /* the engine has answered what was asked before */
  await end.click();
  await expect(log(page).filter({ hasText: 'Bot B rolled' }).first()).toBeVisible();
});

test('the second press of a double click does not end the next turn of the card game', async ({
  page,
}) => {
  await wish(page, 'struggle,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  const draw = page.locator('[data-act^=draw-]').first();
  await draw.hover();
  const lines = await log(page).count();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await press(page.locator('.build[aria-disabled=true]').first());
  await expect(
    page.locator('[data-notice]'),
  ).toBeVisible(); /* the engine has answered what was asked before */
  expect(await log(page).count()).toBe(lines);
  await draw.click();
  await expect.poll(() => log(page).count()).toBeGreaterThan(lines);
});

test('a replay left while it is loaded closes its engine and leads nowhere', async ({ page }) => {
  await remember(page, { 'game.kept': kept(await longRecord(600), { over: true, winner: 0 }) });
  await countWorkers(page);
  await open(page, '#/settings');
  await expect(page.getByRole('radio').first()).toBeVisible();
  expect(await workers(page)).toEqual({ made: 0, alive: 0 });
  for (let i = 0; i < 3; i++)
    await page.evaluate(async () => {
      location.hash = '#/replay/kept';
      while (!document.querySelector('.replay'))
        await new Promise((r) => {
          setTimeout(r);
        });
      location.hash = '#/settings';
      while (document.querySelector('.replay'))
        await new Promise((r) => {
          setTimeout(r);
        });
    });
  await expect.poll(() => workers(page)).toEqual({ made: 3, alive: 0 });
  await expect(page).toHaveURL(/#\/settings$/);
});

test.describe('without a service worker', () => {
  test('a part of the page that cannot be fetched: the page says so, and the way home works', async ({
    page,
  }) => {
    await open(page);
    await page.route(/assets\/Almanac.*\.js/, (r) => r.abort());
    await page.getByRole('link', { name: 'Almanac' }).click();
    await expect(page.locator('[data-notice]')).toContainText('cannot be loaded');
    await expect(page.locator('[data-act=play-now]')).toBeVisible();
  });
  test('menu, hint and statistics that could not be fetched once: the page says so, and the next press opens them', async ({
    page,
  }) => {
    await wish(page, 'fifth,first=0', ALONE);
    await open(page);
    await page.click('[data-act=play-now]');
    await expect(page.locator('[data-act=roll]')).toBeVisible();
    for (const [act, lost, there] of [
      ['menu', /GameMenu.*js$/, 'dialog [data-act=leave]'],
      ['hint', /Hint.*js$/, '[data-hint]'],
      ['hint', /text-en-advice.*js$/, '[data-hint]'],
      ['stats', /Stats.*js$/, 'dialog .stats'],
      ['stats', /text-en-after.*js$/, 'dialog .stats'],
      ['stats', /Stats.*css$/, 'dialog .stats'],
    ] as const) {
      await page.reload();
      await expect(page.locator('[data-act=roll]')).toBeVisible();
      await page.route(lost, (r) => r.abort());
      await page.click(`[data-act=${act}]`);
      const helped = lost.source.includes('after'); /* what is open asks again by itself */
      if (!helped) await expect(page.locator('[data-notice]')).toContainText('cannot be loaded');
      await page.unroute(lost);
      if (!helped) await page.click(`[data-act=${act}]`);
      await expect(page.locator(there), String(lost)).toBeVisible();
      if (lost.source.endsWith('css$'))
        await expect(page.locator(there)).toHaveCSS('display', 'grid');
    }
  });
  test('an engine that cannot be fetched: reported each time, and nothing keeps running', async ({
    page,
  }) => {
    await page.route(/\.wasm$/, (r) => r.abort());
    await countWorkers(page);
    await open(page);
    for (let i = 0; i < 3; i++) {
      await page.click('[data-act=play-now]');
      await expect(page.locator('[data-notice]')).toContainText('cannot start');
      await page.locator('[data-notice] button').click();
    }
    await expect.poll(() => workers(page)).toEqual({ made: 3, alive: 0 });
    await page.unroute(/\.wasm$/);
    await page.click('[data-act=play-now]');
    await expect(page.locator('[data-now]')).toBeVisible();
  });
});

test('dice from a deck are not judged as dice', async ({ page }) => {
  await remember(page, {
    'game.kept': kept(await longRecord(60, ',dice=deck'), { ruleset: 'fifth,points=30,dice=deck' }),
  });
  await open(page);
  await page.click('[data-act=resume]');
  await page.click('[data-act=lift]');
  await page.click('[data-act=stats]');
  const dice = page.locator('dialog figure').first();
  await expect(dice).toContainText('36 cards');
  await expect(dice).not.toContainText('fair games');
});

test('a game left while it is opened does not come back by itself', async ({ page }) => {
  await remember(page, { 'game.kept': kept(await longRecord(2500)) });
  await countWorkers(page);
  await open(page, '#/settings');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await page.evaluate(async () => {
    const opening = new Promise<void>((r) => {
      new MutationObserver(() => {
        if (document.querySelector('.wait')) r();
      }).observe(document.body, { subtree: true, childList: true });
    });
    location.hash = '#/play/kept';
    await opening;
    while (!(window as unknown as { counted: { made: number } }).counted.made)
      await new Promise((r) => {
        setTimeout(r);
      });
    location.hash = '#/settings';
  });
  await expect.poll(() => workers(page)).toEqual({ made: 1, alive: 0 });
  await expect(page).toHaveURL(/#\/settings$/);
});

test('a lesson interrupted by a game begins again', async ({ page }) => {
  await wish(page, 'fifth,first=0', ALONE);
  await open(page, '#/lesson/catan');
  await expect(page.locator('[data-lesson=settle]')).toBeVisible();
  await page.goto('#/');
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-act=roll]')).toBeVisible();
  await page.goto('#/lesson/catan');
  await page.locator('[data-lesson=settle] ~ * .board [data-place]').first().click();
  await expect(page.locator('[data-lesson=road]')).toBeVisible();
});

test('the log of the card game marks where one’s last turn ended', async ({ page }) => {
  await wish(page, 'struggle,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await page.locator('[data-act^=draw-]').first().click();
  await expect(page.getByRole('list', { name: 'Log' }).locator('li.seen')).toHaveCount(1);
});

test('verifying dice: a file that is not a record clears the last verdict', async ({ page }) => {
  await open(page, '#/verify');
  await loadFile(page, readFileSync('../tests/records/verify/die.txt', 'utf8'));
  await expect(page.locator('[data-verdict=bad]')).toBeVisible();
  await expect(page.locator('[data-fault=changed]')).toBeVisible();
  const draws = page.locator('tbody tr');
  await expect(draws.first().locator('td').nth(1)).toHaveText(/^\d \+ \d$/);
  await expect(page.locator('tbody')).not.toContainText('*');
  await expect(draws.first().getByTitle(/^\* dice/)).toHaveCount(2); /* for those who read it */
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(wide, 'the page itself does not scroll sideways').toBeLessThanOrEqual(0);
  await loadFile(page, 'Dear friends', 'letter.txt');
  await expect(page.getByRole('alert')).toContainText('letter.txt');
  await expect(page.locator('[data-verdict]')).toHaveCount(0);
});

test('a card of the card game shows the points this table gives for it', async ({ page }) => {
  await wish(
    page,
    `struggle,first=0${['library', 'guild', 'church', 'castle', 'town_hall'].map((x) => `,${x}_points=7`).join('')}`,
    ALONE,
  );
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-act=build-expansion] text')).toHaveText('7');
  await page.setViewportSize({ width: 1280, height: 960 });
  await expect(page.locator('.x[title^="7 points"]').first()).toBeVisible();
});

/* How a control looks, with all that is in it. */
const looksOf = (thing: Locator): Promise<string[]> =>
  thing.evaluate((e) =>
    [e, ...e.querySelectorAll('*')].map((x) => {
      const s = getComputedStyle(x);
      return [
        s.background,
        s.border,
        s.color,
        s.boxShadow,
        s.transform,
        s.translate,
        s.opacity,
      ].join();
    }),
  );

for (const ruleset of ['fifth,board=random,start=draft,first=0', 'struggle'])
  test(`a control that does nothing does not change under the pointer: ${ruleset}`, async ({
    page,
  }) => {
    await wish(page, ruleset, ALONE);
    await open(page, '', { speed: 0 });
    await page.click('[data-act=play-now]');
    await expect(page.locator('[data-now]')).toBeVisible();
    const dead = page.locator(
      ':is([aria-disabled=true], :disabled):is(button, [role=button]):visible',
    );
    await settled(() => page.locator('body').innerText()); /* the bots have moved */
    await expect(dead.first()).toBeVisible();
    for (const thing of await dead.all()) {
      const name = await thing.evaluate((e) => e.outerHTML.slice(0, 120));
      const before = await looksOf(thing),
        box = (await thing.boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      expect(await looksOf(thing), `${name} under the pointer`).toEqual(before);
      await page.mouse.down();
      expect(await looksOf(thing), `${name} pressed`).toEqual(before);
      await page.mouse.move(0, 0); /* let go elsewhere: nothing was chosen */
      await page.mouse.up();
    }
  });
