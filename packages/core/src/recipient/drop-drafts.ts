import { columnOf } from '@countersign/db/sql';
import type { SqlCtx } from '../ctx.ts';

/**
 * Deletes what these recipients have entered but not signed, and ends their visits to the provider of their keys. Call it when they can no
 * longer sign it, or another person gets the link.
 */
export async function dropDrafts(
  { db }: Pick<SqlCtx, 'db'>,
  recipients: ReadonlyArray<{ id: string }>,
): Promise<void> {
  const ids = columnOf(recipients.map(({ id }) => id));
  await db.$executeRaw`
    WITH ended AS (DELETE FROM pending_signature WHERE recipient_id = ANY(${ids}::uuid[]))
    DELETE FROM signing_draft WHERE recipient_id = ANY(${ids}::uuid[])`;
}
