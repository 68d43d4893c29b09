/** The rows that a claim reads when PostgreSQL's statistics are from a time when nothing waited. */
import { closeDb, createDb } from '@countersign/db/client';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { rowsRead } from '../../../../test/support/rows-read.ts';
import { endpointAt } from '../../../../test/support/webhooks.ts';
import { claimDeliveries, dueEndpoints } from './claim.ts';

test('a claim reads the deliveries that it returns and few others, however many wait', async () => {
  const base = await testBase();
  const { endpoint } = await endpointAt(await testCtx(base), 'http://endpoint.test/');
  await base.db.$executeRaw`
    INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, body, created_at, status, delivered_at)
    SELECT ${endpoint.id}::uuid, 'evt_outbox_' || n, 'document.sent', '{}', now(), 'success', now()
    FROM generate_series(1, 50000) n`;
  await base.db.$executeRaw`ANALYZE webhook_delivery`;
  await base.db.$executeRaw`
    INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, body, created_at, due_at)
    SELECT ${endpoint.id}::uuid, 'evt_outbox_' || n, 'document.sent', '{}', now(), now() FROM generate_series(1, 20000) n`;
  const db = createDb(base.databaseUrl, { max: 1 });
  try {
    const before = await rowsRead(db, 'webhook_delivery');
    const endpoints = [{ id: endpoint.id, slots: 10, version: null }];
    const [claimed] = await claimDeliveries(db, { worker: endpoint.id, endpoints, busy: [] }, null);
    expect(claimed!.deliveries).toHaveLength(10);
    expect(await dueEndpoints(db, null)).toContainEqual({
      id: endpoint.id,
      workspaceId: endpoint.workspaceId,
    });
    expect((await rowsRead(db, 'webhook_delivery')) - before).toBeLessThan(1000);
  } finally {
    await closeDb(db);
  }
});
