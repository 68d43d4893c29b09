/** The backlog of seals, for operators. */
import type { Base } from '../ctx.ts';

const countLimit = 10_000;

/**
 * Completed documents without a seal: how many, counted up to 10,000, and since when. By the partial index document_unsealed.
 */
export async function readUnsealedDocuments(db: Base['db']): Promise<{ count: number; oldest: Date | null }> {
  const [unsealed] = await db.$queryRaw<Array<{ count: number; oldest: Date | null }>>`
    SELECT
      (SELECT count(*)::int FROM (
        SELECT 1 FROM document WHERE status = 'completed' AND sealed_at IS NULL LIMIT ${countLimit}) unsealed) AS count,
      (SELECT completed_at FROM document WHERE status = 'completed' AND sealed_at IS NULL
        ORDER BY completed_at LIMIT 1) AS oldest`;
  return unsealed!;
}
