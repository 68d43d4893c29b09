/** Operations on a whole bulk send: void-open, remind-open, extend, corrections and archive, and the events of bulk sends (docs/BULK.md). */
import { verifyChain } from '@countersign/contract/audit-chain';
import type { BulkCorrectionOut, BulkSendOut } from '@countersign/contract/bulk-send';
import { newId } from '@countersign/contract/ids';
import { BulkSendEvent } from '@countersign/contract/webhook';
import { namedBlobs, namedFilesQuery } from '@countersign/core/blob/named-blobs';
import { completeBulkSend, completeBulkSends } from '@countersign/core/bulk-send/complete';
import { endCorrections } from '@countersign/core/bulk-send/correct-lines';
import { expireDueDocuments } from '@countersign/core/document/expire';
import { remindDueRecipients } from '@countersign/core/document/remind';
import { listEvents } from '@countersign/core/event/list';
import { eraseDocument } from '@countersign/core/privacy/erase-document';
import { eraseWhatIsDue } from '@countersign/core/privacy/retention';
import { measureStorage } from '@countersign/core/usage/storage';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { makeTemplate, oneSigner, rowsFor, startBulkWorker, untilStatus } from '../support/bulk.ts';
import { testClock } from '../support/clock.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock: testClock(), settings: { addressMailsPerHour: 3 } });
  await startBulkWorker(api.deps);
});

const dayMs = 86_400_000;
const pathOf = (id: string, action = '') => `/v1/bulk-sends/${id}${action && `/${action}`}`;
const later = (days: number) => new Date(api.clock.now().getTime() + days * dayMs).toISOString();

interface Sent {
  workspace: TestWorkspace;
  client: Client;
  id: string;
  template: string;
}

/** A workspace with a bulk send that was sent in test mode. */
async function sent(rows: object[], definition: object = {}): Promise<Sent> {
  const workspace = await api.createTestWorkspace();
  const client = workspace.test;
  const template = await makeTemplate(workspace.live, definition);
  const made = await client.post('/v1/bulk-sends', { template_id: template, rows, external_id: 'mine' });
  expect(made.status).toBe(201);
  const { id } = made.body as BulkSendOut;
  expect((await client.post(`${pathOf(id, 'dispatch')}?skip_invalid=true`)).status).toBe(202);
  await untilStatus(client, id, 'done');
  return { workspace, client, id, template };
}

/** A workspace with a bulk send in test mode that was not dispatched. */
async function unsent(rows: object[]): Promise<Sent> {
  const workspace = await api.createTestWorkspace();
  const client = workspace.test;
  const template = await makeTemplate(workspace.live);
  const created = await client.post('/v1/bulk-sends', { template_id: template, rows });
  expect(created.status).toBe(201);
  return { workspace, client, id: created.body.id as string, template };
}

/** Stores an operation that runs, without a job for it. */
async function startedOperation(bulkSendId: string, kind: string): Promise<string> {
  const id = newId();
  const stored = { input: {}, requestedBy: {}, createdAt: api.clock.now() };
  await api.deps.db.bulkOperation.create({ data: { id, bulkSendId, kind, ...stored } });
  return id;
}

/** Starts an operation and returns the bulk send when it is done. */
async function operate({ client, id }: Sent, action: string, body: object = {}): Promise<BulkSendOut> {
  const ordered = await client.post(pathOf(id, action), body);
  expect(ordered.status).toBe(202);
  return untilDone({ client, id }, (ordered.body as BulkSendOut).operation!.id);
}

async function untilDone({ client, id }: Pick<Sent, 'client' | 'id'>, operation: string) {
  let send: BulkSendOut | null = null;
  await until(async () => {
    send = (await client.get(pathOf(id))).body as BulkSendOut;
    return send.operation?.id === operation && send.operation.status === 'done';
  }, 'the operation to end');
  return send!;
}

async function correct(on: Sent, lines: string[]): Promise<BulkSendOut> {
  const ordered = await on.client
    .post(pathOf(on.id, 'corrections'))
    .type('text/csv')
    .send(`${lines.join('\n')}\n`);
  expect(ordered.status).toBe(202);
  return untilDone(on, (ordered.body as BulkSendOut).operation!.id);
}

const resultsOf = async ({ client, id }: Sent, query = '') =>
  (await client.get(`${pathOf(id, 'corrections')}${query}`)).body.items as BulkCorrectionOut[];

const documentsOf = ({ workspace, id }: Sent) =>
  api.deps.db.document.findMany({
    where: { workspaceId: workspace.workspaceId, bulkSendId: id },
    include: { recipients: true },
    orderBy: { id: 'asc' },
  });
const mailsOf = ({ workspace }: Sent, kind: string) =>
  api.deps.db.mail.findMany({
    where: { workspaceId: workspace.workspaceId, kind },
    orderBy: { id: 'asc' },
  });
const publicId = async (on: Sent, rowNo: number) =>
  ((await on.client.get(pathOf(on.id))).body as BulkSendOut).rows!.find(({ row_no }) => row_no === rowNo)!
    .document_id!;

async function sign(on: Sent, rowNo: number): Promise<void> {
  const document = await publicId(on, rowNo);
  const { recipients } = (await on.client.get(`/v1/documents/${document}`)).body;
  const signed = await on.client.post(`/v1/test/documents/${document}/sign-as/${recipients[0].id}`, {});
  expect(signed.status).toBe(200);
}

/** The events of the bulk send in the feed. Open transactions of other tests delay events briefly. */
async function eventsOf({ client, id }: Sent, count: number): Promise<BulkSendEvent[]> {
  let found: BulkSendEvent[] = [];
  await until(async () => {
    const { items } = (await client.get('/v1/events?limit=200')).body as { items: Array<{ type: string }> };
    found = items.filter(({ type }) => type.startsWith('bulk_send.')) as BulkSendEvent[];
    return found.length >= count;
  }, `${count} events of the bulk send`);
  for (const event of found)
    expect(BulkSendEvent.parse(event)).toMatchObject({ bulk_send: id, mode: 'test', external_id: 'mine' });
  return found;
}

const sweep = () => completeBulkSends(api.deps, 'test');

describe('void-open', () => {
  test('voids every open document once, with the reason, and completes the bulk send', async () => {
    const on = await sent(rowsFor(5));
    await sign(on, 2);
    expectProblem(await on.client.post(pathOf(on.id, 'archive')), 'bulk-send-state');
    expect(issuesOf(await on.client.post(pathOf(on.id, 'void-open'), {}))).toEqual(['body.reason missing']);
    const done = await operate(on, 'void-open', { reason: 'wrong rent' });
    expect(done.operation).toMatchObject({ kind: 'void_open', total: 4, done: 4, skipped: {} });
    const documents = await documentsOf(on);
    expect(documents.map(({ status }) => status)).toEqual([
      'voided',
      'completed',
      'voided',
      'voided',
      'voided',
    ]);
    expect((await mailsOf(on, 'voided')).map(({ toAddress, data }) => [toAddress, data])).toEqual(
      [1, 3, 4, 5].map((n) => [`r${n}@example.test`, { reason: 'wrong rent' }]),
    );
    const trail = await listEvents(api.deps.db, documents[0]!.id);
    expect(trail.at(-1)).toMatchObject({ event_type: 'envelope.voided', payload: { reason: 'wrong rent' } });
    const { chainSeq: seq, chainHead: hash } = documents[0]!;
    expect(verifyChain(trail, { seq, hash })).toMatchObject({ ok: true });

    await sweep();
    const events = await eventsOf(on, 2);
    expect(events.map(({ type, data }) => [type, data.run, data.status, data.sent_count])).toEqual([
      ['bulk_send.finished', 1, 'done', 5],
      ['bulk_send.completed', 1, 'done', 5],
    ]);
    expect(await sweep()).toBe(0);
    expect((await operate(on, 'void-open', { reason: 'again' })).operation).toMatchObject({
      total: 0,
      done: 0,
    });
  });

  test('every other operation and retry-failed are refused while an operation runs', async () => {
    const on = await sent([...rowsFor(2), { recipients: [{ name: 'X', email: 'x' }] }]);
    const running = '01900000-0000-7000-8000-00000000000a';
    const bulkSendId = on.id;
    await api.deps.db.bulkOperation.create({
      data: {
        id: running,
        bulkSendId,
        kind: 'remind_open',
        input: {},
        requestedBy: {},
        createdAt: new Date(),
      },
    });
    for (const action of ['void-open', 'remind-open', 'extend', 'archive', 'retry-failed']) {
      const body = { reason: 'x', expires_at: later(1) };
      const refused = expectProblem(
        await on.client.post(pathOf(on.id, action), body),
        'bulk-operation-running',
      );
      expect(refused).toMatchObject({ operation: { id: running, kind: 'remind_open' } });
    }
    const csv = on.client.post(pathOf(on.id, 'corrections')).type('text/csv').send('row_no,name\n1,A\n');
    expectProblem(await csv, 'bulk-operation-running');
  });

  test('dispatch and cancel are refused while an operation runs', async () => {
    const on = await unsent(rowsFor(1));
    await startedOperation(on.id, 'correct');
    for (const action of ['dispatch', 'cancel'])
      expectProblem(await on.client.post(pathOf(on.id, action)), 'bulk-operation-running');
    expect((await on.client.get(pathOf(on.id))).body.status).toBe('ready');
  });

  test('is refused before the rows are sent', async () => {
    const workspace = await api.createTestWorkspace();
    const template = await makeTemplate(workspace.live);
    const made = await workspace.live.post('/v1/bulk-sends', { template_id: template, rows: rowsFor(1) });
    const refused = await workspace.live.post(pathOf(made.body.id, 'void-open'), { reason: 'x' });
    expect(expectProblem(refused, 'bulk-send-state')).toMatchObject({
      current: 'ready',
      allowed: ['done', 'failed', 'canceled'],
    });
  });
});

describe('remind-open', () => {
  test('reminds each recipient at most once a day, within the limit per address, and names the others', async () => {
    const same = { name: 'Ada', email: 'ada@example.test' };
    const on = await sent([
      ...rowsFor(2),
      ...Array.from({ length: 4 }, () => ({ recipients: [same] })),
      { recipients: [{ ...same, delivery: 'none' }] },
    ]);
    expect((await operate(on, 'remind-open')).operation).toMatchObject({
      done: 0,
      skipped: { mailed_within_a_day: 6, not_mailed: 1 },
    });
    api.clock.advance(dayMs + 1000);
    const [first] = await documentsOf(on);
    await api.deps.db.recipient.updateMany({
      where: { documentId: first!.id },
      data: { bouncedAt: api.clock.now() },
    });
    expect((await operate(on, 'remind-open')).operation).toMatchObject({
      total: 7,
      done: 4,
      skipped: { bounced: 1, mail_limit: 1, not_mailed: 1 },
    });
    // Bulk mails, so they have the pace and hours of the bulk send and come after those of single documents.
    const reminders = await mailsOf(on, 'reminder');
    expect(reminders.map(({ bulkSendId }) => bulkSendId)).toEqual(Array(4).fill(on.id));
    const jobs = await api.deps.db.$queryRaw<Array<{ name: string; priority: number }>>`
      SELECT DISTINCT name, priority FROM pgboss.job WHERE data->>'mail_id' = ANY(${reminders.map(({ id }) => id)}::text[])`;
    expect(jobs).toEqual([{ name: 'mail.send-bulk', priority: -21 }]);
    const addresses = async () => (await mailsOf(on, 'reminder')).map(({ toAddress }) => toAddress);
    const once = ['r2@example.test', 'ada@example.test', 'ada@example.test', 'ada@example.test'];
    expect(await addresses()).toEqual(once);
    await operate(on, 'remind-open');
    expect(await addresses()).toEqual(once);
  });

  test('the reminders of a cadence have the pace and hours of the bulk send too', async () => {
    const on = await sent(rowsFor(1));
    await on.client.patch(`/v1/documents/${await publicId(on, 1)}`, { reminder_cadence_days: 1 });
    api.clock.advance(dayMs);
    expect(await remindDueRecipients(api.deps, 'test')).toBe(1);
    const [reminder] = await mailsOf(on, 'reminder');
    expect(reminder!.bulkSendId).toBe(on.id);
    const jobs = await api.deps.db.$queryRaw<Array<{ name: string; priority: number }>>`
      SELECT name, priority FROM pgboss.job WHERE data->>'mail_id' = ${reminder!.id}`;
    expect(jobs).toEqual([{ name: 'mail.send-bulk', priority: 0 }]);
    // The tests of completion count what a sweep finds.
    await sign(on, 1);
    await sweep();
  });
});

describe('extend', () => {
  test('lets documents expire with mails of the bulk send', async () => {
    const on = await sent(rowsFor(2));
    await operate(on, 'extend', { expires_at: later(1), also_without_expiry: true });
    api.clock.advance(dayMs + 1000);
    expect(await expireDueDocuments(api.deps, 'test')).toBeGreaterThanOrEqual(2);
    const mails = await mailsOf(on, 'expired');
    expect(mails.map(({ bulkSendId }) => bulkSendId)).toEqual([on.id, on.id]);
    const jobs = await api.deps.db.$queryRaw<Array<{ name: string; priority: number }>>`
      SELECT DISTINCT name, priority FROM pgboss.job WHERE data->>'mail_id' = ANY(${mails.map(({ id }) => id)}::text[])`;
    expect(jobs).toEqual([{ name: 'mail.send-bulk', priority: -21 }]);
    // The tests of completion count what a sweep finds.
    await sweep();
  });

  test('sets a later expiry, never an earlier one', async () => {
    const on = await sent(rowsFor(3));
    const [first, second] = [await publicId(on, 1), await publicId(on, 2)];
    await on.client.patch(`/v1/documents/${first}`, { expires_at: later(2) });
    await on.client.patch(`/v1/documents/${second}`, { expires_at: later(9) });
    for (const days of [-1, 0]) {
      const past = await on.client.post(pathOf(on.id, 'extend'), { expires_at: later(days) });
      expect(issuesOf(past)).toEqual(['body.expires_at value_error']);
    }
    const until5 = later(5);
    expect((await operate(on, 'extend', { expires_at: until5 })).operation).toMatchObject({
      total: 3,
      done: 1,
      skipped: { already_later: 1, no_expiry: 1 },
    });
    const wanted = { expires_at: until5, also_without_expiry: true };
    expect((await operate(on, 'extend', wanted)).operation).toMatchObject({
      done: 1,
      skipped: { already_later: 2 },
    });
    const expiries = (await documentsOf(on)).map(({ expiresAt }) => expiresAt!.toISOString());
    expect([expiries[0], expiries[2]]).toEqual([until5, until5]);
    expect(expiries[1]! > until5).toBe(true);
    const trail = await listEvents(api.deps.db, (await documentsOf(on))[2]!.id);
    expect(trail.at(-1)).toMatchObject({
      event_type: 'envelope.updated',
      payload: { changed: ['expires_at'], expires_at: { old: null, new: until5 } },
    });
  });
});

describe('completed', () => {
  test('is written exactly once, also by concurrent sweeps, and again after another run', async () => {
    const on = await sent(rowsFor(2));
    expect(await sweep()).toBe(0);
    await sign(on, 1);
    expect(await sweep()).toBe(0);
    await sign(on, 2);
    const counts = await Promise.all([sweep(), sweep(), sweep()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect((await eventsOf(on, 2)).map(({ type }) => type)).toEqual([
      'bulk_send.finished',
      'bulk_send.completed',
    ]);
    expect((await on.client.get(pathOf(on.id))).body.completed_at).toBe(api.clock.now().toISOString());
  });

  test('waits for the end of an operation that starts between the search of a sweep and its lock', async () => {
    const on = await sent(rowsFor(1));
    await sign(on, 1);
    const id = await startedOperation(on.id, 'remind_open');
    const { workspaceId, teamId } = on.workspace.ctx('test');
    const candidate = { id: on.id, workspaceId, teamId, mode: 'test' as const };
    const complete = () => completeBulkSend(api.deps, candidate, 'test');
    expect(await complete()).toBe(false);
    expect((await on.client.get(pathOf(on.id))).body.completed_at).toBeNull();
    await api.deps.db.bulkOperation.delete({ where: { id } });
    expect([await complete(), await complete()]).toEqual([true, false]);
  });
});

describe('corrections', () => {
  test('are erased with the document of their row, and their unread file is kept, counted and backed up', async () => {
    const on = await sent(rowsFor(2).map((row, at) => ({ ...row, external_id: `t-${at + 1}` })));
    await correct(on, ['external_id,name', 't-1,Ada', 't-2,Grace', 't-1,Eve']);
    const [first] = await documentsOf(on);
    const reason = { reason: 'Wrong rent' };
    expect((await on.client.post(`/v1/documents/${await publicId(on, 1)}/void`, reason)).status).toBe(200);
    const ctx = on.workspace.ctx('test');
    await eraseDocument(ctx, first!.id, { keepSealed: false, cause: 'request' });
    expect((await resultsOf(on)).map(({ external_id, error }) => [external_id, error])).toEqual([
      [null, null],
      ['t-2', null],
      [null, 'erased'],
    ]);

    const { db } = api.deps;
    const used = async () => {
      await measureStorage(api.deps);
      return (await on.client.get('/v1/usage')).body.storage.used_bytes;
    };
    const before = await used();
    const csvSha256 = 'ab'.repeat(32);
    const file = { id: newId(), bulkSendId: on.id, kind: 'correct', input: {}, createdAt: api.clock.now() };
    await db.bulkOperation.create({ data: { ...file, requestedBy: {}, csvSha256, csvBytes: 1234 } });
    expect(await used()).toBe(before + 1234);
    expect(await namedBlobs(api.deps, [csvSha256])).toEqual(new Set([csvSha256]));
    const listed = await db.$queryRawUnsafe<Array<{ sha256: string }>>(namedFilesQuery);
    expect(listed.map(({ sha256 }) => sha256)).toContain(csvSha256);
  });

  test('mails only corrected rows again, kills old links, and mails nobody twice for the same file', async () => {
    const rows = rowsFor(6).map((row, at) => ({ ...row, external_id: `t-${at + 1}` }));
    const on = await sent(rows);
    await sign(on, 3);
    const before = await documentsOf(on);
    await api.deps.db.recipient.updateMany({
      where: { documentId: before[0]!.id },
      data: { bouncedAt: api.clock.now() },
    });
    await api.deps.db.document.update({ where: { id: before[0]!.id }, data: { deliveryProblem: true } });
    const file = [
      'row_no,external_id,status,recipient_1_name,recipient_1_email',
      '1,,sent,,new1@example.test',
      ',t-2,sent,Grace Hopper,',
      '3,,sent,,late@example.test',
      '4,,sent,,r4@example.test',
      '5,,sent,,nowhere',
      '99,,sent,,x@example.test',
      ',unknown,sent,,x@example.test',
      '1,,sent,,other@example.test',
      ',,sent,,x@example.test',
      '6,,sent',
    ];
    const done = await correct(on, file);
    expect(done.operation).toMatchObject({
      kind: 'correct',
      total: 10,
      done: 2,
      skipped: { unchanged: 1, refused: 7 },
    });
    const results = await resultsOf(on);
    expect(results.map(({ line, result, error }) => [line, result, error])).toEqual([
      [2, 'corrected', null],
      [3, 'corrected', null],
      [4, 'refused', 'the document is completed'],
      [5, 'unchanged', null],
      [6, 'refused', 'column recipient_1_email: not a valid email address'],
      [7, 'refused', 'the bulk send has no row 99'],
      [8, 'refused', 'no row has this external_id'],
      [9, 'refused', 'line 2 corrects this row already'],
      [10, 'refused', 'neither row_no nor external_id is given'],
      [11, 'refused', '3 columns, the header has 5'],
    ]);
    expect(await resultsOf(on, '?result=unchanged')).toHaveLength(1);
    const table = await on.client.get(`${pathOf(on.id, 'corrections.csv')}?result=corrected`);
    expect(table.text).toBe(
      'line,row_no,external_id,result,error\r\n2,1,,corrected,\r\n3,2,t-2,corrected,\r\n',
    );

    const after = await documentsOf(on);
    const [first, second] = after.map(({ recipients }) => recipients[0]!);
    expect(first).toMatchObject({
      email: 'new1@example.test',
      emailNormalized: 'new1@example.test',
      status: 'sent',
      linkVersion: 2,
      bouncedAt: null,
    });
    expect(second).toMatchObject({ name: 'Grace Hopper', email: 'r2@example.test', linkVersion: 2 });
    expect(after[0]!.deliveryProblem).toBe(false);
    expect(after.slice(2).map(({ recipients }) => recipients[0]!.linkVersion)).toEqual([1, 1, 1, 1]);
    const trail = await listEvents(api.deps.db, after[0]!.id);
    expect(trail.slice(-2)).toMatchObject([
      {
        event_type: 'recipient.corrected',
        payload: { before: { email: 'r1@example.test' }, after: { email: 'new1@example.test' } },
      },
      { event_type: 'recipient.link_issued', payload: { email: 'new1@example.test' } },
    ]);
    expect(verifyChain(trail, { seq: after[0]!.chainSeq, hash: after[0]!.chainHead })).toMatchObject({
      ok: true,
    });
    const invited = async () =>
      (await mailsOf(on, 'invitation')).slice(rows.length).map(({ toAddress }) => toAddress);
    expect(await invited()).toEqual(['new1@example.test', 'r2@example.test']);
    const shown = (await on.client.get(pathOf(on.id))).body as BulkSendOut;
    // No row was repaired, so the bulk send is not dispatched again.
    expect(await api.deps.db.bulkSend.findUnique({ where: { id: on.id } })).toMatchObject({ runs: 1 });
    expect(shown.rows!.slice(0, 2).map(({ recipients }) => recipients[0])).toEqual([
      { name: 'Person 1', email: 'new1@example.test' },
      { name: 'Grace Hopper', email: 'r2@example.test' },
    ]);

    expect((await correct(on, file)).operation).toMatchObject({ done: 0, skipped: { unchanged: 3 } });
    expect(await invited()).toHaveLength(2);
    expect(await api.deps.db.bulkCorrection.count({ where: { NOT: { changes: { equals: [] } } } })).toBe(0);
  });

  test('rows that were never sent are sent, together, and events distinguish the runs', async () => {
    const [good] = rowsFor(1);
    const on = await sent([
      good!,
      { recipients: [{ name: 'Ada', email: 'ada at example.test' }] },
      { recipients: [{ name: '', email: 'grace@example.test' }] },
      {
        recipients: [{ name: 'Ida', email: 'ida@example.test' }],
        form_values: { city: 'far too long a name' },
      },
    ]);
    const lines = ['row_no,name,email', '2,,ada@example.test', '3,Grace,', '4,Ida Rhodes,'];
    const done = await correct(on, lines);
    expect(done.operation).toMatchObject({ done: 2, skipped: { refused: 1 } });
    expect((await resultsOf(on)).map(({ result }) => result)).toEqual(['requeued', 'requeued', 'refused']);
    expect((await resultsOf(on))[2]!.error).toMatch(/^form_values\.city: /);
    expect(await untilStatus(on.client, on.id, 'done')).toMatchObject({ sent_count: 3, invalid_count: 1 });
    expect((await mailsOf(on, 'invitation')).map(({ toAddress }) => toAddress).sort()).toEqual([
      'ada@example.test',
      'grace@example.test',
      'r1@example.test',
    ]);
    expect((await eventsOf(on, 2)).map(({ type, data }) => [type, data.run, data.sent_count])).toEqual([
      ['bulk_send.finished', 1, 1],
      ['bulk_send.finished', 2, 3],
    ]);
  });

  test('an invalid bulk send becomes ready when its last invalid row is repaired', async () => {
    const invalid = ['ada', 'grace'].map((email) => ({ recipients: [{ name: 'Ada', email }] }));
    const on = await unsent([...rowsFor(1), ...invalid]);
    expect(await correct(on, ['row_no,email', '2,ada@example.test'])).toMatchObject({
      status: 'invalid',
      invalid_count: 1,
    });
    expect(await correct(on, ['row_no,email', '3,grace@example.test'])).toMatchObject({
      status: 'ready',
      invalid_count: 0,
    });
    expect((await on.client.post(pathOf(on.id, 'dispatch'))).status).toBe(202);
    expect(await untilStatus(on.client, on.id, 'done')).toMatchObject({ sent_count: 3 });
  });

  test('a bulk send of which every row failed sends the rows that are repaired', async () => {
    const on = await unsent(rowsFor(1));
    const { db } = api.deps;
    await db.bulkRow.updateMany({ where: { bulkSendId: on.id }, data: { status: 'failed', error: 'x' } });
    const now = api.clock.now();
    await db.bulkSend.update({
      where: { id: on.id },
      data: { status: 'failed', failedCount: 1, runs: 1, dispatchedAt: now, finishedAt: now },
    });
    await correct(on, ['row_no,name', '1,Ada']);
    const done = await untilStatus(on.client, on.id, 'done');
    expect(done).toMatchObject({ sent_count: 1, failed_count: 0 });
    expect(done.rows![0]).toMatchObject({ status: 'sent', recipients: [{ name: 'Ada' }], error: null });
  });

  test('rows that were canceled stay unsent', async () => {
    const on = await unsent(rowsFor(1));
    await on.client.post(pathOf(on.id, 'cancel'));
    expect(await correct(on, ['row_no,name', '1,Ada'])).toMatchObject({ status: 'canceled', sent_count: 0 });
    expect(await resultsOf(on)).toMatchObject([{ result: 'refused', error: 'the row was canceled' }]);
  });

  test('rows whose people were erased can be neither sent nor corrected', async () => {
    const invalid = await unsent([...rowsFor(1), { recipients: [] }]);
    const failed = await unsent(rowsFor(1));
    const { db } = api.deps;
    const now = api.clock.now();
    await db.bulkSend.update({ where: { id: invalid.id }, data: { rowsErasedAt: now } });
    const ended = { dispatchedAt: now, finishedAt: now, rowsErasedAt: now };
    await db.bulkSend.update({
      where: { id: failed.id },
      data: { status: 'failed', failedCount: 1, ...ended },
    });
    const csv = 'row_no,name\n1,A\n';
    for (const refused of [
      await invalid.client.post(`${pathOf(invalid.id, 'dispatch')}?skip_invalid=true`),
      await failed.client.post(pathOf(failed.id, 'retry-failed')),
      await invalid.client.post(pathOf(invalid.id, 'corrections')).type('text/csv').send(csv),
    ])
      expect(expectProblem(refused, 'bulk-send-state').detail).toContain('were erased');
  });

  test('a bulk send whose people were erased names nobody of its template, and can still be read', async () => {
    const fields = [
      ...oneSigner.fields.with(2, { ...oneSigner.fields[2]!, prefill_value: '9000' } as never),
      {
        ...{ type: 'text', page: 1, x: 0.1, y: 0.4, w: 0.3, h: 0.04, recipient_index: 0, required: false },
        ...{ name: 'note', settings: { max_length: 50 }, prefill_value: 'Olga earns more' },
        visible_if: { field: 'city', equals: 'Olganograd' },
      },
      {
        ...{ type: 'dropdown', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.04, recipient_index: 0 },
        ...{ name: 'boss', settings: { options: ['Olga', 'Ada'] } },
      },
    ];
    const recipients = [{ name: 'Olga Boss', email: 'cfo@example.test' }];
    const on = await sent([...rowsFor(1), { recipients: [] }], { recipients, fields });
    const { db } = api.deps;
    const { workspaceId } = on.workspace.ctx('test');
    expect((await on.workspace.live.delete(`/v1/templates/${on.template}`)).status).toBe(204);
    await db.workspace.update({ where: { id: workspaceId }, data: { retentionDays: 1 } });
    await db.bulkSend.update({ where: { id: on.id }, data: { finishedAt: new Date(later(-2)) } });
    const stored = async () => {
      const [row] = await db.$queryRaw<Array<{ text: string }>>`
        SELECT s::text AS text FROM bulk_send s WHERE id = ${on.id}::uuid`;
      return row!.text;
    };
    for (const kept of ['Olga Boss', 'cfo@example.test', '9000', 'Olga earns more', 'Olganograd'])
      expect(await stored()).toContain(kept);
    expect((await eraseWhatIsDue(api.deps, 'sweep')).bulkSends).toBe(1);
    expect(await stored()).not.toMatch(/olga|cfo|9000/i);

    const shown = (await on.client.get(pathOf(on.id))).body as BulkSendOut;
    expect(shown).toMatchObject({ status: 'done', sent_count: 1, invalid_count: 1 });
    expect((await on.client.get('/v1/bulk-sends')).body.items).toMatchObject([{ id: on.id }]);
    const rows = (await on.client.get(pathOf(on.id, 'rows.csv'))).text.split('\r\n');
    expect(rows[0]).toContain('recipient_1_name,recipient_1_email,city,rent');
    // Its document is not erased yet.
    const answers = (await on.client.get(pathOf(on.id, 'answers.csv'))).text.split('\r\n');
    expect(answers[0]).toMatch(/city,rent,note,boss$/);
    expect(answers[1]).toContain(shown.rows![0]!.document_id!);
    const previews = [];
    for (const row of [1, 2])
      previews.push((await on.client.get(pathOf(on.id, `rows/${row}/preview.pdf`))).status);
    expect(previews).toEqual([200, 422]);
    expect((await on.client.post(pathOf(on.id, 'void-open'), { reason: 'No' })).status).toBe(202);
  });

  test('rows whose people are erased while corrections run stay as they are', async () => {
    const on = await unsent([{ recipients: [{ name: 'Ada', email: 'ada' }] }]);
    const operationId = await startedOperation(on.id, 'correct');
    const { db } = api.deps;
    const changes = [{ name: 'Ada', email: 'ada@example.test' }];
    await db.bulkCorrection.create({ data: { operationId, line: 2, rowNo: 1, changes, result: 'requeued' } });
    await db.bulkSend.update({ where: { id: on.id }, data: { rowsErasedAt: api.clock.now() } });
    await endCorrections(on.workspace.ctx('test'), operationId, on.id);
    const shown = (await on.client.get(pathOf(on.id))).body as BulkSendOut;
    expect(shown).toMatchObject({ status: 'invalid', invalid_count: 1, operation: { status: 'done' } });
    expect(shown.rows).toMatchObject([{ status: 'invalid', recipients: [{ email: 'ada' }] }]);
    const [kept] = await db.bulkCorrection.findMany({ where: { operationId } });
    expect(kept!.changes).toEqual([]);
  });

  test('the table of results has every line, however many there are', async () => {
    const on = await unsent(rowsFor(1));
    const operationId = await startedOperation(on.id, 'correct');
    const lines = Array.from({ length: 1001 }, (_, at) => at + 2);
    await api.deps.db.bulkCorrection.createMany({
      data: lines.map((line) => ({ operationId, line, rowNo: 1, changes: [], result: 'unchanged' })),
    });
    const table = (await on.client.get(pathOf(on.id, 'corrections.csv'))).text.trim().split('\r\n');
    expect(table.slice(1)).toEqual(lines.map((line) => `${line},1,,unchanged,`));
  });

  test.each([
    ['no column that names the row', 'email\nx@example.test\n', /row_no or external_id/],
    ['nothing to correct', 'row_no\n1\n', /no column to correct/],
    ['a placeholder that is missing', 'row_no,recipient_2_email\n1,x@example.test\n', /has 1 placeholder/],
    ['a column for another member', 'row_no,email,recipient_1_delivery\n1,,none\n', /names and email/],
    ['no lines', 'row_no,email\n', /no corrections/],
    ['a quote that is not closed', 'row_no,email\n1,"x\n', /quote/],
  ])('a file with %s changes nothing and says why', async (_name, text, why) => {
    const on = await sent(rowsFor(1));
    const ordered = await on.client.post(pathOf(on.id, 'corrections')).type('text/csv').send(text);
    const done = await untilDone(on, ordered.body.operation.id);
    expect(done.operation).toMatchObject({ done: 0, error: expect.stringMatching(why) });
    expect(await resultsOf(on)).toEqual([]);
  });

  test('415 for another type of body', async () => {
    const on = await sent(rowsFor(1));
    const path = pathOf(on.id, 'corrections');
    for (const refused of [on.client.post(path, {}), on.client.post(path).type('text/plain').send('a')])
      expect(expectProblem(await refused, 'unsupported-media-type').detail).toBe(
        'Send the body as text/csv or application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.',
      );
  });
});

describe('archive', () => {
  test('hides an ended bulk send from lists until it is shown again', async () => {
    const on = await sent(rowsFor(1));
    await sign(on, 1);
    const archived = await on.client.post(pathOf(on.id, 'archive'));
    expect([archived.status, archived.body.archived_at]).toEqual([200, api.clock.now().toISOString()]);
    api.clock.advance(60_000);
    expect((await on.client.post(pathOf(on.id, 'archive'))).body).toEqual(archived.body);
    const listed = async (query: string) => (await on.client.get(`/v1/bulk-sends${query}`)).body.total;
    expect([await listed(''), await listed('?archived=true')]).toEqual([0, 1]);
    expect((await on.client.get(`/v1/documents?bulk_send_id=${on.id}`)).body.total).toBe(1);
    expect((await on.client.post(pathOf(on.id, 'unarchive'))).body.archived_at).toBeNull();
    expect(await listed('')).toBe(1);
  });
});
