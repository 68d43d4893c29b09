/** Queue `mail`: hands mails to the mail server. */
import { deliverMail } from '@countersign/core/mail-delivery/deliver-mail';
import { jobs } from '@countersign/queue/jobs';
import { handle } from '@countersign/queue/work';
import type { WorkerDeps } from '../deps.ts';
import { runJob } from '../run-job.ts';

/** Handlers of the queue. */
export function mailHandlers(deps: WorkerDeps) {
  return [
    handle(jobs.mailSend, (payload, run) =>
      runJob(deps.log, jobs.mailSend.name, run, payload.request_id, () =>
        deliverMail(deps, {
          mailId: payload.mail_id,
          requestId: payload.request_id,
          isLastTry: run.lastAttempt,
        }),
      ),
    ),
  ];
}
