import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closeDb, createDb, type Db } from './client.ts';
import { EncodedRows } from './copy.ts';
import { isDatabaseUnavailable, sqlState } from './errors.ts';
import { assignments, columnsOf, withDates } from './rows.ts';
import { columnOf, inSqlTransaction, type SqlTx, sqlOf } from './sql.ts';
import { inTransaction } from './transaction.ts';

let server: ThrowawayPostgres;
let db: Db;
beforeAll(async () => {
  server = await startThrowawayPostgres();
  db = createDb(server.url, { max: 4 });
  await db.$executeRaw`CREATE TABLE thing (id int PRIMARY KEY, words text, data jsonb, at timestamptz)`;
});
afterAll(async () => {
  await closeDb(db);
  await server.stop();
});

/** Strings that faults in quoting, escaping or encoding would damage. */
const words = [
  'plain',
  '',
  'NULL',
  null,
  '{a,b}',
  'a "quoted" \\ and \\\\ more',
  "it's; DROP TABLE thing --",
  'tab\there\nand\r\nthere',
  '\\N',
  '\\.',
  ' outer ',
  'Łódź 東京 🙂',
];

describe('a column of values as one parameter', () => {
  test('arrives unchanged, with Prisma and without', async () => {
    const statement = (tx: Pick<Db, '$queryRaw'>) =>
      tx.$queryRaw<
        unknown[]
      >`SELECT * FROM unnest(${columnOf(words)}::text[], ${columnOf(words.map((word) => ({ word })))}::jsonb[],
        ${columnOf(words.map((_, at) => at))}::int[], ${columnOf(words.map((_, at) => at % 2 === 0))}::boolean[],
        ${columnOf(words.map((_, at) => new Date(at)))}::timestamptz[]) AS u(word, data, at, even, moment)`;
    const expected = words.map((word, at) => ({
      word,
      data: { word },
      at,
      even: at % 2 === 0,
      moment: new Date(at),
    }));
    expect(await statement(db)).toEqual(expected);
    expect(await inSqlTransaction(db, ({ tx }) => statement(tx as never))).toEqual(expected);
  });

  test('may be empty', async () => {
    expect(await db.$queryRaw`SELECT unnest(${columnOf([])}::uuid[])`).toEqual([]);
  });
});

describe('statements without Prisma', () => {
  test('run outside of transactions, and in the transaction of the caller', async () => {
    const insert = (tx: SqlTx, id: number) => sqlOf(tx).$executeRaw`INSERT INTO thing (id) VALUES (${id})`;
    const stop = new Error('stop');
    const stopping = (run: (work: (tx: SqlTx) => Promise<void>) => Promise<void>, id: number) =>
      run(async (tx) => {
        await insert(tx, id);
        throw stop;
      });
    await expect(stopping((work) => inTransaction(db, ({ tx }) => work(tx)), 31)).rejects.toBe(stop);
    await expect(stopping((work) => inSqlTransaction(db, ({ tx }) => work(tx)), 32)).rejects.toBe(stop);
    expect(await insert(db, 33)).toBe(1);
    const ids = [31, 32, 33];
    expect(await sqlOf(db).$queryRaw`SELECT id FROM thing WHERE id = ANY(${ids}::int[])`).toEqual([
      { id: 33 },
    ]);
  });

  test('continue after the loss of an idle connection, also in a process that never uses Prisma', async () => {
    const lost = Promise.withResolvers<string>();
    const log = { ...silentLog, warn: (message: string) => lost.resolve(message) };
    const plain = createDb(server.url, { max: 1, log });
    const pidOf = async () =>
      (await sqlOf(plain).$queryRaw<Array<{ pid: number }>>`SELECT pg_backend_pid() AS pid`)[0]!.pid;
    const first = await pidOf();
    await db.$queryRaw`SELECT pg_terminate_backend(${first}::int, 5000)`;
    expect(await lost.promise).toBe('a database connection was lost');
    expect(await pidOf()).not.toBe(first);
    await closeDb(plain);
  });

  test('assign values of all kinds, and leave out members without a value', async () => {
    const at = new Date('2026-03-29T01:30:00.123Z');
    const changes = { words: "it's", data: [{ 'a b': null }, 1], at };
    const change = async (tx: SqlTx, id: number) => {
      await tx.$executeRaw`INSERT INTO thing (id) VALUES (${id})`;
      await tx.$executeRaw`UPDATE thing SET ${assignments(changes)} WHERE id = ${id}`;
      await tx.$executeRaw`UPDATE thing SET ${assignments({ words: null, data: undefined })} WHERE id = ${id}`;
      return tx.$queryRaw<unknown[]>`SELECT * FROM thing WHERE id = ${id}`;
    };
    const changed = { ...changes, words: null };
    expect(await inTransaction(db, ({ tx }) => change(tx, 41))).toEqual([{ id: 41, ...changed }]);
    expect(await inSqlTransaction(db, ({ tx }) => change(tx, 42))).toEqual([{ id: 42, ...changed }]);
  });

  test('name columns as Prisma does, and read times from JSON', () => {
    expect(columnsOf('DocumentFile', 'f').text).toMatch(
      /^f\.id AS "id", f\.document_id AS "documentId", .*f\.pdf_sha256 AS "pdfSha256"/,
    );
    type Row = { name: string; at: Date; until: Date | null };
    const row = { name: 'a', at: '2026-03-29T01:30:00.123+00:00', until: null };
    expect(withDates<Row>([row], { at: true, until: true })).toEqual([
      { name: 'a', at: new Date('2026-03-29T01:30:00.123Z'), until: null },
    ]);
  });
});

describe('a transaction without Prisma', () => {
  const count = async (id: number) =>
    (await db.$queryRaw<unknown[]>`SELECT 1 FROM thing WHERE id = ${id}`).length;

  test('commits as a whole, and only then runs the callbacks', async () => {
    const seen: number[] = [];
    const rows = await inSqlTransaction(db, async ({ tx, afterCommit }) => {
      afterCommit(async () => void seen.push(await count(1)));
      return tx.$executeRaw`INSERT INTO thing (id, words) VALUES (${1}, ${'a'})`;
    });
    expect(rows).toBe(1);
    expect(seen).toEqual([1]);
  });

  test('writes nothing when its work throws, and its connection is reusable', async () => {
    for (let round = 0; round < 6; round += 1) {
      const refused = inSqlTransaction(db, async ({ tx }) => {
        await tx.$executeRaw`INSERT INTO thing (id) VALUES (2)`;
        await tx.$executeRaw`SELECT 1 / 0`;
      });
      expect(sqlState(await refused.catch((error: unknown) => error))).toBe('22012');
    }
    expect(await count(2)).toBe(0);
  });

  test('fails at its next statement when the server ended the connection, without ending the process', async () => {
    const ended = inSqlTransaction(db, async ({ tx }) => {
      const [{ pid }] = (await tx.$queryRaw`SELECT pg_backend_pid() AS pid`) as [{ pid: number }];
      await db.$queryRaw`SELECT pg_terminate_backend(${pid}::int, 5000)`;
      // Lets the error that the server sent be read while no statement of the transaction waits for a result.
      for (let turn = 0; turn < 10; turn += 1) await db.$queryRaw`SELECT 1`;
      await tx.$queryRaw`SELECT 1`;
    });
    expect(isDatabaseUnavailable(await ended.catch((error: unknown) => error))).toBe(true);
    expect(await inSqlTransaction(db, ({ tx }) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  test('is retried after it lost a deadlock', async () => {
    await db.$executeRaw`INSERT INTO thing (id, words) VALUES (10, ''), (11, '')`;
    let arrived = 0;
    const both = Promise.withResolvers<void>();
    const touch = (first: number, second: number) =>
      inSqlTransaction(db, async ({ tx }) => {
        await tx.$executeRaw`UPDATE thing SET words = words || 'x' WHERE id = ${first}`;
        arrived += 1;
        if (arrived === 2) both.resolve();
        await both.promise;
        await tx.$executeRaw`UPDATE thing SET words = words || 'x' WHERE id = ${second}`;
      });
    await Promise.all([touch(10, 11), touch(11, 10)]);
    expect(arrived).toBeGreaterThan(2);
    expect(await db.$queryRaw`SELECT DISTINCT words FROM thing WHERE id IN (10, 11)`).toEqual([
      { words: 'xx' },
    ]);
  });
});

test('encoded rows are stored unchanged, also when the buffer has to grow and when it is reused', async () => {
  const rows = new EncodedRows();
  const store = () => inSqlTransaction(db, ({ tx }) => tx.copy('thing', ['id', 'words', 'data'], rows));
  for (const [at, word] of words.entries()) rows.add([100 + at, word, { word }]);
  const wide = '€'.repeat(1_500_000);
  rows.add([199, wide, null]);
  expect(rows.count).toBe(words.length + 1);
  await store();
  rows.clear();
  rows.add([200, 'again', null]);
  await store();
  const stored = await db.$queryRaw<Array<{ words: string | null; data: unknown }>>`
    SELECT words, data FROM thing WHERE id >= 100 ORDER BY id`;
  expect(stored.slice(0, words.length)).toEqual(words.map((word) => ({ words: word, data: { word } })));
  expect(stored[words.length]!.words === wide).toBe(true);
  expect(stored.at(-1)).toEqual({ words: 'again', data: null });
  expect(stored).toHaveLength(words.length + 2);
});
