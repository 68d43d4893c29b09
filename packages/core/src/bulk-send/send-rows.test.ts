/** What happens to rows when they are sent. */
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { rowsFor, storedTemplate } from '../../../../test/support/bulk.ts';
import { createBulkSend } from './create.ts';
import { dispatchBulkSend } from './dispatch.ts';
import { sendSlice } from './send-slice.ts';

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
  const run = { requestId: 'slice', attempt: 1, signal: new AbortController().signal };
  await sendSlice(ctx, { bulkSendId: id, run: 1, stream: 0, slice: 0 }, run);

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
  const run = { requestId: 'slice', attempt: 1, signal: new AbortController().signal };
  await sendSlice(ctx, { bulkSendId: id, run: 1, stream: 0, slice: 0 }, run);
  const where = { document: { workspaceId: ctx.workspaceId } };
  const recipients = await ctx.db.recipient.findMany({ where, orderBy: { position: 'asc' } });
  expect(recipients.map(({ status, linkIssuedAt }) => [status, linkIssuedAt !== null])).toEqual([
    ['sent', true],
    ['pending', false],
  ]);
  const mails = await ctx.db.mail.findMany({ where: { documentId: recipients[0]!.documentId } });
  expect(mails.map(({ toAddress }) => toAddress)).toEqual(['p1@example.test']);
});
