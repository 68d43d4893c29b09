/**
 * POST /v1/templates/{id}/use: creates a finalized draft from the template, and with `send` sends it (docs/spec/decisions.md,
 * section 5).
 */
import { encodeId } from '@countersign/contract/ids';
import type { UseTemplateIn } from '@countersign/contract/template';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { type Ctx, type SqlCtx, withSqlTransaction, withTransaction } from '../ctx.ts';
import { insertDocuments } from '../document/insert-documents.ts';
import { type FullDocument, readLocked } from '../document/lock.ts';
import { sendDocument } from '../document/send.ts';
import { resolveFormValues } from '../field/resolve-form-values.ts';
import { guardUniqueExternalId, ownColumns } from '../own-data.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { refuseSignatureLevels } from '../recipient/refuse-signature-level.ts';
import { fieldsOf, placeholdersOf } from './definition.ts';
import { draftFrom, fillPlaceholders } from './fill.ts';
import { getTemplate } from './find.ts';

/**
 * The recipients fill the placeholders by position and get their roles and signing orders. The document shares the PDF of the
 * template, but not its `external_id` and `metadata`. Throws signature-level-unavailable, and validation for a different number of
 * recipients and for unknown or invalid form_values; with `send` also what sendDocument throws. Then nothing is created.
 */
export async function useTemplate(ctx: Ctx, publicId: string, input: UseTemplateIn): Promise<FullDocument> {
  refuseUnavailableAuthLevels(input.recipients);
  const template = await getTemplate(ctx, publicId);
  const placeholders = placeholdersOf(template);
  guardCount(placeholders.length, input.recipients.length);
  const recipients = fillPlaceholders(placeholders, input.recipients);
  refuseSignatureLevels(ctx, recipients, ['body', 'recipients']);
  const { prefill, issues } = await resolveFormValues(fieldsOf(template), input.form_values, [
    'body',
    'form_values',
  ]);
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues });

  const draft = draftFrom(template, {
    recipients,
    prefill,
    columns: {
      ...(input.title != null && { title: input.title }),
      message: input.message ?? null,
      dateFormat: input.date_format ?? null,
      displayTimezone: input.display_timezone ?? null,
      redirectUrl: input.redirect_url ?? null,
      ...ownColumns(input),
    },
    origin: {},
  });
  const insert = async (tx: SqlCtx) => {
    await guardUniqueExternalId(tx, 'document', input);
    await insertDocuments(tx, [draft]);
    return readLocked(tx, draft.id);
  };
  if (!input.send) return withSqlTransaction(ctx, insert);
  return withTransaction(ctx, async (tx) => {
    await insert(tx);
    await sendDocument(tx, encodeId('doc', draft.id), {});
    return readLocked(tx, draft.id);
  });
}

function guardCount(places: number, given: number): void {
  if (given === places) return;
  throw invalid(
    ['body', 'recipients'],
    `Value error, the template has ${places} placeholder${places === 1 ? '' : 's'}, but ${given} recipient${given === 1 ? ' was' : 's were'} given`,
    { type: given < places ? 'too_short' : 'too_long' },
  );
}
