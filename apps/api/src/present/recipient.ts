/** Converts recipients to RecipientOut (docs/spec/interface.md, Recipient). */
import { encodeId } from '@countersign/contract/ids';
import type { RecipientOut } from '@countersign/contract/recipient';
import type { StoredOwnSignature } from '@countersign/core/signing/own-signatures';
import type { Recipient } from '@countersign/db/models';

/** A recipient as callers with an API key see it. */
export function presentRecipient(recipient: Recipient): RecipientOut {
  return {
    id: recipient.id,
    envelope_id: encodeId('doc', recipient.documentId),
    name: recipient.name,
    email: recipient.email,
    email_normalized: recipient.emailNormalized,
    role: recipient.role,
    auth_level: recipient.authLevel,
    signing_order: recipient.signingOrder,
    delivery: recipient.delivery,
    signature_level: recipient.signatureLevel,
    own_signature: presentOwnSignature(recipient),
    status: recipient.status,
    completed_at: recipient.completedAt?.toISOString() ?? null,
    consent_at: recipient.consentAt?.toISOString() ?? null,
    rejected_at: recipient.rejectedAt?.toISOString() ?? null,
    reject_reason: recipient.rejectReason,
    reassigned_from: recipient.reassignedFrom,
  };
}

function presentOwnSignature({ ownSignature }: Recipient): RecipientOut['own_signature'] {
  if (ownSignature === null) return null;
  const { level, provider } = ownSignature as unknown as StoredOwnSignature;
  return { level, provider };
}
