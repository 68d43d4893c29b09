/** The daily blob sweep: starts once a day, catches up when it is late, and continues over several jobs. */
import { newId } from '@countersign/contract/ids';
import { jobs } from '@countersign/queue/jobs';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { finalizedDraft } from '../../../../test/support/documents.ts';
import { ownsStorage } from '../blob/installation.ts';
import { addStorage, getStorageUsage } from '../usage/storage.ts';
import { collectBlobs, startDailySweep } from './collect-blobs.ts';

const hour = 3_600_000;

test('the sweep starts once a day after 03:00, and later if no worker ran then', async () => {
  const base = await testBase();
  const at = (time: string) => ({ ...base, now: () => new Date(`2031-05-${time}:00Z`) });
  const started: boolean[] = [];
  for (const time of ['01T03:00', '01T03:10', '02T02:50', '02T03:10', '03T11:30', '04T02:59', '04T03:01'])
    started.push(await startDailySweep(at(time), 'r'));
  expect(started).toEqual([true, false, false, true, true, false, true]);
  const made = await base.queue.fetch(jobs.blobSweep.name, 10);
  expect(made.map((job) => job.data)).toEqual(Array(4).fill({ prefix: 0, request_id: 'r' }));
  const both = await Promise.all(['05T04:00', '05T04:00'].map((time) => startDailySweep(at(time), 'r')));
  expect(both.toSorted()).toEqual([false, true]);
  expect(await base.queue.fetch(jobs.blobSweep.name, 10)).toHaveLength(1);
});

test('a job that runs too long enqueues one that continues where it ended', async () => {
  const base = await testBase();
  expect(await ownsStorage(base)).toBe(true);
  const orphans: string[] = [];
  for (let at = 0; at < 20; at += 1)
    orphans.push((await base.storage.putBytes(Buffer.from(`orphan ${at}`))).sha256);
  base.clock.advance(48 * hour);
  let blobs = 0;
  let prefix: number | undefined = 0;
  let runs = 0;
  while (prefix !== undefined) {
    blobs += (await collectBlobs(base, { prefix, requestId: 'r', maxDurationMs: 0 })).blobs;
    runs += 1;
    const [next] = await base.queue.fetch(jobs.blobSweep.name, 10);
    const expected: number = prefix + 1;
    prefix = (next?.data as { prefix: number } | undefined)?.prefix;
    if (prefix !== undefined) expect(prefix).toBe(expected);
  }
  expect([runs, blobs]).toEqual([256, 20]);
  for (const sha256 of orphans) expect(await base.storage.stat(sha256)).toBeNull();
});

test('a blob that was stored again after the sweep has listed it stays', async () => {
  const base = await testBase();
  expect(await ownsStorage(base)).toBe(true);
  const { sha256 } = await base.storage.putBytes(Buffer.from('stored again'));
  const listed = async function* () {
    yield { sha256, modifiedAt: new Date(0) };
  };
  const prefix = Number.parseInt(sha256.slice(0, 2), 16);
  const run = { prefix, requestId: 'r', maxDurationMs: 0 };
  const early = { ...base, storage: { ...base.storage, list: listed } };
  expect(await collectBlobs(early, run)).toEqual({ blobs: 0, uploads: 0 });
  expect(await base.storage.stat(sha256)).not.toBeNull();
  base.clock.advance(48 * hour);
  expect(await collectBlobs(early, run)).toEqual({ blobs: 1, uploads: 0 });
});

test('a storage without an owner is left alone while it has only files of another installation', async () => {
  const base = await testBase();
  const { sha256 } = await base.storage.putBytes(Buffer.from('a file of another installation'));
  base.clock.advance(48 * hour);
  expect(await collectBlobs(base, { requestId: 'r' })).toEqual({ blobs: 0, uploads: 0 });
  expect(await base.storage.stat(sha256)).not.toBeNull();
  expect(await base.storage.readOwner()).toBeNull();
  await finalizedDraft(await testCtx(base));
  expect(await collectBlobs(base, { requestId: 'r' })).toEqual({ blobs: 1, uploads: 0 });
});

test('what workspaces store is measured also while the storage belongs to another installation', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  await base.storage.writeOwner(newId(), { replace: true });
  await addStorage(ctx, 5000);
  expect(await getStorageUsage(ctx)).toMatchObject({ usedBytes: 5000 });
  expect(await collectBlobs(base, { requestId: 'r' })).toEqual({ blobs: 0, uploads: 0 });
  expect(await getStorageUsage(ctx)).toMatchObject({ usedBytes: 0 });
});
