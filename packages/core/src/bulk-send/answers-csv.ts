/** GET /v1/bulk-sends/{id}/answers.csv: what the recipients answered, one line for each document, as a table. */
import { encodeId } from '@countersign/contract/ids';
import type { BulkSend, DocumentStatus } from '@countersign/db/models';
import { sqlPart } from '@countersign/db/sql';
import type { Ctx } from '../ctx.ts';
import { atItsClock } from '../document/status.ts';
import { fieldsOf } from '../template/definition.ts';
import { bytesBefore, csvPieces, pageBytes } from './csv-pieces.ts';
import { templateOf } from './template-snapshot.ts';
import { csvLine } from './write-csv.ts';

/** Types of fields that have no column, because their value is a picture. The sealed PDF shows it. */
export const drawnTypes: ReadonlySet<string> = new Set(['signature', 'initials']);
const columns = [
  ...['row_no', 'external_id', 'document_id', 'status', 'sent_at', 'completed_at', 'sealed_sha256'],
] as const;

interface AnsweredRow {
  rowNo: number;
  externalId: string | null;
  metadata: Record<string, string>;
  documentId: string;
  status: DocumentStatus;
  sentAt: Date | null;
  completedAt: Date | null;
  expiresAt: Date | null;
  clockOffsetSeconds: number;
  sealedSha256: string | null;
  /** The values of named fields. */
  answers: Record<string, string> | null;
}

/**
 * The table in pieces, for the rows after number `after` that became documents. A field whose name is that of another column has the
 * prefix `field_`. Values that were erased, hidden or not given are empty.
 */
export async function* answersAsCsv(ctx: Ctx, send: BulkSend, after: number): AsyncGenerator<string> {
  const names = fieldNames(send);
  const metadataKeys = send.metadataKeys as string[];
  const taken = new Set<string>([...columns, ...metadataKeys.map((key) => `meta_${key}`)]);
  yield csvLine([
    ...columns,
    ...metadataKeys.map((key) => `meta_${key}`),
    ...names.map((name) => (taken.has(name) ? `field_${name}` : name)),
  ]);
  yield* csvPieces<AnsweredRow>(
    (last, limit) => findAnswers(ctx, send.id, last?.rowNo ?? after, limit),
    (row) => lineOf(ctx, row, names, metadataKeys),
  );
}

/** The names of the fields that can have an answer, in the order of the template. */
function fieldNames(send: BulkSend): string[] {
  const named = fieldsOf(templateOf(send)).flatMap(({ type, name }) =>
    name && !drawnTypes.has(type) ? [name] : [],
  );
  return [...new Set(named)];
}

const isAnswered = sqlPart`
  document_id = d.id AND name IS NOT NULL AND (value IS NOT NULL OR read_only AND prefill_value IS NOT NULL)`;

/** The values of the named fields of document `d`, as an object. */
export const answersOfDocument = sqlPart`
  SELECT jsonb_object_agg(name, coalesce(value, prefill_value)) AS answers FROM field WHERE ${isAnswered}`;

/** The size of answersOfDocument, without reading long values. */
export const answerBytesOfDocument = sqlPart`
  SELECT coalesce(sum(octet_length(name) + octet_length(coalesce(value, prefill_value))), 0) AS bytes FROM field WHERE ${isAnswered}`;

/** Up to `limit` rows, or about pageBytes: by primary key, and the fields of their documents by document. */
function findAnswers(ctx: Ctx, sendId: string, after: number, limit: number): Promise<AnsweredRow[]> {
  const bytes = sqlPart`(f.bytes + octet_length(r.metadata::text))`;
  return ctx.db.$queryRaw`
    SELECT d.row_no AS "rowNo", d.row_external_id AS "externalId", d.row_metadata AS metadata, d.id AS "documentId", d.status, d.sent_at AS "sentAt",
      d.completed_at AS "completedAt", d.expires_at AS "expiresAt", d.clock_offset_seconds AS "clockOffsetSeconds", d.sealed_sha256 AS "sealedSha256", f.answers
    FROM (
      SELECT r.row_no, r.external_id AS row_external_id, r.metadata AS row_metadata, d.*, ${bytesBefore(bytes, sqlPart`r.row_no`)} AS bytes_before
      FROM bulk_row r
      JOIN document d ON d.id = r.document_id
      CROSS JOIN LATERAL (${answerBytesOfDocument}) f
      WHERE r.bulk_send_id = ${sendId}::uuid AND r.row_no > ${after}
      ORDER BY r.row_no LIMIT ${limit}) d
    LEFT JOIN LATERAL (${answersOfDocument}) f ON true
    WHERE d.bytes_before < ${pageBytes}
    ORDER BY d.row_no`;
}

/** Reads members of an object; null for one that it does not have. */
export const valueIn = (values: Record<string, string> | null) => (key: string) =>
  values && Object.hasOwn(values, key) ? values[key] : null;

function lineOf(ctx: Ctx, row: AnsweredRow, names: string[], metadataKeys: string[]): string {
  return csvLine([
    row.rowNo,
    row.externalId,
    encodeId('doc', row.documentId),
    atItsClock(row, ctx.now).status,
    row.sentAt?.toISOString(),
    row.completedAt?.toISOString(),
    row.sealedSha256,
    ...metadataKeys.map(valueIn(row.metadata)),
    ...names.map(valueIn(row.answers)),
  ]);
}
