/**
 * A recipient's visits to the provider of their key (docs/decisions/051-recipient-signatures.md). At the first one they permit
 * Countersign to read their keys, at the second one they authorize the signature. The row `pending_signature` connects the two. It is
 * bound to the browser by a cookie with the PKCE verifier, and to the document by a digest.
 */
import { createHash } from 'node:crypto';
import type { Recipient } from '@countersign/db/models';
import type { ProviderVisit, RecipientSigner } from '@countersign/recipient-signers/recipient-signer';
import type { Storage } from '@countersign/storage/storage';
import { ownsStorage } from '../blob/installation.ts';
import type { Base, Settings } from '../ctx.ts';
import { baseOf, type FullDocument } from '../document/lock.ts';
import { hashToken, newToken } from '../user/token.ts';

export interface SignaturePorts {
  storage: Storage;
  /** The provider; null without RECIPIENT_SIGNER_URL. */
  recipientSigner: RecipientSigner | null;
  /** SHA-256 in, token out; null without TSA_URL. */
  stamp: ((sha256: Uint8Array) => Promise<Uint8Array>) | null;
}

/** From the first visit to the provider until the signature. */
export const pendingSeconds = 15 * 60;

/** The path to which the provider sends the browser back. Registered there, below PUBLIC_URL. */
export const returnPath = '/signature-return';

export function returnUrl({ settings }: { settings: Pick<Settings, 'publicUrl'> }): string {
  return `${settings.publicUrl}${returnPath}`;
}

/** The name of the cookie with the verifier of a recipient's visit. */
export function visitCookieName(recipientId: string): string {
  return `cs_signature_${recipientId.replaceAll('-', '')}`;
}

/** The secrets of one visit: `state` goes through the provider, the verifier stays in the cookie. */
export interface Visit {
  state: string;
  verifier: string;
  columns: { stateHash: Uint8Array<ArrayBuffer>; verifierHash: Uint8Array<ArrayBuffer> };
  forProvider: ProviderVisit;
}

/** A new visit. The verifier is also the PKCE verifier (RFC 7636). */
export function newVisit(base: Pick<Base, 'settings'>, language: string): Visit {
  const state = newToken();
  const verifier = newToken();
  return {
    state: state.token,
    verifier: verifier.token,
    columns: { stateHash: state.sha256, verifierHash: verifier.sha256 },
    forProvider: {
      state: state.token,
      redirectUrl: returnUrl(base),
      codeChallenge: createHash('sha256').update(verifier.token).digest('base64url'),
      language,
    },
  };
}

/**
 * Removes the prepared file of an attempt that has ended. No other row can reference it, because each has random bytes. Call it after the
 * commit. A failure is logged, and the blob sweep removes the file later.
 */
export async function removePrepared(
  base: Base & Pick<SignaturePorts, 'storage'>,
  sha256: string | null,
): Promise<void> {
  if (sha256 === null) return;
  try {
    if (await ownsStorage(base)) await base.storage.remove(sha256);
  } catch (error) {
    base.log.warn('a prepared file was not removed; the blob sweep removes it later', {
      error: String(error),
    });
  }
}

/** True if the browser that returned is the one that left. */
export function isSameBrowser(verifierHash: Uint8Array, cookie: string | null): boolean {
  const hash = cookie === null ? null : hashToken(cookie);
  return hash !== null && Buffer.compare(hash, verifierHash) === 0;
}

/** SHA-256 over everything that the signature depends on, except the recipient's own values. */
export function documentDigest(document: FullDocument, recipient: Recipient): string {
  const completed = document.recipients.filter(({ status }) => status === 'completed').map(({ id }) => id);
  const facts = [
    ...[document.id, baseOf(document), document.dateFormat, document.displayTimezone],
    ...[recipient.id, recipient.linkVersion, recipient.name, recipient.signatureLevel],
    completed.sort(),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
