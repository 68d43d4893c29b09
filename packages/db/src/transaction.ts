/** Transactions with what must follow them: work that may begin only once the change is there for everyone to see. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Db, logOf } from './client.ts';
import { isTransactionConflict } from './errors.ts';
import type { Prisma } from './generated/client.ts';

/** The client inside a transaction. */
export type Tx = Prisma.TransactionClient;

export interface TransactionScope {
  tx: Tx;
  /** Runs once the transaction has committed, in the order given, and never when it has not. */
  afterCommit(callback: () => void | Promise<void>): void;
}

export interface TransactionOptions {
  isolation?: 'ReadCommitted' | 'RepeatableRead' | 'Serializable';
  /** How long the whole may take; 15,000 by default. */
  timeoutMs?: number;
}

const maxAttempts = 5;

/**
 * Runs `work` in one transaction: everything commits or nothing does. Run again from its beginning, at most five times,
 * when it loses a deadlock or a serialization conflict, so it must have no effect outside the database. What `afterCommit`
 * runs cannot undo the commit: its errors are logged.
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
      if (attempt >= maxAttempts || !isTransactionConflict(error)) throw error;
      await retryDelay(attempt);
    }
  }
}

/** Random, so that the two that met do not meet again. */
export function retryDelay(attempt: number): Promise<void> {
  return delay(Math.random() * 20 * 2 ** attempt);
}

/** Collects what is to follow a commit; what `run` calls cannot undo it, so errors are logged. */
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
