/**
 * A fast check of the /Contents of our own signatures. For one key, they differ only in two octet strings: the digest and
 * the signature value. Once /Contents has passed the full check, another one that differs only in these two would be
 * parsed in the same way, so only the two have to be checked.
 */
import type { X509Certificate } from 'node:crypto';
import { type CheckedSignedData, type Content, type Signing, verifyValue } from './check-signed-data.ts';

interface Stretch {
  start: number;
  end: number;
}

/** What the /Contents of a key have in common, and where they may differ. */
interface Pattern {
  /** /Contents that has passed the full check, as written: `<`, two digits for each octet, `>`. */
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
 * Keeps /Contents that `checkSignedData` has accepted, for `isValidByPattern`: `written` with its angle brackets, and the
 * octets as `value`. Only lower-case digits are kept, and nothing with a timestamp, because no two timestamps are alike.
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
  // They are stored with the tag [0], but signed as a SET OF (RFC 5652, 5.4).
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
 * True if /Contents, with its angle brackets, differs from a kept one only in the digest and the signature value, and both
 * are right for the content. Then `checkSignedData` would find no problem. False means that the full check is needed.
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
