/** Queue `seal`: makes the sealed PDF and its certificate. */
import { sealDocument } from '@countersign/core/seal/seal-document';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function sealHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.documentSeal, (payload, run) =>
      runJob(deps.log, jobs.documentSeal.name, run, payload.request_id, () =>
        sealDocument(deps, {
          documentId: payload.document_id,
          requestId: payload.request_id,
          signal: run.signal,
        }),
      ),
    ),
  ];
}
