/** A finalized draft made from a PDF that was judged before: by duplicate and from templates. Nothing is mailed. */
import type { Prisma } from '@countersign/db/models';
import type { TxCtx } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { type FullDocument, readLocked } from './lock.ts';

/** The PDF and what finalize found out about it; the bytes are shared, not copied. */
export interface JudgedContent {
  originalSha256: string;
  sizeBytes: number;
  preparedSha256: string | null;
  pages: unknown;
  warnings: unknown;
}

export interface NewFinalizedDocument {
  id: string;
  content: JudgedContent;
  columns: Pick<Prisma.DocumentUncheckedCreateInput, 'title'> & Partial<Prisma.DocumentUncheckedCreateInput>;
  recipients: Prisma.RecipientCreateManyInput[];
  fields: Prisma.FieldCreateManyInput[];
  /** Where it came from, for the audit trail. */
  origin: Record<string, unknown>;
}

/** Writes the draft with its recipients, fields and first two events. */
export async function insertFinalizedDocument(
  ctx: TxCtx,
  input: NewFinalizedDocument,
): Promise<FullDocument> {
  const { id, content, columns } = input;
  const now = ctx.now();
  await ctx.tx.document.create({
    data: {
      visibility: 'everyone',
      ...columns,
      id,
      workspaceId: ctx.workspaceId,
      teamId: ctx.teamId,
      mode: ctx.mode,
      contentSha256: content.originalSha256,
      contentBytes: content.sizeBytes,
      finalizedAt: now,
      originalSha256: content.originalSha256,
      sizeBytes: content.sizeBytes,
      preparedSha256: content.preparedSha256,
      pages: content.pages as object[],
      warnings: content.warnings as string[],
      createdAt: now,
      createdBy: { ...ctx.actor },
    },
  });
  if (input.recipients.length > 0) await ctx.tx.recipient.createMany({ data: input.recipients });
  if (input.fields.length > 0) await ctx.tx.field.createMany({ data: input.fields });
  await appendEvents(ctx, id, [
    { type: 'envelope.created', payload: { title: columns.title, ...input.origin } },
    {
      type: 'envelope.content_finalized',
      payload: {
        original_sha256: content.originalSha256,
        size_bytes: content.sizeBytes,
        pages: (content.pages as unknown[]).length,
      },
    },
  ]);
  return readLocked(ctx, id);
}
