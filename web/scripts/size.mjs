/* size.mjs -- what the first game costs to load, by brotli as the server sends it: page, scripts, style,
 * engine, fonts, one language. Fails above 250 kB. Counted from a real visit: everything fetched until the first placement. */
import { chromium } from '@playwright/test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CHROMIUM } from './chromium.mjs';
import { serve } from './serve.mjs';

const LIMIT = 250_000;
const server = await serve();
const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage({ locale: process.argv[2] ?? 'en' });
page.setDefaultTimeout(300_000); /* it is counted, not timed */
const parts = [];
page.on('response', async (r) => {
    if (!r.url().startsWith(server.url)) return;
    const body = await r.body().catch(() => null);
    if (body)
        parts.push([
            new URL(r.url()).pathname,
            ...(/woff2$/.test(r.url())
                ? [body.length, body.length]
                : [brotliCompressSync(body).length, gzipSync(body, { level: 9 }).length]),
        ]);
});
await page.goto(server.url);
await page.click('[data-act=play-now]');
await page.waitForSelector('[data-place]');
await page.waitForLoadState('networkidle');
await browser.close();
server.close();
const sum = parts.reduce((n, [, b]) => n + b, 0),
    gzipped = parts.reduce((n, [, , b]) => n + b, 0);
for (const [name, bytes] of parts.sort((a, b) => b[1] - a[1]))
    console.log(String(bytes).padStart(8), name);
console.log(`size: ${sum} bytes of ${LIMIT} (gzipped: ${gzipped})`);
process.exit(sum <= LIMIT ? 0 : 1);
