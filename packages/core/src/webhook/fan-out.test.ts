/** Which events are fanned out next when many wait, and the rows that this reads. */
import { newId } from '@countersign/contract/ids';
import { closeDb, createDb } from '@countersign/db/client';
import { beforeEach, expect, test } from '@jest/globals';
import { type TestBase, testBase } from '../../../../test/support/base.ts';
import { until } from '../../../../test/support/processes.ts';
import { rowsRead } from '../../../../test/support/rows-read.ts';
import { startDispatcher } from '../../../../test/support/webhooks.ts';
import { fanOut, hasEventsToFanOut, rotationStart } from './fan-out.ts';
import { readWaitingEvents } from './inspect.ts';

let base: TestBase;
beforeEach(async () => {
  base = await testBase();
  await base.db.outboxEvent.deleteMany();
});

/** Writes waiting events of a workspace; their time is that many minutes ago. */
async function waiting(workspaceId: string, count: number, minutes = 0): Promise<void> {
  await base.db.$executeRaw`
    INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at)
    SELECT ${workspaceId}::uuid, ${workspaceId}::uuid, 'live', 'document.sent', n, 'envelope.sent', 'api_key',
      now() - make_interval(mins => ${minutes}::int)
    FROM generate_series(1, ${count}::int) n`;
}

const left = (workspaceId: string) =>
  base.db.outboxEvent.count({ where: { workspaceId, fannedOutAt: null } });

test('workspaces take turns, so a large backlog of one does not delay the others', async () => {
  const [large, small, another] = [newId(), newId(), newId()];
  await waiting(large, 100, 5);
  await waiting(small, 3);
  await waiting(another, 1);
  expect((await readWaitingEvents(base.db)).count).toBe(104);
  const first = await fanOut(base.db, null, { limit: 10 });
  expect(first).toMatchObject({ events: 8, next: another });
  expect([await left(large), await left(small), await left(another)]).toEqual([96, 0, 0]);

  await waiting(small, 1);
  const second = await fanOut(base.db, null, { limit: 10, after: large });
  expect(second).toMatchObject({ events: 1, next: small });
  const third = await fanOut(base.db, null, { limit: 10, after: small });
  expect(third).toMatchObject({ events: 10, next: large });
  expect(await fanOut(base.db, null, { after: rotationStart })).toMatchObject({ events: 86, next: null });
  expect(await hasEventsToFanOut(base)).toBe(false);
  expect(await fanOut(base.db, null, { after: large })).toMatchObject({ events: 0, next: null });
});

test('more workspaces than fit into one batch all get their turn', async () => {
  const workspaces = Array.from({ length: 150 }, newId);
  for (const [at, workspaceId] of workspaces.entries()) await waiting(workspaceId, 1, at === 140 ? 60 : 0);
  const { oldest } = await readWaitingEvents(base.db);
  expect(oldest!.getTime()).toBeLessThan(Date.now() - 59 * 60_000);
  const first = await fanOut(base.db, null);
  expect(first).toMatchObject({ events: 100, next: workspaces[99] });
  await waiting(workspaces[0]!, 1);
  const second = await fanOut(base.db, null, { after: first.next! });
  expect(second).toMatchObject({ events: 50, next: workspaces[149] });
  const third = await fanOut(base.db, null, { after: second.next! });
  expect(third).toMatchObject({ events: 1, next: null });
});

test('the dispatcher continues after the workspaces that had their turn, without waiting for the next poll', async () => {
  const workspaces = Array.from({ length: 101 }, newId);
  for (const [at, workspaceId] of workspaces.entries()) await waiting(workspaceId, at === 100 ? 1 : 6);
  let moment = Date.now();
  const now = () => {
    moment += 1000;
    return new Date(moment);
  };
  startDispatcher(base, { now, pollMs: 600_000 });
  await until(async () => !(await hasEventsToFanOut(base)), 'all events to be fanned out');
  const lastOf = async (workspaceId: string) => {
    const { fannedOutAt } = await base.db.outboxEvent.findFirstOrThrow({
      where: { workspaceId },
      orderBy: { id: 'desc' },
    });
    return fannedOutAt!.getTime();
  };
  // The first hundred share the first batch: five events each. Their last events come after those of all others.
  expect(await lastOf(workspaces[100]!)).toBeLessThan(await lastOf(workspaces[0]!));
});

test('a batch reads the events that it returns and few others, however many wait or were fanned out', async () => {
  const [large, small] = [newId(), newId()];
  await waiting(large, 30_000);
  await base.db.$executeRaw`UPDATE outbox_event SET fanned_out_at = now()`;
  await base.db.$executeRaw`VACUUM ANALYZE outbox_event`;
  await waiting(large, 20_000);
  await waiting(small, 1);
  const db = createDb(base.databaseUrl, { max: 1 });
  try {
    const before = await rowsRead(db, 'outbox_event');
    expect(await fanOut(db, null, { limit: 10 })).toMatchObject({ events: 6 });
    const after = await rowsRead(db, 'outbox_event');
    expect(after - before).toBeLessThan(1000);
    expect((await readWaitingEvents(db)).count).toBe(10_000);
    expect((await rowsRead(db, 'outbox_event')) - after).toBeLessThan(11_000);
  } finally {
    await closeDb(db);
  }
});
