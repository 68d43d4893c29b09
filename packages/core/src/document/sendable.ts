/** What a document lacks before it can be sent (decisions.md, section 2, not-sendable). Pure. */
import type { Field, Recipient } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import type { NewEvent } from '../event/chain.ts';
import { mustAct } from '../recipient/status.ts';

export interface SendProblem {
  code:
    | 'no_signer'
    | 'signer_without_field'
    | 'field_on_missing_page'
    | 'field_without_recipient'
    | 'field_of_idle_recipient'
    | 'read_only_without_value'
    | 'expiry_passed';
  message: string;
  field_id?: string;
  recipient_id?: string;
}

/** What the judgement reads; also of a document that is not written yet. */
export interface Sendable {
  expiresAt: Date | null;
  recipients: ReadonlyArray<Pick<Recipient, 'id' | 'name' | 'email' | 'role'>>;
  fields: ReadonlyArray<
    Pick<
      Field,
      'id' | 'position' | 'name' | 'type' | 'recipientId' | 'page' | 'required' | 'readOnly' | 'prefillValue'
    >
  >;
}

/** Throws not-sendable naming everything that keeps the document from being sent. */
export function guardSendable(document: Sendable, pageCount: number, now: Date): void {
  const problems = sendProblems(document, pageCount, now);
  if (problems.length === 0) return;
  throw new ProblemError('not-sendable', {
    detail: problems.map((problem) => problem.message).join(' '),
    members: { problems },
  });
}

/** The audit event of a first send. */
export function sentEvent(recipients: number, message: string | null): NewEvent {
  return { type: 'envelope.sent', payload: { recipients, message } };
}

/** Everything that keeps the document from being sent; empty when nothing does. */
export function sendProblems(document: Sendable, pageCount: number, now: Date): SendProblem[] {
  const { recipients, fields } = document;
  const problems: SendProblem[] = [];
  if (!recipients.some(mustAct)) {
    problems.push({ code: 'no_signer', message: 'The document has no signer or approver.' });
  }
  for (const recipient of recipients) {
    if (
      recipient.role !== 'signer' ||
      fields.some((field) => field.recipientId === recipient.id && !field.readOnly)
    )
      continue;
    problems.push({
      code: 'signer_without_field',
      message: `Signer ${recipient.name} <${recipient.email}> has no field to fill in.`,
      recipient_id: recipient.id,
    });
  }
  for (const field of fields) {
    const label = `Field ${field.position} (${field.name ?? field.type})`;
    const owner = recipients.find((recipient) => recipient.id === field.recipientId);
    if (field.page > pageCount) {
      problems.push({
        code: 'field_on_missing_page',
        message: `${label} lies on page ${field.page}; the PDF has ${pageCount}.`,
        field_id: field.id,
      });
    }
    if (!owner) {
      problems.push({
        code: 'field_without_recipient',
        message: `${label} belongs to no recipient.`,
        field_id: field.id,
      });
    } else if (!mustAct(owner) && !field.readOnly) {
      problems.push({
        code: 'field_of_idle_recipient',
        message: `${label} belongs to ${owner.name} <${owner.email}>, who as ${owner.role} fills in nothing.`,
        field_id: field.id,
        recipient_id: owner.id,
      });
    }
    if (field.readOnly && field.required && !field.prefillValue) {
      problems.push({
        code: 'read_only_without_value',
        message: `${label} is required and read-only but has no value.`,
        field_id: field.id,
      });
    }
  }
  if (document.expiresAt && document.expiresAt <= now) {
    problems.push({ code: 'expiry_passed', message: 'expires_at has passed.' });
  }
  return problems;
}
