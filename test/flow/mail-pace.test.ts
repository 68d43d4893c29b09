/** Mails of bulk sends and single documents through a real SMTP server that limits them, with a clock that is moved by days. */
import { createBulkSend } from '@countersign/core/bulk-send/create';
import { dispatchBulkSend } from '@countersign/core/bulk-send/dispatch';
import { forecastLastMail } from '@countersign/core/bulk-send/forecast';
import type { Ctx } from '@countersign/core/ctx';
import { Pacer } from '@countersign/core/mail/pacer';
import { createSmtpMailer } from '@countersign/mail/smtp-mailer';
import { createWorkerQueue } from '@countersign/queue/queue';
import { work } from '@countersign/queue/work';
import { createWorkerMetrics } from '@countersign/worker/metrics';
import { bulkHandlers } from '@countersign/worker/workers/bulk';
import { mailHandlers } from '@countersign/worker/workers/mail';
import { afterEach, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../support/base.ts';
import { rowsFor, storedTemplate } from '../support/bulk.ts';
import { sentDocument } from '../support/documents.ts';
import { type LimitedSmtp, startLimitedSmtp } from '../support/limited-smtp.ts';
import { until } from '../support/processes.ts';

const dayMs = 86_400_000;
const closers: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const noLimit = { perSecond: null, perDay: null };

/** Runs the queues mail and bulk against the SMTP server until the result is called, or the test ends. */
async function startWorker(base: TestBase, smtp: LimitedSmtp): Promise<() => Promise<void>> {
  const queue = createWorkerQueue({ url: base.databaseUrl, log: base.log });
  await queue.start();
  const mailer = createSmtpMailer({ url: smtp.url, timeoutMs: 30_000 });
  const ports = { mailer, mailFrom: 'Countersign <c@example.test>', pacer: new Pacer(base) };
  const metrics = createWorkerMetrics(queue);
  const deps = { ...base, queue, metrics, ...ports } as never;
  const worker = work(queue, {
    queues: ['mail', 'bulk'],
    concurrency: { mail: 5, bulk: 1 },
    handlers: [...mailHandlers(deps), ...bulkHandlers(deps)],
    pollMs: 200,
  });
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= worker.stop().then(async () => {
      await mailer.close();
      await queue.stop();
    });
    return stopped;
  };
  closers.push(stop);
  return stop;
}

/** Creates and dispatches a bulk send of one signer per row. */
async function dispatched(base: TestBase, ctx: Ctx, rows: number) {
  const templateId = await storedTemplate({ ...ctx, storage: base.storage });
  const made = await createBulkSend(ctx, { templateId, sourceFilename: null, rows: rowsFor(rows) });
  return dispatchBulkSend(ctx, made.id, { skipInvalid: false });
}

/** Mails by status, and recipients that bounced. */
async function countMails(base: TestBase, ctx: Ctx): Promise<Record<string, number>> {
  const mails = await base.db.mail.groupBy({
    by: ['status'],
    where: { workspaceId: ctx.workspaceId },
    _count: true,
  });
  const document = { workspaceId: ctx.workspaceId };
  const bounced = await base.db.recipient.count({ where: { document, bouncedAt: { not: null } } });
  return { ...Object.fromEntries(mails.map((one) => [one.status, one._count])), bounced };
}

test('a quota holds bulk mails until the next day, while mails of single documents go at once; none bounces', async () => {
  const limits = { perSecond: 200, perDay: 240 };
  const base = await testBase({ mailPace: { server: limits, workspace: noLimit } });
  const ctx = await testCtx(base);
  let offset = 0;
  const smtp = await startLimitedSmtp({ ...limits, now: () => Date.now() + offset });
  closers.push(smtp.close);
  /** Moves the clocks of the mail server and of the limits, and makes waiting jobs due. */
  const advance = async (ms: number) => {
    offset += ms;
    await base.db.$executeRawUnsafe(
      `CREATE OR REPLACE FUNCTION mail_clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        'SELECT clock_timestamp() + interval ''${offset} milliseconds'''`,
    );
    await base.db
      .$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state < 'active' AND start_after > now()`;
  };
  const send = await dispatched(base, ctx, 300);
  const read = () => base.db.bulkSend.findUniqueOrThrow({ where: { id: send.id } });
  const stop = await startWorker(base, smtp);
  const sent = () => smtp.accepted.length;
  // A tenth of the quota is left to single documents.
  await until(async () => sent() === 216, 'the bulk mails of the first day');
  const last = await forecastLastMail(ctx, await read());
  expect(last!.getTime()).toBeGreaterThan(Date.now() + dayMs / 2);
  expect(last!.getTime()).toBeLessThan(Date.now() + 1.1 * dayMs);
  await sentDocument(ctx);
  await until(async () => sent() === 218, 'the mails of the single document');
  expect(new Set(smtp.accepted.slice(-2).map(({ to }) => to))).toEqual(
    new Set(['ada@example.test', 'grace@example.test']),
  );
  // Rows whose mails cannot go today wait as rows.
  const waiting = await read();
  expect(waiting.status).toBe('dispatching');
  expect(waiting.sentCount).toBeLessThan(300);
  await stop();
  // Workers ask again after ten minutes, so that a raised quota takes effect on the same day.
  const pacer = new Pacer(base);
  await expect(pacer.permit('bulk', ctx.workspaceId)).rejects.toThrow(
    'the limits of the mail server allow no more mails',
  );
  expect(pacer.held('bulk').ms).toBeLessThanOrEqual(600_000);
  expect(pacer.held('bulk').ms).toBeGreaterThan(300_000);

  await advance(dayMs + 600_000);
  await startWorker(base, smtp);
  await until(async () => (await countMails(base, ctx)).sent === 302, 'all mails');
  expect(await countMails(base, ctx)).toEqual({ sent: 302, bounced: 0 });
  expect(smtp.refused).toEqual({ rate: 0, quota: 0 });
  expect((await read()).status).toBe('done');
  expect(await forecastLastMail(ctx, await read())).toBeNull();
  expect(new Set(smtp.accepted.map(({ to }) => to)).size).toBe(302);
});

test('a mail server that refuses for rate pauses all mails and gets all of them in the end; none bounces', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const smtp = await startLimitedSmtp({ perSecond: 20 });
  closers.push(smtp.close);
  await dispatched(base, ctx, 40);
  await Promise.all([startWorker(base, smtp), startWorker(base, smtp)]);
  await until(async () => (await countMails(base, ctx)).sent === 40, 'all mails');
  expect(await countMails(base, ctx)).toEqual({ sent: 40, bounced: 0 });
  // Each of the two workers had at most five mails under way when the server refused one.
  expect(smtp.refused.rate).toBeLessThanOrEqual(40);
});

test('a mail that the server always refuses for the rate holds up others five times; then it counts attempts', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const smtp = await startLimitedSmtp({ perSecond: 1000, refused: ['ada@example.test'] });
  closers.push(smtp.close);
  const document = await sentDocument(ctx);
  const bad = await base.db.mail.findFirstOrThrow({
    where: { documentId: document.id, toAddress: 'ada@example.test' },
  });
  await startWorker(base, smtp);
  await until(async () => smtp.accepted.length === 1, 'the mail to the other signer');
  const refusals = async () => (await base.db.mail.findUniqueOrThrow({ where: { id: bad.id } })).rateRefusals;
  const job = async () => {
    const [row] = await base.db.$queryRaw<Array<{ state: string; attempts: number }>>`
      SELECT state::text, retry_count AS attempts FROM pgboss.job WHERE data->>'mail_id' = ${bad.id}`;
    return row!;
  };
  const runJob = () => base.db.$executeRaw`
    UPDATE pgboss.job SET start_after = now() WHERE data->>'mail_id' = ${bad.id} AND state = 'retry'`;
  for (let count = 1; count <= 5; count += 1) {
    await until(async () => {
      await runJob();
      return (await refusals()) === count;
    }, 'a refusal for the rate');
    expect((await job()).attempts).toBe(0);
    await dispatched(base, ctx, 1);
    await until(async () => smtp.accepted.length === 1 + count, 'the mail of another document');
  }
  await until(async () => {
    await runJob();
    return (await job()).attempts > 0;
  }, 'an attempt that counts');
  expect(await refusals()).toBe(5);
});

test('the limits of a workspace hold its mails only', async () => {
  const base = await testBase({
    mailPace: { server: noLimit, workspace: { perSecond: null, perDay: 30 } },
  });
  const [one, two] = [await testCtx(base), await testCtx(base)];
  const smtp = await startLimitedSmtp({ perSecond: 1000 });
  closers.push(smtp.close);
  await dispatched(base, one, 60);
  await startWorker(base, smtp);
  await until(async () => (await countMails(base, one)).sent === 27, 'the quota of the first workspace');
  await dispatched(base, two, 20);
  await until(async () => (await countMails(base, two)).sent === 20, 'the mails of the second workspace');
  await sentDocument(one);
  await until(async () => (await countMails(base, one)).sent === 29, 'the mails of the single document');
  expect(await countMails(base, one)).toMatchObject({ sent: 29, bounced: 0 });
});
