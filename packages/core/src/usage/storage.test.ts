/** Uploads near the quota of a workspace. */
import { ProblemError } from '@countersign/problem/problem-error';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { addStorage, getStorageUsage, putWithinQuota } from './storage.ts';

const quota = 1000;
const exhausted = { slug: 'storage-exhausted', members: { quota_bytes: quota } };

/** A workspace that has `left` bytes of its quota left, and an upload of `size` bytes that tells whether it was read. */
async function withRoom(left: number, size: number) {
  const ctx = await testCtx(await testBase({ storageQuotaBytes: quota }));
  await addStorage(ctx, quota - left);
  const upload = { wasRead: false };
  async function* source() {
    upload.wasRead = true;
    yield Buffer.alloc(size, 'x');
  }
  const put = (expectedBytes?: number) => putWithinQuota(ctx, source(), 5000, expectedBytes);
  return { put, upload, used: async () => (await getStorageUsage(ctx)).usedBytes };
}

test('an upload that fills the quota to the last byte is stored and counted', async () => {
  const { put, used } = await withRoom(400, 400);
  expect(await put(400)).toMatchObject({ sizeBytes: 400 });
  expect(await used()).toBe(quota);
});

test('an upload whose announced size does not fit is refused before its first byte', async () => {
  const { put, upload, used } = await withRoom(400, 401);
  await expect(put(401)).rejects.toMatchObject(exhausted);
  expect(upload.wasRead).toBe(false);
  expect(await used()).toBe(600);
});

test('an upload without an announced size is refused as soon as it does not fit, and is not counted', async () => {
  const { put, upload, used } = await withRoom(400, 401);
  await expect(put()).rejects.toMatchObject(exhausted);
  expect(upload.wasRead).toBe(true);
  expect(await used()).toBe(600);
});

test('with a full quota nothing is read, not even an upload without an announced size', async () => {
  const { put, upload } = await withRoom(0, 1);
  await expect(put()).rejects.toBeInstanceOf(ProblemError);
  expect(upload.wasRead).toBe(false);
});

test('a single byte left is enough for an upload of one byte', async () => {
  const { put, used } = await withRoom(1, 1);
  await put();
  expect(await used()).toBe(quota);
});
