/* What happens at a table with others besides the moves. */
import { expect, type Page } from '@playwright/test';
import { sound } from './axe';
import { log, playUntil, points, press, settled, together } from './drive';
import { make, sitDown, start, test } from './server';

const RULES = 'fifth,board=random,start=draft,first=0';
const menu = async (page: Page, name: string): Promise<void> => {
  await page.click('[data-act=menu]');
  await page.locator('dialog[open]').getByRole('button', { name }).click();
};
/* A quick phrase, behind its button. */
const phrase = async (page: Page, words: string): Promise<void> => {
  await page.click('[data-act=phrases]');
  await page.getByRole('button', { name: words }).click();
};
/* What was said, in the stream beside the board. */
const said = (page: Page) => page.locator('.stream li.chat');

test('a spectator sees no hidden card, on the wire or on the screen', async ({
  server,
  person,
}) => {
  const ada = await person('Ada'),
    eve = await person('Eve');
  const id = await make(server, ada, {
    rules: 'fifth,first=0',
    players: 3,
    seats: [null, { level: 'random' }, { level: 'random' }],
  });
  await sitDown(server, ada, id);
  const heard = (p: Page): string[] => {
    const frames: string[] = [];
    p.on('websocket', (ws) => ws.on('framereceived', (f) => frames.push(String(f.payload))));
    return frames;
  };
  const own = heard(ada),
    frames = heard(eve);
  await ada.reload();
  await eve.goto(`${server.url}t/${id}`);
  await start(ada);
  await expect(eve.locator('[data-now]')).toBeVisible();
  await together([ada], async () => (await log(ada).count()) > 40);
  await expect(eve.locator('[data-kind], [data-dev]')).toHaveCount(0);
  type Told = {
    viewer?: unknown;
    deck?: { cards: unknown };
    seats?: Record<'cards' | 'dev' | 'dev_new', Record<string, number> | null>[];
  };
  const told = (list: string[]) =>
    list
      .filter((f) => f.includes('"type":"game"'))
      .map(
        (f) =>
          JSON.parse(f) as {
            view?: Told;
            change?: Told;
            legal: unknown;
            events: { actions?: string[] }[];
          },
      );
  const cards = (t: Told): number[] =>
    (t.seats ?? [])
      .flatMap((s) => [s.cards, s.dev, s.dev_new])
      .flatMap((hidden) => Object.values(hidden ?? {}))
      .filter((n) => n !== 0);
  const games = told(frames);
  expect(games.length).toBeGreaterThan(5);
  expect(told(own).flatMap((g) => cards((g.view ?? g.change)!)).length).toBeGreaterThan(
    5,
  ); /* Ada is told of hers, in the same words */
  expect(games.filter((g) => g.change).length).toBeGreaterThan(3);
  for (const g of games) {
    if (g.view) expect(g.view.viewer).toBe('spectator');
    expect((g.view ?? g.change)!.deck?.cards ?? null).toBeNull();
    expect(cards((g.view ?? g.change)!)).toEqual([]);
    expect(g.legal).toBeNull();
    expect(
      g.events.flatMap((e) => e.actions ?? []).filter((a) => /^\* (steal \d|draw) [a-z]/.test(a)),
    ).toEqual([]);
  }
  await sound(eve, 'a spectator');
});

test('an invitation opened on a phone, to the first placement', async ({ server, person }) => {
  const ada = await person('Ada'),
    phone = await person('Pat', { phone: true });
  const id = await make(server, ada, {
    rules: 'fifth,board=random,start=draft,first=1',
    players: 2,
  });
  await sitDown(server, ada, id);
  await phone.goto((await ada.locator('.link').textContent())!);
  await phone.locator('[data-act=sit]').first().tap();
  await sound(phone, 'room on a phone');
  await expect(phone.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
  await start(ada);
  await press(phone.locator('.board [data-place]').nth(8), true);
  await phone.tap('[data-act=confirm-place]');
  await expect(phone.locator('[data-now]')).toContainText('road');
  await expect(log(ada).last()).toContainText('Pat built a settlement');
  await sound(phone, 'a table with others on a phone');
});

test('table mode: a big screen for all, two phones with the hands', async ({ server, person }) => {
  const screen = await person(''),
    a = await person('Ada', { phone: true }),
    b = await person('Ben', { phone: true });
  await screen.goto(`${server.url}#/lobby`);
  await screen.click('[data-act=make-screen]');
  await screen.click('[data-act=change]');
  await expect(screen.locator('[data-act=save]')).toBeEnabled();
  await screen.getByRole('spinbutton', { name: 'Seats', exact: true }).fill('2');
  await screen.getByRole('spinbutton', { name: 'Seats', exact: true }).blur();
  await screen.click('[data-act=save]');
  await expect(screen.locator('[data-seat] figure svg[role=img]')).toHaveCount(2);
  /* nothing that only somebody who sits there could use; the codes can be read from afar */
  const room = screen.locator('.room');
  await expect(room.locator('[data-act=sit], select, input, [data-act=share]')).toHaveCount(0);
  for (const code of await room.locator('figure').all())
    expect((await code.boundingBox())!.width).toBeGreaterThanOrEqual(132);
  const links = await screen
    .locator('figure svg[role=img]')
    .evaluateAll((s) =>
      s.map((x) => x.getAttribute('aria-label')!.replace(/^.*?(http\S+)$/, '$1')),
    );
  for (const [i, p] of [a, b].entries()) {
    await p.goto(links[i]);
    await expect(p.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(screen.locator('[data-seat] figure')).toHaveCount(0); /* every seat is taken */
  await start(screen); /* nobody is asked for a name: it has no seat */
  await expect(screen.locator('[data-now]')).toBeVisible();
  await expect(screen.locator('.board').first()).toBeVisible();
  await expect(screen.locator('[data-kind], .table [data-act], [data-get]')).toHaveCount(0);
  /* seen from afar: large words, and tools appear only when the mouse moves */
  await screen.mouse.move(640, 400);
  await expect(screen.locator('[data-act=menu]')).toHaveCSS('opacity', '0');
  for (const slip of await screen.locator('[data-seat]').all())
    expect((await slip.boundingBox())!.height).toBeGreaterThan(90);
  await screen.locator('[data-act=menu]').hover();
  await expect(screen.locator('[data-act=menu]')).toHaveCSS('opacity', '1');
  await screen.mouse.move(640, 400);
  for (const p of [a, b]) await expect(p.locator('.fan')).toBeVisible();
  await sound(screen, 'the big screen');
  await sound(a, 'the hand on a phone');
  await together([a, b], async () => (await log(screen).count()) > 30);
  await expect(screen.locator('[data-kind], [data-dev]')).toHaveCount(0);
  /* The game is over: what everybody may know about each seat is the same on all three. */
  const known = (p: Page): Promise<string> =>
    p.locator('[data-seat]').evaluateAll((seats) =>
      seats
        .map((s) => `${s.getAttribute('data-seat')}: ${s.querySelector('.facts')!.textContent}`)
        .sort()
        .join('\n'),
    );
  const all = await settled(() => known(screen));
  expect(all).toMatch(/^0: .*cards.*\n1: .*cards/);
  for (const p of [a, b]) await expect.poll(() => known(p)).toBe(all);
});

test('pause and take-back by consent', async ({ person, table }) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await table([ada, ben], { rules: RULES });
  /* Ben says no, then yes. */
  await menu(ada, 'Pause');
  await expect(ben.locator('[data-ask]')).toContainText('Ada asks for a pause');
  await expect(ada.getByText('Waiting for Ben.')).toBeVisible();
  await ben.getByRole('button', { name: 'No', exact: true }).click();
  await expect(ada.getByText('Waiting for Ben.')).toHaveCount(0);
  await ada.locator('[data-notice]', { hasText: 'Ben said no' }).getByRole('button').click();
  await expect(ada.locator('.trouble')).toHaveCount(0);
  await menu(ada, 'Pause');
  await ben.locator('[data-act=yes]').click();
  for (const p of [ada, ben]) await expect(p.locator('.trouble')).toContainText('paused');
  await press(ada.locator('.board [data-place]').first()); /* nothing moves */
  await expect(ada.locator('[data-notice]')).toBeVisible();
  await ada.locator('[data-notice] button').click();
  await ben.locator('[data-paused] [data-act=resume]').click();
  await expect(ada.locator('[data-ask]')).toContainText('Ben asks to resume');
  await ada.locator('[data-act=yes]').click();
  for (const p of [ada, ben]) await expect(p.locator('.trouble')).toHaveCount(0);
  /* Ada settles and builds her road; the next is Ben, so taking back needs him. */
  const lines = await log(ben).count();
  await press(ada.locator('.board [data-place]').first());
  await expect(ada.locator('[data-now]')).toContainText('road');
  await press(ada.locator('.board [data-place]').first());
  await expect(ben.locator('.board [data-place]').first()).toBeVisible();
  await expect.poll(() => log(ben).count()).toBe(lines + 2);
  await menu(ada, 'Ask to take a move back');
  await expect(ben.locator('[data-ask]')).toContainText('Ada asks to take a move back');
  await sound(ben, 'an ask');
  await ben.locator('[data-act=yes]').click();
  await expect(ada.locator('[data-now]')).toContainText('road');
  await expect(ada.locator('.board [data-place]').first()).toBeVisible();
  await expect(ben.locator('.board [data-place]')).toHaveCount(0);
});

test('six on a phone with a clock: a question in one row, and who is away has a whole sign', async ({
  person,
  table,
}) => {
  const long = await person('Friederike-Annemarie'),
    bob = await person('Bob', { phone: true });
  await table([long, bob], {
    rules: 'fifth-56+helpers',
    players: 6,
    seats: [null, null, ...Array.from({ length: 4 }, () => ({ level: 'random' }))],
    clock: { bank: 3000, increment: 600 },
    hold: null,
  });
  await menu(long, 'Pause');
  await expect(long.getByText('Waiting for Bob.')).toBeVisible();
  const [yes, no] = await Promise.all(
    ['yes', 'no'].map((a) => bob.locator(`[data-act=${a}]`).boundingBox()),
  );
  expect(yes!.y).toBe(no!.y);
  await expect(bob.locator('[data-ask]')).toContainText('Friederike-Annemarie asks for a pause');
  const hidden = await bob.locator('[data-seat] .time, [data-seat] .who b').evaluateAll((all) =>
    all
      .filter((e) => {
        const r = e.getBoundingClientRect();
        const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
        return top?.closest('[data-seat]') !== e.closest('[data-seat]');
      })
      .map((e) => e.textContent),
  );
  expect(hidden).toEqual([]);
  await bob.locator('[data-act=no]').click();
  await long.goto('about:blank');
  const sign = bob.locator('[data-seat="0"] .gone');
  await expect(sign).toBeAttached();
  const whole = await sign.evaluate((gone) => {
    const box = (e: Element): DOMRect => e.getBoundingClientRect(),
      slip = gone.closest('[data-seat]')!,
      icon = box(gone.querySelector('svg')!),
      seen = box(gone),
      over = (r: DOMRect): boolean =>
        r.left < icon.right && icon.left < r.right && r.top < icon.bottom && icon.top < r.bottom;
    return {
      width: Math.min(icon.right, seen.right) - icon.left,
      covered: ['.time', '.vp b', '.who b'].filter((s) => over(box(slip.querySelector(s)!))),
    };
  });
  expect(whole).toEqual({ width: 12, covered: [] });
});

test('a clock: the ring runs, and at its end the game goes on without the one who slept', async ({
  person,
  table,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await table([ada, ben], { rules: RULES, clock: { bank: 2, increment: 2 } });
  const ring = ada.locator('[data-seat="0"] [title$="left"]');
  await expect(ring).toBeVisible();
  const first = await ring.textContent();
  await expect(ring).not.toHaveText(first!);
  /* Nobody presses anything. */
  await expect(log(ben).filter({ hasText: 'Ada built a settlement' }).first()).toBeVisible();
  await expect(log(ada).filter({ hasText: 'Ben built a settlement' }).first()).toBeVisible();
});

test('resign, the end, and a rematch of the same people', async ({ server, person }) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  const id = await make(server, ada, {
    rules: 'struggle,points=3',
    players: 3,
    seats: [null, null, { level: 'club' }],
  });
  for (const p of [ada, ben]) await sitDown(server, p, id);
  await start(ada);
  await expect(ben.locator('[data-now]')).toBeVisible();
  await menu(ben, 'Resign');
  await expect(ben.locator('dialog[open]')).toContainText('cannot take it back');
  await sound(ben, 'resigning');
  await ben.locator('dialog[open] [data-act=resign]').click();
  await expect(ben.locator('dialog[open]')).toHaveCount(0);
  /* A bot plays Ben's seat to the end, without him. */
  await together([ada]);
  await expect(ben.locator('[data-victory]')).toBeVisible();
  await ada.locator('[data-victory] [data-act=rematch]').click();
  await ben.getByRole('button', { name: 'Rematch: Ada is waiting' }).click();
  await expect(ben.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
  expect(ben.url()).not.toContain(id);
  await expect(ada.locator('[data-act=start]')).toBeVisible();
  expect(ada.url()).toBe(ben.url());
});

test('chat, quick phrases in the reader’s language, and mute', async ({ person, table }) => {
  const ada = await person('Ada'),
    ben = await person('Ben', { language: 'de' });
  await table([ada, ben], { rules: RULES });
  await ada.getByRole('textbox', { name: 'Say something' }).fill('<b>Ahoy</b>');
  await ada.keyboard.press('Enter');
  await expect(ben.locator('[data-seat="0"] .heard')).toHaveText('<b>Ahoy</b>'); /* for a moment */
  await phrase(ada, 'Well played!');
  const lines = said(ben);
  await expect(lines.nth(0)).toContainText('<b>Ahoy</b>');
  await expect(lines.nth(1)).not.toContainText('Well played');
  await expect(lines.nth(1)).toContainText('Gut gespielt');
  await sound(ben, 'chat');
  await expect(lines.nth(0).getByRole('button')).toHaveText('stumm');
  await lines.nth(0).getByRole('button').click();
  await expect(lines.nth(0).getByRole('button')).toHaveText('nicht mehr stumm');
  await phrase(ada, 'Wow!');
  await expect(said(ada)).toHaveCount(3);
  await phrase(ben, 'Hallo!');
  await expect(said(ada).nth(3)).toContainText('Hello!');
  await expect(lines).toHaveCount(3); /* Ada's third never came; one's own did */
  await expect(lines.nth(2)).toContainText('Hallo!');
  /* All phrases are in sight, and the keyboard goes on where they were opened. */
  await ada.setViewportSize({ width: 1280, height: 720 });
  await ada.click('[data-act=phrases]');
  const phrases = ada.locator('.phrases button');
  await expect(phrases).toHaveCount(12);
  for (const p of await phrases.all()) await expect.soft(p).toBeInViewport({ ratio: 1 });
  await phrases.last().press('Escape');
  await expect(phrases).toHaveCount(0);
  await expect(ada.locator('[data-act=phrases]')).toBeFocused();
  /* Log and talk are one stream, and talk can be read alone. */
  await press(ada.locator('.board [data-place]').first());
  await expect(log(ada)).toHaveCount(5);
  await ada.getByRole('button', { name: 'Talk only' }).click();
  await expect(log(ada)).toHaveCount(4);
});

test('on a phone unread words are counted, and reading them is enough', async ({
  person,
  table,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben', { phone: true });
  await table([ada, ben], { rules: RULES });
  for (const words of ['Well played!', 'Wow!']) await phrase(ada, words);
  await expect(ben.locator('[data-act=panel-talk]')).toContainText('2');
  await ben.tap('[data-act=panel-talk]');
  await expect(said(ben)).toHaveCount(2);
  await ben.tap('[data-act=panel-talk]');
  await expect(ben.locator('[data-act=panel-talk]')).not.toContainText('2');
});

/* Tables that one person opens over a socket of their own; the page stays where it is. */
async function openTables(p: Page, n: number, name: string): Promise<void> {
  await p.evaluate(
    ([count, named]) =>
      new Promise<void>((resolve, reject) => {
        const ws = new WebSocket(location.origin.replace('http', 'ws') + '/ws', 'skerry.1');
        let left = count;
        ws.onopen = () => ws.send(JSON.stringify({ type: 'hello', v: 1 }));
        ws.onmessage = (e: MessageEvent<string>) => {
          const m = JSON.parse(e.data) as { type: string };
          if (m.type === 'error') reject(new Error(e.data));
          if (m.type !== 'welcome' && m.type !== 'ok') return;
          if (m.type === 'ok' && --left === 0) resolve();
          else
            ws.send(
              JSON.stringify({
                type: 'create',
                id: left,
                rules: 'fifth',
                public: true,
                name: named,
              }),
            );
        };
      }),
    [n, name] as const,
  );
}

test('a full lobby: the first tables, how many there are, and the others by name', async ({
  server,
  person,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben'),
    cleo = await person('Cleo');
  await cleo.goto(`${server.url}#/lobby`);
  await expect(cleo.locator('[data-counts]')).toContainText('0 games running');
  await expect(cleo.locator('[data-search]')).toHaveCount(0);
  for (const p of [ada, ben]) await p.goto(`${server.url}#/lobby`);
  await openTables(ada, 1, 'Deep Sheep');
  for (const p of [ada, ben, cleo]) await openTables(p, 14, 'A usual one');
  const rows = cleo.locator('li[data-table]');
  await expect(rows).toHaveCount(40);
  await expect(cleo.locator('[data-more]')).toContainText('3 more tables are not shown');
  await sound(cleo, 'a full lobby');
  await cleo.locator('[data-search]').fill('deep sheep');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Deep Sheep');
  await cleo.locator('[data-search]').fill('nobody');
  await expect(cleo.getByText('No public table has this name')).toBeVisible();
  await cleo.locator('[data-search]').fill('');
  await expect(rows).toHaveCount(40);
});

test('an account keeps a running game across devices', async ({ server, person, table }) => {
  const ada = await person('Ada'),
    ben = await person('Ben'),
    other = await person('Somebody', { phone: true });
  await ada.goto(`${server.url}#/lobby`);
  await ada.getByRole('button', { name: 'Account' }).click();
  await sound(ada, 'account');
  await ada.getByLabel('Name of the account').fill('ada');
  await ada.getByLabel('Passphrase').fill('a long enough one');
  await ada.getByRole('button', { name: 'Create an account' }).click();
  await expect(ada.getByText('Account: ada')).toBeVisible();
  const id = await table([ada, ben], { rules: RULES });
  await other.goto(`${server.url}#/lobby`);
  await other.getByRole('button', { name: 'Account' }).click();
  await other.getByLabel('Name of the account').fill('ada');
  await other.getByLabel('Passphrase').fill('a wrong one, long');
  await other.getByRole('button', { name: 'Log in' }).click();
  await expect(other.locator('[data-notice]')).toBeVisible();
  await other
    .locator('[data-notice] button')
    .click(); /* it is told in the dialog that covers the page */
  await other.getByLabel('Passphrase').fill('a long enough one');
  await other.getByRole('button', { name: 'Log in' }).click();
  await expect(other.getByText('Account: ada')).toBeVisible();
  await other.locator(`a[href="#/t/${id}"]`).click();
  await press(other.locator('.board [data-place]').first(), true);
  await other.tap('[data-act=confirm-place]');
  await expect(log(ben).last()).toContainText('Ada built a settlement');
  /* The two devices are one seat, and agree. */
  await expect(ada.locator('[data-now]')).toContainText('road');
});

test('two tabs of one seat agree, and a move made twice counts once', async ({
  server,
  person,
  table,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  const id = await table([ada, ben], { rules: RULES });
  const tab = await ada.context().newPage();
  await tab.goto(`${server.url}t/${id}`);
  await expect(tab.locator('.board [data-place]').first()).toBeVisible();
  const lines = await log(ben).count();
  /* The same place in both, at the same moment: one of them is first, the other hears why not. Both are found before
     either is pressed, or a quick server would take the second one away. */
  const places = await Promise.all(
    [ada, tab].map((p) => p.locator('.board [data-place]').nth(5).elementHandle()),
  );
  await Promise.all(
    places.map((place) =>
      place!.evaluate((e) => e.dispatchEvent(new MouseEvent('click', { bubbles: true }))),
    ),
  );
  for (const p of [ada, tab]) await expect(p.locator('[data-now]')).toContainText('road');
  await expect.poll(() => log(ben).count()).toBe(lines + 1);
  await tab
    .locator('.board [data-place]')
    .first()
    .click(); /* the other one's refusal may lie over it for a while */
  for (const p of [ada, tab]) {
    await expect(log(p)).toHaveCount(lines + 2);
    await expect(p.locator('.board [data-place]')).toHaveCount(0);
  }
  const known = (p: Page): Promise<string> =>
    settled(async () => JSON.stringify([await points(p), await log(p).allTextContents()]));
  expect(await known(tab)).toBe(await known(ada));
  await tab.close();
});

test('an absent player: after the grace period a bot holds the seat, and returns it', async ({
  server,
  person,
  table,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  const id = await table([ada, ben], { rules: RULES, hold: 2 });
  /* The messages about her that Ben sees, in order: the grace period may be over before the test
   * looks. */
  await ben.evaluate(() => {
    const told: string[] = ((window as unknown as { told: string[] }).told = []);
    new MutationObserver(() => {
      const now = document.querySelector('.gone')?.textContent?.trim() ?? '';
      if (now !== (told.at(-1) ?? '')) told.push(now);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await ada.goto('about:blank');
  const toldBen = (): Promise<string[]> =>
    ben.evaluate(() => (window as unknown as { told: string[] }).told);
  await expect.poll(async () => (await toldBen()).at(-1)).toBe('away; a bot plays');
  /* before that, her slip counted down the time */
  expect((await toldBen()).filter((x) => /^A bot takes over in 0:0\d$/.test(x))).not.toEqual([]);
  await expect(log(ben).filter({ hasText: 'Ada built a settlement' }).first()).toBeVisible();
  /* Back again: it is Ada who plays, from where the game is now. */
  await together(
    [ben],
    async () =>
      (await log(ben)
        .filter({ hasText: /rolled/ })
        .count()) > 0,
  );
  await ada.goto(`${server.url}t/${id}`);
  await expect(ben.locator('.gone')).toHaveCount(0);
  await expect(ada.locator('[data-returned] li').first()).toBeVisible(); /* what was done for her */
  await ada.keyboard.press('Escape');
  /* That may be in the middle of her turn, or of a seven: once the game waits only for her,
   * nobody acts for her any more. */
  await together(
    [ben],
    async () =>
      (await ben.locator('.now.mine').count()) === 0 &&
      (await ada.locator('.now.mine').count()) > 0,
  );
  const told = async (): Promise<string> =>
    `${await ben.locator('[data-now]').textContent()} ${await log(ben).count()}`;
  const before = await settled(told);
  await ben.waitForTimeout(3000);
  expect(await told()).toBe(before);
  await playUntil(ada, async () => (await told()) !== before);
});

test('a person without a name is a guest in each reader’s language', async ({ server, person }) => {
  const ada = await person('', { language: 'de' }),
    ben = await person('Ben'),
    cleo = await person('', { language: 'en' });
  const id = await make(server, ada, { rules: RULES, players: 2, public: true });
  await sitDown(server, ada, id);
  await expect(ada.locator('[data-seat="0"] b')).toHaveText(/^Gast \d+$/);
  const guest = (await ada.locator('[data-seat="0"] b').innerText()).replace('Gast', 'Guest');
  await expect(ada.locator('[data-seat="0"]')).toContainText(guest.replace('Guest', 'Gast'));
  await cleo.goto(`${server.url}#/lobby`);
  await expect(cleo.locator(`[data-table="${id}"]`)).toContainText(guest);
  await expect(cleo.locator(`[data-table="${id}"]`).getByRole('img')).toHaveAccessibleName(
    '1 of 2 seats taken',
  );
  await sitDown(server, ben, id);
  await expect(ben.locator('[data-seat="0"]')).toContainText(guest);
  await start(ada); /* people without a name are asked for one, and may skip it */
  await ada.click('[data-act=nameless]');
  await expect(ben.locator('.board').first()).toBeVisible();
  await phrase(ada, 'Hallo!');
  await expect(said(ada)).toContainText(guest.replace('Guest', 'Gast'));
  await expect(said(ben)).toContainText(guest);
  /* A name that somebody chose is not translated; an emptied field stays empty. */
  await cleo.getByLabel('Your name').fill('');
  await expect(cleo.getByLabel('Your name')).toHaveValue('');
  await cleo.getByLabel('Your name').fill('Guest of honour');
  await cleo.getByLabel('Your name').blur();
  await cleo.goto(`${server.url}t/${id}`);
  await phrase(cleo, 'Hello!');
  await expect(said(ada).nth(1)).toContainText('Guest of honour');
});

test('a table joined twice: a double click, a second tab, and the host stays the host', async ({
  server,
  person,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  const id = await make(server, ada, { rules: RULES, players: 3, public: true });
  await sitDown(server, ada, id);
  await ben.goto(`${server.url}#/lobby`);
  await ben.locator(`[data-table="${id}"] a`).dblclick();
  await ben.locator('[data-act=sit]').first().dblclick();
  await expect(ben.locator('[data-act=ready]')).toBeVisible();
  const tab = await ben.context().newPage();
  await tab.goto(`${server.url}t/${id}`);
  await expect(tab.locator('[data-act=ready]')).toBeVisible();
  /* Ben has one seat, one is free, and Ada still decides. */
  await expect(ada.locator('[data-seat]').filter({ hasText: 'Ben' })).toHaveCount(1);
  for (const p of [ben, tab])
    await expect(p.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
  await tab.close();
  await expect(ada.locator('[data-seat]').filter({ hasText: 'Ben' })).toContainText('ready');
  await ada.getByRole('combobox', { name: 'Bot for seat 3' }).selectOption('club');
  await start(ada);
  for (const p of [ada, ben]) await expect(p.locator('[data-now]')).toBeVisible();
});

test('six people with helpers, clocks and card memory: nothing lies over anything', async ({
  server,
  person,
}) => {
  const ada = await person('Ada');
  const bots = Array.from({ length: 5 }, () => ({ level: 'random' }));
  const id = await make(server, ada, {
    rules: 'fifth-56+helpers',
    players: 6,
    memory: true,
    clock: { bank: 120, increment: 20 },
    seats: [null, ...bots],
  });
  await sitDown(server, ada, id);
  await start(ada);
  await together(
    [ada],
    async () =>
      (await log(ada)
        .filter({ hasText: /rolled/ })
        .count()) > 6,
  );
  await expect(ada.locator('[data-seat] .time')).toHaveCount(6);
  await expect(ada.locator('[data-seat] .mem')).toHaveCount(5); /* one's own hand needs no memory */
  const over = await ada.locator('[data-seat]').evaluateAll((seats) =>
    seats.flatMap((s) => {
      const parts = [...s.querySelectorAll('.who, .facts, .mem, .time, .vp')].map((e) => ({
          e,
          r: e.getBoundingClientRect(),
        })),
        few = s.querySelector('.mem') ? 5 : 4;
      /* Who holds no card has nothing to be remembered: that part is empty then. */
      const shown = ({ e, r }: (typeof parts)[0]) =>
        (r.width > 0 && r.height > 0) || (e.matches('.mem') && !e.querySelector('svg'));
      if (parts.length !== few || !parts.every(shown))
        return [
          `parts of seat ${s.getAttribute('data-seat')}: ${parts.map((p) => p.e.className).join()}`,
        ];
      return parts.flatMap((a, i) =>
        parts
          .slice(i + 1)
          .filter(
            (b) =>
              Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left) > 1 &&
              Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top) > 1,
          )
          .map(
            (b) => `${a.e.className} and ${b.e.className} of seat ${s.getAttribute('data-seat')}`,
          ),
      );
    }),
  );
  expect(over).toEqual([]);
});
