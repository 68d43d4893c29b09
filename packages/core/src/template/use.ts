/** POST /v1/templates/{id}/use: a finalized draft from the template; it is not sent (decisions.md, section 5). */
import { encodeId, newId } from '@countersign/contract/ids';
import type { RecipientSpec } from '@countersign/contract/recipient';
import type { UseTemplateIn } from '@countersign/contract/template';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { type Ctx, withTransaction } from '../ctx.ts';
import { insertFinalizedDocument } from '../document/insert-finalized.ts';
import type { FullDocument } from '../document/lock.ts';
import { fieldRows, recipientRows } from '../document/specs.ts';
import { resolveFormValues } from '../field/resolve-form-values.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { fieldsOf, placeholdersOf } from './definition.ts';
import { getTemplate } from './find.ts';

/**
 * Recipients fill the placeholders by position and take their role and order; the document shares the template's PDF.
 * Throws validation for another number of recipients and for unknown or unfit form_values.
 */
export async function useTemplate(ctx: Ctx, publicId: string, input: UseTemplateIn): Promise<FullDocument> {
  refuseUnavailableAuthLevels(input.recipients);
  const template = await getTemplate(ctx, publicId);
  const people = fillPlaceholders(placeholdersOf(template), input.recipients);
  const specs = fieldsOf(template);
  const { prefill, issues } = resolveFormValues(specs, input.form_values, ['body', 'form_values']);
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues });

  const id = newId();
  const recipients = recipientRows(id, people);
  const filled = specs.map((spec, index) => ({
    ...spec,
    prefill_value: prefill.get(index) ?? spec.prefill_value,
  }));
  return withTransaction(ctx, (t) =>
    insertFinalizedDocument(t, {
      id,
      content: { ...template, originalSha256: template.sha256 },
      columns: {
        title: input.title ?? template.name,
        dateFormat: input.date_format ?? null,
        displayTimezone: input.display_timezone ?? null,
        redirectUrl: input.redirect_url ?? null,
        sourceTemplateId: template.id,
      },
      recipients,
      fields: fieldRows(id, filled, recipients, ['body', 'fields']),
      origin: { template_id: encodeId('tpl', template.id), template_version: template.version },
    }),
  );
}

function fillPlaceholders(
  placeholders: readonly RecipientSpec[],
  given: readonly RecipientSpec[],
): RecipientSpec[] {
  if (given.length !== placeholders.length) {
    const wanted = `${placeholders.length} recipient${placeholders.length === 1 ? '' : 's'}`;
    throw invalid(
      ['body', 'recipients'],
      `Value error, the template has places for ${wanted}, ${given.length} given`,
      {
        type: given.length < placeholders.length ? 'too_short' : 'too_long',
      },
    );
  }
  return placeholders.map((placeholder, index) => ({
    ...given[index]!,
    role: placeholder.role,
    signing_order: placeholder.signing_order,
    // A level that the template asks for is not lost by leaving it out.
    auth_level: placeholder.auth_level === 'otp' ? 'otp' : given[index]!.auth_level,
  }));
}
