/* contact.mjs -- puts the pictures of `make screenshots` side by side: one sheet per state,
 * language and theme, with all sizes at about half scale, so that words can be read. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.mjs';

const OUT = new URL('../../build/screenshots/', import.meta.url).pathname;
const SHEETS = `${OUT}sheets/`;
const SCALE = 0.6;
/* two laptops above, the upright ones and the flat phone below */
const ROWS = [
    ['1280x720', '1366x768'],
    ['820x1180', '390x844', '844x390'],
];
const age = (f) => (existsSync(f) ? statSync(f).mtimeMs : 0);
mkdirSync(SHEETS, { recursive: true });
const states = readdirSync(OUT, { withFileTypes: true }).filter(
    (e) => e.isDirectory() && e.name !== 'sheets',
);
const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage();
await page.goto(`file://${OUT}`); /* so that files may show files */
let whole = 0,
    parts = 0;
for (const { name } of states)
    for (const language of ['en', 'de', 'fr'])
        for (const theme of ['light', 'dark', 'contrast']) {
            const file = (size) => `${OUT}${name}/${language}-${theme}-${size}.png`,
                sheet = `${SHEETS}${name}-${language}-${theme}.png`,
                there = ROWS.flat().filter((s) => existsSync(file(s)));
            if (!there.length) continue;
            if (there.length === 5) whole += 1;
            else parts += 1;
            if (there.every((s) => age(file(s)) < age(sheet))) continue;
            const row = (sizes) =>
                sizes
                    .filter((s) => there.includes(s))
                    .map((s) => {
                        const [w, h] = s.split('x').map((n) => Number(n) * SCALE);
                        return `<img src="file://${file(s)}" width="${w}" height="${h}">`;
                    })
                    .join('');
            await page.setContent(
                `<body style="margin:0;background:#888;width:max-content;font:14px sans-serif">${name} ${language} ${theme}${ROWS.map(
                    (r) => `<div style="display:flex;gap:4px;margin:2px">${row(r)}</div>`,
                ).join('')}`,
            );
            await page.waitForLoadState('load');
            const [width, height] = await page.evaluate(() => [
                document.body.scrollWidth,
                document.body.scrollHeight,
            ]);
            await page.setViewportSize({ width, height });
            await page.screenshot({ path: sheet });
        }
console.log(`${SHEETS}: ${whole} sheets${parts ? `, ${parts} of them with pictures missing` : ''}`);
await browser.close();
