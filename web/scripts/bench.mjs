/* bench.mjs -- how fast the page is, median of five: from opening it to the first placement, and frames a
 * second while bots play with animations. `make bench-web`; numbers go into docs/performance.md. */
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.mjs';
import { serve } from './serve.mjs';

const server = await serve();
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const placing = [],
    frames = [];
for (let i = 0; i < 5; i++) {
    const browser = await chromium.launch(CHROMIUM);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en' });
    await page.addInitScript(() => {
        localStorage.setItem(
            'skerry.settings',
            JSON.stringify({ language: 'en', speed: 1, sound: 0 }),
        );
        localStorage.setItem(
            'skerry.wish',
            JSON.stringify({
                ruleset: 'fifth,board=random,start=draft,first=0',
                players: 4,
                people: [
                    { name: 'You', kind: 'human' },
                    ...['A', 'B', 'C'].map((name) => ({
                        name,
                        kind: 'bot',
                        level: 'club',
                        style: 'plain',
                    })),
                ],
            }),
        );
    });
    const start = Date.now();
    await page.goto(server.url);
    await page.click('[data-act=play-now]');
    await page.waitForSelector('[data-place]');
    placing.push(Date.now() - start);
    await page.locator('[data-place]').first().click({ force: true });
    await page.locator('[data-place]').first().click({ force: true });
    frames.push(
        await page.evaluate(
            () =>
                new Promise((done) => {
                    let n = 0;
                    const t0 = performance.now();
                    const tick = (t) => {
                        n += 1;
                        if (t - t0 < 4000) requestAnimationFrame(tick);
                        else done((n * 1000) / (t - t0));
                    };
                    requestAnimationFrame(tick);
                }),
        ),
    );
    await browser.close();
}
server.close();
console.log(
    `first placement possible: ${median(placing)} ms after opening (${placing.join(', ')})`,
);
console.log(
    `frames a second while bots play: ${median(frames).toFixed(0)} (${frames.map((f) => f.toFixed(0)).join(', ')})`,
);
