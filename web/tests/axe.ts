/* axe.ts -- the accessibility rules, run inside the page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
interface Axe {
  run: (
    what: unknown,
    o: unknown,
  ) => Promise<{
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  }>;
}

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(`if (!window.axe) { ${source} }`);
  return page.evaluate(async (only) => {
    /* Only an open dialog counts; colours of the board's drawing are tested in src/art/contrast.test.ts. */
    const what = {
      include: [[document.querySelector('dialog[open]') ? 'dialog[open]' : 'html']],
      ...(only ? { exclude: [['svg']] } : {}),
    };
    const r = await (window as unknown as { axe: Axe }).axe.run(what, {
      resultTypes: ['violations'],
      ...(only ? { runOnly: only } : {}),
    });
    return r.violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .slice(0, 3)
          .map((n) => `${n.html.slice(0, 140)} ${n.failureSummary ?? ''}`)
          .join(' | ')}`,
    );
  }, rules);
}

/* Every rule in the current theme; rules about colours in the other themes too. A screen already
 * checked in them in another language needs no second check: texts have no colours of their own. */
export async function sound(page: Page, name: string, themes = true): Promise<void> {
  await page
    .locator('main')
    .first()
    .waitFor({ state: 'attached' }); /* screens are loaded on demand */
  expect.soft(await violations(page), `axe on ${name}`).toEqual([]);
  if (!themes) return;
  const was = await page.evaluate(() => document.documentElement.dataset.theme!);
  for (const theme of ['light', 'dark', 'contrast'].filter((x) => x !== was)) {
    await dress(page, theme);
    expect.soft(await violations(page, ['color-contrast']), `axe on ${name}, ${theme}`).toEqual([]);
  }
  await dress(page, was);
}

/* The theme as the page itself sets it; two frames later no colour is still changing. */
async function dress(page: Page, theme: string): Promise<void> {
  await page.evaluate(
    (x) =>
      new Promise<void>((done) => {
        document.documentElement.dataset.theme = x;
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
    theme,
  );
}
