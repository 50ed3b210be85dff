/* text.test.ts -- the check of texts (scripts/text.mjs) covers every file in text/. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const judge = (folder: string): { status: number | null; stderr: string } =>
  spawnSync(process.execPath, ['scripts/text.mjs', folder], { encoding: 'utf8' });

test('a missing key, a surplus hole, a stray key and a wrong plural are found in any language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skerry-text-'));
  try {
    cpSync('../text', folder, { recursive: true });
    expect(judge(folder).status).toBe(0);
    for (const language of ['fr', 'de']) {
      const file = join(folder, `${language}.json`),
        whole = readFileSync(file, 'utf8');
      const bent = JSON.parse(whole) as Record<string, string>;
      delete bent.yes;
      bent.no = 'Non {who}';
      bent['seat.points'] = '{n} {n|one:point|few:points}';
      bent.zebra = 'Zèbre';
      writeFileSync(file, `${JSON.stringify(bent, null, 2)}\n`);
      const { status, stderr } = judge(folder);
      expect(status).toBe(1);
      for (const fault of [
        'missing: yes',
        'other holes: no',
        'stray: zebra',
        `${language} has no "few": seat.points`,
      ])
        expect(stderr).toContain(`text/${language}.json: ${fault}`);
      writeFileSync(file, whole);
    }
    const french = join(folder, 'fr.json'),
      whole = readFileSync(french, 'utf8');
    writeFileSync(french, whole.replace('\u00a0!', ' !'));
    expect(judge(folder).stderr).toContain('text/fr.json: a space that can break: ');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
