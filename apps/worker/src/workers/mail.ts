/** Queue `mail`: sends emails through the mail server. */
import type { MailClass } from '@countersign/core/mail/pace';
import { deliverMail } from '@countersign/core/mail-delivery/deliver-mail';
import type { Handler } from '@countersign/queue/handler';
import { jobs } from '@countersign/queue/jobs';
import type { WorkerDeps } from '../deps.ts';
import { jobHandler } from '../job-handler.ts';

function mailHandler(deps: WorkerDeps, job: typeof jobs.mailSend, mails: MailClass): Handler {
  return jobHandler(
    deps,
    job,
    async ({ mail_id: mailId }, { requestId, lastAttempt: isLastAttempt, createdAt }) => {
      const outcome = await deliverMail(deps, { mailId, requestId, isLastAttempt });
      if (outcome === 'sent') deps.metrics.recordMail(mails, createdAt);
      return outcome;
    },
    { held: () => deps.pacer.held(mails) },
  );
}

/** The handlers of the queue. */
export function mailHandlers(deps: WorkerDeps) {
  return [mailHandler(deps, jobs.mailSend, 'urgent'), mailHandler(deps, jobs.mailSendBulk, 'bulk')];
}
