/** Every try to seal, with number, time and error, for `admin queue` and metrics (decisions.md, section 8). */
import { type Ctx, withTransaction } from '../ctx.ts';
import { lockDocument } from '../document/lock.ts';

const maxErrorLength = 1000;

/** Records that a try begins and returns its number, from 1. */
export async function beginAttempt(ctx: Ctx, documentId: string): Promise<number> {
  return withTransaction(ctx, async (t) => {
    await lockDocument(t, documentId);
    const last = await t.tx.sealAttempt.aggregate({ where: { documentId }, _max: { number: true } });
    const number = (last._max.number ?? 0) + 1;
    await t.tx.sealAttempt.create({ data: { documentId, number, startedAt: t.now() } });
    return number;
  });
}

/** Records how the try ended; null = it succeeded. A killed worker leaves its attempt open. */
export async function endAttempt(
  ctx: Ctx,
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
