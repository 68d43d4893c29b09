/** A file that takes long to seal does not stop the heartbeat of the worker. */
import { openContents, slowContents } from '@countersign/pdf/testing/hostile-files';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../support/base.ts';
import { sentDocument, signAs } from '../support/documents.ts';
import { startWorker, until } from '../support/processes.ts';

test('the heartbeat of a job continues while its seal runs until the time limit', async () => {
  const base = await testBase();
  // Test documents are watermarked on every page, so all pages are read.
  const ctx = await testCtx(base, 'test');
  const document = await sentDocument(ctx, {}, openContents({ pages: 1, mebibytes: 1 }));
  // Stored directly, because inspection would refuse this file under the limit of this test.
  const { sha256: preparedSha256 } = await base.storage.putBytes(slowContents());
  await base.db.document.update({ where: { id: document.id }, data: { preparedSha256 } });
  for (const recipient of document.recipients) await signAs(ctx, document, recipient);

  // Sealing may take three times as long, which is twice the interval of the heartbeat.
  const worker = await startWorker({
    queues: 'seal',
    databaseUrl: base.databaseUrl,
    folder: base.folder,
    env: { PDF_MAX_SECONDS: '2' },
  });
  const beats = new Set<number>();
  const failure = async () => {
    const [job] = await base.db.$queryRaw<Array<{ beat: Date | null }>>`
      SELECT heartbeat_on AS beat FROM pgboss.job WHERE name = 'document.seal' AND state = 'active'`;
    if (job?.beat) beats.add(job.beat.getTime());
    const attempts = await base.db.sealAttempt.findMany({ where: { documentId: document.id } });
    return attempts.find(({ error }) => error !== null);
  };
  await until(async () => (await failure()) !== undefined, 'the seal to reach its limit');
  expect((await failure())!.error).toMatch(/seal: .*more than 6 s of processor time/);
  // The first heartbeat is the start of the job.
  expect(beats.size).toBeGreaterThanOrEqual(2);
  expect(await worker.stop()).toBe(0);
});
