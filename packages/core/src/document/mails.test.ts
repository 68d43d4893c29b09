/** Mails, one-time codes, bounces, reminders, expiry: with a moved clock. */
import { encodeId } from '@countersign/contract/ids';
import {
  type Mailer,
  MailRefusedError,
  MailUnavailableError,
  type OutgoingMail,
} from '@countersign/mail/mailer';
import { describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import {
  asRecipient,
  finalizedDraft,
  ready,
  reread,
  sentDocument,
  signAs,
  typedValues,
} from '../../../../test/support/documents.ts';
import { lockWaited, whileLocked } from '../../../../test/support/locks.ts';
import { listEvents } from '../event/list.ts';
import { codeContext } from '../mail/queue-mail.ts';
import { eraseDocument } from '../privacy/erase-document.ts';
import { recordBounce } from '../recipient/record-bounce.ts';
import { completeSigning } from '../signing/complete.ts';
import { giveConsent } from '../signing/consent.ts';
import { openDocument } from '../signing/open.ts';
import { mailCode, verifyCode } from '../signing/otp.ts';
import { findSealedCopy, readSigning } from '../signing/read.ts';
import { reassignRecipient } from '../signing/reassign.ts';
import { rejectDocument } from '../signing/reject.ts';
import { advanceClock } from './advance-clock.ts';
import { deliverMail } from './deliver-mail.ts';
import { expireDueDocuments } from './expire.ts';
import { remindDueRecipients } from './remind.ts';
import { sendDocument } from './send.ts';
import { voidDocument } from './void.ts';

const day = 86_400_000;

/** A mailer that keeps what it is given, or fails as told. The SMTP adapter has tests of its own against a real server. */
function keepingMailer(fail?: () => Error): Mailer & { sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = [];
  return {
    sent,
    send: async (message) => {
      const error = fail?.();
      if (error) throw error;
      sent.push(message);
      return { messageId: message.messageId, answer: '250 OK' };
    },
    check: async () => undefined,
    close: async () => undefined,
  };
}

const mailsOf = (base: TestBase, documentId: string) =>
  base.db.mail.findMany({ where: { documentId }, orderBy: { id: 'asc' } });

async function deliverAll(base: TestBase, documentId: string, mailer: Mailer): Promise<string[]> {
  const outcomes: string[] = [];
  for (const mail of await mailsOf(base, documentId)) {
    outcomes.push(
      await deliverMail(
        { ...base, mailer, mailFrom: 'Countersign <c@example.test>' },
        { mailId: mail.id, requestId: 'r' },
      ),
    );
  }
  return outcomes;
}

describe('delivering mails', () => {
  test('an invitation carries the signing link, goes out once, and names its mail', async () => {
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
  });

  test('speaks the language of the workspace, then the one agreed to; a code that of the page, and the sender reads English', async () => {
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
      'grace@example.test Retirado: Agreement',
    ]);
  });

  test('a mail that nobody wants any more is dropped', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    await signAs(base, document, document.recipients[0]!);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'Wrong file' });
    const mailer = keepingMailer();
    expect(await deliverAll(base, document.id, mailer)).toEqual(['dropped', 'dropped', 'sent', 'sent']);
    expect(mailer.sent.every((mail) => mail.text.includes('Wrong file'))).toBe(true);
  });

  test('a permanent refusal is a bounce: one event, a delivery problem, until the next send', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const refusing = keepingMailer(() => new MailRefusedError(550, '5.1.1 no such user'));
    expect(await deliverAll(base, document.id, refusing)).toEqual(['refused', 'refused']);
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

  test('a re-send leaves the bounce of whoever it does not mail', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const id = encodeId('doc', document.id);
    const [ada, grace] = document.recipients;
    await signAs(base, document, ada!);
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

  test('a re-send settles the bounce of whoever handed over', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [ada] = document.recipients;
    const request = await ready(base, ada!);
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

  test('a refused mail waits until its bounce is recorded, so that a worker that dies between tries it again', async () => {
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

  test('a bounce that comes while the document is being erased leaves nothing of itself', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'Wrong file' });
    const { both } = await whileLocked(base, document.id, async () => {
      const erased = eraseDocument(ctx, document.id, { keepSealed: false, cause: 'request' });
      await lockWaited(base, 1);
      const told = recordBounce(base, {
        documentId: document.id,
        recipientId: document.recipients[0]!.id,
        permanent: true,
        detail: 'no such user: ada@example.test',
        requestId: 'r',
      });
      await lockWaited(base, 2);
      return { both: Promise.all([erased, told]) };
    });
    await both;
    expect((await listEvents(base.db, document.id)).map((event) => event.event_type)).not.toContain(
      'recipient.bounced',
    );
  });

  test('a temporary failure is thrown for a retry, for a day; then it is a bounce', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const busy = keepingMailer(() => new MailUnavailableError('451 later'));
    await expect(deliverAll(base, document.id, busy)).rejects.toThrow('451 later');
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(false);
    base.clock.advance(25 * 3_600_000);
    expect(await deliverAll(base, document.id, busy)).toEqual(['refused', 'refused']);
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(true);
  });

  test('the last try of a mail is a bounce, whatever the clock says', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [mail] = await mailsOf(base, document.id);
    const ports = {
      ...base,
      mailer: keepingMailer(() => new MailUnavailableError('451 later')),
      mailFrom: 'c@example.test',
    };
    const last = { mailId: mail!.id, requestId: 'r', isLastTry: true };
    expect(await deliverMail(ports, last)).toBe('refused');
    expect((await reread(ctx, document.id)).deliveryProblem).toBe(true);
  });

  test('a document whose clock was moved gives its mails no other patience', async () => {
    const base = await testBase();
    const ctx = await testCtx(base, 'test');
    const draft = await finalizedDraft(ctx);
    const id = encodeId('doc', draft.id);
    await advanceClock(ctx, id, { seconds: 30 * 86_400 });
    await sendDocument(ctx, id, {});
    const busy = keepingMailer(() => new MailUnavailableError('451 later'));
    base.clock.advance(25 * 3_600_000);
    expect(await deliverAll(base, draft.id, busy)).toEqual(['refused', 'refused']);
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

describe('one-time codes', () => {
  async function otpDocument() {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [{ name: 'Ada', email: 'ada@example.test', auth_level: 'otp' }],
      fields: [{ type: 'signature', page: 1, x: 0, y: 0, w: 0.2, h: 0.1, recipient_index: 0 }],
    });
    const request = asRecipient(base, document.recipients[0]!);
    const lastCode = async () => {
      const mail = (await mailsOf(base, document.id)).filter((one) => one.kind === 'otp').at(-1)!;
      return base.secrets.decrypt(mail.sealedCode!, codeContext(mail.id)).toString();
    };
    return { base, ctx, document, request, lastCode };
  }

  test('until the code is entered nothing opens and only the bare minimum is told', async () => {
    const { base, request, document } = await otpDocument();
    const view = await readSigning(base, request);
    expect(view.authSatisfied).toBe(false);
    await expect(openDocument(base, request)).rejects.toMatchObject({ slug: 'unauthenticated' });
    await expect(
      completeSigning(base, request, { values: typedValues(document, document.recipients[0]!) }),
    ).rejects.toMatchObject({
      slug: 'unauthenticated',
    });
  });

  test('the right code opens the document for two hours, and the level is recorded', async () => {
    const { base, ctx, document, request, lastCode } = await otpDocument();
    await mailCode(base, request);
    const code = await lastCode();
    expect(code).toMatch(/^\d{6}$/);
    const sessionCookie = await verifyCode(base, request, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    const inside = { ...request, sessionCookie };
    await openDocument(base, inside);
    const after = await reread(ctx, document.id);
    expect(after.recipients[0]).toMatchObject({ status: 'opened', authSatisfied: 'otp' });
    await expect(verifyCode(base, request, { code })).rejects.toMatchObject({
      members: { attempts_left: 0 },
    });
    base.clock.advance(2 * 3_600_000 + 1000);
    await expect(openDocument(base, inside)).rejects.toMatchObject({ slug: 'unauthenticated' });
    const events = await listEvents(base.db, document.id);
    expect(JSON.stringify(events)).not.toContain(code);
  });

  test('a code that a newer one has replaced, or whose time is over, is not mailed any more', async () => {
    const { base, request, document } = await otpDocument();
    const mailer = keepingMailer();
    const codeMails = () => mailer.sent.filter(({ text }) => /\b\d{6}\b/.test(text)).length;
    for (let asked = 0; asked < 2; asked += 1) await mailCode(base, request);
    expect((await deliverAll(base, document.id, mailer)).slice(-2)).toEqual(['dropped', 'sent']);
    expect(codeMails()).toBe(1);
    await mailCode(base, request);
    base.clock.advance(10 * 60_000);
    expect((await deliverAll(base, document.id, mailer)).at(-1)).toBe('dropped');
    expect(codeMails()).toBe(1);
  });

  test('a cookie lets in nobody else, and a changed one not even its owner', async () => {
    const { base, ctx, request, lastCode } = await otpDocument();
    await mailCode(base, request);
    const sessionCookie = await verifyCode(base, request, { code: await lastCode() });
    const other = await sentDocument(ctx, {
      recipients: [{ name: 'B', email: 'b@example.test', auth_level: 'otp' }],
      fields: [{ type: 'signature', page: 1, x: 0, y: 0, w: 0.2, h: 0.1, recipient_index: 0 }],
    });
    await expect(
      openDocument(base, { ...asRecipient(base, other.recipients[0]!), sessionCookie }),
    ).rejects.toMatchObject({ slug: 'unauthenticated' });
    const later = `${Number(sessionCookie.split('.')[0]) + 1}.${sessionCookie.split('.')[1]}`;
    await expect(openDocument(base, { ...request, sessionCookie: later })).rejects.toMatchObject({
      slug: 'unauthenticated',
    });
  });

  test('five wrong attempts use a code up, also when they come at once; it dies after ten minutes', async () => {
    const { base, request, lastCode } = await otpDocument();
    await mailCode(base, request);
    const code = await lastCode();
    const wrong = code === '000000' ? '000001' : '000000';
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => verifyCode(base, request, { code: wrong })),
    );
    const left = outcomes.map(
      (outcome) => (outcome as PromiseRejectedResult).reason.members.attempts_left as number,
    );
    expect(left.toSorted()).toEqual([0, 0, 0, 0, 1, 2, 3, 4]);
    await expect(verifyCode(base, request, { code })).rejects.toMatchObject({ slug: 'validation' });
    await mailCode(base, request);
    const second = await lastCode();
    base.clock.advance(10 * 60_000 + 1);
    await expect(verifyCode(base, request, { code: second })).rejects.toMatchObject({ slug: 'validation' });
  });

  test('tries while no code waits leave no trace, so that nobody fills the trail by them', async () => {
    const { base, document, request } = await otpDocument();
    const tried = async (times: number) => {
      for (let count = 0; count < times; count += 1)
        await expect(verifyCode(base, request, { code: 'not it' })).rejects.toThrow();
      const events = await listEvents(base.db, document.id);
      return events.filter((event) => event.event_type === 'recipient.otp_failed').length;
    };
    expect(await tried(3)).toBe(0);
    await mailCode(base, request);
    expect(await tried(8)).toBe(5);
  });

  test('who gets the completed copy alone is let in by a code as well, and by none before', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [
        { name: 'Ada', email: 'ada@example.test' },
        { name: 'Copy', email: 'cc@example.test', role: 'cc', auth_level: 'otp' },
        { name: 'Late', email: 'late@example.test', role: 'viewer', auth_level: 'otp', signing_order: 9 },
      ],
      fields: [{ type: 'signature', page: 1, x: 0, y: 0, w: 0.2, h: 0.1, recipient_index: 0 }],
    });
    const [signer, ...readers] = document.recipients;
    for (const reader of readers)
      await expect(mailCode(base, asRecipient(base, reader))).rejects.toMatchObject({
        slug: 'document-state',
      });
    expect(await signAs(base, document, signer!)).toBe('completed');
    for (const reader of readers) {
      const request = asRecipient(base, reader);
      await mailCode(base, request);
      const mail = (await mailsOf(base, document.id)).at(-1)!;
      expect(mail).toMatchObject({ kind: 'otp', toAddress: reader.email });
      const code = base.secrets.decrypt(mail.sealedCode!, codeContext(mail.id)).toString();
      const sessionCookie = await verifyCode(base, request, { code });
      // Let in: what is missing is the seal.
      await expect(findSealedCopy(base, { ...request, sessionCookie })).rejects.toMatchObject({
        slug: 'not-sealed',
      });
    }
  });

  test('a code that is asked for while the document is voided and erased leaves nothing of itself', async () => {
    const { base, ctx, document, request } = await otpDocument();
    const { both } = await whileLocked(base, document.id, async () => {
      const erased = voidDocument(ctx, encodeId('doc', document.id), { reason: 'Wrong file' }).then(() =>
        eraseDocument(ctx, document.id, { keepSealed: false, cause: 'request' }),
      );
      await lockWaited(base, 1);
      const asked = [mailCode(base, request), verifyCode(base, request, { code: '123456' })];
      await lockWaited(base, 3);
      return { both: Promise.allSettled([erased, ...asked]) };
    });
    expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const types = (await listEvents(base.db, document.id)).map((event) => event.event_type);
    expect(types).not.toContain('recipient.otp_sent');
    expect((await mailsOf(base, document.id)).map(({ kind }) => kind)).not.toContain('otp');
  });

  test('five codes an hour, then Retry-After', async () => {
    const { base, request } = await otpDocument();
    for (let count = 0; count < 5; count += 1) await mailCode(base, request);
    const refused = await mailCode(base, request).catch((error) => error);
    expect(refused).toMatchObject({ slug: 'rate-limited' });
    expect(Number(refused.headers['Retry-After'])).toBeGreaterThan(3500);
    base.clock.advance(3_600_001);
    await mailCode(base, request);
  });
});

describe('expiry and reminders', () => {
  test('a document past its expiry is expired by the sweep, once, and mails whoever had a link and the sender', async () => {
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
  });
});

describe('declining and handing over', () => {
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

  test('handing over moves the fields, kills the old link and issues a new one', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [ada, grace] = document.recipients;
    const request = await ready(base, ada!);
    await expect(
      reassignRecipient(base, request, { name: 'G', email: 'GRACE@example.test' }),
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
