/** The blob sweep keeps what a backup lists, and the other way round. */
import { decodeId, newId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { rowsFor, storedTemplate } from '../../../../test/support/bulk.ts';
import { sealedDocument } from '../../../../test/support/sealed-files.ts';
import { createBulkSend } from '../bulk-send/create.ts';
import { namedBlobs, namedFilesQuery } from './named-blobs.ts';

test('the list for backups has every file that the sweep keeps', async () => {
  const base = await testBase();
  const { document } = await sealedDocument(await testCtx(base), base.folder);
  const columns = ['contentSha256', 'preparedSha256', 'sealedSha256', 'certificateSha256', 'revisionSha256'];
  const hashes = columns.map((_, index) => String(index).repeat(64));
  await base.db.document.update({
    where: { id: document.id },
    data: Object.fromEntries(columns.map((column, index) => [column, hashes[index]])),
  });
  expect(await namedBlobs(base, [...hashes, '9'.repeat(64)])).toEqual(new Set(hashes));
  const listed = await base.db.$queryRawUnsafe<Array<{ sha256: string }>>(namedFilesQuery);
  expect(listed.map(({ sha256 }) => sha256)).toEqual(expect.arrayContaining(hashes));
});

test('files of templates, bulk sends and their operations are kept, those of the rows until the bulk send is canceled', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const templateId = await storedTemplate(ctx);
  const { id: bulkSendId } = await createBulkSend(ctx, {
    templateId,
    sourceFilename: null,
    rows: rowsFor(1),
  });
  const hashes = Array.from({ length: 7 }, (_, index) => 'abcdef9'[index]!.repeat(64));
  const [whole, prepared, csv, zip, corrections, pdf, preparedPdf] = hashes;
  await base.db.template.update({
    where: { id: decodeId('tpl', templateId)! },
    data: { sha256: whole!, preparedSha256: prepared! },
  });
  await base.db.bulkSend.update({
    where: { id: bulkSendId },
    data: { csvSha256: csv!, csvBytes: 1, pdfsSha256: zip!, pdfsBytes: 1 },
  });
  await base.db.bulkOperation.create({
    data: {
      ...{ id: newId(), bulkSendId, kind: 'correct', input: {}, requestedBy: {}, createdAt: base.now() },
      ...{ csvSha256: corrections!, csvBytes: 1 },
    },
  });
  await base.db.bulkPdf.create({
    data: { bulkSendId, no: 0, name: 'a.pdf', sha256: pdf!, sizeBytes: 1, preparedSha256: preparedPdf! },
  });
  const kept = async () => (await namedBlobs(base, hashes)).size;
  const listed = async () => {
    const files = await base.db.$queryRawUnsafe<Array<{ sha256: string }>>(namedFilesQuery);
    return files.filter(({ sha256 }) => hashes.includes(sha256)).length;
  };
  expect([await kept(), await listed()]).toEqual([7, 7]);
  await base.db.bulkSend.update({
    where: { id: bulkSendId },
    data: { status: 'canceled', finishedAt: base.now(), completedAt: base.now() },
  });
  expect(await namedBlobs(base, [pdf!, preparedPdf!])).toEqual(new Set());
  expect([await kept(), await listed()]).toEqual([5, 5]);
});
