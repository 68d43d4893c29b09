/** The command with wrong arguments, and without a database. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compileCache } from '../../../test/support/cache.ts';
import { testDatabase } from '../../../test/support/database.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-admin-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  status: number;
  out: string;
  err: string;
}

const admin = (...words: string[]) =>
  adminOn('postgres://somebody:hunter2@127.0.0.1:1/countersign', ...words);

const envOn = (databaseUrl: string) => ({
  PATH: process.env.PATH,
  ...compileCache,
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  SECRET_KEY: 's'.repeat(40),
});

async function adminOn(databaseUrl: string, ...words: string[]): Promise<Ended> {
  return new Promise((resolve) =>
    execFile(process.execPath, [main, ...words], { env: envOn(databaseUrl) }, (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, out, err }),
    ),
  );
}

test.each([
  [['queue']],
  [['migrate']],
  [['key', 'create', '--workspace', 'acme', '--mode', 'test', '--name', 'first']],
  [['person', 'erase', 'ada@example.test', '--workspace', 'acme']],
])('%j exits with status 1 and reports the address of the database', async (words) => {
  const { status, out, err } = await admin(...words);
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^The database at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached: nothing listens there.* Check that PostgreSQL runs there.*\n$/,
  );
  expect(err).not.toMatch(/hunter2|somebody|prisma/i);
});

test('the doctor reports it once and runs the other checks', async () => {
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
    expect(findings.get(name)).toMatchObject({ verdict: 'fail', says: 'not checked: see database' });
  expect(findings.get('storage')).toMatchObject({ verdict: 'ok' });
  expect(out).not.toMatch(/hunter2|somebody/);
});

const commandsIn = (text: string) => [...text.matchAll(/^ {2}(\w.*?) {2}/gm)].map(([, usage]) => usage);

test.each([
  ['a missing option', ['key', 'create', '--mode', 'live'], 'Missing: --workspace, --name'],
  ['an unknown option', ['key', 'create', '--nope'], "Unknown option '--nope'"],
])(
  '%s: exits with status 2, reports the reason and shows only the usage of that command',
  async (_what, words, message) => {
    const { status, out, err } = await admin(...words);
    expect([status, out]).toEqual([2, '']);
    expect(err.split('\n')[0]).toContain(message);
    expect(commandsIn(err)).toEqual(['key create --workspace S --mode live|test --name N']);
  },
);

test('for an unknown command, those with the same first word are listed; help lists all; --help shows one', async () => {
  const unknown = await admin('user', 'remove');
  expect([unknown.status, unknown.err]).toEqual([
    2,
    expect.stringMatching(/^There is no command "user remove"/),
  ]);
  expect(commandsIn(unknown.err)).toHaveLength(5);
  const { status, out } = await admin('help');
  expect(status).toBe(0);
  expect(commandsIn(out)).toEqual(expect.arrayContaining(['migrate', 'secrets rotate', 'doctor [--json]']));
  expect(commandsIn((await admin('frobnicate')).err)).toEqual(commandsIn(out));
  expect(commandsIn((await admin('doctor', '--help')).out)).toEqual(['doctor [--json]']);
});

test('input that core refuses is reported with the name of the option', async () => {
  const { url } = await testDatabase();
  const taken = ['workspace', 'create', '--slug', 'taken-already', '--owner', 'ada@example.test'];
  expect((await adminOn(url, ...taken)).status).toBe(0);
  expect(await adminOn(url, ...taken)).toEqual({
    status: 1,
    out: '',
    err: '--slug: a workspace with this slug exists\n',
  });
  expect((await adminOn(url, 'workspace', 'create', '--slug', 'another', '--owner', 'ada')).err).toBe(
    '--owner: value is not a valid email address\n',
  );
});

test('storage copy does not create its source folder', async () => {
  const mistyped = join(folder, 'mistyped');
  const { status, err } = await admin(
    'storage',
    'copy',
    '--from',
    `file:${mistyped}`,
    '--to',
    `file:${folder}/to`,
  );
  expect([status, err]).toEqual([1, `The storage folder ${mistyped} is not available.\n`]);
  await expect(stat(mistyped)).rejects.toThrow('ENOENT');
});

test('without a reader of its output, such as after `| head`, a command ends quietly, with its own status', async () => {
  const { url, db } = await testDatabase();
  const unread = async (output: 'stdout' | 'stderr', ...words: string[]) => {
    const child = spawn(process.execPath, [main, ...words], { env: envOn(url), stdio: 'pipe' });
    child[output].destroy();
    const rest: Buffer[] = [];
    child[output === 'stdout' ? 'stderr' : 'stdout'].on('data', (chunk: Buffer) => rest.push(chunk));
    const [status] = await once(child, 'close');
    return [status, Buffer.concat(rest).toString()];
  };
  // It prints more than once.
  expect(await unread('stdout', 'queue')).toEqual([0, '']);
  expect(await unread('stdout', 'help')).toEqual([0, '']);
  expect(await unread('stderr', 'nonsense')).toEqual([2, '']);
  expect(
    await unread('stdout', 'workspace', 'create', '--slug', 'unread', '--owner', 'ada@example.test'),
  ).toEqual([0, '']);
  expect(await db.workspace.count({ where: { slug: 'unread' } })).toBe(1);
});
