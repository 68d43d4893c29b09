/**
 * The canonical encoding of the timestamp token in a seal (RFC 3161, RFC 5652). Many parts of a token are not signed by
 * the authority: version numbers, parameters of algorithms, further certificates, revocation lists, unsigned attributes.
 * If a seal allowed several encodings of these, a file could be altered without effect on the verdict.
 */
import type { X509Certificate } from 'node:crypto';
import { readSignatureAlgorithm } from './algorithms.ts';
import { checkSignedData, parseCertificate } from './check-signed-data.ts';
import {
  type Asn1,
  DerError,
  der,
  encodeOid,
  integer,
  nothing,
  octetString,
  oid,
  readDer,
  readOctets,
  readOid,
  sequence,
  setOf,
} from './der.ts';
import { withLowS } from './ecdsa-low-s.ts';
import { digestIdOf, digestName, OID } from './oids.ts';

/** RSA with PKCS #1 v1.5 padding, by the digest that the identifier names. */
const RSA_WITH_DIGEST: Record<string, string> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
};

/** The token in its canonical encoding. What its authority signed is unchanged. Throws a DerError if it is not a token. */
export function normalToken(token: Uint8Array): Buffer {
  const fields = required(required(readDer(token).children[1]).children[0]).children;
  const { signer } = checkSignedData(token, null);
  const [type, inside] = required(fields[2]).children;
  const info = required(required(fields.at(-1)).children[0]).children;
  const [, sid, digestAlgorithm, attributes, signatureAlgorithm, value] = info;
  if (required(attributes).tag !== 0xa0) throw new DerError('the timestamp has no signed attributes');
  const digestId = readOid(required(digestAlgorithm).children[0]);
  const signerInfo = sequence(
    integer(required(sid).tag === 0x30 ? 1 : 3),
    required(sid).raw,
    sequence(encodeOid(digestId)),
    required(attributes).raw,
    algorithmOf(required(signatureAlgorithm), digestId),
    octetString(signer ? withLowS(readOctets(value), signer.publicKey) : readOctets(value)),
  );
  const certificates = fields.find((field) => field.tag === 0xa0)?.children ?? [];
  const signedData = sequence(
    integer(3),
    setOf(sequence(encodeOid(digestId))),
    sequence(encodeOid(readOid(type)), der(0xa0, octetString(readOctets(required(inside).children[0])))),
    der(0xa0, ...neededOf(certificates).sort(Buffer.compare)),
    setOf(signerInfo),
  );
  return sequence(oid(OID.signedData), der(0xa0, signedData));
}

function required(element: Asn1 | undefined): Asn1 {
  if (!element) throw new DerError('the timestamp token is incomplete');
  return element;
}

function algorithmOf(algorithm: Asn1, digestId: string): Buffer {
  const id = readOid(algorithm.children[0]);
  const isRsa = id === OID.rsaEncryption || RSA_WITH_DIGEST[id] === digestName(digestId);
  if (isRsa) return sequence(oid(OID.rsaEncryption), nothing());
  return id === OID.rsaPss ? pssOf(algorithm) : sequence(encodeOid(id));
}

/** RSASSA-PSS with all parameters except the trailer, which can have only one value (RFC 4055, 3.1). */
function pssOf(algorithm: Asn1): Buffer {
  const pss = readSignatureAlgorithm(algorithm);
  if (!pss?.pss || !pss.digest) throw new DerError('the signature algorithm of the timestamp is unknown');
  const { maskDigest, saltLength } = pss.pss;
  const digestOf = (name: string) => sequence(encodeOid(digestIdOf(name)), nothing());
  return sequence(
    oid(OID.rsaPss),
    sequence(
      der(0xa0, digestOf(pss.digest)),
      der(0xa1, sequence(oid(OID.mgf1), digestOf(maskDigest))),
      der(0xa2, integer(saltLength)),
    ),
  );
}

/** The certificates for timestamping and, without repetition, every issuer above them. */
function neededOf(elements: readonly Asn1[]): Buffer[] {
  const parsed = elements.flatMap(({ raw }) => parseCertificate(raw) ?? []);
  const unique = parsed.filter((one, at) => parsed.findIndex((other) => other.raw.equals(one.raw)) === at);
  const isIssuer = (one: X509Certificate, of: X509Certificate) =>
    one !== of && of.checkIssued(one) && of.verify(one.publicKey);
  const leaves = unique.filter((one) => one.keyUsage?.includes(OID.timeStamping));
  const needed = new Set<X509Certificate>(leaves);
  for (const certificate of needed)
    for (const other of unique) if (isIssuer(other, certificate)) needed.add(other);
  return [...needed].map((certificate) => certificate.raw);
}
