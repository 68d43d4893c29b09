/** POST /v1/templates: inspects the PDF at once, with the code that will seal its documents. */
import { Readable } from 'node:stream';
import { MAX_FIELDS, type PlacedField } from '@countersign/contract/field';
import { newId } from '@countersign/contract/ids';
import type { CreateTemplateIn } from '@countersign/contract/template';
import type { Template } from '@countersign/db/models';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { withTransaction } from '../ctx.ts';
import { searchRequest } from '../document/finalize.ts';
import { type InspectedContent, type InspectionCtx, inspectContent } from '../document/inspect-content.ts';
import { anchorQueries, placedFields } from '../document/place-fields.ts';
import { fieldsFromPdf } from '../field/fields-from-pdf.ts';
import { guardFixedValues } from '../field/resolve-form-values.ts';
import { guardUniqueExternalId, ownColumns } from '../own-data.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { refuseLevelsInTemplates } from '../recipient/refuse-signature-level.ts';
import { putWithinQuota } from '../usage/storage.ts';
import { guardConditions, guardIndexes } from './definition.ts';
import { recordVersion } from './versions.ts';

/** The definition with the decoded PDF; null if it was not base64. */
export type NewTemplate = Omit<CreateTemplateIn, 'pdf_base64'> & { pdf: Uint8Array | null };

/**
 * Stores PDF and definition. Throws auth-level-unavailable, validation, payload-too-large, storage-exhausted or the errors of
 * inspectContent; then nothing is created.
 */
export async function createTemplate(ctx: InspectionCtx, input: NewTemplate): Promise<Template> {
  guardRole(ctx, 'manager');
  const bytes = guardPdf(input.pdf, ctx.settings.maxPdfBytes);
  refuseUnavailableAuthLevels(input.recipients);
  refuseLevelsInTemplates(input.recipients);
  guardIndexes(input.fields, input.recipients);
  guardConditions(input.fields, input.recipients);
  const search = searchRequest(anchorQueries(input.fields), input);
  const inspected = await inspectContent(ctx, {
    read: async () => ({ bytes }),
    keepsBytes: true,
    ...(search && { search }),
  });
  const fields = templateFields(input, inspected.search);
  guardConditions(fields, input.recipients);
  await guardFixedValues(fields, ['body', 'fields']);
  const blob = await putWithinQuota(ctx, Readable.from([bytes]), bytes.length, bytes.length);
  return withTransaction(ctx, async (tx) => {
    await guardUniqueExternalId(tx, 'template', input);
    const template = await tx.db.template.create({
      data: {
        id: newId(),
        workspaceId: ctx.workspaceId,
        teamId: ctx.teamId,
        name: input.name,
        sha256: blob.sha256,
        sizeBytes: bytes.length,
        preparedSha256: inspected.preparedSha256,
        contentIsSelfContained: inspected.contentIsSelfContained,
        pages: inspected.pages as object[],
        warnings: inspected.warnings as object[],
        recipients: input.recipients,
        fields,
        ...ownColumns(input),
        createdAt: ctx.now(),
      },
    });
    await recordVersion(tx, template);
    return template;
  });
}

/** The fields of the request with their places, and those that the PDF names. Throws validation. */
function templateFields(input: NewTemplate, found: InspectedContent['search']): PlacedField[] {
  const given = placedFields(input.fields, found?.anchors ?? [], ['body', 'fields']);
  const named = input.fields_from && found ? fieldsFromPdf(input, found, input.recipients) : [];
  if (given.length + named.length > MAX_FIELDS)
    throw invalid(
      ['body', 'fields_from'],
      `Value error, the template would have more than ${MAX_FIELDS} fields`,
    );
  return [...given.map(({ anchor: _, ...field }) => field), ...named];
}

function guardPdf(bytes: Uint8Array | null, maxBytes: number): Uint8Array {
  if (!bytes) throw invalid(['body', 'pdf_base64'], 'Value error, not base64 (RFC 4648, section 4)');
  if (bytes.length === 0)
    throw invalid(['body', 'pdf_base64'], 'String should have at least 1 character', {
      type: 'string_too_short',
    });
  if (bytes.length > maxBytes) {
    throw new ProblemError('payload-too-large', {
      detail: `The PDF is over ${maxBytes} bytes.`,
      members: { max_bytes: maxBytes },
    });
  }
  return bytes;
}
