/* page.mjs ADDRESS -- Nim in the page, by clicking: a game against bots, then one with somebody else on the
 * server. Nothing in web/ knows Nim. Says what it saw as one line of JSON. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [address, web] = process.argv.slice(2);
const require = createRequire(`${web}/package.json`);
const { chromium } = require('@playwright/test');
const { CHROMIUM } = await import(pathToFileURL(`${web}/scripts/chromium.mjs`).href);
const browser = await chromium.launch(CHROMIUM);
const faults = [];

async function person(name) {
  const context = await browser.newContext({ locale: 'en' });
  await context.addInitScript((n) => {
    if (location.protocol === 'http:')
      localStorage.setItem('skerry.settings', JSON.stringify({ language: 'en', speed: 0, sound: 0, name: n }));
  }, name);
  const page = await context.newPage();
  page.on('pageerror', (e) => faults.push(e.message));
  page.setDefaultTimeout(60_000);
  return page;
}

/* Each seat plays the last move of its list: the first takes one stone, which makes games long. */
async function play(people) {
  const over = (p) => p.locator('[data-final]').isVisible();
  for (let moves = 0; moves < 300; moves++) {
    if (await over(people[0])) return moves;
    for (const p of people) {
      const move = p.locator('[data-move]').last();
      if (await move.isVisible()) await move.click({ timeout: 5000 }).catch(() => undefined);
    }
    await people[0].waitForTimeout(50);
  }
  throw new Error(`the game does not end: ${faults.join(' ')}`);
}

const ada = await person('Ada');
await ada.goto(`${address}#/new`);
await ada.getByText('Nim', { exact: true }).click();
await ada.locator('[data-act=start]').click();
await ada.locator('[data-now]').waitFor();
const title = await ada.getByRole('heading', { level: 1 }).first().innerText();
const columns = await ada.locator('[data-seats] th[scope=col]').allInnerTexts();
const alone = await play([ada]);
const rows = await ada.locator('[data-final] tbody tr').count();

/* the same with another person, each in a browser of their own */
const ben = await person('Ben');
await ada.goto('about:blank');
await ada.goto(`${address}#/friends`);
await ada.click('[data-act=change]');
await ada.getByText('Nim', { exact: true }).click();
await ada.click('[data-act=save]');
await ada.locator('.rules .chip').filter({ hasText: 'Nim' }).waitFor();
await ben.goto(ada.url());
await ben.locator('[data-act=sit]').first().click();
await ben.locator('[data-act=ready][aria-pressed=true]').waitFor(); /* otherwise the start would give the seat to a bot */
await ada.locator('[data-act=start]:not([aria-disabled=true])').click();
await ben.locator('[data-now]').waitFor();
/* nobody sees another's card */
const cards = await ben.locator('[data-seats] tbody tr').allInnerTexts();
const together = await play([ada, ben]);
console.log(JSON.stringify({ title, columns, alone, rows, cards, together, faults }));
await browser.close();
