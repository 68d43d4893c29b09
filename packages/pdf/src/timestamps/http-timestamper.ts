/** Requests timestamps over HTTP (RFC 3161, 2.4 and 3.4). */

import { randomBytes } from 'node:crypto';
import { boolean, DerError, integer, nothing, octetString, oid, readDer, sequence } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { readResponse } from '../http/read-response.ts';
import type { Timestamper } from '../ports/authorities.ts';
import { TimestampError } from '../ports/errors.ts';
import { timestamperOf } from './timestamper-of.ts';
import { faultsOfToken, readTimestampToken, withoutLeadingZeros } from './token.ts';

const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * A timestamper for the authority at `url`; user and password in the URL are sent as HTTP basic authentication.
 * Checks every response: status, imprint, nonce, signature, algorithms, time and certificate. Throws a TimestampError
 * if a check fails or after `timeoutMs` (10 s).
 */
export function httpTimestamper(url: string, { timeoutMs = 10_000 } = {}): Timestamper {
  const target = new URL(url);
  const headers: Record<string, string> = {
    'Content-Type': 'application/timestamp-query',
    Accept: 'application/timestamp-reply',
  };
  if (target.username) {
    const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers.Authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    target.username = '';
    target.password = '';
  }
  return timestamperOf(async (sha256) => {
    const nonce = randomBytes(16);
    nonce[0] = (nonce[0]! & 0x7f) | 0x40;
    const query = sequence(
      integer(1),
      sequence(sequence(oid(OID.sha256), nothing()), octetString(sha256)),
      integer(nonce),
      boolean(true),
    );
    let answer: Buffer;
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers,
        body: new Uint8Array(query),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new TimestampError(`the timestamp authority answered ${response.status}`);
      }
      answer = await readResponse(
        response,
        MAX_RESPONSE_BYTES,
        () => new TimestampError('the response of the timestamp authority is too large'),
      );
    } catch (cause) {
      if (cause instanceof TimestampError) throw cause;
      throw new TimestampError('the timestamp authority cannot be reached', { cause });
    }
    return checkedToken(answer, sha256, nonce);
  });
}

function checkedToken(answer: Buffer, sha256: Uint8Array, nonce: Buffer): Buffer {
  try {
    const [status, token] = readDer(answer).children;
    const code = status?.children[0]?.content.at(-1);
    if (code !== 0 && code !== 1)
      throw new TimestampError(`the timestamp authority rejected the request (status ${code})`);
    if (!token) throw new TimestampError('the response of the timestamp authority has no token');
    const parsed = readTimestampToken(token.raw);
    if (parsed.digest !== 'sha256' || !parsed.imprint.equals(sha256))
      throw new TimestampError('the timestamp is for other data');
    if (!parsed.nonce?.equals(withoutLeadingZeros(nonce)))
      throw new TimestampError('the timestamp belongs to another request');
    const faults = faultsOfToken(parsed, new Date());
    if (faults.length > 0) throw new TimestampError(`the timestamp is not valid: ${faults.join('; ')}`);
    return token.raw;
  } catch (cause) {
    if (cause instanceof DerError)
      throw new TimestampError(`the response of the timestamp authority cannot be read: ${cause.message}`, {
        cause,
      });
    throw cause;
  }
}
