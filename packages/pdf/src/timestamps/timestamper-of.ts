/** The certificates that a timestamp authority uses, remembered from its tokens. */
import { randomBytes } from 'node:crypto';
import { DerError } from '../cms/der.ts';
import { normalToken } from '../cms/normal-token.ts';
import { certificatesDigest } from '../cms/signed-data.ts';
import type { RequestToken, Timestamper } from '../ports/authorities.ts';
import { TimestampError } from '../ports/errors.ts';
import { readTimestampToken } from './token.ts';

/** An authority with several signing units answers with different certificates. Only the latest sets are remembered. */
const MAX_CHAINS = 8;

/** A timestamper that remembers the certificates in its tokens. Create one per process. */
export function timestamperOf(request: RequestToken): Timestamper {
  const seen = new Map<string, Uint8Array[]>();
  const stamp: RequestToken = async (sha256) => {
    const token = await request(sha256);
    const chain = chainOfToken(token);
    const id = certificatesDigest(chain);
    seen.delete(id);
    seen.set(id, chain);
    if (seen.size > MAX_CHAINS) seen.delete(seen.keys().next().value!);
    return token;
  };
  let first: Promise<unknown> | null = null;
  return {
    stamp,
    async chains() {
      if (seen.size === 0) {
        first ??= stamp(randomBytes(32)).finally(() => {
          first = null;
        });
        await first;
      }
      return [...seen.values()].reverse();
    },
  };
}

/**
 * The certificates that a seal keeps of a timestamp token, its signer's first. Throws a TimestampError if the token
 * cannot be read.
 */
export function chainOfToken(token: Uint8Array): Uint8Array[] {
  try {
    const { signer, certificates } = readTimestampToken(normalToken(token)).signedData;
    if (!signer) throw new DerError('the token does not contain the certificate of its authority');
    return [signer, ...certificates.filter((one) => one !== signer)].map((one) => one.raw);
  } catch (cause) {
    if (!(cause instanceof DerError)) throw cause;
    throw new TimestampError(`the timestamp cannot be read: ${cause.message}`, { cause });
  }
}
