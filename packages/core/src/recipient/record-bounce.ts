/** Records that a signing mail bounced (docs/spec/decisions.md, section 3, Bounces). */
import { normalizeEmail } from '@countersign/contract/common';
import { storableText } from '@countersign/contract/storable-text';
import { type Base, systemCtx, withTransaction } from '../ctx.ts';
import { clockOf } from '../document-clock.ts';
import { appendEvents } from '../event/append.ts';
import { haveBounced } from './status.ts';

export interface Bounce {
  mailId?: string | undefined;
  /** With `email`: every recipient of the document with that address. */
  documentId?: string | undefined;
  email?: string | undefined;
  /** With `documentId`: only this recipient. */
  recipientId?: string | undefined;
  /** False for a temporary failure, which changes nothing: the mail server keeps trying. */
  permanent: boolean;
  detail: string;
  requestId: string;
}

/** Longer bounce texts are cut. */
const maxDetailLength = 500;

/**
 * Marks the recipient and appends recipient.bounced, which publishes document.bounced, once per recipient until the next send. The
 * document has a delivery problem unless all recipients whose emails bounced have completed or reassigned. Unknown mails, temporary failures, erased documents and recipients without emails change nothing.
 */
export async function recordBounce(base: Base, bounce: Bounce): Promise<void> {
  if (!bounce.permanent) return;
  const target = await findTarget(base, bounce);
  if (!target) return;
  const document = await base.db.document.findUnique({ where: { id: target.documentId } });
  if (!document) return;
  const ctx = systemCtx(base, {
    workspaceId: document.workspaceId,
    teamId: document.teamId,
    mode: document.mode,
    requestId: bounce.requestId,
    name: 'mail',
  });
  await withTransaction(ctx, async (tx) => {
    const [kept] = await tx.db.$queryRaw<Array<{ clockOffsetSeconds: number }>>`
      SELECT clock_offset_seconds AS "clockOffsetSeconds" FROM document
      WHERE id = ${document.id}::uuid AND erased_at IS NULL FOR NO KEY UPDATE`;
    if (!kept) return;
    const own = { ...tx, now: clockOf(tx.now, kept) };
    const bounced = await tx.db.recipient.findMany({
      where: { ...target, delivery: 'email', linkIssuedAt: { not: null }, bouncedAt: null },
    });
    if (bounced.length === 0) return;
    const ids = bounced.map((recipient) => recipient.id);
    await tx.db.recipient.updateMany({ where: { id: { in: ids } }, data: { bouncedAt: own.now() } });
    const recipients = await tx.db.recipient.findMany({ where: { documentId: document.id } });
    const deliveryProblem = haveBounced(recipients);
    await tx.db.document.update({ where: { id: document.id }, data: { deliveryProblem } });
    const detail = storableText(bounce.detail, maxDetailLength);
    await appendEvents(
      own,
      document.id,
      bounced.map((recipient) => ({
        type: 'recipient.bounced' as const,
        payload: { recipient_id: recipient.id, email: recipient.email, detail },
      })),
    );
  });
}

async function findTarget(
  base: Base,
  bounce: Bounce,
): Promise<{ documentId: string; id?: string; emailNormalized?: string } | null> {
  if (bounce.mailId) {
    const mail = await base.db.mail.findUnique({ where: { id: bounce.mailId } });
    return mail?.documentId && mail.recipientId
      ? {
          documentId: mail.documentId,
          id: mail.recipientId,
          // A bounce of an address that the sender has corrected since says nothing about the new one.
          emailNormalized: normalizeEmail(mail.toAddress),
        }
      : null;
  }
  if (bounce.documentId && bounce.recipientId)
    return { documentId: bounce.documentId, id: bounce.recipientId };
  if (!bounce.documentId || !bounce.email) return null;
  return { documentId: bounce.documentId, emailNormalized: normalizeEmail(bounce.email) };
}
