/** Every attempt to seal, with number, time and error, for `admin queue` and metrics (docs/spec/decisions.md, section 8). */
import { storableText } from '@countersign/contract/storable-text';
import { sqlOf } from '@countersign/db/sql';
import type { Ctx } from '../ctx.ts';

const maxErrorLength = 1000;

/**
 * Records the start of an attempt and returns its number, from 1. Concurrent attempts get different numbers. The commit does
 * not wait for the disk: after a crash of the database, the record of an attempt from the last second may be missing, and
 * nothing else.
 */
export async function startAttempt(ctx: Ctx, documentId: string): Promise<number> {
  for (;;) {
    // One statement without a lock. The primary key refuses a number that is taken, and the loop tries the next.
    const [started] = await sqlOf(ctx.db).$queryRaw<Array<{ number: number }>>`
      WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
      INSERT INTO seal_attempt (document_id, number, started_at)
      SELECT ${documentId}::uuid,
        (SELECT coalesce(max(number), 0) + 1 FROM seal_attempt WHERE document_id = ${documentId}::uuid), ${ctx.now()}
      FROM quick
      ON CONFLICT DO NOTHING
      RETURNING number`;
    if (started) return started.number;
  }
}

/**
 * Records how the attempt failed. A successful attempt is ended by the transaction of the seal. A killed worker leaves it
 * open.
 */
export async function failAttempt(
  ctx: Ctx,
  documentId: string,
  number: number,
  failure: { kind: 'timestamp' | 'seal'; message: string },
): Promise<void> {
  await ctx.db.sealAttempt.updateMany({
    where: { documentId, number },
    data: {
      endedAt: ctx.now(),
      error: storableText(`${failure.kind}: ${failure.message}`, maxErrorLength),
    },
  });
}

/** How often the timestamp authority failed for this document. */
export async function timestampFailures(ctx: Ctx, documentId: string): Promise<number> {
  return ctx.db.sealAttempt.count({ where: { documentId, error: { startsWith: 'timestamp:' } } });
}

/** The most attempts listed with a document. */
const maxListed = 100;

export interface UnsealedDocument {
  documentId: string;
  completedAt: Date;
  attempts: Array<{ number: number; startedAt: Date; endedAt: Date | null; error: string | null }>;
}

/** Completed documents without a seal, oldest first, each with its attempts, the newest 100, newest first. */
export async function listUnsealed(db: Ctx['db'], limit: number): Promise<UnsealedDocument[]> {
  const rows = await db.document.findMany({
    where: { status: 'completed', sealedAt: null },
    orderBy: { completedAt: 'asc' },
    take: limit,
    select: { id: true, completedAt: true, sealAttempts: { orderBy: { number: 'desc' }, take: maxListed } },
  });
  return rows.map((row) => ({
    documentId: row.id,
    completedAt: row.completedAt!,
    attempts: row.sealAttempts,
  }));
}
