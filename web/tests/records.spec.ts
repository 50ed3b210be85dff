/* records.spec.ts -- games as files: downloading, loading, replaying, and what is wrong with a file. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { ALONE, loadFile, open, playToEnd, wish } from './drive';
import { longRecord, recordUntil } from './long';

test('a finished game: download, replay with the slider, play on from a step', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,points=3', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await playToEnd(page, 4);
  const got = page.waitForEvent('download');
  await page.locator('dialog [data-act=download]').click();
  const path = await (await got).path();
  expect(readFileSync(path, 'utf8')).toMatch(/^Skerry \d+\n[\s\S]*Result: \d\n[\s\S]*\n\n1 /);
  await page.locator('dialog [data-act=replay]').click();
  const slider = page.getByRole('slider');
  await expect(slider).toBeVisible();
  /* All hands lie open: as many cards as each is said to hold. */
  await expect
    .poll(() =>
      page
        .locator('[data-seat]')
        .evaluateAll((seats) =>
          seats.map(
            (s) =>
              [...s.querySelectorAll('[data-open] .c .sr')].reduce(
                (n, e) => n + parseInt(e.textContent!, 10),
                0,
              ) === parseInt(s.querySelector('.facts .sr')!.textContent!, 10),
          ),
        ),
    )
    .toEqual([true, true, true]);
  /* A phone held sideways has no room for the heading, but readers need it. */
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.setViewportSize(wide);
  const fork = page.locator('[data-act=fork]');
  await slider.press('End');
  await expect(fork, 'the game is over').toBeDisabled();
  await slider.fill('3');
  await expect(page.locator('output')).toContainText('4 /');
  await expect(page.locator('[data-seat="0"] .vp')).toContainText(/^[01]/);
  await fork.click();
  await expect(page.locator('[data-act=roll]')).toBeVisible();
  await page.goto('#/records');
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(slider).toBeVisible();
});

test('a bot in a server’s record has its name, not its level', async ({ page }) => {
  const record = await recordUntil('fifth', (menu) => menu.includes('0 end'));
  await open(page, '#/records');
  await loadFile(page, record.replace('\n\n', '\nNames: Ada|Ben|club\n\n'));
  await expect(page.locator('[data-seat="2"]')).toContainText('Bruno');
  await expect(page.locator('[data-seat="1"]')).toContainText('Ben');
  await expect(page.getByText(/\bclub\b/)).toHaveCount(0);
});

test('a broken or foreign record says what is wrong and where', async ({ page }) => {
  await open(page, '#/records');
  const alert = page.getByRole('alert');
  const good = await longRecord(30),
    lines = good.split('\n'),
    first = lines.indexOf('') + 1;
  const bent = (at: number, text: string): string =>
    lines.map((l, i) => (i === at ? text : l)).join('\n');
  for (const [name, body, ...words] of [
    ['photo.skerry', Buffer.from([0xff, 0xd8, 0xff, 0x00]), 'photo.skerry', 'not a text file'],
    ['letter.txt', 'Dear friends\n', 'letter.txt', 'not a Skerry record'],
    ['empty.skerry', '', 'not a Skerry record'],
    ['huge.skerry', 'Skerry 1\n'.padEnd(1_000_000, 'x'), 'huge.skerry'],
    ['move.skerry', 'Skerry 1\nGame: catan\nRules: fifth\nPlayers: 3\n\n1 0 fly\n', 'Line 6'],
    [
      'running.skerry',
      'Skerry 1\nGame: catan\nRules: fifth\nPlayers: 3\n\n1 0 buy; * draw ?\n',
      'running.skerry',
      'while the game was running',
    ],
    ['game.skerry', 'Skerry 1\nGame: chess\nRules: fifth\nPlayers: 3\n\n', 'game.skerry'],
    ['newer.skerry', good.replace('Skerry 1', 'Skerry 9'), 'Line 1'],
    [
      'forged.skerry',
      bent(first + 3, lines[first + 3].replace(/^(\d+) .*/, '$1 0 city A1.N')),
      `Line ${first + 4}`,
    ],
    ['gap.skerry', bent(first + 5, lines[first + 6]), `Line ${first + 6}`],
  ] as [string, string | Buffer, ...string[]][]) {
    await loadFile(page, body, name);
    for (const w of words) await expect(alert, name).toContainText(w);
  }
  await expect(page.getByRole('link', { name: 'Replay' })).toHaveCount(
    0,
  ); /* nothing of it was kept */
  await loadFile(page, good);
  await expect(page.getByRole('slider')).toBeVisible();
});
