/** Writes finalized documents with their recipients, fields and events in one go: for duplicate, templates and bulk sends. */
import { GENESIS_HASH } from '@countersign/contract/audit-hash';
import type { Actor } from '@countersign/contract/event';
import type { Metadata } from '@countersign/contract/own-data';
import { type ColumnValue, columnOf } from '@countersign/db/sql';
import type { SqlCtx } from '../ctx.ts';
import { writeChainParts } from '../event/append.ts';
import { continueChain, type NewEvent } from '../event/chain.ts';
import { countFields } from './count-fields.ts';
import { fieldsInsert, type NewField, type NewRecipient, recipientsInsert } from './write-parts.ts';

/** The PDF and the result of its inspection. The bytes are shared, not copied. */
export interface InspectedFile {
  originalSha256: string;
  sizeBytes: number;
  preparedSha256: string | null;
  contentIsSelfContained: boolean;
  pages: unknown;
  warnings: unknown;
}

/** The columns that callers choose. */
export interface DocumentColumns {
  title: string;
  visibility?: 'everyone' | 'managers';
  message?: string | null;
  dateFormat?: string | null;
  displayTimezone?: string | null;
  redirectUrl?: string | null;
  reminderCadenceDays?: number | null;
  folderId?: string | null;
  sourceTemplateId?: string | null;
  externalId?: string | null;
  metadata?: Metadata;
  bulkSendId?: string | null;
}

/** A finalized draft, or a sent document. */
export interface NewDocument {
  id: string;
  content: InspectedFile;
  columns: DocumentColumns;
  recipients: NewRecipient[];
  fields: NewField[];
  /** Records in the audit trail where the document came from. */
  origin: Record<string, unknown>;
  /** For a document that is sent at once: when, and the events of sending. */
  sent?: { at: Date; events: NewEvent[] };
}

/**
 * Writes documents in two statements however many there are. Documents with the same `content` object pass its pages to the database
 * once. Throws storage-exhausted for large fields. Queues no mails. `createdBy` is the sender; by default the actor of the events.
 */
export async function insertDocuments(
  ctx: SqlCtx,
  documents: readonly NewDocument[],
  { createdBy = ctx.actor }: { createdBy?: Actor } = {},
): Promise<void> {
  if (documents.length === 0) return;
  const now = ctx.now();
  const contents = [...new Set(documents.map(({ content }) => content))];
  const contentNo = new Map(contents.map((content, at) => [content, at + 1]));
  const contentsOf = (pick: (content: InspectedFile) => ColumnValue) => columnOf(contents.map(pick));
  const chains = documents.map(({ id, content, columns, origin, sent }) =>
    continueChain(ctx, id, { seq: 0, hash: GENESIS_HASH }, [
      ...creationEvents(columns.title, content, origin),
      ...(sent?.events ?? []),
    ]),
  );
  /** One value of every document, recipient or field, as an array parameter. */
  const documentsOf = (pick: (document: NewDocument, at: number) => ColumnValue) =>
    columnOf(documents.map(pick));
  const chosen = (name: keyof DocumentColumns) => documentsOf(({ columns }) => columns[name] ?? null);
  const recipients = documents.flatMap(({ id, recipients: people }) =>
    people.map((recipient) => ({ ...recipient, documentId: id })),
  );
  const fields = documents.flatMap((document) =>
    document.fields.map((field) => ({ ...field, documentId: document.id })),
  );
  // Foreign keys are checked at the end of the statement, so the order of its parts does not matter.
  await ctx.db.$executeRaw`
    WITH made AS (
      INSERT INTO document (id, workspace_id, team_id, mode, title, status, visibility, message, date_format, display_timezone,
        redirect_url, reminder_cadence_days, folder_id, source_template_id, bulk_send_id, external_id, metadata, content_sha256, content_bytes, finalized_at,
        original_sha256, size_bytes, prepared_sha256, content_is_self_contained, pages, warnings, created_at, sent_at, created_by, chain_seq,
        chain_head)
      SELECT d.id, ${ctx.workspaceId}::uuid, ${ctx.teamId}::uuid, ${ctx.mode}::mode, d.title, d.status, d.visibility, d.message,
        d.date_format, d.display_timezone, d.redirect_url, d.reminder_cadence_days, d.folder_id, d.source_template_id, d.bulk_send_id, d.external_id,
        d.metadata, c.sha256, c.size_bytes, ${now}::timestamptz, c.sha256, c.size_bytes, c.prepared_sha256, c.content_is_self_contained,
        c.pages, c.warnings, ${now}::timestamptz, d.sent_at, ${JSON.stringify(createdBy)}::jsonb, d.chain_seq, d.chain_head
      FROM unnest(${documentsOf(({ id }) => id)}::uuid[], ${chosen('title')}::text[],
        ${documentsOf(({ sent }) => (sent ? 'sent' : 'draft'))}::document_status[],
        ${documentsOf(({ columns }) => columns.visibility ?? 'everyone')}::visibility[], ${chosen('message')}::text[],
        ${chosen('dateFormat')}::text[], ${chosen('displayTimezone')}::text[], ${chosen('redirectUrl')}::text[],
        ${chosen('reminderCadenceDays')}::int[], ${chosen('folderId')}::uuid[], ${chosen('sourceTemplateId')}::uuid[],
        ${chosen('bulkSendId')}::uuid[], ${chosen('externalId')}::text[], ${documentsOf(({ columns }) => columns.metadata ?? {})}::jsonb[],
        ${documentsOf(({ sent }) => sent?.at ?? null)}::timestamptz[], ${documentsOf((_, at) => chains[at]!.head.seq)}::int[],
        ${documentsOf((_, at) => chains[at]!.head.hash)}::text[], ${documentsOf(({ content }) => contentNo.get(content)!)}::int[])
        AS d(id, title, status, visibility, message, date_format, display_timezone, redirect_url, reminder_cadence_days, folder_id,
          source_template_id, bulk_send_id, external_id, metadata, sent_at, chain_seq, chain_head, content_no)
      JOIN unnest(${contentsOf(({ originalSha256 }) => originalSha256)}::text[], ${contentsOf(({ sizeBytes }) => sizeBytes)}::int[],
        ${contentsOf(({ preparedSha256 }) => preparedSha256)}::text[],
        ${contentsOf(({ contentIsSelfContained }) => contentIsSelfContained)}::boolean[],
        ${contentsOf(({ pages }) => pages as object)}::jsonb[], ${contentsOf(({ warnings }) => warnings as object)}::jsonb[])
        WITH ORDINALITY AS c(sha256, size_bytes, prepared_sha256, content_is_self_contained, pages, warnings, no) ON c.no = d.content_no
    ), people AS (${recipientsInsert(recipients)})
    ${fieldsInsert(fields)}`;
  await writeChainParts(ctx, ctx, chains, 'heads are in place');
  await countFields(ctx, documents);
}

/** The first two events of a document whose PDF was inspected before. */
function creationEvents(title: string, content: InspectedFile, origin: Record<string, unknown>): NewEvent[] {
  return [
    { type: 'envelope.created', payload: { title, ...origin } },
    {
      type: 'envelope.content_finalized',
      payload: {
        original_sha256: content.originalSha256,
        size_bytes: content.sizeBytes,
        pages: (content.pages as unknown[]).length,
      },
    },
  ];
}
