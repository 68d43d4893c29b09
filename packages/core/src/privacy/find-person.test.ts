/** Finding a person in a workspace: everything that names them, however much there is, and what can be erased of it. */
import { encodeId, newId } from '@countersign/contract/ids';
import type { BulkSendStatus } from '@countersign/db/models';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { copyRows, finalizedDraft, sentCopy, signAs } from '../../../../test/support/documents.ts';
import { sealedDocument } from '../../../../test/support/sealed-files.ts';
import type { Ctx } from '../ctx.ts';
import { voidDocument } from '../document/void.ts';
import { bulkSendsNaming, eraseRowsNaming } from './bulk-rows.ts';
import { documentsNaming, templatesNaming } from './find-person.ts';

const ada = 'ada@example.test';
/** More than one page of everything. */
const many = 201;

let base: TestBase;
let ctx: TestBase & Ctx;
beforeAll(async () => {
  base = await testBase();
});

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const one of found) items.push(one);
  return items;
}

describe('documents', () => {
  test('are all found, over several pages, and none of another workspace', async () => {
    ctx = await testCtx(base);
    const draft = await finalizedDraft(ctx);
    const copies = Array.from({ length: many }, newId);
    await copyRows(base, draft, copies);
    await base.db.recipient.createMany({
      data: copies.map((documentId) => ({
        ...{ id: newId(), documentId, position: 0, name: 'Ada', email: 'Ada@example.test' },
        emailNormalized: ada,
      })),
    });
    await finalizedDraft(await testCtx(base));
    const found = await all(documentsNaming(base, ctx.workspaceId, ada));
    expect(found.map(({ id }) => id)).toEqual([draft.id, ...copies].toSorted());
    expect(new Set(found.map(({ id, others }) => (id === draft.id ? `draft ${others}` : others)))).toEqual(
      new Set(['draft 1', 0]),
    );
    expect(await all(documentsNaming(base, ctx.workspaceId, 'nobody@example.test'))).toEqual([]);
  });

  test('can be erased once they have ended and are sealed; the other people in them are counted', async () => {
    ctx = await testCtx(base);
    const draft = await finalizedDraft(ctx);
    const [open, voided, unsealed] = [
      await sentCopy(ctx, draft),
      await sentCopy(ctx, draft),
      await sentCopy(ctx, draft),
    ];
    await voidDocument(ctx, encodeId('doc', voided.id), { reason: 'No' });
    for (const recipient of unsealed.recipients) await signAs(ctx, unsealed, recipient);
    const { document: sealed } = await sealedDocument(ctx, base.folder);
    const found = await all(documentsNaming(base, ctx.workspaceId, 'ADA@example.test'));
    const endedOf = new Map(found.map(({ id, hasEnded }) => [id, hasEnded]));
    const documents = [draft, open, voided, unsealed, sealed];
    expect(documents.map(({ id }) => endedOf.get(id))).toEqual([false, false, true, false, true]);
    const { workspaceId, teamId } = ctx;
    expect(found.find(({ id }) => id === voided.id)).toEqual({
      ...{ id: voided.id, workspaceId, teamId, mode: 'live', title: 'Agreement', status: 'voided' },
      ...{ closedAt: expect.any(Date), hasEnded: true, others: 1 },
    });
  });
});

test('templates are found by their versions and direct links, over several pages', async () => {
  const { workspaceId, teamId } = await testCtx(base);
  const ids = Array.from({ length: many }, newId).toSorted();
  const [first, last] = [ids[0]!, ids.at(-1)!];
  const createdAt = base.now();
  const named = [{ name: 'Ada', email: 'Ada@example.test' }];
  await base.db.template.createMany({
    data: ids.map((id) => ({
      ...{ id, workspaceId, teamId, name: 'Lease', sha256: '0'.repeat(64), sizeBytes: 1 },
      ...{ pages: [], recipients: [], fields: [] },
    })),
  });
  await base.db.templateVersion.create({
    data: {
      ...{ templateId: last, version: 1, workspaceId, name: 'Lease', recipients: named, fields: [] },
      ...{ savedBy: {}, savedAt: createdAt },
    },
  });
  const link = newId();
  await base.db.directLink.create({
    data: {
      ...{ id: link, workspaceId, teamId, mode: 'live', templateId: first },
      ...{ tokenSha256: Buffer.from(link), sealedToken: Buffer.from(link), recipientIndex: 0 },
      ...{ recipients: named, confirmEmail: true, createdBy: {}, createdAt },
    },
  });
  expect(await all(templatesNaming(base, workspaceId, ada))).toEqual([
    { id: first, name: 'Lease', versions: [], links: [link] },
    { id: last, name: 'Lease', versions: [1], links: [] },
  ]);
});

describe('bulk sends', () => {
  /** Empty bulk sends of a new workspace. */
  async function bulkSends(
    status: BulkSendStatus,
    count: number,
    rowCount = 0,
    template: object = {},
  ): Promise<string[]> {
    ctx = await testCtx(base);
    const { workspaceId, teamId } = ctx;
    const ids = Array.from({ length: count }, newId).toSorted();
    const createdAt = base.now();
    const finishedAt = status === 'canceled' ? createdAt : null;
    await base.db.bulkSend.createMany({
      data: ids.map((id) => ({
        ...{ id, workspaceId, teamId, mode: 'test' as const, status, templateId: workspaceId, template },
        ...{ rowCount, createdBy: {}, createdAt, finishedAt },
      })),
    });
    return ids;
  }

  async function addRows(id: string, count: number): Promise<void> {
    await base.db.$executeRaw`
      INSERT INTO bulk_row (bulk_send_id, row_no, status, recipients, form_values)
      SELECT ${id}::uuid, row_no, 'queued'::bulk_row_status, '[{"name": "Ada", "email": "Ada@example.test"}]'::json, '{}'::json
      FROM generate_series(1, ${count}::int) AS row_no`;
  }

  test('are found over several pages, and all rows of one are erased, however many', async () => {
    const ids = await bulkSends('canceled', many, 10_001);
    const last = ids.at(-1)!;
    await addRows(last, 10_001);
    const found = {
      id: last,
      mode: 'test',
      status: 'canceled',
      rows: 10_001,
      inTemplate: false,
      isAtRest: true,
    };
    expect(await all(bulkSendsNaming(base, ctx.workspaceId, ada))).toEqual([found]);
    expect(await eraseRowsNaming(base, last, ada)).toBe(10_001);
    expect(await all(bulkSendsNaming(base, ctx.workspaceId, ada))).toEqual([]);
    const events = { where: { workspaceId: ctx.workspaceId, eventType: 'bulk_send.rows_erased' } };
    expect(await base.db.adminEvent.findMany(events)).toMatchObject([
      { target: { type: 'bulk_send', id: last }, details: { rows: 10_001 } },
    ]);
    // Nothing is left, so nothing is recorded.
    expect(await eraseRowsNaming(base, last, ada)).toBe(0);
    expect(await base.db.adminEvent.count(events)).toBe(1);
  });

  test('are found by the copies of their templates, from which only the person is erased, also after their rows were', async () => {
    const person = (name: string) => ({ name, email: ` ${name}@Example.test`, role: 'signer' });
    const template = {
      version: 3,
      recipients: [person('Grace'), person('Ada'), person('Mary')],
      fields: [{ type: 'text', prefill_value: 'x' }],
    };
    const [plain, erased] = await bulkSends('canceled', 2, 0, template);
    await base.db.bulkSend.update({ where: { id: erased! }, data: { rowsErasedAt: base.now() } });
    const found = { mode: 'test', status: 'canceled', rows: 0, inTemplate: true, isAtRest: true };
    expect(await all(bulkSendsNaming(base, ctx.workspaceId, ada))).toEqual([
      { ...found, id: plain },
      { ...found, id: erased },
    ]);
    for (const id of [plain!, erased!]) expect(await eraseRowsNaming(base, id, ada)).toBe(0);
    expect(await all(bulkSendsNaming(base, ctx.workspaceId, ada))).toEqual([]);
    const nobody = { name: 'erased', email: 'erased@erased.invalid', role: 'signer' };
    const sends = await base.db.bulkSend.findMany({ where: { workspaceId: ctx.workspaceId } });
    const templates = new Map(sends.map((send) => [send.id, send.template]));
    expect(templates.get(plain!)).toEqual({ ...template, recipients: template.recipients.with(1, nobody) });
    // An older erasure of the rows left all of it.
    expect(templates.get(erased!)).toMatchObject({ version: 3, recipients: [nobody, nobody, nobody] });
    expect(JSON.stringify(templates.get(erased!))).not.toContain('prefill_value');
    const events = { where: { workspaceId: ctx.workspaceId, eventType: 'bulk_send.rows_erased' } };
    expect(await base.db.adminEvent.count(events)).toBe(2);
    const [ready] = await bulkSends('ready', 1, 0, template);
    expect(await all(bulkSendsNaming(base, ctx.workspaceId, ada))).toMatchObject([{ isAtRest: false }]);
    expect(await eraseRowsNaming(base, ready!, ada)).toBeNull();
  });

  test('are not changed while they can be sent or an operation runs', async () => {
    const [ready] = await bulkSends('ready', 1, 1);
    await addRows(ready!, 1);
    expect(await all(bulkSendsNaming(base, ctx.workspaceId, ada))).toMatchObject([{ isAtRest: false }]);
    expect(await eraseRowsNaming(base, ready!, ada)).toBeNull();
    const [busy] = await bulkSends('canceled', 1, 1);
    await addRows(busy!, 1);
    await base.db.bulkOperation.create({
      data: {
        ...{ id: newId(), bulkSendId: busy!, kind: 'correct', input: {}, requestedBy: {} },
        createdAt: base.now(),
      },
    });
    expect(await eraseRowsNaming(base, busy!, ada)).toBeNull();
    expect(await eraseRowsNaming(base, newId(), ada)).toBeNull();
    const rows = await base.db.bulkRow.findMany({ where: { bulkSendId: { in: [ready!, busy!] } } });
    expect(rows.map(({ recipients }) => JSON.stringify(recipients))).toEqual(
      Array(2).fill('[{"name":"Ada","email":"Ada@example.test"}]'),
    );
  });
});
