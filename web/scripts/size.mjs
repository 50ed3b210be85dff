/* size.mjs -- the size of the first load, as the server sends it: page, scripts, style, engine,
 * fonts, one language. Fails above 250 kB, by brotli and by gzip (plain HTTP). Counted in a real
 * visit: everything fetched until the first placement. */
import { chromium } from '@playwright/test';
import { existsSync, statSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CHROMIUM } from './chromium.mjs';
import { serve } from './serve.mjs';

const LIMIT = 250_000;
const DIST = new URL('../dist', import.meta.url).pathname;
/* The build's own NAME.gz, or what server/net/page_files.c makes of it. */
const sent = (path, body) => [
    brotliCompressSync(body).length,
    existsSync(`${DIST}${path}.gz`)
        ? statSync(`${DIST}${path}.gz`).size
        : gzipSync(body, { level: 9 }).length,
];
const server = await serve();
const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage({ locale: process.argv[2] ?? 'en' });
page.setDefaultTimeout(300_000); /* it is counted, not timed */
const parts = [];
page.on('response', async (r) => {
    if (!r.url().startsWith(server.url)) return;
    const body = await r.body().catch(() => null);
    const path = new URL(r.url()).pathname;
    if (body)
        parts.push([
            path,
            ...(/woff2$/.test(path) ? [body.length, body.length] : sent(path, body)),
        ]);
});
await page.goto(server.url);
await page.click('[data-act=play-now]');
await page.waitForSelector('[data-place]');
await page.waitForLoadState('networkidle');
await browser.close();
server.close();
const sum = (i) => parts.reduce((n, part) => n + part[i], 0);
for (const [name, brotli, gzip] of parts.sort((a, b) => b[1] - a[1]))
    console.log(String(brotli).padStart(8), String(gzip).padStart(8), name);
console.log(`size: ${sum(1)} bytes by brotli, ${sum(2)} by gzip, of ${LIMIT}`);
process.exit(Math.max(sum(1), sum(2)) <= LIMIT ? 0 : 1);
