/* pictures.mjs -- the pictures of the README, from the built page: node scripts/pictures.mjs [DIR [NAME ...]]
 * Plays each kind of game some way in, as a person would, and takes its picture. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.mjs';
import { serve } from './serve.mjs';

const dir = process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const only = process.argv.slice(3);
mkdirSync(dir, { recursive: true });
const SHOTS = [
    { name: 'home', size: [1280, 800], theme: 'light', steps: -1 },
    {
        name: 'island',
        size: [1280, 800],
        theme: 'light',
        steps: 64,
        ruleset: 'fifth+helpers,board=random,start=draft,harbors=markers',
    },
    { name: 'large', size: [1280, 800], theme: 'dark', steps: 70, ruleset: 'fifth-56', people: 6 },
    { name: 'lesson', size: [1280, 800], theme: 'light', steps: -1, hash: '#/lesson/catan' },
    {
        name: 'after',
        size: [1280, 800],
        theme: 'light',
        steps: 4000,
        ruleset: 'fifth,board=random,start=draft,harbors=markers,points=7',
        people: 3,
        end: '[data-after=done]',
    },
    { name: 'struggle', size: [1280, 800], theme: 'light', steps: 70, ruleset: 'struggle' },
    {
        name: 'french',
        size: [1280, 800],
        theme: 'light',
        steps: 70,
        ruleset: 'fifth,board=random,start=draft',
        language: 'fr',
    },
    {
        name: 'phone',
        size: [390, 844],
        theme: 'dark',
        steps: 60,
        ruleset: 'fifth,board=random,start=draft',
    },
];
const NAMES = ['You', 'Marisol', 'Henrik', 'Oona', 'Teo', 'Ylva'];
const ORDER = [
    '[data-victory] [data-act=all]',
    'dialog[open] [data-option]',
    '[data-act=discard]:not([disabled])',
    '[data-discard]',
    '[data-move]',
    '[data-act=decline]:not([aria-disabled=true])',
    '[data-act=confirm-place]',
    '.board [data-place]',
    '.shed .slot',
    '[data-act^=choose-]',
    '[data-act=turn]:not([aria-disabled=true])',
    '[data-act^=build-]:not([aria-disabled=true]):not(:disabled)',
    '[data-act^=draw-]:not([aria-disabled=true])',
    ...['city', 'settle', 'road', 'buy', 'roll', 'end', 'pass'].map(
        (a) => `[data-act=${a}]:not([aria-disabled=true]):not([aria-pressed=true])`,
    ),
];

const server = await serve();
const browser = await chromium.launch(CHROMIUM);
for (const s of SHOTS.filter((x) => !only.length || only.includes(x.name))) {
    const [width, height] = s.size;
    const page = await browser.newPage({
        viewport: { width, height },
        deviceScaleFactor: width < 600 ? 1.5 : 1,
        hasTouch: width < 600,
        isMobile: width < 600,
    });
    await page.addInitScript(
        ([theme, ruleset, names, language]) => {
            localStorage.setItem(
                'skerry.settings',
                JSON.stringify({ theme, language, speed: 0, sound: 0, confirm: false }),
            );
            if (ruleset)
                localStorage.setItem(
                    'skerry.wish',
                    JSON.stringify({
                        ruleset,
                        players: names.length,
                        people: names.map((name, i) =>
                            i
                                ? { name, kind: 'bot', level: 'casual', style: 'plain' }
                                : { name, kind: 'human' },
                        ),
                    }),
                );
        },
        [
            s.theme,
            s.ruleset ?? '',
            [s.language ? 'Toi' : NAMES[0], ...NAMES.slice(1, s.people ?? 4)],
            s.language ?? 'en',
        ],
    );
    await page.goto(server.url + (s.hash ?? ''));
    await page.waitForTimeout(900);
    if (s.steps >= 0) await page.click('[data-act=play-now]');
    const press = () =>
        page.evaluate((order) => {
            for (const selector of order) {
                const found = [...document.querySelectorAll(selector)].filter(
                    (e) => e.getClientRects().length,
                );
                if (found.length) {
                    found[Math.floor(Math.random() * found.length)].dispatchEvent(
                        new MouseEvent('click', { bubbles: true }),
                    );
                    return true;
                }
            }
            return false;
        }, ORDER);
    for (let i = 0; i < s.steps; i++) {
        if (await page.locator('[data-final]').count()) break;
        await page.waitForTimeout((await press()) ? 60 : 160);
    }
    /* Then continue to a calm moment in one's own turn. */
    for (let i = 0; i < 200 && s.steps > 0 && !s.end; i++) {
        if (
            !(await page
                .locator('dialog[open], .over section, .prompt, .board [data-place]')
                .count()) &&
            (await page
                .locator('[data-act=end]:not([aria-disabled=true]), [data-act^=draw-]')
                .count())
        )
            break;
        await page.waitForTimeout((await press()) ? 60 : 160);
    }
    if (s.end) {
        await page.waitForSelector(s.end, { timeout: 60_000 });
        await page.locator('[data-after]').scrollIntoViewIfNeeded();
    }
    await page.mouse.move(2, 2);
    for (
        let i = 0;
        i < 40 &&
        (await page.locator('[data-notice], [data-act=decline], [data-act=discard]').count());
        i++
    )
        await page.waitForTimeout(250);
    await page.waitForTimeout(600);
    await page.screenshot({ path: `${dir}/${s.name}.jpg`, type: 'jpeg', quality: 80 });
    await page.close();
}
await browser.close();
server.close();
