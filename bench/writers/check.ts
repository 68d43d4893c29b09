/** The checker: reads the whole database and reports every impossible state. */

import { verifyChain } from '@countersign/contract/audit-chain';
import type { EventOut } from '@countersign/contract/event';
import { publicEventOf } from '@countersign/contract/events';
import type { FullDocument } from '@countersign/core/document/lock';
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
    include: { recipients: true, fields: true, files: true },
  });
  for (const document of documents) {
    const trail = await listEvents(db, document.id);
    events += trail.length;
    const found = [
      ...chainFaults(document, trail),
      ...eventFaults(document, trail),
      ...statusFaults(document),
      ...(await effectFaults(db, document, trail)),
    ];
    faults.push(...found.map((text) => `${document.status}: ${text}`));
  }
  const sent = documents.filter((document) => document.sentAt !== null && document.mode === 'live').length;
  const used = await db.usageMonth.aggregate({ where: { workspaceId }, _sum: { used: true } });
  if ((used._sum.used ?? 0) !== sent) faults.push(`${used._sum.used} envelopes counted, ${sent} sent`);
  return { documents: documents.length, events, faults };
}

function chainFaults(document: FullDocument, trail: readonly EventOut[]): string[] {
  const verdict = verifyChain(trail);
  if (!verdict.ok) return [`chain broken at ${verdict.brokenAtSeq}: ${verdict.reason}`];
  const isHead = verdict.head === document.chainHead && verdict.count === document.chainSeq;
  return isHead ? [] : ['the row does not have the head of its chain'];
}

/** Compares how often each event occurred with the state. */
function eventFaults(document: FullDocument, trail: readonly EventOut[]): string[] {
  const count = (type: string) => trail.filter(({ event_type }) => event_type === type).length;
  const expected: Array<[type: string, times: number]> = [
    ...Object.entries(closing).map(([status, type]): [string, number] => [
      type,
      document.status === status ? 1 : 0,
    ]),
    ['envelope.sent', document.sentAt ? 1 : 0],
  ];
  const wrong = expected.filter(([type, times]) => count(type) !== times);
  const completionsOf = (id: string) =>
    trail.filter(
      ({ event_type, payload }) => event_type === 'recipient.completed' && payload.recipient_id === id,
    ).length;
  const miscounted = document.recipients.filter(
    ({ id, status }) => completionsOf(id) !== (status === 'completed' ? 1 : 0),
  );
  return [
    ...wrong.map(([type]) => `${count(type)} events ${type}`),
    ...miscounted.map(({ id, status }) => `${status} recipient with ${completionsOf(id)} completions`),
  ];
}

/** Progress that each status requires. */
const requiredProgress: Partial<Record<FullDocument['status'], ReturnType<typeof signingProgress>>> = {
  sent: 'none',
  partially_signed: 'some',
  completed: 'all',
};

/** Compares the status with recipients and values. */
function statusFaults({ status, recipients, fields }: FullDocument): string[] {
  const faults: string[] = [];
  const progress = signingProgress(recipients);
  const required = requiredProgress[status];
  if (required !== undefined && progress !== required)
    faults.push(`${progress} of the recipients have completed`);
  const underway = status === 'sent' || status === 'partially_signed';
  const turn = recipients.filter(
    (one) => isActive(one) && mustAct(one) && one.signingOrder === currentOrder(recipients),
  );
  if (underway && turn.some((one) => one.status === 'pending'))
    faults.push('a recipient whose turn it is has no link');
  const completed = new Set(recipients.filter((one) => one.status === 'completed').map(({ id }) => id));
  if (fields.some(({ value, recipientId }) => value !== null && !completed.has(recipientId ?? '')))
    faults.push('a value of a recipient who has not completed');
  return faults;
}

/** Compares outbox and seal jobs with the trail and the status. */
async function effectFaults(
  db: Db,
  { id, status, sealedAt }: FullDocument,
  trail: readonly EventOut[],
): Promise<string[]> {
  const faults: string[] = [];
  const outbox = await db.outboxEvent.findMany({ where: { documentId: id }, orderBy: { seq: 'asc' } });
  const expected = trail
    .filter((event) => publicEventOf[event.event_type as keyof typeof publicEventOf])
    .map((event) => event.seq);
  if (JSON.stringify(outbox.map((row) => row.seq)) !== JSON.stringify(expected))
    faults.push('the outbox differs from the chain');
  const [jobs] = await db.$queryRaw<Array<{ count: bigint }>>`
    SELECT count(*) FROM pgboss.job WHERE name = 'document.seal' AND data->>'document_id' = ${id}`;
  const most = status === 'completed' ? 1 : 0;
  // The queue deletes a job 15 minutes after it has ended.
  const least = sealedAt ? 0 : most;
  if (Number(jobs!.count) < least || Number(jobs!.count) > most) faults.push(`${jobs!.count} seal jobs`);
  return faults;
}
