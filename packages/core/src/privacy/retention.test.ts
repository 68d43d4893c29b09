/** Retention: documents that closed long enough ago lose their personal data automatically, and nothing else does. */
import { verifyChain } from '@countersign/contract/audit-chain';
import { encodeId, newId } from '@countersign/contract/ids';
import { describe, expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { copyRows, finalizedDraft, reread, sentCopy, signAs } from '../../../../test/support/documents.ts';
import { retryFailedRows } from '../bulk-send/dispatch.ts';
import { voidDocument } from '../document/void.ts';
import { listEvents } from '../event/list.ts';
import { eraseWhatIsDue } from './retention.ts';

const dayMs = 86_400_000;

describe('retention', () => {
  test('erases documents that closed more than so many days ago, in workspaces with retention, once', async () => {
    const base = await testBase();
    const keeps = await testCtx(base);
    const erases = await testCtx(base);
    await base.db.workspace.update({ where: { id: erases.workspaceId }, data: { retentionDays: 30 } });
    const source = await finalizedDraft(erases);
    const reason = { reason: 'No longer needed' };
    const [old, young, open] = [
      await sentCopy(erases, source),
      await sentCopy(erases, source),
      await sentCopy(erases, source),
    ];
    const elsewhere = await sentCopy(keeps, await finalizedDraft(keeps));
    // Completed, but not sealed yet.
    const unsealed = await sentCopy(erases, source);
    for (const recipient of unsealed.recipients) await signAs(erases, unsealed, recipient);
    await voidDocument(erases, encodeId('doc', old.id), reason);
    await voidDocument(keeps, encodeId('doc', elsewhere.id), reason);
    base.clock.advance(20 * dayMs);
    await voidDocument(erases, encodeId('doc', young.id), reason);
    expect(await eraseWhatIsDue(base, 'sweep')).toMatchObject({ documents: 0 });

    base.clock.advance(10 * dayMs + 60_000);
    expect(await eraseWhatIsDue(base, 'sweep')).toMatchObject({ documents: 1 });
    expect(await eraseWhatIsDue(base, 'sweep')).toMatchObject({ documents: 0 });
    const after = await reread(erases, old.id);
    expect([after.title, after.erasedBy]).toEqual(['erased', { type: 'system', id: 'retention' }]);
    const events = await listEvents(base.db, old.id);
    expect(events.at(-1)).toMatchObject({ event_type: 'envelope.erased', payload: { cause: 'retention' } });
    expect(verifyChain(events)).toMatchObject({ ok: true, erasure: { by: { type: 'system' } } });
    for (const one of [young, open, unsealed]) expect((await reread(erases, one.id)).erasedAt).toBeNull();
    expect((await reread(keeps, elsewhere.id)).erasedAt).toBeNull();
  });

  test('erases unsent rows of bulk sends, and none of them can be sent afterwards', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    await base.db.workspace.update({ where: { id: ctx.workspaceId }, data: { retentionDays: 1 } });
    const id = newId();
    await base.db.bulkSend.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        teamId: ctx.teamId,
        mode: 'live',
        status: 'failed',
        templateId: ctx.workspaceId,
        template: {},
        rowCount: 1,
        failedCount: 1,
        sourceFilename: 'ada.csv',
        createdBy: { ...ctx.actor },
        createdAt: base.now(),
        dispatchedBy: { actor: { ...ctx.actor }, ip: '192.0.2.1', user_agent: 'tests' },
        dispatchedAt: base.now(),
        finishedAt: base.now(),
      },
    });
    await base.db.bulkRow.create({
      data: {
        bulkSendId: id,
        rowNo: 1,
        status: 'failed',
        recipients: [{ name: 'Ada', email: 'ada@example.test' }],
        formValues: { salary: '9000' },
        error: 'ada@example.test: no',
      },
    });
    const order = async (kind: string, createdAt: Date) => {
      const made = { id: newId(), bulkSendId: id, kind, status: 'done', createdAt, finishedAt: createdAt };
      const requestedBy = {
        actor: { type: 'user', id: ctx.workspaceId, name: 'Grace', email: 'grace@example.test' },
        ip: '192.0.2.1',
        user_agent: 'tests',
      };
      await base.db.bulkOperation.create({ data: { ...made, input: { reason: 'Ada asked' }, requestedBy } });
      return made.id;
    };
    const operationId = await order('correct', base.now());
    const correction = { operationId, line: 2, rowNo: 1, externalId: 'ada', changes: [{ name: 'Ada' }] };
    await base.db.bulkCorrection.create({ data: { ...correction, result: 'refused', error: 'Ada signed' } });
    expect(await eraseWhatIsDue(base, 'sweep')).toMatchObject({ bulkSends: 0 });
    base.clock.advance(dayMs + 1000);
    // An operation may still need the rows.
    const running = { id: newId(), bulkSendId: id, kind: 'extend', createdAt: base.now() };
    await base.db.bulkOperation.create({ data: { ...running, input: {}, requestedBy: {} } });
    expect(await eraseWhatIsDue(base, 'sweep')).toMatchObject({ bulkSends: 0 });
    expect(await base.db.bulkRow.findMany({ where: { bulkSendId: id } })).toMatchObject([
      { recipients: [{ name: 'Ada' }], error: 'ada@example.test: no' },
    ]);
    await base.db.bulkOperation.delete({ where: { id: running.id } });
    expect(await eraseWhatIsDue(base, 'sweep')).toMatchObject({ bulkSends: 1 });
    expect(await base.db.bulkRow.findMany({ where: { bulkSendId: id } })).toMatchObject([
      { recipients: [], formValues: {}, error: 'erased', status: 'failed' },
    ]);
    const send = await base.db.bulkSend.findUniqueOrThrow({ where: { id } });
    expect([send.sourceFilename, send.createdBy]).toEqual([null, { type: 'api_key', id: ctx.actor.id }]);
    expect(await eraseWhatIsDue(base, 'sweep')).toMatchObject({ bulkSends: 0 });
    await expect(retryFailedRows(ctx, id)).rejects.toMatchObject({ slug: 'bulk-send-state' });

    // The same for an operation that starts after the rows were erased, on documents that are still open.
    await order('void_open', base.now());
    const orders = () =>
      base.db.bulkOperation.findMany({ where: { bulkSendId: id }, orderBy: { id: 'asc' } });
    const anonymous = {
      input: {},
      requestedBy: { actor: { type: 'user', id: ctx.workspaceId }, ip: null, user_agent: null },
    };
    await eraseWhatIsDue(base, 'sweep');
    expect(await orders()).toMatchObject([anonymous, { input: { reason: 'Ada asked' } }]);
    base.clock.advance(dayMs + 1000);
    await eraseWhatIsDue(base, 'sweep');
    expect(await orders()).toMatchObject([anonymous, anonymous]);
    expect(await base.db.bulkCorrection.count({ where: { operationId } })).toBe(0);
  });

  test('what cannot be erased is logged, and everything else is erased', async () => {
    const errors: unknown[] = [];
    const log = { info() {}, warn() {}, error: (_: string, facts: unknown) => void errors.push(facts) };
    const base = { ...(await testBase()), log };
    const [damaged, whole] = [await testCtx(base), await testCtx(base)];
    const documents = [];
    for (const ctx of [damaged, whole]) {
      const { workspaceId, teamId } = ctx;
      await base.db.workspace.update({ where: { id: workspaceId }, data: { retentionDays: 1 } });
      const document = await sentCopy(ctx, await finalizedDraft(ctx));
      await voidDocument(ctx, encodeId('doc', document.id), { reason: 'No longer needed' });
      documents.push(document);
      const createdAt = base.now();
      await base.db.bulkSend.create({
        data: {
          id: workspaceId,
          ...{ workspaceId, teamId, mode: 'live', status: 'canceled', templateId: workspaceId },
          ...{ template: {}, rowCount: 0, createdBy: {}, createdAt, finishedAt: createdAt },
        },
      });
    }
    // Neither has the members that erasing reads.
    await base.db.$executeRaw`UPDATE document SET created_by = 'null' WHERE id = ${documents[0]!.id}::uuid`;
    await base.db.$executeRaw`UPDATE bulk_send SET created_by = '1' WHERE id = ${damaged.workspaceId}::uuid`;
    base.clock.advance(dayMs + 1000);
    expect(await eraseWhatIsDue(base, 'sweep')).toMatchObject({ documents: 1, bulkSends: 1 });
    expect((await reread(whole, documents[1]!.id)).title).toBe('erased');
    const error = expect.any(String);
    expect(errors).toEqual([
      { document_id: documents[0]!.id, error },
      { bulk_send_id: damaged.workspaceId, error },
    ]);
  });

  test('many documents that cannot be erased do not keep later ones from it', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { workspaceId } = ctx;
    await base.db.workspace.update({ where: { id: workspaceId }, data: { retentionDays: 1 } });
    const source = await finalizedDraft(ctx);
    const [damaged, later] = [await sentCopy(ctx, source), await sentCopy(ctx, source)];
    const reason = { reason: 'No longer needed' };
    await voidDocument(ctx, encodeId('doc', damaged.id), reason);
    await copyRows(base, await reread(ctx, damaged.id), Array.from({ length: 200 }, newId));
    // They lack a member that erasing reads.
    await base.db
      .$executeRaw`UPDATE document SET created_by = 'null' WHERE workspace_id = ${workspaceId}::uuid AND status = 'voided'`;
    base.clock.advance(1000);
    await voidDocument(ctx, encodeId('doc', later.id), reason);
    base.clock.advance(dayMs + 1000);
    expect(await eraseWhatIsDue(base, 'sweep')).toMatchObject({ documents: 1 });
    expect((await reread(ctx, later.id)).title).toBe('erased');
    expect(await base.db.document.count({ where: { workspaceId, erasedAt: { not: null } } })).toBe(1);
  });
});
