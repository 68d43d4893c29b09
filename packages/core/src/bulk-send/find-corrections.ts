/** GET /v1/bulk-sends/{id}/corrections and …/corrections.csv: the results of the latest file of corrections, by line. */
import type { CorrectionResult } from '@countersign/contract/bulk-send';
import type { BulkCorrection } from '@countersign/db/models';
import type { Ctx } from '../ctx.ts';
import { getBulkSend } from './find.ts';
import { csvLine } from './write-csv.ts';

const pageRows = 1000;

export type FoundCorrection = Pick<BulkCorrection, 'line' | 'rowNo' | 'externalId' | 'result' | 'error'>;

interface Part {
  after: number;
  limit: number;
  result?: CorrectionResult | undefined;
}

/** Up to `limit` lines after line `after`, optionally only those with one result. Empty without corrections. Throws as getBulkSend. */
export async function findCorrections(ctx: Ctx, id: string, part: Part): Promise<FoundCorrection[]> {
  const operationId = await latestCorrections(ctx, id);
  return operationId ? readPart(ctx, operationId, part) : [];
}

/** The lines as a table. Holds one page in memory. Throws as getBulkSend. */
export async function correctionsAsCsv(
  ctx: Ctx,
  id: string,
  result?: CorrectionResult,
): Promise<AsyncGenerator<string>> {
  const operationId = await latestCorrections(ctx, id);
  return tableOf(ctx, operationId, result);
}

async function* tableOf(
  ctx: Ctx,
  operationId: string | null,
  result: CorrectionResult | undefined,
): AsyncGenerator<string> {
  yield csvLine(['line', 'row_no', 'external_id', 'result', 'error']);
  for (let after = 0; operationId; ) {
    const page = await readPart(ctx, operationId, { after, limit: pageRows, result });
    yield page.map((one) => csvLine([one.line, one.rowNo, one.externalId, one.result, one.error])).join('');
    if (page.length < pageRows) return;
    after = page.at(-1)!.line;
  }
}

async function latestCorrections(ctx: Ctx, id: string): Promise<string | null> {
  const send = await getBulkSend(ctx, id);
  const found = await ctx.db.bulkOperation.findFirst({
    where: { bulkSendId: send.id, kind: 'correct' },
    orderBy: { id: 'desc' },
    select: { id: true },
  });
  return found?.id ?? null;
}

function readPart(ctx: Ctx, operationId: string, { after, limit, result }: Part): Promise<FoundCorrection[]> {
  return ctx.db.bulkCorrection.findMany({
    where: { operationId, line: { gt: after }, ...(result && { result }) },
    orderBy: { line: 'asc' },
    take: limit,
    select: { line: true, rowNo: true, externalId: true, result: true, error: true },
  });
}
