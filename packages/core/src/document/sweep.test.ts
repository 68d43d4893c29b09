/** Sweeps: one failure stops nothing else, and a large sweep is shared among workers. */
import { encodeId, newId } from '@countersign/contract/ids';
import { jobs } from '@countersign/queue/jobs';
import { describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { copyRows, reread, sentDocument } from '../../../../test/support/documents.ts';
import { advanceClock } from '../test-mode/advance-clock.ts';
import { expireDueDocuments, expirySweep } from './expire.ts';
import { patchDocument } from './patch.ts';
import { remindDueRecipients, reminderSweep } from './remind.ts';
import { sendDocument } from './send.ts';
import { sweepDue, sweepShare } from './sweep.ts';
import { voidDocument } from './void.ts';

const day = 86_400_000;
const run = { requestId: 'r' };

/** Copies of a sent document with its recipients, in a separate workspace. Their audit chains start again. */
async function manySent(base: TestBase, count: number): Promise<string[]> {
  const ctx = await testCtx(base);
  const model = await sentDocument(ctx, {
    expires_at: new Date(Date.now() + 3 * day).toISOString(),
    reminder_cadence_days: 1,
  });
  const ids = Array.from({ length: count }, newId);
  await copyRows(base, model, ids, { chainSeq: 0, chainHead: '0'.repeat(64) });
  await base.db.recipient.createMany({
    data: ids.flatMap((documentId) =>
      model.recipients.map(({ ownSignature: _, ...one }) => ({ ...one, id: newId(), documentId })),
    ),
  });
  return ids;
}

const statusesOf = (base: TestBase, ids: string[]) =>
  base.db.document.groupBy({ by: ['status'], where: { id: { in: ids } }, _count: true });

describe('sweeps', () => {
  test('a document that fails is logged and does not delay the next ones', async () => {
    const base = await testBase();
    const errors: unknown[] = [];
    base.log = { ...base.log, error: (message, fields) => errors.push({ message, ...fields }) };
    const ctx = await testCtx(base);
    const soon = { expires_at: new Date(Date.now() + 2 * day).toISOString(), reminder_cadence_days: 1 };
    const broken = await sentDocument(ctx, soon);
    const sound = await sentDocument(ctx, {
      ...soon,
      expires_at: new Date(Date.now() + 2.5 * day).toISOString(),
    });
    await base.db.document.update({ where: { id: broken.id }, data: { chainHead: 'f'.repeat(64) } });

    base.clock.advance(day + 1000);
    expect(await remindDueRecipients(base, 'r')).toBe(2);
    base.clock.advance(2 * day);
    expect(await expireDueDocuments(base, 'r')).toBe(1);
    expect((await reread(ctx, sound.id)).status).toBe('expired');
    const stored = await base.db.document.findUniqueOrThrow({ where: { id: broken.id } });
    expect(stored.status).toBe('sent');
    const about = { message: 'a sweep failed for a document', document_id: broken.id };
    expect(errors).toMatchObject([
      { ...about, sweep: 'reminder' },
      { ...about, sweep: 'expiry' },
    ]);
    expect((errors[0] as { error: string }).error).toContain('does not continue the chain');

    await base.db.document.update({ where: { id: broken.id }, data: { chainHead: broken.chainHead } });
    expect(await expireDueDocuments(base, 'r')).toBe(1);
  });

  test('documents without due reminders are postponed until one can be due, whatever changed them last', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const [weekly, daily] = [
      await sentDocument(ctx, { reminder_cadence_days: 7 }),
      await sentDocument(ctx, { reminder_cadence_days: 1 }),
    ];
    const remindFrom = async (id: string) =>
      (await reread(ctx, id)).remindFrom.getTime() - base.now().getTime();
    const inDays = async (id: string) => Math.round(((await remindFrom(id)) / day) * 100) / 100;
    expect([await inDays(weekly.id), await inDays(daily.id)]).toEqual([7, 1]);
    const looked = () => reminderSweep.find(base, { share: 0, of: 1 }, null, 100);
    expect(await looked()).toEqual([]);

    // The default of the column: checked once, then postponed.
    await base.db.document.update({ where: { id: weekly.id }, data: { remindFrom: new Date(0) } });
    expect(await looked()).toEqual([]);
    expect(await inDays(weekly.id)).toBe(7);

    // A shorter cadence takes effect at once.
    base.clock.advance(3 * day);
    await patchDocument(ctx, encodeId('doc', weekly.id), { reminder_cadence_days: 2, clear_folder: false });
    expect((await looked()).map(({ id }) => id)).toEqual(expect.arrayContaining([weekly.id, daily.id]));
    expect(await remindDueRecipients(base, 'r')).toBe(4);
    expect([await inDays(weekly.id), await inDays(daily.id)]).toEqual([2, 1]);

    // While no reminder is due, the document is checked once per cadence; a recipient who was mailed again is reminded in
    // time.
    await base.db.recipient.updateMany({ where: { documentId: daily.id }, data: { bouncedAt: base.now() } });
    base.clock.advance(1.5 * day);
    expect(await remindDueRecipients(base, 'r')).toBe(0);
    expect(await inDays(daily.id)).toBe(1);
    await sendDocument(ctx, encodeId('doc', daily.id), {});
    base.clock.advance(0.9 * day);
    expect(await remindDueRecipients(base, 'r')).toBe(2);
    base.clock.advance(0.2 * day);
    expect(await remindDueRecipients(base, 'r')).toBe(2);
    expect(await inDays(daily.id)).toBe(1);
    for (const { id } of [weekly, daily]) await voidDocument(ctx, encodeId('doc', id), { reason: 'over' });
  });

  test('a document with an advanced clock gets reminders and expires by that clock', async () => {
    const base = await testBase();
    const ctx = await testCtx(base, 'test');
    const soon = { expires_at: new Date(Date.now() + 10 * day).toISOString(), reminder_cadence_days: 4 };
    const [moved, other] = [await sentDocument(ctx, soon), await sentDocument(ctx, soon)];
    await advanceClock(ctx, encodeId('doc', moved.id), { seconds: 3 * 86_400 });
    base.clock.advance(1.5 * day);
    expect(await remindDueRecipients(base, 'r')).toBe(2);
    expect(await remindDueRecipients(base, 'r')).toBe(0);
    expect(await expireDueDocuments(base, 'r')).toBe(0);
    base.clock.advance(6 * day);
    expect(await remindDueRecipients(base, 'r')).toBe(2);
    expect(await expireDueDocuments(base, 'r')).toBe(1);
    expect((await reread(ctx, moved.id)).status).toBe('expired');
    expect((await reread(ctx, other.id)).status).toBe('sent');
    base.clock.advance(3 * day);
    expect(await expireDueDocuments(base, 'r')).toBe(1);
  });

  test('few due documents are handled at once; many get one job per share, which several workers run', async () => {
    const base = await testBase();
    const ids = await manySent(base, 520);
    base.clock.advance(day + 1000);
    await sweepDue(base, reminderSweep, run);
    const reminders = await base.queue.fetch(jobs.documentRemindShare.name, 100);
    expect(reminders.map((job) => job.data)).toEqual(
      expect.arrayContaining(Array.from({ length: 8 }, (_, share) => ({ share, of: 8, request_id: 'r' }))),
    );

    base.clock.advance(3 * day);
    expect(await sweepDue(base, expirySweep, run)).toEqual({ shares: 8 });
    expect(await sweepDue(base, expirySweep, run)).toEqual({ shares: 8 });
    const made = await base.queue.fetch(jobs.documentExpireShare.name, 100);
    expect(made).toHaveLength(8);
    // While shares run, none is enqueued again, and each document is in exactly one share.
    expect(await sweepDue(base, expirySweep, run)).toEqual({ shares: 8 });
    expect(await base.queue.fetch(jobs.documentExpireShare.name, 100)).toHaveLength(0);
    const found = await Promise.all(
      made.map((job) => expirySweep.find(base, job.data as { share: number; of: number }, null, 1000)),
    );
    expect(found.every((some) => some.length > 0)).toBe(true);
    const seen = found.flat().map((one) => one.id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set(seen)).toEqual(new Set([...ids, ...seen]));

    const done = await Promise.all(
      made.map((job) => sweepShare(base, expirySweep, run, job.data as { share: number; of: number })),
    );
    expect(done.reduce((sum, one) => sum + one, 0)).toBe(seen.length);
    expect(await statusesOf(base, ids)).toEqual([{ status: 'expired', _count: 520 }]);
    expect(
      await base.db.event.count({ where: { documentId: { in: ids }, eventType: 'envelope.expired' } }),
    ).toBe(520);
    expect(await sweepDue(base, expirySweep, run)).toEqual({ done: 0 });
  });

  test('a share ends after its time limit, and the next sweep continues', async () => {
    const base = await testBase();
    await manySent(base, 3);
    base.clock.advance(4 * day);
    const now = performance.now.bind(performance);
    const slow = {
      ...expirySweep,
      act: async (tx: Parameters<typeof expirySweep.act>[0], id: string) => {
        performance.now = () => now() + 3_600_000;
        return expirySweep.act(tx, id);
      },
    };
    try {
      expect(await sweepShare(base, slow, run)).toBe(1);
    } finally {
      performance.now = now;
    }
    expect(await sweepShare(base, expirySweep, run)).toBeGreaterThanOrEqual(2);
  });

  test('a share stops when its worker stops, and the next run does the rest', async () => {
    const base = await testBase();
    const ids = await manySent(base, 3);
    base.clock.advance(4 * day);
    expect(await sweepShare(base, expirySweep, { ...run, signal: AbortSignal.abort() })).toBe(0);
    expect(await statusesOf(base, ids)).toEqual([{ status: 'sent', _count: 3 }]);
    expect(await sweepShare(base, expirySweep, run)).toBeGreaterThanOrEqual(3);
  });

  test('a document whose expiry moves after the sweep has found it stays open', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, { expires_at: new Date(Date.now() + day).toISOString() });
    const found = { ...document, expiresAt: document.expiresAt! };
    const errors: unknown[] = [];
    base.log = { ...base.log, error: (message) => errors.push(message) };
    expect(await sweepShare(base, { ...expirySweep, find: async () => [found] }, run)).toBe(0);
    expect((await reread(ctx, document.id)).status).toBe('sent');
    expect(errors).toEqual([]);
  });
});
