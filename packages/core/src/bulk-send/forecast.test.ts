/** When the last mail of a bulk send will have gone out. */
import type { DispatchIn } from '@countersign/contract/bulk-send';
import { newId } from '@countersign/contract/ids';
import type { BulkSend } from '@countersign/db/models';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { rowsFor, storedTemplate } from '../../../../test/support/bulk.ts';
import type { Ctx } from '../ctx.ts';
import { createBulkSend } from './create.ts';
import { dispatchBulkSend } from './dispatch.ts';
import { forecastLastMail } from './forecast.ts';

const noLimit = { perSecond: null, perDay: null };
let base: TestBase;
let ctx: TestBase & Ctx;
beforeAll(async () => {
  // A mail takes 1.01 seconds.
  base = await testBase({ mailPace: { server: { perSecond: 1, perDay: null }, workspace: noLimit } });
  ctx = await testCtx(base);
});
// Bulk sends share the mail server.
afterEach(async () => {
  await base.db.bulkSend.updateMany({
    where: { status: 'dispatching' },
    data: { status: 'canceled', finishedAt: base.now() },
  });
});

const created = async (rows: number, by = ctx) =>
  createBulkSend(by, { templateId: await storedTemplate(by), sourceFilename: null, rows: rowsFor(rows) });
const dispatched = async (rows: number, by = ctx, plan: DispatchIn = {}) =>
  dispatchBulkSend(by, (await created(rows, by)).id, { skipInvalid: false, ...plan });

/** The last mail goes out when so many mails can have been sent. */
async function expectMails(send: BulkSend, mails: number): Promise<void> {
  const last = await forecastLastMail(ctx, send);
  // The time that this takes, and the ends of periods, make a difference of a few mails.
  expect(Math.abs((last!.getTime() - Date.now()) / 1010 - mails)).toBeLessThan(8);
}

test('is counted from the rows that are left and the mails that wait; null if nothing waits or there are no limits', async () => {
  expect(await forecastLastMail(ctx, await created(100))).toBeNull();
  const send = await dispatched(100);
  await expectMails(send, 100);
  await expectMails({ ...send, sentCount: 30, failedCount: 20, invalidCount: 10 }, 40);
  const unlimited = { ...ctx.settings, mailPace: { server: noLimit, workspace: noLimit } };
  expect(await forecastLastMail({ ...ctx, settings: unlimited }, send)).toBeNull();
  const mail = { bulkSendId: send.id, kind: 'invitation', toName: 'Ada', toAddress: 'ada@example.test' };
  await base.db.mail.createMany({
    data: Array.from({ length: 50 }, () => ({ ...mail, id: newId(), createdAt: base.now() })),
  });
  await expectMails(send, 150);
});

test('counts the recipients whose turn is first', async () => {
  const people = [1, 2, 3].map((number) => ({ name: `P${number}`, email: `p${number}@example.test` }));
  const orders = [2, 2, 5];
  const templateId = await storedTemplate(
    ctx,
    0,
    people.map((person, at) => ({
      ...person,
      role: at === 0 ? 'signer' : 'approver',
      signing_order: orders[at],
    })),
  );
  const row = { recipients: people, form_values: { city: 'Porto', rent: '1000' } };
  const rows = Array.from({ length: 50 }, () => row);
  const { id } = await createBulkSend(ctx, { templateId, sourceFilename: null, rows });
  await expectMails(await dispatchBulkSend(ctx, id, { skipInvalid: false }), 100);
});

test('other bulk sends of the workspace go first, and those of other workspaces get an equal share', async () => {
  const send = await dispatched(100);
  await dispatched(60);
  await expectMails(send, 160);
  const other = await testCtx(base);
  await dispatched(40, other);
  await expectMails(send, 200);
  await dispatched(1000, other);
  await expectMails(send, 320);
});

test('a bulk send that is planned begins then, and takes nothing from others before', async () => {
  const dispatch_at = new Date(base.now().getTime() + 1_010_000).toISOString();
  const later = await dispatched(100, ctx, { dispatch_at });
  await expectMails(later, 1100);
  await expectMails(await dispatched(50), 50);
});
