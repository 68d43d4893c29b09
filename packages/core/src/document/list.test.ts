/** Lists of documents: pages, totals, and the indexes they use. */
import { DocumentListQuery } from '@countersign/contract/document';
import { newId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { copyRows, sentDocument } from '../../../../test/support/documents.ts';
import { listDocuments } from './list.ts';

test('pages go from the newest document on, with the total number of matches', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const model = await sentDocument(ctx);
  const ids = Array.from({ length: 450 }, newId);
  await copyRows(base, model, ids, { chainSeq: 0, chainHead: '0'.repeat(64) });
  await base.db.document.updateMany({
    where: { id: { in: ids.slice(0, 30) } },
    data: { visibility: 'managers', title: '100% Lease' },
  });
  const newestFirst = [...ids].reverse();
  const list = (query: object, role: 'manager' | 'member' = 'manager') =>
    listDocuments({ ...ctx, role }, DocumentListQuery.parse(query));

  const seen: string[] = [];
  for (let offset = 0; ; offset += 200) {
    const { items, total } = await list({ limit: 200, offset, status: ['sent'] });
    expect(total).toBe(451);
    seen.push(...items.map(({ id }) => id));
    if (items.length < 200) break;
  }
  expect(seen).toEqual([...newestFirst, model.id]);

  const last = await list({ limit: 1, offset: 450 });
  expect(last.items[0]).toMatchObject({ id: model.id, recipients: [{ name: 'Ada Lovelace' }, {}] });
  expect(last.items[0]!.fields).toHaveLength(2);
  expect(await list({ offset: 451 })).toEqual({ items: [], total: 451, hasMore: false });

  const searched = await list({ q: '0% lEASE', limit: 5 });
  expect([searched.total, searched.items.map(({ id }) => id)]).toEqual([30, newestFirst.slice(-30, -25)]);
  expect((await list({}, 'member')).total).toBe(421);
  expect((await list({ q: 'lease' }, 'member')).total).toBe(0);
});

test('the ids of a page and the total are read from the index alone', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  await base.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    await tx.$executeRaw`SET LOCAL enable_bitmapscan = off`;
    for (const asked of ['count(*)', 'id']) {
      const plan = await tx.$queryRawUnsafe<Array<Record<string, string>>>(
        `EXPLAIN SELECT ${asked} FROM document WHERE workspace_id = $1::uuid AND mode = 'live' AND removed_at IS NULL
          AND visibility = 'everyone' AND (status = 'rejected' OR (status = 'draft' AND finalized_at IS NOT NULL))
          AND folder_id IS NULL AND created_at >= now() ${asked === 'id' ? 'ORDER BY id DESC OFFSET 1000 LIMIT 50' : ''}`,
        ctx.workspaceId,
      );
      expect(JSON.stringify(plan)).toContain('Index Only Scan using document_listed');
    }
  });
});
