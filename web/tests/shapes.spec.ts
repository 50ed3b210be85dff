/* Screens of every shape: a phone held sideways, a small laptop. Whatever you need on your turn
 * is visible. */
import { expect, type Page } from '@playwright/test';
import { sound } from './axe';
import { goOn, loadFile, log, open, RIVALS, sizes } from './drive';
import { recordNearEnd, recordUntil } from './long';
import { make, sitDown, start, test, type House } from './server';

const SHAPES = [
  { name: 'a phone held sideways', width: 844, height: 390 },
  { name: 'a small phone held sideways', width: 568, height: 320 },
  { name: 'a wide phone held sideways', width: 932, height: 380 },
  { name: 'a small laptop', width: 1366, height: 630 },
];

/* How much of it is on the screen, and how high that is; a notice comes and goes. */
const seen = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((e) => {
      for (const n of document.querySelectorAll<HTMLElement>('[data-notice]'))
        n.style.display = 'none';
      const r = e.getBoundingClientRect(),
        w = Math.min(r.right, innerWidth) - Math.max(r.left, 0),
        h = Math.min(r.bottom, innerHeight) - Math.max(r.top, 0);
      return {
        part: (Math.max(0, w) * Math.max(0, h)) / (r.width * r.height),
        high: h / innerHeight,
        top: e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)),
      };
    });
async function inSight(page: Page, selectors: string[]): Promise<void> {
  for (const s of selectors)
    expect.soft(await seen(page, s), s).toMatchObject({ part: expect.closeTo(1, 2), top: true });
}
/* A game that is begun already, where one may do all of this, some way into it: with cards, and with pieces on the table. */
async function turn(
  page: Page,
  { width, height }: { width: number; height: number },
  rules: string,
  ...may: string[]
): Promise<void> {
  const people = rules.includes('-56') ? [...RIVALS, ...RIVALS.slice(1)] : RIVALS;
  let early = 12;
  const record = await recordUntil(
    rules,
    (menu) => may.every((m) => menu.some((a) => a.startsWith(`0 ${m}`))) && --early < 0,
    people.length,
  );
  await page.setViewportSize({ width, height });
  await goOn(page, record, rules, {}, people);
}

const BUILDS = ['road', 'knight', 'settlement', 'city', 'expansion'].map(
  (b) => `[data-act=build-${b}]`,
);

for (const shape of SHAPES) {
  const { name, width, height } = shape;
  test(`${name}: the island, the hand and what to do are in sight`, async ({ page }) => {
    await turn(page, shape, 'fifth', 'roll');
    expect((await seen(page, 'main.board')).high).toBeGreaterThan(0.5);
    await inSight(page, [
      '[data-act=road]',
      '[data-act=settle]',
      '[data-act=city]',
      '[data-act=buy]',
      '[data-act=roll]',
      '[data-now]',
      '[data-act=menu]',
      '.me .vp',
    ]);
    if (height < 600) {
      await page.click('[data-act=panel-trade]');
      await expect(page.locator('[data-give=brick]')).toBeVisible();
    }
    await inSight(page, ['[data-give=brick]', '[data-get=ore]']);
    if (width === 844) await sound(page, name);
  });
  test(`${name}: the card game's market, hand and row are in sight`, async ({ page }) => {
    await turn(page, shape, 'struggle', 'draw');
    await inSight(page, ['[data-market]', '[data-kind]', '[data-act^=draw-]', '[data-now]']);
    await inSight(page, ['.own .vp']);
    await inSight(page, BUILDS);
    await inSight(page, ['.own .in']);
  });
}

for (const [width, height] of sizes('390x844 360x640'))
  test(`a phone of ${width} by ${height}: the card game's market, hand, building and draw are in sight`, async ({
    page,
  }) => {
    await turn(page, { width, height }, 'struggle', 'draw', 'swap-stack', 'take-from');
    await inSight(page, [
      '[data-act=stack]',
      '[data-act^=take-]',
      '[data-market]',
      '[data-kind]',
      '[data-act=build-road]',
      '[data-act=build-expansion]',
      '[data-act^=draw-]',
      '[data-now]',
      '.own .vp',
    ]);
  });

const ALL = [
  ...SHAPES,
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a tablet', width: 820, height: 1180 },
  { name: 'a large screen', width: 1920, height: 1080 },
  { name: 'a narrow window', width: 1000, height: 700 },
  { name: 'a laptop', width: 1280, height: 800 },
];

/* Rows close up, names have a line, and the middle is one row: nothing of the card game is cut, whoever plays. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = [],
      inside = (what: string, outer: string): void => {
        for (const e of document.querySelectorAll(what)) {
          const r = e.getBoundingClientRect(),
            o = e.closest(outer)!.getBoundingClientRect();
          if (r.left < o.left - 1 || r.right > o.right + 1 || r.bottom > o.bottom + 1)
            wrong.push(`${what} leaves ${outer}`);
        }
      };
    for (const e of document.querySelectorAll('.name, .build b'))
      if (
        e.clientWidth &&
        (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
      )
        wrong.push(`${e.textContent} is cut`);
    inside('.row .in', '.seat, .own');
    inside('.cost svg', '.build');
    inside('.backs', '.seat');
    inside('.others .vp', '.seat');
    inside('.middle > *', '.cloth');
    inside('.waste .w', '.waste');
    inside('.build', '.cloth, .table');
    return [...new Set(wrong)];
  });
for (const players of [3, 4, 6])
  test(`the card game of ${players}: no name, row, pile or stack is cut at any size`, async ({
    page,
  }) => {
    let early = 30;
    const rules = players > 4 ? 'struggle-56' : 'struggle';
    const record = await recordUntil(
        rules,
        (menu) => menu.some((a) => a.startsWith('0 take-from')) && --early < 0,
        players,
      ),
      names = ['Ada', 'Marisol', 'Wilhelmina', 'Constantin', 'Theodora', 'Maximiliane'];
    await goOn(
      page,
      record,
      rules,
      {},
      names.slice(0, players).map((name, i) => ({ ...RIVALS[Math.min(i, 1)], name })),
    );
    for (const { name, width, height } of [
      ...ALL.filter((s) => s.width > 600),
      { name: 'a wide tablet', width: 1024, height: 768 },
    ]) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => cut(page), { message: name }).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => cut(page), { message: 'a phone' }).toEqual([]);
  });

test('the card game shows names of twenty letters whole, on a phone and on a laptop', async ({
  page,
}) => {
  const names = ['Ada', 'Wolfgang-Amadeus', 'Friederike-Annemarie', 'Maximiliane Elisabet'];
  const record = await recordUntil('struggle', (menu) => menu.includes('0 draw 2'), 4),
    people = names.map((name, i) => ({ ...RIVALS[Math.min(i, 1)], name }));
  await goOn(page, record, 'struggle', { language: 'de' }, people);
  for (const [width, height] of sizes('390x844 844x390 1280x720')) {
    await page.setViewportSize({ width, height });
    for (const name of names.slice(1)) await expect(page.getByText(name).first()).toBeInViewport();
    await expect.poll(() => cut(page), { message: `${width}` }).toEqual([]);
  }
});

for (const language of ['en', 'de', 'fr'])
  test(`a replay of the card game (${language}): nothing on the table is cut`, async ({ page }) => {
    await open(page, '#/records', { language });
    const record = await recordNearEnd('struggle');
    await loadFile(page, record);
    await expect(page.getByRole('slider')).toBeVisible();
    for (const [width, height] of sizes('1280x720 1366x768 820x1180 390x844 844x390')) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => cut(page), { message: `${width}` }).toEqual([]);
    }
    /* held sideways: the log begins below what is going on, and the slider's buttons are words in one line */
    const box = async (what: string) => (await page.locator(what).boundingBox())!;
    const now = await box('[data-now]'),
      log = await box('#drawer');
    expect(log.y - now.y - now.height, 'the log').toBeLessThan(12);
    expect(log.width, 'the log').toBeGreaterThan(now.width - 2);
    expect((await box('[data-act=fork]')).height, 'a button in one line').toBeLessThan(52);
  });

test('the lesson of the card game: what expansions there are lies under nothing', async ({
  page,
}) => {
  await open(page, '#/lesson/struggle');
  await expect(page.locator('[data-act=build-expansion]')).toBeVisible();
  for (const [width, height] of sizes('1280x720 1366x768 1440x900 1536x864 1920x1080 820x1180')) {
    await page.setViewportSize({ width, height });
    const covered = (): Promise<string[]> =>
      page.locator('.builds .build, .xs .x').evaluateAll((all) =>
        all
          .filter((e) => {
            const r = e.getBoundingClientRect();
            return [0.1, 0.5, 0.9].some(
              (f) => !e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height * f)),
            );
          })
          .map((e) => e.textContent!),
      );
    await expect.poll(covered, { message: `${width}` }).toEqual([]);
  }
});

/* A shared screen that shows a running game of one person and two bots. */
async function television(
  server: House['server'],
  person: House['person'],
  rules: string,
): Promise<Page> {
  const screen = await person('Table'),
    guest = await person('Ada', { phone: true });
  const seats = [null, { level: 'random' }, { level: 'random' }];
  const id = await make(server, screen, { rules, players: 3, sit: null, seats });
  await sitDown(server, guest, id);
  await screen.goto(`${server.url}t/${id}`);
  await start(screen);
  await expect(screen.locator('[data-now]')).toBeVisible();
  return screen;
}

test('the card game on a television: what can be built, and what it costs, is there', async ({
  server,
  person,
}) => {
  const screen = await television(server, person, 'struggle');
  for (const [width, height] of sizes('1280x720 1366x768 1920x1080')) {
    await screen.setViewportSize({ width, height });
    await inSight(screen, [...BUILDS, '[data-act=stack]', '[data-now]', '.events', '.others']);
    await expect.poll(() => cut(screen), { message: `${width}` }).toEqual([]);
    await expect.soft(screen.locator('input'), 'nobody types on it').toHaveCount(0);
    const out = await screen.locator('.build').evaluateAll((all) =>
      all.flatMap((card) => {
        const edge = card.getBoundingClientRect().right - 4,
          words = document.createRange();
        return [...card.querySelectorAll('b, .cost svg')].flatMap((e) => {
          words.selectNodeContents(e);
          const shown = e.localName === 'b' ? words : e;
          return shown.getBoundingClientRect().right > edge ? [e.textContent || 'a cost'] : [];
        });
      }),
    );
    expect.soft(out, `beyond its card at ${width}`).toEqual([]);
  }
});

for (const rules of ['fifth', 'struggle'])
  test(`${rules}: a television’s table that is watched on a phone is laid out as any other`, async ({
    server,
    person,
  }) => {
    const screen = await television(server, person, rules);
    await screen.setViewportSize({ width: 390, height: 844 });
    /* Both in one go: bots may move at any moment. */
    const [big, plain] = await screen.evaluate(() => {
      const boxes = (): string[] => {
        for (const moving of document.getAnimations()) moving.cancel();
        return [...document.querySelectorAll('.table *')].map((e) => {
          const { x, y, width, height } = e.getBoundingClientRect();
          return [e.localName, e.getAttribute('class'), x, y, width, height].join(' ');
        });
      };
      const before = boxes();
      document.querySelector('.play.big')!.classList.remove('big');
      return [before, boxes()];
    });
    expect(plain).toEqual(big);
  });

test('long rows of the card game, on a phone: they close up until they fit', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await goOn(page, await recordNearEnd('struggle,points=14'), 'struggle,points=14', {}, [
    ...RIVALS.slice(1),
    RIVALS[0],
  ]);
  const rows = page.locator('.row');
  await expect(rows).toHaveCount(3);
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((e) => e.scrollWidth - e.clientWidth)))
    .toEqual([0, 0, 0]);
  await sound(page, 'long rows', false);
});

for (const rules of ['fifth', 'fifth-56'])
  test(`${rules}: no part of the island lies under the button that leaves a choice`, async ({
    page,
  }) => {
    await turn(page, { width: 1280, height: 800 }, rules, 'end', 'road');
    await page.click('[data-act=road]');
    await expect(page.locator('[data-act=cancel-place]')).toBeVisible();
    for (const { name, width, height } of ALL) {
      await page.setViewportSize({ width, height });
      await expect(page.locator('[data-act=cancel-place]'), name).toBeVisible();
      const under = () =>
        page.locator('[data-act=cancel-place]').evaluate((e) => {
          const r = e.getBoundingClientRect(),
            near = 8,
            found: string[] = [];
          for (let x = r.left - near; x <= r.right + near; x += 4)
            for (let y = r.top - near; y <= r.bottom + near; y += 4)
              for (const below of document.elementsFromPoint(x, y))
                found.push(below.closest('.hex, .spot')?.getAttribute('aria-label') ?? '');
          return [...new Set(found)].filter(Boolean);
        });
      /* the island moves to its place in the new shape */
      await expect.poll(under, { message: name }).toEqual([]);
    }
  });

test('a seven: all cards and the button that gives them back are in sight, and so is the island', async ({
  page,
}) => {
  await turn(page, { width: 844, height: 390 }, 'fifth,hand_limit=2', 'discard');
  for (const [width, height] of sizes('844x390 390x844 360x640 1280x720')) {
    await page.setViewportSize({ width, height });
    const hidden = (): Promise<string[]> =>
      page.locator('.board .hit').evaluateAll((all) =>
        all.flatMap((h) => {
          const r = h.getBoundingClientRect(),
            top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
          return top?.closest('.board') ? [] : [h.getAttribute('aria-label') ?? 'a hex'];
        }),
      );
    await expect(page.locator('.board .hit')).toHaveCount(19);
    await expect.poll(hidden, { message: `${width}x${height}` }).toEqual([]);
    await inSight(page, ['[data-act=discard]']);
    for (const k of await page
      .locator('[data-discard]')
      .evaluateAll((all) => all.map((e) => e.getAttribute('data-discard'))))
      await inSight(page, [`[data-discard=${k}]`]);
  }
  /* what cannot be traded now does not look as if it could */
  const kind = page.locator('[data-get=brick]');
  await expect(kind).toHaveAttribute('aria-disabled', 'true');
  await kind.click({ force: true });
  await expect(page.locator('[data-n="1"]')).toHaveCount(0);
});

test('a spectator on a phone can read the log and the supply, upright and sideways', async ({
  server,
  person,
}) => {
  const ada = await person('Ada'),
    eve = await person('Eve', { phone: true });
  const id = await make(server, ada, {
    rules: 'fifth,first=0',
    players: 3,
    seats: [null, { level: 'random' }, { level: 'random' }],
  });
  await sitDown(server, ada, id);
  await start(ada);
  await ada.click('[data-act=roll]');
  await eve.goto(`${server.url}t/${id}`);
  await expect(eve.locator('main.board')).toBeVisible();
  await expect(log(eve).first()).toBeVisible(); /* below the island, where others have their hand */
  const box = async (s: string) => (await eve.locator(s).first().boundingBox())!;
  const island = await box('main.board .stage'),
    band = await box('.drawer'),
    line = await box('[data-now]');
  expect(Math.abs(island.y + island.height - band.y)).toBeLessThan(
    12,
  ); /* no sea lies empty between them */
  expect(line.y - band.y - band.height).toBeLessThan(12);
  expect(island.height).toBeGreaterThan(0.9 * island.width);
  await eve.getByRole('button', { name: 'Talk', exact: true }).tap();
  expect((await box('.drawer')).height).toBeGreaterThan(band.height);
  await eve.getByRole('button', { name: 'Supply', exact: true }).tap();
  await expect(
    eve.getByRole('complementary').getByRole('group', { name: 'Supply' }).locator('b'),
  ).toHaveCount(6); /* five kinds, and the cards to buy */
  await eve.getByRole('button', { name: 'Supply', exact: true }).tap();
  await eve.setViewportSize({ width: 844, height: 390 });
  await expect(log(eve).first()).toBeVisible(); /* there is room for it */
  expect((await seen(eve, 'main.board')).high).toBeGreaterThan(0.5);
  await sound(eve, 'looking on, sideways');
});

test('a page enlarged four times scrolls one way, and nothing is out of reach', async ({
  page,
}) => {
  await turn(page, { width: 320, height: 256 }, 'fifth', 'roll');
  await page.locator('main.board').scrollIntoViewIfNeeded();
  expect((await seen(page, 'main.board')).high).toBeGreaterThan(0.5);
  for (const s of [
    'main.board .stage',
    '.fan',
    '[data-act=road]',
    '[data-act=panel-trade]',
    '[data-act=menu]',
  ]) {
    await page.locator(s).scrollIntoViewIfNeeded();
    expect.soft((await seen(page, s)).part, s).toBeGreaterThan(0.95);
  }
  expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(320);
});
