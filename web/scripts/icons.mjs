/* icons.mjs -- the app's icons as PNG, drawn from public/icon.svg by chromium: node scripts/icons.mjs */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.mjs';

const dir = fileURLToPath(new URL('../public/', import.meta.url));
const svg = readFileSync(`${dir}icon.svg`, 'utf8');
const square = svg.replace(/ rx="28"/, ''); /* phones cut their own corners */
const browser = await chromium.launch(CHROMIUM);
for (const [name, size, art, pad] of [
    ['icon-192.png', 192, svg, 0],
    ['icon-512.png', 512, svg, 0],
    ['icon-maskable.png', 512, square, 0.1],
    ['apple-touch-icon.png', 180, square, 0],
]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const inner = size * (1 - 2 * pad),
        at = size * pad;
    await page.setContent(
        `<body style="margin:0;background:${pad ? '#1a5f78' : 'transparent'}"><div style="position:absolute;left:${at}px;top:${at}px;width:${inner}px;height:${inner}px">${art}</div></body>`,
    );
    writeFileSync(`${dir}${name}`, await page.screenshot({ omitBackground: !pad }));
    await page.close();
}
await browser.close();
