/** POST /v1/signing/{token}/complete: a recipient finishes; the last one completes the document (decisions.md, sections 3, 8 and 9). */
import type { DocumentStatus } from '@countersign/contract/document';
import type { CompleteReq } from '@countersign/contract/signing';
import type { Recipient } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { jobs } from '@countersign/queue/jobs';
import type { Storage } from '@countersign/storage/storage';
import { type Base, type TxCtx, withTransaction } from '../ctx.ts';
import { issueLinks } from '../document/issue-links.ts';
import { type FullDocument, readLocked } from '../document/lock.ts';
import { documentStateProblem } from '../document/status.ts';
import { appendEvents, type NewEvent } from '../event/append.ts';
import { signingProgress } from '../recipient/status.ts';
import { type CollectedValue, collectValues } from './collect-values.ts';
import { markOpened } from './open.ts';
import {
  guardTurn,
  guardUnderway,
  lockForSigning,
  openAuthenticatedSession,
  type SigningRequest,
} from './session.ts';

/**
 * Checks every value, then in one transaction writes them, completes the recipient, and either completes the document with its
 * seal job or passes the turn on. Throws validation with every field's error at once, or document-state; nothing is half saved.
 */
export async function completeSigning(
  base: Base & { storage: Storage },
  request: SigningRequest,
  input: CompleteReq,
): Promise<DocumentStatus> {
  const session = await openAuthenticatedSession(base, request);
  guardUnderway(session.document, session.ctx.now());
  guardTurn(session.document, session.recipient);
  guardConsent(session.document, session.recipient);
  const values = await collectValues(base, session, input.values);

  return withTransaction(session.ctx, async (t) => {
    const { document, recipient } = await lockForSigning(t, session);
    guardTurn(document, recipient);
    guardConsent(document, recipient);
    await markOpened(t, recipient);
    await writeValues(t, values);
    const { count } = await t.tx.recipient.updateMany({
      where: { id: recipient.id, status: { in: ['sent', 'opened'] } },
      data: { status: 'completed', completedAt: t.now(), ip: t.ip, userAgent: t.userAgent },
    });
    if (count === 0)
      throw documentStateProblem('sign', document.status, 'This recipient has already completed.');
    await appendEvents(t, document.id, [
      {
        type: 'recipient.completed',
        payload: { recipient_id: recipient.id, role: recipient.role, fields: values.length },
      },
    ]);
    return advance(t, await readLocked(t, document.id), document.status);
  });
}

/** Throws document-state with `consent_required`: who has not agreed to act electronically is asked for nothing else. */
function guardConsent(document: FullDocument, { consentAt }: Recipient): void {
  if (consentAt) return;
  throw new ProblemError('document-state', {
    detail: 'The recipient has not accepted the consent text yet.',
    members: { current: document.status, allowed: [], consent_required: true },
  });
}

/** One statement, however many fields there are. */
async function writeValues(ctx: TxCtx, values: readonly CollectedValue[]): Promise<void> {
  await ctx.tx.$executeRaw`
    UPDATE field SET value = v.value, signature = coalesce(v.signature, field.signature),
      completed_at = CASE WHEN v.value IS NULL THEN NULL ELSE ${ctx.now()}::timestamptz END
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS v("fieldId" uuid, value text, signature jsonb)
    WHERE field.id = v."fieldId"`;
}

/** Moves the document on after somebody completed: to completed with its seal job, or to the next in turn. */
async function advance(ctx: TxCtx, document: FullDocument, before: DocumentStatus): Promise<DocumentStatus> {
  const done = signingProgress(document.recipients) === 'all';
  const status = done ? 'completed' : 'partially_signed';
  const now = ctx.now();
  const { count } = await ctx.tx.document.updateMany({
    where: { id: document.id, status: before },
    data: { status, ...(done && { completedAt: now, closedAt: now }) },
  });
  if (count === 0) throw documentStateProblem('sign', before);
  const system = { type: 'system', id: 'signing' } as const;
  const events: NewEvent[] = [];
  if (done) {
    events.push({ type: 'envelope.completed', actor: system });
    await ctx.enqueue(jobs.documentSeal, { document_id: document.id });
  } else {
    if (before !== status) events.push({ type: 'envelope.partially_signed', actor: system });
    events.push(...(await issueLinks(ctx, document)).map((event) => ({ ...event, actor: system })));
  }
  await appendEvents(ctx, document.id, events);
  return status;
}
