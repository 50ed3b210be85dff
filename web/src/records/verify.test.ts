/* verify.test.ts -- the page's verdicts on the records of tests/records, which `skerry verify` gives too
 * (tests/cli/records.py). */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { verify } from './verify';

vi.mock('../engine/engine', () => import('../table/testEngine'));

const records = new URL('../../../tests/records/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, records), 'utf8');

interface Answer {
  fault: string | null;
  entries?: number;
  draws?: number;
}
const answers = JSON.parse(read('verify/answers.json')) as Record<string, Answer>;

for (const [name, answer] of Object.entries(answers))
  test(`${name}: ${answer.fault ?? 'verified'}`, async () => {
    const v = await verify(read(name));
    expect(v.fault).toBe(answer.fault);
    expect(v.message).toEqual(answer.fault === 'unreadable' ? 'not an action of this game' : null);
    if (!answer.fault) {
      expect(v).toMatchObject({ promised: true, entries: answer.entries });
      expect(v.draws).toHaveLength(answer.draws!);
      expect(v.draws.filter((d) => d.action !== d.drawn)).toEqual([]);
    }
  });

test('a changed die is shown beside the one of the seed', async () => {
  const v = await verify(read('verify/die.txt'));
  expect(v.draws.filter((d) => d.action !== d.drawn)).toEqual([
    { entry: 106, action: '* dice 2 3', drawn: '* dice 3 2', of: 36 },
  ]);
});
