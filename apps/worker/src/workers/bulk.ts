/** Queue `bulk`: reads CSVs into rows, and sends rows. */
import { ingestBulkSend } from '@countersign/core/bulk-send/ingest';
import { sendSlice } from '@countersign/core/bulk-send/send-slice';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function bulkHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.bulkSendIngest, ({ bulk_send_id: bulkSendId, request_id: requestId }, run) =>
      runJob(deps.log, jobs.bulkSendIngest.name, run, requestId, () =>
        ingestBulkSend(deps, { bulkSendId, requestId, signal: run.signal }),
      ),
    ),
    handle(jobs.bulkSendDispatch, ({ bulk_send_id: bulkSendId, request_id: requestId, ...slice }, run) =>
      runJob(deps.log, jobs.bulkSendDispatch.name, run, requestId, () =>
        sendSlice(deps, { bulkSendId, ...slice }, { requestId, attempt: run.attempt, signal: run.signal }),
      ),
    ),
  ];
}
