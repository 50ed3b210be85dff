/* drive.ts -- plays the page as a person would: by what it shows, never through its internals.
 *
 * Nothing here has a time limit that a slow machine could break: a game may take as long as it
 * needs, but it must not stand still (STILL) or run forever (PRESSES). */
import { expect, type Locator, type Page } from '@playwright/test';
import { mind } from './mind';

export interface Settings {
  language?: string;
  theme?: string;
  speed?: number;
  sound?: number;
  [k: string]: unknown;
}

/* The page's own dice: every game started on the page is the same in every run. */
function loaded(): void {
  let s = 7;
  Math.random = () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let x = Math.imul(s ^ (s >>> 15), s | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
  const real = crypto.getRandomValues.bind(crypto) as (a: unknown) => unknown;
  crypto.getRandomValues = ((a: unknown) =>
    a instanceof Uint32Array
      ? (a.set(Array.from(a, () => Math.floor(Math.random() * 4294967296))) ?? a)
      : real(a)) as typeof crypto.getRandomValues;
}

/* A fresh page whose settings are known, that fails on any error of its own. */
export async function open(page: Page, path = '', settings: Settings = {}): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  page.on('console', (m) => {
    if (m.type() === 'error') errors.push(m.text());
  });
  await page.addInitScript(loaded);
  await page.addInitScript(
    (s) => {
      if (!localStorage.getItem('skerry.settings'))
        localStorage.setItem('skerry.settings', JSON.stringify(s));
    },
    { language: 'en', speed: 0, sound: 0, theme: 'light', ...settings },
  );
  await page.goto(path);
  return errors;
}

/* The stored settings change, as of the next load. */
export const setSettings = (page: Page, settings: Settings): Promise<void> =>
  page.evaluate((more) => {
    const kept = JSON.parse(localStorage.getItem('skerry.settings')!) as object;
    localStorage.setItem('skerry.settings', JSON.stringify({ ...kept, ...more }));
  }, settings);

/* Sizes of a window, as in "1280x720 390x844": pairs of width and height. */
export const sizes = (list: string): [number, number][] =>
  list.split(' ').map((size) => size.split('x').map(Number) as [number, number]);

/* A record from the person's disk, on a screen that takes one. */
export const loadFile = (page: Page, record: string | Buffer, name = 'a.skerry'): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(record) });

/* What Play now will start: written in the format of the page's last settings. */
export async function wish(
  page: Page,
  ruleset: string,
  people: { name: string; kind: 'human' | 'bot'; level?: string }[],
): Promise<void> {
  await page.addInitScript((w) => localStorage.setItem('skerry.wish', JSON.stringify(w)), {
    ruleset,
    players: people.length,
    people: people.map((p) => (p.kind === 'bot' ? { level: 'beginner', style: 'plain', ...p } : p)),
  });
}
export const ALONE = [
  { name: 'Ada', kind: 'human' as const },
  { name: 'Bot B', kind: 'bot' as const },
  { name: 'Bot C', kind: 'bot' as const },
];
/* Bots that play well enough to bring a standard game to its end. */
export const RIVALS = ALONE.map((p) => (p.kind === 'bot' ? { ...p, level: 'club' } : p));

/* Opens the page with a saved game and continues it. */
export async function goOn(
  page: Page,
  record: string,
  ruleset: string,
  settings: Settings = {},
  people: { name: string; kind: string }[] = RIVALS,
): Promise<string[]> {
  const game = ruleset.startsWith('struggle') ? 'struggle' : 'catan';
  const save = { v: 1, id: 'begun', game, ruleset, record, people, seq: 1, at: 1 };
  await page.addInitScript(
    (s) => {
      if (!localStorage.getItem('skerry.game.begun'))
        localStorage.setItem('skerry.game.begun', JSON.stringify(s));
    },
    { ...save, over: false, winner: null },
  );
  const errors = await open(page, '', settings);
  await page.click('[data-act=resume]');
  await expect(page.locator('[data-now]')).toBeVisible();
  return errors;
}

export const over = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('[data-final], [data-victory]') !== null);

/* The visible progress of the game. */
const state = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.querySelector('[data-now]')?.textContent,
      document.querySelector('[aria-label="Log"] li:last-child')?.textContent,
      ...[...document.querySelectorAll('[data-seat]')].map((e) => e.textContent),
      ...[...document.querySelectorAll('[data-kind], dialog[open]')].map(
        (e) => e.getAttribute('aria-label') ?? e.textContent,
      ),
    ].join('|'),
  );

const STILL = 120_000; /* ms without any change: the game hangs */
const PRESSES = 6_000; /* no end: it goes in circles */

/* Call after each look. */
export function patience(page: Page): () => Promise<void> {
  let seen = '',
    since = Date.now();
  return async () => {
    const now = await state(page);
    if (now !== seen) {
      seen = now;
      since = Date.now();
    }
    if (Date.now() - since > STILL) throw new Error(`the game stands still: ${await told(page)}`);
    if (await page.evaluate((most) => (window.mind?.presses ?? 0) > most, PRESSES))
      throw new Error(`no end after ${PRESSES} presses: ${await told(page)}`);
  };
}
/* What the page shows, for the message of a failed test. */
const told = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [location.href, window.mind?.covered, document.body.innerText.slice(0, 400)].join('\n'),
  );

export async function think(page: Page, seed: number): Promise<void> {
  await page.evaluate(`if (!window.mind) (${mind.toString()})(${seed})`);
}

/* Press this element where it is at that moment. To wait until something stands still, use
 * Playwright's own click. */
export async function press(thing: Locator, finger = false): Promise<void> {
  await think(thing.page(), 1);
  await expect
    .poll(() => thing.evaluate((e, f) => window.mind.press(e as HTMLElement, f), finger), {
      intervals: [20],
    })
    .toBe(true);
}

/* The text on the page once it has not changed for a while: the last presses have arrived. */
export async function settled(read: () => Promise<string>): Promise<string> {
  let now = '';
  await expect
    .poll(
      async () => {
        const was = now;
        now = await read();
        return was === now;
      },
      { intervals: [500] },
    )
    .toBe(true);
  return now;
}

/* Nobody looks while a game is played through, and painting in software is most of its cost.
 * Everything is in place and can be pressed; it is only not painted. */
export async function unseen<T>(pages: Page[], play: () => Promise<T>): Promise<T> {
  const paint = (opacity: string) =>
    Promise.all(
      pages.map((p) =>
        p.evaluate((o) => {
          document.documentElement.style.opacity = o;
        }, opacity),
      ),
    );
  await paint('0');
  try {
    return await play();
  } finally {
    await paint('').catch(() => undefined);
  }
}

/* Until `enough`, one press after the other; elements in `left` are not pressed. */
export async function playUntil(
  page: Page,
  enough: () => Promise<boolean>,
  seed = 1,
  left?: string,
): Promise<void> {
  const wait = patience(page);
  await unseen([page], async () => {
    while (!(await enough())) {
      await think(page, seed);
      if (!(await page.evaluate((l) => window.mind.step(false, l), left)))
        await page.waitForTimeout(15);
      await wait();
    }
  });
}

/* Pages that press by themselves until `enough`; then they stop. */
export async function together(
  pages: Page[],
  enough: () => Promise<boolean> = () => over(pages[0]),
  seed = 11,
  finger = false,
): Promise<void> {
  const wait = patience(pages[0]);
  for (const [i, p] of pages.entries()) {
    await think(p, seed + i);
    await p.evaluate((f) => window.mind.on(f), finger);
  }
  try {
    await unseen(pages, async () => {
      while (!(await enough())) {
        await pages[0].waitForTimeout(100);
        await wait();
      }
    });
  } finally {
    for (const p of pages) await p.evaluate(() => window.mind?.off()).catch(() => undefined);
  }
}
export async function playToEnd(page: Page, seed = 1, finger = false): Promise<void> {
  await together([page], () => over(page), seed, finger);
  await toFinal(page);
}
/* From the final scene to the screen with everything about the game; a game without a scene is
 * already there. */
export async function toFinal(page: Page): Promise<void> {
  await expect(page.locator('[data-final], [data-victory]')).toBeVisible();
  const all = page.locator('[data-act=all]');
  if (await all.count()) await all.click();
  await expect(page.locator('[data-final]')).toBeVisible();
}

/* The game's points as the page shows them, seat by seat. */
export const points = (page: Page): Promise<string[]> =>
  page.locator('[data-seat] .vp').allTextContents();
/* The lines of the log. */
export const log = (page: Page): Locator =>
  page.getByRole('list', { name: 'Log' }).locator('li:not(.goal)');
export const finalTable = async (page: Page, seats: number): Promise<void> => {
  await toFinal(page);
  await expect(page.locator('[data-final] tbody tr')).toHaveCount(seats);
};
/* The winner's points, once all cards are open: before that, hidden points are missing. */
export const wonWith = async (page: Page, points: number): Promise<void> => {
  await expect
    .poll(async () =>
      Number(await page.locator('[data-final] tbody tr.won td').first().textContent()),
    )
    .toBeGreaterThanOrEqual(points);
};

/* For everybody, the listed parts add up to the points. */
export const addsUp = async (page: Page): Promise<void> => {
  const rows = await page.locator('[data-final] tbody tr').evaluateAll((list) =>
    list.map((row) => ({
      points: Number(row.querySelector('td')!.textContent),
      parts: [...row.querySelectorAll('[data-part]')].map((e) => Number(e.textContent)),
    })),
  );
  expect(rows.map((r) => r.parts.reduce((n, p) => n + p, 0))).toEqual(rows.map((r) => r.points));
};

/* From now on the page counts its workers: created, and still alive. */
export interface Workers {
  made: number;
  alive: number;
}
export const countWorkers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counted = ((window as unknown as { counted: Workers }).counted = { made: 0, alive: 0 });
    window.Worker = class extends window.Worker {
      #ended = false;
      constructor(url: string | URL, o?: WorkerOptions) {
        super(url, o);
        counted.made += 1;
        counted.alive += 1;
      }
      override terminate(): void {
        if (!this.#ended) {
          this.#ended = true;
          counted.alive -= 1;
        }
        super.terminate();
      }
    };
  });
export const workers = (page: Page): Promise<Workers> =>
  page.evaluate(() => ({ ...(window as unknown as { counted: Workers }).counted }));
