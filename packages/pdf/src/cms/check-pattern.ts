/**
 * A fast check of our own signature values. All values of one key are the same except for two octet strings: the digest
 * and the signature. Once a value has passed the full check, another one that differs only in these two is parsed in
 * the same way, so only the two have to be checked.
 */
import type { X509Certificate } from 'node:crypto';
import { type CheckedSignedData, type Content, type Signing, verifyValue } from './check-signed-data.ts';

interface Stretch {
  start: number;
  end: number;
}

/** What the values of a key have in common, and where they may differ. */
interface Pattern {
  /** A value that has passed the full check, as `<`, two digits for each octet, `>`. */
  written: Buffer;
  /** The digits of the digest, and after them those of the signature. */
  digest: Stretch;
  signature: Stretch;
  /** The attributes as they are signed. */
  attributes: Buffer;
  /** The offset of the digest in the attributes. */
  digestAt: number;
  signing: Signing;
  signer: X509Certificate;
}

const KEPT = 8;
/** The newest first. */
const patterns: Pattern[] = [];

/**
 * Keeps a value that `checkSignedData` has accepted, for `isValidByPattern`. Keeps only values in lower-case digits and
 * without a timestamp, because no two timestamps are alike.
 */
export function keepPattern(written: Buffer, value: Buffer, checked: CheckedSignedData): void {
  const { signing, signatureValue, signer } = checked;
  if (checked.timestampTokens.length > 0) return;
  if (!checked.valid || checked.problems.length > 0 || !signing || !signer) return;
  if (written.toString('latin1') !== `<${value.toString('hex')}>`) return;
  const digestAt = placeOf(signing.digest, signing.attributes);
  const digest = digitsOf(signing.digest, value);
  const signature = digitsOf(signatureValue, value);
  if (digestAt < 0 || !digest || !signature || signature.start < digest.end) return;
  const attributes = Buffer.from(signing.attributes);
  // The tag with which they are signed is not the one with which they are stored (RFC 5652, 5.4).
  attributes[0] = 0x31;
  if (patterns.length >= KEPT) patterns.pop();
  patterns.unshift({
    written: Buffer.from(written),
    digest,
    signature,
    attributes,
    digestAt,
    signing,
    signer,
  });
}

/** The offset of a view in its buffer; -1 if it is not a view of it, for example octets that BER encodes in pieces. */
function placeOf(view: Buffer, within: Buffer): number {
  const at = view.byteOffset - within.byteOffset;
  return view.buffer === within.buffer && at >= 0 && at + view.length <= within.length ? at : -1;
}

function digitsOf(view: Buffer, value: Buffer): Stretch | null {
  const at = placeOf(view, value);
  return at < 0 ? null : { start: 1 + 2 * at, end: 1 + 2 * (at + view.length) };
}

/**
 * True if the value, with its angle brackets, differs from a kept one only in digest and signature, and both are right
 * for the content. Then `checkSignedData` would find no problem. False means that the full check is needed.
 */
export function isValidByPattern(written: Buffer, content: Content): boolean {
  const pattern = patterns.find((kept) => matchesPattern(written, kept));
  if (!pattern) return false;
  const { attributes, digestAt, signer } = pattern;
  const { digestAlgorithm, signatureAlgorithm } = pattern.signing;
  const digest = octetsOf(written, pattern.digest);
  const signature = octetsOf(written, pattern.signature);
  if (!digest || !signature || !digest.equals(content.digest(digestAlgorithm))) return false;
  const signed = Buffer.from(attributes);
  signed.set(digest, digestAt);
  return verifyValue(signer.publicKey, signatureAlgorithm, digestAlgorithm, [signed], signature);
}

function matchesPattern(written: Buffer, { written: kept, digest, signature }: Pattern): boolean {
  const isSame = (start: number, end: number) => written.compare(kept, start, end, start, end) === 0;
  return (
    written.length === kept.length &&
    isSame(0, digest.start) &&
    isSame(digest.end, signature.start) &&
    isSame(signature.end, kept.length)
  );
}

/** Null unless the digits are hexadecimal ones in lower case. */
function octetsOf(written: Buffer, { start, end }: Stretch): Buffer | null {
  const digits = written.toString('latin1', start, end);
  const octets = Buffer.from(digits, 'hex');
  return octets.toString('hex') === digits ? octets : null;
}
