/** Lists of documents: pages, totals, and the indexes they use. */
import {
  AWAITING_UPLOAD,
  CreateDocumentReq,
  DocumentListQuery,
  documentStatuses,
} from '@countersign/contract/document';
import { encodeId, newId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import {
  copyRows,
  finalizedDraft,
  listDocuments,
  sentCopy,
  sentDocument,
  signAs,
} from '../../../../test/support/documents.ts';
import type { Ctx } from '../ctx.ts';
import { correctRecipient } from './correct-recipient.ts';
import { foldCounts } from './count.ts';
import { createDocument } from './create.ts';
import { patchDocument } from './patch.ts';
import { voidDocument } from './void.ts';

test('pages start with the newest document and have the total number of matches', async () => {
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

test('totals are exact in every status, while documents change, expire and are removed, before and after the sweep', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const source = await sentDocument(ctx);
  const [voided, hidden, other] = [
    await sentCopy(ctx, source),
    await sentCopy(ctx, source),
    await sentCopy(ctx, source),
  ];
  const [stale] = [
    await createDocument(ctx, CreateDocumentReq.parse({ title: 'Without PDF' })),
    await finalizedDraft(ctx),
  ];
  await voidDocument(ctx, encodeId('doc', voided.id), { reason: 'Test' });
  await patchDocument(ctx, encodeId('doc', hidden.id), { visibility: 'managers', clear_folder: false });
  await signAs(base, other, other.recipients[0]!);

  await base.db.document.updateMany({
    where: { id: { in: [source.id, hidden.id, other.id] } },
    data: { expiresAt: new Date(ctx.now().getTime() + 3_600_000) },
  });

  const statuses = [...documentStatuses, AWAITING_UPLOAD];
  /** The total of each status from the stored counts, and by counting: a filter by time cannot use the counts. */
  const totals = async (role: 'manager' | 'member', filter: object = {}) => {
    const of = async (status: string[]) =>
      (await listDocuments({ ...ctx, role }, DocumentListQuery.parse({ status, ...filter }))).total;
    const each = statuses.map(async (status) => [status, await of([status])] as const);
    const groups = [[], ['sent', 'expired'], ['draft', 'sent', 'partially_signed']];
    return [...(await Promise.all(each)), ...(await Promise.all(groups.map(of)))];
  };
  const expectExact = async () => {
    for (const role of ['manager', 'member'] as const)
      expect(await totals(role)).toEqual(await totals(role, { created_before: '2100-01-01' }));
  };
  await expectExact();
  expect(await totals('manager')).toEqual([
    ['draft', 1],
    ['sent', 2],
    ['partially_signed', 1],
    ['completed', 0],
    ['voided', 1],
    ['rejected', 0],
    ['expired', 0],
    ['awaiting_upload', 1],
    6,
    2,
    4,
  ]);
  base.clock.advance(3_600_000);
  await expectExact();
  expect(await totals('manager')).toContainEqual(['expired', 3]);
  await base.db.document.update({ where: { id: stale.id }, data: { removedAt: ctx.now() } });
  await Promise.all([foldCounts(base), foldCounts(base)]);
  await expectExact();
  expect(await base.db.documentCountChange.count({ where: { workspaceId: ctx.workspaceId } })).toBe(0);
  await sentCopy(ctx, source);
  await expectExact();
});

test('the ids of a page and a total with filters are read from the index alone', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  await base.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    await tx.$executeRaw`SET LOCAL enable_bitmapscan = off`;
    // In an empty table, reading smaller indexes and the rows costs the same. No other test of this file looks at plans that use them.
    await tx.$executeRaw`DROP INDEX document_created, document_by_expiry`;
    for (const asked of ['count(*)', 'id']) {
      const plan = await tx.$queryRawUnsafe<Array<Record<string, string>>>(
        `EXPLAIN SELECT ${asked} FROM document WHERE workspace_id = $1::uuid AND mode = 'live' AND removed_at IS NULL
          AND visibility = 'everyone' AND (status = 'rejected' OR (status = 'draft' AND finalized_at IS NOT NULL))
          AND folder_id IS NULL ${asked === 'id' ? 'ORDER BY id DESC OFFSET 1000 LIMIT 50' : ''}`,
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

  // The index finds one or two letters only where a word begins, except in scripts that do not separate words.
  for (const search of ['gr', 'GR', 'le', 'ma', '10', 'l'])
    expect([search, await found({ search })]).toEqual([search, [lease.id]]);
  for (const search of ['ra', 'ee', '00', 'x'])
    expect([search, await found({ search })]).toEqual([search, []]);
  expect([await found({ q: 'St' }), await found({ q: 'tr' }), await found({ q: 'gr' })]).toEqual([
    [lease.id],
    [],
    [],
  ]);
  await base.db.document.update({ where: { id: lease.id }, data: { title: '房屋租赁合同' } });
  for (const search of ['租赁', '合同', '合'])
    expect([search, await found({ search })]).toEqual([search, [lease.id]]);
  expect(await found({ q: '租赁' })).toEqual([lease.id]);

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

test('overdue documents are expired in every order, also by their own clock', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const first = await sentDocument(ctx, { title: 'In two days' });
  const titled = async (title: string, hours: number | null, data: object = {}) => {
    const { id } = await sentCopy(ctx, first);
    const expiresAt = hours === null ? null : new Date(ctx.now().getTime() + hours * 3_600_000);
    await base.db.document.update({ where: { id }, data: { title, expiresAt, ...data } });
  };
  await titled('Overdue', -1);
  await titled('In an hour', 1);
  await titled('Never', null);
  await titled('Hidden', 2, { visibility: 'managers' });
  const inTwoDays = new Date(ctx.now().getTime() + 48 * 3_600_000);
  await base.db.document.update({ where: { id: first.id }, data: { expiresAt: inTwoDays } });
  const titles = async (sort: string, status: string[], mode: 'live' | 'test' = 'live') => {
    const caller = { ...ctx, mode, role: 'member' } as const;
    const { items } = await listDocuments(caller, DocumentListQuery.parse({ sort, status }));
    return items.map(({ title }) => title);
  };
  const open = ['sent', 'partially_signed'];
  expect(await titles('expires_at', open)).toEqual(['In an hour', 'In two days', 'Never']);
  expect(await titles('-expires_at', open)).toEqual(['In two days', 'In an hour', 'Never']);
  expect(await titles('expires_at', ['expired'])).toEqual(['Overdue']);
  expect(await titles('-created_at', open)).toEqual(['Never', 'In an hour', 'In two days']);
  await titled('Expired', -2, { status: 'expired', closedAt: ctx.now() });
  expect(await titles('-created_at', ['expired'])).toEqual(['Expired', 'Overdue']);
  expect(await titles('created_at', ['sent', 'expired'])).toEqual([
    'In two days',
    'Overdue',
    'In an hour',
    'Never',
    'Expired',
  ]);
  const after = { sort: '-created_at', status: ['sent', 'expired'], limit: 1 };
  const seen: string[] = [];
  for (let last: string | undefined; ; ) {
    const query = { ...after, ...(last && { starting_after: encodeId('doc', last) }) };
    const { items, hasMore } = await listDocuments(
      { ...ctx, role: 'member' },
      DocumentListQuery.parse(query),
    );
    seen.push(...items.map(({ title }) => title));
    last = items[0]?.id;
    if (!hasMore) break;
  }
  expect(seen).toEqual(['Expired', 'Never', 'In an hour', 'Overdue', 'In two days']);
  const blank = DocumentListQuery.parse({ status: ['sent'], external_id: '' });
  expect(await listDocuments(ctx, blank)).toEqual({ items: [], total: 0, hasMore: false });
  expect(await titles('expires_at', ['sent', 'expired'])).toEqual([
    'Expired',
    'Overdue',
    'In an hour',
    'In two days',
    'Never',
  ]);

  const trial = await sentDocument({ ...ctx, mode: 'test' }, { title: 'Moved' });
  const moved = { expiresAt: inTwoDays, clockOffsetSeconds: 72 * 3600 };
  await base.db.document.update({ where: { id: trial.id }, data: moved });
  expect(await titles('expires_at', open, 'test')).toEqual([]);
  expect(await titles('expires_at', ['expired'], 'test')).toEqual(['Moved']);
});

test('a page cannot start after a document that the caller may not see', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const own = await sentDocument(ctx, { title: 'Middle' });
  const foreign = await sentDocument(await testCtx(base), { title: 'Apple' });
  const hidden = await sentCopy(ctx, own);
  const expiresAt = new Date(ctx.now().getTime() + 3_600_000);
  const { db } = base;
  await db.document.update({ where: { id: hidden.id }, data: { visibility: 'managers', title: 'Aleph' } });
  await db.document.updateMany({ where: { id: { in: [foreign.id, hidden.id] } }, data: { expiresAt } });
  const listed = async (sort: string, after: string, role: 'manager' | 'member') => {
    const query = DocumentListQuery.parse({ sort, starting_after: encodeId('doc', after) });
    return (await listDocuments({ ...ctx, role }, query)).items.map(({ id }) => id);
  };
  const noSuch = { slug: 'validation', detail: [{ msg: 'Value error, no such document' }] };
  for (const sort of ['title', '-title', 'expires_at', '-expires_at']) {
    await expect(listed(sort, foreign.id, 'manager')).rejects.toMatchObject(noSuch);
    await expect(listed(sort, hidden.id, 'member')).rejects.toMatchObject(noSuch);
    await expect(listed(sort, newId(), 'manager')).rejects.toMatchObject(noSuch);
  }
  expect(await listed('title', hidden.id, 'manager')).toEqual([own.id]);
  expect(await listed('expires_at', hidden.id, 'manager')).toEqual([own.id]);
  expect(await listed('title', own.id, 'member')).toEqual([]);
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
