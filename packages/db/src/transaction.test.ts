import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { closeDb, createDb, type Db } from './client.ts';
import { isDatabaseUnavailable, isTransactionConflict, isUniqueViolation, sqlState } from './errors.ts';
import { inTransaction } from './transaction.ts';

let server: ThrowawayPostgres;
let db: Db;

beforeAll(async () => {
  server = await startThrowawayPostgres();
  db = createDb(server.url, { max: 4 });
  await db.$executeRaw`CREATE TABLE account (id int PRIMARY KEY, owner text CONSTRAINT one_owner UNIQUE, amount int NOT NULL)`;
  await db.$executeRaw`INSERT INTO account VALUES (1, 'a', 0), (2, 'b', 0)`;
});

afterAll(async () => {
  await closeDb(db);
  await server.stop();
});

const add = (tx: Pick<Db, '$executeRaw'>, id: number, amount: number) =>
  tx.$executeRaw`UPDATE account SET amount = amount + ${amount} WHERE id = ${id}`;

async function amounts(): Promise<number[]> {
  const rows = await db.$queryRaw<Array<{ amount: number }>>`SELECT amount FROM account ORDER BY id`;
  return rows.map(({ amount }) => amount);
}

/** A barrier: each call resolves once there were `count` calls. */
function meeting(count: number): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived >= count) open();
    return all;
  };
}

describe('inTransaction', () => {
  test('runs the callbacks after the commit, in order', async () => {
    const order: string[] = [];
    await inTransaction(db, async ({ tx, afterCommit }) => {
      afterCommit(async () => {
        order.push(`first sees ${(await amounts())[0]}`);
      });
      afterCommit(() => void order.push('second'));
      await add(tx, 1, 7);
      order.push('work');
    });
    expect(order).toEqual(['work', 'first sees 7', 'second']);
    await add(db, 1, -7);
  });

  test('has a time limit for idle connections, so that PostgreSQL releases the locks of a process that was cut off', async () => {
    const timeout = await inTransaction(db, async ({ tx }) => {
      const [row] = await tx.$queryRaw<Array<{ timeout: string }>>`
        SELECT current_setting('idle_in_transaction_session_timeout') AS timeout`;
      return row!.timeout;
    });
    expect(timeout).toBe('1min');
  });

  test('changes nothing and runs no callback when the work throws', async () => {
    const before = await amounts();
    let followed = false;
    const run = inTransaction(db, async ({ tx, afterCommit }) => {
      afterCommit(() => {
        followed = true;
      });
      await add(tx, 1, 100);
      throw new Error('no');
    });
    await expect(run).rejects.toThrow('no');
    expect(followed).toBe(false);
    expect(await amounts()).toEqual(before);
  });

  test('a callback that throws does not undo or hide the commit', async () => {
    const before = await amounts();
    const result = await inTransaction(db, async ({ tx, afterCommit }) => {
      afterCommit(() => {
        throw new Error('late');
      });
      await add(tx, 2, 1);
      return 'done';
    });
    expect(result).toBe('done');
    expect((await amounts())[1]).toBe(before[1]! + 1);
  });

  test('two transactions that deadlock both commit once, and their callbacks run once', async () => {
    const before = await amounts();
    const meet = meeting(2);
    let runs = 0;
    let followed = 0;
    const transfer = (from: number, to: number) =>
      inTransaction(db, async ({ tx, afterCommit }) => {
        runs += 1;
        afterCommit(() => {
          followed += 1;
        });
        await add(tx, from, -1);
        await meet();
        await add(tx, to, 2);
      });
    await Promise.all([transfer(1, 2), transfer(2, 1)]);
    expect(runs).toBeGreaterThan(2);
    expect(followed).toBe(2);
    expect(await amounts()).toEqual(before.map((amount) => amount + 1));
  });

  test('a transaction is retried after a serialization failure and then sees the other change', async () => {
    const before = await amounts();
    let runs = 0;
    await inTransaction(
      db,
      async ({ tx }) => {
        runs += 1;
        const [row] = await tx.$queryRaw<Array<{ amount: number }>>`SELECT amount FROM account WHERE id = 1`;
        if (runs === 1) await add(db, 1, 10);
        await tx.$executeRaw`UPDATE account SET amount = ${row!.amount + 1} WHERE id = 1`;
      },
      { isolation: 'RepeatableRead' },
    );
    expect(runs).toBe(2);
    expect((await amounts())[0]).toBe(before[0]! + 11);
  });
});

describe('errors', () => {
  const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => {
        throw new Error('expected a failure');
      },
      (error) => error,
    );

  test('a unique violation is distinguished from other errors, and by its constraint', async () => {
    const error = await errorOf(db.$executeRaw`INSERT INTO account VALUES (3, 'a', 0)`);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'one_owner')).toBe(true);
    expect(isUniqueViolation(error, 'account_pkey')).toBe(false);
    expect(sqlState(error)).toBe('23505');
    expect(isDatabaseUnavailable(error)).toBe(false);
    const other = await errorOf(db.$executeRaw`INSERT INTO account VALUES (4, 'd', NULL)`);
    expect(isUniqueViolation(other)).toBe(false);
    expect(isTransactionConflict(other)).toBe(false);
  });

  test('getting no connection within the time limit counts as unavailable', async () => {
    const small = createDb(server.url, { max: 1 });
    const holder = await inTransaction(small, async ({ tx }) => {
      await tx.$executeRaw`SELECT 1`;
      return Promise.all([
        errorOf(small.$queryRaw`SELECT 1 AS one`.then()),
        errorOf(inTransaction(small, async () => 1)),
      ]);
    });
    expect(holder.map(isDatabaseUnavailable)).toEqual([true, true]);
    await closeDb(small);
  });

  test('too many clients count as unavailable', async () => {
    await db.$executeRaw`CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 1`;
    const url = new URL(server.url);
    url.username = 'few';
    url.password = 'few';
    const first = new pg.Client({ connectionString: url.href });
    await first.connect();
    const few = createDb(url.href);
    expect(isDatabaseUnavailable(await errorOf(few.$queryRaw`SELECT 1 AS one`))).toBe(true);
    await closeDb(few);
    await first.end();
  });

  test('a crashed server counts as unavailable until it runs again, and the pool recovers by itself', async () => {
    const during = await errorOf(
      inTransaction(db, async ({ tx }) => {
        await add(tx, 1, 1);
        await server.halt('immediate');
        await add(tx, 1, 1);
      }),
    );
    expect(isDatabaseUnavailable(during)).toBe(true);
    const away = await Promise.all([
      errorOf(amounts()),
      errorOf(inTransaction(db, async () => 1)),
      errorOf(db.workspace.findMany()),
    ]);
    expect(away.map(isDatabaseUnavailable)).toEqual([true, true, true]);
    await server.resume();
    expect(await amounts()).toHaveLength(2);
    expect(
      isDatabaseUnavailable(await errorOf(db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`)),
    ).toBe(true);
    expect(await amounts()).toHaveLength(2);
  });
});
