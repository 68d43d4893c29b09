import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { until } from '../support/until.ts';
import { supervise } from './processes.ts';

const root = mkdtempSync(join(tmpdir(), 'countersign-supervised-'));
afterAll(() => rmSync(root, { recursive: true }));

test('a log line that the end of a process cuts off does not end the supervisor, and long lines stay whole', async () => {
  const long = 'x'.repeat(300_000);
  writeFileSync(
    join(root, 'process.mjs'),
    `process.stdout.write(JSON.stringify({ level: 'error', message: '${long}' }) + '\\n{"level":"error","mess');`,
  );
  const supervised = supervise('process', 'process.mjs', {}, { clock: () => 0, root, readyUrl: '' });
  await until(async () => supervised.starts > 1, 'a second start');
  await supervised.stop();
  expect([...supervised.errors.keys()]).toEqual(expect.arrayContaining([long, '{"level":"error","mess']));
});
