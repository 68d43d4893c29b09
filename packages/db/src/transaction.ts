/** Transactions, with callbacks that run only after the commit, when everyone can see the change. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Db, logOf } from './client.ts';
import { isTransactionConflict } from './errors.ts';
import type { Prisma } from './generated/client.ts';

/** Prisma's client inside a transaction. */
export type Tx = Prisma.TransactionClient;

export interface TransactionScope {
  tx: Tx;
  /** Adds a callback that runs after the commit, in the order of the calls. It never runs if the transaction does not commit. */
  afterCommit(callback: () => void | Promise<void>): void;
}

export interface TransactionOptions {
  isolation?: 'ReadCommitted' | 'RepeatableRead' | 'Serializable';
  /** Time limit of the whole transaction; 15,000 by default. */
  timeoutMs?: number;
  /** How often `work` may run in total; 5 by default. */
  maxAttempts?: number;
}

/**
 * Runs `work` in one transaction: everything commits or nothing does. If the transaction loses a deadlock or a serialization
 * conflict, `work` runs again, at most `maxAttempts` times in total, so it must have no effect outside the database that it cannot repeat.
 * Errors of `afterCommit` callbacks are logged and do not undo the commit.
 */
export async function inTransaction<T>(
  db: Db,
  work: (scope: TransactionScope) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const after = afterCommits(db);
    try {
      const result = await db.$transaction((tx) => work({ tx, afterCommit: after.add }), {
        ...(options.isolation ? { isolationLevel: options.isolation } : {}),
        ...(options.timeoutMs ? { timeout: options.timeoutMs } : {}),
      });
      await after.run();
      return result;
    } catch (error) {
      if (attempt >= (options.maxAttempts ?? 5) || !isTransactionConflict(error)) throw error;
      await retryDelay(attempt);
    }
  }
}

/** Waits for a random time, so that two transactions that conflicted do not conflict again. */
export function retryDelay(attempt: number): Promise<void> {
  return delay(Math.random() * 20 * 2 ** attempt);
}

/** Collects the callbacks that `run` calls after the commit. Their errors are logged. */
export function afterCommits(db: Db) {
  const callbacks: Array<() => void | Promise<void>> = [];
  return {
    add: (callback: () => void | Promise<void>) => void callbacks.push(callback),
    run: async () => {
      for (const callback of callbacks) {
        try {
          await callback();
        } catch (error) {
          logOf(db).error('work after a commit failed', { error: String(error) });
        }
      }
    },
  };
}
