/** Every try to seal, with number, time and error, for `admin queue` and metrics (docs/spec/decisions.md, section 8). */
import type { Ctx } from '../ctx.ts';

const maxErrorLength = 1000;

/**
 * Records that a try begins and returns its number, from 1. Of two that begin at once each gets its own. It does not wait
 * for the disk: a database that crashes within the second forgets that the try began, and nothing else.
 */
export async function beginAttempt(ctx: Ctx, documentId: string): Promise<number> {
  for (;;) {
    // One statement without a lock: who comes second to a number, by the primary key, takes the next.
    const [begun] = await ctx.db.$queryRaw<Array<{ number: number }>>`
      WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
      INSERT INTO seal_attempt (document_id, number, started_at)
      SELECT ${documentId}::uuid,
        (SELECT coalesce(max(number), 0) + 1 FROM seal_attempt WHERE document_id = ${documentId}::uuid), ${ctx.now()}
      FROM quick
      ON CONFLICT DO NOTHING
      RETURNING number`;
    if (begun) return begun.number;
  }
}

/** Records how the try failed; one that succeeds is ended by the seal's own transaction. A killed worker leaves it open. */
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
      error: `${failure.kind}: ${failure.message}`.slice(0, maxErrorLength),
    },
  });
}

/** How often the time-stamping authority failed this document. */
export async function timestampFailures(ctx: Ctx, documentId: string): Promise<number> {
  return ctx.db.sealAttempt.count({ where: { documentId, error: { startsWith: 'timestamp:' } } });
}

/** Attempts listed with a document. */
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
