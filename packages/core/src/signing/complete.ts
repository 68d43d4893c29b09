/**
 * POST /v1/signing/{token}/complete: a recipient completes; the last one completes the document (docs/spec/decisions.md,
 * sections 3, 8 and 9).
 */
import { randomBytes } from 'node:crypto';
import { usableDateFormat } from '@countersign/contract/date-format';
import type { DocumentStatus } from '@countersign/contract/document';
import type { FieldSettings } from '@countersign/contract/field';
import { type PrintedValue, printedValue } from '@countersign/contract/printed-value';
import type { ReceivedCompletion } from '@countersign/contract/signing';
import { MAX_DOCUMENT_CHARACTERS } from '@countersign/contract/value-limits';
import { type SignedField, valuesSha256 } from '@countersign/contract/values-digest';
import type { Field, Recipient } from '@countersign/db/models';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { jobs } from '@countersign/queue/jobs';
import type { Storage } from '@countersign/storage/storage';
import { type Base, type SqlCtx, withSqlTransaction } from '../ctx.ts';
import { issueLinks } from '../document/issue-links.ts';
import type { FullDocument } from '../document/lock.ts';
import { documentStateProblem, reportedStatus } from '../document/status.ts';
import { transition, transitionRecipients } from '../document/transition.ts';
import { appendEvents, type NewEvent } from '../event/append.ts';
import { fieldStates } from '../field/conditions.ts';
import {
  fieldsSettledBy,
  isFirstCompletion,
  printedOfSender,
  printedSignature,
  signedField,
} from '../field/settle.ts';
import { dropDrafts } from '../recipient/drop-drafts.ts';
import { haveBounced, signingProgress } from '../recipient/status.ts';
import { type CollectedValue, type CollectedValues, collectValues } from './collect-values.ts';
import { markOpened, sessionMember } from './open.ts';
import { type OwnSignatureFacts, ownSignatureMembers, type StoredOwnSignature } from './own-signatures.ts';
import {
  guardTurn,
  guardUnderway,
  type LockedSession,
  lockForSigning,
  openAuthenticatedSession,
  type SigningRequest,
} from './session.ts';

/**
 * Checks the values of all visible fields, then in one transaction writes them, completes the recipient, and either completes the
 * document and enqueues its seal, or issues the next links. Throws validation with the errors of all fields, consent-required,
 * document-state, display-changed, or own-signature-required; then nothing is saved.
 */
export async function completeSigning(
  base: Base & { storage: Storage },
  request: SigningRequest,
  input: ReceivedCompletion,
): Promise<DocumentStatus> {
  const session = await openAuthenticatedSession(base, request);
  guardUnderway(session.document);
  guardTurn(session.document, session.recipient);
  guardWithoutOwnKey(session.recipient);
  guardConsent(session.recipient);
  guardShown(session.document, input.shown);
  const collected = await collectValues(base, session, input.values);

  return withSqlTransaction(session.ctx, async (tx) => {
    const locked = await lockForSigning(tx, session);
    const { document, recipient } = locked;
    // Turn and display are checked again under the document's lock. Consent is never withdrawn, so it needs no second check.
    guardTurn(document, recipient);
    guardShown(document, input.shown);
    guardStates(document, recipient, collected);
    return recordCompletion(locked, collected.values);
  });
}

/**
 * Throws validation if the values of the document, with those of the sender and of other recipients, have too many characters to be
 * sealed.
 */
export function guardCharacters(
  document: FullDocument,
  recipient: Recipient,
  values: readonly CollectedValue[],
): void {
  const others = document.fields.filter((field) => field.recipientId !== recipient.id);
  const given = others.map(({ value, readOnly, prefillValue }) => value ?? (readOnly ? prefillValue : null));
  const characters = [...given, ...values.map(({ value }) => value)].reduce(
    (sum, value) => sum + (value?.length ?? 0),
    0,
  );
  if (characters > MAX_DOCUMENT_CHARACTERS)
    throw invalid(
      ['body', 'values'],
      `Value error, the values of a document may have ${MAX_DOCUMENT_CHARACTERS} characters together`,
    );
}

/** A signature with the recipient's own key that completes them. */
export interface OwnCompletion {
  facts: OwnSignatureFacts;
  /** DER. */
  certificate: Uint8Array;
}

/**
 * Writes the checked values, completes the recipient, and either completes the document and enqueues its seal, or issues the next links.
 * The caller holds the document's lock and has checked that the recipient may complete. Throws validation if all values of the document
 * have too many characters.
 */
export async function recordCompletion(
  locked: LockedSession,
  values: readonly CollectedValue[],
  own: OwnCompletion | null = null,
): Promise<DocumentStatus> {
  const { document, recipient, ctx } = locked;
  guardCharacters(document, recipient, values);
  const settled = settle(document, recipient, values);
  await writeValues(ctx, document.id, settled);
  await dropDrafts(ctx, [recipient]);
  const salt = randomBytes(16).toString('hex');
  if (own)
    await ctx.db.$executeRaw`
      UPDATE document SET revision_sha256 = ${own.facts.revisionSha256} WHERE id = ${document.id}::uuid`;
  // The turn may have come back after a correction of another recipient, while the page was open.
  await markOpened(locked);
  await transitionRecipients(ctx, document, [recipient], 'complete', {
    completedAt: ctx.now(),
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    ...(own && { ownSignature: storedOwnSignature(own) }),
  });
  const { status, events } = await advance(ctx, withCompleted(document, recipient));
  await appendEvents(ctx, document.id, [
    {
      type: 'recipient.completed',
      payload: {
        recipient_id: recipient.id,
        role: recipient.role,
        fields: values.filter(({ isHidden }) => !isHidden).length,
        ...sessionMember(locked),
        values_salt: salt,
        values_sha256: valuesSha256(
          salt,
          settled.flatMap(({ signed }) => signed ?? []),
        ),
        ...(own && ownSignatureMembers(own.facts)),
      },
    },
    ...events,
  ]);
  return status;
}

function storedOwnSignature({ facts, certificate }: OwnCompletion) {
  const { level, provider } = facts;
  return {
    ...{ level, provider },
    certificate: Buffer.from(certificate).toString('base64'),
  } satisfies StoredOwnSignature;
}

/** The document after the recipient has completed. */
function withCompleted(document: FullDocument, { id }: Recipient): FullDocument {
  const recipients = document.recipients.map((one) =>
    one.id === id ? { ...one, status: 'completed' as const } : one,
  );
  return { ...document, recipients };
}

/** Throws own-signature-required if the recipient has to sign with a key of their own. */
function guardWithoutOwnKey({ signatureLevel }: Recipient): void {
  if (signatureLevel === null) return;
  throw new ProblemError('own-signature-required', {
    detail: `The recipient signs with a key of their own, at the level ${signatureLevel} or a higher one. POST the values to /v1/signing/{token}/own-signature.`,
  });
}

/** Throws consent-required unless the recipient has accepted electronic signing. */
export function guardConsent({ consentAt }: Recipient): void {
  if (consentAt) return;
  throw new ProblemError('consent-required', {
    detail: 'The recipient has not accepted the consent text. POST it to /v1/signing/{token}/consent first.',
  });
}

/**
 * Throws display-changed if the recipient saw the document in another date format or time zone than it has now: the values
 * would be printed differently.
 */
export function guardShown(document: FullDocument, shown: ReceivedCompletion['shown']): void {
  const now = {
    date_format: usableDateFormat(document.dateFormat),
    display_timezone: document.displayTimezone,
  };
  const differs = (['date_format', 'display_timezone'] as const).some(
    (member) => shown?.[member] !== undefined && shown[member] !== now[member],
  );
  if (!differs) return;
  throw new ProblemError('display-changed', {
    detail: 'The date format or the time zone of the document was changed after the recipient opened it.',
    members: now,
  });
}

/**
 * Throws document-state if conditions have another result now than when the values were collected. All recipients to whose values
 * they refer have completed before; this check does not rely on it.
 */
function guardStates(
  document: FullDocument,
  recipient: Recipient,
  { accepted, states }: CollectedValues,
): void {
  const now = fieldStates(document.fields, recipient.id, accepted);
  const isSame = [...now].every(([id, { visible, required }]) => {
    const before = states.get(id);
    return before?.visible === visible && before.required === required;
  });
  if (isSame && now.size === states.size) return;
  throw documentStateProblem(
    'sign',
    reportedStatus(document),
    'A value to which a condition refers was changed at the same time. Read the document again.',
  );
}

/** The changes of a completion to one field. */
export interface Settled {
  fieldId: string;
  /** The recipient's own field, whose value is written. */
  own: CollectedValue | null;
  /** The field as signed by this completion; null for an own field that an earlier completion settled. */
  signed: SignedField | null;
}

/**
 * The fields that this completion writes. Runs under the document's lock, so that the printed values use the current date
 * format and later changes of the settings cannot affect them.
 */
export function settle(
  document: FullDocument,
  recipient: Recipient,
  values: readonly CollectedValue[],
): Settled[] {
  const own = new Map(values.map((value) => [value.fieldId, value]));
  const settled = fieldsSettledBy(document, recipient.id, isFirstCompletion(document.recipients));
  const signed = new Map(
    settled.map((one) => [
      one.field.id,
      signedField(one, printedOf(one.field, own.get(one.field.id), document.dateFormat)),
    ]),
  );
  return [...new Set([...own.keys(), ...signed.keys()])].map((fieldId) => ({
    fieldId,
    own: own.get(fieldId) ?? null,
    signed: signed.get(fieldId) ?? null,
  }));
}

function printedOf(field: Field, own: CollectedValue | undefined, dateFormat: string | null): PrintedValue {
  if (own?.isHidden) return { kind: 'nothing' };
  if (!own || field.readOnly) return printedOfSender(field, dateFormat);
  if (own.signature) return printedSignature(own.signature);
  return printedValue({ type: field.type, settings: field.settings as FieldSettings }, own.value, dateFormat);
}

/** One statement for all fields. */
async function writeValues(ctx: SqlCtx, documentId: string, settled: readonly Settled[]): Promise<void> {
  const rows = settled.map(({ fieldId, own, signed }) => ({
    fieldId,
    own: own !== null,
    value: own?.value ?? null,
    signature: own?.signature ?? null,
    printed: signed?.printed ?? null,
  }));
  await ctx.db.$executeRaw`
    UPDATE field SET value = CASE WHEN v.own THEN v.value ELSE field.value END,
      signature = coalesce(v.signature, field.signature), printed = coalesce(v.printed, field.printed),
      completed_at = CASE WHEN NOT v.own THEN field.completed_at WHEN v.value IS NULL THEN NULL ELSE ${ctx.now()}::timestamptz END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS v("fieldId" uuid, own boolean, value text, signature jsonb, printed jsonb)
    WHERE field.document_id = ${documentId}::uuid AND field.id = v."fieldId"`;
}

/**
 * Continues after a recipient completed: completes the document and enqueues its seal, or issues links to the next
 * recipients. Returns the new status, and the events for the caller to append.
 */
async function advance(
  ctx: SqlCtx,
  document: FullDocument,
): Promise<{ status: DocumentStatus; events: NewEvent[] }> {
  const done = signingProgress(document.recipients) === 'all';
  const now = ctx.now();
  const status = done
    ? await transition(ctx, document, 'complete', { completedAt: now, closedAt: now })
    : await transition(ctx, document, 'advance', { deliveryProblem: haveBounced(document.recipients) });
  const system = { type: 'system', id: 'signing' } as const;
  const events: NewEvent[] = [];
  if (done) {
    events.push({ type: 'envelope.completed', actor: system });
    await ctx.enqueue(jobs.documentSeal, { document_id: document.id });
  } else {
    if (document.status !== status) events.push({ type: 'envelope.partially_signed', actor: system });
    events.push(...(await issueLinks(ctx, document)).map((event) => ({ ...event, actor: system })));
  }
  return { status, events };
}
