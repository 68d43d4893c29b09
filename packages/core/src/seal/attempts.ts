/** Every try to seal, with number, time and error, for `admin queue` and metrics (decisions.md, section 8). */
import type { Ctx, Tx } from '../ctx.ts';

const maxErrorLength = 1000;

/** Records that a try begins and returns its number, from 1. Of two that begin at once each gets its own. */
export async function beginAttempt(ctx: Ctx, documentId: string): Promise<number> {
  for (;;) {
    // One statement without a lock: who comes second to a number, by the primary key, takes the next.
    const [begun] = await ctx.db.$queryRaw<Array<{ number: number }>>`
      INSERT INTO seal_attempt (document_id, number, started_at)
      SELECT ${documentId}::uuid, coalesce(max(number), 0) + 1, ${ctx.now()}
      FROM seal_attempt WHERE document_id = ${documentId}::uuid
      ON CONFLICT DO NOTHING
      RETURNING number`;
    if (begun) return begun.number;
  }
}

/** Records how the try ended, in the caller's transaction or alone; null = it succeeded. A killed worker leaves it open. */
export async function endAttempt(
  ctx: Pick<Ctx, 'now'> & { db: Pick<Tx, 'sealAttempt'> },
  documentId: string,
  number: number,
  failure: { kind: 'timestamp' | 'seal'; message: string } | null,
): Promise<void> {
  await ctx.db.sealAttempt.update({
    where: { documentId_number: { documentId, number } },
    data: {
      endedAt: ctx.now(),
      error: failure && `${failure.kind}: ${failure.message}`.slice(0, maxErrorLength),
    },
  });
}

/** How often the time-stamping authority failed this document. */
export async function timestampFailures(ctx: Ctx, documentId: string): Promise<number> {
  return ctx.db.sealAttempt.count({ where: { documentId, error: { startsWith: 'timestamp:' } } });
}

export interface UnsealedDocument {
  documentId: string;
  completedAt: Date;
  attempts: Array<{ number: number; startedAt: Date; endedAt: Date | null; error: string | null }>;
}

/** Completed documents without a seal, oldest first, with their last attempts. */
export async function listUnsealed(db: Ctx['db'], limit: number): Promise<UnsealedDocument[]> {
  const rows = await db.document.findMany({
    where: { status: 'completed', sealedAt: null },
    orderBy: { completedAt: 'asc' },
    take: limit,
    select: { id: true, completedAt: true, sealAttempts: { orderBy: { number: 'desc' }, take: 5 } },
  });
  return rows.map((row) => ({
    documentId: row.id,
    completedAt: row.completedAt!,
    attempts: row.sealAttempts,
  }));
}
