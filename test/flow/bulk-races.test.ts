/** Running bulk sends: cancel while workers send, failures, retries, a killed ingest, and fairness between workspaces. */
import { Readable } from 'node:stream';
import { verifyChain } from '@countersign/contract/audit-chain';
import { encodeId, newId } from '@countersign/contract/ids';
import { answersAsCsv } from '@countersign/core/bulk-send/answers-csv';
import { cancelBulkSend } from '@countersign/core/bulk-send/cancel';
import { correctBulkSend } from '@countersign/core/bulk-send/correct';
import { createBulkSend } from '@countersign/core/bulk-send/create';
import { createBulkSendFromFile } from '@countersign/core/bulk-send/create-from-file';
import { dispatchBulkSend, retryFailedRows } from '@countersign/core/bulk-send/dispatch';
import { endReading } from '@countersign/core/bulk-send/end-reading';
import { findRows } from '@countersign/core/bulk-send/find';
import { ingestBulkSend } from '@countersign/core/bulk-send/ingest';
import { inspectPdfs } from '@countersign/core/bulk-send/inspect-pdfs';
import { voidOpenDocuments } from '@countersign/core/bulk-send/operate';
import { operateSlice } from '@countersign/core/bulk-send/operate-slice';
import { readCorrections } from '@countersign/core/bulk-send/read-corrections';
import { CsvFault } from '@countersign/core/bulk-send/read-csv';
import { sendSlice } from '@countersign/core/bulk-send/send-slice';
import type { Ctx } from '@countersign/core/ctx';
import { sendDocument } from '@countersign/core/document/send';
import { voidDocument } from '@countersign/core/document/void';
import { listEvents } from '@countersign/core/event/list';
import { useTemplate as makeFromTemplate } from '@countersign/core/template/use';
import { jobs } from '@countersign/queue/jobs';
import type { Storage } from '@countersign/storage/storage';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../support/base.ts';
import { rowsFor, startBulkWorker, storedTemplate } from '../support/bulk.ts';
import { until } from '../support/processes.ts';

let base: TestBase;
beforeAll(async () => {
  base = await testBase();
});

/** Creates a workspace with a template and a ready bulk send. */
async function ready(rows: number, options: { on?: TestBase; fields?: number; tag?: string } = {}) {
  const on = options.on ?? base;
  const ctx = await testCtx(on);
  const template = await storedTemplate({ ...ctx, storage: on.storage }, options.fields);
  const made = await createBulkSend(ctx, {
    templateId: template,
    sourceFilename: null,
    rows: rowsFor(rows, options.tag),
  });
  return { ctx, template, id: made.id };
}

const read = (ctx: Ctx, id: string) => ctx.db.bulkSend.findUniqueOrThrow({ where: { id } });
const never = new AbortController().signal;
/** Runs the slices of one stream in this process, one after the other. */
async function stream(ctx: Ctx, id: string, run = 1): Promise<number> {
  for (let rows = 0; ; ) {
    const slice = await oneSlice(ctx, id, run);
    rows += slice.rows;
    if (slice.ended) return rows;
  }
}
const oneSlice = (ctx: Ctx, id: string, run: number) =>
  sendSlice(
    { ...ctx },
    { bulkSendId: id, run, stream: 0, slice: 0 },
    { requestId: 'slice', attempt: 1, signal: never },
  );

describe('cancel while workers send', () => {
  test('at any time, sent and canceled rows add up to all rows, and each sent row has exactly one document', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ctx, id } = await ready(60, { fields: 150 });
      await dispatchBulkSend(ctx, id, { skipInvalid: false });
      const streams = Promise.all([stream(ctx, id), stream(ctx, id)]);
      if (round > 0)
        await until(async () => (await read(ctx, id)).sentCount >= round * 10, 'some rows to be sent');
      const [canceled] = await Promise.allSettled([cancelBulkSend(ctx, id)]);
      await streams;
      const end = await read(ctx, id);
      // On a busy machine the last row may be sent before; then cancel fails.
      if (canceled.status === 'fulfilled') expect(end).toEqual(canceled.value);
      else expect([canceled.reason.slug, end.status]).toEqual(['bulk-send-state', 'done']);
      expect(end.sentCount + end.canceledCount).toBe(60);
      const sent = await findRows(ctx, end, { after: 0, limit: 100, status: 'sent' });
      expect(sent).toHaveLength(end.sentCount);
      expect(await findRows(ctx, end, { after: 0, limit: 100, status: 'canceled' })).toHaveLength(
        end.canceledCount,
      );
      expect(await ctx.db.document.count({ where: { workspaceId: ctx.workspaceId } })).toBe(end.sentCount);
      // A late job finds nothing to do.
      expect(await stream(ctx, id)).toBe(0);
    }
  });

  test('concurrent cancel and dispatch take effect in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ctx, id } = await ready(3);
      const [dispatched] = await Promise.allSettled([
        dispatchBulkSend(ctx, id, { skipInvalid: false }),
        cancelBulkSend(ctx, id),
      ]);
      const end = await read(ctx, id);
      expect(end).toMatchObject({ status: 'canceled', canceledCount: 3, sentCount: 0 });
      if (dispatched.status === 'rejected')
        expect(dispatched.reason).toMatchObject({ slug: 'bulk-send-state' });
    }
  });
});

test('two jobs of one bulk send share its rows, and the bulk send ends with the last row', async () => {
  const { ctx, id } = await ready(250);
  await dispatchBulkSend(ctx, id, { skipInvalid: false });
  const [one, two] = await Promise.all([stream(ctx, id), stream(ctx, id)]);
  expect(one + two).toBe(250);
  expect(await read(ctx, id)).toMatchObject({ status: 'done', sentCount: 250 });
  const documents = await ctx.db.document.findMany({ where: { workspaceId: ctx.workspaceId }, take: 5 });
  for (const document of documents) {
    const events = await listEvents(ctx.db, document.id);
    expect(verifyChain(events, { seq: document.chainSeq, hash: document.chainHead })).toMatchObject({
      ok: true,
    });
    expect(events.map((event) => event.actor)).toEqual(events.map(() => ({ ...ctx.actor })));
    expect(events[0]).toMatchObject({ ip: ctx.ip, user_agent: ctx.userAgent });
  }
});

test('rows locked by a worker that was cut off are sent once PostgreSQL releases them, even if they are the last ones', async () => {
  const { ctx, id } = await ready(3);
  await dispatchBulkSend(ctx, id, { skipInvalid: false });
  await ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM bulk_row WHERE bulk_send_id = ${id}::uuid FOR UPDATE`;
    expect(await oneSlice(ctx, id, 1)).toEqual({ rows: 0, ended: false });
  });
  const [next] = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM pgboss.job WHERE name = ${jobs.bulkSendDispatch.name} AND data->>'bulk_send_id' = ${id} AND data->>'slice' = '1'`;
  expect(next).toBeDefined();
  expect(await stream(ctx, id)).toBe(3);
  expect(await read(ctx, id)).toMatchObject({ status: 'done', sentCount: 3 });
});

describe('rows that fail', () => {
  test('rows beyond the allowance fail with that error, the bulk send continues, and retry-failed sends them later', async () => {
    const small = await testBase({ envelopeAllowance: 130 });
    // The counts are of one day and one month.
    small.clock.stop();
    const { ctx, id } = await ready(200, { on: small });
    await dispatchBulkSend(ctx, id, { skipInvalid: false });
    await stream(ctx, id);
    expect(await read(ctx, id)).toMatchObject({ status: 'done', sentCount: 130, failedCount: 70 });
    const failed = await findRows(ctx, await read(ctx, id), { after: 0, limit: 1000, status: 'failed' });
    expect(new Set(failed.map((row) => row.error))).toEqual(
      new Set([
        expect.stringMatching(/^allowance-exhausted: The allowance of 130 envelopes a month is used up/),
      ]),
    );
    const counted = await ctx.db.usageMonth.aggregate({
      where: { workspaceId: ctx.workspaceId },
      _sum: { used: true, dayUsed: true },
    });
    expect(counted._sum).toEqual({ used: 130, dayUsed: 130 });

    const richer = { ...ctx, settings: { ...ctx.settings, envelopeAllowance: 1000 } };
    expect(await retryFailedRows(richer, id)).toMatchObject({
      status: 'dispatching',
      failedCount: 0,
      finishedAt: null,
    });
    // Late jobs of the first run do nothing in the second.
    expect(await stream(richer, id, 1)).toBe(0);
    await stream(richer, id, 2);
    expect(await read(ctx, id)).toMatchObject({ status: 'done', sentCount: 200, failedCount: 0 });
    expect(await ctx.db.document.count({ where: { workspaceId: ctx.workspaceId } })).toBe(200);
    await expect(retryFailedRows(ctx, id)).rejects.toMatchObject({ slug: 'bulk-send-state' });
  });

  test('a bulk send of which no row can be sent has failed', async () => {
    const none = await testBase({ envelopeAllowance: 0 });
    const { ctx, id } = await ready(150, { on: none });
    await dispatchBulkSend(ctx, id, { skipInvalid: false });
    await stream(ctx, id);
    expect(await read(ctx, id)).toMatchObject({ status: 'failed', sentCount: 0, failedCount: 150 });
  });

  test('a row that the database refuses stores its error and does not affect the other rows of its batch', async () => {
    const { ctx, id } = await ready(40, { tag: 'refused' });
    await ctx.db.$executeRaw`
      CREATE FUNCTION refuse_recipient() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''refused'' USING ERRCODE = ''check_violation''; END'`;
    await ctx.db.$executeRaw`
      CREATE TRIGGER refuse_recipient BEFORE INSERT ON recipient FOR EACH ROW
      WHEN (NEW.email IN ('refused7@example.test', 'refused31@example.test')) EXECUTE FUNCTION refuse_recipient()`;
    await dispatchBulkSend(ctx, id, { skipInvalid: false });
    await stream(ctx, id);
    const end = await read(ctx, id);
    expect(end).toMatchObject({ status: 'done', sentCount: 38, failedCount: 2 });
    const failed = await findRows(ctx, end, { after: 0, limit: 10, status: 'failed' });
    expect(failed.map((row) => [row.rowNo, row.error])).toEqual([
      [7, 'internal: the row could not be sent; quote slice to the operator'],
      [31, 'internal: the row could not be sent; quote slice to the operator'],
    ]);
  });

  test('an error without a known cause is retried for the whole batch a few times, then its row fails', async () => {
    const { ctx, id } = await ready(3, { tag: 'unknown' });
    await ctx.db.$executeRaw`
      CREATE FUNCTION refuse_unknown() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`;
    await ctx.db.$executeRaw`
      CREATE TRIGGER refuse_unknown BEFORE INSERT ON recipient FOR EACH ROW
      WHEN (NEW.email = 'unknown2@example.test') EXECUTE FUNCTION refuse_unknown()`;
    await dispatchBulkSend(ctx, id, { skipInvalid: false });
    const slice = { bulkSendId: id, run: 1, stream: 0, slice: 0 };
    const run = (attempt: number) => sendSlice(ctx, slice, { requestId: 'slice', attempt, signal: never });
    await expect(run(4)).rejects.toThrow('refused');
    expect(await read(ctx, id)).toMatchObject({ status: 'dispatching', sentCount: 0, failedCount: 0 });
    for (let ended = false; !ended; ) ({ ended } = await run(5));
    expect(await read(ctx, id)).toMatchObject({ status: 'done', sentCount: 2, failedCount: 1 });
  });

  test('test mode does not count towards the allowance', async () => {
    const { ctx, template } = await ready(1);
    const asTest: Ctx = { ...ctx, mode: 'test' };
    const { id } = await createBulkSend(asTest, {
      templateId: template,
      sourceFilename: null,
      rows: rowsFor(3),
    });
    await dispatchBulkSend(asTest, id, { skipInvalid: false });
    await stream(asTest, id);
    expect(await read(ctx, id)).toMatchObject({ status: 'done', sentCount: 3 });
    expect(await ctx.db.usageMonth.count({ where: { workspaceId: ctx.workspaceId } })).toBe(0);
  });
});

test('rows that arrive are never lost: a transaction conflict while they are stored fails the call', async () => {
  const ctx = await testCtx(base);
  const templateId = await storedTemplate({ ...ctx, storage: base.storage });
  async function* rows() {
    yield rowsFor(2);
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  }
  const creating = createBulkSend(ctx, { templateId, sourceFilename: null, rows: rows() });
  await expect(creating).rejects.toThrow('deadlock detected');
  expect(await ctx.db.bulkSend.count({ where: { workspaceId: ctx.workspaceId } })).toBe(0);
});

describe('reading a CSV', () => {
  async function* lines(count: number) {
    yield Buffer.from('name,email\n');
    for (let start = 0; start < count; start += 1000)
      yield Buffer.from(
        Array.from({ length: 1000 }, (_, at) => `P${start + at},p${start + at}@example.test\n`).join(''),
      );
  }
  async function* haltingLines(count: number, goOn: Promise<void>) {
    let pieces = 0;
    for await (const piece of lines(count)) {
      if (pieces === count / 2000) await goOn;
      pieces += 1;
      yield piece;
    }
  }

  async function draft(count: number) {
    const ctx = await testCtx(base);
    const template = await storedTemplate({ ...ctx, storage: base.storage });
    const blob = await base.storage.putStream(lines(count), { maxBytes: 100_000_000 });
    const made = await createBulkSendFromFile(ctx, {
      templateId: template,
      sourceFilename: null,
      file: blob,
    });
    return { ctx, id: made.id };
  }

  test('after a job was killed, the next one continues: every row is stored once, in order', async () => {
    const { ctx, id } = await draft(35_000);
    const stop = new AbortController();
    const dying = ingestBulkSend(base, { bulkSendId: id, requestId: 'first', signal: stop.signal });
    await until(async () => (await read(ctx, id)).rowCount > 0, 'the first rows');
    stop.abort(new Error('killed'));
    await dying.catch(() => undefined);
    // Two concurrent jobs, as when a worker that missed its heartbeats still runs.
    const again = () => ingestBulkSend(base, { bulkSendId: id, requestId: 'again', signal: never });
    await Promise.allSettled([again(), again()]);
    await again();
    expect(await read(ctx, id)).toMatchObject({
      status: 'ready',
      rowCount: 35_000,
      invalidCount: 0,
      csvSha256: null,
    });
    const [facts] = await ctx.db.$queryRaw<object[]>`
      SELECT count(*)::int AS count, max(row_no) AS last,
        bool_and(recipients::jsonb->0->>'name' = 'P' || (row_no - 1) AND line = row_no + 1) AS in_order
      FROM bulk_row WHERE bulk_send_id = ${id}::uuid`;
    expect(facts).toEqual({ count: 35_000, last: 35_000, in_order: true });
  });

  test('a job that meets rows stored late by a stopped one is retried, so that the file is read to its end', async () => {
    const { ctx, id } = await draft(20_000);
    const stop = new AbortController();
    const holding = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holder = ctx.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM bulk_send WHERE id = ${id}::uuid FOR UPDATE`;
        held.resolve();
        await holding.promise;
      },
      { timeout: 500_000 },
    );
    await held.promise;
    const run = (signal: AbortSignal) => ingestBulkSend(base, { bulkSendId: id, requestId: 'run', signal });
    const waiting = (count: number) =>
      until(async () => {
        const [found] = await ctx.db.$queryRaw<Array<{ count: number }>>`
          SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
            AND wait_event_type = 'Lock' AND query LIKE '%FROM bulk_send WHERE id = $1::uuid FOR NO KEY UPDATE'`;
        return found!.count >= count;
      }, `${count} runs to have rows to store`);
    const first = run(stop.signal).catch((error: unknown) => error);
    await waiting(1);
    stop.abort(new Error('stopped'));
    const second = run(never).catch((error: unknown) => error);
    await waiting(2);
    holding.resolve();
    await holder;
    expect(await first).toMatchObject({ message: 'stopped' });
    expect(await second).toMatchObject({ message: expect.stringContaining('another run') });
    expect(await run(never)).toBe('read');
    expect(await read(ctx, id)).toMatchObject({ status: 'ready', rowCount: 20_000 });
  });

  test('no more rows are stored once the bulk send is canceled', async () => {
    const { ctx, id } = await draft(20_000);
    // The file stops after half of its rows until the bulk send is canceled.
    const goOn = Promise.withResolvers<void>();
    const halting: Storage = {
      ...base.storage,
      openRange: async () => ({ stream: Readable.from(haltingLines(20_000, goOn.promise)), sizeBytes: 0 }),
    };
    const reading = ingestBulkSend(
      { ...base, storage: halting },
      { bulkSendId: id, requestId: 'read', signal: never },
    );
    const canceling = async () => {
      try {
        await until(async () => (await read(ctx, id)).rowCount > 0, 'the first rows');
        return await cancelBulkSend(ctx, id);
      } finally {
        goOn.resolve();
      }
    };
    const [outcome, canceled] = await Promise.all([reading, canceling()]);
    expect(outcome).toBe('not wanted');
    expect(await read(ctx, id)).toEqual(canceled);
    expect(canceled.canceledCount).toBe(canceled.rowCount);
    // Nor does the end of another reading change it.
    await endReading(ctx, id, { error: null });
    expect(await read(ctx, id)).toEqual(canceled);
  });

  test('a bulk send is ready only when none of its PDFs waits, also if the job of other PDFs ends before', async () => {
    const { ctx, id } = await draft(1000);
    await ctx.db.bulkSend.update({ where: { id }, data: { pdfCount: 1, pdfsSha256: 'ab'.repeat(32) } });
    await ctx.db.bulkPdf.create({ data: { bulkSendId: id, no: 0, name: 'a.pdf', place: {} } });
    await endReading(ctx, id, { error: null });
    expect((await read(ctx, id)).status).toBe('draft');

    const inspect = (signal: AbortSignal) =>
      inspectPdfs(base, { bulkSendId: id, stream: 0, slice: 1 }, { requestId: 'pdfs', signal });
    // A worker that is stopped leaves them to the next job.
    expect(await inspect(AbortSignal.abort())).toEqual({ pdfs: 0, ended: false });
    const [next] = await ctx.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pgboss.job
      WHERE name = ${jobs.bulkSendPdfs.name} AND data->>'bulk_send_id' = ${id} AND data->>'slice' = '2'`;
    expect(next).toBeDefined();
    expect(await inspect(never)).toEqual({ pdfs: 1, ended: true });
    const [pdf] = await ctx.db.bulkPdf.findMany({ where: { bulkSendId: id } });
    expect(pdf).toMatchObject({ problem: 'the ZIP is no longer in storage; upload it again' });
    expect((await read(ctx, id)).status).toBe('ready');
  });
});

describe('reading corrections', () => {
  const named = 25_000;
  /** Lines long enough for several chunks, then two that name the same row and one that names several rows. */
  async function* corrections(end: Error | null) {
    yield Buffer.from('row_no,external_id,name\n');
    for (let start = 1; start <= named; start += 1000)
      yield Buffer.from(
        Array.from({ length: 1000 }, (_, at) => `${start + at},,${'x'.repeat(199)}\n`).join(''),
      );
    if (end) throw end;
    yield Buffer.from(',once,Ada\n1,,Grace\n,twice,Eve\n');
  }
  const from = (end: Error | null): Storage => ({
    ...base.storage,
    openRange: async (_, range) => ({
      stream: Readable.from(range ? [Buffer.from('row_')] : corrections(end)),
      sizeBytes: 0,
    }),
  });

  async function started() {
    const ctx = await testCtx(base);
    const templateId = await storedTemplate({ ...ctx, storage: base.storage });
    const rows = rowsFor(4).map((row, at) => ({
      ...row,
      ...(at > 0 && { external_id: at === 1 ? 'once' : 'twice' }),
    }));
    const send = await createBulkSend(ctx, { templateId, sourceFilename: null, rows });
    const csvSha256 = 'cd'.repeat(32);
    const operation = { id: newId(), bulkSendId: send.id, kind: 'correct', csvSha256, csvBytes: 1 };
    await ctx.db.bulkOperation.create({
      data: { ...operation, input: {}, requestedBy: {}, createdAt: ctx.now() },
    });
    const read = (end: Error | null, signal = never) =>
      readCorrections({ ...base, storage: from(end) }, operation, send, signal);
    return { ctx, id: operation.id, operation, send, read };
  }

  test('stores the lines in chunks; after a failure the next run continues, and every line is stored once', async () => {
    const { ctx, id, read } = await started();
    await expect(read(new Error('the storage is away'))).rejects.toThrow('the storage is away');
    const lines = () => ctx.db.bulkCorrection.count({ where: { operationId: id } });
    const before = await lines();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(named);
    await Promise.allSettled([read(null), read(null)]);
    expect(await read(null)).toBe(true);
    expect(await lines()).toBe(named + 3);
    expect(await ctx.db.bulkOperation.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'running',
      csvSha256: null,
      total: named + 3,
      skipped: { refused: 3 },
    });
    const last = await ctx.db.bulkCorrection.findMany({
      where: { operationId: id, line: { gt: named + 1 } },
      orderBy: { line: 'asc' },
    });
    expect(last.map(({ rowNo, result, error }) => [rowNo, result, error])).toEqual([
      [2, 'refused', 'line 3 corrects this row already'],
      [1, 'refused', 'line 2 corrects this row already'],
      [null, 'refused', 'several rows have this external_id; use row_no'],
    ]);
  });

  test('a file with more than 100,000 lines is not carried out', async () => {
    const { ctx, operation, send } = await started();
    async function* lines() {
      yield Buffer.from('row_no,name\n');
      for (let at = 0; at < 100; at += 1) yield Buffer.from('1,Ada\n'.repeat(1000));
      yield Buffer.from('1,Ada\n');
    }
    const storage: Storage = {
      ...base.storage,
      openRange: async (_, range) => ({
        stream: Readable.from(range ? [Buffer.from('row_')] : lines()),
        sizeBytes: 0,
      }),
    };
    expect(await readCorrections({ ...base, storage }, operation, send, never)).toBe(false);
    expect(await ctx.db.bulkOperation.findUniqueOrThrow({ where: { id: operation.id } })).toMatchObject({
      status: 'done',
      error: 'line 100002: the file has more than 100,000 lines; send it in parts',
    });
  });

  test('a fault after stored chunks ends the operation without any line', async () => {
    const { ctx, id, read } = await started();
    expect(await read(new CsvFault(25_002, 'not valid UTF-8'))).toBe(false);
    expect(await ctx.db.bulkCorrection.count({ where: { operationId: id } })).toBe(0);
    expect(await ctx.db.bulkOperation.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'done',
      csvSha256: null,
      error: 'line 25002: not valid UTF-8',
    });
  });
});

describe('operations on what was sent', () => {
  /** A bulk send whose rows were sent, with its documents and its operation. */
  async function sent(rows: number) {
    const { ctx, id } = await ready(rows);
    await dispatchBulkSend(ctx, id, { skipInvalid: false });
    await stream(ctx, id);
    const documents = () => ctx.db.document.findMany({ where: { bulkSendId: id }, orderBy: { id: 'asc' } });
    const operation = () => ctx.db.bulkOperation.findFirstOrThrow({ where: { bulkSendId: id } });
    return { ctx, id, documents, operation };
  }
  const work = (operationId: string, attempt = 1, signal = never) =>
    operateSlice(base, { operationId, slice: 0 }, { requestId: 'slice', attempt, signal });
  /** Runs slices until the operation has ended. */
  const finish = async (operationId: string, attempt = 1): Promise<void> => {
    const { ended } = await work(operationId, attempt);
    if (!ended) await finish(operationId, attempt);
  };
  /** Makes PostgreSQL refuse updates of these rows. */
  const refuse = async (table: 'document' | 'recipient', rows: string) => {
    await base.db.$executeRawUnsafe(`
      CREATE FUNCTION refuse_change_of_${table}() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''refused'' USING ERRCODE = ''check_violation''; END'`);
    await base.db.$executeRawUnsafe(`
      CREATE TRIGGER refuse_change_of_${table} BEFORE UPDATE ON ${table} FOR EACH ROW
      WHEN (${rows}) EXECUTE FUNCTION refuse_change_of_${table}()`);
  };

  test('a document that cannot be changed stops no other; it is counted, and so are those that ended before', async () => {
    const { ctx, id, documents, operation } = await sent(4);
    await voidOpenDocuments(ctx, id, { reason: 'Wrong rent' });
    const [first, , third] = await documents();
    await voidDocument(ctx, encodeId('doc', first!.id), { reason: 'Wrong name' });
    await refuse('document', `NEW.id = '${third!.id}' AND NEW.status = 'voided'`);
    const { id: operationId } = await operation();
    // All of them are tried together a few times before they are tried one by one.
    await expect(work(operationId, 4)).rejects.toThrow('refused');
    expect(await operation()).toMatchObject({ status: 'running', done: 0 });
    await finish(operationId, 5);
    const { status, done, skipped } = await operation();
    expect([status, done, skipped]).toEqual(['done', 2, { internal: 1, ended: 1 }]);
    expect((await documents()).map((one) => one.status)).toEqual(['voided', 'voided', 'sent', 'voided']);
  });

  test('a correction that cannot be carried out stops no other, and says so', async () => {
    const { ctx, id, operation } = await sent(2);
    await refuse('recipient', "NEW.name = 'Refused'");
    const csv = await base.storage.putBytes(Buffer.from('row_no,name\n1,Refused\n2,Grace\n'));
    await correctBulkSend(ctx, id, csv);
    const { id: operationId } = await operation();
    await expect(work(operationId, 4)).rejects.toThrow('refused');
    await finish(operationId, 5);
    expect(await operation()).toMatchObject({ status: 'done', done: 1, skipped: { refused: 1 } });
    const lines = await ctx.db.bulkCorrection.findMany({ where: { operationId }, orderBy: { line: 'asc' } });
    expect(lines.map(({ result, error }) => [result, error])).toEqual([
      ['refused', 'internal: the line could not be carried out'],
      ['corrected', null],
    ]);
  });

  test('a worker that is stopped leaves the rest to another, and two of them change each document once', async () => {
    const { ctx, id, operation } = await sent(3);
    await voidOpenDocuments(ctx, id, { reason: 'Wrong rent' });
    const { id: operationId } = await operation();
    expect(await work(operationId, 1, AbortSignal.abort())).toEqual({ batches: 0, ended: false });
    const [next] = await ctx.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pgboss.job
      WHERE name = ${jobs.bulkSendOperate.name} AND data->>'operation_id' = ${operationId} AND data->>'slice' = '1'`;
    expect(next).toBeDefined();
    await Promise.all([finish(operationId), finish(operationId)]);
    const { status, done, skipped } = await operation();
    expect([status, done, skipped]).toEqual(['done', 3, {}]);
    const mails = { workspaceId: ctx.workspaceId, kind: 'voided' };
    expect(await ctx.db.mail.count({ where: mails })).toBe(3);
    // A late job finds nothing to do.
    expect(await work(operationId)).toEqual({ batches: 0, ended: true });
  });
});

test('ten rows of one workspace are sent while thousands of another wait, and their mails go first', async () => {
  const big = await ready(6000);
  const small = await ready(10);
  await dispatchBulkSend(big.ctx, big.id, { skipInvalid: false });
  const worker = await startBulkWorker(base, 1);
  await until(async () => (await read(big.ctx, big.id)).sentCount > 1000, 'the big one to be well under way');
  await dispatchBulkSend(small.ctx, small.id, { skipInvalid: false });
  await until(async () => (await read(small.ctx, small.id)).status === 'done', 'the small one to end');
  const unfinished = await read(big.ctx, big.id);
  expect(unfinished.status).toBe('dispatching');

  const draft = await makeFromTemplate(small.ctx, small.template, {
    recipients: [
      {
        ...{ name: 'Single', email: 'single@example.test', role: 'signer', signing_order: 1 },
        ...{ auth_level: 'link', delivery: 'email' },
      },
    ],
    form_values: {},
  });
  await sendDocument(small.ctx, encodeId('doc', draft.id), {});
  await worker.stop();
  // The order in which the mail worker takes them: the single document, then the small bulk send, then the large one.
  const next = await base.db.$queryRaw<Array<{ to: string; workspace: string }>>`
    SELECT m.to_address AS to, m.workspace_id AS workspace FROM pgboss.job j JOIN mail m ON m.id = (j.data->>'mail_id')::uuid
    WHERE j.name IN (${jobs.mailSend.name}, ${jobs.mailSendBulk.name}) AND j.state = 'created' AND m.workspace_id IN (${small.ctx.workspaceId}::uuid, ${big.ctx.workspaceId}::uuid)
    ORDER BY j.name = ${jobs.mailSend.name} DESC, j.priority DESC, j.created_on`;
  expect(next[0]).toMatchObject({ to: 'single@example.test' });
  const lastOfSmall = next.map(({ workspace }) => workspace).lastIndexOf(small.ctx.workspaceId);
  // The first batch of the large bulk send may come before, because it was sent first.
  expect(lastOfSmall).toBeLessThanOrEqual(10 + 200);
  expect(next.length).toBeGreaterThan(1000);

  const canceled = await cancelBulkSend(big.ctx, big.id);
  const answers: string[] = [];
  for await (const part of answersAsCsv(big.ctx, canceled, 0)) answers.push(part);
  expect(answers.join('').trim().split('\r\n')).toHaveLength(1 + canceled.sentCount);
});
