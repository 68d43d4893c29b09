/** The checker: reads the whole database and reports every impossible state. */

import { verifyChain } from '@countersign/contract/audit-chain';
import { publicEventOf } from '@countersign/contract/events';
import { listEvents } from '@countersign/core/event/list';
import { currentOrder, isActive, mustAct, signingProgress } from '@countersign/core/recipient/status';
import type { Db } from '@countersign/db/client';

export interface Verdict {
  documents: number;
  events: number;
  faults: string[];
}

const closing: Record<string, string> = {
  voided: 'envelope.voided',
  rejected: 'envelope.rejected',
  expired: 'envelope.expired',
  completed: 'envelope.completed',
};

/** Checks every document of the workspace: chain, head, states against events, outbox, seal jobs, and the envelope count. */
export async function checkEverything(db: Db, workspaceId: string): Promise<Verdict> {
  const faults: string[] = [];
  let events = 0;
  const documents = await db.document.findMany({
    where: { workspaceId },
    include: { recipients: true, fields: true },
  });
  for (const document of documents) {
    const fault = (text: string) => faults.push(`${document.status}: ${text}`);
    const trail = await listEvents(db, document.id);
    events += trail.length;
    const types = trail.map((event) => event.event_type);
    const count = (type: string) => types.filter((one) => one === type).length;

    const verdict = verifyChain(trail);
    if (!verdict.ok) fault(`chain broken at ${verdict.brokenAtSeq}: ${verdict.reason}`);
    else if (verdict.head !== document.chainHead || verdict.count !== document.chainSeq)
      fault('the row does not name the head of its chain');

    for (const [status, type] of Object.entries(closing)) {
      if (count(type) !== (document.status === status ? 1 : 0)) fault(`${count(type)} events ${type}`);
    }
    if (count('envelope.sent') !== (document.sentAt ? 1 : 0))
      fault(`${count('envelope.sent')} events envelope.sent`);
    const progress = signingProgress(document.recipients);
    if (document.status === 'completed' && progress !== 'all') fault('completed before everybody was');
    if (document.status === 'sent' && progress !== 'none') fault('sent, but somebody has completed');
    if (document.status === 'partially_signed' && progress !== 'some')
      fault(`partially signed, but ${progress} have completed`);
    const underway = document.status === 'sent' || document.status === 'partially_signed';
    const turn = document.recipients.filter(
      (one) => isActive(one) && mustAct(one) && one.signingOrder === currentOrder(document.recipients),
    );
    if (underway && turn.some((one) => one.status === 'pending'))
      fault('somebody whose turn it is has no link');
    for (const recipient of document.recipients) {
      const completions = trail.filter(
        (event) => event.event_type === 'recipient.completed' && event.payload.recipient_id === recipient.id,
      );
      if (completions.length !== (recipient.status === 'completed' ? 1 : 0))
        fault(`${recipient.status} recipient with ${completions.length} completions`);
    }
    const signed = document.fields.filter((field) => field.value !== null);
    if (
      signed.some(
        (field) => document.recipients.find((one) => one.id === field.recipientId)?.status !== 'completed',
      )
    ) {
      fault('a value of somebody who has not completed');
    }
    const outbox = await db.outboxEvent.findMany({
      where: { documentId: document.id },
      orderBy: { seq: 'asc' },
    });
    const expected = trail
      .filter((event) => publicEventOf[event.event_type as keyof typeof publicEventOf])
      .map((event) => event.seq);
    if (JSON.stringify(outbox.map((row) => row.seq)) !== JSON.stringify(expected))
      fault('the outbox differs from the chain');
    const [jobs] = await db.$queryRaw<Array<{ count: bigint }>>`
      SELECT count(*) FROM pgboss.job WHERE name = 'document.seal' AND data->>'document_id' = ${document.id}`;
    if (Number(jobs!.count) !== (document.status === 'completed' ? 1 : 0)) fault(`${jobs!.count} seal jobs`);
  }
  const sent = documents.filter((document) => document.sentAt !== null && document.mode === 'live').length;
  const used = await db.usageMonth.aggregate({ where: { workspaceId }, _sum: { used: true } });
  if ((used._sum.used ?? 0) !== sent) faults.push(`${used._sum.used} envelopes counted, ${sent} sent`);
  return { documents: documents.length, events, faults };
}
