/** Counts the fields of documents for the storage quota, if they are large. */
import { columnOf } from '@countersign/db/sql';
import type { SqlCtx } from '../ctx.ts';
import { addStorage, countedJson } from '../usage/storage.ts';

/** Counts all fields of each document. Small ones cost no statement. Throws storage-exhausted. Call it last, as addStorage. */
export async function countFields(
  ctx: SqlCtx,
  documents: ReadonlyArray<{ id: string; fields: readonly unknown[] }>,
): Promise<void> {
  const large = documents
    .map(({ id, fields }) => ({ id, bytes: countedJson(fields) }))
    .filter(({ bytes }) => bytes > 0);
  if (large.length === 0) return;
  await ctx.db.$executeRaw`
    INSERT INTO large_document (document_id, bytes)
    SELECT * FROM unnest(${columnOf(large.map(({ id }) => id))}::uuid[], ${columnOf(large.map(({ bytes }) => bytes))}::int[])
    ON CONFLICT (document_id) DO UPDATE SET bytes = excluded.bytes`;
  await addStorage(
    ctx,
    large.reduce((sum, { bytes }) => sum + bytes, 0),
  );
}
