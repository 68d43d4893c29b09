/** Events of the audit trail as plain sentences. Pure. */
import type { EventOut, RecipientOut } from '@countersign/client/generated/api';
import type { EngineEventType } from '@countersign/contract/events';
import { visibleText } from '@countersign/contract/visible-text';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Names for actors whose name was erased or never known. */
const unnamedActors: Record<string, string> = {
  api_key: 'An API key',
  user: 'A member',
  recipient: 'A recipient',
};

/** Who did it, at the beginning of a sentence. */
function doerOf({ actor }: EventOut, recipients: readonly RecipientOut[]): string {
  const acting = recipients.find(({ id }) => id === actor.id);
  const name = acting?.name ?? text(actor.name) ?? text(actor.email);
  if (name && actor.type === 'api_key') return `API key “${name}”`;
  return name ?? unnamedActors[String(actor.type)] ?? 'The service';
}

const versions: Record<string, string> = {
  original: 'the document',
  sealed: 'the sealed PDF',
  certificate: 'the certificate',
};

type Sentence = (names: { doer: string; who: string; event: EventOut }) => string;

const sentences: Record<EngineEventType, Sentence> = {
  'envelope.created': ({ doer }) => `${doer} created the document`,
  'envelope.content_finalized': () => 'The PDF was finalized',
  'envelope.updated': ({ doer }) => `${doer} changed the document`,
  'envelope.sent': ({ doer }) => `${doer} sent the document`,
  'envelope.resent': ({ doer }) => `${doer} sent the emails again`,
  'envelope.partially_signed': () => 'The first recipient has signed; others still have to',
  'envelope.completed': () => 'Everyone has signed',
  'envelope.sealed': () => 'The document was sealed',
  'envelope.archived': () => 'The archive timestamp of the sealed PDF was renewed',
  'envelope.voided': ({ doer }) => `${doer} voided the document`,
  'envelope.expired': () => 'The document expired',
  'envelope.rejected': () => 'The document was closed because a recipient declined',
  'envelope.downloaded': ({ doer, event }) =>
    `${doer} viewed or downloaded ${versions[String(event.payload.version)] ?? 'a file'}`,
  'envelope.erased': ({ doer }) => `${doer} erased personal data`,
  'recipient.link_issued': ({ who }) => `${who} received a signing link`,
  'recipient.session_created': ({ doer, who }) => `${doer} created a signing session for ${who}`,
  'recipient.otp_sent': ({ who }) => `A one-time code was emailed to ${who}`,
  'recipient.otp_verified': ({ who }) => `${who} entered the one-time code`,
  'recipient.otp_failed': ({ who }) => `${who} entered a wrong one-time code`,
  'recipient.opened': ({ who }) => `${who} opened the document`,
  'recipient.consented': ({ who }) => `${who} agreed to sign electronically`,
  'recipient.completed': ({ who }) => `${who} signed`,
  'recipient.rejected': ({ who }) => `${who} declined`,
  'recipient.reassigned': ({ who }) => `${who} passed the document to another person`,
  'recipient.corrected': ({ doer, who }) => `${doer} corrected the recipient ${who}`,
  'recipient.reminded': ({ who }) => `A reminder was emailed to ${who}`,
  'recipient.bounced': ({ who }) => `An email to ${who} could not be delivered`,
};

/** What happened, with the reason if one was given: `Ada Lovelace declined: “too expensive”`. */
export function sentenceOf(event: EventOut, recipients: readonly RecipientOut[]): string {
  const doer = doerOf(event, recipients);
  const concerned = recipients.find(({ id }) => id === event.payload.recipient_id);
  const sentence = sentences[event.event_type as EngineEventType];
  const said = sentence?.({ doer, who: concerned?.name ?? 'A recipient', event }) ?? event.event_type;
  // The reason of an erased event only says `erased`.
  const reason = event.erased_at ? null : (text(event.payload.reason) ?? text(event.payload.error));
  return visibleText(reason ? `${said}: “${reason}”` : said);
}
