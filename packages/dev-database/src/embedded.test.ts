import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { closeDb, createDb } from '@countersign/db/client';
import { findEmbeddedPostgres } from '@countersign/db/embedded-address';
import { isDatabaseUnavailable } from '@countersign/db/errors';
import { queryTexts } from '@countersign/db/query';
import { silentLog } from '@countersign/log/port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { makeReachable, makeUsable, serverAccount } from './account.ts';
import { type EmbeddedPostgres, EmbeddedPostgresInUse, startEmbeddedPostgres } from './embedded.ts';

let home: string;
let dataDir: string;
const started: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'countersign-embedded-'));
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(home, 'data-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of started.splice(0)) await server.stop();
});

afterAll(async () => {
  await rm(home, { recursive: true, force: true });
});

async function start(options: { dataDir?: string; port?: number } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, ...options });
  started.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function recordedPid(): Promise<number> {
  return JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')).pid;
}

/** Starts the server from another process; resolves with its URL. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const program = fileURLToPath(new URL('../test/embedded-owner.ts', import.meta.url));
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  return { child, url };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.once('exit', resolve));
}

/** Repeats the call until it succeeds, for at most 100 s. */
async function eventually<T>(ask: () => Promise<T>): Promise<T> {
  const end = Date.now() + 100_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

describe('startEmbeddedPostgres', () => {
  test('keeps committed data and the address from one start to the next', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await first.stop();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('uses UTF-8, UTC and a sort order independent of the machine, and listens on its own socket and the loopback interface', async () => {
    const { url } = await start();
    const [row] = await query(
      url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS address,
              current_setting('unix_socket_directories') AS sockets, current_setting('TimeZone') AS zone,
              datlocprovider AS provider, datlocale AS locale, upper('straße é') AS upper
       FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({
      encoding: 'UTF8',
      address: '127.0.0.1',
      sockets: await realpath(join(dataDir, 'postgres')),
      zone: 'UTC',
      provider: 'b',
      locale: 'C.UTF-8',
      upper: 'STRAßE É',
    });
    const overTcp = new URL(url);
    overTcp.search = '';
    const peer = 'SELECT inet_client_addr() AS peer';
    expect(await query(url, peer)).toEqual([{ peer: null }]);
    expect(await query(overTcp.href, peer)).toEqual([{ peer: '127.0.0.1' }]);
    for (const wrong of [new URL(url), overTcp]) {
      wrong.password = 'wrong';
      await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    }
    const { mode } = await stat(join(dataDir, 'postgres', `.s.PGSQL.${overTcp.port}`));
    expect(mode & 0o777).toBe(0o700);
  });

  test('listens on the loopback interface alone when the path is too long for a socket', async () => {
    const { url } = await start({ dataDir: join(dataDir, 'long'.repeat(30)) });
    expect(await query(url, 'SELECT inet_client_addr() AS peer')).toEqual([{ peer: '127.0.0.1' }]);
  });

  test('a stopped server is reported as unavailable, by the pool and by Prisma', async () => {
    const { url, stop } = await start();
    await stop();
    const db = createDb(url);
    const [pooled, viaPrisma] = await Promise.all([
      queryTexts(db, 'SELECT 1', []).catch((error) => error),
      db.workspace.count().catch((error) => error),
    ]);
    await closeDb(db);
    expect([isDatabaseUnavailable(pooled), isDatabaseUnavailable(viaPrisma)]).toEqual([true, true]);
  });

  test('only the owner can read its password and address', async () => {
    await start();
    for (const name of ['postgres.password', 'postgres.json', 'postgres.log']) {
      expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    }
  });

  test('a second start on the same folder gets a clear error, and the first server keeps running', async () => {
    const { url } = await start();
    const second = startEmbeddedPostgres({ dataDir, log: silentLog });
    await expect(second).rejects.toThrow(EmbeddedPostgresInUse);
    await expect(second).rejects.toThrow(/already runs on .*set another DATA_DIR/);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('of two concurrent first starts, one gets the server and the other the error', async () => {
    const results = await Promise.allSettled([start(), start()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failure = results.find((result) => result.status === 'rejected');
    expect(failure?.reason).toBeInstanceOf(EmbeddedPostgresInUse);
  });

  test('a server killed while in use is restarted on the same port with all committed data', async () => {
    const { url } = await start();
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS answer');
    const pid = await recordedPid();
    process.kill(pid, 'SIGKILL');
    expect(await eventually(() => query(url, 'SELECT answer FROM kept'))).toEqual([{ answer: 1 }]);
    expect(
      await eventually(async () =>
        (await recordedPid()) === pid ? Promise.reject(new Error('same')) : true,
      ),
    ).toBe(true);
  });

  test('when its owner is killed, the next start adopts the running server and stops it at its end', async () => {
    const { child, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 3 AS answer');
    const pid = await recordedPid();
    child.kill('SIGKILL');
    await ended(child);
    const next = await start();
    expect(next.url).toBe(url);
    expect(await recordedPid()).toBe(pid);
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 3 }]);
    await next.stop();
    await expect(query(url, 'SELECT 1')).rejects.toThrow(/ENOENT/);
  });

  test('starts after both the owner and the server were killed', async () => {
    const { child, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 4 AS answer');
    child.kill('SIGKILL');
    await ended(child);
    process.kill(await recordedPid(), 'SIGKILL');
    const next = await start();
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 4 }]);
  });

  test('a pid file whose process id now belongs to another program does not prevent a start', async () => {
    const first = await start();
    await first.stop();
    const foreign = [process.pid, join(dataDir, 'postgres'), 0, 5432, '', '127.0.0.1', '', 'ready', ''].join(
      '\n',
    );
    const path = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(path, foreign, { mode: 0o600 });
    const second = await start();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('chooses another port when its last one is taken; a requested port that is taken is an error', async () => {
    const first = await start();
    await first.stop();
    const port = Number(new URL(first.url).port);
    const blocker = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    try {
      await expect(startEmbeddedPostgres({ dataDir, port, log: silentLog })).rejects.toThrow(
        `Port ${port} is taken`,
      );
      const second = await start();
      expect(new URL(second.url).port).not.toBe(String(port));
    } finally {
      await new Promise((resolve) => blocker.close(resolve));
    }
  });

  test('a lost password and a broken database give different errors', async () => {
    const first = await start();
    await first.stop();
    await rm(join(dataDir, 'postgres.password'));
    await expect(startEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(
      /postgres.password is missing/,
    );
  });

  test('findEmbeddedPostgres finds the server only while it runs', async () => {
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
    const server = await start();
    expect(await findEmbeddedPostgres(dataDir)).toEqual({ url: server.url });
    await server.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

describe('as root', () => {
  asRoot('the server runs as another user, which is let through closed folders above the data', async () => {
    const closed = await mkdtemp(join(home, 'closed-'));
    const inner = join(closed, 'data');
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    const server = await start({ dataDir: inner });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await stat(closed)).mode & 0o777).toBe(0o701);
    expect((await stat(join(inner, 'postgres'))).uid).not.toBe(0);
  });

  asRoot('a folder of somebody else is left as it is, with an error that names it', async () => {
    const account = await serverAccount(join(home, 'nothing'));
    const foreign = await mkdtemp(join(home, 'foreign-'));
    await chown(foreign, account!.uid + 1, account!.gid + 1);
    await expect(makeReachable(foreign, account, silentLog)).rejects.toThrow(foreign);
    expect((await stat(foreign)).mode & 0o777).toBe(0o700);
  });

  asRoot(
    'programs that were installed for root only can be run by that user, with the files that they read',
    async () => {
      const account = (await serverAccount(join(home, 'nothing')))!;
      const whole = await mkdtemp(join(home, 'native-'));
      const [folder, share] = [join(whole, 'bin'), join(whole, 'share')];
      for (const made of [folder, share]) await mkdir(made, { mode: 0o700 });
      await writeFile(join(share, 'words'), 'read', { mode: 0o600 });
      const postgres = join(folder, 'postgres');
      await writeFile(postgres, '#!/bin/sh\ncat ../share/words\n', { mode: 0o700 });
      const ask = () => promisify(execFile)(postgres, { cwd: folder, ...account });
      await makeReachable(folder, account, silentLog);
      await expect(ask()).rejects.toThrow('EACCES');
      await makeUsable({ folder, postgres }, account, silentLog);
      expect((await ask()).stdout).toBe('read');
      expect((await stat(join(share, 'words'))).mode & 0o777).toBe(0o604);
    },
  );
});
