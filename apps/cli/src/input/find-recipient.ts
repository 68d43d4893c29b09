/** Finds the recipient that a command names. */
import { normalizeEmail } from '@countersign/contract/common';
import { UsageError } from '../exit-status.ts';
import type { AnyDocument } from '../show/document.ts';

/** The id of the recipient with this id or email. Throws UsageError unless there is exactly one who can still act. */
export function recipientIdOf(document: AnyDocument, wanted: string): string {
  const recipients = 'recipients' in document ? (document.recipients ?? []) : [];
  const email = normalizeEmail(wanted);
  const found = recipients.filter(
    (one) => one.status !== 'reassigned' && (one.id === wanted || one.email_normalized === email),
  );
  if (found.length === 1) return found[0]!.id;
  throw new UsageError(
    found.length === 0
      ? `The document has no recipient "${wanted}".`
      : `Several recipients have the email "${wanted}"; name one by its id.`,
  );
}
