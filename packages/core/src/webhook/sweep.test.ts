/** Retention, and the figures for operators. */

import { CreateDocumentReq } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { sentDocument } from '../../../../test/support/documents.ts';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { deliveriesOf, endpointAt, startDispatcher } from '../../../../test/support/webhooks.ts';
import { createDocument } from '../document/create.ts';
import { sendDocument } from '../document/send.ts';
import { advanceClock } from '../test-mode/advance-clock.ts';
import { deleteEndpoint } from './delete.ts';
import { readDeadDeliveries, readDueDeliveries, readWaitingEvents } from './inspect.ts';
import { pingEndpoint } from './ping.ts';
import { sweepWebhooks } from './sweep.ts';

const dayMs = 86_400_000;

test('events and deliveries are deleted when their retention is over, and not earlier; so is what deleted endpoints left', async () => {
  const base = await testBase();
  base.clock.stop();
  // Other tests of this file may have left rows, which the sweep would delete too.
  await base.db.$transaction([base.db.webhookDelivery.deleteMany(), base.db.outboxEvent.deleteMany()]);
  const ctx = await testCtx(base);
  const { url } = await startReceiver();
  const kept = (await endpointAt(ctx, url)).endpoint;
  const deleted = (await endpointAt(ctx, url)).endpoint;
  const dispatcher = startDispatcher(base);
  await createDocument(ctx, CreateDocumentReq.parse({ title: 'Old' }));
  await dispatcher.settled();
  await deleteEndpoint(ctx, deleted.id);
  expect(await sweepWebhooks(base)).toEqual({ events: 0, deliveries: 0, endpoints: 0 });

  base.clock.advance(60_000);
  expect(await sweepWebhooks(base)).toEqual({ events: 0, deliveries: 0, endpoints: 0 });
  base.clock.advance(1);
  expect(await sweepWebhooks(base)).toEqual({ events: 0, deliveries: 1, endpoints: 1 });
  expect(await deliveriesOf(base, kept.id)).toHaveLength(1);

  base.clock.advance(30 * dayMs - 60_001);
  expect(await sweepWebhooks(base)).toEqual({ events: 0, deliveries: 0, endpoints: 0 });
  base.clock.advance(1);
  expect(await sweepWebhooks(base)).toEqual({ events: 1, deliveries: 1, endpoints: 0 });
  await dispatcher.stop();
  // This event has no deliveries yet, so it stays however old it is.
  await createDocument(ctx, CreateDocumentReq.parse({ title: 'New' }));
  base.clock.advance(40 * dayMs);
  expect(await sweepWebhooks(base)).toEqual({ events: 0, deliveries: 0, endpoints: 0 });
});

test('events of a document with an advanced clock are deleted at the same time as all others, and do not delay them', async () => {
  const base = await testBase();
  const ctx = await testCtx(base, 'test');
  const dispatcher = startDispatcher(base);
  const { id } = await sentDocument(ctx);
  await advanceClock(ctx, encodeId('doc', id), { seconds: 366 * 86_400 });
  await sendDocument(ctx, encodeId('doc', id), {});
  await dispatcher.settled();
  const left = () => base.db.outboxEvent.count({ where: { documentId: id } });
  await sweepWebhooks(base);
  expect(await left()).toBeGreaterThan(0);
  base.clock.advance(31 * dayMs);
  await sweepWebhooks(base);
  expect(await left()).toBe(0);
});

test('figures: events without deliveries, deliveries that are due, and dead deliveries, each with the oldest', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const receiver = await startReceiver();
  receiver.behave('/', 500);
  const { endpoint } = await endpointAt(ctx, `${receiver.url}/`);
  const figures = async () => [
    (await readWaitingEvents(base.db)).count,
    (await readDueDeliveries(base.db)).count,
    (await readDeadDeliveries(base.db)).count,
  ];
  const [events] = await figures();
  await createDocument(ctx, CreateDocumentReq.parse({ title: 'Waits' }));
  const ping = await pingEndpoint(ctx, endpoint.id);
  expect(await figures()).toEqual([events! + 1, 1, 0]);
  expect((await readDueDeliveries(base.db)).oldest).toEqual(ping.dueAt);
  const dispatcher = startDispatcher(base);
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await dispatcher.settled();
    base.clock.advance(1_800_001);
  }
  expect(await figures()).toEqual([0, 0, 2]);
});
