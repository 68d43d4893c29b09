/** GET /v1/bulk-sends/{id}/answers.csv: what the recipients answered, one line for each document, as a table. */
import { encodeId } from '@countersign/contract/ids';
import type { BulkSend, DocumentStatus } from '@countersign/db/models';
import { sqlPart } from '@countersign/db/sql';
import type { Ctx } from '../ctx.ts';
import { atItsClock } from '../document/status.ts';
import { fieldsOf } from '../template/definition.ts';
import { templateOf } from './template-snapshot.ts';
import { csvLine } from './write-csv.ts';

const pageRows = 1000;
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
 * The lines of the table for the rows after number `after` that became documents. A field whose name is that of another column has the
 * prefix `field_`. Holds one page of rows in memory. Values that were erased, hidden or not given are empty.
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
  for (let last = after; ; ) {
    const rows = await findAnswers(ctx, send.id, last);
    yield rows.map((row) => lineOf(ctx, row, names, metadataKeys)).join('');
    if (rows.length < pageRows) return;
    last = rows.at(-1)!.rowNo;
  }
}

/** The names of the fields that can have an answer, in the order of the template. */
function fieldNames(send: BulkSend): string[] {
  const named = fieldsOf(templateOf(send)).flatMap(({ type, name }) =>
    name && !drawnTypes.has(type) ? [name] : [],
  );
  return [...new Set(named)];
}

/** The values of the named fields of document `d`, as an object. */
export const answersOfDocument = sqlPart`
  SELECT jsonb_object_agg(name, coalesce(value, prefill_value)) AS answers FROM field
  WHERE document_id = d.id AND name IS NOT NULL AND (value IS NOT NULL OR read_only AND prefill_value IS NOT NULL)`;

/** Rows by primary key, and the fields of their documents by document. */
function findAnswers(ctx: Ctx, sendId: string, after: number): Promise<AnsweredRow[]> {
  return ctx.db.$queryRaw`
    SELECT r.row_no AS "rowNo", r.external_id AS "externalId", r.metadata, d.id AS "documentId", d.status, d.sent_at AS "sentAt",
      d.completed_at AS "completedAt", d.expires_at AS "expiresAt", d.clock_offset_seconds AS "clockOffsetSeconds", d.sealed_sha256 AS "sealedSha256", f.answers
    FROM bulk_row r
    JOIN document d ON d.id = r.document_id
    LEFT JOIN LATERAL (${answersOfDocument}) f ON true
    WHERE r.bulk_send_id = ${sendId}::uuid AND r.row_no > ${after}
    ORDER BY r.row_no LIMIT ${pageRows}`;
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
