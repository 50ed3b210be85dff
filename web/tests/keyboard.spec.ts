/* keyboard.spec.ts -- whole games by keyboard and by command, and where the focus is. */
import { expect, test, type Page } from '@playwright/test';
import {
  ALONE,
  finalTable,
  goOn,
  open,
  over,
  patience,
  RIVALS,
  think,
  unseen,
  wish,
} from './drive';
import { recordUntil } from './long';

const KEYS: Record<string, string> = {
  roll: 'r',
  end: 'e',
  pass: 'p',
  road: '1',
  settle: '2',
  city: '3',
  buy: '4',
};

/* Where the focus is, and how far it is from the next target: on the screen, and in tab order.
 * Null if the target is gone or a dialog came first because somebody else acted. */
const look = (
  page: Page,
): Promise<{ there: boolean; dx: number; dy: number; tabs: number } | null> =>
  page.evaluate(() => {
    const aim = document.querySelector('[data-aim]'),
      at = document.activeElement,
      dialog = document.querySelector('dialog[open]');
    /* The end of the game has come over it, or a dialog. */
    if (!aim || !at || aim.closest('[inert]') || (dialog && !dialog.contains(aim))) return null;
    const a = aim.getBoundingClientRect(),
      b = at.getBoundingClientRect();
    const order = [
      ...(dialog ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter(
      (e) =>
        e.tabIndex >= 0 &&
        !(e as HTMLButtonElement).disabled &&
        e.getClientRects().length > 0 &&
        !e.closest('[inert]'),
    );
    const tabs = order.includes(at as HTMLElement)
      ? order.indexOf(aim as HTMLElement) - order.indexOf(at as HTMLElement)
      : 0;
    return {
      there: aim === at,
      dx: a.x + a.width / 2 - b.x - b.width / 2,
      dy: a.y + a.height / 2 - b.y - b.height / 2,
      tabs,
    };
  });

/* One step with keys only; the focus moves as a person would move it. */
async function press(page: Page): Promise<void> {
  await think(page, 8);
  const aim = await page.evaluate(() => {
    document.querySelector('[data-aim]')?.removeAttribute('data-aim');
    const e = window.mind.next();
    e?.setAttribute('data-aim', '');
    window.mind.presses += e ? 1 : 0;
    return e
      ? {
          act: e.dataset.act ?? '',
          place: e.dataset.place !== undefined,
          dialog: e.closest('dialog') !== null,
        }
      : null;
  });
  if (!aim) return page.waitForTimeout(15);
  if (KEYS[aim.act] && !aim.dialog) return page.keyboard.press(KEYS[aim.act]);
  if (aim.place) {
    await page.keyboard.press('b');
    for (let i = 0, was = ''; i < 24; i++) {
      /* arrows towards it; if they lead no nearer, any place will do */
      const l = await look(page),
        here = JSON.stringify(l);
      if (!l || l.there || here === was) break;
      was = here;
      await page.keyboard.press(
        Math.abs(l.dx) > Math.abs(l.dy)
          ? l.dx > 0
            ? 'ArrowRight'
            : 'ArrowLeft'
          : l.dy > 0
            ? 'ArrowDown'
            : 'ArrowUp',
      );
    }
    return page.keyboard.press('Enter');
  }
  for (let i = 0; i < 200; i++) {
    /* Tab until it has the focus; the way back may be shorter */
    const l = await look(page);
    if (!l) return;
    if (l.there) return page.keyboard.press('Enter');
    for (let n = Math.max(1, Math.abs(l.tabs)); n > 0; n--)
      await page.keyboard.press(l.tabs < 0 ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(
    `the keyboard does not reach ${await page.locator('[data-aim]').evaluate((e) => e.outerHTML.slice(0, 200))}`,
  );
}

for (const [name, rules] of [
  ['', 'fifth,board=random,start=draft'],
  [' of the card game', 'struggle'],
] as const)
  test(`a whole game${name} by keyboard alone`, async ({ page }) => {
    await wish(page, rules, RIVALS);
    const errors = await open(page);
    await expect(
      page.locator('[data-act=play-now]'),
    ).toBeVisible(); /* before that there is nothing to Tab to */
    for (
      let i = 0;
      i < 10 &&
      !(await page.evaluate(() => document.activeElement?.matches('[data-act=play-now]')));
      i++
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-now]')).toBeVisible();
    const wait = patience(page);
    await unseen([page], async () => {
      while (!(await over(page))) {
        await press(page);
        await wait();
      }
    });
    await finalTable(page, 3);
    expect(errors).toEqual([]);
  });

test('the command line plays and answers, ? shows the keys', async ({ page }) => {
  await wish(page, 'fifth,board=random,start=draft,first=0', ALONE);
  await open(page);
  await page.click('[data-act=play-now]');
  await expect(page.locator('.board [data-place]').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('where is the robber');
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog [role=status]')).toContainText('robber is on');
  await page.keyboard.type('help');
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog [role=status]')).toContainText(
    /Questions: hand.*Moves now: settle/s,
  );
  /* a refusal covers nothing, and what is typed next replaces what was refused */
  await page.keyboard.type('road 5');
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog')).toContainText('There is no such place');
  for (const what of ['h2', 'label', 'input', 'button.go'])
    await page.locator(`dialog ${what}`).click({ trial: true });
  await expect(page.locator('dialog [data-notice]')).toHaveCount(0);
  await page.locator('#command').focus();
  const place = await page.locator('.board [data-place]').first().getAttribute('data-place');
  await page.keyboard.type(`settle ${place}`);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-now]')).toContainText('road');
  /* a line of the log points at its place on the island */
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.keyboard.press('l');
  await expect(page.locator('.stream ol')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.stream li:focus')).toContainText('settlement');
  await expect(page.locator('.board .ring')).not.toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.locator('dialog h2')).toHaveText('Keys');
});

test('the focus is never lost: after a placement it is on what comes next, after a dialog on what opened it', async ({
  page,
}) => {
  const rules = 'fifth',
    menu = ['0 end', '0 road'];
  const record = await recordUntil(rules, (all) =>
    menu.every((m) => all.some((a) => a.startsWith(m))),
  );
  await goOn(page, record, rules);
  await expect(page.locator('[data-act=end]:not([aria-disabled=true])')).toBeVisible();
  const focus = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      return at.dataset.act ?? at.getAttribute('aria-label') ?? at.tagName;
    });
  for (const act of ['menu', 'stats', 'hint']) {
    await page.locator(`[data-act=${act}]`).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('dialog[open], [data-act=take-hint]').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open], [data-hint]')).toHaveCount(0);
    await expect.poll(focus, { message: `after ${act}` }).toBe(act);
  }
  /* A bot's note, and what it says about its last turn. */
  const slip = page.locator('[data-seat="1"] button');
  await slip.focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-act=why]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-why] li').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-why]')).toHaveCount(0);
  await expect(slip).toBeFocused();
  await page.keyboard.press('1');
  await page.keyboard.press('b');
  await expect(page.locator('.board [data-place]:focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.locator('.board [data-place]')).toHaveCount(0);
  await expect.poll(focus, { message: 'after a road' }).toBe('end');
  /* What stands on the island is told with what lies around it. */
  const pieces = page.locator('.board [role=img][aria-label]:not([data-hex])');
  for (const label of await pieces.evaluateAll((all) =>
    all.map((e) => e.getAttribute('aria-label')!),
  ))
    expect(label).toMatch(/hills|forest|pasture|fields|mountains|desert/i);
});

test('in the dark the focus can be seen on what lies on the sea', async ({ page }) => {
  const record = await recordUntil('struggle', (menu) => menu.includes('0 draw 2'));
  await goOn(page, record, 'struggle', { theme: 'dark' });
  await page.keyboard.press('Tab');
  for (const what of ['[data-act=build-road]', '.xs button']) {
    const thing = page.locator(what).first();
    await thing.focus();
    const outline = await thing.evaluate((e) => getComputedStyle(e).outlineWidth);
    expect.soft(outline, what).toBe('3px');
  }
});
