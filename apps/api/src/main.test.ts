import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '@countersign/core/key/issue';
import { createWorkspace } from '@countersign/core/workspace/create';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { type ServiceProcess, startProcess, until } from '../../../test/support/processes.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'countersign-api-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const settings = () => ({ PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, DATABASE_POOL: '3' });

async function start(env: Record<string, string> = {}): Promise<{ api: ServiceProcess; url: string }> {
  const api = startProcess('apps/api/src/main.ts', { ...settings(), ...env });
  const { port } = await api.until((line) => line.message === 'listening');
  return { api, url: `http://127.0.0.1:${port}` };
}

describe('the API process', () => {
  test('responds until SIGTERM, then completes running requests and exits with 0', async () => {
    const { api, url } = await start();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const { workspaceId } = await createWorkspace(
      { db: database.db, now: () => new Date() },
      { slug: 'drain', name: 'Drain', ownerEmail: 'owner@drain.test' },
    );
    const { key } = await issueKey(database.db, { workspaceId, name: 'k', mode: 'live', now: new Date() });

    // The last byte of this body is sent after the signal.
    const body = JSON.stringify({ name: 'In flight' });
    const call = request(`${url}/v1/folders`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      call.once('response', (response) => resolve(response.resume().statusCode ?? 0)).once('error', reject);
    });
    call.write(body.slice(0, -1));
    await untilAuthenticated(workspaceId);
    const exit = api.stop();
    await api.until((line) => line.message === 'stopping');
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    call.end(body.slice(-1));
    expect(await answered).toBe(201);
    expect(await exit).toBe(0);
    expect(api.lines.at(-1)?.message).toBe('stopped');
    expect(JSON.stringify(api.lines)).not.toContain(key);
  });

  test('creates a secret key once, readable only by its owner, and logs that', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    const path = join(own, 'secret-key');
    const first = await start({ DATA_DIR: own });
    const secret = (await readFile(path, 'utf8')).trim();
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const second = await start({ DATA_DIR: own });
    expect((await readFile(path, 'utf8')).trim()).toBe(secret);
    const told = [first, second].map(({ api }) => api.lines.some((line) => line.path === path));
    expect(told).toEqual([true, false]);
    for (const { api } of [first, second]) {
      expect(JSON.stringify(api.lines)).not.toContain(secret);
      expect(await api.stop()).toBe(0);
    }
  });

  test('without a database, does not start and says what to do', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'countersign-none-'));
    const api = startProcess('apps/api/src/main.ts', { PORT: '0', DATA_DIR: empty });
    const line = await api.until(({ message }) => message === 'the API cannot start');
    expect(JSON.stringify(line.error)).toMatch(/DATABASE_URL.*npm start/);
    await rm(empty, { recursive: true });
  });

  test.each(['api', 'worker'])('while the database is down, the %s logs where it expects it', async (app) => {
    const own = startProcess(`apps/${app}/src/main.ts`, {
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://somebody:hunter2@127.0.0.1:1/x',
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    const { error } = await own.until(({ message }) => message === 'waiting for the database');
    expect(error).toMatch(
      /^The database at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached: nothing listens/,
    );
    expect(JSON.stringify(own.lines)).not.toMatch(/hunter2|somebody/);
    await own.kill();
  });
});

/** Waits until the process has read the key of the request: its rate bucket exists then. */
async function untilAuthenticated(workspaceId: string): Promise<void> {
  await until(
    async () => (await database.db.rateBucket.count({ where: { id: workspaceId } })) > 0,
    'the request to be let in',
  );
}
