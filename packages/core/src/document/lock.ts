/** Finds a document for its caller, with or without the row lock that every change takes first. */

import { decodeId } from '@countersign/contract/ids';
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import type { Document } from '@countersign/db/models';
import { sqlOf } from '@countersign/db/sql';
import type { PageSize } from '@countersign/pdf/ports/page';
import { ProblemError } from '@countersign/problem/problem-error';
import { visibleTo } from '../access.ts';
import type { Ctx, SqlCtx } from '../ctx.ts';
import { clockOf } from '../document-clock.ts';
import { type FullDocument, type FullRow, fullColumns, fullDocument } from './rows.ts';
import { atItsClock } from './status.ts';

export type { FullDocument };

/** Includes recipients, fields and files, in the order in which the caller gave them. */
export const withParts = {
  recipients: { orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }] },
  fields: { orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }] },
  files: { orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }] },
};

function notFound(): ProblemError {
  return new ProblemError('not-found', { detail: 'No such document.' });
}

/** The UUID of a public document id. Throws not-found for a malformed one. */
export function documentUuid(publicId: string): string {
  const uuid = decodeId('doc', publicId);
  if (!uuid) throw notFound();
  return uuid;
}

/** The document if it belongs to the caller's workspace and mode and the caller may see it. Throws not-found otherwise. */
export async function getDocument(ctx: Ctx, publicId: string): Promise<FullDocument> {
  const visibility = visibleTo(ctx).visibility ?? null;
  const [row] = await sqlOf(ctx.db).$queryRaw<FullRow[]>`
    SELECT ${fullColumns} FROM document d
    WHERE d.id = ${documentUuid(publicId)}::uuid AND d.workspace_id = ${ctx.workspaceId}::uuid AND d.mode = ${ctx.mode}::mode
      AND d.removed_at IS NULL AND (${visibility}::visibility IS NULL OR d.visibility = ${visibility}::visibility)`;
  if (!row) throw notFound();
  return atItsClock(fullDocument(row), ctx.now);
}

/** A document under its lock. */
export interface LockedDocument<C extends SqlCtx = SqlCtx> {
  document: FullDocument;
  /** The caller's context with the document's clock, for everything that happens to the document. */
  ctx: C;
}

/**
 * Locks the document's row (`FOR NO KEY UPDATE`, by primary key) and reads it with its parts. Every change to a document, its
 * recipients or its fields takes this lock first, so changes to one document happen one after the other. An open document whose
 * expiry has passed has the status `expired`, so guards refuse it before the sweep has recorded that. Throws not-found if the
 * document does not exist, or the caller may not see it.
 */
export async function lockDocument<C extends SqlCtx>(tx: C, uuid: string): Promise<LockedDocument<C>> {
  const { document, ctx } = await lockStoredDocument(tx, uuid);
  return { document: atItsClock(document, ctx.now), ctx };
}

/** As lockDocument, with the stored status: for the sweep that records an expiry. */
export async function lockStoredDocument<C extends SqlCtx>(tx: C, uuid: string): Promise<LockedDocument<C>> {
  const visibility = visibleTo(tx).visibility ?? null;
  const [locked] = await tx.db.$queryRaw<Array<{ clockOffsetSeconds: number; seq: number; hash: string }>>`
    SELECT clock_offset_seconds AS "clockOffsetSeconds", chain_seq AS seq, chain_head AS hash FROM document
    WHERE id = ${uuid}::uuid AND workspace_id = ${tx.workspaceId}::uuid AND mode = ${tx.mode}::mode AND removed_at IS NULL
      AND (${visibility}::visibility IS NULL OR visibility = ${visibility}::visibility)
    FOR NO KEY UPDATE`;
  if (!locked) throw notFound();
  tx.chainHeads.set(uuid, { seq: locked.seq, hash: locked.hash });
  return { document: await readStored(tx, uuid), ctx: { ...tx, now: clockOf(tx.now, locked) } };
}

/** Reads a document with its parts, as lockDocument does, in a transaction that holds its lock. */
export async function readLocked(ctx: SqlCtx, uuid: string): Promise<FullDocument> {
  return atItsClock(await readStored(ctx, uuid), ctx.now);
}

async function readStored(ctx: SqlCtx, uuid: string): Promise<FullDocument> {
  const [row] = await ctx.db.$queryRaw<
    FullRow[]
  >`SELECT ${fullColumns} FROM document d WHERE d.id = ${uuid}::uuid`;
  return fullDocument(row!);
}

/** The hash of the file to which the next signature is added: the newest one signed with a recipient's own key, else the finalized PDF. */
export function baseOf({
  revisionSha256,
  preparedSha256,
  originalSha256,
}: Pick<Document, 'revisionSha256' | 'preparedSha256' | 'originalSha256'>): string {
  return revisionSha256 ?? preparedSha256 ?? originalSha256!;
}

/** The warnings about the PDF of a document or template; empty before finalize. */
export function warningsOf(document: Pick<Document, 'warnings'>): PdfWarning[] {
  return document.warnings as unknown as PdfWarning[];
}

/** The displayed page sizes that finalize recorded; empty before finalize. */
export function pagesOf(document: Pick<Document, 'pages'>): PageSize[] {
  return (document.pages ?? []) as unknown as PageSize[];
}
