/* Screens of every shape: a phone held sideways, a small laptop. Whatever you need on your turn is in sight. */
import { expect, type Page } from '@playwright/test';
import { sound } from './axe';
import { goOn, log, RIVALS } from './drive';
import { recordNearEnd, recordUntil } from './long';
import { make, sitDown, start, test } from './server';

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
    if (height > 600) await inSight(page, ['[data-act=build-road]', '[data-act=build-expansion]']);
  });
}

for (const [width, height] of [
  [390, 844],
  [360, 640],
])
  test(`a phone of ${width} by ${height}: the card game's market, hand, building and draw are in sight`, async ({
    page,
  }) => {
    await turn(page, { width, height }, 'struggle', 'draw');
    await inSight(page, [
      '[data-market]',
      '[data-kind]',
      '[data-act=build-road]',
      '[data-act=build-expansion]',
      '[data-act^=draw-]',
      '[data-now]',
      '.own .vp',
    ]);
  });

test('long rows of the card game, on a phone: the keyboard reaches what scrolls', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await goOn(page, await recordNearEnd('struggle,points=14'), 'struggle,points=14', {}, [
    ...RIVALS.slice(1),
    RIVALS[0],
  ]);
  const long = await page
    .locator('.row')
    .evaluateAll((all) =>
      all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => (e as HTMLElement).tabIndex),
    );
  expect(long.length).toBeGreaterThan(0);
  expect(long.filter((tab) => tab !== 0)).toEqual([]);
  await sound(page, 'long rows', false);
});

const ALL = [
  ...SHAPES,
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a tablet', width: 820, height: 1180 },
  { name: 'a large screen', width: 1920, height: 1080 },
  { name: 'a narrow window', width: 1000, height: 700 },
  { name: 'a laptop', width: 1280, height: 800 },
];
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

test('a seven on a phone held sideways: all cards, and the button that gives them back', async ({
  page,
}) => {
  await turn(page, { width: 844, height: 390 }, 'fifth,hand_limit=2', 'discard');
  await inSight(page, ['[data-act=discard]']);
  for (const k of await page
    .locator('[data-discard]')
    .evaluateAll((all) => all.map((e) => e.getAttribute('data-discard'))))
    await inSight(page, [`[data-discard=${k}]`]);
});

test('who looks on from a phone reads the log and the supply, upright and sideways', async ({
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
  await expect(log(eve)).toHaveCount(0);
  await eve.getByRole('button', { name: 'Talk', exact: true }).tap();
  await expect(log(eve).first()).toBeVisible();
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
