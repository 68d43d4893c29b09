/**
 * kill -9 of bulk workers at random points: every row makes exactly one document, which is voided exactly once, and all counts stay exact.
 * Rows with PDFs of their own get them, each inspected and counted once.
 * BULK_KILLS=50 BULK_ROWS=2000 runs it at full size; with BULK_FIELDS=0 and BULK_MINUTES=60, a hundred thousand rows are possible. Seen to
 * fail with broken code: when the rows were marked as sent in a transaction of their own, 300 rows became 304 documents.
 */
import { createHash } from 'node:crypto';
import { verifyChain } from '@countersign/contract/audit-chain';
import { createBulkSend } from '@countersign/core/bulk-send/create';
import { createBulkSendFromFile } from '@countersign/core/bulk-send/create-from-file';
import { dispatchBulkSend } from '@countersign/core/bulk-send/dispatch';
import { voidOpenDocuments } from '@countersign/core/bulk-send/operate';
import { listEvents } from '@countersign/core/event/list';
import { expect, jest, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../support/base.ts';
import { rowsFor, storedTemplate } from '../support/bulk.ts';
import { type ServiceProcess, startWorker, until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { type ZipPart, zipOf } from '../support/zip.ts';

// biome-ignore lint/suspicious/noUndeclaredEnvVars: for runs by hand, which nothing caches
const kills = Number(process.env.BULK_KILLS ?? 6);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const totalRows = Number(process.env.BULK_ROWS ?? 165);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
jest.setTimeout(Number(process.env.BULK_MINUTES ?? 15) * 60_000);
const workers = 3;
/** Bulk sends with a PDF for each row, and their rows. */
const sendsWithPdfs = 2;
const pdfsEach = 24;
/** A killed worker's job continues elsewhere only after a missed heartbeat. With several bulk sends, the others have work meanwhile. */
const sends = kills + 5;
/** Many fields, so that a batch has only four rows and takes long. */
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const fieldsEach = Number(process.env.BULK_FIELDS ?? 450);

test(`three bulk workers killed ${kills} times while they send ${totalRows} rows and void their documents lose and repeat nothing`, async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const template = await storedTemplate({ ...ctx, storage: base.storage }, fieldsEach);
  const each = Math.ceil(totalRows / sends);
  const ids: string[] = [];
  for (let count = 0; count < sends; count += 1) {
    const rows = rowsFor(each, `s${count}-`);
    const { id } = await createBulkSend(ctx, { templateId: template, sourceFilename: null, rows });
    await dispatchBulkSend(ctx, id, { skipInvalid: false });
    ids.push(id);
  }
  const rows = each * sends;
  const withPdfs = await startSendsWithPdfs(base);

  const options = {
    queues: 'bulk',
    databaseUrl: base.databaseUrl,
    folder: base.folder,
    env: { CONCURRENCY: 'bulk=1', ENVELOPE_ALLOWANCE: String(10 * totalRows) },
  };
  const live: ServiceProcess[] = [];
  const start = async () => void live.push(await startWorker(options));
  await Promise.all(Array.from({ length: workers }, start));
  const sentRows = async () =>
    (await base.db.bulkSend.aggregate({ where: { id: { in: ids } }, _sum: { sentCount: true } }))._sum
      .sentCount ?? 0;

  const voidedDocuments = async () =>
    (await base.db.bulkOperation.aggregate({ where: { bulkSendId: { in: ids } }, _sum: { done: true } }))._sum
      .done ?? 0;
  /** Each bulk send is voided as soon as it is sent, while others are still being sent. */
  const ordered = new Set<string>();
  const orderVoids = async () => {
    const done = await base.db.bulkSend.findMany({
      where: { id: { in: ids, notIn: [...ordered] }, status: 'done' },
    });
    for (const { id } of done) {
      await voidOpenDocuments(ctx, id, { reason: 'killed' });
      ordered.add(id);
    }
  };
  const progress = async () => {
    await orderVoids();
    return (await sentRows()) + (await voidedDocuments()) + (await withPdfs.progress());
  };
  const end = 2 * rows + withPdfs.end;

  let killed = 0;
  let midway = 0;
  const starting: Array<Promise<void>> = [];
  while (killed < kills) {
    const before = await progress();
    if (before === end) break;
    await until(async () => live.length > 0 && (await progress()) > before, 'the next step', 120_000);
    const [victim] = live.splice(Math.floor(Math.random() * live.length), 1);
    await victim!.kill();
    killed += 1;
    if ((await progress()) < end) midway += 1;
    starting.push(start());
  }
  await Promise.all(starting);
  expect(midway).toBeGreaterThanOrEqual(Math.floor(kills / 2));
  await until(
    async () => {
      await orderVoids();
      const completed = { id: { in: ids }, completedAt: { not: null } };
      return (await base.db.bulkSend.count({ where: completed })) === sends;
    },
    'all to end',
    300_000,
  );
  await until(async () => (await withPdfs.progress()) === withPdfs.end, 'the rows with PDFs', 300_000);
  await withPdfs.check();
  const operations = await base.db.bulkOperation.findMany({ where: { bulkSendId: { in: ids } } });
  expect(operations.map(({ status, total, done, skipped }) => ({ status, total, done, skipped }))).toEqual(
    Array.from({ length: sends }, () => ({ status: 'done', total: each, done: each, skipped: {} })),
  );

  const done = await base.db.bulkSend.findMany({ where: { id: { in: ids } } });
  for (const send of done)
    expect(send).toMatchObject({ rowCount: each, sentCount: each, failedCount: 0, canceledCount: 0 });
  const sent = await base.db.bulkRow.findMany({ where: { bulkSendId: { in: ids }, status: 'sent' } });
  const documents = await base.db.document.findMany({
    where: { workspaceId: ctx.workspaceId },
    include: { recipients: true },
  });
  expect(documents).toHaveLength(rows);
  expect(new Set(sent.map((row) => row.documentId))).toEqual(new Set(documents.map(({ id }) => id)));
  const addresses = documents.flatMap(({ recipients }) => recipients.map(({ email }) => email));
  expect(new Set(addresses).size).toBe(rows);
  const mails = await base.db.mail.findMany({ where: { workspaceId: ctx.workspaceId } });
  for (const kind of ['invitation', 'voided']) {
    const to = mails.filter((mail) => mail.kind === kind).map(({ toAddress }) => toAddress);
    expect(to.sort()).toEqual(addresses.sort());
  }
  const events = await base.db.outboxEvent.groupBy({
    by: ['type'],
    where: { workspaceId: ctx.workspaceId },
    _count: true,
  });
  expect(Object.fromEntries(events.map(({ type, _count }) => [type, _count]))).toEqual({
    'document.created': rows,
    'document.sent': rows,
    'bulk_send.finished': sends,
    'bulk_send.completed': sends,
  });
  const counted = await base.db.usageMonth.aggregate({
    where: { workspaceId: ctx.workspaceId },
    _sum: { used: true },
  });
  expect(counted._sum.used).toBe(rows);
  for (const { id, status, chainSeq, chainHead } of documents) {
    expect(status).toBe('voided');
    const chain = verifyChain(await listEvents(base.db, id), { seq: chainSeq, hash: chainHead });
    expect(chain).toMatchObject({ ok: true, count: 5 });
  }
});

/** Uploads the bulk sends with a PDF for each row, in a workspace of their own. They are dispatched by `progress` once their PDFs are inspected. */
async function startSendsWithPdfs(base: TestBase) {
  const ctx = await testCtx(base);
  const templateId = await storedTemplate({ ...ctx, storage: base.storage });
  const sha256ByAddress = new Map<string, string>();
  const ids: string[] = [];
  for (let count = 0; count < sendsWithPdfs; count += 1) {
    const parts: ZipPart[] = [];
    const lines = ['name,email,pdf'];
    for (let at = 0; at < pdfsEach; at += 1) {
      const [name, email] = [`${at}.pdf`, `p${count}-${at}@example.test`];
      const content = await samplePdf(1, `${count} ${at}`);
      parts.push({ name, content });
      lines.push(`Person,${email},${name}`);
      sha256ByAddress.set(email, createHash('sha256').update(content).digest('hex'));
    }
    const file = await base.storage.putBytes(Buffer.from(`${lines.join('\n')}\n`));
    const pdfs = await base.storage.putBytes(zipOf(parts));
    const made = await createBulkSendFromFile(ctx, { templateId, sourceFilename: null, file, pdfs });
    ids.push(made.id);
  }
  const all = { id: { in: ids } };
  const progress = async () => {
    for (const { id } of await base.db.bulkSend.findMany({ where: { ...all, status: 'ready' } }))
      await dispatchBulkSend(ctx, id, { skipInvalid: false });
    const { _sum: sum } = await base.db.bulkSend.aggregate({
      where: all,
      _sum: { sentCount: true, pdfCheckedCount: true },
    });
    return (sum.sentCount ?? 0) + (sum.pdfCheckedCount ?? 0);
  };
  const check = async () => {
    for (const send of await base.db.bulkSend.findMany({ where: all }))
      expect(send).toMatchObject({ pdfCount: pdfsEach, pdfCheckedCount: pdfsEach, sentCount: pdfsEach });
    const documents = await base.db.document.findMany({
      where: { workspaceId: ctx.workspaceId },
      include: { recipients: true },
    });
    const found = documents.map(({ originalSha256, recipients }) => [recipients[0]!.email, originalSha256]);
    expect(found.sort()).toEqual([...sha256ByAddress].sort());
    for (const sha256 of sha256ByAddress.values()) await base.storage.getBytes(sha256);
  };
  return { progress, end: 2 * sha256ByAddress.size, check };
}
