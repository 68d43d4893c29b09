/** One-time codes: sending, checking, limits, and what can be read without one. */
import { encodeId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import {
  asRecipient,
  reread,
  sentDocument,
  signAs,
  typedValues,
} from '../../../../test/support/documents.ts';
import { lockWaited, whileLocked } from '../../../../test/support/locks.ts';
import { containsCode, deliverAll, keepingMailer, mailsOf } from '../../../../test/support/mails.ts';
import { voidDocument } from '../document/void.ts';
import { listEvents } from '../event/list.ts';
import { codeContext } from '../mail/queue-mail.ts';
import { eraseDocument } from '../privacy/erase-document.ts';
import { completeSigning } from './complete.ts';
import { openDocument } from './open.ts';
import { mailCode, verifyCode } from './otp.ts';
import { findSealedCopy, readSigning } from './read.ts';

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

test('until the code is entered, nothing opens and only the minimum is shown', async () => {
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
  expect(containsCode(JSON.stringify(events), code)).toBe(false);
});

test('a replaced or expired code is not mailed any more', async () => {
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

test('a cookie works for no other recipient, and not at all after a change', async () => {
  const { base, ctx, request, lastCode } = await otpDocument();
  await mailCode(base, request);
  const sessionCookie = (await verifyCode(base, request, { code: await lastCode() }))!;
  const other = await sentDocument(ctx, {
    recipients: [{ name: 'B', email: 'b@example.test', auth_level: 'otp' }],
    fields: [{ type: 'signature', page: 1, x: 0, y: 0, w: 0.2, h: 0.1, recipient_index: 0 }],
  });
  await expect(
    openDocument(base, { ...asRecipient(base, other.recipients[0]!), sessionCookie }),
  ).rejects.toMatchObject({ slug: 'unauthenticated' });
  const later = `${Number(sessionCookie.split('.')[0]) + 1}.${sessionCookie.split('.')[1]}`;
  const [expires] = sessionCookie.split('.');
  for (const cookie of [later, '', 'x', expires!, `${expires}.`, `.${expires}`, `1e15.${expires}`])
    await expect(openDocument(base, { ...request, sessionCookie: cookie })).rejects.toMatchObject({
      slug: 'unauthenticated',
    });
  await openDocument(base, { ...request, sessionCookie });
});

test('five wrong attempts use up a code, also concurrently; a code expires after ten minutes', async () => {
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
  const messages = outcomes.map(
    (outcome) => ((outcome as PromiseRejectedResult).reason.detail as Array<{ msg: string }>)[0]!.msg,
  );
  expect(messages.filter((text) => text.endsWith('wrong code'))).toHaveLength(4);
  expect(messages.filter((text) => text.endsWith('ask for a new one'))).toHaveLength(4);
  await expect(verifyCode(base, request, { code })).rejects.toMatchObject({ slug: 'validation' });
  await mailCode(base, request);
  const second = await lastCode();
  base.clock.advance(10 * 60_000 + 1);
  await expect(verifyCode(base, request, { code: second })).rejects.toMatchObject({ slug: 'validation' });
});

test('attempts without a valid code add nothing to the audit trail, so it cannot be flooded', async () => {
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

test('a recipient of only the completed copy gets in with a code, and not before completion', async () => {
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
    // Access is granted; only the seal is missing.
    await expect(findSealedCopy(base, { ...request, sessionCookie })).rejects.toMatchObject({
      slug: 'not-sealed',
    });
  }
});

test('a code requested while the document is voided and erased leaves no data behind', async () => {
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
