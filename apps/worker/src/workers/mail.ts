/** Queue `mail`: sends emails through the mail server. */
import { deliverMail } from '@countersign/core/mail-delivery/deliver-mail';
import { jobs } from '@countersign/queue/jobs';
import type { WorkerDeps } from '../deps.ts';
import { jobHandler } from '../job-handler.ts';

/** The handlers of the queue. */
export function mailHandlers(deps: WorkerDeps) {
  return [
    jobHandler(deps, jobs.mailSend, ({ mail_id: mailId }, { requestId, lastAttempt: isLastTry }) =>
      deliverMail(deps, { mailId, requestId, isLastTry }),
    ),
  ];
}
