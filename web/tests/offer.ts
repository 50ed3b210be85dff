/* offer.ts -- two people at a server's table, one of whom makes the other an offer. */
import { expect, type Page } from '@playwright/test';
import { playUntil, press } from './drive';
import { make, sitDown, start, type Server } from './server';

/* It is this person's turn, and nothing is being asked. */
export const myTurn = async (page: Page): Promise<boolean> =>
  (await page.locator('[data-act=end]:not([aria-disabled=true])').count()) > 0 &&
  (await page.locator('dialog[open], [data-place], [data-offer]').count()) === 0;

/* Up to where `from` may trade. Returns the table's id. */
export async function readyToTrade(server: Server, from: Page, to: Page): Promise<string> {
  const id = await make(server, from, {
    rules: 'fifth,first=0',
    players: 3,
    seats: [null, null, { level: 'random' }],
  });
  for (const p of [from, to]) await sitDown(server, p, id);
  await start(from);
  await expect(to.locator('[data-now]')).toBeVisible();
  /* roll, and the robber if need be, but nothing that ends the trading */
  const LEFT = ['end', 'road', 'settle', 'city', 'buy', 'bank'].map((a) => `[data-act=${a}]`);
  await playUntil(
    from,
    () => myTurn(from),
    3,
    `${LEFT.join()}, [data-dev], [data-give], [data-get]`,
  );
  return id;
}

/* For something that the other player has, since offers that nobody can pay are declined automatically. Returns the
 * kind that is given. */
export async function offer(from: Page, to: Page): Promise<string> {
  const kinds = (p: Page): Promise<string[]> =>
    p.locator('[data-kind]').evaluateAll((all) => all.map((e) => e.getAttribute('data-kind')!));
  const theirs = (await kinds(to))[0],
    kind = (await kinds(from)).find((k) => k !== theirs)!;
  await press(from.locator(`[data-give=${kind}]`));
  await press(from.locator(`[data-get=${theirs}]`));
  await from.locator('[data-act=offer]:not([aria-disabled=true])').click();
  await expect(to.locator('[data-act=decline]')).toBeVisible();
  return kind;
}
