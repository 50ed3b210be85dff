/* beside.spec.ts -- whatever is told or asked during a turn lies beside what the turn needs: on every screen the island,
 * the hand and the buttons can be seen and pressed while it is there. */
import { expect, type Locator, type Page } from '@playwright/test';
import { goOn, playUntil, press, RIVALS, sizes } from './drive';
import { collecting, recordUntil } from './long';
import { offer, readyToTrade } from './offer';
import { contrast, lightAt } from './pixels';
import { test } from './server';

const SIZES = sizes('1280x720 1366x768 820x1180 390x844 844x390');
const BUILD = ['road', 'settle', 'city', 'buy'].map((a) => `[data-act=${a}]`);
const DOCK = ['[data-now]', ...BUILD, '.acts .main', '[data-act=menu]'];
const ISLAND = '.board .hit',
  HAND = '.fan .c:last-of-type',
  PEOPLE = '[data-seat]';

/* Which of these are not on top where one would press them: above, in and below the middle; cards at the corner that says how many
 * they are. */
const covered = (page: Page, things: string[]): Promise<string[]> =>
  page.evaluate(
    (all) =>
      all.flatMap((s) => {
        const found = [...document.querySelectorAll(s)].filter((e) => e.getClientRects().length);
        if (!found.length) return [`${s}: not there`];
        return found.flatMap((e) => {
          const r = e.getBoundingClientRect(),
            home = e.closest('.board, .fan') ?? e;
          const points = e.closest('.fan') ? [[0.35, 0.16]] : [0.2, 0.5, 0.8].map((y) => [0.5, y]);
          return points.flatMap(([x, y]) => {
            const top = document.elementFromPoint(r.x + r.width * x, r.y + r.height * y);
            return home.contains(top)
              ? []
              : [
                  `${s} lies under ${top ? `${top.localName}.${top.getAttribute('class')}` : 'the edge'}`,
                ];
          });
        });
      }),
    things,
  );
/* Which of these are cut. */
const cut = (all: Element[]): string[] =>
  all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent);
const softly = expect.configure({ soft: true });
const seen = (page: Page, name: string, things: string[]): Promise<void> =>
  softly.poll(() => covered(page, things), { message: name, timeout: 2000 }).toEqual([]);
const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
const tabs = async (page: Page): Promise<string[]> =>
  (await page.locator('.tabs').count()) ? ['[data-act=panel-trade]'] : [];

for (const [language, theme] of [
  ['en', 'light'],
  ['de', 'dark'],
])
  for (const [rules, players] of [
    ['fifth', 4],
    ['fifth-56+helpers', 6],
  ] as const)
    test(`${rules}, ${language}: a hint, Why?, a note and a refusal cover neither island nor hand nor buttons`, async ({
      page,
    }) => {
      const people = Array.from({ length: players }, (_, i) => RIVALS[Math.min(i, 2)]);
      let early = 20;
      const record = await recordUntil(
        rules,
        (menu) => menu.includes('0 end') && --early < 0,
        players,
      );
      await goOn(page, record, rules, { language, theme }, people);
      const dock = async (): Promise<number> => (await page.locator('[data-now]').boundingBox())!.y,
        mine: number[] = [];
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(300); /* until all of it lies there */
        mine.push(await dock());
      }
      await page.setViewportSize({ width: 1280, height: 720 });
      /* others' turns, that there is something to ask about */
      await page.locator('[data-act=end]').click();
      await playUntil(
        page,
        async () => (await page.locator('[data-act=roll]:not([aria-disabled=true])').count()) > 0,
        1,
        '[data-act=roll]',
      );
      /* what was pressed too early on the way */
      await page
        .locator('[data-notice] button')
        .evaluateAll((all) => all.forEach((e) => (e as HTMLElement).click()));
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const name = `${rules} ${language} ${width}x${height}`,
          turn = [ISLAND, HAND, ...DOCK, ...(await tabs(page))];
        await seen(page, `${name} own turn`, [...turn, PEOPLE]);
        /* no two lines on a button move the dock */
        const was = mine[SIZES.findIndex(([w]) => w === width)];
        const moved = async (): Promise<number> => Math.abs((await dock()) - was);
        await softly.poll(moved, { message: name, timeout: 2000 }).toBeLessThanOrEqual(1);
        await page.click('[data-act=hint]');
        await expect(page.locator('[data-act=take-hint]')).toBeVisible();
        await seen(page, `${name} hint`, [...turn, '[data-act=take-hint]', '[data-hint] > .icon']);
        await shot(page, `${name} hint`);
        await page.locator('[data-hint] > .icon').click();
        await page.locator('[data-seat="1"] button').click();
        await seen(page, `${name} note`, [...turn, '[data-note] .icon', '[data-act=why]']);
        await shot(page, `${name} note`);
        await page.locator('[data-act=why]').click();
        await expect(page.locator('[data-why] li').first()).toBeVisible();
        await seen(page, `${name} why`, [...turn, '[data-why] > .icon']);
        await shot(page, `${name} why`);
        await page.locator('[data-why] > .icon').click();
        await press(page.locator('[data-act=settle]'));
        await expect(page.locator('[data-notice]').last()).toBeVisible();
        await seen(page, `${name} refusal`, [...turn, '[data-notice] button']);
        await shot(page, `${name} refusal`);
        await page.locator('[data-notice] button').click();
      }
    });

test('offers, a question and a lost connection cover neither island nor hand nor buttons', async ({
  server,
  person,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben', { language: 'de' });
  await readyToTrade(server, ada, ben);
  await offer(ada, ben);
  for (const [width, height] of SIZES) {
    for (const p of [ada, ben]) {
      await p.setViewportSize({ width, height });
      const name = `${width}x${height} ${p === ada ? 'own offer' : 'offer to you'}`,
        turn = [ISLAND, HAND, ...DOCK, ...(await tabs(p))],
        answers = p === ada ? ['withdraw'] : ['accept', 'decline', 'counter'];
      await seen(p, name, [...turn, ...answers.map((a) => `[data-act=${a}]`)]);
      /* whose it is can be read, on a phone the people behind it, on a tablet what happened last */
      if (width <= 900)
        softly(await p.locator('[data-offer] b').evaluateAll(cut), name).toEqual([]);
      if (width < 500) await seen(p, name, [`${PEOPLE} .who b`]);
      if (width === 820) await seen(p, name, ['.stream li:last-child p']);
      await shot(p, name);
    }
  }
  /* a tablet's offer leaves room to talk about it; what one may say is whole everywhere */
  const PHRASES = '.phrases .chip';
  for (const [width, height] of SIZES) {
    await ben.setViewportSize({ width, height });
    await ben.locator('.dock').waitFor();
    const talk = ben.locator('[data-act=panel-talk]');
    if (width < 700 || height < 500) await talk.click();
    await ben.locator('[data-act=phrases]').click();
    await seen(ben, `${width}x${height} phrases`, [
      PHRASES,
      '.talk input',
      ...(width === 820 ? [] : ['.stream li:last-child p']),
    ]);
    await shot(ben, `${width}x${height} phrases`);
    await ben.locator('[data-act=phrases]').click();
    if (width < 700 || height < 500) await talk.click();
  }
  for (const [width, height] of SIZES) {
    await ben.setViewportSize({ width, height });
    await ben.locator('[data-act=counter]').click();
    await seen(ben, `${width}x${height} counter`, [
      '[data-give]',
      '[data-get]',
      '[data-act=offer]',
      ...(width === 844 ? ['[data-act=accept]', '[data-act=decline]'] : []),
    ]);
    await shot(ben, `${width}x${height} counter`);
    if (width <= 900) await ben.locator('[data-act=panel-trade]').click();
  }
  await ada.locator('[data-act=menu]').click();
  await ada.locator('[data-act=pause]').click();
  await expect(ben.locator('[data-act=yes]')).toBeVisible();
  for (const [width, height] of SIZES) {
    await ben.setViewportSize({ width, height });
    const name = `${width}x${height} question and offer`;
    /* on a phone there is no more room: the question, gone with one press, lies over the tools */
    await seen(ben, name, [
      ISLAND,
      HAND,
      ...DOCK.filter((d) => (width > 700 && height > 400) || !d.includes('menu')),
      ...['yes', 'no', 'accept', 'decline', 'counter'].map((a) => `[data-act=${a}]`),
    ]);
    await shot(ben, name);
  }
  await ben.locator('[data-act=no]').click();
  await ada.locator('[data-notice] button').click(); /* that he said no */
  await ada.locator('[data-act=withdraw]').click();
  await expect(ben.locator('[data-offer]')).toHaveCount(0);
  await server.kill();
  await expect(ada.locator('[data-act=retry]')).toBeVisible();
  for (const [width, height] of SIZES) {
    await ada.setViewportSize({ width, height });
    const name = `${width}x${height} lost connection`;
    await seen(ada, name, [ISLAND, HAND, ...DOCK, '[data-act=retry]', '.board .tools button']);
    await softly(ada.locator('.trouble')).toBeInViewport({ ratio: 1 });
    if (width === 820) await seen(ada, name, ['.talk input', '.stream li:last-child p']);
    await shot(ada, name);
  }
});

test('one’s own offer does not keep one from ending the turn', async ({ server, person }) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await readyToTrade(server, ada, ben);
  await offer(ada, ben);
  const end = ada.locator('.acts .main');
  await expect(end).toHaveAttribute('aria-disabled', 'false');
  await end.click();
  await expect(ben.locator('[data-offer]')).toHaveCount(0);
  await expect(ben.locator('[data-seat="0"]')).not.toHaveClass(/turn/);
});

test('one’s own offer that somebody would take: names and heading stay whole on a phone', async ({
  server,
  person,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await readyToTrade(server, ada, ben);
  await offer(ada, ben);
  await ben.locator('[data-act=accept]').click();
  await expect(ada.locator('[data-act=confirm]').first()).toBeVisible();
  for (const [width, height] of SIZES.filter(([w]) => w <= 900)) {
    await ada.setViewportSize({ width, height });
    const name = `${width}x${height}`;
    await seen(ada, name, [ISLAND, HAND, ...DOCK, '[data-act=confirm]', '[data-act=withdraw]']);
    softly(await ada.locator('[data-offer] b').evaluateAll(cut), name).toEqual([]);
    if (width < 500) await seen(ada, name, [`${PEOPLE} .who b`]);
    await shot(ada, `${name} taken`);
  }
});

test('one who thinks of resigning can go back', async ({ person, table }) => {
  const ada = await person('Ada', { phone: true }),
    ben = await person('Ben');
  await table([ada, ben], { rules: 'fifth,board=random,start=draft' });
  await ada.setViewportSize({ width: 1366, height: 768 });
  await ada.click('[data-act=menu]');
  /* the second press falls where one would confirm */
  await ada.getByRole('button', { name: 'Resign' }).dblclick();
  await expect(ada.locator('dialog')).toContainText('The same link brings you back');
  const leave = ada.locator('[data-act=leave]'),
    resign = ada.locator('[data-act=resign]'),
    cancel = ada.locator('[data-act=keep-playing]'),
    box = async (e: Locator) => (await e.boundingBox())!;
  await ada.setViewportSize({ width: 1280, height: 720 });
  await expect(leave, 'the whole menu').toBeInViewport({ ratio: 1 });
  const [last, right] = [await box(leave), await box(cancel)];
  expect(last.x + last.width, 'no hole beside the last').toBe(right.x + right.width);
  /* held sideways: the warning, its two buttons in one row below it, and a sign that more follows */
  await ada.setViewportSize({ width: 844, height: 390 });
  const [warning, yes, no] = [
    await box(ada.locator('dialog p', { hasText: 'A bot' })),
    await box(resign),
    await box(cancel),
  ];
  expect(no.y).toBe(yes.y);
  expect(warning.y + warning.height).toBeLessThanOrEqual(yes.y);
  expect(warning.width).toBeGreaterThan(yes.width + no.width);
  await expect(leave).not.toBeInViewport({ ratio: 1 });
  const sheet = await box(ada.locator('dialog')),
    column = async (up: number) =>
      lightAt(
        ada,
        [-4, 8].map((dx) => [no.x + dx, sheet.y + sheet.height - up] as [number, number]),
      );
  await ada.waitForTimeout(300);
  expect(contrast(await column(2)), 'faded at the edge').toBeLessThan(1.05);
  await ada.getByRole('button', { name: 'Cancel' }).click();
  await expect(ada.locator('[data-act=resign]')).toHaveCount(0);
  await expect(ada.getByRole('button', { name: 'Resign' })).toBeVisible();
});

test('a statistics table shows that it goes on to the right, and the keyboard scrolls it', async ({
  page,
}) => {
  let early = 20;
  const record = await recordUntil('fifth', (menu) => menu.includes('0 end') && --early < 0, 4);
  await goOn(page, record, 'fifth', {}, [...RIVALS, RIVALS[2]]);
  await page.click('[data-act=stats]');
  const wide = page.locator('dialog .scroll');
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const cut = await wide.evaluate((e) => e.scrollWidth > e.clientWidth + 1);
    expect.soft(cut, `${width}`).toBe(width < 500);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await wide.scrollIntoViewIfNeeded();
  /* an edge beside the paper in the middle */
  const shade = async (right: boolean): Promise<number> => {
    const box = (await wide.boundingBox())!,
      y = box.y + 3;
    return contrast(
      await lightAt(page, [
        [box.x + box.width / 2, y],
        [right ? box.x + box.width - 2 : box.x + 1, y],
      ]),
    );
  };
  expect(await shade(true)).toBeGreaterThan(1.8);
  expect(await shade(false)).toBeLessThan(1.1);
  await wide.focus();
  await wide.press('ArrowRight');
  await expect.poll(() => wide.evaluate((e) => e.scrollLeft)).toBeGreaterThan(0);
  await wide.press('End');
  await wide.evaluate((e) => (e.scrollLeft = e.scrollWidth));
  expect(await shade(false)).toBeGreaterThan(1.8);
  expect(await shade(true)).toBeLessThan(1.1);
});

test('where the robber may go stands out from every terrain, in every theme', async ({ page }) => {
  const record = await recordUntil('fifth', (menu) => menu.some((a) => a.startsWith('0 robber')));
  await goOn(page, record, 'fifth');
  for (const theme of ['light', 'dark', 'contrast'])
    for (const [width, height] of sizes('1280x720 390x844')) {
      await page.setViewportSize({ width, height });
      await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
      /* and the main button, which waits for that, keeps an edge */
      const main = (await page.locator('.acts .main').boundingBox())!,
        down = Array.from({ length: 20 }, (_, i): [number, number] => [
          Math.ceil(main.x),
          main.y + main.height / 2 - 10 + i,
        ]),
        edge = await lightAt(page, [...down, [main.x + 12, main.y + main.height / 2]]);
      expect.soft(contrast(edge), `edge in ${theme}`).toBeGreaterThan(2.5);
      const rings = await page.locator('.board .lamp-hex').evaluateAll((all) =>
        all.map((e) => {
          const r = e.getBoundingClientRect();
          return {
            hex: e.closest('.spot')!.getAttribute('data-place'),
            x: r.x,
            y: r.y + r.height / 2,
          };
        }),
      );
      /* across the left side of each ring, where it is upright */
      const across = rings.flatMap(({ x, y }) =>
        [-6, -3, 0, 3, 6].flatMap((dy) =>
          Array.from({ length: 11 }, (_, i): [number, number] => [x + i - 4, y + dy]),
        ),
      );
      const lights = await lightAt(page, across);
      rings.forEach(({ hex }, i) =>
        expect
          .soft(contrast(lights.slice(i * 55, (i + 1) * 55)), `${theme} ${width} ${hex}`)
          .toBeGreaterThan(4.5),
      );
    }
});

/* Five kinds, cards to play and a helper: more than a tablet's hand holds at its usual size. */
test('a full hand and a helper stay inside the window, and everybody sees whose helper is whose', async ({
  page,
}) => {
  const rules = 'fifth-56+helpers,points=20';
  const people = Array.from({ length: 6 }, (_, i) => RIVALS[Math.min(i, 2)]);
  let early = 40;
  const record = await recordUntil(
    rules,
    (menu) =>
      menu.includes('0 end') &&
      menu.some((a) => a.startsWith('0 bank')) &&
      menu.some((a) => /^0 (knight|plenty|monopoly|road-building)/.test(a)) &&
      --early < 0,
    6,
    collecting,
  );
  await goOn(page, record, rules, {}, people);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const out = (): Promise<string[]> =>
      page.locator('.fan :is(.c, .help)').evaluateAll((all) =>
        all.flatMap((e) => {
          const r = e.getBoundingClientRect(),
            room = e.closest('.hand')!.getBoundingClientRect();
          return r.left < 0 || r.right > Math.min(innerWidth, room.right + 12)
            ? [`${e.className}: ${r.left} to ${r.right}`]
            : [];
        }),
      );
    await softly.poll(out, { message: `${width}`, timeout: 2000 }).toEqual([]);
    await shot(page, `${width} full hand`);
    /* the others' helpers, and what each does */
    for (const seat of [1, 2, 3, 4, 5]) {
      const slip = page.locator(`[data-seat="${seat}"]`),
        face = slip.locator('.helper svg');
      await expect(face).toBeInViewport({ ratio: 1 });
      await softly
        .poll(() => covered(page, [`[data-seat="${seat}"] .helper`]), { message: `${width}` })
        .toEqual([]);
      const [a, b] = [(await face.boundingBox())!, (await slip.locator('.vp b').boundingBox())!];
      const [slipBox, facts] = await slip
        .locator('button, .facts')
        .evaluateAll((all) =>
          all.map((e) => e.getBoundingClientRect().right + e.scrollWidth - e.clientWidth),
        );
      expect.soft(facts, `facts at ${width}`).toBeLessThanOrEqual(slipBox);
      expect.soft(a.x + a.width <= b.x + 1 || a.y >= b.y + b.height, `${width} ${seat}`).toBe(true);
    }
    await page.locator('[data-seat="2"] .helper').click();
    await expect(page.locator('[data-note="2"]')).toContainText(/[A-Z][a-z]+ [AB]: .{20}/);
    await page.locator('[data-note] .icon').click();
    /* and those that can be taken */
    const tab = page.locator('[data-act=panel-trade]');
    if (await tab.count()) await tab.click();
    await seen(page, `${width} helpers to take`, ['[data-take]']);
    await shot(page, `${width} helpers to take`);
    await page.locator('[data-take]').first().click();
    await expect(page.locator('[data-notice]').last()).toContainText(/[A-Z][a-z]+: .{20}/);
    await page.locator('[data-notice] button').last().click();
    if (await tab.count()) await tab.click();
  }
});
