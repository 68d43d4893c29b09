import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'countersign-no-corpus-'));
for (const name of ['sealable', 'hostile']) mkdirSync(join(folder, name));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['corpus.ts', '../visible/visible.ts'])('%s fails without files', (script) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script)], {
    env: { ...process.env, CORPUS_DIR: folder },
    encoding: 'utf8',
  });
  expect(stderr).toContain(`no files in ${folder}`);
  expect(status).toBe(1);
});
