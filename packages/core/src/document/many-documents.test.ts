/** Operations on many documents, as those of bulk sends: each document is treated as by the operation on a single one. */
import { encodeId, newId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import {
  asRecipient,
  reread,
  sentCopy,
  sentDocument,
  signAs,
  twoSigners,
} from '../../../../test/support/documents.ts';
import { mailsOf } from '../../../../test/support/mails.ts';
import { type Ctx, type SqlCtx, withSqlTransaction } from '../ctx.ts';
import { freeBeforeSeal } from '../event/limit-trail.ts';
import { listEvents } from '../event/list.ts';
import { reassignRecipient } from '../signing/reassign.ts';
import { advanceClock } from '../test-mode/advance-clock.ts';
import { correctRecipients, type PersonCorrection } from './correct-recipients.ts';
import { extendDocuments } from './extend-documents.ts';
import { type BatchDocument, lockDocuments } from './lock-documents.ts';
import { remindDocuments } from './remind-documents.ts';
import { voidDocuments } from './void-documents.ts';

const day = 86_400_000;
const bulk = { bulkSendId: newId(), priority: -21 };

interface Row {
  id: string;
}

/** Runs an operation on these documents under their locks. */
const onLocked = <T>(
  ctx: Ctx,
  documents: readonly Row[],
  work: (tx: SqlCtx, locked: BatchDocument[]) => Promise<T>,
): Promise<T> =>
  withSqlTransaction(ctx, async (tx) =>
    work(
      tx,
      await lockDocuments(
        tx,
        documents.map(({ id }) => id),
      ),
    ),
  );
const remind = (ctx: Ctx, ...documents: Row[]) =>
  onLocked(ctx, documents, (tx, locked) => remindDocuments(tx, locked, { bulk }));
const extend = (ctx: Ctx, expiresAt: Date, ...documents: Row[]) =>
  onLocked(ctx, documents, (tx, locked) =>
    extendDocuments(tx, locked, { expiresAt, alsoWithoutExpiry: true }),
  );
/** Corrects the people of each document by its id. */
const correct = (ctx: Ctx, wanted: Record<string, PersonCorrection[]>) =>
  onLocked(
    ctx,
    Object.keys(wanted).map((id) => ({ id })),
    (tx, locked) =>
      correctRecipients(
        tx,
        locked.map((document) => ({ document, people: wanted[document.id]! })),
        { bulk },
      ),
  );

test('reminders go to people who must act, have not acted, and were not mailed within a day', async () => {
  const base = await testBase();
  base.clock.stop();
  const ctx = await testCtx(base);
  const document = await sentDocument(ctx, {
    recipients: [...twoSigners.recipients, { name: 'Vera', email: 'vera@example.test', role: 'viewer' }],
  });
  const [ada, grace] = document.recipients;
  await signAs(base, document, grace!);
  base.clock.advance(day - 1);
  expect(await remind(ctx, document)).toEqual(new Map([[document.id, 'mailed_within_a_day']]));
  base.clock.advance(1);
  expect(await remind(ctx, document)).toEqual(new Map());
  const reminders = (await mailsOf(base, document.id)).filter(({ kind }) => kind === 'reminder');
  expect(reminders.map(({ toAddress }) => toAddress)).toEqual([ada!.email]);
  expect((await listEvents(base.db, document.id)).at(-1)).toMatchObject({
    event_type: 'recipient.reminded',
    payload: { recipient_id: ada!.id },
  });
});

test('a document with 5,000 events keeps room for its end: it is not reminded, extended or corrected', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const document = await sentDocument(ctx);
  await base.db.document.update({ where: { id: document.id }, data: { chainSeq: freeBeforeSeal } });
  base.clock.advance(2 * day);
  const kept = new Map([[document.id, 'trail_limit']]);
  expect(await remind(ctx, document)).toEqual(kept);
  expect(await extend(ctx, new Date(base.now().getTime() + day), document)).toEqual(kept);
  const corrected = await correct(ctx, { [document.id]: [{ position: 0, name: 'Ada King' }] });
  expect(corrected.get(document.id)).toEqual({
    result: 'refused',
    error: 'the audit trail of the document has over 5000 events',
  });
  expect(await mailsOf(base, document.id)).toHaveLength(2);
});

test('no document gets an expiry that is past by its own clock', async () => {
  const base = await testBase();
  base.clock.stop();
  const ctx = await testCtx(base, 'test');
  const ahead = await sentDocument(ctx);
  const other = await sentCopy(ctx, ahead);
  await advanceClock(ctx, encodeId('doc', ahead.id), { seconds: (5 * day) / 1000 });
  const expiresAt = new Date(base.now().getTime() + 5 * day);
  expect(await extend(ctx, expiresAt, ahead, other)).toEqual(new Map([[ahead.id, 'not_in_future']]));
  expect((await reread(ctx, ahead.id)).expiresAt).toBeNull();
  expect((await reread(ctx, other.id)).expiresAt).toEqual(expiresAt);
});

test('voiding drops what people have entered', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const document = await sentDocument(ctx);
  const where = { recipientId: document.recipients[0]!.id };
  await base.db.signingDraft.create({ data: { ...where, content: '{}', savedAt: base.now() } });
  await onLocked(ctx, [document], (tx, locked) => voidDocuments(tx, locked, { reason: 'Wrong file', bulk }));
  expect((await reread(ctx, document.id)).status).toBe('voided');
  expect(await base.db.signingDraft.count({ where })).toBe(0);
});

test('a correction is refused for people who have acted, were replaced or do not exist', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const acted = await sentDocument(ctx);
  const moved = await sentCopy(ctx, acted);
  const missing = await sentCopy(ctx, acted);
  await signAs(base, acted, acted.recipients[0]!);
  const successor = { name: 'Mary', email: 'mary@example.test' };
  await reassignRecipient(base, asRecipient(base, moved.recipients[0]!), successor);
  const results = await correct(ctx, {
    [acted.id]: [{ position: 0, name: 'Eve' }],
    [moved.id]: [{ position: 0, name: 'Eve' }],
    [missing.id]: [
      { position: 0, name: 'Eve' },
      { position: 2, name: 'Eve' },
    ],
  });
  const refused = (error: string) => ({ result: 'refused', error });
  expect(results.get(acted.id)).toEqual(refused('recipient 1 is completed and cannot be corrected any more'));
  expect(results.get(moved.id)).toEqual(refused('recipient 1 has reassigned the document to another person'));
  expect(results.get(missing.id)).toEqual(refused('recipient 3: the document has no such recipient'));
  for (const { id } of [acted, moved, missing])
    expect((await reread(ctx, id)).recipients.map(({ name }) => name)).not.toContain('Eve');
});

test('a corrected person starts again, and is mailed only when it is their turn', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const document = await sentDocument(ctx, {
    recipients: twoSigners.recipients.map((one, at) => ({ ...one, signing_order: at + 1 })),
  });
  const { db } = base;
  const [ada] = document.recipients;
  const where = { recipientId: ada!.id };
  const times = { createdAt: base.now(), expiresAt: base.now() };
  await db.otpCode.create({ data: { id: newId(), ...where, codeHash: Buffer.from('code'), ...times } });
  await db.signingDraft.create({ data: { ...where, content: '{}', savedAt: base.now() } });
  await db.recipient.updateMany({ where: { documentId: document.id }, data: { bouncedAt: base.now() } });
  await db.document.update({ where: { id: document.id }, data: { deliveryProblem: true } });

  const corrected = new Map([[document.id, { result: 'corrected' }]]);
  expect(await correct(ctx, { [document.id]: [{ position: 0, name: 'Ada King' }] })).toEqual(corrected);
  expect([await db.otpCode.count({ where }), await db.signingDraft.count({ where })]).toEqual([0, 0]);
  // The address of the other one still bounces.
  expect((await reread(ctx, document.id)).deliveryProblem).toBe(true);

  const later = [{ position: 1, email: 'hopper@example.test' }];
  expect(await correct(ctx, { [document.id]: later })).toEqual(corrected);
  const after = await reread(ctx, document.id);
  expect(after.deliveryProblem).toBe(false);
  expect(after.recipients.map(({ status, linkVersion }) => [status, linkVersion])).toEqual([
    ['sent', 2],
    ['pending', 2],
  ]);
  expect((await mailsOf(base, document.id)).map(({ toAddress }) => toAddress)).toEqual([
    ada!.email,
    ada!.email,
  ]);
});

test('corrections beyond the limits of emails per address and per document are refused, others are made', async () => {
  const base = await testBase({ addressMailsPerHour: 2, documentResendsPerHour: 1 });
  const ctx = await testCtx(base);
  const first = await sentDocument(ctx);
  const second = await sentCopy(ctx, first);
  const limited = { result: 'refused', error: expect.stringMatching(/^mail-limit: /) };
  const results = await correct(ctx, {
    [first.id]: [{ position: 0, name: 'Ada King' }],
    [second.id]: [{ position: 0, email: 'ada-0@example.test' }],
  });
  expect(results.get(first.id)).toEqual(limited);
  expect(results.get(second.id)).toEqual({ result: 'corrected' });
  expect((await reread(ctx, first.id)).recipients[0]).toMatchObject({ name: 'Ada Lovelace', linkVersion: 1 });
  // A document can be corrected four times for each time that it may be resent.
  for (const at of [1, 2, 3, 4]) {
    const email = `ada-${at}@example.test`;
    const again = await correct(ctx, { [second.id]: [{ position: 0, email }] });
    expect(again.get(second.id)).toEqual(at < 4 ? { result: 'corrected' } : limited);
  }
  expect((await reread(ctx, second.id)).recipients[0]!.email).toBe('ada-3@example.test');

  const waiting = await sentDocument(ctx, {
    recipients: [
      { name: 'Joan', email: 'joan@example.test', role: 'approver', signing_order: 1 },
      { name: 'Mary', email: 'mary@example.test', role: 'approver', signing_order: 2 },
    ],
    fields: [],
  });
  // Mary has to wait, so these corrections send no emails.
  for (const at of [1, 2, 3, 4, 5]) {
    const renamed = await correct(ctx, { [waiting.id]: [{ position: 1, name: `Mary ${at}` }] });
    expect(renamed.get(waiting.id)).toEqual({ result: 'corrected' });
  }
});
