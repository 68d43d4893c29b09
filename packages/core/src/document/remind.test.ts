import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { sentDocument } from '../../../../test/support/documents.ts';
import { awaitingReminder, checkOnNextSweep, remindFromNow } from './remind.ts';

test('the next check is a cadence from now or when the first recipient is due, without the offset of the test clock', () => {
  const now = new Date('2026-11-10T00:00:00Z');
  const from = (reminderCadenceDays: number | null, later: string[] = [], clockOffsetSeconds = 0) =>
    remindFromNow(
      { reminderCadenceDays, clockOffsetSeconds },
      now,
      later.map((time) => new Date(time)),
    );
  expect(from(null)).toBe(checkOnNextSweep);
  expect(from(3)).toEqual(new Date('2026-11-13T00:00:00Z'));
  expect(from(3, ['2026-11-12T00:00:00Z', '2026-11-11T00:00:00Z'])).toEqual(new Date('2026-11-11T00:00:00Z'));
  expect(from(3, ['2026-11-20T00:00:00Z'])).toEqual(new Date('2026-11-13T00:00:00Z'));
  expect(from(3, [], 86_400)).toEqual(new Date('2026-11-12T00:00:00Z'));
});

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
