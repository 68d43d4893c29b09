/** Events of the audit trail as plain sentences. Pure. */
import type { EventOut, RecipientOut } from '@countersign/client/generated/api';
import type { EngineEventType } from '@countersign/contract/events';
import { visibleText } from '@countersign/contract/visible-text';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Text from people, isolated where it would otherwise reverse the order of the sentence (Unicode Standard Annex 9). */
function isolated(given: string): string {
  const shown = visibleText(given);
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown;
}

/** Names for actors whose name was erased or never known. */
const unnamedActors: Record<string, string> = {
  api_key: 'An API key',
  user: 'A member',
  recipient: 'A recipient',
};

/** The recipients of a document, with the corrections of them in the order of the trail. */
export interface KnownNames {
  recipients: readonly RecipientOut[];
  corrections: readonly EventOut[];
}

/** The names that an audit trail gives its recipients. */
export const namesIn = (events: readonly EventOut[], recipients: readonly RecipientOut[]): KnownNames => ({
  recipients,
  corrections: events.filter(({ event_type }) => event_type === 'recipient.corrected'),
});

/** The name of a recipient when the event happened. The first correction after it states the name before. */
function recipientNameAt({ seq }: EventOut, id: unknown, { recipients, corrections }: KnownNames) {
  for (const { seq: later, payload } of corrections) {
    const before = payload.before as { name?: unknown } | undefined;
    const name = later > seq && payload.recipient_id === id ? text(before?.name) : null;
    if (name) return name;
  }
  return recipients.find((one) => one.id === id)?.name ?? null;
}

/** Who did it, at the beginning of a sentence. */
function actorNameOf(event: EventOut, known: KnownNames): string {
  const { actor } = event;
  const name = text(actor.name) ?? recipientNameAt(event, actor.id, known) ?? text(actor.email);
  if (name && actor.type === 'api_key') return `API key “${name}”`;
  return name ?? unnamedActors[String(actor.type)] ?? 'The service';
}

const versions: Record<string, string> = {
  original: 'the document',
  sealed: 'the sealed PDF',
  certificate: 'the certificate',
};

/** What the recipients were asked for, after "has" or "have": `signed`, `approved`, or `signed or approved`. */
export function doneBy(recipients: readonly Pick<RecipientOut, 'role' | 'status'>[]): string {
  const roles = new Set(recipients.filter(({ status }) => status !== 'reassigned').map(({ role }) => role));
  if (!roles.has('approver')) return 'signed';
  return roles.has('signer') ? 'signed or approved' : 'approved';
}

type Sentence = (names: {
  by: string;
  who: string;
  /** The role of `who`, if it is known. */
  role: RecipientOut['role'] | undefined;
  next: string;
  /** As doneBy says it. */
  done: string;
  event: EventOut;
}) => string;

const sentences: Record<EngineEventType, Sentence> = {
  'envelope.created': ({ by }) => `${by} created the document`,
  'envelope.content_finalized': () => 'The PDF was finalized',
  'envelope.updated': ({ by }) => `${by} changed the document`,
  'envelope.sent': ({ by }) => `${by} sent the document`,
  'envelope.resent': ({ by }) => `${by} sent the emails again`,
  'envelope.partially_signed': ({ done }) => `One recipient has ${done}; others have not yet`,
  'envelope.completed': ({ done }) => `Everyone has ${done}`,
  'envelope.sealed': () => 'The document was sealed',
  'envelope.archived': () => 'The archive timestamp of the sealed PDF was renewed',
  'envelope.voided': ({ by }) => `${by} voided the document`,
  'envelope.expired': () => 'The document expired',
  'envelope.rejected': () => 'The document was closed because a recipient declined',
  'envelope.downloaded': ({ by, event }) =>
    `${by} viewed or downloaded ${versions[String(event.payload.version)] ?? 'a file'}`,
  'envelope.erased': ({ by }) => `${by} erased personal data`,
  'recipient.link_issued': ({ who, role }) =>
    role === 'signer' || role === undefined
      ? `${who} received a signing link`
      : `${who} ${role === 'approver' ? 'received a link to approve' : 'was emailed a link'}`,
  'recipient.session_created': ({ by, who }) => `${by} created a signing session for ${who}`,
  'recipient.otp_sent': ({ who }) => `A one-time code was emailed to ${who}`,
  'recipient.otp_verified': ({ who }) => `${who} entered the one-time code`,
  'recipient.otp_failed': ({ who }) => `${who} entered a wrong one-time code`,
  'recipient.opened': ({ who }) => `${who} opened the document`,
  'recipient.consented': ({ who, role }) =>
    `${who} agreed to ${role === 'approver' ? 'approve' : 'sign'} electronically`,
  'recipient.completed': ({ who, event }) =>
    event.payload.role === 'approver' ? `${who} approved` : `${who} signed`,
  'recipient.rejected': ({ who }) => `${who} declined`,
  'recipient.reassigned': ({ who, next }) => `${who} passed the document to ${next}`,
  'recipient.corrected': ({ by, who }) => `${by} changed the recipient ${who}`,
  'recipient.reminded': ({ who }) => `A reminder was emailed to ${who}`,
  'recipient.bounced': ({ who }) => `An email to ${who} could not be delivered`,
};

/** What happened, with the reason if one was given: `Ada Lovelace declined: “too expensive”`. */
export function sentenceOf(event: EventOut, known: KnownNames): string {
  const by = isolated(actorNameOf(event, known));
  const { recipient_id: whoId, to_recipient_id: nextId } = event.payload;
  const who = isolated(recipientNameAt(event, whoId, known) ?? 'A recipient');
  const role = known.recipients.find(({ id }) => id === whoId)?.role;
  const next = isolated(recipientNameAt(event, nextId, known) ?? 'another person');
  const sentence = sentences[event.event_type as EngineEventType];
  const done = doneBy(known.recipients);
  const said = sentence?.({ by, who, role, next, done, event }) ?? visibleText(event.event_type);
  // The reason of an erased event only says `erased`.
  const reason = event.erased_at ? null : (text(event.payload.reason) ?? text(event.payload.error));
  return reason ? `${said}: “${isolated(reason)}”` : said;
}
