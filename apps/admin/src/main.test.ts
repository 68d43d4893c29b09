/** The command as operators run it, where the database is away. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-admin-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function admin(...words: string[]): Promise<{ status: number; out: string; err: string }> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://somebody:hunter2@127.0.0.1:1/countersign',
    SECRET_KEY: 's'.repeat(40),
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [main, ...words], { env }, (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, out, err }),
    ),
  );
}

test.each([
  [['queue']],
  [['migrate']],
  [['key', 'create', '--workspace', 'acme', '--mode', 'test', '--name', 'first']],
  [['person', 'erase', 'ada@example.test', '--workspace', 'acme']],
])('%j ends with 1 and tells where the database was looked for', async (words) => {
  const { status, out, err } = await admin(...words);
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^The database at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached: nothing listens there.* Check that PostgreSQL runs there.*\n$/,
  );
  expect(err).not.toMatch(/hunter2|somebody|prisma/i);
});

test('the doctor tells it once, and asks the rest', async () => {
  const { status, out } = await admin('doctor', '--json');
  expect(status).toBe(1);
  const { checks } = JSON.parse(out) as { checks: Array<{ name: string; says: string; advice?: string }> };
  const findings = new Map(checks.map((check) => [check.name, check]));
  expect(findings.get('database')).toMatchObject({
    verdict: 'fail',
    says: expect.stringContaining('The database at 127.0.0.1:1 (DATABASE_URL) cannot be reached'),
    advice: expect.stringMatching(/^check that PostgreSQL runs/),
  });
  for (const name of ['schema', 'queues', 'wake-up', 'seals'])
    expect(findings.get(name)).toMatchObject({ verdict: 'fail', says: 'not asked: see database' });
  expect(findings.get('storage')).toMatchObject({ verdict: 'ok' });
  expect(out).not.toMatch(/hunter2|somebody/);
});
