/* shot.mjs -- take a picture of the built page: node scripts/shot.mjs OUT.png [SCREEN] [WIDTHxHEIGHT] [theme] [language] */
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.mjs';
import { serve } from './serve.mjs';

const [out, hash = '', size = '1280x800', theme = 'light', language = 'en'] = process.argv.slice(2);
const [width, height] = size.split('x').map(Number);
const server = await serve();
const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: width < 600 ? 2 : 1,
});
page.on('console', (m) => console.log('console:', m.text()));
page.on('pageerror', (e) => console.log('error:', e.message));
await page.addInitScript(
    ([t, l]) =>
        localStorage.setItem(
            'skerry.settings',
            JSON.stringify({ theme: t, language: l, speed: 0 }),
        ),
    [theme, language],
);
await page.goto(`${server.url}${hash ? `#/${hash}` : ''}`);
await page.waitForTimeout(1200);
await page.screenshot({ path: out });
await browser.close();
server.close();
