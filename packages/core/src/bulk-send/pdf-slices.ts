/** The jobs that inspect the PDFs of rows. */
import { jobs } from '@countersign/queue/jobs';
import type { InTransaction } from '../ctx.ts';
import { sliceJobId } from './slice-job-id.ts';

/** The most concurrent jobs (streams) of one bulk send, and the number of PDFs for which another one is worthwhile. */
const maxStreams = 4;
const pdfsPerStream = 10;

/** How many jobs inspect this many PDFs concurrently. Of n jobs, job i inspects the PDFs whose number modulo n is i. */
export function pdfStreams(pdfs: number): number {
  return Math.max(1, Math.min(maxStreams, Math.ceil(pdfs / pdfsPerStream)));
}

/** The work of one job: it inspects a share of the PDFs for a limited time. The very first slice reads the directory of the ZIP. */
export interface PdfSlice {
  bulkSendId: string;
  stream: number;
  slice: number;
}

/** Enqueues the job of a slice. Enqueuing the same slice again has no effect. */
export async function enqueuePdfSlice(
  tx: Pick<InTransaction, 'enqueue'>,
  { bulkSendId, stream, slice }: PdfSlice,
): Promise<void> {
  const id = sliceJobId(`${bulkSendId}:pdfs:${stream}:${slice}`);
  await tx.enqueue(jobs.bulkSendPdfs, { bulk_send_id: bulkSendId, stream, slice }, { id });
}

/** Enqueues the first slice of each stream after the directory was read. */
export async function enqueuePdfSlices(
  tx: Pick<InTransaction, 'enqueue'>,
  bulkSendId: string,
  pdfs: number,
): Promise<void> {
  for (let stream = 0; stream < pdfStreams(pdfs); stream += 1)
    await enqueuePdfSlice(tx, { bulkSendId, stream, slice: 1 });
}
