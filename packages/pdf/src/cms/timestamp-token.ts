/** Time-stamp tokens (RFC 3161, 2.4.2): what they say and whether they hold. */
import { type CheckedSignedData, type Content, checkSignedData } from './check-signed-data.ts';
import { DerError, readDer, readOctets, readOid, readTime } from './der.ts';
import { digestName, OID } from './oids.ts';

export interface TimestampToken {
  time: Date;
  /** node:crypto's name of the algorithm of the imprint. */
  digest: string;
  imprint: Buffer;
  /** Big-endian octets without leading zeros; null if the token has none. */
  nonce: Buffer | null;
  signedData: CheckedSignedData;
}

/**
 * Decodes a token and checks its own signature. Throws a DerError if it is not a token; `signedData.valid` tells
 * whether the signature holds, `mayStamp` whether its certificate is one for time stamping.
 */
export function readTimestampToken(bytes: Uint8Array): TimestampToken {
  const signedData = checkSignedData(bytes, null);
  if (signedData.contentType !== OID.tstInfo || !signedData.content)
    throw new DerError('not a time-stamp token');
  const fields = readDer(signedData.content).children;
  const imprint = fields[2]?.children ?? [];
  const time = readTime(fields[4]);
  const digest = digestName(readOid(imprint[0]?.children[0]));
  if (!time || !digest) throw new DerError('the time-stamp token is incomplete');
  const nonce = fields.slice(5).find((field) => field.tag === 0x02);
  return {
    time,
    digest,
    imprint: readOctets(imprint[1]),
    nonce: nonce ? withoutLeadingZeros(nonce.content) : null,
    signedData,
  };
}

/** Whether the token stamps exactly these bytes. */
export function stamps(token: TimestampToken, content: Content): boolean {
  return content.digest(token.digest).equals(token.imprint);
}

/** The extended key usage that RFC 3161, 2.3 asks of the authority's certificate. */
export function mayStamp(token: TimestampToken): boolean {
  return token.signedData.signer?.keyUsage?.includes(OID.timeStamping) ?? false;
}

/** An unsigned integer's octets in their shortest form. */
export function withoutLeadingZeros(octets: Buffer): Buffer {
  let start = 0;
  while (start < octets.length - 1 && octets[start] === 0) start++;
  return octets.subarray(start);
}
