/* kept.spec.ts -- games that a browser keeps: deleting and putting back, a full storage, two tabs, a game that cannot be
 * opened. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { ALONE, loadFile, log, open, playUntil, wish } from './drive';
import { longRecord } from './long';

const save = (id: string, record: string, more: Record<string, unknown> = {}): unknown => ({
  v: 1,
  id,
  game: 'catan',
  ruleset: 'fifth,points=30',
  record,
  people: [
    { name: `Ada ${id}`, kind: 'human' },
    { name: 'Ben', kind: 'bot', level: 'beginner', style: 'plain' },
  ],
  seq: 1,
  at: Date.UTC(2026, 2, 4, 12),
  over: false,
  winner: null,
  ...more,
});
/* Games in the storage before the page is opened for the first time. */
const remember = (page: Page, games: Record<string, unknown>): Promise<unknown> =>
  page.addInitScript((all) => {
    if (localStorage.getItem('remembered')) return;
    localStorage.setItem('remembered', '1');
    for (const [id, game] of Object.entries(all))
      localStorage.setItem(`skerry.game.${id}`, JSON.stringify(game));
  }, games);
const stored = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((k) => k.startsWith('skerry.game.'))
      .map((k) => k.slice(12))
      .sort(),
  );
const row = (page: Page, id: string) => page.getByRole('listitem').filter({ hasText: `Ada ${id}` });

test('a deleted game can be put back, and a second press hits no other', async ({ page }) => {
  const record = await longRecord(20);
  await remember(
    page,
    Object.fromEntries(['a', 'b', 'c'].map((id, i) => [id, save(id, record, { at: 9 - i })])),
  );
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    const errors = await open(page, '#/records');
    const bin = row(page, 'a').locator('[data-act=delete]');
    const { x, y } = (await bin.boundingBox())!;
    await bin.dblclick();
    await page.mouse.click(x + 8, y + 8); /* once more, slowly, where the finger is */
    expect(await stored(page)).toEqual(['b', 'c']);
    await row(page, 'a').locator('[data-act=put-back]').click();
    expect(await stored(page)).toEqual(['a', 'b', 'c']);
    await row(page, 'a').getByRole('link', { name: 'Continue' }).click();
    await expect(page.locator('[data-now]')).toBeVisible();
    await page.goto('#/records');
    /* the game that is open goes as well, and stays away */
    await row(page, 'a').locator('[data-act=delete]').click();
    await page.goto('#/');
    await expect(page.locator('[data-act=resume]')).toBeVisible();
    expect(await stored(page)).toEqual(['b', 'c']);
    await page.evaluate(
      (s) => localStorage.setItem('skerry.game.a', s),
      JSON.stringify(save('a', record, { at: 9 })),
    );
    await page.reload();
    expect(errors).toEqual([]);
  }
});

test('a game in two tabs: the second asks before it takes over, and neither becomes a copy', async ({
  page,
}) => {
  await wish(page, 'fifth,first=0', ALONE);
  const errors = await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('[data-act=roll]')).toBeVisible();
  const [id] = await stored(page);
  const second = await page.context().newPage();
  await open(second, `#/play/${id}`);
  await expect(second.getByRole('heading')).toHaveText('This game is open in another tab.');
  await second.reload();
  await second.click('[data-act=retry]');
  await expect(second.locator('[data-act=roll]')).toBeVisible();
  await expect(page.getByRole('heading')).toHaveText('This game is open in another tab.');
  await playUntil(second, async () => (await log(second).count()) > 8);
  const told = await log(second).allTextContents();
  /* back again, with everything that happened there */
  await page.click('[data-act=retry]');
  await expect(second.getByRole('heading')).toHaveText('This game is open in another tab.');
  await expect
    .poll(async () => (await log(page).allTextContents()).slice(0, told.length))
    .toEqual(told);
  expect(await stored(page)).toEqual([id]);
  /* a tab that was closed holds nothing */
  await page.close();
  await second.reload();
  await expect(second.locator('[data-now]')).toBeVisible();
  expect(errors).toEqual([]);
});

test('an address shows its own game, also after another tab went on with it', async ({ page }) => {
  const record = await longRecord(20);
  await remember(page, { a: save('a', record), b: save('b', record) });
  await open(page, '#/play/a');
  await expect(page.locator('[data-seat="0"]').first()).toContainText('Ada a');
  /* a tab that slept through the question: it notices at its next entry */
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('skerry.game.a')!) as object;
    localStorage.setItem('skerry.game.a', JSON.stringify({ ...kept, writer: 'another' }));
  });
  await page.locator('[data-act=roll], [data-act=end]:not([aria-disabled=true])').first().click();
  await expect(page.getByRole('heading')).toHaveText('This game is open in another tab.');
  expect(await stored(page)).toEqual(['a', 'b']);
  await page.goto('#/play/b');
  await expect(page.locator('[data-seat="0"]').first()).toContainText('Ada b');
});

test('a game that cannot be opened is put aside, in words, and can be downloaded', async ({
  page,
}) => {
  const bad = 'Skerry 1\nGame: catan\nRules: fifth\nPlayers: 2\n\n1 0 fly\n';
  await remember(page, {
    bad: save('bad', bad, { at: 9 }),
    good: save('good', await longRecord(20), { at: 1 }),
  });
  await open(page, '', { language: 'de' });
  await page.click('[data-act=resume]');
  await expect(page.getByRole('alert')).toContainText('Dieses Spiel lässt sich nicht öffnen');
  await expect(page.getByRole('alert')).not.toContainText(/Line|fly|bad-record/);
  await expect(row(page, 'bad')).toContainText('lässt sich nicht öffnen');
  const got = page.waitForEvent('download');
  await row(page, 'bad').getByRole('button', { name: 'Spielbericht herunterladen' }).click();
  expect(readFileSync(await (await got).path(), 'utf8')).toBe(bad);
  /* what is left is what one continues */
  await page.goto('#/');
  await page.reload();
  await page.click('[data-act=resume]');
  await expect(page.locator('[data-seat="0"]').first()).toContainText('Ada good');
});

test('a full storage: the page asks which finished games may go, and gives them as a file', async ({
  page,
}) => {
  const record = await longRecord(400);
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
  await remember(
    page,
    Object.fromEntries(
      ids.map((id, i) => [id, save(id, record, { at: i, over: true, winner: 0 })]),
    ),
  );
  await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
  const errors = await open(page);
  await page.evaluate(() => {
    /* to the brim */
    for (let size = 1 << 20, n = 0; size >= 1;)
      try {
        localStorage.setItem(`filler${n++}`, 'x'.repeat(size));
      } catch {
        size >>= 1;
      }
  });
  await page.click('[data-act=play-now]');
  await expect(page.locator('.trouble')).toContainText('cannot save');
  expect(await stored(page)).toEqual(ids);
  await page.click('[data-act=make-room]');
  const box = page.locator('dialog');
  await expect(box.getByRole('checkbox').first()).toBeChecked(); /* the oldest */
  await expect(box.getByRole('listitem').first()).toContainText('Ada a');
  const all = await box.getByRole('checkbox').all();
  for (const [i, b] of all.entries()) await b.setChecked(i < 3);
  const got = page.waitForEvent('download');
  await box.locator('[data-act=save-file]').click();
  const path = await (await got).path();
  expect(await stored(page)).toEqual(ids);
  await box.getByRole('button', { name: 'Delete 3 games' }).click();
  await expect(page.locator('.trouble')).toHaveCount(0);
  const left = await stored(page);
  expect(left.filter((id) => ids.includes(id))).toEqual(ids.slice(3));
  expect(left).toHaveLength(10);
  /* the file brings them back once there is room */
  await page.evaluate(() => {
    for (const k of Object.keys(localStorage))
      if (k.startsWith('filler')) localStorage.removeItem(k);
  });
  await page.goto('#/records');
  await loadFile(page, readFileSync(path));
  await expect(page.getByRole('listitem')).toHaveCount(13);
  expect(await stored(page)).toHaveLength(13);
  expect(errors).toEqual([]);
});
