/** A start that fails leaves nothing running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findPostmaster } from '@countersign/dev-database/postmaster';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('if the first-start process fails, the database, the mailbox, the API and the worker are stopped', async () => {
  // Runs before the script of every process of Node.js.
  const fail = `if (process.argv[1]?.endsWith('first-start-process.ts')) throw new Error('no first start');`;
  // --dev does not build the pages.
  const started = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), '--dev'], {
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fail)}`,
      DATA_DIR: folder,
      DATABASE_URL: '',
      SMTP_URL: '',
      PORT: '0',
      MAILBOX_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(started.stdout), once(started, 'exit')]);
  expect(output).toMatch(/Countersign could not start: .*first-start-process/);
  expect(code).toBe(1);
  expect(await findPostmaster(join(folder, 'postgres'))).toBeNull();
  for (const name of ['api', 'worker'])
    expect(await readFile(join(folder, 'logs', `${name}.log`), 'utf8')).toMatch(
      /"message":"(worker )?stopped"/,
    );
});
