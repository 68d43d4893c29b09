/** Mails, bounces, reminders, expiry, declining and reassigning, with an advanced clock. */
import { encodeId } from '@countersign/contract/ids';
import { type Mailer, MailRefusedError, MailUnavailableError } from '@countersign/mail/mailer';
import type { ProblemError } from '@countersign/problem/problem-error';
import { jobs } from '@countersign/queue/jobs';
import { outcomeOf, type RetryAfter } from '@countersign/queue/outcomes';
import { describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { rowsFor, storedTemplate } from '../../../../test/support/bulk.ts';
import {
  asRecipient,
  finalizedDraft,
  ready,
  reread,
  sentDocument,
  signAs,
} from '../../../../test/support/documents.ts';
import { lockWaited, whileLocked } from '../../../../test/support/locks.ts';
import { deliverAll, keepingMailer, mailsOf } from '../../../../test/support/mails.ts';
import { createBulkSend } from '../bulk-send/create.ts';
import { withSqlTransaction } from '../ctx.ts';
import { correctRecipient } from '../document/correct-recipient.ts';
import { expireDueDocuments } from '../document/expire.ts';
import { remindDueRecipients } from '../document/remind.ts';
import { sendDocument } from '../document/send.ts';
import { voidDocument } from '../document/void.ts';
import { listEvents } from '../event/list.ts';
import { takeAddressTokens } from '../mail/limit-mails.ts';
import { readPace, serverPace } from '../mail/pace-store.ts';
import { Pacer } from '../mail/pacer.ts';
import { eraseDocument } from '../privacy/erase-document.ts';
import { recordBounce } from '../recipient/record-bounce.ts';
import { giveConsent } from '../signing/consent.ts';
import { openDocument } from '../signing/open.ts';
import { mailCode } from '../signing/otp.ts';
import { readSigning } from '../signing/read.ts';
import { reassignRecipient } from '../signing/reassign.ts';
import { rejectDocument } from '../signing/reject.ts';
import { advanceClock } from '../test-mode/advance-clock.ts';
import { deliverMail } from './deliver-mail.ts';

const day = 86_400_000;

/** The kinds of jobs that send the mails of a document. */
async function jobNamesOf(base: TestBase, documentId: string): Promise<string[]> {
  const ids = (await mailsOf(base, documentId)).map(({ id }) => id);
  const rows = await base.db.$queryRaw<Array<{ name: string }>>`
    SELECT DISTINCT name FROM pgboss.job WHERE data->>'mail_id' = ANY(${ids}::text[])`;
  return rows.map(({ name }) => name);
}

describe('delivering mails', () => {
  test('an invitation contains the signing link, is sent once, and has its mail id', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, { message: 'Please read <b>this</b>' });
    const mailer = keepingMailer();
    expect(await deliverAll(base, document.id, mailer)).toEqual(['sent', 'sent']);
    expect(await deliverAll(base, document.id, mailer)).toEqual(['not wanted', 'not wanted']);
    expect(mailer.sent.map((mail) => mail.to.address)).toEqual(['ada@example.test', 'grace@example.test']);
    const { token } = asRecipient(base, document.recipients[0]!);
    expect(mailer.sent[0]!.text).toContain(`http://countersign.test/sign/${token}`);
    expect(mailer.sent[0]!.html).toContain('&#60;b&#62;this&#60;/b&#62;');
    expect(mailer.sent[0]!.messageId).toMatch(/^<[0-9a-f-]{36}@countersign\.test>$/);
    // The name of the key that sent it is for the sender only.
    expect(mailer.sent[0]!.text).not.toContain('Test key');
  });

  test("mails to recipients show the workspace's logo, sender, reply address and member", async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const sender = { senderName: 'Nordlicht Verträge', replyTo: 'vertraege@nordlicht.example' };
    const { name } = await base.db.workspace.update({ where: { id: ctx.workspaceId }, data: sender });
    const document = await sentDocument(ctx);
    const createdBy = { type: 'user', id: document.id, name: 'Nadia' };
    await base.db.document.update({ where: { id: document.id }, data: { createdBy } });
    const png = Buffer.from('a logo');
    const logo = { workspaceId: ctx.workspaceId, png, prepared: png, sha256: '0'.repeat(64) };
    await base.db.workspaceLogo.create({ data: logo });
    const mailer = keepingMailer();
    await deliverAll(base, document.id, mailer);
    expect(mailer.sent[0]!.html).toContain(`<img src="cid:logo" alt="${name}"`);
    expect(mailer.sent[0]!.images!.map((one) => Buffer.from(one.png))).toEqual([png]);
    expect(mailer.sent[0]).toMatchObject({
      fromName: sender.senderName,
      replyTo: { name: sender.senderName, address: sender.replyTo },
    });
    expect(mailer.sent[0]!.text).toContain(`Nadia at ${name} asks you to sign`);
    await base.db.workspace.update({ where: { id: ctx.workspaceId }, data: { senderName: null } });
    await deliverAll(base, (await sentDocument(ctx)).id, mailer);
    expect(mailer.sent.at(-1)!.fromName).toBeUndefined();
    expect(mailer.sent.at(-1)!.replyTo).toEqual({ name, address: sender.replyTo });
  });

  test('mails use the workspace language until the recipient consents, codes the language of the page, mails to the sender English', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    await base.db.workspace.update({ where: { id: ctx.workspaceId }, data: { language: 'de' } });
    const document = await sentDocument(ctx, {
      recipients: [
        { name: 'Ada', email: 'ada@example.test', auth_level: 'otp' },
        { name: 'Grace', email: 'grace@example.test' },
      ],
    });
    const [ada, grace] = document.recipients;
    const mailer = keepingMailer();
    const subjects = async () => {
      mailer.sent.length = 0;
      await deliverAll(base, document.id, mailer);
      return mailer.sent.map(({ to, subject }) => `${to.address} ${subject}`);
    };
    expect(await subjects()).toEqual([
      'ada@example.test Bitte unterschreiben: Agreement',
      'grace@example.test Bitte unterschreiben: Agreement',
    ]);
    await mailCode(base, asRecipient(base, ada!), 'fr');
    expect(await subjects()).toEqual(['ada@example.test Votre code pour Agreement']);
    await openDocument(base, asRecipient(base, grace!));
    await giveConsent(base, asRecipient(base, grace!), { language: 'es' });
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'Wrong file' });
    expect(await subjects()).toEqual([
      'ada@example.test Zurückgezogen: Agreement',
      'grace@example.test Anulado: Agreement',
    ]);
  });

  test('a mail that is no longer needed is dropped', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    await signAs(base, document, document.recipients[0]!);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'Wrong file' });
    const mailer = keepingMailer();
    expect(await deliverAll(base, document.id, mailer)).toEqual(['dropped', 'dropped', 'sent', 'sent']);
    expect(mailer.sent.every((mail) => mail.text.includes('Wrong file'))).toBe(true);
    expect(new Set(await deliverAll(base, document.id, mailer))).toEqual(new Set(['not wanted']));
  });

  test('a code that was not sent before its recipient reassigned is dropped', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [
        { name: 'Ada', email: 'ada@example.test', auth_level: 'otp' },
        { name: 'Grace', email: 'grace@example.test' },
      ],
    });
    const mailer = keepingMailer();
    await deliverAll(base, document.id, mailer);
    const [ada] = document.recipients;
    await mailCode(base, asRecipient(base, ada!));
    await base.db.recipient.update({ where: { id: ada!.id }, data: { status: 'reassigned' } });
    expect(await deliverAll(base, document.id, mailer)).toEqual(['not wanted', 'not wanted', 'dropped']);
  });

  test('an invitation that waits past the expiry of its document is dropped, even before the sweep has expired it', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    base.clock.stop();
    const expiresAt = new Date(base.now().getTime() + day);
    const document = await sentDocument(ctx, { expires_at: expiresAt.toISOString() });
    base.clock.advance(day);
    const mailer = keepingMailer();
    expect(await deliverAll(base, document.id, mailer)).toEqual(['dropped', 'dropped']);
    expect(mailer.sent).toEqual([]);
    const stored = await base.db.document.findUniqueOrThrow({ where: { id: document.id } });
    expect(stored.status).toBe('sent');
  });

  test('a permanent refusal is a bounce: one event, a delivery problem, until the next send', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    // The stored error ends in the middle of an emoji.
    const start = new MailRefusedError(550, '').message;
    const reply = `${'x'.repeat(499 - start.length)}😀`;
    const refusing = keepingMailer(() => new MailRefusedError(550, reply));
    expect(await deliverAll(base, document.id, refusing)).toEqual(['refused', 'refused']);
    const [refused] = await mailsOf(base, document.id);
    expect(refused!.lastError).toMatch(/x\ufffd$/);
    await recordBounce(base, {
      documentId: document.id,
      email: 'ADA@example.test',
      permanent: true,
      detail: 'again',
      requestId: 'r',
    });
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(true);
    const types = (await listEvents(base.db, document.id)).map((event) => event.event_type);
    expect(types.filter((type) => type === 'recipient.bounced')).toHaveLength(2);
    const outbox = await base.db.outboxEvent.findMany({
      where: { documentId: document.id, type: 'document.bounced' },
    });
    expect(outbox).toHaveLength(2);
    await sendDocument(ctx, encodeId('doc', document.id), {});
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(false);
  });

  test('a document past its expiry cannot be resent, even before the sweep has expired it', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    base.clock.stop();
    const expiresAt = new Date(base.now().getTime() + day);
    const document = await sentDocument(ctx, { expires_at: expiresAt.toISOString() });
    const id = encodeId('doc', document.id);
    base.clock.advance(day - 1);
    await sendDocument(ctx, id, {});
    const mails = (await mailsOf(base, document.id)).length;
    base.clock.advance(1);
    await expect(sendDocument(ctx, id, {})).rejects.toMatchObject({
      slug: 'document-state',
      members: { current: 'expired' },
    });
    expect((await mailsOf(base, document.id)).length).toBe(mails);
    const types = (await listEvents(base.db, document.id)).map((event) => event.event_type);
    expect(types.filter((type) => type === 'envelope.resent')).toHaveLength(1);
    await expireDueDocuments(base, 'r');
    expect((await reread(ctx, document.id)).status).toBe('expired');
  });

  test('resending keeps the bounce flag of recipients who are not mailed', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const id = encodeId('doc', document.id);
    const [ada, grace] = document.recipients;
    // Her turn comes later now.
    await correctRecipient(ctx, id, ada!.id, { signing_order: 2 });
    for (const { id: recipientId } of [ada!, grace!])
      await recordBounce(base, {
        documentId: document.id,
        recipientId,
        permanent: true,
        detail: '550',
        requestId: 'r',
      });
    await sendDocument(ctx, id, {});
    const resent = await reread(ctx, document.id);
    expect(resent.deliveryProblem).toBe(true);
    expect(resent.recipients.map(({ bouncedAt }) => bouncedAt !== null)).toEqual([true, false]);
  });

  test('a late bounce to a recipient who has completed is recorded, but is no delivery problem', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [ada, grace] = document.recipients;
    await signAs(base, document, ada!);
    const bounceOf = ({ id: recipientId }: { id: string }) =>
      recordBounce(base, {
        documentId: document.id,
        recipientId,
        permanent: true,
        detail: '550',
        requestId: 'r',
      });
    await bounceOf(ada!);
    const after = await reread(ctx, document.id);
    expect(after.deliveryProblem).toBe(false);
    expect(after.recipients.map(({ bouncedAt }) => bouncedAt !== null)).toEqual([true, false]);
    const types = (await listEvents(base.db, document.id)).map((event) => event.event_type);
    expect(types).toContain('recipient.bounced');
    await bounceOf(grace!);
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(true);
  });

  test('resending clears the delivery problem of a recipient who was reassigned', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [ada, grace] = document.recipients;
    const request = await ready(base, ada!);
    // A recipient who has completed is not mailed again, and has no problem.
    await signAs(base, document, grace!);
    await recordBounce(base, {
      documentId: document.id,
      recipientId: ada!.id,
      permanent: true,
      detail: '550',
      requestId: 'r',
    });
    await reassignRecipient(base, request, { name: 'Mary Somerville', email: 'mary@example.test' });
    await sendDocument(ctx, encodeId('doc', document.id), {});
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(false);
  });

  test('a refused mail stays queued until its bounce is recorded, so a worker that dies in between tries again', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const refusing = keepingMailer(() => new MailRefusedError(550, '5.1.1 no such user'));
    const { delivering } = await whileLocked(base, document.id, async () => {
      const delivering = deliverAll(base, document.id, refusing);
      await lockWaited(base, 1);
      expect((await mailsOf(base, document.id)).map(({ status }) => status)).toEqual(['queued', 'queued']);
      return { delivering };
    });
    expect(await delivering).toEqual(['refused', 'refused']);
  });

  test('a bounce during the erasure of the document leaves no data behind', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'Wrong file' });
    const { both } = await whileLocked(base, document.id, async () => {
      const erased = eraseDocument(ctx, document.id, { keepSealed: false, cause: 'request' });
      await lockWaited(base, 1);
      const reported = recordBounce(base, {
        documentId: document.id,
        recipientId: document.recipients[0]!.id,
        permanent: true,
        detail: 'no such user: ada@example.test',
        requestId: 'r',
      });
      await lockWaited(base, 2);
      return { both: Promise.all([erased, reported]) };
    });
    await both;
    expect((await listEvents(base.db, document.id)).map((event) => event.event_type)).not.toContain(
      'recipient.bounced',
    );
  });

  test('a temporary failure is thrown for a retry; on the last attempt it is a bounce', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const busy = keepingMailer(() => new MailUnavailableError('451 later'));
    await expect(deliverAll(base, document.id, busy)).rejects.toThrow('451 later');
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(false);
    const [mail] = await mailsOf(base, document.id);
    const ports = { ...base, mailer: busy, mailFrom: 'c@example.test' };
    expect(await deliverMail(ports, { mailId: mail!.id, requestId: 'r', isLastAttempt: true })).toBe(
      'refused',
    );
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(true);
  });

  test('the retries of a mail cover a day from its first attempt', () => {
    const { retryLimit, retryDelaySeconds, retryDelayMaxSeconds } = jobs.mailSend;
    // The queue picks each pause at random between half of this and this, up to the maximum.
    const pauses = Array.from({ length: retryLimit }, (_, n) =>
      Math.min(retryDelayMaxSeconds!, (retryDelaySeconds * 2 ** Math.min(16, n)) / 2),
    );
    expect(pauses.reduce((sum, pause) => sum + pause) * 1000).toBeGreaterThanOrEqual(day);
  });

  test('a mail that waited for a month does not bounce at its first temporary failure', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    base.clock.advance(30 * day);
    const busy = keepingMailer(() => new MailUnavailableError('451 later'));
    await expect(deliverAll(base, document.id, busy)).rejects.toThrow('451 later');
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(false);
  });

  test('a rate limit of the mail server postpones a mail without counting an attempt, even the last one', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [mail] = await mailsOf(base, document.id);
    const throttled = () =>
      new MailUnavailableError('454 Throttling failure', { code: 454, isRateLimit: true });
    const ports = { ...base, mailer: keepingMailer(throttled), mailFrom: 'c@example.test' };
    const attempt = deliverMail(ports, { mailId: mail!.id, requestId: 'r', isLastAttempt: true });
    const postponed = await attempt.catch((error: unknown) => error);
    expect(outcomeOf(postponed)).toMatchObject({ kind: 'later' });
    expect((postponed as RetryAfter).ms).toBeGreaterThanOrEqual(60_000);
    const [kept] = await mailsOf(base, document.id);
    expect(kept).toMatchObject({ status: 'queued', lastError: '454 Throttling failure' });
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(false);
  });

  /** Delivers mails, each by a worker of its own and an hour later than the one before. The server refuses mails to these addresses. */
  async function hourlyDelivery(base: TestBase, throttled: readonly string[]) {
    const keeping = keepingMailer();
    const mailer: Mailer = {
      ...keeping,
      send: async (letter) => {
        if (throttled.includes(letter.to.address))
          throw new MailUnavailableError('454 Throttling failure', { code: 454, isRateLimit: true });
        return keeping.send(letter);
      },
    };
    let hours = 0;
    return async (mailId: string, isLastAttempt = false): Promise<unknown> => {
      hours += 1;
      await base.db.$executeRawUnsafe(
        `CREATE OR REPLACE FUNCTION mail_clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
          'SELECT clock_timestamp() + interval ''${hours} hours'''`,
      );
      const ports = { ...base, mailer, mailFrom: 'c@example.test', pacer: new Pacer(base) };
      return deliverMail(ports, { mailId, requestId: 'r', isLastAttempt }).catch((error: unknown) => error);
    };
  }

  test('a mail that is refused for the rate five times while others are accepted holds them up no more, and bounces in the end', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [bad, other] = await mailsOf(base, document.id);
    const deliver = await hourlyDelivery(base, [bad!.toAddress]);
    const pausedMs = async () => (await readPace(base, [serverPace])).states[0]!.pauseMs;
    for (let refusals = 1; refusals <= 5; refusals += 1) {
      // On the last attempt too.
      const postponed = await deliver(bad!.id, true);
      expect(outcomeOf(postponed)).toMatchObject({ kind: 'later' });
      // The pause of 2 s, and 10 s in which other mails go first.
      expect((postponed as RetryAfter).ms).toBeGreaterThan(11_000);
      expect((postponed as RetryAfter).ms).toBeLessThanOrEqual(12_000);
      expect(await pausedMs()).toBe(2000);
      await base.db.mail.update({ where: { id: other!.id }, data: { status: 'queued' } });
      expect(await deliver(other!.id)).toBe('sent');
      expect(await pausedMs()).toBe(0);
    }
    expect(outcomeOf(await deliver(bad!.id))).toMatchObject({ kind: 'failed' });
    expect(await pausedMs()).toBe(0);
    expect(await deliver(bad!.id, true)).toBe('refused');
    expect(await pausedMs()).toBe(0);
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(true);
  });

  test('a mail server that accepts no mail for days because of the rate makes none bounce', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const mails = await mailsOf(base, (await sentDocument(ctx)).id);
    const deliver = await hourlyDelivery(
      base,
      mails.map(({ toAddress }) => toAddress),
    );
    for (let days = 0; days < 20; days += 1)
      for (const { id } of mails) expect(outcomeOf(await deliver(id, true))).toMatchObject({ kind: 'later' });
  });

  test('a mail of a bulk send waits for the sending window without counting an attempt; news of its documents and other mails do not', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    base.clock.stop();
    const hour = 3_600_000;
    const time = (hours: number) => new Date(base.now().getTime() + hours * hour).toISOString().slice(11, 16);
    const send = await createBulkSend(ctx, {
      templateId: await storedTemplate(ctx),
      sourceFilename: null,
      rows: rowsFor(1),
    });
    const sendingWindow = { from: time(2), until: time(4), time_zone: 'UTC' };
    await base.db.bulkSend.update({ where: { id: send.id }, data: { sendingWindow } });
    const document = await sentDocument(ctx);
    const [mail, other] = await mailsOf(base, document.id);
    await base.db.mail.update({ where: { id: mail!.id }, data: { bulkSendId: send.id } });
    const mailer = keepingMailer();
    const ports = { ...base, mailer, mailFrom: 'c@example.test' };
    const deliver = (mailId: string) => deliverMail(ports, { mailId, requestId: 'r', isLastAttempt: true });
    const waiting = await deliver(mail!.id).catch((error: unknown) => error);
    expect(outcomeOf(waiting)).toMatchObject({ kind: 'later' });
    // A window begins with a minute.
    expect((waiting as RetryAfter).ms).toBeGreaterThan(2 * hour - 60_000);
    expect((waiting as RetryAfter).ms).toBeLessThanOrEqual(2 * hour);
    expect(await deliver(other!.id)).toBe('sent');
    const closed = await sentDocument(ctx);
    await voidDocument(ctx, encodeId('doc', closed.id), { reason: 'Wrong file' });
    const notices = (await mailsOf(base, closed.id)).filter(({ kind }) => kind === 'voided');
    await base.db.mail.updateMany({ where: { documentId: closed.id }, data: { bulkSendId: send.id } });
    expect(notices).toHaveLength(2);
    for (const { id } of notices) expect(await deliver(id)).toBe('sent');
    base.clock.advance((waiting as RetryAfter).ms);
    expect(await deliver(mail!.id)).toBe('sent');
    expect(mailer.sent).toHaveLength(4);
  });

  test('in test mode the subject says so', async () => {
    const base = await testBase();
    const ctx = await testCtx(base, 'test');
    const document = await sentDocument(ctx);
    const mailer = keepingMailer();
    await deliverAll(base, document.id, mailer);
    expect(mailer.sent.every((mail) => mail.subject.startsWith('[TEST]'))).toBe(true);
  });
});

describe('how many emails a caller can cause', () => {
  test('reminders caused by advancing a test clock count; exceeding the limit changes nothing', async () => {
    const base = await testBase({ addressMailsPerHour: 3 });
    const ctx = { ...(await testCtx(base)), mode: 'test' as const };
    const document = await sentDocument(ctx, { reminder_cadence_days: 1 });
    const id = encodeId('doc', document.id);
    const move = () => advanceClock(ctx, id, { seconds: day / 1000 });
    await move();
    expect(await move()).toMatchObject({ reminders: 2 });
    await expect(move()).rejects.toMatchObject({ slug: 'mail-limit' });
    expect(await reread(ctx, document.id)).toMatchObject({ clockOffsetSeconds: (2 * day) / 1000 });
  });

  test('forty concurrent sends of an open document resend it five times; the others return when to try again', async () => {
    const base = await testBase({ documentResendsPerHour: 5 });
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const id = encodeId('doc', document.id);
    const sends = await Promise.allSettled(Array.from({ length: 40 }, () => sendDocument(ctx, id, {})));
    const refused = sends.flatMap((send) =>
      send.status === 'rejected' ? [send.reason as ProblemError] : [],
    );
    expect(refused).toHaveLength(35);
    for (const { slug, members, headers } of refused) {
      expect(slug).toBe('mail-limit');
      expect(Number(headers['Retry-After'])).toBeGreaterThan(600);
      expect(Number(headers['Retry-After'])).toBeLessThanOrEqual(720);
      expect(Date.parse(String(members.retry_at))).toBeGreaterThan(base.now().getTime());
    }
    const toAda = (await mailsOf(base, document.id)).filter(
      ({ toAddress }) => toAddress === 'ada@example.test',
    );
    expect(toAda).toHaveLength(6);
    const types = (await listEvents(base.db, document.id)).map((event) => event.event_type);
    expect(types.filter((type) => type === 'envelope.resent')).toHaveLength(5);
  });

  test('a workspace cannot exceed its limit to one address; a refused send leaves no data behind', async () => {
    const base = await testBase({ addressMailsPerHour: 3 });
    const ctx = await testCtx(base);
    for (let sent = 0; sent < 3; sent += 1) await sentDocument(ctx);
    const draft = await finalizedDraft(ctx);
    await expect(sendDocument(ctx, encodeId('doc', draft.id), {})).rejects.toMatchObject({
      slug: 'mail-limit',
    });
    expect((await reread(ctx, draft.id)).status).toBe('draft');
    expect(await mailsOf(base, draft.id)).toEqual([]);
    const other = await testCtx(base);
    expect((await sentDocument(other)).status).toBe('sent');
  });

  test('corrections that give others their turn count as corrections, not as resends', async () => {
    const base = await testBase({ documentResendsPerHour: 1 });
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [
        { name: 'Ada', email: 'ada@example.test', signing_order: 1 },
        { name: 'Grace', email: 'grace@example.test', signing_order: 2 },
      ],
    });
    const move = (signing_order: number) =>
      correctRecipient(ctx, encodeId('doc', document.id), document.recipients[0]!.id, { signing_order });
    await move(3);
    // Ada gets an invitation again: that is a resend.
    await move(1);
    await move(3);
    await expect(move(1)).rejects.toMatchObject({ slug: 'mail-limit' });
    const mails = (await mailsOf(base, document.id)).map(({ toName }) => toName);
    expect(mails).toEqual(['Ada', 'Grace', 'Ada', 'Grace']);
  });

  test('recipients whose turn comes later count when the document is sent', async () => {
    const base = await testBase({ addressMailsPerHour: 2 });
    const ctx = await testCtx(base);
    const recipients = [
      { name: 'Ada', email: 'ada@example.test', signing_order: 1, delivery: 'none' as const },
      { name: 'Grace', email: 'grace@example.test', signing_order: 2 },
    ];
    for (let sent = 0; sent < 2; sent += 1) await sentDocument(ctx, { recipients });
    await expect(sentDocument(ctx, { recipients })).rejects.toMatchObject({ slug: 'mail-limit' });
    // Ada gets no emails, so there is no limit.
    const unmailed = [{ ...recipients[0]!, role: 'approver' as const }];
    expect((await sentDocument(ctx, { recipients: unmailed, fields: [] })).status).toBe('sent');
  });

  test('of several limits, the problem names the one that lasts longest', async () => {
    const base = await testBase({ documentResendsPerHour: 1, addressMailsPerHour: 2 });
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const resend = () => sendDocument(ctx, encodeId('doc', document.id), {});
    await resend();
    await expect(resend()).rejects.toThrow('This document can be resent 1 times an hour');
  });

  test('the emails to one address that a batch may send are those within its limit, in their order', async () => {
    const base = await testBase({ addressMailsPerHour: 2 });
    const ctx = await testCtx(base);
    const allowed = (...emails: string[]) => withSqlTransaction(ctx, (tx) => takeAddressTokens(tx, emails));
    const [ada, grace] = ['ada@example.test', 'grace@example.test'] as const;
    expect(await allowed(ada, grace, 'ADA@example.test')).toEqual([true, true, true]);
    expect(await allowed(ada, grace, grace)).toEqual([false, true, false]);
    expect(await allowed()).toEqual([]);
  });

  test('codes and reassignments count; over the limit nothing changes', async () => {
    const base = await testBase({ addressMailsPerHour: 2 });
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [
        { name: 'Ada', email: 'ada@example.test', auth_level: 'otp' },
        { name: 'Grace', email: 'grace@example.test' },
      ],
    });
    const [ada, grace] = document.recipients;
    await mailCode(base, asRecipient(base, ada!));
    await expect(mailCode(base, asRecipient(base, ada!))).rejects.toMatchObject({ slug: 'mail-limit' });
    const toAda = (await mailsOf(base, document.id)).filter(({ recipientId }) => recipientId === ada!.id);
    expect(toAda.map(({ kind }) => kind)).toEqual(['invitation', 'otp']);

    const move = reassignRecipient(base, asRecipient(base, grace!), {
      name: 'Ada',
      email: 'ADA@example.test',
    });
    await expect(move).rejects.toMatchObject({ slug: 'mail-limit' });
    expect((await reread(ctx, document.id)).recipients.map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('one document cannot be corrected to any number of addresses', async () => {
    const base = await testBase({ documentResendsPerHour: 1 });
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const correct = (at: number) =>
      correctRecipient(ctx, encodeId('doc', document.id), document.recipients[0]!.id, {
        email: `person-${at}@example.test`,
      });
    for (let at = 0; at < 4; at += 1) await correct(at);
    await expect(correct(4)).rejects.toMatchObject({ slug: 'mail-limit' });
    expect((await reread(ctx, document.id)).recipients[0]!.email).toBe('person-3@example.test');
  });
});

describe('expiry and reminders', () => {
  test('voiding notifies the recipients who have a link and get emails, and drops what they have entered', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [
        { name: 'Ada', email: 'ada@example.test', signing_order: 1 },
        { name: 'Grace', email: 'grace@example.test', signing_order: 1, delivery: 'none' },
        { name: 'Joan', email: 'joan@example.test', signing_order: 2, role: 'approver' },
      ],
    });
    const draft = { recipientId: document.recipients[1]!.id, content: '{}', savedAt: base.now() };
    await base.db.signingDraft.create({ data: draft });
    const moved = asRecipient(base, document.recipients[0]!);
    await reassignRecipient(base, moved, { name: 'Mary', email: 'mary@example.test' });
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'Wrong file' });
    const mails = (await mailsOf(base, document.id)).filter(({ kind }) => kind === 'voided');
    expect(mails.map(({ toName }) => toName)).toEqual(['Mary']);
    expect(await base.db.signingDraft.count({ where: { recipientId: draft.recipientId } })).toBe(0);
  });

  test('the sweep expires a document once, and mails the sender and every recipient with a link', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, { expires_at: new Date(Date.now() + day).toISOString() });
    expect(await expireDueDocuments(base, 'r')).toBe(0);
    base.clock.advance(day + 1000);
    const request = asRecipient(base, document.recipients[0]!);
    await expect(openDocument(base, request)).rejects.toMatchObject({
      slug: 'document-state',
      members: { current: 'expired' },
    });
    const swept = await Promise.all([expireDueDocuments(base, 'r'), expireDueDocuments(base, 'r')]);
    expect(swept[0]! + swept[1]!).toBe(1);
    expect((await reread(ctx, document.id)).status).toBe('expired');
    const kinds = (await mailsOf(base, document.id)).map((mail) => mail.kind);
    expect(kinds.filter((kind) => kind === 'expired')).toHaveLength(3);
    expect(await jobNamesOf(base, document.id)).toEqual([jobs.mailSend.name]);
    await expect(sendDocument(ctx, encodeId('doc', document.id), {})).rejects.toMatchObject({
      slug: 'document-state',
    });
  });

  test('reminders follow the cadence, one at a time, and stop when the recipient acts or the document closes', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, { reminder_cadence_days: 2 });
    const reminders = async () =>
      (await mailsOf(base, document.id))
        .filter((mail) => mail.kind === 'reminder')
        .map((mail) => mail.toAddress);
    await remindDueRecipients(base, 'r');
    expect(await reminders()).toEqual([]);
    base.clock.advance(2 * day);
    await Promise.all([remindDueRecipients(base, 'r'), remindDueRecipients(base, 'r')]);
    expect((await reminders()).toSorted()).toEqual(['ada@example.test', 'grace@example.test']);
    await signAs(base, document, document.recipients[0]!);
    base.clock.advance(2 * day);
    await remindDueRecipients(base, 'r');
    expect((await reminders()).filter((address) => address.startsWith('ada'))).toHaveLength(1);
    expect((await reminders()).filter((address) => address.startsWith('grace'))).toHaveLength(2);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'x' });
    base.clock.advance(2 * day);
    await remindDueRecipients(base, 'r');
    expect(await reminders()).toHaveLength(3);
    expect(await jobNamesOf(base, document.id)).toEqual([jobs.mailSend.name]);
  });

  test('a recipient who was mailed later than others is reminded later', async () => {
    const base = await testBase();
    base.clock.stop();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, { reminder_cadence_days: 2 });
    base.clock.advance(day);
    await correctRecipient(ctx, encodeId('doc', document.id), document.recipients[1]!.id, { name: 'Hopper' });
    const reminded = async () => {
      base.clock.advance(day);
      await remindDueRecipients(base, 'r');
      const mails = await mailsOf(base, document.id);
      return mails.filter(({ kind }) => kind === 'reminder').map(({ toAddress }) => toAddress);
    };
    expect(await reminded()).toEqual(['ada@example.test']);
    expect(await reminded()).toEqual(['ada@example.test', 'grace@example.test']);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'x' });
  });
});

describe('declining and reassigning', () => {
  test('declining closes the document, keeps the reason, and mails the sender', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const request = await ready(base, document.recipients[0]!);
    await rejectDocument(base, request, { reason: 'Wrong price' });
    const after = await reread(ctx, document.id);
    expect(after.status).toBe('rejected');
    expect(after.recipients[0]).toMatchObject({ status: 'rejected', rejectReason: 'Wrong price' });
    const declined = (await mailsOf(base, document.id)).filter((mail) => mail.kind === 'declined');
    expect(declined.map((mail) => mail.toAddress)).toEqual([expect.stringMatching(/^owner@/)]);
    const view = await readSigning(base, asRecipient(base, document.recipients[1]!));
    expect(view.closeReason).toBe('Wrong price');
  });

  test('reassigning moves the fields, invalidates the old link and issues a new one', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [ada, grace] = document.recipients;
    const request = await ready(base, ada!);
    await expect(
      reassignRecipient(base, request, { name: 'A', email: 'ADA@example.test' }),
    ).rejects.toMatchObject({ slug: 'validation' });
    await reassignRecipient(base, request, { name: 'Katherine', email: 'kj@example.test' });
    const after = await reread(ctx, document.id);
    const katherine = after.recipients.find((one) => one.name === 'Katherine')!;
    expect(katherine).toMatchObject({
      status: 'sent',
      reassignedFrom: ada!.id,
      role: 'signer',
      signingOrder: 1,
    });
    expect(after.recipients.find((one) => one.id === ada!.id)!.status).toBe('reassigned');
    expect(after.fields.map((field) => field.recipientId)).toEqual([katherine.id, grace!.id]);
    await expect(readSigning(base, request)).rejects.toMatchObject({ slug: 'not-found' });
    await signAs(base, after, katherine);
    expect(await signAs(base, after, grace!)).toBe('completed');
  });
});
