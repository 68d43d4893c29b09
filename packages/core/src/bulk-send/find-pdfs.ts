/** The PDFs that rows of a bulk send have instead of the one of the template. */
import type { BulkSend } from '@countersign/db/models';
import type { SqlTx } from '../ctx.ts';
import type { InspectedFile } from '../document/insert-documents.ts';
import type { FieldPlace } from '../template/fill.ts';

/** The PDF, or why rows that name it cannot be sent. */
export type RowPdf = { content: InspectedFile; places: FieldPlace[] | null } | { problem: string };

interface StoredPdf extends Omit<InspectedFile, 'originalSha256'> {
  name: string;
  originalSha256: string | null;
  places: FieldPlace[] | null;
  problem: string | null;
}

/**
 * Returns a function from the name in a row to its PDF, with the places of the fields if the PDF names them. Without a name it returns
 * null: the row uses the PDF of the template. Reads the PDFs with these names at once, by the index on their names. A name without a
 * PDF, because its ZIP is gone or was never there, is a problem.
 */
export async function rowPdfs(
  db: Pick<SqlTx, '$queryRaw'>,
  send: Pick<BulkSend, 'id'>,
  names: ReadonlyArray<string | null>,
): Promise<(name: string | null) => RowPdf | null> {
  const wanted = [...new Set(names.filter((name) => name !== null))];
  const found =
    wanted.length === 0
      ? []
      : await db.$queryRaw<StoredPdf[]>`
        SELECT name, sha256 AS "originalSha256", size_bytes AS "sizeBytes", prepared_sha256 AS "preparedSha256",
          content_is_self_contained AS "contentIsSelfContained", pages, warnings, places, problem
        FROM bulk_pdf WHERE bulk_send_id = ${send.id}::uuid AND name = ANY(${wanted}::text[])`;
  const pdfs = new Map(found.map((pdf) => [pdf.name, resultOf(pdf)]));
  return (name) => (name === null ? null : (pdfs.get(name) ?? { problem: 'the file is not there any more' }));
}

function resultOf({ name: _, problem, originalSha256, places, ...rest }: StoredPdf): RowPdf {
  if (originalSha256 !== null) return { content: { ...rest, originalSha256 }, places };
  return { problem: problem ?? 'the file was not checked' };
}
