/** Lists of documents: pages, totals, and the indexes they use. */
import { DocumentListQuery } from '@countersign/contract/document';
import { encodeId, newId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { copyRows, sentDocument } from '../../../../test/support/documents.ts';
import type { Ctx } from '../ctx.ts';
import { correctRecipient } from './correct-recipient.ts';
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

test('a search finds titles, names and parts of addresses, and follows their changes', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const other = await testCtx(base);
  const lease = await sentDocument(ctx, { title: 'Lease of 100% Main Street' });
  await sentDocument(other, { title: 'Lease of another workspace' });
  const found = async (query: object, as: Ctx = ctx) => {
    const { items, total } = await listDocuments(as, DocumentListQuery.parse(query));
    expect(total).toBe(items.length);
    return items.map(({ id }) => id);
  };
  for (const search of ['MAIN str', '0% m', 'ada love', 'hopper', 'EXAMPLE.te', 'grace@', 'l'])
    expect([search, await found({ search })]).toEqual([search, [lease.id]]);
  for (const search of ['another', 'a_a', 'lease hopper', 'curie'])
    expect([search, await found({ search })]).toEqual([search, []]);
  expect(await found({ q: 'main', search: 'lovelace' })).toEqual([lease.id]);
  expect(await found({ q: 'lovelace' })).toEqual([]);
  expect(await found({ search: 'main' }, other)).toEqual([]);

  const ada = lease.recipients[0]!;
  await correctRecipient(ctx, encodeId('doc', lease.id), ada.id, { name: 'Marie Curie' });
  expect(await found({ search: 'curie' })).toEqual([lease.id]);
  expect(await found({ search: 'lovelace' })).toEqual([]);
  await base.db.document.update({ where: { id: lease.id }, data: { title: 'Rent' } });
  expect([await found({ search: 'rent' }), await found({ search: 'street' })]).toEqual([[lease.id], []]);
});

test('lists are sorted by title, creation or expiry in both directions, page by page', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const model = await sentDocument(ctx, { title: 'Middle' });
  const [first, second] = [newId(), newId()];
  await copyRows(base, model, [first, second], { chainSeq: 0, chainHead: '0'.repeat(64) });
  const inDays = (days: number) => new Date(ctx.now().getTime() + days * 86_400_000);
  await base.db.document.update({ where: { id: first }, data: { title: 'zebra', expiresAt: inDays(3) } });
  await base.db.document.update({ where: { id: second }, data: { title: 'Apple', expiresAt: inDays(2) } });
  const inOrder = async (sort: string) => {
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const query = { sort, limit: 1, ...(after && { starting_after: encodeId('doc', after) }) };
      const { items, total, hasMore } = await listDocuments(ctx, DocumentListQuery.parse(query));
      expect(total).toBe(3);
      seen.push(...items.map(({ title }) => title));
      after = items[0]?.id;
      if (!hasMore) return seen;
    }
  };
  expect(await inOrder('title')).toEqual(['Apple', 'Middle', 'zebra']);
  expect(await inOrder('-title')).toEqual(['zebra', 'Middle', 'Apple']);
  expect(await inOrder('created_at')).toEqual(['Middle', 'zebra', 'Apple']);
  expect(await inOrder('-created_at')).toEqual(['Apple', 'zebra', 'Middle']);
  expect(await inOrder('expires_at')).toEqual(['Apple', 'zebra', 'Middle']);
  expect(await inOrder('-expires_at')).toEqual(['zebra', 'Apple', 'Middle']);
});

test('a search can use the trigram index', async () => {
  const base = await testBase();
  await base.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    const plan = await tx.$queryRawUnsafe<Array<Record<string, string>>>(
      "EXPLAIN SELECT document_id FROM document_search WHERE text LIKE '%hopper%'",
    );
    expect(JSON.stringify(plan)).toMatch(/Bitmap Index Scan on document_search_text.*Index Cond: .*text ~~ /);
  });
});
