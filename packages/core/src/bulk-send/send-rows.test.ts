/** What happens to rows when they are sent. */
import { encodeId } from '@countersign/contract/ids';
import { ProblemError } from '@countersign/problem/problem-error';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { rowsFor, storedTemplate } from '../../../../test/support/bulk.ts';
import type { Ctx } from '../ctx.ts';
import { createBulkSend } from './create.ts';
import { dispatchBulkSend } from './dispatch.ts';
import { describeProblem, rowSender } from './send-rows.ts';
import { sendSlice } from './send-slice.ts';

const slice = (ctx: Ctx, id: string) =>
  sendSlice(
    ctx,
    { bulkSendId: id, run: 1, stream: 0, slice: 0 },
    { requestId: 'slice', attempt: 1, signal: new AbortController().signal },
  );

test('a stored row that is no longer valid fails with its fault; the others are sent', async () => {
  const ctx = await testCtx(await testBase());
  const { id } = await createBulkSend(ctx, {
    templateId: await storedTemplate(ctx),
    sourceFilename: null,
    rows: rowsFor(3),
  });
  const values = JSON.stringify({ city: 'Porto', rent: 'a thousand' });
  await ctx.db
    .$executeRaw`UPDATE bulk_row SET form_values = ${values}::jsonb WHERE bulk_send_id = ${id}::uuid AND row_no = 2`;
  await dispatchBulkSend(ctx, id, { skipInvalid: false });
  await slice(ctx, id);

  const rows = await ctx.db.bulkRow.findMany({ where: { bulkSendId: id }, orderBy: { rowNo: 'asc' } });
  expect(rows.map(({ status, error }) => [status, error])).toEqual([
    ['sent', null],
    ['failed', expect.stringMatching(/^form_values\.rent: /)],
    ['sent', null],
  ]);
  const send = await ctx.db.bulkSend.findUniqueOrThrow({ where: { id } });
  expect(send).toMatchObject({ status: 'done', sentCount: 2, failedCount: 1 });
  const recipients = await ctx.db.recipient.findMany({
    where: { document: { workspaceId: ctx.workspaceId } },
  });
  expect(recipients.map(({ email }) => email).toSorted()).toEqual(['r1@example.test', 'r3@example.test']);
});

test('of a row with a signing order, only the first recipient gets a link and a mail', async () => {
  const ctx = await testCtx(await testBase());
  const people = [1, 2].map((order) => ({ name: `P${order}`, email: `p${order}@example.test` }));
  const { id } = await createBulkSend(ctx, {
    templateId: await storedTemplate(
      ctx,
      0,
      people.map((person, at) => ({
        ...person,
        role: at === 0 ? 'signer' : 'approver',
        signing_order: at + 1,
      })),
    ),
    sourceFilename: null,
    rows: [{ recipients: people, form_values: { city: 'Porto', rent: '1000' } }],
  });
  await dispatchBulkSend(ctx, id, { skipInvalid: false });
  await slice(ctx, id);
  const where = { document: { workspaceId: ctx.workspaceId } };
  const recipients = await ctx.db.recipient.findMany({ where, orderBy: { position: 'asc' } });
  expect(recipients.map(({ status, linkIssuedAt }) => [status, linkIssuedAt !== null])).toEqual([
    ['sent', true],
    ['pending', false],
  ]);
  const mails = await ctx.db.mail.findMany({ where: { documentId: recipients[0]!.documentId } });
  expect(mails.map(({ toAddress }) => toAddress)).toEqual(['p1@example.test']);
});

test('an external_id is unique only if the bulk send asks for it: taken ids fail and name their document', async () => {
  const ctx = await testCtx(await testBase());
  const templateId = await storedTemplate(ctx);
  const sent = async (ids: Array<string | null>, unique: boolean) => {
    const rows = rowsFor(ids.length).map((row, at) => ({ ...row, external_id: ids[at]! }));
    const own = { unique_external_id: unique };
    const { id } = await createBulkSend(ctx, { templateId, sourceFilename: null, own, rows });
    await dispatchBulkSend(ctx, id, { skipInvalid: false });
    await slice(ctx, id);
    const found = await ctx.db.bulkRow.findMany({ where: { bulkSendId: id }, orderBy: { rowNo: 'asc' } });
    return found.map(({ status, documentId, error }) => ({ status, documentId, error }));
  };
  const isSent = { status: 'sent', documentId: expect.any(String), error: null };
  const taken = (documentId: string | null) => ({
    status: 'failed',
    documentId: null,
    error: `external-id-taken: the external_id is already used by ${encodeId('doc', documentId!)}`,
  });
  const first = await sent(['a', 'a'], true);
  expect(first).toEqual([isSent, taken(first[0]!.documentId)]);
  const second = await sent([null, 'b', null, 'a'], true);
  expect(second).toEqual([isSent, isSent, isSent, taken(first[0]!.documentId)]);
  expect(await sent(['c', 'c', 'a'], false)).toEqual([isSent, isSent, isSent]);
});

test('each transaction counts its rows, and only the one with the last row ends the bulk send', async () => {
  const ctx = await testCtx(await testBase());
  const { id } = await createBulkSend(ctx, {
    templateId: await storedTemplate(ctx),
    sourceFilename: null,
    rows: rowsFor(5),
  });
  const state = async () => {
    const send = await ctx.db.bulkSend.findUniqueOrThrow({ where: { id } });
    const used = await ctx.db.usageMonth.aggregate({
      where: { workspaceId: ctx.workspaceId },
      _sum: { used: true },
    });
    const events = await ctx.db.$queryRaw<unknown[]>`
      SELECT 1 FROM outbox_event WHERE bulk_send_id = ${id}::uuid AND type = 'bulk_send.finished'`;
    return [send.status, send.sentCount, send.failedCount, used._sum.used ?? 0, events.length];
  };
  const sender = rowSender(await ctx.db.bulkSend.findUniqueOrThrow({ where: { id } }), ctx.now());
  const claimed: number[][] = [];
  const note = (rowNos: number[]) => void claimed.push(rowNos);

  await expect(sender.send(ctx, { after: 0, most: 9 }, note)).rejects.toThrow(
    'the bulk send is not being dispatched any more',
  );
  expect(await state()).toEqual(['ready', 0, 0, 0, 0]);
  await dispatchBulkSend(ctx, id, { skipInvalid: false });
  expect(await sender.send(ctx, { after: 0, most: 1 }, note)).toEqual([1]);
  expect(await state()).toEqual(['dispatching', 1, 0, 1, 0]);
  expect(await sender.send(ctx, { rowNos: [4, 3] }, note)).toEqual([3, 4]);
  // Without room in the allowance, too.
  const poor = { ...ctx, settings: { ...ctx.settings, envelopeAllowance: 0 } };
  await sender.fail(poor, [2, 3], `!${'x'.repeat(2500)}`);
  expect(await state()).toEqual(['dispatching', 3, 1, 3, 0]);
  expect(await sender.send(ctx, { after: 0, most: 9 }, note)).toEqual([5]);
  expect(await state()).toEqual(['done', 4, 1, 4, 1]);
  // Nothing is left: neither changes anything.
  expect(await sender.send(ctx, { after: 0, most: 9 }, note)).toEqual([]);
  await sender.fail(ctx, [1, 2], 'late');
  expect(await state()).toEqual(['done', 4, 1, 4, 1]);
  expect(claimed).toEqual([[1, 2, 3, 4, 5], [1], [3, 4], [5], []]);

  const failed = await ctx.db.bulkRow.findMany({ where: { bulkSendId: id, status: 'failed' } });
  expect(failed.map(({ rowNo, error }) => [rowNo, error])).toEqual([[2, `!${'x'.repeat(1999)}`]]);
  // Mails of earlier rows go first.
  const mails = await ctx.db.$queryRaw<unknown[]>`
    SELECT m.to_address AS to, j.priority FROM pgboss.job j JOIN mail m ON m.id = (j.data->>'mail_id')::uuid
    WHERE m.bulk_send_id = ${id}::uuid ORDER BY m.to_address`;
  expect(mails).toEqual([
    { to: 'r1@example.test', priority: -1 },
    { to: 'r3@example.test', priority: -2 },
    { to: 'r4@example.test', priority: -2 },
    { to: 'r5@example.test', priority: -3 },
  ]);
});

test('the error of a row has the type of the problem and its text', () => {
  expect(describeProblem(new ProblemError('allowance-exhausted', { detail: 'Used up.' }))).toBe(
    'allowance-exhausted: Used up.',
  );
  const { message } = new ProblemError('not-found');
  expect(describeProblem(new ProblemError('not-found'))).toBe(`not-found: ${message}`);
});
