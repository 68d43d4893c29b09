/** Queue `housekeeping`: deletes expired rows and unreferenced blobs, erases personal data past its retention, makes anchors, and renews archive timestamps. */
import { makeAnchors } from '@countersign/core/anchor/make-anchors';
import { collectBlobs, startDailySweep } from '@countersign/core/housekeeping/collect-blobs';
import { collectGarbage } from '@countersign/core/housekeeping/collect-garbage';
import { eraseWhatIsDue } from '@countersign/core/privacy/retention';
import { archiveDueSeals } from '@countersign/core/seal/archive';
import { jobs } from '@countersign/queue/jobs';
import type { WorkerDeps } from '../deps.ts';
import { jobHandler } from '../job-handler.ts';

/** The handlers of the queue. */
export function housekeepingHandlers(deps: WorkerDeps) {
  return [
    jobHandler(deps, jobs.housekeepingSweep, async (_payload, { requestId }) => ({
      ...(await collectGarbage(deps)),
      daily_sweep_started: await startDailySweep(deps, requestId),
    })),
    jobHandler(deps, jobs.blobSweep, ({ prefix }, { requestId }) =>
      collectBlobs(deps, { prefix, requestId }),
    ),
    jobHandler(deps, jobs.anchorSweep, async () => ({ ...(await makeAnchors(deps)) })),
    jobHandler(deps, jobs.archiveSweep, async (_payload, run) => {
      const renewed = await archiveDueSeals(deps, run);
      deps.metrics.recordArchives(renewed);
      return renewed;
    }),
    jobHandler(deps, jobs.retentionSweep, (_payload, { requestId }) => eraseWhatIsDue(deps, requestId)),
  ];
}
