/* bench.mjs -- how fast the page is: from opening it to the first placement (median of five),
 * and the cost of frames while bots roll, cards fly, the robber moves and the game is won. `make
 * bench-web`; the numbers go into docs/performance.md. The number of frames depends on the
 * machine and its load; the main thread's CPU time per frame (script, styles, layout, paint,
 * from Chrome's trace) hardly does. */
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.mjs';
import { serve } from './serve.mjs';

const server = await serve();
const at = (list, part) =>
    [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0;
const SETTINGS = { language: 'en', speed: 1, sound: 0 };
const bots = (names) => names.map((name) => ({ name, kind: 'bot', level: 'club', style: 'plain' }));

async function firstPlacement() {
    const browser = await chromium.launch(CHROMIUM);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en' });
    await page.addInitScript(
        ([settings, people]) => {
            localStorage.setItem('skerry.settings', JSON.stringify(settings));
            localStorage.setItem(
                'skerry.wish',
                JSON.stringify({
                    ruleset: 'fifth,board=random,start=draft,first=0',
                    players: 4,
                    people,
                }),
            );
        },
        [SETTINGS, [{ name: 'You', kind: 'human' }, ...bots(['A', 'B', 'C'])]],
    );
    const start = Date.now();
    await page.goto(server.url);
    await page.click('[data-act=play-now]');
    await page.waitForSelector('[data-place]');
    const took = Date.now() - start;
    await browser.close();
    return took;
}

/* A game of the engine's own bots up to a few moves before its end, with a robber move still to
 * come. */
async function lastTurns() {
    const bytes = readFileSync(new URL('../../build/skerry.wasm', import.meta.url));
    const wasm = (await WebAssembly.instantiate(bytes, {})).instance.exports;
    const ask = (r) => {
        const text = new TextEncoder().encode(JSON.stringify(r)),
            to = wasm.buffer();
        new Uint8Array(wasm.memory.buffer, to, text.length).set(text);
        const n = wasm.request(text.length);
        return JSON.parse(new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, to, n)));
    };
    let now = ask({ cmd: 'new', ruleset: 'fifth', players: 4, seed: 1 });
    const records = [];
    let robber = 0;
    while (!now.over) {
        const { action } = ask({ cmd: 'go', seat: now.owes[0] }).choice;
        if (/ (robber|knight) /.test(action)) robber = records.length;
        records.push(ask({ cmd: 'record' }).record);
        now = ask({ cmd: 'play', action });
    }
    return records[Math.max(0, Math.min(robber - 1, records.length - 16))];
}

/* The trace of those turns and of the final scene. */
async function turns(record) {
    const browser = await chromium.launch(CHROMIUM);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en' });
    await page.addInitScript(
        ([settings, record, people]) => {
            localStorage.setItem('skerry.settings', JSON.stringify(settings));
            localStorage.setItem(
                'skerry.game.begun',
                JSON.stringify({
                    ...{ v: 1, id: 'begun', game: 'catan', ruleset: 'fifth', record, people },
                    ...{ seq: 1, at: 1, over: false, winner: null },
                }),
            );
        },
        [SETTINGS, record, bots(['A', 'B', 'C', 'D'])],
    );
    await page.goto(server.url);
    await page.waitForSelector('[data-act=resume]');
    await browser.startTracing(page, {
        categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
    });
    await page.evaluate(() => {
        const list = (window.frameTimes = []);
        const tick = (t) => {
            list.push(t);
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    });
    await page.click('[data-act=resume]');
    await page.waitForSelector('[data-victory]', { timeout: 300_000 });
    await page.waitForTimeout(4000);
    const times = await page.evaluate(() => window.frameTimes);
    const trace = JSON.parse(await browser.stopTracing()).traceEvents;
    await browser.close();
    return { times, trace };
}

/* Milliseconds of CPU that the main thread spent per frame, and on what. */
function costs(trace) {
    const main = trace.find(
        (e) =>
            e.name === 'thread_name' &&
            e.args.name === 'CrRendererMain' &&
            trace.some(
                (f) => f.pid === e.pid && f.tid === e.tid && f.name === 'FireAnimationFrame',
            ),
    );
    const own = trace
        .filter((e) => e.pid === main.pid && e.tid === main.tid)
        .sort((a, b) => a.ts - b.ts);
    const begins = own.filter((e) => e.name === 'FireAnimationFrame').map((e) => e.ts);
    const tasks = own.filter((e) => /RunTask$/.test(e.name) && e.dur);
    const cpu = (e) => (e.tdur ?? e.dur) / 1000;
    const frames = begins.slice(1).map(() => 0);
    let i = 0;
    for (const t of tasks) {
        while (i < frames.length && t.ts + t.dur > begins[i + 1]) i++;
        if (i < frames.length && t.ts + t.dur > begins[0]) frames[i] += cpu(t);
    }
    const part = (...names) =>
        own.filter((e) => e.dur && names.includes(e.name)).reduce((n, e) => n + cpu(e), 0) /
        Math.max(1, frames.length);
    return {
        frames,
        longest: Math.max(...tasks.map(cpu)),
        script: part('FunctionCall', 'FireAnimationFrame', 'TimerFire', 'RunMicrotasks'),
        style: part('UpdateLayoutTree'),
        layout: part('Layout'),
        paint: part('PrePaint', 'Paint', 'Layerize', 'Commit'),
    };
}

if (!process.argv.includes('--frames')) {
    const placing = [];
    for (let i = 0; i < 5; i++) placing.push(await firstPlacement());
    console.log(
        `first placement possible: ${at(placing, 0.5)} ms after opening (${placing.join(', ')})`,
    );
}
const { times, trace } = await turns(await lastTurns());
server.close();
const gaps = times.slice(1).map((t, i) => t - times[i]);
const over = (ms) => gaps.filter((g) => g > ms).length;
const c = costs(trace);
console.log(
    `${gaps.length} frames in ${((times.at(-1) - times[0]) / 1000).toFixed(1)} s: ${over(17.2)} over 16.7 ms, ${over(33.9)} over 33 ms`,
);
console.log(
    `CPU of the main thread a frame: median ${at(c.frames, 0.5).toFixed(1)} ms, p95 ${at(c.frames, 0.95).toFixed(1)} ms, p99 ${at(c.frames, 0.99).toFixed(1)} ms (bar: p95 under 16.7); longest task ${c.longest.toFixed(1)} ms`,
);
console.log(
    `of a frame on average: script ${c.script.toFixed(2)}, style ${c.style.toFixed(2)}, layout ${c.layout.toFixed(2)}, paint ${c.paint.toFixed(2)} ms`,
);
