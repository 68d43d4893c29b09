/** Queue `bulk`: reads CSV files into rows, and sends rows. */
import { ingestBulkSend } from '@countersign/core/bulk-send/ingest';
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
    jobHandler(deps, jobs.bulkSendDispatch, ({ bulk_send_id: bulkSendId, ...slice }, run) =>
      sendSlice(deps, { bulkSendId, ...slice }, run),
    ),
  ];
}
