/* contact.mjs -- the pictures of `make screenshots` side by side, a sheet for each state: a row for each language and
 * theme, a column for each size. */
import { readdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.mjs';

const OUT = new URL('../../build/screenshots/', import.meta.url).pathname;
const ROWS = ['en-light', 'en-dark', 'de-light', 'de-dark'];
const HIGH = 300;
const states = readdirSync(OUT, { withFileTypes: true }).filter((e) => e.isDirectory());
const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage();
for (const { name } of states) {
    const files = readdirSync(`${OUT}${name}`).filter((f) => f.endsWith('.png'));
    const wide = (f) => Number(/-(\d+)x/.exec(f)[1]);
    const row = (r) =>
        files
            .filter((f) => f.startsWith(`${r}-`))
            .sort((a, b) => wide(b) - wide(a))
            .map((f) => `<img src="file://${OUT}${name}/${f}" height="${HIGH}">`)
            .join('');
    await page.goto(`file://${OUT}`); /* so that files may show files */
    await page.setContent(
        `<body style="margin:0;background:#888;width:max-content"><h1 style="margin:4px">${name}</h1>${ROWS.map(
            (r) => `<div style="display:flex;gap:4px;margin:4px">${row(r)}</div>`,
        ).join('')}`,
    );
    await page.waitForLoadState('load');
    const [width, height] = await page.evaluate(() => [
        document.body.scrollWidth,
        document.body.scrollHeight,
    ]);
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${OUT}${name}.png` });
    console.log(`${OUT}${name}.png: ${files.length} pictures`);
}
await browser.close();
