/** GET /v1/bulk-sends/{id}/rows.csv: the result of every row, as a table (docs/spec/decisions.md, section 5). */
import type { BulkRowStatus } from '@countersign/contract/bulk-send';
import type { BulkSend } from '@countersign/db/models';
import type { Ctx } from '../ctx.ts';
import { placeholdersOf } from '../template/definition.ts';
import { csvPieces } from './csv-pieces.ts';
import { type FoundRow, findRows } from './find.ts';
import { templateOf } from './template-snapshot.ts';
import { csvLine } from './write-csv.ts';

/** A row as the API presents it. */
export type PresentRow = (row: FoundRow) => {
  row_no: number;
  status: string;
  document_id?: string | null | undefined;
  delivery_state?: string | null | undefined;
  error?: string | null | undefined;
  sent_at?: string | null | undefined;
};

/** The table in pieces, optionally only the rows in one status. */
export async function* rowsAsCsv(
  ctx: Ctx,
  send: BulkSend,
  present: PresentRow,
  status?: BulkRowStatus,
): AsyncGenerator<string> {
  const people = placeholdersOf(templateOf(send)).map((_, at) => at);
  const keys = send.formKeys as string[];
  const metadataKeys = send.metadataKeys as string[];
  const hasPdfs = send.pdfCount !== null;
  yield csvLine([
    ...['row_no', 'line', 'status', 'document_id', 'delivery_state', 'sent_at', 'error', 'external_id'],
    ...(hasPdfs ? ['pdf'] : []),
    ...metadataKeys.map((key) => `meta_${key}`),
    ...people.flatMap((at) => [`recipient_${at + 1}_name`, `recipient_${at + 1}_email`]),
    ...keys,
  ]);
  yield* csvPieces<FoundRow>(
    (last, limit) => findRows(ctx, send, { after: last?.rowNo ?? 0, limit, status, withValues: true }),
    (row) => lineOf(row, present(row), { people, keys, metadataKeys, hasPdfs }),
  );
}

function lineOf(
  row: FoundRow,
  shown: ReturnType<PresentRow>,
  {
    people,
    keys,
    metadataKeys,
    hasPdfs,
  }: { people: number[]; keys: string[]; metadataKeys: string[]; hasPdfs: boolean },
): string {
  const valueIn = (values: Record<string, string>) => (key: string) =>
    Object.hasOwn(values, key) ? values[key] : null;
  return csvLine([
    shown.row_no,
    row.line,
    shown.status,
    shown.document_id,
    shown.delivery_state,
    shown.sent_at,
    shown.error,
    row.externalId,
    ...(hasPdfs ? [row.pdf] : []),
    ...metadataKeys.map(valueIn(row.metadata)),
    ...people.flatMap((at) => [textOf(row.recipients[at]?.name), textOf(row.recipients[at]?.email)]),
    ...keys.map(valueIn(row.formValues ?? {})),
  ]);
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value);
}
