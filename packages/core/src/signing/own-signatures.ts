/** Signatures with recipients' own keys, as the audit trail states them (docs/decisions/051-recipient-signatures.md). Pure. */
import type { EventOut } from '@countersign/contract/event';
import type { RecipientSignatureLevel, StatedSignature } from '@countersign/pdf/ports/recipient-signature';
import type { Completion } from '../field/drawn-fields.ts';

/** What `recipient.completed` states about the signature. */
export interface OwnSignatureFacts extends StatedSignature {
  /** SHA-256 of the file with the signature. */
  revisionSha256: string;
}

/** The column `own_signature` of a recipient. */
export interface StoredOwnSignature {
  level: RecipientSignatureLevel;
  provider: string;
  /** DER in base64; absent after an erasure. */
  certificate?: string;
}

/** The members that `recipient.completed` has for a signature with a key of the recipient's own. */
export function ownSignatureMembers(facts: OwnSignatureFacts): Record<string, string | number> {
  return {
    signature_level: facts.level,
    signature_provider: facts.provider,
    signature_certificate_sha256: facts.certificateSha256,
    signature_covers_up_to: facts.coversUpTo,
    revision_sha256: facts.revisionSha256,
  };
}

/** The signatures in their order, each with its recipient. */
export function ownSignaturesIn(
  events: readonly EventOut[],
): Array<OwnSignatureFacts & { recipientId: string }> {
  return events.flatMap(({ event_type: type, payload }) =>
    type === 'recipient.completed' && payload.revision_sha256 !== undefined
      ? [
          {
            recipientId: String(payload.recipient_id),
            level: payload.signature_level as RecipientSignatureLevel,
            provider: String(payload.signature_provider),
            certificateSha256: String(payload.signature_certificate_sha256),
            coversUpTo: Number(payload.signature_covers_up_to),
            revisionSha256: String(payload.revision_sha256),
          },
        ]
      : [],
  );
}

/** All completions in their order. */
export function completionsIn(events: readonly EventOut[]): Completion[] {
  return events
    .filter(({ event_type: type }) => type === 'recipient.completed')
    .map(({ payload }) => ({
      recipientId: String(payload.recipient_id),
      hasOwnKey: payload.revision_sha256 !== undefined,
    }));
}
