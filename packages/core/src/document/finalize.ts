/** POST /v1/documents/{id}/finalize: decides whether a PDF can be sealed (docs/spec/decisions.md, section 3). */
import { createHash } from 'node:crypto';
import type { FinalizeReq } from '@countersign/contract/document';
import { MAX_FIELDS } from '@countersign/contract/field';
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import { columnOf } from '@countersign/db/sql';
import type { SearchRequest } from '@countersign/pdf/page-text/search';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { type TxCtx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { fieldsFromPdf } from '../field/fields-from-pdf.ts';
import { addStorage } from '../usage/storage.ts';
import { type InspectedContent, type InspectionCtx, inspectContent } from './inspect-content.ts';
import { type FullDocument, getDocument, lockDocument, readLocked, warningsOf } from './lock.ts';
import { placesOf, queryOf, type StoredAnchor } from './place-fields.ts';
import { fieldRows } from './specs.ts';
import { guardStatus, reportedStatus } from './status.ts';
import { transition } from './transition.ts';
import { adoptUploaded, discardUploaded } from './upload.ts';

export interface FinalizedDocument {
  document: FullDocument;
  warnings: PdfWarning[];
}

/**
 * Inspects the uploaded PDF with the code that will seal it, and fixes it as the document's original. Finds the anchors of
 * fields, and the fields that the PDF names if `fields_from` asks for them. Repeating it changes nothing. Throws
 * content-missing before the upload, the errors of inspectContent for a file that cannot be sealed, and validation for an
 * anchor or a role that was not found.
 */
export async function finalizeDocument(
  ctx: InspectionCtx,
  publicId: string,
  input: Partial<FinalizeReq> = {},
): Promise<FinalizedDocument> {
  const before = await getDocument(ctx, publicId);
  guardStatus('finalize', before);
  if (reportedStatus(before) === 'draft') return withWarnings(before);
  const uploaded = await adoptUploaded(ctx, before.id);
  const contentSha256 = uploaded?.sha256 ?? before.contentSha256;
  if (!contentSha256) {
    // A concurrent call may have taken the upload and finalized the document in the meantime.
    const now = await getDocument(ctx, publicId);
    if (reportedStatus(now) === 'draft') return withWarnings(now);
    throw new ProblemError('content-missing', { detail: 'PUT the PDF to the uploadUrl of the draft first.' });
  }

  const search = searchFor(before, input);
  const inspected = await inspectContent(ctx, {
    id: `${before.id} ${contentSha256}${search ? ` ${digestOf(search)}` : ''}`,
    ...(search && { search }),
    read: () => ctx.storage.getBytes(contentSha256, { maxBytes: ctx.settings.maxPdfBytes }),
  });

  const document = await withTransaction(ctx, async (tx) => {
    const { document: locked, ctx } = await lockDocument(tx, before.id);
    guardStatus('finalize', locked);
    if (reportedStatus(locked) === 'draft') return locked;
    if (locked.contentSha256 !== before.contentSha256) {
      throw changedProblem(locked, 'Another PDF was uploaded');
    }
    await recordFinalized(ctx, locked, contentSha256, inspected, input);
    // A file from PUT …/content was counted when it was uploaded.
    if (uploaded) await addStorage(ctx, inspected.sizeBytes - (locked.contentBytes ?? 0));
    return readLocked(ctx, before.id);
  });
  if (uploaded) await discardUploaded(ctx, before.id);
  return withWarnings(document);
}

/**
 * Fixes the inspected file as the original of the draft, which the caller has locked or created, and writes the places and
 * fields that the inspection has found. Throws validation for a text or role that was not found.
 */
export async function recordFinalized(
  ctx: TxCtx,
  draft: FullDocument,
  contentSha256: string,
  inspected: InspectedContent,
  input: Partial<FinalizeReq> = {},
): Promise<void> {
  await placeFields(ctx, draft, inspected.search, input);
  await transition(ctx, draft, 'finalize', {
    finalizedAt: ctx.now(),
    contentSha256,
    contentBytes: inspected.sizeBytes,
    originalSha256: contentSha256,
    sizeBytes: inspected.sizeBytes,
    preparedSha256: inspected.preparedSha256,
    contentIsSelfContained: inspected.contentIsSelfContained,
    pages: inspected.pages as object[],
    warnings: inspected.warnings as object[],
  });
  await appendEvents(ctx, draft.id, [
    {
      type: 'envelope.content_finalized',
      payload: {
        original_sha256: contentSha256,
        size_bytes: inspected.sizeBytes,
        pages: inspected.pages.length,
      },
    },
  ]);
}

function withWarnings(document: FullDocument): FinalizedDocument {
  return { document, warnings: warningsOf(document) };
}

function changedProblem(document: FullDocument, what: string): ProblemError {
  return new ProblemError('document-state', {
    detail: `${what} while the PDF was being read. Finalize again.`,
    members: { current: reportedStatus(document), allowed: [reportedStatus(document)] },
  });
}

/** The fields whose anchor has not been found yet, with their index in the document. */
function unplaced(document: FullDocument) {
  return document.fields.flatMap((field, index) =>
    field.page === 0 ? [{ ...field, anchor: field.anchor as unknown as StoredAnchor, index }] : [],
  );
}

/** What the inspection has to find; null for nothing. */
function searchFor(document: FullDocument, input: Partial<FinalizeReq>): SearchRequest | null {
  const anchors = unplaced(document).map(({ anchor }) => queryOf(anchor));
  const fieldsFrom = input.fields_from ?? null;
  if (anchors.length === 0 && fieldsFrom === null) return null;
  return { anchors, fieldsFrom, hide: fieldsFrom !== null && (input.hide_tags ?? true) };
}

/** Calls share an inspection only if they search for the same. */
const digestOf = (search: SearchRequest): string =>
  createHash('sha256').update(JSON.stringify(search)).digest('base64url');

/** Writes the places of anchored fields, and the fields that the PDF names. */
async function placeFields(
  ctx: TxCtx,
  document: FullDocument,
  found: InspectedContent['search'],
  input: Partial<FinalizeReq>,
): Promise<void> {
  const fields = unplaced(document);
  // Found for the fields as they were before the inspection.
  if (JSON.stringify(searchFor(document, input)) !== JSON.stringify(found?.request ?? null))
    throw changedProblem(document, 'Fields were changed');
  if (!found) return;
  const places = placesOf(fields, found.anchors, ['body', 'fields']);
  if (fields.length > 0) {
    const column = (pick: (place: (typeof places)[number], at: number) => string | number) =>
      columnOf(places.map(pick));
    await ctx.db.$executeRaw`
      UPDATE field SET page = place.page, x = place.x, y = place.y
      FROM unnest(${column((_, at) => fields[at]!.id)}::uuid[], ${column(({ page }) => page)}::int[],
        ${column(({ x }) => x)}::float8[], ${column(({ y }) => y)}::float8[]) AS place(id, page, x, y)
      WHERE field.id = place.id AND field.document_id = ${document.id}::uuid`;
  }
  if (!input.fields_from) return;
  const given = { fields_from: input.fields_from, roles: input.roles ?? {} };
  const specs = fieldsFromPdf(given, found, document.recipients);
  const position = document.fields.length;
  if (position + specs.length > MAX_FIELDS)
    throw invalid(
      ['body', 'fields_from'],
      `Value error, the document would have more than ${MAX_FIELDS} fields`,
    );
  const rows = fieldRows(document.id, specs, document.recipients, ['body', 'fields_from']);
  await ctx.db.field.createMany({ data: rows.map((row) => ({ ...row, position: position + row.position })) });
}
