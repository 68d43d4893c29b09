/** The messages for operators when the database is unavailable, from real connections that fail. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closeDb, createDb } from './client.ts';
import { connectionFault, DatabaseFaultError, explainingFaults } from './connection-fault.ts';
import { isDatabaseUnavailable } from './errors.ts';

let server: ThrowawayPostgres;
const others: Server[] = [];
const accepted: Socket[] = [];
beforeAll(async () => {
  server = await startThrowawayPostgres();
});
afterAll(async () => {
  for (const other of others) other.close();
  for (const socket of accepted) socket.destroy();
  await server.stop();
});

/** The address of a server that is not PostgreSQL. */
async function listening(onConnection: (socket: Socket) => void): Promise<string> {
  const other = createServer((socket) => {
    accepted.push(socket);
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  others.push(other);
  await once(other, 'listening');
  return `postgres://somebody:hunter2@127.0.0.1:${(other.address() as { port: number }).port}/x`;
}

/** Longer than a DNS name may be, so no name server is queried. */
const unknownName = `${'nowhere'.repeat(10)}.invalid`;

/** The address of the real server, changed. */
function changed(change: (url: URL) => void): string {
  const url = new URL(server.url);
  change(url);
  return url.href;
}

async function errorOf(url: string): Promise<unknown> {
  const db = createDb(url, { max: 1 });
  try {
    return await db.workspace.findFirst().then(
      () => null,
      (error: unknown) => error,
    );
  } finally {
    await closeDb(db);
  }
}

describe('a connection fault names the address and what to do, and contains no secret', () => {
  const cases: Array<[string, () => string | Promise<string>, RegExp, boolean]> = [
    [
      'no process listens',
      () => 'postgres://somebody:hunter2@127.0.0.1:1/x',
      /127\.0\.0\.1:1 .*nothing listens/,
      true,
    ],
    [
      'an unknown name',
      () => `postgres://somebody:hunter2@${unknownName}/x`,
      /(?:nowhere){10}\.invalid:5432 .*not known/,
      true,
    ],
    [
      'no socket',
      () => 'postgres://somebody:hunter2@/x?host=/nowhere',
      /at \/nowhere .*nothing listens/,
      true,
    ],
    ['silence', () => listening(() => {}), /127\.0\.0\.1:\d+ .*no answer came in time/, true],
    [
      'another service',
      () => listening((socket) => socket.end('HTTP/1.1 400 No\r\n\r\n')),
      /the connection broke/,
      true,
    ],
    [
      'a wrong password',
      () => changed((url) => void Object.assign(url, { password: 'hunter2' })),
      /refuses the user or/,
      false,
    ],
    [
      'a wrong database name',
      () => changed((url) => void Object.assign(url, { pathname: '/hunter2' })),
      /has no database with the name/,
      false,
    ],
    [
      'no TLS',
      () => changed((url) => url.searchParams.set('sslmode', 'verify-full')),
      /no TLS connection/,
      false,
    ],
    ['no migrations', () => server.url, /is not migrated\. Run npm run -s admin -- migrate/, false],
  ];
  test.each(cases)('%s', async (_what, address, expected, passing) => {
    const url = await address();
    const explained = explainingFaults({ url, setting: 'DATABASE_URL' }, async () => {
      throw await errorOf(url);
    });
    const fault = (await explained.catch((error) => error)) as Error;
    expect(fault).toBeInstanceOf(DatabaseFaultError);
    expect(fault.message).toMatch(expected);
    expect(fault.message).toMatch(/^The database at \S+ \(DATABASE_URL\) .+\. .+\.$/);
    expect(isDatabaseUnavailable(fault)).toBe(passing);
    const { username, password } = new URL(url.replace('@/', '@localhost/'));
    // Without stack frames, because the paths of our files may contain the same words.
    const shown = JSON.stringify(fault) + fault.stack!.replaceAll(/^ +at .*$/gm, '');
    for (const secret of ['hunter2', username, password]) expect(shown).not.toContain(secret);
  });

  test.each([
    ['53100', 'has no room on its disk or in its memory'],
    ['58030', 'cannot work on its machine or with its settings'],
    ['58P01', 'cannot work on its machine or with its settings'],
    ['53300', 'has no connection free'],
  ])('SQLSTATE %s has its own message', (code, words) => {
    const error = Object.assign(new Error('an original message'), { code });
    const fault = connectionFault(error, { url: server.url, setting: 'DATABASE_URL' });
    expect(fault?.says).toContain(words);
  });

  test('other errors are passed through unchanged', async () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505' });
    expect(connectionFault(error, { url: server.url, setting: 'DATABASE_URL' })).toBeNull();
    await expect(
      explainingFaults({ url: server.url, setting: 'x' }, () => Promise.reject(error)),
    ).rejects.toBe(error);
  });
});
