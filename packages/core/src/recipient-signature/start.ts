/** POST /v1/signing/{token}/own-signature: a recipient with a key of their own leaves for the provider. */
import { newId } from '@countersign/contract/ids';
import type { PageLanguage, ReceivedCompletion } from '@countersign/contract/signing';
import { ProblemError } from '@countersign/problem/problem-error';
import { type RecipientSigner, RecipientSignerError } from '@countersign/recipient-signers/recipient-signer';
import { type Base, withTransaction } from '../ctx.ts';
import { documentStateProblem, reportedStatus } from '../document/status.ts';
import { collectValues } from '../signing/collect-values.ts';
import { guardCharacters, guardConsent, guardShown } from '../signing/complete.ts';
import {
  guardTurn,
  guardUnderway,
  lockForSigning,
  openAuthenticatedSession,
  type SigningRequest,
  type SigningSession,
} from '../signing/session.ts';
import { documentDigest, newVisit, pendingSeconds, removePrepared, type SignaturePorts } from './pending.ts';

export interface StartedVisit {
  /** The page of the provider. */
  url: string;
  expiresAt: Date;
  recipientId: string;
  /** For the cookie of this browser. */
  verifier: string;
}

/**
 * Checks the values of all visible fields and keeps them for 15 minutes, in place of those of an earlier attempt. The document does not
 * change. Throws what completeSigning throws, document-state for a recipient without a signature level, and unavailable if the provider
 * does not answer.
 */
export async function startOwnSignature(
  base: Base & SignaturePorts,
  request: SigningRequest,
  input: ReceivedCompletion,
  language: PageLanguage,
): Promise<StartedVisit> {
  const session = await openAuthenticatedSession(base, request);
  const { document, recipient } = session;
  guardUnderway(document);
  guardTurn(document, recipient);
  guardLevel(session);
  guardConsent(recipient);
  guardShown(document, input.shown);
  const signer = signerOf(base);
  const { values } = await collectValues(base, session, input.values);
  guardCharacters(document, recipient, values);
  const visit = newVisit(base, language);
  const url = await signer.accessPage(visit.forProvider).catch((error: unknown) => {
    if (!(error instanceof RecipientSignerError)) throw error;
    base.log.warn("the provider of recipients' keys cannot be used", { reason: error.message });
    throw unavailable(`${signer.name} cannot be reached at the moment.`);
  });
  const expiresAt = new Date(base.now().getTime() + pendingSeconds * 1000);
  const content = JSON.stringify(values);
  const replaced = await withTransaction(session.ctx, async (tx) => {
    const { document, recipient, ctx } = await lockForSigning(tx, session);
    guardTurn(document, recipient);
    guardShown(document, input.shown);
    const digest = documentDigest(document, recipient);
    // Conditions depend on the values of others, which were read before the lock.
    if (digest !== documentDigest(session.document, session.recipient)) throw changed(session);
    const { id: recipientId } = recipient;
    const [earlier] = await ctx.db.$queryRaw<Array<{ sha256: string | null }>>`
      DELETE FROM pending_signature WHERE recipient_id = ${recipientId}::uuid RETURNING prepared_sha256 AS sha256`;
    await ctx.db.pendingSignature.create({
      data: {
        ...{ recipientId, id: newId(), ...visit.columns },
        ...{ language, documentDigest: digest, content, expiresAt },
      },
    });
    return earlier?.sha256 ?? null;
  });
  await removePrepared(base, replaced);
  return { url, expiresAt, recipientId: recipient.id, verifier: visit.verifier };
}

function guardLevel({ document, recipient }: SigningSession): void {
  if (recipient.signatureLevel !== null) return;
  throw documentStateProblem(
    'sign',
    reportedStatus(document),
    'This recipient signs without a key of their own: POST /v1/signing/{token}/complete.',
  );
}

const changed = ({ document }: SigningSession) =>
  documentStateProblem(
    'sign',
    reportedStatus(document),
    'The document was changed at the same time. Read it again.',
  );

function signerOf({ recipientSigner }: SignaturePorts): RecipientSigner {
  if (recipientSigner) return recipientSigner;
  throw unavailable("This installation has no provider of recipients' keys any more.");
}

function unavailable(detail: string): ProblemError {
  return new ProblemError('unavailable', { detail, retryAfterSeconds: 30 });
}
