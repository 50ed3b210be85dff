/* slow.mjs -- do bots keep people waiting on a device six times slower? `make slow-web`
 *
 * Chrome's own throttling slows the page but not its workers, where bots think. So the whole
 * renderer, page and workers, is stopped five sixths of the time. Four masters play without
 * animation; the time between two moves in the log is what a person waits. A small loop measures
 * the real slowdown relative to an idle core: on a busy machine it is more than six (`node
 * scripts/slow.mjs 60 1` does not stop it at all). */
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.mjs';
import { serve } from './serve.mjs';

const RATE = Number(process.argv[3] ?? 6),
    BEAT = 30 /* ms: runs BEAT / RATE of each */,
    SECONDS = Number(process.argv[2] ?? 60);
const server = await serve();
const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en' });
await page.addInitScript(() => {
    localStorage.setItem('skerry.settings', JSON.stringify({ language: 'en', speed: 0, sound: 0 }));
    localStorage.setItem(
        'skerry.wish',
        JSON.stringify({
            ruleset: 'fifth,board=random,start=draft',
            players: 4,
            people: ['A', 'B', 'C', 'D'].map((name) => ({
                ...{ name, kind: 'bot', level: 'master', style: 'plain' },
            })),
        }),
    );
});
await page.goto(server.url);
await page.waitForSelector('[data-act=play-now]');
/* The same small loop for two seconds: the shortest time is that of an idle core, the mean is
 * the current one. */
const loop = () =>
    page.evaluate(() => {
        const took = [],
            begin = performance.now();
        let x = 1;
        while (performance.now() - begin < 2000) {
            const since = performance.now();
            for (let i = 0; i < 1e6; i++) x = (x * 1103515245 + 12345) | 0;
            took.push(performance.now() - since);
        }
        return { best: Math.min(...took), mean: (performance.now() - begin) / took.length };
    });
const quick = await loop();
const cdp = await browser.newBrowserCDPSession();
const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
const pids = processInfo.filter((p) => p.type === 'renderer').map((p) => p.id);
const signal = (name) => pids.forEach((p) => process.kill(p, name));
let on = true;
const beat = () => {
    if (!on || RATE <= 1) return;
    signal('SIGSTOP');
    setTimeout(
        () => {
            signal('SIGCONT');
            setTimeout(beat, BEAT / RATE);
        },
        BEAT - BEAT / RATE,
    );
};
beat();
const slow = await loop();
await page.click('[data-act=play-now]');
await page.waitForSelector('[aria-label="Log"] li');
await page.evaluate(() => {
    const seen = (window.seen = { moves: [], block: 0 });
    const log = document.querySelector('[aria-label="Log"]');
    new MutationObserver(() => seen.moves.push(performance.now())).observe(log, {
        childList: true,
        subtree: true,
    });
    new PerformanceObserver((list) => {
        for (const e of list.getEntries()) seen.block = Math.max(seen.block, e.duration);
    }).observe({ type: 'longtask' });
});
await page.waitForTimeout(SECONDS * 1000);
const { moves, block } = await page.evaluate(() => window.seen);
on = false;
await new Promise((done) => setTimeout(done, 2 * BEAT));
await browser.close();
server.close();
const waits = moves
    .slice(1)
    .map((t, i) => t - moves[i])
    .sort((a, b) => a - b);
const ms = (n) => `${Math.round(n)} ms`;
console.log(
    `the renderer ran ${(slow.mean / quick.best).toFixed(1)} times slower than an idle core (without being stopped ${(quick.mean / quick.best).toFixed(1)})`,
);
console.log(
    `${waits.length} moves of masters: median ${ms(waits[waits.length >> 1])}, p95 ${ms(waits[Math.floor(waits.length * 0.95)])}, longest ${ms(waits.at(-1))}`,
);
console.log(`longest the page could not answer a press: ${ms(block)}`);
