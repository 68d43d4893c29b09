import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { sentDocument } from '../../../../test/support/documents.ts';
import { awaitingReminder } from './remind.ts';

test('reminders are for recipients of an open document whose turn it is and who can be mailed', async () => {
  const ctx = await testCtx(await testBase());
  const document = await sentDocument(ctx, {
    reminder_cadence_days: 3,
    expires_at: new Date(Date.now() + 10 * 86_400_000).toISOString(),
    recipients: [
      { name: 'Ada', email: 'ada@example.test', signing_order: 1, role: 'approver' },
      { name: 'Grace', email: 'grace@example.test', signing_order: 2, role: 'approver' },
      { name: 'Vera', email: 'vera@example.test', signing_order: 1, role: 'viewer' },
    ],
    fields: [],
  });
  const [ada, ...others] = document.recipients;
  const now = new Date();
  const waiting = (changes: Partial<typeof document> = {}, at = now) =>
    awaitingReminder({ ...document, ...changes }, at).map(({ recipient }) => recipient.name);
  const withAda = (changes: Partial<typeof ada>) => ({ recipients: [{ ...ada!, ...changes }, ...others] });
  expect(awaitingReminder(document, now)).toEqual([
    { recipient: ada, dueAt: new Date(ada!.lastMailedAt!.getTime() + 3 * 86_400_000) },
  ]);
  expect(waiting({ status: 'partially_signed' })).toEqual(['Ada']);
  expect(waiting({ status: 'voided' })).toEqual([]);
  expect(waiting({ reminderCadenceDays: null })).toEqual([]);
  expect(waiting({}, document.expiresAt!)).toEqual([]);
  expect(waiting({ expiresAt: null }, document.expiresAt!)).toEqual(['Ada']);
  expect(waiting(withAda({ bouncedAt: now }))).toEqual([]);
  expect(waiting(withAda({ lastMailedAt: null }))).toEqual([]);
  expect(waiting(withAda({ status: 'opened' }))).toEqual(['Ada']);
  expect(waiting(withAda({ status: 'reassigned' }))).toEqual([]);
});
