/* answers.spec.ts -- what people at a table ask of each other, and that everybody sees and hears how it ended. */
import { expect, type Locator, type Page } from '@playwright/test';
import { open, press, wish } from './drive';
import { make, Server, sitDown, start, test } from './server';

const RULES = 'fifth,board=random,start=draft,first=0';

const menu = async (page: Page, act: string): Promise<void> => {
  await page.click('[data-act=menu]');
  await page.locator(`dialog[open] [data-act=${act}]`).click();
};
const heard = (page: Page): Locator => page.locator('[data-announced]');
const seen = (page: Page): Locator => page.locator('[data-notice]').last();
const settle = async (page: Page): Promise<void> => {
  for (const what of ['settlement', 'road']) {
    await expect(page.locator('[data-now]')).toContainText(what);
    await press(page.locator('.board [data-place]').first());
  }
};

/* A table of a server of its own, and a watcher at it. */
async function evening(
  server: Server,
  person: (name: string) => Promise<Page>,
  names: string[],
  more: Record<string, unknown> = {},
): Promise<Page[]> {
  const people = await Promise.all([...names, 'Wanda'].map((n) => person(n)));
  const players = people.slice(0, -1);
  const id = await make(server, people[0], { rules: RULES, players: names.length, ...more });
  for (const p of players) await sitDown(server, p, id);
  await start(people[0]);
  await people.at(-1)!.goto(`${server.url}t/${id}`);
  for (const p of people) await expect(p.locator('[data-now]')).toBeVisible();
  return people;
}

test('a refused question names who refused, and which step was meant', async ({
  server,
  person,
}) => {
  const people = await evening(server, person, ['Ada', 'Ben', 'Cleo']);
  const [ada, ben, cleo] = people;
  await menu(ben, 'pause');
  await expect(heard(ada)).toContainText('Ben asks for a pause');
  await ada.click('[data-act=yes]');
  await cleo.click('[data-act=no]');
  for (const p of people) await expect(heard(p)).toContainText('a pause: Cleo said no.');
  for (const p of people.filter((x) => x !== cleo))
    await expect(seen(p)).toContainText('Ben asks for a pause: Cleo said no.');
  await expect(cleo.locator('[data-notice]')).toHaveCount(0); /* she knows */
  await settle(ada);
  await ada.click('[data-act=menu]');
  await expect(ada.locator('dialog [data-act=take-back]')).toContainText('Ada built a road');
  await ada.click('dialog [data-act=take-back]');
  await expect(ben.locator('[data-ask]')).toContainText('take a move back: Ada built a road');
  await expect(heard(ben)).toContainText('take a move back: Ada built a road');
  await ben.click('[data-act=no]');
  for (const p of people.filter((x) => x !== ben))
    await expect(seen(p)).toContainText(/Ada built a road.*: Ben said no\./);
  /* Who asks may think again. */
  await menu(ada, 'pause');
  await expect(ben.locator('[data-ask]')).toBeVisible();
  await ada.click('[data-act=withdraw-ask]');
  for (const p of people) {
    await expect(heard(p)).toContainText('Ada asks for a pause: withdrawn.');
    await expect(p.locator('[data-ask]')).toHaveCount(0);
  }
});

test('what happened after a step goes with it, and the question says so', async ({
  server,
  person,
}) => {
  const [ada, ben] = await evening(server, person, ['Ada', 'Ben']);
  await settle(ada);
  await expect(ben.locator('[data-now]')).toContainText('settlement');
  await press(ben.locator('.board [data-place]').first());
  await menu(ada, 'take-back');
  await expect(ben.locator('[data-ask]')).toContainText(
    'this and all that followed: Ada built a road',
  );
  await ben.click('[data-act=yes]');
  for (const p of [ada, ben]) await expect(heard(p)).toContainText('agreed.');
  await expect(ada.locator('[data-now]')).toContainText('road');
});

test('a silent person does not hold the table, and takes the seat back by moving', async ({
  person,
}) => {
  const server = new Server('--vote-after', '2');
  await server.start();
  try {
    const [ada, ben, cleo, wanda] = await evening(server, person, ['Ada', 'Ben', 'Cleo']);
    await expect(ben.locator('[data-silent="0"]')).toContainText(/waiting for Ada for 0:0\d/);
    for (const p of [ada, wanda]) await expect(p.locator('[data-silent]')).toHaveCount(0);
    /* Ada is asked too, and is there after all. */
    await ben.click('[data-act=ask-bot]');
    await expect(ada.locator('[data-ask]')).toContainText('Ben asks that a bot plays for you');
    await ada.click('[data-act=here]');
    await expect(seen(ben)).toContainText('Ada said no.');
    await ben.click('[data-act=ask-bot]');
    await expect(cleo.locator('[data-ask]')).toContainText('Ben asks that a bot plays for Ada');
    await cleo.click('[data-act=yes]');
    await expect(ada.locator('[data-held="0"]')).toContainText('A bot plays for you');
    await expect(ben.locator('[data-held="0"]')).toContainText('A bot plays for Ada');
    /* The bot settles for her; she takes over when it is her turn again. */
    await settle(ben);
    await settle(cleo);
    await settle(cleo);
    await settle(ben);
  } finally {
    await server.end();
  }
});

test('the host starts a clock, ends watching and mutes somebody for everybody', async ({
  server,
  person,
}) => {
  const [ada, ben, cleo, wanda] = await evening(server, person, ['Ada', 'Ben', 'Cleo']);
  await ben.locator('.talk input').fill('very loud');
  await ben.keyboard.press('Enter');
  await expect(heard(cleo)).toContainText('Ben: very loud');
  await ada.locator('.chat [data-act=silence]').click();
  await expect(cleo.locator('.chat')).toContainText('muted by the host');
  await expect(ben.locator('.talk')).toContainText('The host has muted you');
  await expect(ben.locator('.talk input')).toBeHidden();
  await ada.locator('.chat [data-act=silence]').click();
  await expect(ben.locator('.talk input')).toBeVisible();
  await menu(ada, 'settings');
  await ada.locator('dialog select').selectOption('calm');
  await ada.locator('dialog').getByLabel('Others may watch').uncheck();
  await ada.locator('dialog').getByLabel('Chat').uncheck();
  await ada.click('dialog [data-act=save]');
  await expect(ada.locator('dialog')).toHaveCount(0);
  await expect(ben.locator('[data-seat="0"] [title$="left"]')).toBeVisible();
  await expect(ben.locator('.talk')).toHaveCount(0);
  await expect(wanda.getByText('does not allow spectators')).toBeVisible();
  /* Others have no such button, and a clock that runs stays. */
  await ben.click('[data-act=menu]');
  await expect(ben.locator('dialog [data-act=settings]')).toHaveCount(0);
  await menu(ada, 'settings');
  await expect(ada.locator('dialog select')).toBeDisabled();
});

test('a seat that was given up goes to a watcher if those who play agree', async ({
  server,
  person,
}) => {
  const [ada, ben, cleo, wanda] = await evening(server, person, ['Ada', 'Ben', 'Cleo']);
  await ben.click('[data-act=menu]');
  await ben.getByRole('button', { name: 'Resign' }).click();
  await ben.click('dialog [data-act=resign]');
  await menu(wanda, 'ask-sit');
  for (const p of [ada, cleo])
    await expect(p.locator('[data-ask]')).toContainText('Wanda asks to take over the seat of Ben');
  await ada.click('[data-act=no]');
  await expect(seen(wanda)).toContainText('Ada said no.');
  await menu(wanda, 'ask-sit');
  await wanda.click('[data-act=withdraw-ask]');
  await expect(seen(ada)).toContainText('withdrawn.');
  await menu(wanda, 'ask-sit');
  for (const p of [ada, cleo]) await p.click('[data-act=yes]');
  await expect(wanda.locator('[data-seat="1"].me')).toBeVisible();
  await expect(wanda.locator('[data-seat="1"]')).toContainText('Wanda');
});

test('who leaves and who comes back is heard, and what a roll brought', async ({
  server,
  person,
}) => {
  const [ada, ben] = await evening(server, person, ['Ada', 'Ben'], { rules: 'fifth,first=0' });
  await ada.click('[data-act=roll]');
  const brought = ben.locator('.gain').first();
  await expect(heard(ben)).toContainText('Ada');
  if (await brought.count())
    await expect(heard(ben)).toContainText((await brought.innerText()).split(':')[0].trim());
  await ada.goto('about:blank');
  await expect(heard(ben)).toContainText('Ada is away');
  await ada.goBack();
  await expect(heard(ben)).toContainText('Ada is back');
});

test('under the curtain nothing is read out, and no key acts', async ({ page }) => {
  await wish(
    page,
    'fifth,first=0,quiet_rounds=9',
    ['Ada', 'Ben'].map((name) => ({ name, kind: 'human' as const })),
  );
  await open(page);
  await page.click('[data-act=play-now]');
  await page.click('[data-act=lift]');
  await page.click('[data-act=roll]');
  await expect(heard(page)).toContainText('Ada rolled');
  await press(page.locator('[data-act=city]'));
  await page.click('[data-act=end]');
  await expect(page.locator('[data-act=lift]')).toBeVisible();
  await expect(heard(page)).toHaveText('');
  for (const key of ['?', 'n', 'h', 'z', '/', 'l', 'r', 't']) await page.keyboard.press(key);
  await expect(heard(page)).toHaveText('');
  await expect(page.locator('dialog, [data-notice]')).toHaveCount(0);
  await page.click('[data-act=lift]');
  await expect(page.locator('[data-act=lift]')).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(heard(page)).toContainText('roll the dice');
});

test('three people called Ada are told apart wherever words name one', async ({
  server,
  person,
}) => {
  const people = await evening(server, person, ['Ada', 'Ada', 'Ben']);
  const [red, blue, ben, wanda] = people;
  const twin = (await blue.locator('[data-seat="1"] .who b').innerText()).trim();
  expect(twin).toMatch(/^Ada \(\w+\)$/);
  expect((await ben.locator('[data-seat="0"] .who b').innerText()).trim()).not.toBe(twin);
  await menu(blue, 'pause');
  await expect(heard(red)).toContainText(`${twin} asks for a pause`);
  await expect(blue.locator('[data-ask]')).toContainText('Waiting for Ada (');
  await ben.click('[data-act=no]');
  await wanda.goto(server.url + '#/lobby');
  await wanda.getByLabel('Your name').fill('Ada');
  await wanda.getByLabel('Your name').press('Enter');
  await wanda.goto(red.url());
  await wanda.locator('.talk input').fill('hello');
  await wanda.keyboard.press('Enter');
  await blue.locator('.talk input').fill('hello too');
  await blue.keyboard.press('Enter');
  await expect(heard(ben)).toContainText('Ada, watching: hello');
  await expect(heard(ben)).toContainText(`${twin}: hello too`);
});

for (const [kind, name] of [
  ['two invisible characters', '\u200b\u200b'],
  ['500 letters', 'x'.repeat(500)],
  ['more than the server reads', 'x'.repeat(20000)],
] as const)
  test(`a stored name that the server does not take is asked for again: ${kind}`, async ({
    server,
    person,
  }) => {
    const host = await person('Ada'),
      id = await make(server, host, { rules: RULES, players: 2 });
    const page = await person(name);
    await page.goto(`${server.url}#/lobby`);
    await expect(page.locator('[data-name-refused]')).toContainText('1 to 24 letters');
    /* Another one that does not do, then one that does. */
    await page.goto(`${server.url}t/${id}`);
    await page.locator('[data-act=sit]').first().click();
    await page.locator('[data-name]').fill('\u200b\u200b');
    await page.click('[data-act=named]');
    await expect(page.locator('dialog [data-name-refused]')).toBeVisible();
    await page.locator('[data-name]').fill('Ben');
    await page.click('[data-act=named]');
    await expect(page.locator('[data-act=ready]')).toHaveAttribute('aria-pressed', 'true');
    await page.goto(`${server.url}#/lobby`);
    await expect(page.getByLabel('Your name')).toHaveValue('Ben');
    await expect(page.locator('[data-name-refused]')).toHaveCount(0);
  });

/* Every request is refused once, by a different person each time; SHOTS=FOLDER keeps what they saw. */
test('an evening of three and a watcher in which everything is refused once', async ({
  person,
}) => {
  const server = new Server('--vote-after', '1');
  await server.start();
  const shot = async (page: Page, name: string): Promise<void> => {
    if (!process.env.SHOTS) return;
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png` });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  try {
    const people = await evening(server, person, ['Ada', 'Ben', 'Cleo']);
    const [ada, ben, cleo, wanda] = people;
    const refused = async (asks: Page, by: Page, name: string, says: string): Promise<void> => {
      const answer = by.locator('[data-act=no], [data-act=here]');
      await expect(answer).toBeVisible();
      await shot(by, `${name}-asked`);
      await shot(asks, `${name}-waits`);
      await answer.click();
      await expect(seen(asks)).toContainText(says);
      await shot(asks, `${name}-refused`);
      for (const p of people) {
        await expect(heard(p)).toContainText(says.split(': ').at(-1)!);
        await expect(p.locator('[data-ask]')).toHaveCount(0);
      }
    };
    await menu(ada, 'pause');
    await refused(ada, ben, 'pause', 'Ada asks for a pause: Ben said no.');
    await shot(ben, 'silent');
    await ben.click('[data-act=ask-bot]');
    await refused(ben, ada, 'bot', 'Ben asks that a bot plays for Ada: Ada said no.');
    await settle(ada);
    await ada.click('[data-act=menu]');
    await shot(ada, 'menu');
    await ada.click('dialog [data-act=take-back]');
    await refused(ada, cleo, 'take-back', 'Ada built a road');
    await menu(cleo, 'pause');
    for (const p of [ada, ben]) await p.click('[data-act=yes]');
    await expect(wanda.locator('[data-paused]')).toBeVisible();
    await cleo.locator('[data-paused] [data-act=resume]').click();
    await refused(cleo, ben, 'resume', 'Cleo asks to resume: Ben said no.');
    await ben.locator('[data-paused] [data-act=resume]').click();
    for (const p of [ada, cleo]) await p.click('[data-act=yes]');
    await expect(wanda.locator('[data-paused]')).toHaveCount(0);
    await menu(ada, 'settings');
    await shot(ada, 'settings');
    await ada.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
    await ben.click('[data-act=menu]');
    await ben.getByRole('button', { name: 'Resign' }).click();
    await ben.click('dialog [data-act=resign]');
    await menu(wanda, 'ask-sit');
    await refused(wanda, ada, 'sit', 'Wanda asks to take over the seat of Ben: Ada said no.');
    await shot(wanda, 'watcher');
    /* Nobody is stuck: the game goes on. */
    await expect(cleo.locator('[data-now]')).toContainText('settlement');
    await settle(cleo);
  } finally {
    await server.end();
  }
});

test('the host closes a table that has not begun, for everybody', async ({ server, person }) => {
  const ada = await person('Ada'),
    ben = await person('Ben');
  const id = await make(server, ada, { rules: RULES, players: 3 });
  for (const p of [ada, ben]) await sitDown(server, p, id);
  await expect(ben.locator('[data-act=change]')).toHaveCount(0);
  await ada.click('[data-act=change]');
  await ada.click('[data-act=close-table]');
  for (const p of [ada, ben]) {
    await expect(p).toHaveURL(/#\/lobby/);
    await expect(seen(p)).toContainText('The table was closed.');
  }
});
