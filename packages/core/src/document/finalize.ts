/** POST /v1/documents/{id}/finalize: decides whether a PDF can be sealed (docs/spec/decisions.md, section 3). */
import { createHash } from 'node:crypto';
import type { FinalizeReq } from '@countersign/contract/document';
import { MAX_FIELDS } from '@countersign/contract/field';
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import { storedConditionFaults } from '@countersign/contract/send-problems';
import type { Document } from '@countersign/db/models';
import { columnOf } from '@countersign/db/sql';
import type { AnchorQuery } from '@countersign/pdf/page-text/find-anchors';
import type { SearchRequest } from '@countersign/pdf/page-text/search';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { BlobMissingError } from '@countersign/storage/storage';
import { type Ctx, type SqlCtx, withSqlTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { refuseFaults } from '../field/conditions.ts';
import { fieldsFromPdf } from '../field/fields-from-pdf.ts';
import { guardFixedValues } from '../field/resolve-form-values.ts';
import { countFields } from './count-fields.ts';
import {
  filesOf,
  keyOfFiles,
  needRows,
  pdfOf,
  type SourceFile,
  withContent,
  writeFileRows,
} from './files.ts';
import { type InspectedContent, type InspectionCtx, inspectContent } from './inspect-content.ts';
import { type FullDocument, getDocument, lockDocument, readLocked, warningsOf } from './lock.ts';
import { placesOf, queryOf, type StoredAnchor } from './place-fields.ts';
import { contentSource } from './prepare-files.ts';
import { fieldRows } from './specs.ts';
import { guardStatus, reportedStatus } from './status.ts';
import { transition } from './transition.ts';
import { adoptUploaded, discardUploaded } from './upload.ts';
import { insertFields } from './write-parts.ts';

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
  // Checked again under the lock. Here it saves the inspection.
  guardStatus('finalize', before);
  if (reportedStatus(before) === 'draft') return withWarnings(before);
  const uploaded = await adoptUploaded(ctx, before.id);
  const files = withContent(filesOf(before), before, uploaded);
  if (files.length === 0) {
    // A concurrent call may have taken the upload and finalized the document in the meantime.
    const now = await getDocument(ctx, publicId);
    if (reportedStatus(now) === 'draft') return withWarnings(now);
    throw new ProblemError('content-missing', { detail: 'PUT the PDF to the uploadUrl of the draft first.' });
  }

  const search = searchFor(before, input);
  const source = contentSource(ctx, files);
  const inspected = await inspectContent(ctx, {
    id: `${before.id} ${source.id}${search ? ` ${digestOf(search)}` : ''}`,
    ...(search && { search }),
    read: source.read,
  }).catch((error: unknown) => refuseReplaced(ctx, publicId, before, error));

  const document = await withSqlTransaction(ctx, async (tx) => {
    const { document: locked, ctx } = await lockDocument(tx, before.id);
    guardStatus('finalize', locked);
    if (reportedStatus(locked) === 'draft') return locked;
    if (keyOfFiles(filesOf(locked)) !== keyOfFiles(filesOf(before))) {
      throw changedProblem(locked, filesChanged);
    }
    return recordFinalized(ctx, locked, { files, inspected }, input);
  });
  if (uploaded) await discardUploaded(ctx, before.id);
  return withWarnings(document);
}

/** Throws document-state if a file is missing because an upload has replaced it, otherwise the error. */
async function refuseReplaced(
  ctx: Ctx,
  publicId: string,
  before: FullDocument,
  error: unknown,
): Promise<never> {
  if (error instanceof BlobMissingError) {
    const now = await getDocument(ctx, publicId);
    if (keyOfFiles(filesOf(now)) !== keyOfFiles(filesOf(before))) throw changedProblem(now, filesChanged);
  }
  throw error;
}

/**
 * Fixes the inspected file as the original of the draft, which the caller has locked or created, records from which files it was
 * made, and writes the places and fields that the inspection has found. Returns the document after that. Throws validation for a text
 * or role that was not found.
 */
export async function recordFinalized(
  ctx: SqlCtx,
  draft: FullDocument,
  { files, inspected }: { files: readonly SourceFile[]; inspected: InspectedContent },
  input: Partial<FinalizeReq> = {},
): Promise<FullDocument> {
  const contentSha256 = inspected.merged?.sha256 ?? pdfOf(files[0]!);
  const pageCounts = inspected.merged?.pageCounts ?? [inspected.pages.length];
  const read = files.map((file, index) => ({ ...file, pages: pageCounts[index]! }));
  await writeFileRows(ctx, draft, read);
  await placeFields(ctx, draft, inspected.search, input);
  const columns = {
    finalizedAt: ctx.now(),
    contentSha256,
    contentBytes: inspected.sizeBytes,
    originalSha256: contentSha256,
    sizeBytes: inspected.sizeBytes,
    preparedSha256: inspected.preparedSha256,
    contentIsSelfContained: inspected.contentIsSelfContained,
    pages: inspected.pages as unknown as Document['pages'],
    warnings: inspected.warnings as unknown as Document['warnings'],
  };
  const status = await transition(ctx, draft, 'finalize', columns);
  await appendEvents(ctx, draft.id, [
    {
      type: 'envelope.content_finalized',
      payload: {
        original_sha256: contentSha256,
        size_bytes: inspected.sizeBytes,
        pages: inspected.pages.length,
        ...(needRows(files, draft.id) && {
          files_sha256: files.map(({ sha256 }) => sha256),
          files_pages: pageCounts,
        }),
      },
    },
  ]);
  const arePartsSame = inspected.search === null && draft.files.length === 0 && !needRows(files, draft.id);
  if (!arePartsSame) return readLocked(ctx, draft.id);
  const { seq: chainSeq, hash: chainHead } = ctx.chainHeads.get(draft.id)!;
  return { ...draft, ...columns, status, chainSeq, chainHead };
}

function withWarnings(document: FullDocument): FinalizedDocument {
  return { document, warnings: warningsOf(document) };
}

const filesChanged = 'Another file was uploaded, or the files were changed';

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

function searchFor(document: FullDocument, input: Partial<FinalizeReq>): SearchRequest | null {
  const anchors = unplaced(document).map(({ anchor }) => queryOf(anchor));
  return searchRequest(anchors, input);
}

/** What the inspection has to find; null for nothing. */
export function searchRequest(
  anchors: readonly AnchorQuery[],
  input: Pick<Partial<FinalizeReq>, 'fields_from' | 'hide_tags'>,
): SearchRequest | null {
  const fieldsFrom = input.fields_from ?? null;
  if (anchors.length === 0 && fieldsFrom === null) return null;
  return { anchors, fieldsFrom, hide: fieldsFrom !== null && (input.hide_tags ?? true) };
}

/** Calls share an inspection only if they search for the same. */
const digestOf = (search: SearchRequest): string =>
  createHash('sha256').update(JSON.stringify(search)).digest('base64url');

/** Writes the places of anchored fields, and the fields that the PDF names. */
async function placeFields(
  ctx: SqlCtx,
  document: FullDocument,
  found: InspectedContent['search'],
  input: Partial<FinalizeReq>,
): Promise<void> {
  const fields = unplaced(document);
  // The places were searched for the fields as they were before the inspection.
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
  await guardFixedValues(specs, ['body', 'fields_from']);
  const rows = fieldRows(document.id, specs, document.recipients, ['body', 'fields_from']);
  guardNewConditions(document, rows);
  await insertFields(
    ctx,
    rows.map((row) => ({ ...row, position: position + row.position })),
  );
  await countFields(ctx, [{ id: document.id, fields: [...document.fields, ...rows] }]);
}

/** Throws validation if a condition of a new field does not fit, or if a new name makes a condition of an earlier field ambiguous. */
function guardNewConditions(document: FullDocument, rows: ReturnType<typeof fieldRows>): void {
  const { recipients } = document;
  const fields = [...document.fields, ...rows];
  const faults = storedConditionFaults({ fields, recipients }).map((fault) => {
    const { name, type } = fields[fault.index]!;
    return { ...fault, path: [], message: `the field "${name ?? type}": ${fault.message}` };
  });
  refuseFaults(faults, () => ['body', 'fields_from']);
}
