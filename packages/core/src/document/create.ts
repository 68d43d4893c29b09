/** POST /v1/documents: creates a draft that waits for its PDF (docs/spec/decisions.md, section 3). */
import { GENESIS_HASH } from '@countersign/contract/audit-hash';
import type { CreateDocumentReq, fieldsFromPdf } from '@countersign/contract/document';
import { newId } from '@countersign/contract/ids';
import { storedConditionFaults } from '@countersign/contract/send-problems';
import { invalid } from '@countersign/problem/problem-error';
import { guardVisibility } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { refuseFaults } from '../field/conditions.ts';
import { guardUniqueExternalId, ownColumns } from '../own-data.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { type FullDocument, readLocked } from './lock.ts';
import { fieldRows, recipientRows } from './specs.ts';
import { insertFields, insertRecipients } from './write-parts.ts';

/** A new document, without the data that comes from its PDF. */
export type NewDocumentInput = Omit<CreateDocumentReq, keyof typeof fieldsFromPdf>;

/** The rows of a new document. Throws auth-level-unavailable, forbidden and validation. */
export function planDocument(ctx: Ctx, input: NewDocumentInput) {
  refuseUnavailableAuthLevels(input.recipients);
  guardVisibility(ctx, input.visibility);
  const now = ctx.now();
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  if (expiresAt && expiresAt <= now) {
    throw invalid(['body', 'expires_at'], 'Value error, must be in the future', { input: input.expires_at });
  }
  const id = newId();
  const recipients = recipientRows(id, input.recipients);
  const fields = fieldRows(id, input.fields, recipients, ['body', 'fields']);
  refuseFaults(storedConditionFaults({ fields, recipients }), (index) => ['body', 'fields', index]);
  return { id, now, expiresAt, recipients, fields };
}

/** Creates the draft with its recipients and fields, all or nothing, and publishes document.created. Throws what planDocument throws, and external-id-taken. */
export async function createDocument(ctx: Ctx, input: NewDocumentInput): Promise<FullDocument> {
  const { id, now, expiresAt, recipients, fields } = planDocument(ctx, input);
  return withTransaction(ctx, async (tx) => {
    await guardUniqueExternalId(tx, 'document', input);
    await tx.db.document.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        teamId: ctx.teamId,
        mode: ctx.mode,
        title: input.title,
        visibility: input.visibility,
        message: input.message ?? null,
        dateFormat: input.date_format ?? null,
        displayTimezone: input.display_timezone ?? null,
        redirectUrl: input.redirect_url ?? null,
        reminderCadenceDays: input.reminder_cadence_days ?? null,
        expiresAt,
        ...ownColumns(input),
        createdAt: now,
        createdBy: { ...ctx.actor },
      },
    });
    tx.chainHeads.set(id, { seq: 0, hash: GENESIS_HASH });
    await insertRecipients(tx, recipients);
    await insertFields(tx, fields);
    await appendEvents(tx, id, [
      {
        type: 'envelope.created',
        payload: { title: input.title, recipients: recipients.length, fields: fields.length },
      },
    ]);
    return readLocked(tx, id);
  });
}
