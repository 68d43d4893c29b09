/** What is recorded of an attempt, and its cost when PostgreSQL's statistics are outdated. */
import { closeDb, createDb } from '@countersign/db/client';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { endpointAt } from '../../../../test/support/webhooks.ts';
import { pingEndpoint } from './ping.ts';
import { recordAttempts } from './record-attempts.ts';

test('after a failure of this machine the delivery is due five seconds later, and the attempt does not count', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const { endpoint } = await endpointAt(ctx, 'http://endpoint.test/');
  const { id, revision, attempt } = await pingEndpoint(ctx, endpoint.id);
  const endedAt = new Date('2030-01-01T00:00:00Z');
  const result = { ok: false, stage: 'ours', responseCode: null, error: 'no key', durationMs: 0 } as const;
  await recordAttempts(base.db, {
    worker: endpoint.id,
    finished: [{ delivery: { id: String(id), revision, attempt }, at: endedAt, endedAt, result }],
    released: [],
  });
  expect(await base.db.webhookDelivery.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: 'queued',
    attempt: 0,
    attempts: [],
    dueAt: new Date('2030-01-01T00:00:05Z'),
  });
});

test('deliveries are found by id to record attempts, even if the statistics are from a time when none waited', async () => {
  const base = await testBase();
  const { endpoint } = await endpointAt(await testCtx(base), 'http://endpoint.test/');
  // With this many delivered rows, PostgreSQL does not choose to read the whole table.
  await base.db.$executeRaw`
    INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, body, created_at, status, delivered_at)
    SELECT ${endpoint.id}::uuid, 'evt_outbox_' || n, 'document.sent', '{}', now(), 'success', now()
    FROM generate_series(1, 50000) n`;
  await base.db.$executeRaw`ANALYZE webhook_delivery`;
  await base.db.$executeRaw`
    INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, body, created_at, due_at)
    SELECT ${endpoint.id}::uuid, 'evt_outbox_' || n, 'document.sent', '{}', now(), now() FROM generate_series(1, 2000) n`;
  const deliveries = await base.db.webhookDelivery.findMany({
    where: { endpointId: endpoint.id, dueAt: { not: null } },
    orderBy: { id: 'asc' },
    take: 100,
  });
  // One connection, so that the counts of what it has read can be flushed on it.
  const db = createDb(base.databaseUrl, { max: 1 });
  try {
    const entriesRead = async () => {
      await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
      const [row] = await db.$queryRaw<Array<{ entries: number }>>`
        SELECT sum(idx_tup_read)::int AS entries FROM pg_stat_user_indexes WHERE relname = 'webhook_delivery'`;
      return row!.entries;
    };
    const before = await entriesRead();
    const at = new Date();
    await recordAttempts(db, {
      worker: endpoint.id,
      finished: deliveries.map(({ id, revision, attempt }) => ({
        delivery: { id: String(id), revision, attempt },
        at,
        endedAt: at,
        result: { ok: true, stage: 'answered', responseCode: 204, error: null, durationMs: 1 },
      })),
      released: [],
    });
    expect((await entriesRead()) - before).toBeLessThan(1000);
  } finally {
    await closeDb(db);
  }
  const left = await base.db.webhookDelivery.count({
    where: { endpointId: endpoint.id, dueAt: { not: null } },
  });
  expect(left).toBe(1900);
});
