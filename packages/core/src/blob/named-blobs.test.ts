/** The blob sweep keeps what a backup lists, and the other way round. */
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { sealedDocument } from '../../../../test/support/sealed-files.ts';
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
