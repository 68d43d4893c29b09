/** A finalized draft made from a PDF that was judged before: by duplicate and from templates. Nothing is mailed. */
import type { TxCtx } from '../ctx.ts';
import {
  creationEvents,
  type DocumentColumns,
  type InspectedFile,
  insertDocuments,
  type NewField,
  type NewRecipient,
} from './insert-documents.ts';
import { type FullDocument, readLocked } from './lock.ts';

export interface NewFinalizedDocument {
  id: string;
  content: InspectedFile;
  columns: DocumentColumns;
  recipients: NewRecipient[];
  fields: NewField[];
  /** Where it came from, for the audit trail. */
  origin: Record<string, unknown>;
}

/** Writes the draft with its recipients, fields and first two events. */
export async function insertFinalizedDocument(
  ctx: TxCtx,
  { id, content, columns, recipients, fields, origin }: NewFinalizedDocument,
): Promise<FullDocument> {
  const events = creationEvents(columns.title, content, origin);
  await insertDocuments(ctx, content, [
    { id, columns, status: 'draft', sentAt: null, recipients, fields, events },
  ]);
  return readLocked(ctx, id);
}
