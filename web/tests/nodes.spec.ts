/* nodes.spec.ts -- a site of two nodes that share a PostgreSQL, as people's browsers meet it: the page of one node finds a
 * table at the other, and stays at it when that node dies. tools/check_page starts the database; a run by hand:
 * `tools/postgres tools/npm run e2e -- nodes`. */
import { expect, type Page } from '@playwright/test';
import { log, over, press, together } from './drive';
import { make, Server, sitDown, start, test } from './server';

const DATABASE = process.env.SKERRY_TEST_DATABASE;
test.skip(!DATABASE, 'there is no database: see the first lines of this file');

/* Nodes that are told no public address call themselves localhost. */
class Node extends Server {
  constructor(name: string) {
    super('--store', DATABASE!, '--node', name, '--lease', '1500', '--drain', '1');
  }
  override async start(): Promise<void> {
    await super.start();
    this.url = this.url.replace('127.0.0.1', 'localhost');
  }
}
/* Where this page's sockets went, in order. */
function calls(page: Page): string[] {
  const ports: string[] = [];
  page.on('websocket', (w) => {
    if (w.url().includes('/ws')) ports.push(new URL(w.url()).port);
  });
  return ports;
}

test('a page follows its table to the node that has it, and to the next one when that dies', async ({
  person,
}) => {
  const site = new Node('site'),
    other = new Node('other');
  const [ada, ben] = await Promise.all(['Ada', 'Ben'].map((n) => person(n)));
  try {
    await Promise.all([site.start(), other.start()]);
    const port = (n: Node): string => new URL(n.url).port;
    const called = [calls(ada), calls(ben)];
    const rules = 'fifth,board=random,start=draft,first=0';
    const id = await make(other, ada, { rules, players: 2 });
    /* Both have the site's page; the table is at the other node. */
    for (const p of [ada, ben]) await sitDown(site, p, id);
    for (const c of called) expect(c.at(-1)).toBe(port(other));
    await start(ada);
    await expect(ada.locator('.board [data-place]').first()).toBeVisible();
    await expect(ben.locator('[data-now]')).toBeVisible();
    /* It dies. A move made meanwhile is played at the site's own node, exactly once. */
    await other.kill();
    await expect(ada.locator('.trouble')).toBeVisible();
    await press(ada.locator('.board [data-place]').nth(7));
    await expect(ada.locator('[data-now]')).toContainText('road');
    for (const p of [ada, ben]) {
      await expect(p.locator('.trouble')).toHaveCount(0);
      await expect(log(p).filter({ hasText: 'Ada built a settlement' })).toHaveCount(1);
      expect(p.url()).toContain(id);
    }
    for (const c of called) expect(c.at(-1)).toBe(port(site));
    await together([ada, ben], async () => (await log(ada).count()) > 12 || (await over(ada)));
  } finally {
    await Promise.all([site.end(), other.end()]);
  }
});
