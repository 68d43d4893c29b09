/** `external_id` and `metadata` of documents, templates and bulk sends (docs/decisions/024-own-ids.md). */
import { encodeId } from '@countersign/contract/ids';
import { MAX_METADATA_KEYS, type Metadata, type MetadataPatch } from '@countersign/contract/own-data';
import { columnOf, sqlPart } from '@countersign/db/sql';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { visibleTo } from './access.ts';
import type { SqlCtx } from './ctx.ts';

type Kind = 'document' | 'template' | 'bulk send';

/** The caller's own id and data in a request. */
export interface OwnDataInput {
  external_id?: string | null | undefined;
  metadata?: Metadata | null | undefined;
  unique_external_id?: boolean | undefined;
}

/** The columns for a request that creates something. */
export function ownColumns(input: OwnDataInput): { externalId: string | null; metadata: Metadata } {
  return { externalId: input.external_id ?? null, metadata: input.metadata ?? {} };
}

/** Stored metadata. */
export function metadataOf(row: { metadata: unknown }): Metadata {
  return row.metadata as Metadata;
}

/** The metadata after a change, or undefined if nothing changes. Throws validation for more than 50 keys. */
export function mergeMetadata(
  row: { metadata: unknown },
  patch: MetadataPatch | null | undefined,
): Metadata | undefined {
  if (patch === undefined) return undefined;
  const before = metadataOf(row);
  if (patch === null) return Object.keys(before).length === 0 ? undefined : {};
  const merged = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > MAX_METADATA_KEYS)
    throw invalid(['body', 'metadata'], `Value error, at most ${MAX_METADATA_KEYS} keys`);
  const isSame =
    merged.size === Object.keys(before).length && [...merged].every(([key, value]) => before[key] === value);
  return isSame ? undefined : Object.fromEntries(merged);
}

/**
 * Throws external-id-taken if `unique_external_id` is set and another item of this kind has the `external_id`. Of two concurrent
 * requests that set it, the second waits for the first. Locks the id (an advisory lock) until the transaction ends.
 */
export async function guardUniqueExternalId(
  tx: SqlCtx,
  kind: Kind,
  { external_id: externalId, unique_external_id: mustBeUnique }: Omit<OwnDataInput, 'metadata'>,
  self: string | null = null,
): Promise<void> {
  if (!mustBeUnique || externalId === null || externalId === undefined) return;
  await lockExternalIds(tx, kind, [externalId]);
  const holder = await findHolder(tx, kind, externalId, self);
  if (!holder) return;
  const id = kind === 'bulk send' ? holder.id : encodeId(kind === 'document' ? 'doc' : 'tpl', holder.id);
  const isShown = visibleTo(tx).visibility === undefined || holder.visibility !== 'managers';
  throw new ProblemError('external-id-taken', {
    detail: `The external_id is already used by ${isShown ? id : `another ${kind}`}.`,
    members: isShown ? { existing_id: id } : {},
  });
}

interface Holder {
  id: string;
  visibility: 'everyone' | 'managers' | null;
}

async function findHolder(
  { db, workspaceId, mode }: SqlCtx,
  kind: Kind,
  externalId: string,
  self: string | null,
): Promise<Holder | undefined> {
  const isOther = sqlPart`workspace_id = ${workspaceId}::uuid AND external_id = ${externalId}
    AND id IS DISTINCT FROM ${self}::uuid`;
  const from = {
    document: sqlPart`visibility FROM document WHERE ${isOther} AND mode = ${mode}::mode AND removed_at IS NULL`,
    template: sqlPart`NULL AS visibility FROM template WHERE ${isOther} AND deleted_at IS NULL`,
    'bulk send': sqlPart`NULL AS visibility FROM bulk_send WHERE ${isOther} AND mode = ${mode}::mode`,
  }[kind];
  const [holder] = await db.$queryRaw<Holder[]>`SELECT id, ${from} ORDER BY id LIMIT 1`;
  return holder;
}

/** Locks the ids until the transaction ends, in an order that is the same for every caller. */
async function lockExternalIds(tx: SqlCtx, kind: Kind, externalIds: readonly string[]): Promise<void> {
  // Both modes share templates.
  const mode = kind === 'template' ? '' : tx.mode;
  const scope = `external-id:${kind}:${tx.workspaceId}:${mode}:`;
  await tx.db.$executeRaw`
    SELECT pg_advisory_xact_lock(ordered.key) FROM (
      SELECT DISTINCT hashtextextended(${scope}::text || given.id, 0) AS key FROM unnest(${columnOf([...externalIds])}::text[]) AS given(id)
      ORDER BY key
    ) ordered`;
}

/**
 * The documents that have these external ids, by external id. For a batch that must not use an external id that another document has.
 * Locks the ids as guardUniqueExternalId does.
 */
export async function lockedDocumentsByExternalId(
  tx: SqlCtx,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  await lockExternalIds(tx, 'document', externalIds);
  const found = await tx.db.$queryRaw<Array<{ externalId: string; id: string }>>`
    SELECT external_id AS "externalId", id FROM document
    WHERE workspace_id = ${tx.workspaceId}::uuid AND mode = ${tx.mode}::mode AND removed_at IS NULL
      AND external_id = ANY(${columnOf([...externalIds])}::text[])`;
  return new Map(found.map(({ externalId, id }) => [externalId, id]));
}
