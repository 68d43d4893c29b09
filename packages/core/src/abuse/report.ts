/** POST /v1/signing/{token}/report: the holder of a signing link reports the document to the operator of the installation. */

import { newId } from '@countersign/contract/ids';
import type { ReportAbuseReq } from '@countersign/contract/signing';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Base, type TxCtx, withTransaction } from '../ctx.ts';
import { realClock } from '../document-clock.ts';
import { queueAccountMail } from '../mail/queue-mail.ts';
import { takeToken } from '../rate-limit/token-bucket.ts';
import { findSigner, type Signer, type SigningRequest, unknownLink } from '../signing/session.ts';

const daySeconds = 86_400;
const reportsPerDay = 3;
/** Maximum number of emails about one workspace per day. Further reports are stored and listed, but not emailed. */
const mailsPerDay = 20;
const maxOperators = 20;

/**
 * Stores the report and queues an email to the operators. The report keeps the address, the title and the workspace's name, because the
 * sender could change them later. The sender is not notified, and the report is neither in the audit trail nor in webhooks. Works in every
 * status of the document and before the one-time code. Throws not-found for an invalid link, and rate-limited after three reports of one
 * recipient in a day.
 */
export async function reportAbuse(base: Base, request: SigningRequest, input: ReportAbuseReq): Promise<void> {
  // Equal mutants: the API has looked for the signer before, to count calls by their link.
  const signer = request.signer ?? (await findSigner(base, request));
  // Equal mutants: see above.
  if (!signer) throw unknownLink();
  await withTransaction(signer.ctx, async (tx) => {
    await limitReports(tx, signer.recipient.id);
    const id = newId();
    await tx.db.abuseReport.create({
      data: {
        id,
        recipientId: signer.recipient.id,
        ...(await reportedFacts(tx, signer)),
        reason: input.reason,
        message: input.message ?? null,
        ip: tx.ip,
        createdAt: realClock(tx.now)(),
      },
    });
    await mailOperators(tx, id);
  });
}

/** Locks the document, so that no erasure commits between this read and the report: the report would keep what was erased. */
async function reportedFacts(tx: TxCtx, { documentId, recipient }: Signer) {
  await tx.db.$queryRaw`SELECT FROM document WHERE id = ${documentId}::uuid FOR SHARE`;
  const { email, document } = await tx.db.recipient.findUniqueOrThrow({
    where: { id: recipient.id },
    select: { email: true, document: { select: { title: true, workspace: { select: { name: true } } } } },
  });
  return { recipientEmail: email, documentTitle: document.title, workspaceName: document.workspace.name };
}

async function limitReports(tx: TxCtx, recipientId: string): Promise<void> {
  const rate = reportsPerDay / daySeconds;
  const { allowed, tokens } = await takeToken(tx, {
    bucket: `abuse-report:${recipientId}`,
    rate,
    burst: reportsPerDay,
  });
  if (allowed) return;
  throw new ProblemError('rate-limited', {
    detail: 'This document has already been reported several times with this link.',
    retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / rate)),
  });
}

async function mailOperators(tx: TxCtx, reportId: string): Promise<void> {
  const limit = { rate: mailsPerDay / daySeconds, burst: mailsPerDay };
  const { allowed } = await takeToken(tx, { bucket: `abuse-mail:${tx.workspaceId}`, ...limit });
  if (!allowed) return;
  const operators = await tx.db.user.findMany({
    where: { operator: true },
    orderBy: { id: 'asc' },
    take: maxOperators,
  });
  for (const { name, email } of operators) {
    await queueAccountMail(tx, {
      kind: 'abuse-report',
      workspaceId: null,
      toName: name,
      toAddress: email,
      data: { report_id: reportId },
    });
  }
}
