/** Queue `bulk`: reads CSV files into rows, inspects the PDFs of rows, sends rows, and carries out operations on the documents of bulk sends. */
import { completeBulkSends } from '@countersign/core/bulk-send/complete';
import { ingestBulkSend } from '@countersign/core/bulk-send/ingest';
import { inspectPdfs } from '@countersign/core/bulk-send/inspect-pdfs';
import { operateSlice } from '@countersign/core/bulk-send/operate-slice';
import { sendSlice } from '@countersign/core/bulk-send/send-slice';
import { jobs } from '@countersign/queue/jobs';
import type { WorkerDeps } from '../deps.ts';
import { jobHandler } from '../job-handler.ts';

/** The handlers of the queue. */
export function bulkHandlers(deps: WorkerDeps) {
  return [
    jobHandler(deps, jobs.bulkSendIngest, ({ bulk_send_id: bulkSendId }, run) =>
      ingestBulkSend(deps, { ...run, bulkSendId }),
    ),
    jobHandler(deps, jobs.bulkSendPdfs, ({ bulk_send_id: bulkSendId, ...slice }, run) =>
      inspectPdfs(deps, { bulkSendId, ...slice }, run),
    ),
    jobHandler(deps, jobs.bulkSendDispatch, ({ bulk_send_id: bulkSendId, ...slice }, run) =>
      sendSlice(deps, { bulkSendId, ...slice }, run),
    ),
    jobHandler(deps, jobs.bulkSendOperate, ({ operation_id: operationId, slice }, run) =>
      operateSlice(deps, { operationId, slice }, run),
    ),
    jobHandler(deps, jobs.bulkSendCompletionSweep, async (_payload, run) => ({
      completed: await completeBulkSends(deps, run.requestId),
    })),
  ];
}
