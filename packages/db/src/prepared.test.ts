/** Tests prepared statements on real connections, while tables change and statements get lost. */
import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { closeDb, createDb, type Db } from './client.ts';
import { queryTexts } from './query.ts';
import { inSqlTransaction, planByValues } from './sql.ts';
import { inTransaction } from './transaction.ts';

let server: ThrowawayPostgres;
let admin: pg.Client;
let db: Db;
const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (text: string) => void warnings.push(text),
  error: () => undefined,
};

beforeAll(async () => {
  server = await startThrowawayPostgres();
  admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

beforeEach(async () => {
  warnings.length = 0;
  await admin.query('DROP TABLE IF EXISTS thing; CREATE TABLE thing (id int PRIMARY KEY, word text)');
  await admin.query(`INSERT INTO thing VALUES (1, 'one'), (2, 'two')`);
});

/** A client with one connection, so that every statement finds what the one before it prepared. */
async function withDb(work: (db: Db) => Promise<void>, options: { prepare?: boolean } = {}): Promise<void> {
  db = createDb(server.url, { max: 1, log: log as never, ...options });
  try {
    await work(db);
  } finally {
    await closeDb(db);
  }
}

const thing = (tx: Pick<Db, '$queryRaw'>, id = 1) =>
  tx.$queryRaw<Array<{ word: unknown }>>`SELECT * FROM thing WHERE id = ${id}::int`;

const prepared = async (): Promise<string[]> => {
  const rows = await db.$queryRaw<Array<{ statement: string }>>`SELECT statement FROM pg_prepared_statements`;
  return rows.map(({ statement }) => statement);
};

const alter = () => admin.query('ALTER TABLE thing ALTER COLUMN word TYPE json USING to_json(word)');

describe('statements', () => {
  test('are prepared when they are used again, with Prisma and without', () =>
    withDb(async () => {
      await thing(db);
      expect(await prepared()).toEqual([]);
      await thing(db);
      for (const _ of [1, 2]) {
        await inSqlTransaction(
          db,
          ({ tx }) => tx.$executeRaw`UPDATE thing SET word = ${'new'} WHERE id = ${2}`,
        );
        await queryTexts(db, 'SELECT word FROM thing WHERE id = $1', [2]);
      }
      expect((await prepared()).toSorted()).toEqual([
        'SELECT * FROM thing WHERE id = $1::int',
        'SELECT word FROM thing WHERE id = $1',
        'UPDATE thing SET word = $1 WHERE id = $2',
      ]);
    }));

  test('are not prepared when this is turned off', () =>
    withDb(
      async () => {
        for (const _ of [1, 2, 3]) await thing(db);
        expect(await prepared()).toEqual([]);
      },
      { prepare: false },
    ));

  test('are not prepared when their plan depends on their values', () =>
    withDb(async () => {
      for (const _ of [1, 2, 3]) {
        await db.$queryRaw`${planByValues}SELECT * FROM thing WHERE id = ${1}::int`;
        await db.$queryRaw`
          ${planByValues}SELECT * FROM thing WHERE id = ${1}::int`;
      }
      expect(await prepared()).toEqual([]);
    }));

  test('are released when too many are prepared, and work again afterwards', () =>
    withDb(async () => {
      const nth = (n: number) => queryTexts(db, `SELECT ${n} + $1::int`, [1]);
      for (let n = 0; n < 300; n += 1)
        for (const _ of [1, 2]) expect(await nth(n)).toEqual([[String(n + 1)]]);
      expect((await prepared()).length).toBeLessThanOrEqual(250);
      for (const _ of [1, 2, 3]) expect(await nth(0)).toEqual([['1']]);
    }));
});

describe('a table that changes under a live pool', () => {
  test('outside a transaction, the statement runs again', () =>
    withDb(async () => {
      for (const _ of [1, 2]) await thing(db);
      await alter();
      expect(await thing(db, 2)).toEqual([{ id: 2, word: 'two' }]);
      // It is prepared again, and survives the next change too.
      for (const _ of [1, 2]) await thing(db);
      expect(await prepared()).toEqual([expect.stringContaining('SELECT * FROM thing')]);
      await admin.query('ALTER TABLE thing ADD COLUMN more int DEFAULT 7');
      expect(await thing(db)).toEqual([{ id: 1, word: 'one', more: 7 }]);
      expect(warnings).toEqual([]);
    }));

  test('inside a transaction, the whole transaction runs again, with Prisma and without', () =>
    withDb(async () => {
      for (const _ of [1, 2]) await thing(db);
      let runs = 0;
      const work = async (tx: Pick<Db, '$queryRaw' | '$executeRaw'>) => {
        runs += 1;
        await tx.$executeRaw`INSERT INTO thing (id) VALUES (${10 + runs}::int)`;
        return thing(tx);
      };
      await alter();
      expect(await inTransaction(db, ({ tx }) => work(tx))).toEqual([{ id: 1, word: 'one' }]);
      expect(runs).toBe(2);
      for (const _ of [1, 2]) await thing(db);
      await admin.query('ALTER TABLE thing ADD COLUMN more int DEFAULT 7');
      expect(await inSqlTransaction(db, ({ tx }) => work(tx as never))).toEqual([
        { id: 1, word: 'one', more: 7 },
      ]);
      expect(runs).toBe(4);
      const { rows } = await admin.query('SELECT id FROM thing WHERE id > 10 ORDER BY id');
      expect(rows).toEqual([{ id: 12 }, { id: 14 }]);
    }));

  test('every connection of a busy pool recovers', async () => {
    db = createDb(server.url, { max: 4 });
    const all = () => Promise.all(Array.from({ length: 40 }, (_, at) => thing(db, 1 + (at % 2))));
    await all();
    await all();
    await alter();
    const rows = await all();
    expect(new Set(rows.flat().map(({ word }) => word))).toEqual(new Set(['one', 'two']));
    await closeDb(db);
  });
});

describe('a pooler that loses prepared statements', () => {
  const loseAll = () => queryTexts(db, 'DEALLOCATE ALL', []);

  test('outside a transaction, the statement runs unprepared, and none is prepared any more', () =>
    withDb(async () => {
      for (const _ of [1, 2]) await thing(db);
      await loseAll();
      expect(await thing(db)).toEqual([{ id: 1, word: 'one' }]);
      for (const _ of [1, 2]) await thing(db);
      expect(await prepared()).toEqual([]);
      expect(warnings).toEqual([expect.stringContaining('DATABASE_PREPARED_STATEMENTS=false')]);
    }));

  test('inside a transaction, the whole transaction runs again', () =>
    withDb(async () => {
      for (const _ of [1, 2]) await thing(db);
      await loseAll();
      expect(await inTransaction(db, ({ tx }) => thing(tx))).toEqual([{ id: 1, word: 'one' }]);
    }));
});

test('a statement fails with its own error, prepared or not', () =>
  withDb(async () => {
    for (const _ of [1, 2, 3])
      await expect(queryTexts(db, 'SELECT 1 / $1::int', [0])).rejects.toThrow('division by zero');
    expect(await queryTexts(db, 'SELECT 1 / $1::int', [1])).toEqual([['1']]);
  }));
