/** GET /v1/templates/{id}/answers.csv: what recipients answered in the documents of a template, one line for each document. */
import { encodeId } from '@countersign/contract/ids';
import type { DocumentStatus, Template } from '@countersign/db/models';
import { sqlPart } from '@countersign/db/sql';
import { invalid } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { answerBytesOfDocument, answersOfDocument, drawnTypes, valueIn } from '../bulk-send/answers-csv.ts';
import { bytesBefore, csvPieces, pageBytes } from '../bulk-send/csv-pieces.ts';
import { csvLine } from '../bulk-send/write-csv.ts';
import type { Ctx, ScanCtx } from '../ctx.ts';
import { atItsClock } from '../document/status.ts';
import { metadataOf } from '../own-data.ts';
import { getTemplate } from '../template/find.ts';

/** Documents of the workspace that one statement looks at, and documents whose fields it looks at. */
const scanSize = 20_000;
const pageSize = 1000;
const maxNames = 2000;
const nil = '00000000-0000-0000-0000-000000000000';

const columns = [
  ...['document_id', 'external_id', 'bulk_send_id', 'status', 'created_at', 'sent_at', 'completed_at'],
  ...['sealed_sha256', 'metadata'],
] as const;

/** Sent documents that were created at `from` or later, and before `to`. */
export interface AnswersRange {
  from: Date | null;
  to: Date | null;
}

interface AnsweredDocument {
  id: string;
  externalId: string | null;
  bulkSendId: string | null;
  metadata: unknown;
  status: DocumentStatus;
  createdAt: Date;
  sentAt: Date | null;
  completedAt: Date | null;
  expiresAt: Date | null;
  clockOffsetSeconds: number;
  sealedSha256: string | null;
  /** The values of named fields. */
  answers: Record<string, string> | null;
}

/** The range and the columns of a table. */
export interface TemplateAnswers extends AnswersRange {
  template: Template;
  /** The names of all fields of its documents that can have an answer, sorted. */
  names: string[];
}

/**
 * Finds the columns of the table. Templates change, so their documents can have other fields than they have now. Throws forbidden for
 * members, not-found, validation for more than 2,000 names, and the reason of the signal when the caller leaves.
 */
export async function openTemplateAnswers(
  ctx: ScanCtx,
  publicId: string,
  range: AnswersRange,
): Promise<TemplateAnswers> {
  guardRole(ctx, 'manager');
  const template = await getTemplate(ctx, publicId);
  const names = new Set<string>();
  for await (const ids of documentIds(ctx, { template, ...range }, null)) {
    const found = await ctx.db.$queryRaw<Array<{ name: string }>>`
      SELECT DISTINCT name FROM field
      WHERE document_id = ANY(${ids}::uuid[]) AND name IS NOT NULL AND type::text <> ALL(${[...drawnTypes]})`;
    for (const { name } of found) names.add(name);
    if (names.size > maxNames)
      throw invalid(
        ['query', 'from'],
        `Value error, the documents have over ${maxNames} field names: narrow the time`,
      );
  }
  return { template, ...range, names: [...names].sort() };
}

/**
 * The table in pieces, for the documents after this one, in the order of their creation. A field whose name is that of another column has
 * the prefix `field_`. Values that were erased, hidden or not given are empty.
 */
export async function* templateAnswersAsCsv(
  ctx: ScanCtx,
  answers: TemplateAnswers,
  after: string | null,
): AsyncGenerator<string> {
  const { names } = answers;
  const taken = new Set<string>(columns);
  yield csvLine([...columns, ...names.map((name) => (taken.has(name) ? `field_${name}` : name))]);
  for await (const ids of documentIds(ctx, answers, after))
    yield* csvPieces<AnsweredDocument>(
      (last, limit) => findAnswers(ctx, last ? ids.slice(ids.indexOf(last.id) + 1) : ids, limit),
      (document) => lineOf(ctx, document, names),
    );
}

/**
 * Ids in pages. There is no index by template, because it would slow down every insert. Instead, the statements read all documents of
 * the workspace, a bounded number in each.
 */
async function* documentIds(
  ctx: ScanCtx,
  { template, from, to }: AnswersRange & { template: Template },
  after: string | null,
): AsyncGenerator<string[]> {
  for (let last = after ?? nil; ; ) {
    ctx.signal?.throwIfAborted();
    const [scan] = await ctx.db.$queryRaw<[{ last: string | null; ids: string[] | null }]>`
      SELECT max(id::text) AS last,
        array_agg(id::text ORDER BY id) FILTER (WHERE source_template_id = ${template.id}::uuid AND sent_at IS NOT NULL) AS ids
      FROM (
        SELECT id, source_template_id, sent_at FROM document
        WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode AND removed_at IS NULL AND id > ${last}::uuid
          AND (${from}::timestamptz IS NULL OR created_at >= ${from}::timestamptz)
          AND (${to}::timestamptz IS NULL OR created_at < ${to}::timestamptz)
        ORDER BY id LIMIT ${scanSize}
      ) AS scanned`;
    const ids = scan.ids ?? [];
    for (let at = 0; at < ids.length; at += pageSize) yield ids.slice(at, at + pageSize);
    if (scan.last === null) return;
    last = scan.last;
  }
}

/** Up to `limit` documents of `ids`, or about pageBytes. */
async function findAnswers(ctx: ScanCtx, ids: readonly string[], limit: number): Promise<AnsweredDocument[]> {
  if (ids.length === 0) return [];
  ctx.signal?.throwIfAborted();
  const bytes = sqlPart`(f.bytes + octet_length(d.metadata::text))`;
  return ctx.db.$queryRaw`
    SELECT d.id, d.external_id AS "externalId", d.bulk_send_id AS "bulkSendId", d.metadata, d.status, d.created_at AS "createdAt",
      d.sent_at AS "sentAt", d.completed_at AS "completedAt", d.expires_at AS "expiresAt",
      d.clock_offset_seconds AS "clockOffsetSeconds", d.sealed_sha256 AS "sealedSha256", f.answers
    FROM (
      SELECT d.*, ${bytesBefore(bytes, sqlPart`d.id`)} AS bytes_before
      FROM (SELECT * FROM document WHERE id = ANY(${ids}::uuid[]) ORDER BY id LIMIT ${limit}) d
      CROSS JOIN LATERAL (${answerBytesOfDocument}) f) d
    LEFT JOIN LATERAL (${answersOfDocument}) f ON true
    WHERE d.bytes_before < ${pageBytes} ORDER BY d.id`;
}

function lineOf(ctx: Ctx, document: AnsweredDocument, names: readonly string[]): string {
  const metadata = metadataOf(document);
  return csvLine([
    encodeId('doc', document.id),
    document.externalId,
    document.bulkSendId,
    atItsClock(document, ctx.now).status,
    document.createdAt.toISOString(),
    document.sentAt?.toISOString(),
    document.completedAt?.toISOString(),
    document.sealedSha256,
    Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null,
    ...names.map(valueIn(document.answers)),
  ]);
}
