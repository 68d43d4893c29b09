/**
 * Collects what the certificate of completion prints from the document and its audit trail (docs/spec/decisions.md, section
 * 8). Pure.
 */
import { createHash, X509Certificate } from 'node:crypto';
import type { EventOut } from '@countersign/contract/event';
import { encodeId } from '@countersign/contract/ids';
import { changesLook, warningMessage } from '@countersign/contract/pdf-warning';
import type { Recipient } from '@countersign/db/models';
import type { CertificateData } from '@countersign/pdf/ports/certificate-data';
import type { SignatureValue } from '@countersign/pdf/ports/marks';
import { firstPages } from '../document/files.ts';
import { type FullDocument, pagesOf, warningsOf } from '../document/lock.ts';
import { signatureOf } from '../field/mark-of.ts';
import { isMailed } from '../recipient/status.ts';
import { acceptedConsent, type ConsentText } from '../signing/consent-text.ts';
import { ownSignaturesIn, type StoredOwnSignature } from '../signing/own-signatures.ts';
import { signatureId } from '../signing/placed-marks.ts';
import { ValuesMismatchError } from './check-values.ts';

/** The content of the certificate of completion, except for what the seal key adds. */
export function certificateData(
  document: FullDocument,
  events: readonly EventOut[],
  context: {
    workspaceName: string;
    logo: Uint8Array | null;
    accentColor: string;
    /** Whether captions below the signatures name their ids. */
    hasSignatureIds: boolean;
    publicUrl: string;
    images: ReadonlyMap<string, Uint8Array>;
    valuesSha256: string;
  },
): Omit<CertificateData, 'sealProfile' | 'sealSubject' | 'sealFingerprint'> {
  const head = events.at(-1);
  if (!head || !document.completedAt || !document.originalSha256)
    throw new Error('the document is not completed');
  const byTurn = [...document.recipients].sort(
    (a, b) => a.signingOrder - b.signingOrder || a.position - b.position,
  );
  const signatures = ownSignaturesIn(events);
  return {
    documentId: encodeId('doc', document.id),
    title: document.title,
    mode: document.mode,
    workspace: context.workspaceName,
    logo: context.logo,
    accentColor: context.accentColor,
    sender: senderOf(document, context.workspaceName),
    originalSha256: document.originalSha256,
    originalSizeBytes: document.sizeBytes ?? 0,
    pageCount: pagesOf(document).length,
    ...filesData(document),
    fileWarnings: warningsOf(document).filter(changesLook).map(warningMessage),
    createdAt: document.createdAt,
    sentAt: document.sentAt,
    completedAt: document.completedAt,
    timeZone: document.displayTimezone ?? 'UTC',
    dateFormat: document.dateFormat,
    consentTexts: consentsOf(byTurn),
    recipients: byTurn.map((recipient) => ({
      name: recipient.name,
      email: recipient.email,
      role: recipient.role,
      status: recipient.status,
      signingOrder: recipient.signingOrder,
      authLevel: recipient.authLevel,
      authSatisfied: recipient.authSatisfied,
      isMailed: isMailed(recipient),
      fromDirectLink: recipient.directLinkId !== null,
      vouchedFor: isMailed(recipient) ? null : vouchedFor(recipient, events),
      ip: recipient.ip,
      userAgent: recipient.userAgent,
      sentAt: recipient.linkIssuedAt,
      openedAt: recipient.openedAt,
      consentedAt: recipient.consentAt,
      consent: acceptedConsent(recipient),
      completedAt: recipient.completedAt,
      signature: signatureFor(document, recipient, context.images),
      ownKey: ownKeyOf(recipient, signatures),
      signatureId: context.hasSignatureIds && hasSigned(document, recipient) ? signatureId(recipient) : null,
    })),
    events: events.map((event) => ({
      seq: event.seq,
      at: new Date(event.created_at_iso),
      type: event.event_type,
      actor: actorText(event.actor),
      ip: event.ip ?? null,
      hash: event.hash,
    })),
    chainSeq: head.seq,
    chainHead: head.hash,
    valuesSha256: context.valuesSha256,
    verifyUrl: `${context.publicUrl}/verify`,
  };
}

/** Nothing for a document of one PDF. */
function filesData(document: FullDocument): Pick<CertificateData, 'files'> {
  if (document.files.length === 0) return {};
  const first = firstPages(document.files);
  return {
    files: document.files.map(({ name, sha256, pages }, index) => ({
      name,
      sha256,
      pages: pages!,
      firstPage: first[index]!,
    })),
  };
}

/**
 * The actor and time of the signing session in which the recipient acted; null if there was none, or a visitor of a direct link opened it
 * without the sender.
 */
function vouchedFor({ id }: Recipient, events: readonly EventOut[]): { by: string; at: Date } | null {
  const own = events.filter(({ payload }) => payload.recipient_id === id);
  const acted = own.findLast(({ payload, event_type: type }) =>
    type === 'recipient.session_created' ? false : payload.session_id !== undefined,
  );
  const created = own.find(
    ({ payload, event_type: type }) =>
      type === 'recipient.session_created' &&
      acted !== undefined &&
      payload.session_id === acted.payload.session_id,
  );
  if (!created) return null;
  const { type, id: actorId } = created.actor as { type: string; id: string };
  if (type === 'system') return null;
  const by = actorText(created.actor);
  return { by: type === 'api_key' ? `${by} (${actorId})` : by, at: new Date(created.created_at_iso) };
}

/** The consent texts, each once. */
function consentsOf(recipients: readonly Recipient[]): ConsentText[] {
  const texts = recipients.flatMap((recipient) => acceptedConsent(recipient) ?? []);
  return [...new Map(texts.map((text) => [text.sha256, text])).values()];
}

function senderOf(document: FullDocument, workspaceName: string): string {
  const createdBy = document.createdBy as { type?: string; name?: string; email?: string };
  if (createdBy.type === 'user' && createdBy.name)
    return createdBy.email ? `${createdBy.name} <${createdBy.email}>` : createdBy.name;
  return createdBy.name ? `${workspaceName} (API key "${createdBy.name}")` : workspaceName;
}

function signatureFor(
  document: FullDocument,
  recipient: Recipient,
  images: ReadonlyMap<string, Uint8Array>,
): SignatureValue | null {
  const own = document.fields.filter(
    (field) => field.recipientId === recipient.id && field.signature !== null,
  );
  const field = own.find((one) => one.type === 'signature') ?? own[0];
  return field ? signatureOf(field, images) : null;
}

const hasSigned = ({ fields }: FullDocument, { id }: Recipient) =>
  fields.some(
    ({ recipientId, type, signature }) => recipientId === id && type === 'signature' && signature !== null,
  );

/**
 * Level, provider and subject of the certificate of a recipient's own key. Throws an error if the stored certificate is not the one
 * that the audit trail states.
 */
function ownKeyOf(
  { id, ownSignature }: Recipient,
  signatures: ReturnType<typeof ownSignaturesIn>,
): CertificateData['recipients'][number]['ownKey'] {
  const stated = signatures.find(({ recipientId }) => recipientId === id);
  if (!stated) return null;
  const { certificate } = ownSignature as unknown as StoredOwnSignature;
  const parsed = new X509Certificate(Buffer.from(certificate ?? '', 'base64'));
  const sha256 = createHash('sha256').update(parsed.raw).digest('hex');
  if (sha256 !== stated.certificateSha256)
    throw new ValuesMismatchError(`the stored certificate of recipient ${id} is not the one that signed`);
  const subject = parsed.subject.split('\n').reverse().join(', ');
  return { level: stated.level, provider: stated.provider, subject };
}

/** The actor of an event, as text for people. */
function actorText(actor: Record<string, unknown>): string {
  const { type, id, name, email } = actor as { type: string; id: string; name?: string; email?: string };
  if (email) return name ? `${name} <${email}>` : email;
  if (type === 'system') return 'Countersign';
  if (type === 'api_key') return name ? `API key "${name}"` : `API key ${id}`;
  return name ?? `${type} ${id}`;
}
