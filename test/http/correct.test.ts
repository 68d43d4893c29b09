/** PATCH /v1/documents/{id}/recipients/{rid} and `expires_at` of PATCH /v1/documents/{id}: correct what was sent. */
import { encodeId } from '@countersign/contract/ids';
import { correctRecipient } from '@countersign/core/document/correct-recipient';
import type { FullDocument } from '@countersign/core/document/lock';
import { deliverMail } from '@countersign/core/mail-delivery/deliver-mail';
import { linkToken } from '@countersign/core/recipient/link';
import { recordBounce } from '@countersign/core/recipient/record-bounce';
import { completeSigning } from '@countersign/core/signing/complete';
import { ProblemError } from '@countersign/problem/problem-error';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import {
  finalizedDraft,
  ready,
  reread,
  sentCopy,
  sentDocument,
  signAs,
  typedValues,
} from '../support/documents.ts';
import { keepingMailer } from '../support/mails.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  other = await api.createTestWorkspace();
});

const storageCtx = () => ({ ...mine.ctx(), storage: api.storage });
const publicId = (document: { id: string }) => encodeId('doc', document.id);
const pathOf = (document: FullDocument, at = 0) =>
  `/v1/documents/${publicId(document)}/recipients/${document.recipients[at]!.id}`;
const inOrder = {
  recipients: [
    { name: 'Ada', email: 'ada@example.test', signing_order: 1 },
    { name: 'Grace', email: 'grace@example.test', signing_order: 2 },
  ],
};
const eventsOf = async (document: { id: string }) =>
  (await mine.live.get(`/v1/documents/${publicId(document)}/events`)).body as Array<{
    event_type: string;
    payload: Record<string, unknown>;
  }>;
const mailsTo = (document: { id: string }, toAddress: string) =>
  api.deps.db.mail.findMany({ where: { documentId: document.id, toAddress } });

describe('PATCH /v1/documents/{id}/recipients/{rid}', () => {
  test('200: a corrected address gets a new link and invitation, and the old link stops working', async () => {
    const document = await sentDocument(storageCtx());
    const [ada] = document.recipients;
    const oldToken = linkToken(api.deps.secrets, ada!);
    const answer = await mine.live.patch(pathOf(document), {
      name: 'Ada King',
      email: 'Ada.King@Example.test',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.recipients[0]).toMatchObject({
      id: ada!.id,
      name: 'Ada King',
      email: 'Ada.King@Example.test',
      email_normalized: 'ada.king@example.test',
      status: 'sent',
    });
    expectProblem(await api.anonymous.get(`/v1/signing/${oldToken}`), 'not-found');
    const changed = (await reread(mine.ctx(), document.id)).recipients[0]!;
    expect(changed.linkVersion).toBe(ada!.linkVersion + 1);
    expect((await api.anonymous.get(`/v1/signing/${linkToken(api.deps.secrets, changed)}`)).status).toBe(200);
    expect(await mailsTo(document, 'Ada.King@Example.test')).toHaveLength(1);
    expect((await eventsOf(document)).slice(-2)).toMatchObject([
      {
        event_type: 'recipient.corrected',
        payload: {
          recipient_id: ada!.id,
          before: { name: 'Ada Lovelace', email: 'ada@example.test' },
          after: { name: 'Ada King', email: 'Ada.King@Example.test' },
        },
      },
      { event_type: 'recipient.link_issued', payload: { email: 'Ada.King@Example.test' } },
    ]);
    await signAs(storageCtx(), document, changed);
    expect((await reread(mine.ctx(), document.id)).status).toBe('partially_signed');
  });

  test('an invitation to the old address that still waits is dropped, and its bounce is not the new one’s', async () => {
    const document = await sentDocument(storageCtx());
    const [old] = await mailsTo(document, 'ada@example.test');
    await mine.live.patch(pathOf(document), { email: 'ada2@example.test' });
    const mailer = {
      send: () => Promise.reject(new Error('must not be sent')),
    };
    const ports = { ...storageCtx(), mailer: mailer as never, mailFrom: 'a@example.test' };
    expect(await deliverMail(ports, { mailId: old!.id, requestId: 'test' })).toBe('dropped');
    await recordBounce(api.deps, {
      mailId: old!.id,
      permanent: true,
      detail: 'unknown user',
      requestId: 'test',
    });
    expect((await reread(mine.ctx(), document.id)).deliveryProblem).toBe(false);
  });

  test('an invitation under the old name that still waits is dropped, so the person gets only the new one', async () => {
    const document = await sentDocument(storageCtx());
    const [old] = await mailsTo(document, 'ada@example.test');
    expect((await mine.live.patch(pathOf(document), { name: 'Ada King' })).status).toBe(200);
    const added = (await mailsTo(document, 'ada@example.test')).find(({ id }) => id !== old!.id);
    const mailer = keepingMailer();
    const ports = { ...storageCtx(), mailer, mailFrom: 'a@example.test' };
    expect(await deliverMail(ports, { mailId: added!.id, requestId: 'test' })).toBe('sent');
    expect(await deliverMail(ports, { mailId: old!.id, requestId: 'test' })).toBe('dropped');
    expect(mailer.sent.map(({ to }) => to.name)).toEqual(['Ada King']);
  });

  test('corrections clear the delivery problem once no address bounces, and an earlier consent no longer counts', async () => {
    const document = await sentDocument(storageCtx());
    await ready(api.deps, document.recipients[0]!);
    for (const { id: recipientId } of document.recipients)
      await recordBounce(api.deps, {
        documentId: document.id,
        recipientId,
        permanent: true,
        detail: 'unknown user',
        requestId: 'test',
      });
    const answer = await mine.live.patch(pathOf(document), { email: 'ada3@example.test' });
    expect(answer.body).toMatchObject({
      delivery_problem: true,
      recipients: [{ status: 'sent', consent_at: null }, {}],
    });
    const listed = async (isProblem: boolean) => {
      const query = `recipient=ada3@example.test&delivery_problem=${isProblem}`;
      return (await mine.live.get(`/v1/documents?${query}`)).body.total;
    };
    expect([await listed(true), await listed(false)]).toEqual([1, 0]);
    const last = await mine.live.patch(pathOf(document, 1), { email: 'grace3@example.test' });
    expect(last.body.delivery_problem).toBe(false);
    expect([await listed(true), await listed(false)]).toEqual([0, 1]);
  });

  test('the delivery problem ends when the person whose email bounced signs or reassigns', async () => {
    const [signing, reassigning] = [
      await sentDocument(storageCtx(), inOrder),
      await sentDocument(storageCtx(), inOrder),
    ];
    const problemOf = async ({ id }: FullDocument) => (await reread(mine.ctx(), id)).deliveryProblem;
    for (const { id: documentId, recipients } of [signing, reassigning])
      await recordBounce(api.deps, {
        ...{ documentId, recipientId: recipients[0]!.id },
        ...{ permanent: true, detail: 'unknown user', requestId: 'test' },
      });
    expect([await problemOf(signing), await problemOf(reassigning)]).toEqual([true, true]);
    await signAs(storageCtx(), signing, signing.recipients[0]!);
    const link = `/v1/signing/${linkToken(api.deps.secrets, reassigning.recipients[0]!)}`;
    const successor = { name: 'Bob', email: 'bob@example.test' };
    expect((await api.anonymous.post(`${link}/reassign`, successor)).status).toBe(200);
    expect([await problemOf(signing), await problemOf(reassigning)]).toEqual([false, false]);
  });

  test('a one-time code and values that were entered before do not outlive the correction', async () => {
    const document = await sentDocument(storageCtx(), {
      recipients: [{ name: 'Ada', email: 'ada@example.test', role: 'approver', auth_level: 'otp' }],
      fields: [],
    });
    const [ada] = document.recipients;
    const { db } = api.deps;
    const where = { recipientId: ada!.id };
    const kept = async () => [await db.otpCode.count({ where }), await db.signingDraft.count({ where })];
    const link = `/v1/signing/${linkToken(api.deps.secrets, ada!)}`;
    expect((await api.anonymous.post(`${link}/otp`)).status).toBe(202);
    await db.signingDraft.create({ data: { ...where, content: '{}', savedAt: api.clock.now() } });
    expect(await kept()).toEqual([1, 1]);
    expect((await mine.live.patch(pathOf(document), { name: 'Ada King' })).status).toBe(200);
    expect(await kept()).toEqual([0, 0]);
  });

  test('a later order takes the turn away and gives it to the next; an earlier one takes it back', async () => {
    const document = await sentDocument(storageCtx(), inOrder);
    const later = await mine.live.patch(pathOf(document), { signing_order: 3 });
    expect(later.body.recipients.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'sent',
    ]);
    const back = await mine.live.patch(pathOf(document), { signing_order: 1 });
    expect(back.body.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'pending']);
    const [ada, grace] = (await reread(mine.ctx(), document.id)).recipients;
    await signAs(storageCtx(), document, ada!);
    const due = await reread(mine.ctx(), document.id);
    expect(due.recipients[1]!.status).toBe('sent');
    expect(await mailsTo(document, grace!.email)).toHaveLength(2);
  });

  test('a recipient whose turn comes back signs in the page that is still open; the first opening stays the first', async () => {
    const document = await sentDocument(storageCtx(), {
      recipients: inOrder.recipients.map((one) => ({ ...one, signing_order: 2 })),
    });
    const grace = await ready(api.deps, document.recipients[1]!);
    const { openedAt } = (await reread(mine.ctx(), document.id)).recipients[1]!;
    expect((await mine.live.patch(pathOf(document), { signing_order: 1 })).status).toBe(200);
    const [ada] = (await reread(mine.ctx(), document.id)).recipients;
    api.clock.advance(60_000);
    await signAs(storageCtx(), document, ada!);
    const values = typedValues(document, document.recipients[1]!);
    expect(await completeSigning(storageCtx(), grace, { values })).toBe('completed');
    expect((await reread(mine.ctx(), document.id)).recipients[1]!.openedAt).toEqual(openedAt);
    expect((await eventsOf(document)).slice(-3)).toMatchObject([
      { event_type: 'recipient.opened', payload: { recipient_id: document.recipients[1]!.id } },
      { event_type: 'recipient.completed' },
      { event_type: 'envelope.completed' },
    ]);
  });

  test('a new person whose turn comes later gets no email before it, not even that the document was voided', async () => {
    const document = await sentDocument(storageCtx(), inOrder);
    const patch = { email: 'new@example.test', signing_order: 3 };
    expect((await mine.live.patch(pathOf(document), patch)).status).toBe(200);
    const [corrected] = (await reread(mine.ctx(), document.id)).recipients;
    expect(corrected).toMatchObject({ status: 'pending', linkIssuedAt: null });
    const answer = await mine.live.post(`/v1/documents/${publicId(document)}/void`, { reason: 'mistake' });
    expect(answer.status).toBe(200);
    expect(await mailsTo(document, 'new@example.test')).toEqual([]);
    expect((await mailsTo(document, 'grace@example.test')).map(({ kind }) => kind)).toContain('voided');
  });

  test('200 for a draft, without an email; a correction without changes does nothing', async () => {
    const draft = await finalizedDraft(storageCtx());
    const answer = await mine.live.patch(pathOf(draft), { auth_level: 'otp' });
    expect(answer.body.recipients[0]).toMatchObject({ auth_level: 'otp', status: 'pending' });
    const events = await eventsOf(draft);
    expect((await mine.live.patch(pathOf(draft), { auth_level: 'otp' })).status).toBe(200);
    expect(await eventsOf(draft)).toHaveLength(events.length);
    expect(await api.deps.db.mail.count({ where: { documentId: draft.id } })).toBe(0);
  });

  test('401, 404, 409 and 422', async () => {
    const document = await sentDocument(storageCtx());
    expectProblem(await api.anonymous.patch(pathOf(document), { name: 'X' }), 'unauthenticated');
    expectProblem(await other.live.patch(pathOf(document), { name: 'X' }), 'not-found');
    expectProblem(await mine.live.patch(pathOf(document).slice(0, -1), { name: 'X' }), 'not-found');
    expect(issuesOf(await mine.live.patch(pathOf(document), { email: 'no' }))).toEqual([
      'body.email value_error',
    ]);
    expectProblem(
      await mine.live.patch(pathOf(document), { auth_level: 'passkey' }),
      'auth-level-unavailable',
    );
    await signAs(storageCtx(), document, document.recipients[0]!);
    const refused = await mine.live.patch(pathOf(document), { name: 'X' });
    expectProblem(refused, 'document-state');
    expect(refused.body).toMatchObject({
      current: 'partially_signed',
      detail: 'This recipient is completed and cannot be corrected any more.',
    });
    await mine.live.post(`/v1/documents/${publicId(document)}/void`, { reason: 'x' });
    expectProblem(await mine.live.patch(pathOf(document, 1), { name: 'X' }), 'document-state');
  });

  test('a correction and a signature at once: exactly one wins, 100 times', async () => {
    const source = await finalizedDraft(storageCtx());
    let corrections = 0;
    for (let round = 0; round < 100; round++) {
      const document = await sentCopy(mine.ctx(), source);
      const [ada] = document.recipients;
      const request = await ready(api.deps, ada!);
      const [corrected, signed] = await Promise.allSettled([
        correctRecipient(mine.ctx(), publicId(document), ada!.id, { email: 'new@example.test' }),
        completeSigning(storageCtx(), request, { values: typedValues(document, ada!) }),
      ]);
      const after = (await reread(mine.ctx(), document.id)).recipients[0]!;
      const winners = [corrected, signed].filter(({ status }) => status === 'fulfilled');
      expect(winners).toHaveLength(1);
      if (corrected.status === 'fulfilled') corrections += 1;
      const lost = [corrected, signed].find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      expect(lost.reason).toBeInstanceOf(ProblemError);
      expect(after.email).toBe(corrected.status === 'fulfilled' ? 'new@example.test' : 'ada@example.test');
      expect(after.status).toBe(corrected.status === 'fulfilled' ? 'sent' : 'completed');
    }
    expect(corrections).toBeGreaterThan(0);
    expect(corrections).toBeLessThan(100);
  });
});

describe('expires_at of PATCH /v1/documents/{id}', () => {
  test('200: moves and clears it while the document is open, with the old and the new value in the event', async () => {
    const document = await sentDocument(storageCtx());
    const path = `/v1/documents/${publicId(document)}`;
    const soon = new Date(api.deps.now().getTime() + 86_400_000).toISOString();
    expect((await mine.live.patch(path, { expires_at: soon })).body.expires_at).toBe(soon);
    expect((await eventsOf(document)).at(-1)).toMatchObject({
      event_type: 'envelope.updated',
      payload: { changed: ['expires_at'], expires_at: { old: null, new: soon } },
    });
    const count = (await eventsOf(document)).length;
    expect((await mine.live.patch(path, { expires_at: soon })).status).toBe(200);
    expect(await eventsOf(document)).toHaveLength(count);
    expect((await mine.live.patch(path, { expires_at: null })).body.expires_at).toBeNull();
  });

  test('422 for the past, 409 once the document is closed', async () => {
    const document = await sentDocument(storageCtx());
    const path = `/v1/documents/${publicId(document)}`;
    for (const expires_at of ['2020-01-01T00:00:00Z', api.clock.now().toISOString()])
      expect(issuesOf(await mine.live.patch(path, { expires_at }))).toEqual(['body.expires_at value_error']);
    const over = await sentDocument(storageCtx());
    await api.deps.db.document.update({ where: { id: over.id }, data: { expiresAt: new Date(0) } });
    expectProblem(await mine.live.patch(pathOf(over), { name: 'X' }), 'document-state');
    await mine.live.post(`${path}/void`, { reason: 'x' });
    const soon = new Date(api.deps.now().getTime() + 86_400_000).toISOString();
    expectProblem(await mine.live.patch(path, { expires_at: soon }), 'document-state');
  });
});
