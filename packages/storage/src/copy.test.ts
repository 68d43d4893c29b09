/** Copying a storage is complete, verified and repeatable. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { s3Credentials, startTestS3 } from '../../../test/support/s3.ts';
import { copyBlobs } from './copy.ts';
import { createFileStorage } from './file-storage.ts';
import { s3OptionsOf } from './open-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { StorageUnavailableError } from './storage.ts';

const closers: Array<() => Promise<unknown>> = [];
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test('a folder goes to S3 whole; damaged files are named and left out; a second run copies only what is new', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-copy-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const s3 = await startTestS3(join(folder, 's3'), ['papers']);
  closers.push(() => s3.close());
  const root = join(folder, 'blobs');
  const from = createFileStorage({ root });
  const to = createS3Storage({ ...s3OptionsOf(s3.storageUrl('papers')), credentials: s3Credentials });

  const blobs = await Promise.all(
    [0, 1, 1000, 2_000_000, ...Array(30).fill(500)].map((size: number) => from.putBytes(randomBytes(size))),
  );
  const damaged = await from.putBytes(Buffer.from('contract: 100 EUR'));
  const path = join(root, damaged.sha256.slice(0, 2), damaged.sha256.slice(2, 4), damaged.sha256);
  await writeFile(path, 'contract: 900 EUR');

  const first = await copyBlobs(from, to);
  expect(first).toMatchObject({ seen: 35, copied: 34, present: 0, damaged: [damaged.sha256] });
  for (const { sha256, sizeBytes } of blobs) expect((await to.getBytes(sha256)).length).toBe(sizeBytes);
  expect(await to.stat(damaged.sha256)).toBeNull();
  const listed: string[] = [];
  for await (const { sha256 } of to.list()) listed.push(sha256);
  expect(listed.sort()).toEqual(blobs.map(({ sha256 }) => sha256).sort());

  const fresh = await from.putBytes(randomBytes(10));
  expect(await copyBlobs(from, to)).toMatchObject({ seen: 36, copied: 1, present: 34 });
  expect((await to.stat(fresh.sha256))?.sizeBytes).toBe(10);
});

test('an unavailable target ends the copy with the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-copy-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const from = createFileStorage({ root: folder });
  await from.putBytes(Buffer.from('x'));
  const to = createS3Storage({
    bucket: 'papers',
    endpoint: 'http://127.0.0.1:1',
    pathStyle: true,
    credentials: s3Credentials,
  });
  await expect(copyBlobs(from, to)).rejects.toThrow(StorageUnavailableError);
});
