/** Recipients sign with keys of their own at a provider on loopback, from the request of the signing page to the sealed file. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mode } from '@countersign/contract/common';
import { DocumentOut } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { SigningOut, StartOwnSignatureOut } from '@countersign/contract/signing';
import { namedBlobs, namedFilesQuery } from '@countersign/core/blob/named-blobs';
import { pagesOf } from '@countersign/core/document/lock';
import { patchDocument } from '@countersign/core/document/patch';
import { FairQueue } from '@countersign/core/fair-queue';
import { collectGarbage } from '@countersign/core/housekeeping/collect-garbage';
import { eraseDocument } from '@countersign/core/privacy/erase-document';
import { linkToken } from '@countersign/core/recipient/link';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import type { Recipient } from '@countersign/db/models';
import { authorityExtensions, makeCertificate, p256, rsa } from '@countersign/pdf/testing/make-certificate';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import { verifyPdf } from '@countersign/pdf/verify';
import { createCscSigner } from '@countersign/recipient-signers/csc/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type PDFDict, PDFDocument } from 'pdf-lib';
import type { Response } from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { testClock } from '../support/clock.ts';
import { type CscProvider, type HeldCredential, startCscProvider } from '../support/csc-provider.ts';
import { finalizedDraft, reread, sentDocument } from '../support/documents.ts';
import { cookieOf } from '../support/people.ts';
import { type Pki, startPki } from '../support/pki.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const clock = testClock();
const issuer = makeCertificate({ subject: 'Trust service', extensions: authorityExtensions() });
const keys = { Ada: p256(), Grace: rsa(2048) };
const certificates = {
  Ada: makeCertificate({ subject: 'Ada Lovelace', issuer, keys: keys.Ada }),
  Grace: makeCertificate({ subject: 'Grace Hopper', issuer, keys: keys.Grace }),
};
type Name = keyof typeof keys;

let provider: CscProvider;
let pki: Pki;
let api: TestApi;
let mine: TestWorkspace;
/** False: the timestamp authority fails. */
let stamps = true;
/** Happens while Countersign waits for this answer of the provider. */
let meanwhile: Partial<Record<'accessPage' | 'access' | 'sign', () => Promise<void>>> = {};
beforeAll(async () => {
  [provider, pki] = await Promise.all([startCscProvider(), startPki()]);
  const signer = createCscSigner(
    {
      name: 'Example Trust',
      baseUrl: provider.url,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      unstatedLevel: null,
    },
    undefined,
    { attempts: 1, timeoutMs: 60_000, pauseMs: 1, maxPauseMs: 1 },
  );
  const { stamp } = httpTimestamper(pki.tsaUrl);
  api = await startTestApi({
    clock,
    recipientSigner: {
      ...signer,
      accessPage: async (visit) => {
        await meanwhile.accessPage?.();
        return signer.accessPage(visit);
      },
      access: async (answer) => {
        await meanwhile.access?.();
        return signer.access(answer);
      },
      sign: async (activation, request) => {
        await meanwhile.sign?.();
        return signer.sign(activation, request);
      },
    },
    stamp: async (sha256) => {
      if (stamps) return stamp(sha256);
      throw new Error('the authority is down');
    },
  });
  provider.redirectUrl = `${api.url}/signature-return`;
  mine = await api.createTestWorkspace();
});
afterAll(() => Promise.all([provider.close(), pki.close()]));
beforeEach(() => {
  stamps = true;
  meanwhile = {};
  provider.behave({});
  hold('Ada');
});

/** From now on, the person at the provider has this key alone. */
function hold(name: Name, changes: Partial<HeldCredential> = {}): void {
  provider.forget();
  const held = [certificates[name].raw, issuer.raw];
  provider.hold({ id: `key-of-${name}`, key: keys[name].privateKey, certificates: held, ...changes });
}

const ada = { name: 'Ada Lovelace', email: 'ada@example.test', signature_level: 'qualified' as const };
const grace = { name: 'Grace Hopper', email: 'grace@example.test', signature_level: 'advanced' as const };
const signatureOf = (recipient_index: number) => ({
  type: 'signature' as const,
  page: 1,
  x: 0.1 + 0.3 * recipient_index,
  y: 0.6,
  w: 0.25,
  h: 0.08,
  recipient_index,
});
const typed = (text: string) => ({ mode: 'type', text });

const storageCtx = () => ({ ...mine.ctx(), storage: api.storage });
const pathOf = (recipient: Recipient) => `/v1/signing/${linkToken(api.deps.secrets, recipient)}`;

/** A sent document whose only signer has a key; they have agreed to sign electronically. */
async function sent(input: object = {}) {
  const document = await sentDocument(storageCtx(), {
    recipients: [ada],
    fields: [signatureOf(0)],
    ...input,
  });
  const recipient = document.recipients[0]!;
  await agree(recipient);
  return { document, recipient, path: pathOf(recipient), values: valuesOf(document, recipient) };
}
const valuesOf = (
  { fields }: { fields: Array<{ id: string; recipientId: string | null }> },
  { id, name }: Recipient,
) =>
  Object.fromEntries(
    fields.filter(({ recipientId }) => recipientId === id).map((field) => [field.id, typed(name)]),
  );

async function agree(recipient: Recipient): Promise<void> {
  expect((await api.anonymous.post(`${pathOf(recipient)}/open`)).status).toBe(204);
  expect((await api.anonymous.post(`${pathOf(recipient)}/consent`)).status).toBe(204);
}

/** A browser at the first page of the provider. */
async function start(path: string, values: object): Promise<{ url: string; cookie: string }> {
  const answer = await api.anonymous.post(`${path}/own-signature`, { values });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return { url: StartOwnSignatureOut.parse(answer.body).url, cookie: cookieOf(answer) };
}

/** The browser comes back with this query. */
const comeBack = (query: URLSearchParams | string, cookie: string): Promise<Response> =>
  api.anonymous.get(`/signature-return?${query}`).set('Cookie', cookie).redirects(0).then(Object);

/** The browser after the first page, at the second one. */
async function permit(path: string, values: object): Promise<{ url: string; cookie: string }> {
  const { url, cookie } = await start(path, values);
  const answer = await comeBack(await provider.agree(url), cookie);
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    expect.stringContaining(provider.url.slice(0, 20)),
  ]);
  return { url: answer.headers.location!, cookie: cookieOf(answer) };
}

/** The whole way. Returns where the browser ends. */
async function sign(path: string, values: object): Promise<string> {
  const { url, cookie } = await permit(path, values);
  const answer = await comeBack(await provider.agree(url), cookie);
  expect(answer.status).toBe(303);
  return answer.headers.location!;
}

/** Seals the document. Returns the file. */
async function sealedFile(documentId: string, mode: Mode = 'live'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-own-'));
  const sealKeys = createSealKeys({ dataDir: folder, log: api.deps.log });
  await sealDocument({ ...api.deps, sealKeys, timestamper: null }, { documentId, requestId: 'seal' });
  await rm(folder, { recursive: true });
  const { sealedSha256 } = await reread(mine.ctx(mode), documentId);
  return Buffer.from(await api.storage.getBytes(sealedSha256!));
}

const textOf = (pdf: Uint8Array) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });

const failedWith = (path: string, failure: string) =>
  `${api.url}${path.replace('/v1/signing/', '/sign/')}?signature=${failure}`;
const nowhere = () => `${api.url}/sign/returned`;

/** The SHA-256 of the file that the recipient is authorizing. */
async function preparedOf({ id }: Recipient): Promise<string> {
  const { preparedSha256 } = await api.deps.db.pendingSignature.findUniqueOrThrow({
    where: { recipientId: id },
  });
  return preparedSha256!;
}

/** What a failure must not change. */
async function stateOf(id: string) {
  const { status, chainSeq, revisionSha256, recipients, fields } = await reread(mine.ctx(), id);
  return {
    ...{ status, chainSeq, revisionSha256 },
    recipients: recipients.map((one) => [one.status, one.ownSignature]),
    fields: fields.map(({ value, printed }) => [value, printed]),
  };
}

describe('a document with two keys', () => {
  test('each signs what they saw, and the seal states both', async () => {
    const document = await sentDocument(storageCtx(), {
      recipients: [
        { ...ada, signing_order: 1 },
        { name: 'Linus', email: 'linus@example.test', signing_order: 2 },
        { ...grace, signing_order: 3 },
      ],
      fields: [0, 1, 2].map(signatureOf),
    });
    const [first, second, third] = document.recipients as [Recipient, Recipient, Recipient];
    const publicId = encodeId('doc', document.id);

    await agree(first);
    const view = SigningOut.parse((await api.anonymous.get(pathOf(first))).body);
    expect(view.recipient.own_key).toEqual({ level: 'qualified', provider: 'Example Trust' });
    const before = await stateOf(document.id);
    const { url, cookie } = await permit(pathOf(first), valuesOf(document, first));
    expect(new URL(url).searchParams.get('description')).toBe('Agreement');
    expect(await stateOf(document.id)).toEqual(before);
    const back = await comeBack(await provider.agree(url), cookie);
    expect([back.status, back.headers.location, back.headers['cache-control']]).toEqual([
      303,
      `${api.url}${pathOf(first).replace('/v1/signing/', '/sign/')}`,
      'no-store',
    ]);
    expect(cookieOf(back)).toMatch(/^cs_signature_[0-9a-f]{32}=$/);

    const signed = await reread(mine.ctx(), document.id);
    expect(signed.status).toBe('partially_signed');
    const revision = await api.storage.getBytes(signed.revisionSha256!);
    expect(await verifyPdf(revision)).toMatchObject({
      signatures: [{ valid: true, coversWholeFile: true, profile: 'PAdES-B-T' }],
    });
    // The next recipient sees this file, and no value twice.
    const seen = SigningOut.parse((await api.anonymous.get(pathOf(second))).body);
    expect(seen.other_fields).toEqual([]);
    expect(seen.recipient.own_key).toBeNull();
    const shown = await api.anonymous.get(`${pathOf(second)}/content`).buffer(true);
    expect(createHash('sha256').update(shown.body).digest('hex')).toBe(signed.revisionSha256);

    await agree(second);
    const plain = { values: valuesOf(document, second) };
    expect((await api.anonymous.post(`${pathOf(second)}/complete`, plain)).status).toBe(200);
    stamps = false;
    hold('Grace', { changes: { signatureQualifier: 'eu_eidas_aes' } });
    await agree(third);
    await sign(pathOf(third), valuesOf(document, third));

    const completed = await reread(mine.ctx(), document.id);
    expect(completed.status).toBe('completed');
    const sealed = await sealedFile(document.id);
    expect(sealed.subarray(0, revision.length).equals(revision)).toBe(true);
    expect(await verifyPdf(sealed)).toMatchObject({
      intact: true,
      decidingSignature: 2,
      signatures: [
        { valid: true, profile: 'PAdES-B-T', coversUpTo: revision.length },
        { valid: true, profile: 'PAdES-B-B' },
        { valid: true, coversWholeFile: true },
      ],
      countersign: {
        recipientSignatures: [
          { signature: 0, level: 'qualified', provider: 'Example Trust' },
          { signature: 1, level: 'advanced', provider: 'Example Trust' },
        ],
      },
    });
    const text = textOf(sealed);
    expect(text).toContain('Example Trust');
    expect(text).toContain('CN=Grace Hopper');
    // Each value is drawn once: on its page, and in the certificate's picture of the signature.
    const [pageText] = text.split('\f');
    for (const { name } of document.recipients)
      expect([name, pageText!.split(`Signed by ${name}`).length]).toEqual([name, 2]);

    const out = DocumentOut.parse((await mine.live.get(`/v1/documents/${publicId}`)).body);
    expect(out.recipients.map((one) => [one.signature_level, one.own_signature])).toEqual([
      ['qualified', { level: 'qualified', provider: 'Example Trust' }],
      [null, null],
      ['advanced', { level: 'advanced', provider: 'Example Trust' }],
    ]);
    const events = (await mine.live.get(`/v1/documents/${publicId}/events`)).body;
    const completions = events.filter(
      (one: { event_type: string }) => one.event_type === 'recipient.completed',
    );
    expect(completions.map(({ payload }: { payload: object }) => payload)).toEqual([
      expect.objectContaining({
        signature_level: 'qualified',
        signature_provider: 'Example Trust',
        signature_certificate_sha256: createHash('sha256').update(certificates.Ada.raw).digest('hex'),
        signature_covers_up_to: revision.length,
        revision_sha256: signed.revisionSha256,
      }),
      expect.not.objectContaining({ signature_level: expect.anything() }),
      expect.objectContaining({ signature_level: 'advanced' }),
    ]);

    const named = await api.deps.db.$queryRawUnsafe<Array<{ sha256: string }>>(namedFilesQuery);
    expect(named.map(({ sha256 }) => sha256)).toContain(completed.revisionSha256);
    await eraseDocument(mine.ctx(), document.id, { keepSealed: false, cause: 'request' });
    const erased = await reread(mine.ctx(), document.id);
    expect(erased.revisionSha256).toBeNull();
    expect(erased.recipients[0]!.ownSignature).toEqual({ level: 'qualified', provider: 'Example Trust' });
    expect(await namedBlobs(api.deps, [completed.revisionSha256!])).toEqual(new Set());
  });
});

test('the form of the PDF: its fields under later values become content at the first signature, others stay', async () => {
  const form = await PDFDocument.create();
  const page = form.addPage([595.28, 841.89]);
  const under = { optional: 0, grace: 1, nothing: 2 };
  for (const [name, column] of Object.entries(under)) {
    const [x, y] = [(0.1 + 0.3 * column) * page.getWidth(), (1 - 0.64) * page.getHeight()];
    form
      .getForm()
      .createTextField(name)
      .addToPage(page, { x: x + 4, y, width: 40, height: 12 });
  }
  const { x, y, w, h } = signatureOf(0);
  const document = await sentDocument(
    storageCtx(),
    {
      recipients: [
        { ...ada, signing_order: 1 },
        { ...grace, signing_order: 2 },
      ],
      fields: [
        { ...signatureOf(0), y: 0.3 },
        { type: 'text', page: 1, ...{ x, y, w, h }, recipient_index: 0, required: false },
        signatureOf(1),
      ],
    },
    await form.save(),
  );
  const [first, second] = document.recipients as [Recipient, Recipient];
  await agree(first);
  const signature = document.fields.find(
    ({ recipientId, type }) => recipientId === first.id && type === 'signature',
  )!;
  await sign(pathOf(first), { [signature.id]: typed('Ada Lovelace') });
  expect(await shownFields(document.id)).toEqual(['optional', 'nothing']);
  // The second signature leaves the form as the first one signed it.
  hold('Grace');
  await agree(second);
  await sign(pathOf(second), valuesOf(document, second));
  expect(await shownFields(document.id)).toEqual(['optional', 'nothing']);
});

/** The names of the form fields that the newest revision shows. */
async function shownFields(documentId: string): Promise<string[]> {
  const { revisionSha256 } = await reread(mine.ctx(), documentId);
  const signed = await PDFDocument.load(await api.storage.getBytes(revisionSha256!));
  const annotations = signed.getPage(0).node.Annots()!.asArray().map(String);
  const isShown = ({ dict }: { dict: PDFDict }) =>
    annotations.includes(String(signed.context.getObjectRef(dict)));
  const shown = signed
    .getForm()
    .getFields()
    .filter(({ acroField }) => acroField.getWidgets().some(isShown));
  return shown.map((field) => field.getName());
}

describe('a test document', () => {
  /** How often each page says TEST. Poppler prints each letter of the slanted word on a line. */
  const countsOf = (pdf: Uint8Array) =>
    execFileSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' })
      .split('\f')
      .slice(0, -1)
      .map((page) => page.replaceAll(/\s/g, '').split('TEST').length - 1);

  test('says TEST on every page that is signed, once, and to the provider', async () => {
    const document = await sentDocument(
      { ...mine.ctx('test'), storage: api.storage },
      { recipients: [ada], fields: [signatureOf(0)], title: 'Lease' },
    );
    const recipient = document.recipients[0]!;
    await agree(recipient);
    const { url, cookie } = await permit(pathOf(recipient), valuesOf(document, recipient));
    expect(new URL(url).searchParams.get('description')).toBe('TEST: Lease');
    await comeBack(await provider.agree(url), cookie);
    const { revisionSha256 } = await reread(mine.ctx('test'), document.id);
    const signed = countsOf(await api.storage.getBytes(revisionSha256!));
    expect(signed).toEqual(pagesOf(document).map(() => 1));
    const sealed = countsOf(await sealedFile(document.id, 'test'));
    expect(sealed.slice(0, signed.length)).toEqual(signed);
    expect(sealed.length).toBeGreaterThan(signed.length);
    expect(sealed).not.toContain(0);
  });

  test('says TEST no second time for a second key', async () => {
    const document = await sentDocument(
      { ...mine.ctx('test'), storage: api.storage },
      {
        recipients: [
          { ...ada, signing_order: 1 },
          { ...grace, signing_order: 2 },
        ],
        fields: [0, 1].map(signatureOf),
      },
    );
    for (const [at, name] of (['Ada', 'Grace'] as const).entries()) {
      hold(name);
      const recipient = document.recipients[at]!;
      await agree(recipient);
      await sign(pathOf(recipient), valuesOf(document, recipient));
    }
    const { status, revisionSha256 } = await reread(mine.ctx('test'), document.id);
    expect(status).toBe('completed');
    expect(countsOf(await api.storage.getBytes(revisionSha256!))).toEqual(pagesOf(document).map(() => 1));
  });
});

describe('signature_level is refused', () => {
  const post = (recipients: object[]) => mine.live.post('/v1/documents', { title: 'Lease', recipients });

  test('422: for others than signers, without emails, at the same time, and for more than ten', async () => {
    const at = (index: number, member: string) => [`body.recipients.${index}.${member} value_error`];
    expect(issuesOf(await post([{ ...ada, role: 'approver' }]))).toEqual(at(0, 'signature_level'));
    expect(issuesOf(await post([{ ...ada, delivery: 'none' }]))).toEqual(at(0, 'signature_level'));
    expect(issuesOf(await post([ada, { name: 'Linus', email: 'l@example.test' }, grace]))).toEqual(
      at(2, 'signing_order'),
    );
    const eleven = Array.from({ length: 11 }, (_, index) => ({
      ...ada,
      email: `a${index}@example.test`,
      signing_order: index + 1,
    }));
    expect(issuesOf(await post(eleven))).toEqual(at(10, 'signature_level'));
    expect(issuesOf(await post([{ ...ada, signature_level: 'simple' }]))).toHaveLength(1);
  });

  test('422: when recipients are replaced or corrected, and in templates', async () => {
    const draft = await finalizedDraft(storageCtx(), {
      recipients: [
        { ...ada, signing_order: 1 },
        { ...grace, signing_order: 2 },
      ],
    });
    const path = `/v1/documents/${encodeId('doc', draft.id)}/recipients`;
    expect(issuesOf(await mine.live.put(path, [ada, grace]))).toEqual(['body.1.signing_order value_error']);
    const correct = (patch: object) => mine.live.patch(`${path}/${draft.recipients[1]!.id}`, patch);
    expect(issuesOf(await correct({ signing_order: 1 }))).toEqual(['body.signing_order value_error']);
    expect(issuesOf(await correct({ delivery: 'none' }))).toEqual(['body.signature_level value_error']);
    expect((await correct({ signing_order: 3 })).status).toBe(200);
    const pdf = Buffer.from(await samplePdf()).toString('base64');
    const template = { name: 'Lease', recipients: [ada], fields: [], pdf_base64: pdf };
    expect(issuesOf(await mine.live.post('/v1/templates', template))).toContain(
      'body.recipients.0.signature_level value_error',
    );
  });

  test('422: without a provider, also for a draft that was made when there was one', async () => {
    const draft = await finalizedDraft(storageCtx(), { recipients: [ada], fields: [signatureOf(0)] });
    const other = await startTestApi({ clock, storage: api.storage });
    const client = other.as(mine.liveKey);
    const { detail } = expectProblem(
      await client.post('/v1/documents', { title: 'Lease', recipients: [ada] }),
      'signature-level-unavailable',
    );
    expect(detail).toContain('Ada Lovelace');
    const send = await client.post(`/v1/documents/${encodeId('doc', draft.id)}/send`);
    expectProblem(send, 'signature-level-unavailable');
    const { path, values } = await sent();
    const started = await other.anonymous.post(`${path}/own-signature`, { values });
    expectProblem(started, 'unavailable');
    expect(started.headers['retry-after']).toBe('30');
  });
});

test('the successor of a recipient who has reassigned can be corrected', async () => {
  const { document, path } = await sent();
  const successor = { name: 'Mary Somerville', email: 'mary@example.test' };
  expect((await api.anonymous.post(`${path}/reassign`, successor)).status).toBe(200);
  const { recipients } = await reread(mine.ctx(), document.id);
  const mary = recipients.find(({ email }) => email === successor.email)!;
  const at = `/v1/documents/${encodeId('doc', document.id)}/recipients/${mary.id}`;
  expect((await mine.live.patch(at, { name: 'Mary' })).status).toBe(200);
});

describe('only the key completes', () => {
  test('409: complete and sign-as cannot replace it, and a recipient without a level cannot use one', async () => {
    const { path, values } = await sent();
    expectProblem(await api.anonymous.post(`${path}/complete`, { values }), 'own-signature-required');
    const inTest = await sentDocument(
      { ...mine.ctx('test'), storage: api.storage },
      { recipients: [ada], fields: [signatureOf(0)] },
    );
    const signAs = `/v1/test/documents/${encodeId('doc', inTest.id)}/sign-as/${inTest.recipients[0]!.id}`;
    expectProblem(await mine.test.post(signAs, { values: {} }), 'own-signature-required');
    const plain = await sent({ recipients: [{ name: 'Linus', email: 'linus@example.test' }] });
    expectProblem(
      await api.anonymous.post(`${plain.path}/own-signature`, { values: plain.values }),
      'document-state',
    );
  });

  test('the values are checked before the recipient leaves', async () => {
    const { path, recipient, values } = await sent();
    const shown = { date_format: 'DD.MM.YYYY' };
    const otherwise = await api.anonymous.post(`${path}/own-signature`, { values, shown });
    expectProblem(otherwise, 'display-changed');
    const invalid = await api.anonymous.post(`${path}/own-signature`, { values: {} });
    expect(issuesOf(invalid)).toHaveLength(1);
    const long = await sent({
      fields: [
        signatureOf(0),
        ...Array.from({ length: 201 }, () => ({
          ...{ type: 'text', page: 1, x: 0.1, y: 0.1, w: 0.1, h: 0.02, recipient_index: 0 },
        })),
      ],
    });
    const texts = Object.fromEntries(
      long.document.fields
        .filter(({ type }) => type === 'text')
        .map(({ id }) => [id, 'ก'.repeat(10_000)] as const),
    );
    const tooLong = await api.anonymous.post(`${long.path}/own-signature`, {
      values: { ...long.values, ...texts },
    });
    expect(issuesOf(tooLong)).toEqual(['body.values value_error']);
    const unread = await sentDocument(storageCtx(), { recipients: [ada], fields: [signatureOf(0)] });
    const early = await api.anonymous.post(`${pathOf(unread.recipients[0]!)}/own-signature`, { values: {} });
    expectProblem(early, 'consent-required');
    for (const { id } of [recipient, long.recipient])
      expect(await api.deps.db.pendingSignature.count({ where: { recipientId: id } })).toBe(0);
  });

  test('409: before their turn, which is checked before consent', async () => {
    const { document } = await sent({
      recipients: [
        { ...ada, signing_order: 1 },
        { ...grace, signing_order: 2 },
      ],
      fields: [0, 1].map(signatureOf),
    });
    const early = await api.anonymous.post(`${pathOf(document.recipients[1]!)}/own-signature`, {
      values: {},
    });
    expect(expectProblem(early, 'document-state').detail).toBe("It is not this recipient's turn yet.");
  });

  test('409: the display changed while the provider was asked for its page', async () => {
    const { document, path, values } = await sent({ date_format: 'DD.MM.YYYY' });
    const formats = ['YYYY-MM-DD', 'MM/DD/YYYY'] as const;
    const change = (date_format: (typeof formats)[number]) => async () => {
      await patchDocument(mine.ctx(), encodeId('doc', document.id), { date_format, clear_folder: false });
    };
    const post = (shown?: object) => api.anonymous.post(`${path}/own-signature`, { values, shown });
    meanwhile.accessPage = change(formats[0]);
    expectProblem(await post({ date_format: 'DD.MM.YYYY' }), 'display-changed');
    meanwhile.accessPage = change(formats[1]);
    expectProblem(await post(), 'document-state');
    meanwhile = {};
    expect((await post({ date_format: formats[1] })).status).toBe(200);
  });
});

describe('a return that completes nothing', () => {
  test('unknown, used and foreign states; a foreign browser does not use the state up', async () => {
    const mineAt = await sent();
    const others = await sent();
    const before = await stateOf(mineAt.document.id);
    const { url, cookie } = await start(mineAt.path, mineAt.values);
    const foreign = await start(others.path, others.values);
    const query = await provider.agree(url);
    const locationOf = async (given: URLSearchParams | string, with_: string) =>
      (await comeBack(given, with_)).headers.location;
    expect(await locationOf('', cookie)).toBe(nowhere());
    expect(await locationOf(`state=${'x'.repeat(43)}&code=1`, cookie)).toBe(nowhere());
    expect(await locationOf(query, '')).toBe(nowhere());
    expect(await locationOf(query, foreign.cookie)).toBe(nowhere());
    expect(await locationOf(query, `${cookie.split('=')[0]}=${foreign.cookie.split('=')[1]}`)).toBe(
      nowhere(),
    );
    const first = await comeBack(query, cookie);
    expect(first.headers.location).toContain('/oauth2/authorize');
    expect(await locationOf(query, cookie)).toBe(nowhere());
    expect(await locationOf(query, cookieOf(first))).toBe(nowhere());
    expect(await stateOf(mineAt.document.id)).toEqual(before);
    // Of two returns at the same time, one signs.
    const last = await provider.agree(first.headers.location!);
    const both = await Promise.all([comeBack(last, cookieOf(first)), comeBack(last, cookieOf(first))]);
    expect(both.map(({ headers }) => headers.location).sort()).toEqual(
      [`${api.url}${mineAt.path.replace('/v1/signing/', '/sign/')}`, nowhere()].sort(),
    );
    expect((await stateOf(mineAt.document.id)).recipients).toEqual([
      ['completed', expect.objectContaining({ level: 'qualified' })],
    ]);
  });

  test('a recipient who refuses, keys of a lower level or with another authorization, a provider that fails', async () => {
    const { document, path, values } = await sent();
    const before = await stateOf(document.id);
    const fails = async (failure: string, prepare: () => void) => {
      const { url, cookie } = await start(path, values);
      prepare();
      const answer = await comeBack(await provider.agree(url), cookie);
      expect(answer.headers.location).toBe(failedWith(path, failure));
      expect(await stateOf(document.id)).toEqual(before);
      provider.behave({});
      hold('Ada');
    };
    await fails('level', () => hold('Ada', { changes: { signatureQualifier: 'eu_eidas_aes' } }));
    await fails('unusable', () => hold('Ada', { values: { PIN: '1234' } }));
    await fails('unusable', () => provider.forget());
    const expired = makeCertificate({
      ...{ subject: 'Ada Lovelace', issuer, keys: keys.Ada },
      notBefore: new Date(Date.now() - 2 * 86_400_000),
      notAfter: new Date(Date.now() - 86_400_000),
    });
    await fails('unusable', () => hold('Ada', { certificates: [expired.raw, issuer.raw] }));
    await fails('unavailable', () => provider.behave({ throttled: 100 }));
    await fails('unavailable', () => provider.behave({ bytes: 1024 * 1024 }));
    const { url, cookie } = await start(path, values);
    const { searchParams } = new URL(url);
    const refused = `error=access_denied&state=${searchParams.get('state')}`;
    expect((await comeBack(refused, cookie)).headers.location).toBe(failedWith(path, 'denied'));
    // A key that signs with another one than it says.
    const second = await permit(path, values);
    provider.behave({ signsWith: keys.Grace.privateKey });
    const wrong = await comeBack(await provider.agree(second.url), second.cookie);
    expect(wrong.headers.location).toBe(failedWith(path, 'unusable'));
    expect(await stateOf(document.id)).toEqual(before);
    expect(
      await api.deps.db.pendingSignature.count({ where: { recipient: { documentId: document.id } } }),
    ).toBe(0);
    provider.behave({});
    expect(await sign(path, values)).not.toContain('?signature');
  });

  test('a visit of more than 15 minutes, which housekeeping deletes', async () => {
    const { path, values, recipient } = await sent();
    const { url, cookie } = await start(path, values);
    const query = await provider.agree(url);
    const left = await sent();
    await start(left.path, left.values);
    clock.advance(15 * 60_000);
    expect((await comeBack(query, cookie)).headers.location).toBe(failedWith(path, 'expired'));
    await collectGarbage(api.deps);
    const ids = [recipient.id, left.recipient.id];
    expect(await api.deps.db.pendingSignature.count({ where: { recipientId: { in: ids } } })).toBe(0);
  });

  test('a document that changed between the pages, and an attempt that a newer one replaced', async () => {
    const publicId = ({ document }: Awaited<ReturnType<typeof sent>>) => encodeId('doc', document.id);
    const formatted = await sent();
    const away = await permit(formatted.path, formatted.values);
    await patchDocument(mine.ctx(), publicId(formatted), {
      date_format: 'YYYY-MM-DD',
      clear_folder: false,
    });
    const answer = await comeBack(await provider.agree(away.url), away.cookie);
    expect(answer.headers.location).toBe(failedWith(formatted.path, 'changed'));

    const corrected = await sent();
    const old = await permit(corrected.path, corrected.values);
    const patch = { email: 'ada@new.example.test' };
    const path = `/v1/documents/${publicId(corrected)}/recipients/${corrected.recipient.id}`;
    expect((await mine.live.patch(path, patch)).status).toBe(200);
    expect((await comeBack(await provider.agree(old.url), old.cookie)).headers.location).toBe(nowhere());

    const voided = await sent();
    const gone = await permit(voided.path, voided.values);
    expect((await mine.live.post(`/v1/documents/${publicId(voided)}/void`, { reason: 'no' })).status).toBe(
      200,
    );
    expect((await comeBack(await provider.agree(gone.url), gone.cookie)).headers.location).toBe(nowhere());

    const twice = await sent();
    const first = await permit(twice.path, twice.values);
    const prepared = await preparedOf(twice.recipient);
    expect(await api.storage.stat(prepared)).not.toBeNull();
    const second = await permit(twice.path, twice.values);
    expect(await api.storage.stat(prepared)).toBeNull();
    const last = await preparedOf(twice.recipient);
    const stale = await comeBack(await provider.agree(first.url), first.cookie);
    expect(stale.headers.location).toBe(nowhere());
    const done = await comeBack(await provider.agree(second.url), second.cookie);
    expect(done.headers.location).not.toContain('?signature');
    expect(await api.storage.stat(last)).toBeNull();
  });

  test('another recipient completes while the provider reads the keys', async () => {
    const { document, path, values } = await sent({
      recipients: [ada, { name: 'Linus', email: 'linus@example.test' }],
      fields: [0, 1].map(signatureOf),
    });
    const other = document.recipients[1]!;
    await agree(other);
    const { url, cookie } = await start(path, values);
    meanwhile.access = async () => {
      const answer = await api.anonymous
        .post(`${pathOf(other)}/complete`)
        .send({ values: valuesOf(document, other) });
      expect(answer.status).toBe(200);
    };
    const back = await comeBack(await provider.agree(url), cookie);
    expect(back.headers.location).toBe(failedWith(path, 'changed'));
    meanwhile = {};
    expect(await sign(path, values)).not.toContain('?signature');
  });

  test('a document that changed while the provider read the keys does not hide another reason', async () => {
    const { document, path, values } = await sent();
    const { url, cookie } = await start(path, values);
    meanwhile.access = async () => {
      const changes = { date_format: 'YYYY-MM-DD', clear_folder: false } as const;
      await patchDocument(mine.ctx(), encodeId('doc', document.id), changes);
    };
    hold('Ada', { changes: { signatureQualifier: 'eu_eidas_aes' } });
    const back = await comeBack(await provider.agree(url), cookie);
    expect(back.headers.location).toBe(failedWith(path, 'level'));
  });

  test('while too many PDFs are read, a file is not prepared, but a signature waits for its turn', async () => {
    const { path, values } = await sent();
    const { inspections } = api.deps;
    const fillQueue = (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      for (let count = 0; count < 1000; count += 1)
        void inspections.run({ key: mine.ctx().workspaceId }, () => promise).catch(() => undefined);
      return resolve;
    };
    const early = await start(path, values);
    const query = await provider.agree(early.url);
    let release = fillQueue();
    const refused = await comeBack(query, early.cookie);
    expect(refused.headers.location).toBe(failedWith(path, 'unavailable'));
    release();

    const { url, cookie } = await permit(path, values);
    const run = jest.spyOn(inspections, 'run');
    meanwhile.sign = async () => {
      release = fillQueue();
      run.mockClear();
      run.mockImplementationOnce((...given) =>
        FairQueue.prototype.run.apply(inspections, given).finally(release),
      );
    };
    const back = await comeBack(await provider.agree(url), cookie);
    expect(back.headers.location).not.toContain('?signature');
    expect(run).toHaveBeenCalledTimes(2);
    run.mockRestore();
  });

  test('a signature that does not fit into the prepared file is not tried again', async () => {
    const { path, values, recipient } = await sent();
    const { url, cookie } = await permit(path, values);
    const { pendingSignature } = api.deps.db;
    const where = { recipientId: recipient.id };
    const { prepared } = await pendingSignature.findUniqueOrThrow({ where });
    await pendingSignature.update({
      where,
      data: { prepared: { ...(prepared as object), contentsLength: 10 } },
    });
    const run = jest.spyOn(api.deps.inspections, 'run');
    const back = await comeBack(await provider.agree(url), cookie);
    expect(back.headers.location).toBe(failedWith(path, 'unusable'));
    expect(run).toHaveBeenCalledTimes(1);
    run.mockRestore();
  });

  test('the display changes while the provider signs', async () => {
    const { document, path, values } = await sent();
    const before = await stateOf(document.id);
    const { url, cookie } = await permit(path, values);
    meanwhile.sign = async () => {
      const changes = { date_format: 'YYYY-MM-DD', clear_folder: false } as const;
      await patchDocument(mine.ctx(), encodeId('doc', document.id), changes);
    };
    const back = await comeBack(await provider.agree(url), cookie);
    expect(back.headers.location).toBe(failedWith(path, 'changed'));
    const after = await stateOf(document.id);
    expect({ ...after, chainSeq: before.chainSeq }).toEqual(before);
  });

  test('the prepared file is gone: an error for operators, who find it in the log', async () => {
    const { path, values, recipient } = await sent();
    const { url, cookie } = await permit(path, values);
    await api.storage.remove(await preparedOf(recipient));
    const logged = api.logged.length;
    const back = await comeBack(await provider.agree(url), cookie);
    expect(back.headers.location).toBe(failedWith(path, 'unavailable'));
    expect(api.logged.slice(logged)).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ recipient_id: recipient.id, failure: null }),
      }),
    );
  });

  test('a newer attempt begins while the provider reads the keys, and goes on', async () => {
    const { path, values, recipient } = await sent();
    const { url, cookie } = await start(path, values);
    const query = await provider.agree(url);
    let newer = { url: '', cookie: '' };
    meanwhile.access = async () => {
      newer = await start(path, values);
    };
    expect((await comeBack(query, cookie)).headers.location).toBe(failedWith(path, 'changed'));
    meanwhile = {};
    expect(await api.deps.db.pendingSignature.count({ where: { recipientId: recipient.id } })).toBe(1);
    const second = await comeBack(await provider.agree(newer.url), newer.cookie);
    const done = await comeBack(await provider.agree(second.headers.location!), cookieOf(second));
    expect(done.headers.location).not.toContain('?signature');
  });

  test('429: twenty attempts at once, then one in five minutes', async () => {
    const { path, values, recipient } = await sent();
    await api.deps.db.rateBucket.create({
      data: { id: `own-signature:${recipient.id}`, tokens: 1, updatedAt: new Date() },
    });
    await start(path, values);
    expectProblem(await api.anonymous.post(`${path}/own-signature`, { values }), 'rate-limited');
  });
});
