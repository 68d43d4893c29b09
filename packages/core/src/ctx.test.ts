/** Transactions of verbs: they nest, and jobs exist if and only if the outermost one commits. */
import { jobs } from '@countersign/queue/jobs';
import { beforeEach, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../test/support/base.ts';
import { type Ctx, withTransaction } from './ctx.ts';
import { createFolder } from './folder/create.ts';
import { deleteFolder } from './folder/delete.ts';

let ctx: TestBase & Ctx;
beforeEach(async () => {
  ctx = await testCtx(await testBase());
});

const folderNames = async () => {
  const folders = await ctx.db.folder.findMany({ where: { workspaceId: ctx.workspaceId } });
  return folders.map(({ name }) => name).toSorted();
};

test('verbs inside a transaction see its changes and commit with it', async () => {
  await withTransaction(ctx, async (tx) => {
    const kept = await createFolder(tx, { name: 'Kept' });
    const removed = await createFolder(tx, { name: 'Removed', parent_id: kept.id });
    await deleteFolder(tx, removed.id);
    expect(await folderNames()).toEqual([]);
  });
  expect(await folderNames()).toEqual(['Kept']);
});

test('an error after a nested verb rolls its changes back', async () => {
  const failing = withTransaction(ctx, async (tx) => {
    await createFolder(tx, { name: 'Undone' });
    throw new Error('after the verb');
  });
  await expect(failing).rejects.toThrow('after the verb');
  expect(await folderNames()).toEqual([]);
});

test('a job enqueued in a nested transaction exists only once the outer one commits', async () => {
  await withTransaction(ctx, async (tx) => {
    await withTransaction(tx, (inner) => inner.enqueue(jobs.blobSweep, { prefix: 7 }));
    expect(await ctx.queue.fetch(jobs.blobSweep.name, 10)).toEqual([]);
  });
  const [job] = await ctx.queue.fetch(jobs.blobSweep.name, 10);
  expect(job?.data).toMatchObject({ prefix: 7 });
});
