/** The journey of the demo, like a program and two people would make it. Uses only HTTP. */
import { createHash } from 'node:crypto';
import { verifyChain } from '@countersign/contract/audit-chain';
import type { DocumentOut } from '@countersign/contract/document';
import type { EventOut } from '@countersign/contract/event';
import type { SigningOut } from '@countersign/contract/signing';
import type { VerifyOut } from '@countersign/contract/verify';
import { verifyPdf } from '@countersign/pdf/verify';
import { agreementFields, composeAgreement } from './demo-agreement.ts';

export interface JourneyOptions {
  apiUrl: string;
  mailboxUrl: string;
  key: string;
  say: (line: string) => void;
}

export interface JourneyResult {
  documentId: string;
  sealed: Uint8Array;
  certificate: Uint8Array;
  events: EventOut[];
  /** The seal certificates of the installation for live documents, as PEM. */
  sealCertificates: Uint8Array;
}

interface MailboxMessage {
  subject: string;
  links: string[];
}

/** Time limit of each step. It is long, because another worker continues the work of a killed one only after half a minute. */
export const timeLimitMs = 120_000;
const pollMs = 150;

/** Creates, sends, signs twice, waits for the seal, downloads and verifies. Throws if anything is wrong. */
export async function runJourney({ apiUrl, mailboxUrl, key, say }: JourneyOptions): Promise<JourneyResult> {
  const api = caller(apiUrl, { Authorization: `Bearer ${key}` });
  const pdf = await composeAgreement();
  // Each run uses new addresses, so that emails of earlier runs do not matter.
  const run = Date.now().toString(36);
  const [anna, jose] = [`anna.${run}@example.test`, `jose.${run}@example.test`];

  const draft = await api.json<{ id: string; uploadUrl: string }>('POST', '/v1/documents', {
    title: 'Maintenance agreement – 12 Harbour Street',
    message: 'Please read and sign by Friday. Thank you!',
    display_timezone: 'Europe/Lisbon',
    date_format: 'DD.MM.YYYY',
    recipients: [
      { name: 'Anna Łukasiewicz', email: anna, signing_order: 1 },
      { name: 'José Ωνάσης', email: jose, signing_order: 2 },
    ],
    fields: [
      { type: 'number', recipient_index: 0, name: 'fee', settings: { min_value: 1 }, ...agreementFields.fee },
      { type: 'checkbox', recipient_index: 0, name: 'manual', ...agreementFields.accepted },
      { type: 'signature', recipient_index: 0, ...agreementFields.customerSignature },
      { type: 'date', recipient_index: 0, ...agreementFields.customerDate },
      { type: 'signature', recipient_index: 1, ...agreementFields.providerSignature },
      { type: 'name', recipient_index: 1, ...agreementFields.providerName },
    ],
  });
  say(`1. Created ${draft.id}: two signers in order, six fields.`);

  // A URL of another server is presigned for this upload and takes no key.
  const isOurs = new URL(draft.uploadUrl).origin === new URL(apiUrl).origin;
  const upload = await fetch(draft.uploadUrl, {
    method: 'PUT',
    headers: { ...(isOurs && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/pdf' },
    body: new Uint8Array(pdf),
  });
  if (!upload.ok) throw new Error(`the upload was answered ${upload.status}: ${await upload.text()}`);
  const finalized = await api.json<DocumentOut>('POST', `/v1/documents/${draft.id}/finalize`);
  say(
    `2. Uploaded and finalized ${finalized.size_bytes} bytes, SHA-256 ${finalized.original_sha256.slice(0, 16)}…`,
  );
  if (finalized.original_sha256 !== createHash('sha256').update(pdf).digest('hex'))
    throw new Error('the hash differs');

  await api.json('POST', `/v1/documents/${draft.id}/send`);
  say('3. Sent. The first signer gets an email.');
  for (const [step, name, email, answers] of [
    [4, 'Anna', anna, { fee: '1240', manual: 'true', signature: 'Anna Łukasiewicz' }],
    [5, 'José', jose, { signature: 'José Ωνάσης' }],
  ] as const) {
    const mail = await waitForMail(mailboxUrl, email);
    const link = mail.links.find((one) => one.includes('/sign/'));
    if (!link) throw new Error(`the mail to ${email} has no signing link`);
    const status = await sign(apiUrl, link.split('/sign/')[1]!, answers);
    say(
      `${step}. ${name} opened the link of "${mail.subject}", agreed, and signed: the document is ${status}.`,
    );
  }

  const sealed = await untilSealed(api, draft.id);
  say(`6. Sealed as ${sealed.seal_profile}.`);
  const file = await api.bytes(`/v1/documents/${draft.id}/download`);
  const certificate = await api.bytes(`/v1/documents/${draft.id}/download?version=certificate`);
  const events = await api.json<EventOut[]>('GET', `/v1/documents/${draft.id}/events`);

  const sealCertificates = await api.bytes('/verify/certificates.pem');
  const verified = await fetch(`${apiUrl}/verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/pdf', Accept: 'application/json' },
    body: new Uint8Array(file),
  });
  const { verdict } = (await verified.json()) as VerifyOut;
  if (verdict !== 'intact') throw new Error(`the verdict on the sealed file is ${verdict} instead of intact`);

  const report = await verifyPdf(file);
  const chain = verifyChain(
    events,
    report.countersign ? { seq: report.countersign.chainSeq, hash: report.countersign.chainHead } : undefined,
  );
  if (!report.intact || report.signatures.length !== 1)
    throw new Error(`the seal is not valid: ${JSON.stringify(report)}`);
  if (!report.countersign || !chain.ok)
    throw new Error(`the audit chain is not valid: ${JSON.stringify(chain)}`);
  say(
    `7. Verified: this installation sealed the file, nothing was changed since, and the chain of ${chain.count} events matches the head in it.`,
  );
  return { documentId: draft.id, sealed: file, certificate, events, sealCertificates };
}

function caller(apiUrl: string, headers: Record<string, string>) {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    json: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const response = await call(method, path, body);
      return (response.status === 204 ? undefined : await response.json()) as T;
    },
    bytes: async (path: string): Promise<Uint8Array> =>
      new Uint8Array(await (await call('GET', path)).arrayBuffer()),
  };
}

async function waitForMail(mailboxUrl: string, to: string): Promise<MailboxMessage> {
  const query = new URLSearchParams({ to, timeout_ms: String(timeLimitMs) });
  const response = await fetch(`${mailboxUrl}/api/messages/wait?${query}`);
  if (!response.ok) throw new Error(`no mail to ${to} within ${timeLimitMs / 1000} s`);
  return (await response.json()) as MailboxMessage;
}

/** Does what the signing page does, with the same requests. */
async function sign(apiUrl: string, token: string, answers: Record<string, string>): Promise<string> {
  const api = caller(`${apiUrl}/v1/signing/${token}`, { 'User-Agent': 'Countersign demo' });
  const view = await api.json<SigningOut>('GET', '');
  await api.json('POST', '/open');
  await api.json('POST', '/consent');
  const values: Record<string, unknown> = {};
  for (const field of view.fields ?? []) {
    const answer = answers[field.name ?? field.type];
    if (answer === undefined) continue;
    values[field.id] = field.type === 'signature' ? { mode: 'type', text: answer } : answer;
  }
  const done = await api.json<{ document_status: string }>('POST', '/complete', { values });
  return done.document_status;
}

async function untilSealed(api: ReturnType<typeof caller>, id: string): Promise<DocumentOut> {
  const deadline = Date.now() + timeLimitMs;
  for (;;) {
    const document = await api.json<DocumentOut>('GET', `/v1/documents/${id}`);
    if (document.sealed) return document;
    if (Date.now() > deadline) throw new Error(`not sealed within ${timeLimitMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
