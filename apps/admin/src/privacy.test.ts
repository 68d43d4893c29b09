/** The commands that erase. */
import { decodeId, encodeId, newId } from '@countersign/contract/ids';
import { cancelBulkSend } from '@countersign/core/bulk-send/cancel';
import { createBulkSend } from '@countersign/core/bulk-send/create';
import type { Ctx } from '@countersign/core/ctx';
import { voidDocument } from '@countersign/core/document/void';
import { deleteTemplate } from '@countersign/core/template/delete';
import { invite } from '@countersign/core/user/invitations';
import { newToken } from '@countersign/core/user/token';
import type { BulkRowStatus, BulkSendStatus } from '@countersign/db/models';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { adminContext } from '../../../test/support/admin.ts';
import { type TestBase, testBase, testCtx } from '../../../test/support/base.ts';
import { storedTemplate } from '../../../test/support/bulk.ts';
import { finalizedDraft, reread, sentCopy } from '../../../test/support/documents.ts';
import { UsageError } from './command.ts';
import { privacyCommands } from './commands/privacy.ts';

let base: TestBase;
beforeAll(async () => {
  base = await testBase();
});

/** Runs a command and returns its exit status, output and errors. */
async function admin(...words: string[]): Promise<{ status: number; text: string }> {
  const command = privacyCommands.find((one) => one.words.every((word, index) => words[index] === word));
  if (!command || !('run' in command)) throw new Error(`no command ${words.join(' ')}`);
  const printed: string[] = [];
  try {
    await command.run(adminContext(base, printed), words.slice(command.words.length));
    return { status: 0, text: printed.join('\n') };
  } catch (error) {
    const status = error instanceof UsageError ? 2 : 1;
    return { status, text: [...printed, (error as Error).message].join('\n') };
  }
}

/** A bulk send of rows with one person each. */
async function bulkSend(
  ctx: Ctx,
  status: BulkSendStatus,
  rows: ReadonlyArray<readonly [BulkRowStatus, string]>,
): Promise<string> {
  const id = newId();
  const count = (wanted: BulkRowStatus) => rows.filter(([one]) => one === wanted).length;
  await base.db.bulkSend.create({
    data: {
      id,
      workspaceId: ctx.workspaceId,
      teamId: ctx.teamId,
      mode: 'live',
      status,
      templateId: ctx.workspaceId,
      template: {},
      rowCount: rows.length,
      invalidCount: count('invalid'),
      failedCount: count('failed'),
      canceledCount: status === 'canceled' ? count('queued') : 0,
      createdBy: { ...ctx.actor },
      createdAt: base.now(),
      dispatchedAt: status === 'done' ? base.now() : null,
      finishedAt: status === 'done' || status === 'canceled' ? base.now() : null,
    },
  });
  await base.db.bulkRow.createMany({
    data: rows.map(([rowStatus, email], at) => ({
      bulkSendId: id,
      rowNo: at + 1,
      status: rowStatus,
      recipients: [{ name: 'Somebody', email }],
      formValues: { city: 'Rome' },
      error: rowStatus === 'queued' ? null : `${email}: no`,
    })),
  });
  return id;
}

const rowsOf = (bulkSendId: string) =>
  base.db.bulkRow.findMany({ where: { bulkSendId }, orderBy: { rowNo: 'asc' } });

const countsOf = (id: string) =>
  base.db.bulkSend.findUniqueOrThrow({
    where: { id },
    select: { invalidCount: true, failedCount: true, canceledCount: true },
  });

describe('an operator', () => {
  test('erases a document by its id, confirmed by its title or id', async () => {
    const ctx = await testCtx(base);
    const document = await sentCopy(ctx, await finalizedDraft(ctx));
    const id = encodeId('doc', document.id);
    expect(await admin('document', 'erase', id, '--confirm', id)).toMatchObject({
      status: 1,
      text: expect.stringContaining('void it first'),
    });
    await voidDocument(ctx, id, { reason: 'No' });
    expect((await admin('document', 'erase', id)).status).toBe(2);
    expect((await admin('document', 'erase', id, '--confirm', 'Something else')).status).toBe(1);
    expect((await reread(ctx, document.id)).erasedAt).toBeNull();
    const erased = await admin('document', 'erase', id, '--confirm', 'Agreement', '--keep-sealed');
    expect(erased).toMatchObject({ status: 0, text: expect.stringContaining(`${id} was erased: `) });
    expect((await reread(ctx, document.id)).erasedBy).toEqual({ type: 'system', id: 'admin' });
    expect((await admin('document', 'erase', 'doc_nonsense', '--confirm', 'x')).status).toBe(2);
  });

  test('lists the documents that name a person, and erases those that have ended, confirmed by the address', async () => {
    const ctx = await testCtx(base);
    const { slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
    const source = await finalizedDraft(ctx);
    const [ended, open] = [await sentCopy(ctx, source), await sentCopy(ctx, source)];
    await voidDocument(ctx, encodeId('doc', ended.id), { reason: 'No' });
    const listed = await admin('person', 'erase', 'ADA@example.test', '--workspace', slug);
    expect(listed.status).toBe(0);
    expect(listed.text).toMatch(new RegExp(`${encodeId('doc', ended.id)} +live +voided .* 1  Agreement`));
    expect((await reread(ctx, ended.id)).erasedAt).toBeNull();
    expect(
      (await admin('person', 'erase', 'ada@example.test', '--workspace', slug, '--confirm', 'ada')).status,
    ).toBe(2);

    const sent = await invite({ ...ctx, role: 'owner' }, { email: 'Ada@example.test', role: 'member' });
    const { tokenSha256: _, ...row } = await base.db.invitation.findUniqueOrThrow({ where: { id: sent.id } });
    await base.db.invitation.create({
      data: { ...row, acceptedAt: base.now(), id: newId(), tokenSha256: newToken().sha256 },
    });
    const erased = await admin(
      'person',
      'erase',
      'ada@example.test',
      '--workspace',
      slug,
      '--confirm',
      'ada@example.test',
    );
    expect(erased.text).toContain('Erased: 1 document, 0 rows of bulk sends, 2 invitations.');
    const withdrawn = { workspaceId: ctx.workspaceId, eventType: 'member.invitation_withdrawn' };
    expect(await base.db.adminEvent.findMany({ where: withdrawn })).toMatchObject([
      { actor: { type: 'system', id: 'admin' }, target: { type: 'invitation', id: sent.id } },
    ]);
    expect(erased).toMatchObject({
      status: 1,
      text: expect.stringContaining(`${encodeId('doc', open.id)} (sent)`),
    });
    expect((await reread(ctx, ended.id)).title).toBe('erased');
    const nobody = await admin('person', 'erase', 'nobody@example.test', '--workspace', slug);
    expect(nobody).toEqual({
      status: 0,
      text: 'No document, bulk send, template or direct link names nobody@example.test.',
    });
  });

  test('a document that cannot be erased is reported and stops no other', async () => {
    const ctx = await testCtx(base);
    const { slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
    const source = await finalizedDraft(ctx);
    const [damaged, whole] = [await sentCopy(ctx, source), await sentCopy(ctx, source)];
    for (const { id } of [damaged, whole]) await voidDocument(ctx, encodeId('doc', id), { reason: 'No' });
    await base.db.$executeRaw`UPDATE document SET created_by = 'null' WHERE id = ${damaged.id}::uuid`;
    const ada = 'ada@example.test';
    const erased = await admin('person', 'erase', ada, '--workspace', slug, '--confirm', ada);
    expect(erased).toMatchObject({ status: 1, text: expect.stringContaining('could not be erased') });
    expect(erased.text).toContain(`  ${encodeId('doc', damaged.id)}: `);
    expect((await reread(ctx, whole.id)).title).toBe('erased');
  });

  test('erases a person from rows without a document, and these rows are not sent', async () => {
    const ctx = await testCtx(base);
    const { slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
    const ada = ' Ada@Example.test';
    const done = await bulkSend(ctx, 'done', [
      ['failed', ada],
      ['failed', 'grace@example.test'],
    ]);
    const invalid = await bulkSend(ctx, 'invalid', [
      ['queued', ada],
      ['invalid', ada],
      ['queued', 'xada@example.test'],
    ]);
    const canceled = await bulkSend(ctx, 'canceled', [['queued', ada]]);
    const ready = await bulkSend(ctx, 'ready', [['queued', ada]]);
    const person = ['person', 'erase', 'ada@example.test', '--workspace', slug] as const;
    const listed = await admin(...person);
    for (const line of [`${done} +live +done +1`, `${invalid} +live +invalid +2`, `${ready} +live +ready +1`])
      expect(listed.text).toMatch(new RegExp(line));

    const erased = await admin(...person, '--confirm', 'ada@example.test');
    expect(erased).toMatchObject({ status: 1, text: expect.stringContaining(`bulk send ${ready} (ready)`) });
    expect(erased.text).toContain('Erased: 0 documents, 4 rows of bulk sends, 0 invitations.');
    const gone = { recipients: [], formValues: {}, error: 'erased' };
    const kept = (email: string) => ({
      recipients: [{ name: 'Somebody', email }],
      formValues: { city: 'Rome' },
    });
    expect(await rowsOf(done)).toMatchObject([
      { ...gone, status: 'invalid' },
      { ...kept('grace@example.test'), status: 'failed' },
    ]);
    expect(await rowsOf(invalid)).toMatchObject([
      { ...gone, status: 'invalid' },
      { ...gone, status: 'invalid' },
      { ...kept('xada@example.test'), status: 'queued' },
    ]);
    expect(await rowsOf(canceled)).toMatchObject([{ ...gone, status: 'queued', error: null }]);
    expect(await rowsOf(ready)).toMatchObject([{ ...kept(ada), status: 'queued' }]);
    expect([await countsOf(done), await countsOf(invalid), await countsOf(canceled)]).toEqual([
      { invalidCount: 1, failedCount: 1, canceledCount: 0 },
      { invalidCount: 2, failedCount: 0, canceledCount: 0 },
      { invalidCount: 0, failedCount: 0, canceledCount: 1 },
    ]);

    await cancelBulkSend(ctx, ready);
    expect(await admin(...person, '--confirm', 'ada@example.test')).toMatchObject({ status: 0 });
    expect((await admin(...person)).text).toContain('No document, bulk send');
  });

  test('lists templates and direct links that name a person, and reports them after erasing', async () => {
    const ctx = await testCtx(base);
    const { slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
    const template = await storedTemplate({ ...ctx, storage: base.storage });
    const templateId = decodeId('tpl', template)!;
    const link = newId();
    await base.db.directLink.create({
      data: {
        ...{ id: link, workspaceId: ctx.workspaceId, teamId: ctx.teamId, mode: 'live', templateId },
        ...{ tokenSha256: Buffer.from(link), sealedToken: Buffer.from(link), recipientIndex: 0 },
        recipients: [{ name: 'Ada', email: ' Ada@Example.test' }],
        ...{ confirmEmail: true, createdBy: {}, createdAt: base.now() },
      },
    });
    const person = (email: string) => ['person', 'erase', email, '--workspace', slug] as const;
    const tenant = 'tenant@example.test';
    const listed = await admin(...person(tenant));
    expect(listed).toMatchObject({ status: 0, text: expect.stringMatching(`${template} +1 +- +`) });
    expect((await admin(...person('ada@example.test'))).text).toMatch(new RegExp(`${template} +- +${link}`));
    const erased = await admin(...person(tenant), '--confirm', tenant);
    expect(erased).toMatchObject({ status: 1, text: expect.stringContaining(`${template}, versions 1`) });

    const { id: copy } = await createBulkSend(ctx, { templateId: template, sourceFilename: null, rows: [] });
    await cancelBulkSend(ctx, copy);
    await deleteTemplate(ctx, template);
    // A bulk send keeps a copy of the template.
    expect((await admin(...person(tenant))).text).toMatch(new RegExp(`${copy} +live +canceled +0 +yes`));
    expect(await admin(...person(tenant), '--confirm', tenant)).toMatchObject({ status: 0 });
    for (const email of [tenant, 'ada@example.test'])
      expect((await admin(...person(email))).text).toBe(
        `No document, bulk send, template or direct link names ${email}.`,
      );
  });
});
