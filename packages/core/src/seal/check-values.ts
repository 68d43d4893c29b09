/**
 * Checks before sealing that the values to print are the ones that were signed, by the audit trail (docs/AUDIT.md, Signed
 * values). Pure.
 */
import { verifyChain } from '@countersign/contract/audit-chain';
import type { EventOut } from '@countersign/contract/event';
import type { PrintedValue } from '@countersign/contract/printed-value';
import { TrailValues, valuesSha256 } from '@countersign/contract/values-digest';
import type { Field } from '@countersign/db/models';
import type { FullDocument } from '../document/lock.ts';
import { fieldsSettledBy, printedSignature, type StoredSignature, signedField } from '../field/settle.ts';

/** The stored values differ from the signed ones, so the document must not be sealed. */
export class ValuesMismatchError extends Error {}

/**
 * Recomputes `values_sha256` of every completion from the stored fields, and returns the digest over all of them for the
 * seal. Throws ValuesMismatchError if the trail is broken, a digest differs, or a field was not signed.
 */
export function checkValues(
  document: Pick<FullDocument, 'fields' | 'recipients'>,
  events: readonly EventOut[],
): string {
  const { digest, signed } = checkCompletions(document, events);
  const missing = document.fields.find(({ id }) => !signed.has(id));
  if (missing) throw new ValuesMismatchError(`field ${missing.id} was not signed`);
  return digest;
}

/** The same while recipients still have to complete. Also returns the ids of the fields that were signed. */
export function checkCompletions(
  document: Pick<FullDocument, 'fields' | 'recipients'>,
  events: readonly EventOut[],
): { digest: string; signed: ReadonlySet<string> } {
  const chain = verifyChain(events);
  if (!chain.ok)
    throw new ValuesMismatchError(`the audit trail is broken at event ${chain.brokenAtSeq}: ${chain.reason}`);
  const trail = new TrailValues(events.length);
  const signed = new Set<string>();
  const first = events.find(({ event_type }) => event_type === 'recipient.completed');
  for (const event of events) {
    trail.add(event);
    if (event.event_type !== 'recipient.completed') continue;
    const { recipient_id, values_salt, values_sha256 } = event.payload;
    const fields = fieldsSettledBy(document, String(recipient_id), event === first);
    const digest = valuesSha256(
      String(values_salt),
      fields.map((one) => signedField(one, printedOf(one.field))),
    );
    if (digest !== values_sha256)
      throw new ValuesMismatchError(
        `the stored values are not those that recipient ${recipient_id} signed at event ${event.seq}`,
      );
    for (const { field } of fields) signed.add(field.id);
  }
  return { digest: trail.digest(), signed };
}

/** The printed value of the field, if the signature stored with it is the signed one. */
function printedOf(field: Field): PrintedValue {
  const printed = field.printed as PrintedValue | null;
  if (!printed) throw new ValuesMismatchError(`field ${field.id} has no stored print`);
  const stored = field.signature as StoredSignature | null;
  const drawn = stored && printedSignature(stored);
  const isSame =
    printed.kind === 'signature'
      ? drawn?.mode === printed.mode &&
        drawn?.text === printed.text &&
        drawn?.font === printed.font &&
        drawn?.sha256 === printed.sha256
      : stored === null;
  if (!isSame)
    throw new ValuesMismatchError(`the stored signature of field ${field.id} is not the signed one`);
  return printed;
}
