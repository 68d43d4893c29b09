/** Every public event reaches a real receiver once, when it happens. Crashes and races lose or duplicate nothing. */

import { encodeId } from '@countersign/contract/ids';
import type { WebhookEvent } from '@countersign/contract/webhook';
import { expireDueDocuments } from '@countersign/core/document/expire';
import { sendDocument } from '@countersign/core/document/send';
import { voidDocument } from '@countersign/core/document/void';
import { listEvents } from '@countersign/core/event/list';
import { recordBounce } from '@countersign/core/recipient/record-bounce';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import { openDocument } from '@countersign/core/signing/open';
import { rejectDocument } from '@countersign/core/signing/reject';
import type { Dispatcher } from '@countersign/core/webhook/dispatcher';
import { pingEndpoint } from '@countersign/core/webhook/ping';
import { beforeAll, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../support/base.ts';
import { asRecipient, finalizedDraft, sentCopy, sentDocument, signAs } from '../support/documents.ts';
import { startWorker, until } from '../support/processes.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { deliveriesOf, endpointAt, passLeases, startDispatcher } from '../support/webhooks.ts';

let receiver: Receiver;
let paths = 0;
beforeAll(async () => {
  receiver = await startReceiver();
});

async function place() {
  const base: TestBase = await testBase();
  const ctx = await testCtx(base);
  paths += 1;
  const path = `/hook-${paths}`;
  const { endpoint } = await endpointAt(ctx, receiver.url + path);
  return {
    base,
    ctx,
    path,
    endpoint,
    events: () => receiver.at(path).map((one) => one.event as unknown as WebhookEvent),
  };
}

test('a document from creation to seal, with a bounce and a resend: each event is delivered once for each occurrence', async () => {
  const { base, ctx, events } = await place();
  const dispatcher = startDispatcher(base);
  const told = async () => {
    await dispatcher.settled();
    return events()
      .map(({ type, data }) => `${type} (${data.engine_event_type})`)
      .splice(seen)
      .sort();
  };
  let seen = 0;
  const since = async () => {
    const now = await told();
    seen = events().length;
    return now;
  };

  const draft = await finalizedDraft(ctx);
  expect(await since()).toEqual(['document.created (envelope.created)']);
  const id = encodeId('doc', draft.id);
  await sendDocument(ctx, id, {});
  expect(await since()).toEqual(['document.sent (envelope.sent)']);
  await recordBounce(base, {
    documentId: draft.id,
    email: draft.recipients[0]!.email,
    permanent: true,
    detail: '550 no such user',
    requestId: 'r',
  });
  expect(await since()).toEqual(['document.bounced (recipient.bounced)']);
  await sendDocument(ctx, id, {});
  expect(await since()).toEqual(['document.sent (envelope.resent)']);
  const document = await base.db.document.findUniqueOrThrow({
    where: { id: draft.id },
    include: { recipients: { orderBy: { position: 'asc' } }, fields: true, files: true },
  });
  const [first, second] = document.recipients;
  for (let time = 0; time < 3; time += 1) await openDocument(base, asRecipient(base, first!));
  expect(await since()).toEqual(['document.opened (recipient.opened)']);
  await signAs(ctx, document, first!);
  expect(await since()).toEqual(['document.signed (recipient.completed)']);
  await signAs(ctx, document, second!);
  expect(await since()).toEqual([
    'document.completed (envelope.completed)',
    'document.opened (recipient.opened)',
    'document.signed (recipient.completed)',
  ]);
  const sealKeys = createSealKeys({ dataDir: base.folder, log: base.log });
  for (let time = 0; time < 2; time += 1)
    await sealDocument({ ...base, sealKeys, timestamper: null }, { documentId: draft.id, requestId: 'r' });
  expect(await since()).toEqual(['document.sealed (envelope.sealed)']);

  // Events may arrive in any order; `data.seq` has the order in which they happened.
  const chain = await listEvents(base.db, draft.id);
  const told2 = [...events()].sort((a, b) => a.data.seq - b.data.seq);
  const public_ = new Set(told2.map(({ data }) => data.seq));
  expect(
    told2.map(({ data, created_at }) => [data.seq, data.engine_event_type, created_at, data.actor]),
  ).toEqual(
    chain
      .filter(({ seq }) => public_.has(seq))
      .map(({ seq, event_type, created_at_iso, actor }) => [
        seq,
        event_type,
        created_at_iso,
        `${actor.type}:${actor.id}`,
      ]),
  );
  expect(public_.size).toBe(events().length);
});

test('documents that close without completion: rejected and expired are delivered once; void is not a public event', async () => {
  const { base, ctx, events } = await place();
  const source = await finalizedDraft(ctx);
  const [rejected, expired, voided] = [
    await sentCopy(ctx, source),
    await sentCopy(ctx, source),
    await sentCopy(ctx, source),
  ];
  await rejectDocument(base, asRecipient(base, rejected.recipients[0]!), { reason: 'No.' });
  await base.db.document.update({
    where: { id: expired.id },
    data: { expiresAt: new Date(base.now().getTime() - 1000) },
  });
  await expireDueDocuments(base, 'r');
  await expireDueDocuments(base, 'r');
  await voidDocument(ctx, encodeId('doc', voided.id), { reason: 'Wrong.' });
  await startDispatcher(base).settled();
  const closing = events().filter(({ type }) => !/created|sent|opened/.test(type));
  expect(closing.map(({ type, document }) => `${document} ${type}`).sort()).toEqual(
    [
      `${encodeId('doc', rejected.id)} document.rejected`,
      `${encodeId('doc', expired.id)} document.expired`,
    ].sort(),
  );
});

test('several concurrent dispatchers deliver each event once', async () => {
  const { base, ctx, endpoint, events } = await place();
  const source = await finalizedDraft(ctx);
  const dispatchers = [startDispatcher(base), startDispatcher(base), startDispatcher(base)];
  await Promise.all(Array.from({ length: 20 }, () => sentCopy(ctx, source)));
  for (const dispatcher of dispatchers) await dispatcher.settled();
  const rows = await base.db.outboxEvent.findMany({ where: { workspaceId: ctx.workspaceId } });
  expect(rows.length).toBe(41);
  const ids = rows.map(({ id }) => `evt_outbox_${id}`).sort();
  await until(async () => events().length >= 41, 'all deliveries');
  expect(
    events()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids);
  const deliveries = await deliveriesOf(base, endpoint.id);
  expect(deliveries.map(({ eventId }) => eventId).sort()).toEqual(ids);
  expect(deliveries.every(({ attempt }) => attempt === 1)).toBe(true);
});

const workerOf = (base: TestBase, env: Record<string, string> = {}) =>
  startWorker({
    queues: 'webhook',
    databaseUrl: base.databaseUrl,
    folder: base.folder,
    env: { WEBHOOK_ALLOW_PRIVATE: 'true', ...env },
  });

/**
 * Expires the leases of a worker that no longer works, until another worker has sent the deliveries again, and returns that worker.
 * Repeats this if a late statement of the first worker renewed its lease.
 */
async function takeOver(base: TestBase, path: string): Promise<Dispatcher> {
  const sent = receiver.at(path).length;
  const [lease] = await base.db.$queryRaw<[{ holder: string; seconds: number }]>`
    SELECT holder, extract(epoch FROM held_until - clock_timestamp())::int AS seconds FROM webhook_lease
    ORDER BY held_until DESC LIMIT 1`;
  expect(lease.seconds).toBeLessThanOrEqual(30);
  const dispatcher = startDispatcher(base, { pollMs: 20 });
  const again = async () => {
    await passLeases(base, lease.holder);
    return receiver.at(path).length > sent;
  };
  await until(again, 'the other worker');
  await dispatcher.settled();
  return dispatcher;
}

/** Starts a worker process whose clock is ten minutes fast. */
const fastClockWorkerOf = (base: TestBase) =>
  workerOf(base, {
    NODE_OPTIONS: `--import=${new URL('../support/clock-ahead.mjs', import.meta.url)}`,
  });

test('the leases of a killed worker with a clock ten minutes fast end as early as those of any other worker', async () => {
  const { base, ctx, path, endpoint } = await place();
  receiver.behave(path, () => undefined);
  const fastClockWorker = await fastClockWorkerOf(base);
  const ping = await pingEndpoint(ctx, endpoint.id);
  await receiver.until((one) => one.path === path);
  await fastClockWorker.kill();

  receiver.behave(path, 204);
  await takeOver(base, path);
  expect(receiver.at(path).map(({ event }) => event.id)).toEqual([ping.eventId, ping.eventId]);
});

test('a worker with a clock ten minutes fast writes and signs with the time of PostgreSQL', async () => {
  const { base, ctx, path, endpoint, events } = await place();
  receiver.behave(path, 500);
  const fastClockWorker = await fastClockWorkerOf(base);
  const near = (moment: Date | number) => Math.abs(Number(moment) - Date.now()) < 120_000;
  await sentDocument(ctx);
  await until(
    async () => (await deliveriesOf(base, endpoint.id)).filter(({ attempt }) => attempt === 1).length === 2,
    'both attempts',
  );
  expect(events()).toHaveLength(2);
  const [one] = receiver.at(path);
  expect(near(Number(one!.headers['webhook-timestamp']) * 1000)).toBe(true);
  const [delivery] = await deliveriesOf(base, endpoint.id);
  const [attempt] = delivery!.attempts as Array<{ at: string }>;
  expect(near(delivery!.createdAt)).toBe(true);
  expect(near(Date.parse(attempt!.at))).toBe(true);
  expect(near(delivery!.nextRetryAt!)).toBe(true);
  expect(delivery!.dueAt).toEqual(delivery!.nextRetryAt);
  expect(await fastClockWorker.stop()).toBe(0);
});

test('results that a worker records after its lease ended, because it was suspended, do not count', async () => {
  const { base, ctx, path, endpoint } = await place();
  const late = Promise.withResolvers<() => void>();
  receiver.behave(path, (response) => late.resolve(() => response.writeHead(500).end()));
  const still = await workerOf(base);
  const ping = await pingEndpoint(ctx, endpoint.id);
  const answerLate = await late.promise;
  process.kill(still.pid, 'SIGSTOP');
  receiver.behave(path, 204);
  await takeOver(base, path);
  const [done] = await deliveriesOf(base, endpoint.id);
  expect(done).toMatchObject({ id: ping.id, status: 'success', attempt: 1 });

  answerLate();
  process.kill(still.pid, 'SIGCONT');
  await still.until((line) => line.message === 'a webhook delivery failed' && line.response_code === 500);
  expect(await still.stop()).toBe(0);
  expect(await deliveriesOf(base, endpoint.id)).toEqual([done]);
});

test('after a worker was killed during a delivery, another one delivers the same event with the same id', async () => {
  const { base, ctx, path, endpoint } = await place();
  receiver.behave(path, () => undefined);
  const doomed = await workerOf(base);
  await pingEndpoint(ctx, endpoint.id);
  const [cut] = await receiver.until((one) => one.path === path);
  await doomed.kill();
  const [left] = await deliveriesOf(base, endpoint.id);
  expect(left).toMatchObject({ status: 'queued', attempt: 0 });

  receiver.behave(path, 204);
  const dispatcher = await takeOver(base, path);
  const [, again] = receiver.at(path);
  expect(again!.body).toBe(cut!.body);
  expect(again!.headers['webhook-id']).toBe(cut!.headers['webhook-id']);
  expect((await deliveriesOf(base, endpoint.id))[0]).toMatchObject({ status: 'success', attempt: 1 });
  await dispatcher.stop();

  const worker = await workerOf(base);
  const document = await sentDocument(ctx);
  const told = await receiver.until(
    (one) => one.path === path && one.event.document === encodeId('doc', document.id),
    2,
  );
  expect(told.map(({ event }) => event.type).sort()).toEqual(['document.created', 'document.sent']);
  expect(await worker.stop()).toBe(0);
  const deliveries = await deliveriesOf(base, endpoint.id);
  expect(deliveries.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
});
