/** Queue `seal`: creates the sealed PDF with its certificate of completion. */
import { sealDocument } from '@countersign/core/seal/seal-document';
import { jobs } from '@countersign/queue/jobs';
import type { WorkerDeps } from '../deps.ts';
import { jobHandler } from '../job-handler.ts';

/** The handlers of the queue. */
export function sealHandlers(deps: WorkerDeps) {
  return [
    jobHandler(
      deps,
      jobs.documentSeal,
      async ({ document_id: documentId }, { requestId, signal, createdAt }) => {
        const outcome = await sealDocument(deps, { documentId, requestId, signal });
        // The transaction that completes the document creates the job.
        if (outcome !== 'not wanted') deps.metrics.recordSeal(outcome, createdAt);
        return outcome;
      },
    ),
  ];
}
