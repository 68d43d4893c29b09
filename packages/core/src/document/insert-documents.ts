/** Finalized documents, with all that belongs to them, written in one go: by duplicate, from templates and by bulk sends. */
import { GENESIS_HASH } from '@countersign/contract/audit-hash';
import type { FieldType } from '@countersign/contract/field';
import type { AuthLevel, RecipientRole } from '@countersign/contract/recipient';
import type { TxCtx } from '../ctx.ts';
import { writeChainParts } from '../event/append.ts';
import { continueChain, type NewEvent } from '../event/chain.ts';

/** The PDF and what finalize found out about it; the bytes are shared, not copied. */
export interface JudgedContent {
  originalSha256: string;
  sizeBytes: number;
  preparedSha256: string | null;
  pages: unknown;
  warnings: unknown;
}

export interface NewRecipient {
  id: string;
  position: number;
  name: string;
  email: string;
  emailNormalized: string;
  role: RecipientRole;
  authLevel: AuthLevel;
  signingOrder: number;
  /** `pending` by default. */
  status?: 'pending' | 'sent';
  /** When it was sent. */
  linkIssuedAt?: Date;
}

export interface NewField {
  id: string;
  recipientId: string | null;
  position: number;
  type: FieldType;
  page: number;
  x: number;
  y: number;
  w: number;
  h: number;
  name: string | null;
  required: boolean;
  readOnly: boolean;
  prefillValue: string | null;
  settings: unknown;
}

/** What callers choose of a document made here. */
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
}

export interface NewDocument {
  id: string;
  columns: DocumentColumns;
  status: 'draft' | 'sent';
  /** Null for a draft. */
  sentAt: Date | null;
  recipients: NewRecipient[];
  fields: NewField[];
  events: NewEvent[];
}

/** Writes the documents that share a PDF, set-wise: two statements however many there are. Nothing is mailed here. */
export async function insertDocuments(
  ctx: TxCtx,
  content: JudgedContent,
  documents: readonly NewDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const now = ctx.now();
  const chains = documents.map(({ id, events }) =>
    continueChain(ctx, id, { seq: 0, hash: GENESIS_HASH }, events),
  );
  const rows = documents.map(({ id, columns, status, sentAt }, at) => ({
    visibility: 'everyone',
    ...columns,
    id,
    status,
    sentAt,
    chainSeq: chains[at]!.head.seq,
    chainHead: chains[at]!.head.hash,
  }));
  const recipients = documents.flatMap((document) =>
    document.recipients.map((recipient) => ({ status: 'pending', ...recipient, documentId: document.id })),
  );
  const fields = documents.flatMap((document) =>
    document.fields.map((field) => ({ ...field, documentId: document.id })),
  );
  // Foreign keys are checked when the statement ends, so its parts need no order among each other.
  await ctx.tx.$executeRaw`
    WITH made AS (
      INSERT INTO document (id, workspace_id, team_id, mode, title, status, visibility, message, date_format, display_timezone,
        redirect_url, reminder_cadence_days, folder_id, source_template_id, content_sha256, content_bytes, finalized_at,
        original_sha256, size_bytes, prepared_sha256, pages, warnings, created_at, sent_at, created_by, chain_seq, chain_head)
      SELECT d.id, ${ctx.workspaceId}::uuid, ${ctx.teamId}::uuid, ${ctx.mode}::mode, d.title, d.status, d.visibility, d.message,
        d."dateFormat", d."displayTimezone", d."redirectUrl", d."reminderCadenceDays", d."folderId", d."sourceTemplateId",
        ${content.originalSha256}, ${content.sizeBytes}, ${now}::timestamptz, ${content.originalSha256}, ${content.sizeBytes},
        ${content.preparedSha256}, ${JSON.stringify(content.pages)}::jsonb, ${JSON.stringify(content.warnings)}::jsonb,
        ${now}::timestamptz, d."sentAt", ${JSON.stringify(ctx.actor)}::jsonb, d."chainSeq", d."chainHead"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d(id uuid, title text, status document_status, visibility visibility,
        message text, "dateFormat" text, "displayTimezone" text, "redirectUrl" text, "reminderCadenceDays" int, "folderId" uuid,
        "sourceTemplateId" uuid, "sentAt" timestamptz, "chainSeq" int, "chainHead" text)
    ), people AS (
      INSERT INTO recipient (id, document_id, position, name, email, email_normalized, role, auth_level, signing_order, status,
        link_issued_at, last_mailed_at)
      SELECT r.id, r."documentId", r.position, r.name, r.email, r."emailNormalized", r.role, r."authLevel", r."signingOrder",
        r.status, r."linkIssuedAt", r."linkIssuedAt"
      FROM jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) AS r(id uuid, "documentId" uuid, position int,
        name text, email text, "emailNormalized" text, role recipient_role, "authLevel" auth_level, "signingOrder" int,
        status recipient_status, "linkIssuedAt" timestamptz)
    )
    INSERT INTO field (id, document_id, recipient_id, position, type, page, x, y, w, h, name, required, read_only, prefill_value,
      settings)
    SELECT f.id, f."documentId", f."recipientId", f.position, f.type, f.page, f.x, f.y, f.w, f.h, f.name, f.required, f."readOnly",
      f."prefillValue", f.settings
    FROM jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) AS f(id uuid, "documentId" uuid, "recipientId" uuid,
      position int, type field_type, page int, x float8, y float8, w float8, h float8, name text, required boolean,
      "readOnly" boolean, "prefillValue" text, settings jsonb)`;
  await writeChainParts(ctx, ctx, chains, 'heads are in place');
}

/** The first two events of a document whose PDF was judged before. `origin` tells the audit trail where it came from. */
export function creationEvents(
  title: string,
  content: JudgedContent,
  origin: Record<string, unknown>,
): NewEvent[] {
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
