/** POST /v1/documents: creates a draft that waits for its PDF (docs/spec/decisions.md, section 3). */
import { GENESIS_HASH } from '@countersign/contract/audit-hash';
import type { CreateDocumentReq, fieldsFromPdf } from '@countersign/contract/document';
import { newId } from '@countersign/contract/ids';
import { storedConditionFaults } from '@countersign/contract/send-problems';
import { invalid } from '@countersign/problem/problem-error';
import { guardVisibility } from '../access.ts';
import { type Ctx, type SqlCtx, withSqlTransaction } from '../ctx.ts';
import { writeChainParts } from '../event/append.ts';
import { type ChainHead, continueChain } from '../event/chain.ts';
import { refuseFaults } from '../field/conditions.ts';
import { guardFixedValues } from '../field/resolve-form-values.ts';
import { guardUniqueExternalId, ownColumns } from '../own-data.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { refuseSignatureLevels } from '../recipient/refuse-signature-level.ts';
import { countFields } from './count-fields.ts';
import { type FullDocument, type FullRow, fullDocument, insertedColumns } from './rows.ts';
import { fieldRows, recipientRows } from './specs.ts';
import { fieldsInsert, recipientsInsert } from './write-parts.ts';

/** A new document, without the data that comes from its PDF. */
export type NewDocumentInput = Omit<CreateDocumentReq, keyof typeof fieldsFromPdf>;

/** The rows of a new document. Throws auth-level-unavailable, signature-level-unavailable, forbidden and validation. */
export async function planDocument(ctx: Ctx, input: NewDocumentInput) {
  refuseUnavailableAuthLevels(input.recipients);
  refuseSignatureLevels(ctx, input.recipients, ['body', 'recipients']);
  guardVisibility(ctx, input.visibility);
  const now = ctx.now();
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  if (expiresAt && expiresAt <= now) {
    throw invalid(['body', 'expires_at'], 'Value error, must be in the future', { input: input.expires_at });
  }
  const id = newId();
  const recipients = recipientRows(id, input.recipients);
  await guardFixedValues(input.fields, ['body', 'fields']);
  const fields = fieldRows(id, input.fields, recipients, ['body', 'fields']);
  refuseFaults(storedConditionFaults({ fields, recipients }), (index) => ['body', 'fields', index]);
  return { id, now, expiresAt, recipients, fields };
}

/**
 * Creates the draft with its recipients and fields, all or nothing, and publishes document.created. Throws what planDocument throws,
 * external-id-taken, and storage-exhausted for large fields.
 */
export async function createDocument(ctx: Ctx, input: NewDocumentInput): Promise<FullDocument> {
  const plan = await planDocument(ctx, input);
  const { id, recipients, fields } = plan;
  return withSqlTransaction(ctx, async (tx) => {
    await guardUniqueExternalId(tx, 'document', input);
    const payload = { title: input.title, recipients: recipients.length, fields: fields.length };
    const chain = continueChain(tx, id, { seq: 0, hash: GENESIS_HASH }, [
      { type: 'envelope.created', payload },
    ]);
    const document = await insertDraft(tx, input, plan, chain.head);
    await writeChainParts(tx, tx, [chain], 'heads are in place');
    await countFields(tx, [{ id, fields }]);
    return document;
  });
}

/** Writes the draft with its parts and returns them, in one statement. Foreign keys are checked at its end. */
async function insertDraft(
  ctx: SqlCtx,
  input: NewDocumentInput,
  { id, now, expiresAt, recipients, fields }: Awaited<ReturnType<typeof planDocument>>,
  head: ChainHead,
): Promise<FullDocument> {
  const { externalId, metadata } = ownColumns(input);
  const [row] = await ctx.db.$queryRaw<FullRow[]>`
    WITH new_document AS (
      INSERT INTO document (id, workspace_id, team_id, mode, title, visibility, message, date_format, display_timezone, redirect_url,
        reminder_cadence_days, expires_at, external_id, metadata, created_at, created_by, chain_seq, chain_head)
      VALUES (${id}::uuid, ${ctx.workspaceId}::uuid, ${ctx.teamId}::uuid, ${ctx.mode}::mode, ${input.title},
        ${input.visibility ?? 'everyone'}::visibility, ${input.message ?? null}, ${input.date_format ?? null},
        ${input.display_timezone ?? null}, ${input.redirect_url ?? null}, ${input.reminder_cadence_days ?? null}::int,
        ${expiresAt}::timestamptz, ${externalId}, ${JSON.stringify(metadata)}::jsonb, ${now}::timestamptz,
        ${JSON.stringify(ctx.actor)}::jsonb, ${head.seq}::int, ${head.hash})
      RETURNING *
    ), new_recipient AS (${recipientsInsert(recipients)} RETURNING *), new_field AS (${fieldsInsert(fields)} RETURNING *)
    SELECT ${insertedColumns} FROM new_document d`;
  return fullDocument(row!);
}
