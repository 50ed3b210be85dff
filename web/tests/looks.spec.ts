/* looks.spec.ts -- what the eye found in the sheets of `make screenshots`: nothing lies over what one looks at, no grid has a
 * hole, no word or sign is cut. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { goOn, loadFile, open, press, RIVALS, setSettings, sizes, toFinal } from './drive';
import { recordNearEnd, recordUntil } from './long';
import { offer, readyToTrade } from './offer';
import { contrast, lightAt } from './pixels';
import { make, sitDown, test } from './server';

const may =
  (...verbs: string[]) =>
  (menu: string[]): boolean =>
    verbs.every((v) => menu.some((a) => a.startsWith(`0 ${v}`)));
/* How many of these there are in each row, from above. */
const rows = (page: Page, what: string): Promise<number[]> =>
  page.locator(what).evaluateAll((all) => {
    const tops = all.map((e) => Math.round(e.getBoundingClientRect().top));
    return [...new Set(tops)].map((y) => tops.filter((x) => x === y).length);
  });
/* The hexes that this lies over: their middle, their corners above and below, their sides. */
const hexesUnder = (page: Page, what: string): Promise<number> =>
  page.locator(what).evaluate((e) => {
    const r = e.getBoundingClientRect();
    const SPOTS = [
      [0.5, 0.5],
      [0.5, 0.06],
      [0.5, 0.94],
      [0.06, 0.3],
      [0.06, 0.7],
      [0.94, 0.3],
      [0.94, 0.7],
    ];
    return [...document.querySelectorAll('.board .hit')].filter((h) => {
      const b = h.getBoundingClientRect();
      return SPOTS.some(([fx, fy]) => {
        const x = b.left + b.width * fx,
          y = b.top + b.height * fy;
        return x > r.left && x < r.right && y > r.top && y < r.bottom;
      });
    }).length;
  });

test('the games to choose from leave no hole in their grid', async ({ page }) => {
  await open(page, '#/new');
  await expect(page.locator('.tile')).toHaveCount(6);
  for (const width of [1280, 1024, 820, 700, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(new Set(await rows(page, '.tile')).size, `${width}`).toBe(1);
  }
});

test('the first screen: its links stand in columns, on a phone held sideways all in sight', async ({
  page,
}) => {
  await open(page);
  for (const [width, height] of sizes('1280x720 390x844 844x390')) {
    await page.setViewportSize({ width, height });
    for (const language of ['en', 'de']) {
      await setSettings(page, { language });
      await page.reload();
      await expect(page.locator('nav a')).toHaveCount(6);
      expect.soft(new Set(await rows(page, 'nav a')).size, `${width} ${language}`).toBe(1);
      await expect(page.locator('nav a').last()).toBeInViewport({ ratio: 1 });
    }
  }
});

test('the first screen: the words lie beside the island', async ({ page }) => {
  await open(page);
  for (const [width, height] of sizes('1280x720 1280x800 1024x768 1920x1080 844x390')) {
    await page.setViewportSize({ width, height });
    const gap = await page
      .locator('.words')
      .evaluate(
        (e) =>
          e.getBoundingClientRect().left -
          Math.max(
            ...[...document.querySelectorAll('.hero .hit, .hero .hex')].map(
              (h) => h.getBoundingClientRect().right,
            ),
          ),
      );
    expect.soft(gap, `${width}x${height}`).toBeGreaterThan(30); /* room for a harbor */
  }
});

test('a note about a player and a refusal lie over no hex', async ({ page }) => {
  const record = await recordUntil('fifth', may('roll'), 4);
  await goOn(page, record, 'fifth', {}, [...RIVALS, RIVALS[1]]);
  for (const [width, height] of sizes('1280x720 1366x768 1920x1080')) {
    await page.setViewportSize({ width, height });
    await page.locator('[data-seat="1"] button').click();
    expect.soft(await hexesUnder(page, '[data-note]'), `note at ${width}`).toBe(0);
    await page.locator('[data-note] .icon').click();
    await press(page.locator('[data-act=settle]'));
    expect.soft(await hexesUnder(page, '[data-notice]'), `refusal at ${width}`).toBe(0);
    await page.locator('[data-notice] button').click();
  }
});

test('a key of the dock does not touch the picture beside it', async ({ page }) => {
  await goOn(page, await recordUntil('fifth', may('end')), 'fifth');
  for (const width of [1180, 1280, 1440]) {
    await page.setViewportSize({ width, height: 720 });
    const gaps = await page
      .locator('.build')
      .evaluateAll((all) =>
        all.map(
          (e) =>
            e.querySelector('.top svg')!.getBoundingClientRect().left -
            e.querySelector('kbd')!.getBoundingClientRect().right,
        ),
      );
    expect(gaps).toHaveLength(4);
    expect.soft(Math.min(...gaps), `${width}`).toBeGreaterThanOrEqual(0);
  }
});

test('the ranking of three leaves no empty cell beside it', async ({ page }) => {
  const bots = RIVALS.map((p) => ({ ...p, kind: 'bot', level: 'club' }));
  await goOn(page, await recordNearEnd('struggle'), 'struggle', { speed: 4 }, bots);
  await expect(page.locator('[data-victory] li')).toHaveCount(3);
  await page.mouse.click(640, 240);
  for (const [width, height] of sizes('390x844 820x1180 844x390')) {
    await page.setViewportSize({ width, height });
    for (const what of ['[data-victory] li', '[data-victory] .next > .btn']) {
      const right = await page
        .locator(what)
        .evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().right)));
      expect.soft(right.at(-1), `${what} at ${width}`).toBe(Math.max(...right));
    }
  }
});

/* Each band against what surrounds the plot, by its body or by its edge; also the white one on white paper. */
test('the chances of every colour stand out, in every theme', async ({ page }) => {
  const bots = RIVALS.map((p) => ({ ...p, kind: 'bot', level: 'club' }));
  await goOn(page, await recordNearEnd('fifth'), 'fifth', { speed: 4 }, bots);
  const bands = page.locator('[data-victory] .curve .band');
  await expect(bands).toHaveCount(3);
  const least = await bands.evaluateAll((paths) => {
    const light = (css: string): number => {
      const [r, g, b] = css.match(/[\d.]+/g)!.map((v) => {
        const s = Number(v) / 255;
        return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a: string, b: string): number => {
      const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
      return (x + 0.05) / (y + 0.05);
    };
    const found: Record<string, number> = {};
    for (const theme of ['light', 'dark', 'contrast'])
      for (const color of ['red', 'blue', 'orange', 'white', 'green', 'brown']) {
        document.documentElement.dataset.theme = theme;
        const [band] = paths,
          sheet = band.closest('svg')!.querySelector('.sheet'),
          around = sheet
            ? getComputedStyle(sheet).stroke
            : getComputedStyle(band.closest('.curve')!).backgroundColor;
        band.parentElement!.setAttribute('class', `seat-${color}`);
        const { fill, stroke } = getComputedStyle(band);
        found[`${theme} ${color}`] = Math.max(ratio(fill, around), ratio(stroke, around));
      }
    return found;
  });
  for (const [which, contrast] of Object.entries(least))
    expect.soft(contrast, which).toBeGreaterThanOrEqual(3);
});

test('the shared picture lists people in the order of the ranking', async ({ page }) => {
  const bots = RIVALS.map((p, i) => ({
    ...p,
    kind: 'bot',
    level: 'club',
    color: ['white', 'blue', 'orange'][i],
  }));
  await goOn(page, await recordNearEnd('fifth'), 'fifth', { speed: 0 }, bots);
  const order = page.locator('[data-victory] li b');
  await expect(order).toHaveCount(3);
  const ranking = await order.allTextContents();
  const saved = page.waitForEvent('download');
  await page.click('[data-act=share-picture]');
  const marks: [number, number][] = [
    [661, 322],
    [923, 322],
    [661, 368],
  ]; /* left in each mark: its body, of which blue is the darkest and white the lightest */
  const light = await lightAt(page, marks, readFileSync(await (await saved).path())),
    fromDark = [...ranking].sort((a, b) => light[ranking.indexOf(a)] - light[ranking.indexOf(b)]);
  expect(fromDark).toEqual([RIVALS[1].name, RIVALS[2].name, RIVALS[0].name]);
});

test('the end of a game clears what was refused before, which would cover the ranking', async ({
  page,
}) => {
  const rules = 'fifth,points=3';
  await goOn(page, await recordUntil(rules, may('end', 'settle')), rules);
  await expect(page.getByRole('list', { name: 'Log' }).locator('.goal')).toHaveText(
    'Whoever has 3 points on their own turn wins.',
  );
  await press(page.locator('[data-act=city]'));
  await expect(page.locator('[data-notice]')).toBeVisible();
  await page.click('[data-act=settle]');
  await press(page.locator('.board [data-place]').first());
  await expect(page.locator('[data-victory]')).toBeVisible();
  expect(await page.locator('[data-notice]').count()).toBe(0); /* later it goes by itself */
  /* the chances, on a phone held sideways, too */
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.locator('[data-victory] .curve')).toBeInViewport();
});

test('fewer cards than one may draw: the button says so', async ({ page }) => {
  const record = await recordUntil('struggle', may('draw 2', 'draw 3'));
  await goOn(page, record, 'struggle');
  await expect(page.locator('[data-act=draw-2]')).toHaveText('Only 2');
  await expect(page.locator('[data-act=draw-3]')).toHaveText('Draw 3, end turn');
});

for (const language of ['en', 'de', 'fr'])
  test(`what is built already is said in one line (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    const record = await recordUntil('struggle', may('build road'));
    await goOn(page, record, 'struggle', { language });
    const road = page.locator('[data-act=build-road]');
    await press(road);
    const said = road.locator('small span');
    await expect(said).toBeVisible();
    const [own, outer] = [(await said.boundingBox())!, (await road.boundingBox())!];
    expect(own.height).toBeLessThan(22);
    expect(own.x + own.width).toBeLessThanOrEqual(outer.x + outer.width);
  });

test('a table that waits: the island is there, and Start, on every screen', async ({
  server,
  person,
}) => {
  const ada = await person('Ada');
  await ada.goto(`${server.url}#/friends`);
  const seen = async (page: Page, sizes: number[][]): Promise<void> => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const hexes = page.locator('.hero .hit, .hero .hex');
      if (height < 400)
        await expect.soft(hexes, 'a phone held sideways has no room for the island').toHaveCount(0);
      else {
        await expect.soft(hexes.first()).toBeVisible();
        const n = await hexes.evaluateAll(
          (all) => all.filter((e) => e.getBoundingClientRect().top < innerHeight).length,
        );
        expect.soft(n, `island at ${width}`).toBeGreaterThan(18);
      }
      if (width < height) expect.soft(await hexesUnder(page, 'h1'), `name at ${width}`).toBe(0);
      await expect.soft(page.locator('[data-act=start]')).toBeInViewport({ ratio: 1 });
    }
  };
  await expect(ada.locator('[data-act=start]')).toBeVisible();
  await seen(ada, [
    [1280, 720],
    [820, 1180],
    [390, 844],
    [844, 390],
  ]);
  /* as a screen for all, with a code for each seat */
  const screen = await person('Table');
  const id = await make(server, screen, { rules: 'fifth', players: 4, sit: null });
  await screen.goto(`${server.url}t/${id}`);
  await expect(screen.locator('[data-seat] figure')).toHaveCount(4);
  await seen(screen, [
    [1280, 720],
    [1920, 1080],
    [844, 390],
  ]);
  for (const [width, height] of sizes('1280x720 1920x1080')) {
    await screen.setViewportSize({ width, height });
    const gap = await screen.evaluate(() => {
      const boxes = (s: string): DOMRect[] =>
        [...document.querySelectorAll(s)].map((e) => e.getBoundingClientRect());
      return (
        Math.min(...boxes('.hero .hit, .hero .hex').map((r) => r.left)) -
        Math.max(...boxes('[data-seat]').map((r) => r.right))
      );
    });
    expect.soft(gap, `codes and harbors at ${width}`).toBeGreaterThan(30);
  }
  await screen.setViewportSize({ width: 844, height: 390 });
  for (const e of await screen.locator('[data-seat] :is(figure, .btn, select)').all())
    await expect.soft(e, 'a seat on a phone held sideways').toBeInViewport({ ratio: 1 });
  const button = await screen.locator('[data-act=start]').boundingBox();
  expect(button!.width, 'Start on a phone held sideways').toBeGreaterThan(150);
  const guest = await person('Ben', { phone: true });
  await sitDown(server, guest, id);
});

test('a table that waits shows its own game: the card game has cards, and no island', async ({
  server,
  person,
}) => {
  const ada = await person('Ada');
  const id = await make(server, ada, { rules: 'struggle', players: 4 });
  await sitDown(server, ada, id);
  const cards = ada.locator('.scene .row > svg');
  await expect(cards).toHaveCount(11);
  await expect(ada.locator('.hex')).toHaveCount(0);
  for (const [width, height] of sizes('1280x720 820x1180 390x844')) {
    await ada.setViewportSize({ width, height });
    for (const card of await cards.all()) await expect.soft(card).toBeInViewport({ ratio: 1 });
    const over = await ada.evaluate(() => {
      const boxes = (s: string): DOMRect[] =>
        [...document.querySelectorAll(s)].map((e) => e.getBoundingClientRect());
      return boxes('.scene .row > svg').some((c) =>
        boxes('h1, .slips li, .dock > *, aside').some(
          (r) => c.left < r.right && c.right > r.left && c.top < r.bottom && c.bottom > r.top,
        ),
      );
    });
    expect.soft(over, `a card lies under something at ${width}`).toBe(false);
  }
});

for (const language of ['en', 'de', 'fr'])
  test(`the rules of a table: every choice is read to its end (${language})`, async ({
    server,
    person,
  }) => {
    const ada = await person('Ada', { language });
    await ada.goto(`${server.url}#/friends`);
    await ada.click('[data-act=change]');
    await expect(ada.locator('[data-act=save]')).toBeEnabled();
    for (const [width, height] of sizes('1280x720 820x1180 390x844')) {
      await ada.setViewportSize({ width, height });
      await expect.soft(ada.locator('[data-act=save]')).toBeInViewport({ ratio: 1 });
      /* the pictures of the games are whole */
      const over = await ada.locator('.strip .row').evaluateAll((rows) =>
        rows.map((row) => {
          const strip = row.parentElement!.getBoundingClientRect(),
            last = row.lastElementChild!.getBoundingClientRect();
          return last.right - strip.right;
        }),
      );
      expect.soft(Math.max(...over), `${width}`).toBeLessThanOrEqual(0);
      /* each choice, written out in the select's own font, beside its arrow */
      const cut = await ada.locator('dialog select').evaluateAll((all) =>
        (all as HTMLSelectElement[])
          .filter((e) => e.checkVisibility())
          .flatMap((e) => {
            const style = getComputedStyle(e),
              pen = document.createElement('canvas').getContext('2d')!;
            pen.font = style.font;
            const room =
              e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return [...e.options]
              .map((o) => o.textContent!.trim())
              .filter((words) => pen.measureText(words).width > room - 14);
          }),
      );
      expect.soft(cut, `${width}`).toEqual([]);
    }
  });

test('the tab of a replay is called what it holds: the log', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '#/records');
  const record = await recordNearEnd('fifth');
  await loadFile(page, record);
  await expect(page.getByRole('slider')).toBeVisible();
  const tab = page.locator('[data-act=panel-talk]');
  await expect(tab).toHaveText('Log');
  await tab.click();
  await expect(page.getByRole('list', { name: 'Log' })).toBeVisible();
  /* held sideways the slips end above its sheet */
  await page.setViewportSize({ width: 844, height: 390 });
  const low = await page
    .locator('[data-seat]')
    .evaluateAll((all) => Math.max(...all.map((e) => e.getBoundingClientRect().bottom)));
  expect((await page.locator('.drawer').boundingBox())!.y).toBeGreaterThanOrEqual(low);
});

for (const rules of ['fifth', 'struggle'])
  test(`${rules}: the final table shows whole names on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const names = ['Maximiliane', 'Wolfgang-Amadeus', 'Friederike-Annemarie'],
      bots = names.map((name) => ({ name, kind: 'bot', level: 'club' }));
    await goOn(page, await recordNearEnd(rules), rules, { language: 'de', speed: 0 }, bots);
    /* the scene before it says all of "… gewinnt!" */
    const heading = page.locator('[data-victory] h1');
    expect(await heading.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0);
    /* nothing of its letters is cut off */
    const { x, y, width, height } = (await heading.boundingBox())!,
      look = () => page.screenshot({ clip: { x, y: y - 4, width, height: height + 8 } }),
      seen = await look();
    await heading.evaluate((e) => (e.style.overflow = 'visible'));
    expect(seen.equals(await look())).toBe(true);
    await toFinal(page);
    const table = page.locator('[data-final]');
    for (const name of names) await expect(table.getByRole('rowheader', { name })).toBeVisible();
    const cut = await table
      .locator('tbody th, tbody th span')
      .evaluateAll((all) =>
        all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent),
      );
    expect(cut).toEqual([]);
    const over = await table.evaluate((e) => e.scrollWidth - e.parentElement!.clientWidth);
    expect(over, 'it fits').toBeLessThanOrEqual(0);
  });

test('the final table fits a phone, with what is left in the hands', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const bots = RIVALS.map((p) => ({ ...p, kind: 'bot', level: 'club' }));
  await goOn(page, await recordNearEnd('fifth'), 'fifth', { language: 'de', speed: 0 }, bots);
  await toFinal(page);
  const [inner, outer] = await page
    .locator('[data-final]')
    .evaluate((e) => [e.scrollWidth, e.parentElement!.clientWidth]);
  expect(inner).toBeLessThanOrEqual(outer);
  const lines = await page
    .locator('[data-final] .chip')
    .evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().height)));
  expect(lines.length).toBeGreaterThan(0);
  expect(Math.max(...lines), 'cards left, each in one line').toBeLessThan(32);
});

test('the lesson of the card game on a phone: stack, discards and one’s own row are whole', async ({
  page,
}) => {
  await open(page, '#/lesson/struggle');
  await expect(page.locator('[data-act=stack]')).toBeVisible();
  for (const [width, height] of sizes('390x844 844x390')) {
    await page.setViewportSize({ width, height });
    for (const what of ['.middle > *', '.own .in'])
      for (const e of await page.locator(what).all())
        await expect.soft(e, `${what} at ${width}`).toBeInViewport({ ratio: 0.98 });
    /* how many are left can be read */
    const type = await page
      .locator('.builds small')
      .evaluateAll((all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize)));
    expect.soft(Math.min(...type), `${width}`).toBeGreaterThanOrEqual(12);
  }
});

test('two cards of one’s choice: all fifteen pairs are in sight at once', async ({ page }) => {
  const record = await recordUntil('fifth', (menu) => menu.some((a) => a.startsWith('0 plenty')));
  await goOn(page, record, 'fifth', { language: 'de' });
  await page.locator('[data-dev=plenty]').click();
  await expect(page.locator('[data-option]')).toHaveCount(15);
  for (const [width, height] of sizes('1280x720 390x844 844x390 360x640')) {
    await page.setViewportSize({ width, height });
    for (const o of await page.locator('[data-option]').all())
      await expect.soft(o, `${width}`).toBeInViewport({ ratio: 0.98, timeout: 3000 });
  }
});

test('who looks on reads what is offered and wanted, not what to give', async ({
  server,
  person,
}) => {
  const from = await person('Ada'),
    to = await person('Ben');
  const id = await readyToTrade(server, from, to);
  await offer(from, to);
  await expect(to.locator('.deal small').first()).toHaveText('Get');
  const eve = await person('Eve');
  await eve.goto(`${server.url}t/${id}`);
  await expect(eve.locator('.deal small')).toHaveText(['Offers', 'Wants']);
});

test('what French says before a colon leaves none at the beginning of a line', async ({ page }) => {
  const record = await recordUntil('fifth', may('end', 'road'));
  await goOn(page, record, 'fifth', { language: 'fr' });
  const list = page.locator('ol[tabindex="0"]');
  await expect(list.locator('li').first()).toBeVisible();
  const words = await list.evaluate((e) => {
    const found: string[] = [],
      all = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    while (all.nextNode()) found.push(all.currentNode.textContent!);
    return found;
  });
  expect(words.filter((w) => /^\s*:/.test(w))).toEqual([]);
});

test('a connection that is lost is told beside the island, not over it', async ({
  server,
  person,
  table,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await table([ada, ben], { rules: 'fifth' });
  await server.kill();
  await expect(ada.locator('.trouble')).toBeVisible();
  for (const [width, height] of sizes('1280x720 1366x768 1024x768')) {
    await ada.setViewportSize({ width, height });
    expect.soft(await hexesUnder(ada, '.trouble'), `${width}`).toBe(0);
  }
});

for (const [rules, players, language] of [
  ['fifth', 4, 'de'],
  ['fifth-56', 6, 'fr'],
] as const)
  test(`a waiting room for ${players} (${language}) shows every seat on a phone held sideways`, async ({
    server,
    person,
  }) => {
    const host = await person('Ada', { language, phone: true }),
      guest = await person('Maximiliane', { language, phone: true });
    const bots = ['club', 'master'].map((level) => ({ level }));
    const free = Array.from({ length: players - 3 }, () => null);
    const id = await make(server, host, { rules, players, seats: [null, ...bots, ...free] });
    for (const p of [host, guest]) await sitDown(server, p, id);
    for (const p of [host, guest]) {
      await p.setViewportSize({ width: 844, height: 390 });
      for (let seat = 0; seat < players; seat++)
        await expect.soft(p.locator(`[data-seat="${seat}"]`)).toBeInViewport({ ratio: 1 });
      for (const b of await p.locator('[data-seat] :is(select, button)').all())
        await expect.soft(b).toBeInViewport({ ratio: 1 });
    }
    await expect(host.locator('[data-act=change]')).toBeInViewport({ ratio: 1 });
  });

test('an offer: the button for a counter-offer is a pencil, not the arrows between what is given and got', async ({
  page,
}) => {
  const record = await recordUntil('fifth', (menu) => menu.some((a) => a.startsWith('0 accept')));
  await goOn(page, record, 'fifth', { language: 'de' });
  const counter = page.locator('[data-act=counter]'),
    drawing = (e: Locator): Promise<string | null> => e.locator('path').first().getAttribute('d');
  for (const [width, height, word] of [
    [1280, 720, false],
    [390, 844, false],
    [844, 390, false],
    [820, 1180, true],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(counter).toBeVisible();
    expect(await drawing(counter)).not.toBe(
      await drawing(page.locator('[data-offer] .deal > svg')),
    );
    /* it lands with a little movement */
    const least = async (): Promise<number> => {
      const box = (await counter.boundingBox())!;
      return Math.min(box.width, box.height);
    };
    await expect.poll(least, `${width}`).toBeGreaterThanOrEqual(44);
    await expect(counter.getByText('Gegenangebot'), `${width}`).toBeVisible({ visible: word });
    expect(
      await counter.evaluate((e) => e.scrollWidth - e.clientWidth),
      `${width}`,
    ).toBeLessThanOrEqual(0);
    await counter.click({ trial: true });
  }
});

test('high contrast shows whose turn it is, how far each is, and what cannot be pressed', async ({
  page,
}) => {
  const record = await recordUntil('fifth', (menu) => menu.some((a) => / roll/.test(a)), 3);
  await goOn(page, record, 'fifth', { theme: 'contrast' });
  for (const [width, height] of sizes('1280x720 390x844')) {
    await page.setViewportSize({ width, height });
    const size = `${width}x${height}`;
    const at = async (selector: string, x: number, y: number): Promise<[number, number]> => {
      const r = (await page.locator(selector).first().boundingBox())!;
      return [r.x + r.width * x, r.y + r.height * y];
    };
    /* just outside the slip: the paper's own edge is black */
    const [x, y] = await at('.slip.turn', 0.5, 1),
      ring = await lightAt(page, [
        [x, y + 2],
        [x, y + 3],
      ]);
    expect.soft(Math.min(...ring), `the ring of the turn, ${size}`).toBeGreaterThan(0.5);
    const [on, off] = await lightAt(page, [
      await at('[data-act=hint]', 0.5, 0.12),
      await at('[data-act=settle][aria-disabled=true]', 0.06, 0.9),
    ]);
    expect.soft(contrast([on, off]), `what can be pressed, ${size}`).toBeGreaterThan(1.3);
    const ticks = await page
      .locator('.slip.turn .race')
      .evaluate((race) => [
        race.querySelector('.on')!.getBoundingClientRect().height,
        race.querySelector('i:not(.on, .hid)')!.getBoundingClientRect().height,
      ]);
    expect.soft(ticks[0], `what is reached, ${size}`).toBeGreaterThan(2 * ticks[1]);
  }
});
