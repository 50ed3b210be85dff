/* Inviting friends and keeping them at a table: invitations, rematches, a server that goes away. */
import { expect, type Page } from '@playwright/test';
import { sound } from './axe';
import { finalTable, log, over, RIVALS, together, wonWith } from './drive';
import { recordUntil } from './long';
import { make, Server, sitDown, start, test } from './server';

const SHORT = 'fifth,board=random,start=draft,points=3';

test('four browsers through three rematches in a row', async ({ person, table }) => {
  const people = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dan'].map((n) => person(n)));
  await table(people, { rules: SHORT });
  for (let round = 0; round < 3; round++) {
    await together(people);
    /* All four see the same end. */
    for (const p of people) await finalTable(p, 4);
    await wonWith(people[3], 3);
    const shown = (p: Page): Promise<string> => p.locator('[data-final] tbody').innerText();
    for (const p of people.slice(1)) await expect.poll(() => shown(p)).toBe(await shown(people[0]));
    const before = people[0].url();
    /* A different person asks each time; the others' button says who is waiting. */
    const first = people[round],
      others = people.filter((p) => p !== first);
    await first.locator('[data-act=rematch]').last().click();
    await expect(first.locator('[data-act=start]')).toBeVisible();
    const name = ['Ada', 'Ben', 'Cleo'][round];
    for (const p of others) {
      const button = p.locator('[data-act=rematch]').last();
      await expect(button).toHaveText(`Rematch: ${name} is waiting`);
      await button.click({ trial: true }); /* nothing lies over it */
    }
    /* Their seats are kept until they come, and one press is all it takes. */
    await expect(first.locator('[data-seat]').filter({ hasText: 'Kept for' })).toHaveCount(3);
    await expect(first.locator('[data-act=start]')).toHaveAttribute('aria-disabled', 'true');
    for (const p of others) {
      await p.locator('[data-act=rematch]').last().click();
      await expect(p.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
    }
    expect(first.url()).not.toBe(before);
    for (const p of people) expect(p.url()).toBe(first.url());
    const seats = (p: Page): Promise<string[]> => p.locator('[data-seat] b').allInnerTexts();
    expect(await seats(first)).toEqual(['Ada', 'Ben', 'Cleo', 'Dan']);
    await start(first);
    for (const p of people) await expect(p.locator('[data-now]')).toBeVisible();
  }
  await together(people, async () => (await log(people[0]).count()) > 8 || over(people[0]));
});

test('an invitation names an address that others can open, or says that there is none', async ({
  server,
  person,
}) => {
  const ada = await person('Ada');
  await ada.goto(`${server.url}#/lobby`);
  await ada.click('[data-act=make]');
  await expect(ada.locator('[data-only-here]')).toContainText('--lan');
  /* what is to be typed stands in one line */
  await ada.setViewportSize({ width: 844, height: 390 });
  expect(
    await ada.locator('[data-only-here] code').evaluate((e) => e.getClientRects().length),
  ).toBe(1);
  await expect(ada.locator('aside svg[role=img]')).toHaveCount(0); /* nothing to scan in vain */
  await sound(ada, 'an invitation that only this machine can follow');
  const open = new Server('--origin', 'https://tables.example');
  await open.start();
  try {
    await ada.goto(`${open.url}#/lobby`);
    await ada.click('[data-act=make]');
    await expect(ada.locator('.link')).toHaveText(/^https:\/\/tables\.example\/t\/\w+$/);
    await expect(ada.locator('aside svg[role=img]')).toHaveAccessibleName(/tables\.example/);
    await expect(ada.locator('[data-only-here]')).toHaveCount(0);
  } finally {
    await open.end();
  }
});

test('a page reloaded while the server is down says so and goes on by itself', async ({
  server,
  person,
  table,
}) => {
  const ada = await person('Ada', { kept: true }),
    ben = await person('Ben');
  const id = await table([ada, ben], { rules: SHORT });
  await ada.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await ada.reload(); /* now the page is kept here */
  await expect(ada.locator('[data-now]')).toBeVisible();
  await server.kill();
  await ada.reload();
  await expect(ada.getByRole('status').filter({ hasText: 'does not answer' })).toBeVisible();
  await sound(ada, 'a server that is down');
  await ada.click('[data-act=retry]');
  await expect(ada.getByRole('status').filter({ hasText: 'does not answer' })).toBeVisible();
  await server.start();
  await expect(ada.locator('[data-now]')).toBeVisible();
  expect(ada.url()).toContain(id);
});

test('a removed player gets a message', async ({ server, person }) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  const id = await make(server, ada, { rules: SHORT, players: 3 });
  for (const p of [ada, ben]) await sitDown(server, p, id);
  await ada.locator('[data-seat="1"] [data-act=kick]').click();
  await expect(ben.locator('[data-now-room]')).toHaveText(
    'The host has asked you to leave this table.',
  );
  await expect(ben.locator('[data-act=sit]')).toHaveCount(0);
  await expect(ben.getByText('Invite friends')).toHaveCount(0);
  await sound(ben, 'sent away');
  await ben.reload();
  await expect(ben.locator('[data-now-room]')).toContainText('asked you to leave');
});

test('a seat whose person is away counts down, and says on return what was played', async ({
  server,
  person,
  table,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  const id = await table([ada, ben], { rules: `${SHORT},first=1`, hold: 6 });
  await ben.goto('about:blank');
  const slip = ada.locator('[data-seat="1"]').filter({ hasText: 'Ben' }).first();
  await expect(slip).toContainText(/A bot takes over in 0:0[0-6]/);
  /* On a phone that line makes the slip higher; it does not cover the button below it. */
  await ada.setViewportSize({ width: 390, height: 844 });
  const gap = (): Promise<number> =>
    ada.evaluate(() => {
      const box = (s: string): DOMRect => document.querySelector(s)!.getBoundingClientRect();
      return box('.board .tools').top - box('[data-seat]:has(.gone)').bottom;
    });
  await expect.poll(gap).toBeGreaterThan(0);
  await ada.setViewportSize({ width: 1280, height: 800 });
  await expect(slip).toContainText('away; a bot plays');
  await expect(log(ada).filter({ hasText: 'built a settlement' })).not.toHaveCount(0);
  await ben.goto(`${server.url}t/${id}`);
  await expect(ben.locator('[data-returned]')).toContainText('built a settlement');
  await expect(ben.locator('[data-returned]')).not.toContainText('Ben'); /* he knows his name */
  await sound(ben, 'what was played meanwhile');
});

test('the table decides whether hints are allowed against people', async ({ server, person }) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  for (const hints of [false, true]) {
    const id = await make(server, ada, { rules: `${SHORT},first=0`, players: 2, hints });
    for (const p of [ada, ben]) await sitDown(server, p, id);
    await start(ada);
    await expect(ada.locator('.board [data-place]').first()).toBeVisible();
    await ada.keyboard.press('h');
    const told = ada.locator('[data-notice]').filter({ hasText: 'Hints are off at this table' });
    if (hints) await expect(ada.locator('dialog[open], [data-hint]').first()).toBeVisible();
    else await expect(told).toBeVisible();
  }
});

test('a guest who scans the code of a seat is asked for a name', async ({ server, person }) => {
  const screen = await person('Table'),
    guest = await person('', { phone: true });
  const id = await make(server, screen, { rules: SHORT, players: 2, sit: null });
  await screen.goto(`${server.url}t/${id}`);
  await guest.goto(`${server.url}t/${id}?seat=1`);
  await guest.locator('[data-name]').fill('Zoe');
  await sound(guest, 'asking for a name');
  await guest.click('[data-act=named]');
  await expect(screen.locator('[data-seat="1"]')).toContainText('Zoe');
  await expect(guest.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
});

test('an address that leads nowhere has a page that says so', async ({ server, person }) => {
  const ada = await person('Ada');
  for (const [path, words] of [
    ['nowhere', 'no page at this address'],
    ['#/nowhere', 'no page at this address'],
    ['#/play/nothing', 'no page at this address'],
    ['t/aaaaaaaaaaaa', 'table cannot be opened'],
    ['#/t/', 'table cannot be opened'],
    ['r/aaaaaaaaaaaa', 'game cannot be shown'],
    ['#/replay/aaaa', 'game cannot be shown'],
  ]) {
    await ada.goto('about:blank');
    await ada.goto(server.url + path);
    await expect(ada.getByRole('heading', { level: 1 }), path).toContainText(words);
    await expect(ada.getByRole('main').getByRole('link'), path).toBeVisible();
    await expect(ada.getByRole('main'), path).not.toContainText('no games here');
  }
  await sound(ada, 'nothing here');
  expect((await ada.request.get(`${server.url}nowhere`)).status()).toBe(404);
  expect((await ada.request.get(`${server.url}t/aaaaaaaaaaaa`)).status()).toBe(200);
});

test('no rules text is ever on the screen', async ({ server, person, table }) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await table([ada, ben], { rules: 'fifth+helpers,board=random,start=draft,points=12' });
  await ada.keyboard.press('Escape');
  await ada.locator('[data-act=menu], [aria-label=Menu]').first().click();
  const seen = (): Promise<string[]> =>
    ada.evaluate(
      () => document.documentElement.outerHTML.match(/(fifth|sixth|struggle)[+,][\w=+,]+/g) ?? [],
    );
  expect(await seen()).toEqual([]);
  await expect(ada.locator('dialog[open]')).toContainText('Fifth edition with Helpers');
  await ada.goto(`${server.url}#/records`);
  await expect(ada.locator('[data-far] li')).toContainText('Fifth edition with Helpers');
  expect(await seen()).toEqual([]);
  await ada.goto(`${server.url}#/new`);
  await expect(ada.locator('[data-act=start]')).toBeEnabled();
  expect(await seen()).toEqual([]);
});

test('one press opens a table: its link is copied, the host starts, bots take the free seats', async ({
  person,
}) => {
  const server = new Server('--origin', 'https://tables.example');
  await server.start();
  try {
    const ada = await person('Ada');
    await ada.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ada.goto(server.url);
    await ada.click('[data-act=friends]');
    const link = ada.locator('.link');
    await expect(link).toHaveText(/^https:\/\/tables\.example\/t\/\w+$/);
    await expect(ada.locator('[data-notice]')).toHaveText(/Link copied/);
    expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe(await link.innerText());
    await expect(ada.locator('aside svg[role=img]')).toBeVisible(); /* the code to scan */
    await sound(ada, 'a table just opened');
    /* Back and again: the same table, because its link may have been sent already. */
    const table = await link.innerText();
    await ada.goBack();
    await ada.click('[data-act=friends]');
    await expect(link).toHaveText(table);
    /* Options come afterwards, as a sheet. */
    await ada.click('[data-act=change]');
    await ada.getByRole('spinbutton', { name: 'Seats', exact: true }).fill('3');
    await ada.getByRole('spinbutton', { name: 'Seats', exact: true }).blur();
    await ada.click('[data-act=save]');
    await expect(ada.locator('li[data-seat]')).toHaveCount(3);
    await expect(ada.locator('[data-act=ready]')).toHaveCount(0);
    await expect(ada.locator('[data-act=start]')).toContainText('Bots take the 2 free seats');
    await ada.click('[data-act=start]');
    await expect(ada.locator('[data-now]')).toBeVisible();
    /* The next table has the last settings. */
    await ada.goto(`${server.url}#/friends`);
    await expect(ada.locator('li[data-seat]')).toHaveCount(3);
    await expect(link).not.toHaveText(table);
  } finally {
    await server.end();
  }
});

test('“Find me a game” opens a table that fills with bots, and brings the next one there', async ({
  server,
  person,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await ada.goto(`${server.url}#/lobby`);
  await ada.click('[data-act=find]');
  await expect(ada.locator('[data-now-room]')).toContainText('Bots take the free seats');
  await ben.goto(`${server.url}#/lobby`);
  await expect(ben.locator('[data-table]')).toHaveCount(1);
  await ben.click('[data-act=find]');
  await expect(ben.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
  expect(ben.url()).toBe(ada.url());
  for (const p of [ada, ben]) await expect(p.locator('[data-now]')).toBeVisible();
  const eve = await person('Eve');
  await eve.goto(`${server.url}#/lobby`);
  await expect(eve.locator('[data-table]')).toContainText('playing');
});

test('people without a name are named in the current language', async ({ server, person }) => {
  const ada = await person('', { language: 'de' });
  await ada.goto(server.url);
  await ada.click('[data-act=play-now]');
  const seats = ada.locator('[data-seat]').filter({ hasText: /^\s*Du\b/ });
  await expect(seats.or(ada.locator('[data-seat]', { hasText: 'Du' })).first()).toBeVisible();
  const game = new URL(ada.url()).hash;
  /* Earlier versions kept the word as a name: here is such a game. */
  const record = await recordUntil('fifth', (menu) => menu.includes('0 end')),
    people = [{ name: 'Du', kind: 'human' }, ...RIVALS.slice(1)];
  await ada.evaluate((s) => localStorage.setItem('skerry.game.kept', JSON.stringify(s)), {
    v: 1,
    id: 'kept',
    game: 'catan',
    ruleset: 'fifth',
    record,
    people,
    seq: 1,
    at: 1,
  });
  await ada.goto(`${server.url}#/settings`);
  await ada.getByText('English', { exact: true }).click();
  for (const at of [game, '#/play/kept', '#/records']) {
    await ada.goto(server.url + at);
    await expect(ada.getByText('You', { exact: false }).first()).toBeVisible();
    await expect(ada.getByText(/(^|[\s,])Du($|[\s,])/)).toHaveCount(0);
  }
});

test('a table without a name is called after its host, by each reader in their language', async ({
  server,
  person,
}) => {
  const host = await person('', { language: 'de' }),
    guest = await person('Ben', { phone: true });
  await host.goto(server.url);
  await host.click('[data-act=friends]');
  await expect(host.locator('h1')).toHaveText(/^Tisch von Gast \d+$/);
  await guest.goto(host.url());
  await expect(guest.locator('h1')).toHaveText(/^Guest \d+’s table$/);
});

test('a message during a dialog is shown in it, and earlier ones are not', async ({
  server,
  person,
}) => {
  const ada = await person('Ada');
  await ada.goto(`${server.url}#/lobby`);
  const account = ada.getByRole('button', { name: 'Account' }),
    told = ada.locator('dialog [data-notice]');
  await account.click();
  await ada.getByLabel('Name of the account').fill('nobody');
  await ada.getByLabel(/Passphrase/).fill('no such words');
  await ada.getByLabel(/Passphrase/).press('Enter');
  await told.locator('button').click();
  await expect(told).toHaveCount(0);
  await ada.getByLabel(/Passphrase/).press('Enter');
  await expect(told).toHaveCount(1);
  await ada.keyboard.press('Escape');
  await expect(ada.locator('dialog')).toHaveCount(0);
  await expect(ada.locator('[data-notice]').last()).toBeVisible();
  await account.click();
  await expect(ada.locator('dialog[open]')).toBeVisible();
  await expect(told).toHaveCount(0);
});

test('an address that no table can have: there is no such table', async ({ server, person }) => {
  const ada = await person('Ada');
  for (const id of ['nowhere', 'x'.repeat(200), '%01']) {
    await ada.goto(`${server.url}#/t/${id}`);
    await ada.reload();
    await expect(ada.getByRole('alert')).toContainText('no longer exists');
  }
});
