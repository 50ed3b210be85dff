/* Nothing needed in a turn is ever cut off, covered or scrolled away: each control is checked at
 * nine points. */
import { expect, type Page } from '@playwright/test';
import { sound } from './axe';
import { goOn, log, playUntil, setSettings, sizes } from './drive';
import { myTurn, offer, readyToTrade } from './offer';
import { recordUntil } from './long';
import { make, sitDown, start, test } from './server';

const SIZES = sizes(
  '1280x720 1366x768 1440x900 1536x864 1920x1080 1024x768 820x1180 390x844 844x390',
);
const LAPTOPS = SIZES.slice(0, 5);
/* How wide a hex must be there, with four people and with six. */
const HEX: Record<string, [number, number]> = {
  '1280x720': [109, 82],
  '1366x768': [117, 88],
  '1440x900': [137, 104],
  '1536x864': [132, 100],
  '1920x1080': [166, 126],
  '1024x768': [84, 71],
  '820x1180': [139, 106],
  '390x844': [66, 56],
};
const narrow = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((most) => {
    const svg = document.querySelector<SVGSVGElement>('.board .play')!,
      width = svg.getScreenCTM()!.a * Math.sqrt(3) * 60; /* the side of a hex is 60 units */
    return width < most ? [`a hex is ${width} wide, not ${most}`] : [];
  }, least);

/* For each named element, at how many of nine points it is on top. Notices are ignored. */
const hits = (page: Page, selectors: string[]): Promise<string[]> =>
  page.evaluate((all) => {
    for (const n of document.querySelectorAll<HTMLElement>('[data-notice]'))
      n.style.display = 'none';
    return all.flatMap((s) => {
      const found = [...document.querySelectorAll(s)].filter((e) => e.getClientRects().length);
      if (!found.length) return [`${s}: not there`];
      return found.flatMap((e) => {
        const r = e.getBoundingClientRect();
        const over: string[] = [];
        for (const fx of [0.2, 0.5, 0.8])
          /* round buttons have no corners */
          for (const fy of [0.2, 0.5, 0.8]) {
            const top = document.elementFromPoint(r.x + r.width * fx, r.y + r.height * fy);
            if (!e.contains(top))
              over.push(top ? `${top.localName}.${top.getAttribute('class')}` : 'the edge');
          }
        return over.length ? [`${s}: ${9 - over.length} of 9, under ${over.join(' ')}`] : [];
      });
    });
  }, selectors);
/* No fault remains once all movement has ended. */
const softly = expect.configure({ soft: true });
const none = (wrong: () => Promise<string[]>, message: string): Promise<void> =>
  softly.poll(wrong, { message }).toEqual([]);
const TOOLS = ['undo', 'hint', 'stats', 'menu'].map((a) => `[data-act=${a}]`);
const DOCK = ['road', 'settle', 'city', 'buy'].map((a) => `[data-act=${a}]`);
const TRADE = ['[data-give]', '[data-get]', '[data-act=bank]', '[data-act=offer]'];

/* The sheet of the trade, where it is not always in sight. */
async function trade(page: Page, open: boolean): Promise<void> {
  const tab = page.locator('[data-act=panel-trade]');
  if ((await tab.count()) && ((await tab.getAttribute('aria-pressed')) === 'true') !== open)
    await tab.click();
}
/* What lies over what: slips are whole, and touch neither the hand nor a hex. */
const slips = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const box = (e: Element): DOMRect => e.getBoundingClientRect();
    const over = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    return [...document.querySelectorAll('[data-seat]')].flatMap((s) => {
      const r = box(s),
        name = s.getAttribute('data-seat'),
        vp = box(s.querySelector('.vp')!),
        wrong: string[] = [];
      if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1)
        wrong.push(`slip ${name} leaves the window`);
      if (!vp.width || vp.right > innerWidth) wrong.push(`no points on slip ${name}`);
      for (const c of document.querySelectorAll('.fan .c'))
        if (over(r, box(c))) wrong.push(`slip ${name} and the hand`);
      for (const h of document.querySelectorAll('.hit')) {
        const b = box(h); /* a hex's box is larger than the hex: its corners are sea */
        const inner = new DOMRect(
          b.x + b.width * 0.1,
          b.y + b.height * 0.2,
          b.width * 0.8,
          b.height * 0.6,
        );
        if (over(r, inner)) wrong.push(`slip ${name} and a hex`);
      }
      return [...new Set(wrong)];
    });
  });
/* The helper's name lies over no other card. */
const tags = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tag = document.querySelector('.help span')?.getBoundingClientRect(),
      cards = [...document.querySelectorAll('.fan .side')].map(
        (e) => e.getBoundingClientRect().right,
      );
    return tag && tag.left < Math.max(0, ...cards)
      ? ['the name of the helper lies over a card']
      : [];
  });
/* The hand stays inside its room. */
const cards = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const room = document.querySelector('.hand')!.getBoundingClientRect();
    return [...document.querySelectorAll('.fan .c, .fan .help')].flatMap((e) => {
      const r = e.getBoundingClientRect();
      return r.left < 0 || r.right > Math.min(innerWidth, room.right + 12)
        ? [`${e.className} from ${r.left} to ${r.right}`]
        : [];
    });
  });
/* Only the stream and sheets scroll. */
const scrolls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.players, .deals, .hand, .fan, .dock, .comp')]
      .filter(
        (e) => e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== 'visible',
      )
      .map((e) => e.className),
  );

for (const [rules, players, language] of [
  ['fifth-56+helpers', 6, 'en'],
  ['fifth+helpers', 4, 'de'],
] as const)
  test(`${players} people with helpers, a clock and memory (${language}): every control is in sight at every size`, async ({
    server,
    person,
  }) => {
    const ada = await person('Ada', { language });
    const id = await make(server, ada, {
      rules,
      players,
      memory: true,
      clock: { bank: 3000, increment: 600 },
      seats: [null, ...Array.from({ length: players - 1 }, () => ({ level: 'random' }))],
    });
    await sitDown(server, ada, id);
    await start(ada);
    let looks = 0;
    /* Twice: at the first look the last press may not have arrived. */
    const restful = async (): Promise<boolean> => {
      if (!(await myTurn(ada))) return false;
      await ada.waitForTimeout(500);
      return myTurn(ada);
    };
    await playUntil(ada, async () => ++looks > 30 && restful(), 3);
    /* Whatever the last presses left: a card of each kind is put up for a trade, and stands out of the hand. */
    await ada
      .locator('.fan [data-kind]:not(:has(.up))')
      .evaluateAll((all) => all.forEach((e) => (e as HTMLElement).click()));
    await expect(ada.locator('.fan [data-kind]:not(:has(.up))')).toHaveCount(0);
    for (const [width, height] of SIZES) {
      const name = `${width}x${height}`;
      await ada.setViewportSize({ width, height });
      await trade(ada, false);
      await none(
        () =>
          hits(ada, [...TOOLS, ...DOCK, '[data-act=end]', '[data-now]', '.board .tools button']),
        name,
      );
      await none(() => slips(ada), name);
      await none(() => tags(ada), name);
      await none(() => cards(ada), name);
      if (HEX[name]) await none(() => narrow(ada, HEX[name][players === 6 ? 1 : 0] - 3), name);
      await trade(ada, true);
      await none(() => hits(ada, TRADE), `${name}: trade`);
      if (width !== 844) await none(() => scrolls(ada), name);
      await trade(ada, false);
    }
  });

for (const [rules, own] of [
  ['fifth', '0 end'],
  ['struggle', '0 draw 2'],
])
  test(`${rules}: no word touches the edge of its button on a phone`, async ({ page }) => {
    const record = await recordUntil(rules, (menu) => menu.includes(own));
    await page.setViewportSize({ width: 390, height: 844 });
    await goOn(page, record, rules);
    for (const language of ['en', 'de', 'fr']) {
      await setSettings(page, { language });
      await page.reload();
      const sizes = rules === 'fifth' ? [390, 360, 844] : [390, 360];
      for (const width of sizes) {
        await page.setViewportSize({ width, height: width === 844 ? 390 : 844 });
        const buttons = page.locator('.acts .build, .acts .main, .strip .build');
        await expect(buttons).toHaveCount(5);
        const tight = await buttons.evaluateAll((all) =>
          all.flatMap((e) => {
            const words = document.createRange(),
              b = e.getBoundingClientRect();
            words.selectNodeContents(e.querySelector('.name, b') ?? e.querySelector('span')!);
            return [words, ...e.querySelectorAll('.cost')]
              .map((what) => what.getBoundingClientRect())
              .filter((r) => r.left - b.left < 3 || b.right - r.right < 3)
              .map((r) => `${e.textContent}: ${r.width} in ${b.width}`);
          }),
        );
        expect.soft(tight, `${language} ${width}`).toEqual([]);
      }
    }
  });

/* An answer lies on the mark of who gave it, not on the name. */
const answers = (page: Page): Promise<string[]> =>
  page.locator('[data-seat]:has(.answer)').evaluateAll((all) =>
    all.flatMap((s) => {
      const [a, b] = ['.answer', '.who b'].map((x) => s.querySelector(x)!.getBoundingClientRect());
      return a.bottom > b.top + 2 && a.left < b.right && a.right > b.left && a.top < b.bottom
        ? ['an answer lies over a name']
        : [];
    }),
  );

test('an offer: its buttons are in sight at every size, and nothing else moves', async ({
  server,
  person,
}) => {
  const from = await person('Ada'),
    to = await person('Ben');
  await readyToTrade(server, from, to);
  const where = (p: Page): Promise<number[]> =>
    p.evaluate(() =>
      ['.main', '[data-act=bank]', '[data-act=offer]', '[data-act=menu]', '.stage'].flatMap((s) => {
        const r = document.querySelector(s)!.getBoundingClientRect();
        return [Math.round(r.x), Math.round(r.y)];
      }),
    );
  const before = await where(to);
  const kind = await offer(from, to);
  const after = await where(to);
  before.forEach((x, i) => expect(Math.abs(x - after[i])).toBeLessThanOrEqual(1));
  await sound(to, 'an offer');
  /* The stream has less room now, and still ends with the newest line. */
  await none(
    () =>
      to
        .locator('#drawer ol')
        .evaluate((e) => (e.scrollTop + e.clientHeight < e.scrollHeight - 1 ? ['cut'] : [])),
    'the newest line',
  );
  for (const [width, height] of SIZES) {
    const name = `${width}x${height}`;
    await to.setViewportSize({ width, height });
    await from.setViewportSize({ width, height });
    const ANSWERS = ['[data-act=accept]', '[data-act=decline]', '[data-act=counter]'];
    await none(() => hits(to, ANSWERS), name);
    await none(() => hits(from, ['[data-act=withdraw]']), name);
    await none(() => answers(from), name);
    if (LAPTOPS.some(([w, h]) => w === width && h === height))
      await none(() => hits(to, [...TRADE, ...DOCK]), name);
  }
  /* Counter addresses the one who offered, and only them. */
  await to.setViewportSize({ width: 1280, height: 720 });
  await to.click('[data-act=counter]');
  await expect(to.locator('[data-whom][aria-pressed=true]')).toHaveCount(1);
  await expect(to.locator('[data-get][data-n="1"]')).toHaveAttribute('data-get', kind);
  /* What became of it stays for a moment, then it is a line of the log; on a phone, too. It is noted by the page
   * itself: nobody need look in that moment. */
  await from.setViewportSize({ width: 1280, height: 720 });
  await to.setViewportSize({ width: 390, height: 844 });
  for (const p of [from, to]) {
    await setSettings(p, { speed: 1 });
    await p.reload();
    await expect(p.locator('[data-offer]')).toBeVisible();
    await p.evaluate(() =>
      new MutationObserver(() => {
        const card = document.querySelector('[data-settled]');
        if (card) document.body.dataset.settledAs = card.textContent!;
      }).observe(document.body, { childList: true, subtree: true }),
    );
  }
  await from.click('[data-act=withdraw]');
  for (const p of [from, to]) {
    await expect(p.locator('body')).toHaveAttribute('data-settled-as', /withdrew/);
    await expect(p.locator('[data-settled]')).toHaveCount(0);
  }

  /* Behind a folded drawer nothing is missed: talk is counted, and an offer knocks. */
  await to.setViewportSize({ width: 1280, height: 720 });
  await to.click('[data-act=fold]');
  await offer(from, to);
  await from.locator('.talk input').fill('Hello');
  await from.locator('.talk input').press('Enter');
  await expect(to.getByRole('button', { name: 'Talk: 1' })).toBeVisible();
  await expect(to.getByRole('button', { name: 'Trade: 1' })).toBeVisible();
  for (const [width, height] of SIZES.slice(0, 6)) {
    await to.setViewportSize({ width, height });
    const RAIL = ['[data-act=fold]', '[data-mark]', '[data-act=accept]', '[data-act=decline]'];
    await none(() => hits(to, [...RAIL, ...DOCK, '.main']), `${width}x${height}: folded`);
  }
  await sound(to, 'a folded drawer');
  await to.locator('[data-mark=chat]').click();
  await expect(to.locator('.talk input')).toBeFocused();
  await expect(to.locator('.stream')).toContainText('Hello');
  await expect(to.locator('[data-act=fold]')).toHaveAttribute('aria-expanded', 'true');
  await to.click('[data-act=fold]');
  await expect(to.getByRole('button', { name: 'Talk', exact: true })).toBeVisible();
});

for (const [rules, own, thing] of [
  ['fifth', '0 end', '.stage'],
  ['struggle', '0 draw 2', '.middle'],
])
  test(`${rules}: the drawer folds to a rail by keyboard, and stays so`, async ({ page }) => {
    const record = await recordUntil(rules, (menu) => menu.includes(own));
    await page.setViewportSize({ width: 1024, height: 768 });
    await goOn(page, record, rules, { speed: 1 });
    const edge = page.locator('[data-act=fold]'),
      width = (): Promise<number> => page.locator(thing).evaluate((e) => e.clientWidth);
    const narrow = await width();
    await edge.focus();
    await edge.press('Enter');
    await expect(edge).toBeFocused();
    await expect(edge).toHaveAttribute('aria-expanded', 'false');
    await expect(page.locator('#drawer')).toHaveAttribute('inert');
    await expect.poll(width).toBeGreaterThan(narrow + 200);
    await page.reload();
    await expect(edge).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('l');
    await expect(page.locator('#drawer ol')).toBeFocused();
    await expect(edge).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(width).toBe(narrow);
  });

test('Counter to a proposal in one’s own turn addresses only the proposer', async ({
  server,
  person,
}) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  await readyToTrade(server, ada, ben);
  await offer(ben, ada);
  await ada.click('[data-act=counter]');
  await expect(ada.locator('[data-whom]')).toHaveCount(2);
  await expect(ada.locator('[data-whom][aria-pressed=true]')).toHaveAttribute('data-whom', '1');
});

test('a bot’s offer: who gives what for what, and its buttons in sight; accepted, the cards change hands', async ({
  page,
}) => {
  const rules = 'fifth,board=random,start=draft';
  await page.setViewportSize({ width: 1280, height: 720 });
  const errors = await goOn(
    page,
    await recordUntil(rules, (menu) => menu.includes('0 end')),
    rules,
  );
  /* These are the bots of Play now: they make offers by themselves. */
  const answers = ['accept', 'decline', 'counter'].map((a) => `[data-act=${a}]`),
    offer = page.locator('[data-offer]').filter({ has: page.locator(answers[0]) });
  let looks = 0;
  const asked = async (): Promise<boolean> => {
    expect(++looks, 'no bot offers anything').toBeLessThan(1500);
    return (await offer.count()) > 0;
  };
  await playUntil(page, asked, 4, answers.join());
  await expect(offer.locator('header')).toContainText(/Bot [BC]/);
  const [give, get] = await offer.locator('.pile .sr').allTextContents();
  expect([give, get].join()).toMatch(
    /(brick|lumber|wool|grain|ore).*,.*(brick|lumber|wool|grain|ore)/,
  );
  const cards = async (kinds: string): Promise<number> => {
    const hand = await page.locator(`[data-kind=${kinds.split(' ').at(-1)}]`).first();
    return (await hand.count())
      ? Number(/\d+/.exec((await hand.getAttribute('aria-label'))!)![0])
      : 0;
  };
  /* counted now: on a phone the log is not there, and it comes back some frames after the window grows */
  const had = await cards(get.split(',')[0]);
  const mine = log(page).filter({ hasText: /Ada.*would trade/ }),
    trades = log(page).filter({ hasText: /traded .* with Ada/ }),
    before = await mine.count(),
    earlier = await trades.count();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await none(() => hits(page, answers), `${width}x${height}`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.click(answers[0]);
  await expect(mine).toHaveCount(before + 1);
  /* The bot takes one of those who said yes, or thinks better of it. */
  await expect(page.locator('[data-offer]').filter({ has: page.locator('.good') })).toHaveCount(0);
  if ((await trades.count()) > earlier) expect(await cards(get.split(',')[0])).toBeLessThan(had);
  expect(errors).toEqual([]);
});
