/** Certificate revocation lists (RFC 5280, 5) that are complete and issued by the certificate's own issuer. */
import { type Asn1, DerError, readDer, readTime } from '../cms/der.ts';
import { type Certificate, criticalOf, extensionsOf, pointNames } from './certificate.ts';
import { isSignedBy, signedParts } from './signed.ts';
import type { RevocationStatus } from './status.ts';

const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';

/**
 * The status of the certificate in the list; null if the list is by another issuer or does not cover the certificate.
 * Throws a DerError if the list cannot be read, its signature is wrong, or its kind is not supported.
 */
export function readCrl(
  bytes: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): RevocationStatus | null {
  const { body: list, algorithm, signature, more } = signedParts(bytes);
  if (list.tag !== 0x30 || more.length > 0) throw new DerError('not a certificate revocation list');
  const fields = list.children[0]?.tag === 0x02 ? list.children.slice(1) : list.children;
  const [innerAlgorithm, name, from, ...rest] = fields;
  const thisUpdate = readTime(from);
  if (!innerAlgorithm?.raw.equals(algorithm.raw) || !name || !thisUpdate)
    throw new DerError('the revocation list is incomplete');
  if (!name.raw.equals(issuer.subject)) return null;
  const extensions = rest.find((field) => field.tag === 0xa0)?.children[0];
  const known = criticalOf(extensions).every((id) => id === ISSUING_DISTRIBUTION_POINT);
  if (!known) throw new DerError('the revocation list has an extension that is unknown here');
  if (!covers(extensionsOf(extensions).get(ISSUING_DISTRIBUTION_POINT), certificate)) return null;
  if (!issuer.maySignCrls || !isSignedBy(issuer, algorithm, list.raw, signature))
    throw new DerError('the signature of the revocation list is not valid');
  const entries = rest.find((field) => field.tag === 0x30)?.children ?? [];
  return {
    status: entries.some((entry) => isEntryOf(entry, certificate)) ? 'revoked' : 'good',
    thisUpdate,
    nextUpdate: readTime(rest.find((field) => field.tag === 0x17 || field.tag === 0x18)),
  };
}

function isEntryOf(entry: Asn1, certificate: Certificate): boolean {
  if (criticalOf(entry.children[2]).length > 0)
    throw new DerError('the revocation list has an entry of an unknown kind');
  return !!entry.children[0]?.content.equals(certificate.serial);
}

/** Whether a partial list covers this certificate (5.2.5): all reasons, its kind, its distribution point. */
function covers(point: Buffer | undefined, certificate: Certificate): boolean {
  if (!point) return true;
  const scope = readDer(point);
  const has = (tag: number) =>
    scope.children.some((field) => field.tag === tag && field.content.some((octet) => octet !== 0));
  const [userOnly, caOnly, someReasons, indirect, attributesOnly] = [0x81, 0x82, 0x83, 0x84, 0x85].map(has);
  if (someReasons || indirect || attributesOnly) return false;
  if (certificate.isCa ? userOnly : caOnly) return false;
  // A list for another point does not contain this certificate, even if the certificate was revoked.
  const forOnePoint = scope.children.some((field) => field.tag === 0xa0);
  return !forOnePoint || pointNames(scope).some((name) => certificate.crlPoints.includes(name));
}
