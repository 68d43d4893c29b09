/** Timestamp tokens (RFC 3161, 2.4.2): reading and checking them. */
import { createHash } from 'node:crypto';
import { weaknessOfDigest } from '../cms/algorithms.ts';
import { type CheckedSignedData, type Content, checkSignedData } from '../cms/check-signed-data.ts';
import { type Asn1, DerError, readDer, readOid, readTime } from '../cms/der.ts';
import { digestName, OID } from '../cms/oids.ts';
import { criticalOf, isValidAt, readCertificate } from '../pki/certificate.ts';
import { maySolelyStamp } from '../pki/path.ts';
import { CLOCK_SKEW_MS } from '../pki/status.ts';
import { weaknessesOfChain } from '../pki/trust.ts';

export interface TimestampToken {
  time: Date;
  /** How far the clock may be off; null if the token does not say. */
  accuracyMs: number | null;
  /** node:crypto's name of the algorithm of the imprint. */
  digest: string;
  imprint: Buffer;
  /** Big-endian octets without leading zeros; null if the token has none. */
  nonce: Buffer | null;
  signedData: CheckedSignedData;
}

/**
 * Decodes a token and checks its signature. Throws a DerError if it is not a token. `faultsOfToken` says whether it is
 * valid.
 */
export function readTimestampToken(bytes: Uint8Array): TimestampToken {
  const signedData = checkSignedData(bytes, null);
  if (signedData.contentType !== OID.tstInfo || !signedData.content)
    throw new DerError('not a timestamp token');
  const [version, policy, imprint, serial, time, ...more] = readDer(signedData.content).children;
  if (version?.tag !== 0x02 || !version.content.equals(Buffer.of(1)))
    throw new DerError('the version of the timestamp token is unknown');
  // Throws unless the token names a policy.
  readOid(policy);
  const [algorithm, value] = imprint?.children ?? [];
  const digest = digestName(readOid(algorithm?.children[0]));
  const at = time?.tag === 0x18 ? readTime(time) : null;
  if (!at || !digest || serial?.tag !== 0x02 || value?.tag !== 0x04)
    throw new DerError('the timestamp token is incomplete');
  if (value.content.length !== createHash(digest).digest().length)
    throw new DerError('the imprint of the timestamp token has the wrong length');
  const nonce = more.find((field) => field.tag === 0x02);
  const accuracy = more.find((field) => field.tag === 0x30);
  if (criticalOf(more.find((field) => field.tag === 0xa1)).length > 0)
    throw new DerError('the timestamp token has an extension that is unknown here');
  return {
    time: at,
    accuracyMs: accuracy ? accuracyOf(accuracy) : null,
    digest,
    imprint: value.content,
    nonce: nonce ? withoutLeadingZeros(nonce.content) : null,
    signedData,
  };
}

/** Accuracy (2.4.2) in milliseconds, rounded up. */
function accuracyOf({ children }: Asn1): number {
  const [seconds, millis, micros] = [0x02, 0x80, 0x81].map((tag) => {
    const field = children.find((one) => one.tag === tag);
    if (!field) return 0;
    if (field.content.length === 0 || field.content.length > 5 || field.content[0]! >= 128)
      throw new DerError('the accuracy of the timestamp token cannot be read');
    return field.content.readUIntBE(0, field.content.length);
  }) as [number, number, number];
  if (millis > 999 || micros > 999) throw new DerError('the accuracy of the timestamp token cannot be read');
  return seconds * 1000 + millis + Math.ceil(micros / 1000);
}

/** A token with less accuracy proves no useful time. */
const MAX_ACCURACY_MS = 86_400_000;

/**
 * Why the token is not valid (RFC 3161, 2.3 and 2.4.2), each reason as a clause. Does not check what it stamps
 * (`stamps`), nor whether its authority is trusted (`findTrust`).
 */
export function faultsOfToken(token: TimestampToken, now: Date): string[] {
  const { signedData, time } = token;
  const faults = [...signedData.problems];
  const { signer } = signedData;
  if (!signer) return faults;
  const weakness = weaknessOfDigest(token.digest);
  if (weakness) faults.push(`its imprint uses ${weakness}`);
  const certificate = readCertificate(signer.raw);
  if (!signedData.namesItsCertificate) faults.push('it does not name the certificate of its authority');
  if (!maySolelyStamp(certificate))
    faults.push("its authority's certificate is not one for timestamping alone");
  if (!isValidAt(certificate, time))
    faults.push("its time is outside the validity of its authority's certificate");
  if (time.getTime() > now.getTime() + CLOCK_SKEW_MS) faults.push('its time is in the future');
  if ((token.accuracyMs ?? 0) > MAX_ACCURACY_MS) faults.push('its clock is off by more than a day');
  return [...faults, ...weaknessesOfChain(signer, signedData.certificates)];
}

/** Whether the token stamps exactly these bytes. */
export function stamps(token: TimestampToken, content: Content): boolean {
  return content.digest(token.digest).equals(token.imprint);
}

/** An unsigned integer's octets in their shortest form. */
export function withoutLeadingZeros(octets: Buffer): Buffer {
  let start = 0;
  while (start < octets.length - 1 && octets[start] === 0) start++;
  return octets.subarray(start);
}
