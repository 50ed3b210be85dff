/* Whole games with others, to fewer points than usual: each event is drawn in every browser, and
 * single-player games are tested elsewhere (game, keyboard, phone). Four browsers play CATAN in
 * friends.spec.ts, from rematch to rematch. Every page presses its own buttons (tests/mind.ts). */
import { expect, type Page } from '@playwright/test';
import { sound } from './axe';
import { finalTable, log, over, points, press, settled, together, wonWith } from './drive';
import { start, test } from './server';

test('two browsers, from the lobby through a whole game, then the dice are verified', async ({
  server,
  person,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await ada.goto(`${server.url}#/lobby`);
  await sound(ada, 'lobby');
  await ada.click('[data-act=make]');
  await expect(ada.locator('[data-act=start]')).toBeVisible();
  await sound(ada, 'room');
  await ada.click('[data-act=change]');
  await expect(ada.locator('[data-act=save]')).toBeEnabled();
  await sound(ada, 'settings of a table');
  await ada.getByRole('spinbutton', { name: 'Seats', exact: true }).fill('2');
  await ada.getByText('House rules').click();
  await ada.getByRole('spinbutton', { name: 'Points to win' }).fill('5');
  await ada.getByRole('spinbutton', { name: 'Points to win' }).blur();
  await ada.click('[data-act=save]');
  await expect(ada.locator('li[data-seat]')).toHaveCount(2);
  await ben.goto((await ada.locator('.link').textContent())!);
  await ben.click('[data-act=sit]');
  await expect(ben.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
  await start(ada);
  await expect(ben.locator('[data-now]')).toBeVisible();
  await sound(ben, 'a table with others');
  await together([ada, ben]);
  await finalTable(ben, 2);
  await wonWith(ben, 5);
  const id = /t\/([\w-]+)/.exec(ada.url())![1];
  for (const p of [ada, ben])
    await expect(p.locator('[data-dice=fine]')).toContainText('Dice verified');
  await sound(ben, 'after a game together, with the verdict on its dice');
  await ben.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await ben.click('[data-act=share-link]');
  expect(await ben.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}r/${id}`);
  /* What a messenger finds behind that link. */
  const head = await (await ben.request.get(`${server.url}r/${id}`)).text();
  const image = /property="og:image" content="([^"]+)"/.exec(head)![1].replaceAll('&amp;', '&');
  expect(head).toMatch(/property="og:title" content="(Ada|Ben) wins: \d+ – \d+"/);
  expect((await (await ben.request.get(image)).body()).subarray(1, 4).toString()).toBe('PNG');
  await ada.goto(`${server.url}#/verify/${id}`);
  const verdict = ada.locator('[data-verdict]');
  await expect(verdict).toHaveAttribute('data-verdict', 'fine');
  await sound(ada, 'verification');
  /* It is among one's games. */
  await ada.goto(`${server.url}#/records`);
  await expect(ada.locator('[data-far] li')).toContainText('won by');
  await sound(ada, 'my games');
  await ada.goto(`${server.url}#/verify/${id}`);
  await expect(verdict).toHaveAttribute('data-verdict', 'fine');
  /* One die changed: the same page says so. It also does when the seed is not the promised one. */
  const record = await ada.evaluate(async (g) => (await fetch(`/api/game/${g}/record`)).text(), id);
  const file = (text: string) => ({
    name: 'bent.skerry',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  const die = record.replace(
    /\* dice (\d) (\d)(?![\s\S]*\* dice)/,
    (_, a: string, b: string) => `* dice ${a === b ? (Number(a) % 6) + 1 : b} ${a}`,
  );
  const seed = record.replace(
    /^(Server-Seed: )(.)/m,
    (_, a: string, b: string) => `${a}${b === '0' ? '1' : '0'}`,
  );
  for (const bent of [die, seed]) {
    expect(bent).not.toBe(record);
    await ada.locator('input[type=file]').setInputFiles(file(bent));
    await expect(verdict).toHaveAttribute('data-verdict', 'bad');
    await ada.locator('input[type=file]').setInputFiles(file(record));
    await expect(verdict).toHaveAttribute('data-verdict', 'fine');
  }
  /* The finished game by its link, at a ply. */
  await ben.goto(`${server.url}r/${id}?ply=7`);
  await expect(ben.locator('output')).toContainText('7 /');
  await expect(ben.getByRole('slider')).toHaveValue('6');
  await sound(ben, 'replay by link');
});

for (const n of [2, 4])
  test(`${n === 2 ? 'two' : 'four'} browsers through a whole card game`, async ({
    person,
    table,
  }) => {
    const people = await Promise.all(
      ['Ada', 'Ben', 'Cleo', 'Dan'].slice(0, n).map((x) => person(x)),
    );
    const enough = 4;
    await table(people, { rules: `struggle,points=${enough}` });
    await together(people);
    for (const p of people) await finalTable(p, n);
    await wonWith(people[1], enough);
    await expect(people[1].locator('[data-dice=fine]')).toContainText('Cards verified');
  });

/* Dice, points and incomes, as drawn and as tables. */
async function statistics(page: Page): Promise<string> {
  await page.click('[data-act=stats]');
  const all = await page.locator('dialog[open] .stats').innerHTML();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  return all;
}

test('reload, a lost network and kill -9 of the server: resumed, nothing lost', async ({
  server,
  person,
  table,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await table([ada, ben], { rules: 'fifth,board=random,start=draft,first=0' });
  /* A move made while the server is away is played when it is back, exactly once. */
  await expect(ada.locator('.board [data-place]').first()).toBeVisible();
  await server.kill();
  await expect(ada.locator('.trouble [data-act=retry]')).toBeVisible();
  await press(ada.locator('.board [data-place]').nth(7));
  await server.start();
  /* those who do not want to wait press Try now; it may be back already */
  await ada.evaluate(() => document.querySelector<HTMLElement>('[data-act=retry]')?.click());
  await expect(ada.locator('.trouble')).toHaveCount(0);
  await expect(ada.locator('[data-now]')).toContainText('road');
  await expect(log(ben).filter({ hasText: 'Ada built a settlement' })).toHaveCount(1);

  await together([ada, ben], async () => (await log(ada).count()) > 20);
  const look = async (p: Page): Promise<string> =>
    JSON.stringify([
      await points(p),
      await log(p).allTextContents(),
      await p.locator('[data-now]').textContent(),
    ]);
  const before = JSON.parse(
    await settled(async () => JSON.stringify([await look(ada), await look(ben)])),
  ) as string[];
  const known = await settled(() => statistics(ada));
  expect(known).toMatch(/<path|<polyline/);
  await ada.reload();
  await expect.poll(() => look(ada)).toBe(before[0]);
  await expect
    .poll(() => statistics(ada))
    .toBe(known); /* all of the game, not just what came since */
  const eve = await person('Eve'); /* so has who comes only now, to watch */
  await eve.goto(ada.url());
  await expect(eve.locator('[data-now]')).toBeVisible();
  await expect.poll(() => statistics(eve)).toBe(known);
  await eve.goto('about:blank');
  await ben.context().setOffline(true);
  await server.kill();
  await expect(ada.locator('.trouble')).toBeVisible();
  await server.start();
  await ben.context().setOffline(false);
  for (const [i, p] of [ada, ben].entries()) {
    await expect(p.locator('.trouble')).toHaveCount(0);
    await expect.poll(() => look(p)).toBe(before[i]);
  }
  const lines = await log(ada).count();
  await together([ada, ben], async () => (await log(ada).count()) > lines + 12 || over(ada));
});
