/** OCSP (RFC 6960): writes requests, and reads and checks responses. */
import { createHash } from 'node:crypto';
import {
  type Asn1,
  DerError,
  der,
  nothing,
  octetString,
  oid,
  readDer,
  readOctets,
  readOid,
  readTime,
  sequence,
} from '../cms/der.ts';
import { digestName, OID } from '../cms/oids.ts';
import { type Certificate, criticalOf, isIssuedBy, readCertificate } from './certificate.ts';
import { isSignedBy, requireEncoding, signedParts } from './signed.ts';
import type { RevocationStatus } from './status.ts';

export interface OcspAnswer extends RevocationStatus {
  /** The certificate of the signer: the issuer's, or one that the issuer has issued to a responder. */
  responder: Certificate;
  /** True if the issuer has delegated. Then the responder's certificate has to be good as well. */
  isDelegated: boolean;
}

const digestOf = (algorithm: string, bytes: Uint8Array): Buffer =>
  createHash(algorithm).update(bytes).digest();

/** The DER of an OCSPRequest for one certificate. Without a nonce, so that responders can use prepared responses. */
export function ocspRequest(certificate: Certificate, issuer: Certificate): Buffer {
  // SHA-1 only identifies the issuer here and protects nothing. RFC 5019 requires it.
  const certId = sequence(
    sequence(oid(OID.sha1), nothing()),
    octetString(digestOf('sha1', issuer.subject)),
    octetString(digestOf('sha1', issuer.publicKeyBits)),
    der(0x02, certificate.serial),
  );
  return sequence(sequence(sequence(sequence(certId))));
}

/** The BasicOCSPResponse inside an OCSPResponse. Throws a DerError if there is none. */
export function basicResponseOf(bytes: Uint8Array): Buffer {
  const [status, wrapped] = readDer(bytes).children;
  if (status?.tag !== 0x0a) throw new DerError('not an OCSP response');
  if (status.content[0] !== 0) throw new DerError(`the responder refused (status ${status.content[0]})`);
  const [type, inside] = wrapped?.children[0]?.children ?? [];
  if (readOid(type) !== OID.ocspBasic) throw new DerError('the OCSP response is of an unknown kind');
  const basic = readOctets(inside);
  const whole = sequence(oid(OID.ocspBasic), octetString(basic));
  requireEncoding(bytes, sequence(der(0x0a, Buffer.of(0)), der(0xa0, whole)));
  return basic;
}

/**
 * The status of the certificate in an OCSPResponse; null if the response is not about it. Throws a DerError if it cannot be
 * read, or was not signed by the issuer or by a responder that the issuer has authorized.
 */
export function readOcspResponse(
  bytes: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): OcspAnswer | null {
  const basic = basicResponseOf(bytes);
  const { body: data, algorithm, signature, more } = signedParts(basic);
  const fields = data.children[0]?.tag === 0xa0 ? data.children.slice(1) : data.children;
  const [responderId, producedAt, responses, ...rest] = fields;
  if (!responderId || !producedAt || !responses) throw new DerError('the OCSP response is incomplete');
  if (criticalOf(rest.find((field) => field.tag === 0xa1)?.children[0]).length > 0)
    throw new DerError('the OCSP response has an extension that is unknown here');
  const single = responses.children.find((one) => isAbout(one.children[0], certificate, issuer));
  if (!single) return null;
  if (criticalOf(single.children.find((field) => field.tag === 0xa1)?.children[0]).length > 0)
    throw new DerError('the OCSP response has an extension that is unknown here');

  const others = more.flatMap((extra) => extra.children[0]?.children ?? []).map((one) => one.raw);
  if (more.length > 0) requireEncoding(more[0]!.raw, der(0xa0, sequence(...others)));
  const candidates = [issuer, ...others.map(readExactly)];
  const responder = candidates.find((candidate) => isNamed(candidate, responderId));
  if (!responder) throw new DerError('the OCSP response does not contain the certificate of its responder');
  const isDelegated = !responder.raw.equals(issuer.raw);
  if (isDelegated && !(responder.mayAnswerOcsp && isIssuedBy(responder, issuer)))
    throw new DerError('the signer of the OCSP response is not authorized by the issuer');
  if (!isSignedBy(responder, algorithm, data.raw, signature))
    throw new DerError('the signature of the OCSP response is not valid');

  const [, status, thisUpdate, ...after] = single.children;
  const from = readTime(thisUpdate);
  if (!status || !from) throw new DerError('the OCSP response is incomplete');
  return {
    status: status.tag === 0x80 ? 'good' : status.tag === 0xa1 ? 'revoked' : 'unknown',
    thisUpdate: from,
    nextUpdate: readTime(after.find((field) => field.tag === 0xa0)?.children[0]),
    responder,
    isDelegated,
  };
}

/** Reads a certificate. Throws a DerError unless it is encoded in DER, with nothing after it. */
function readExactly(bytes: Buffer): Certificate {
  const certificate = readCertificate(bytes);
  requireEncoding(bytes, certificate.raw);
  return certificate;
}

/** Whether a CertID (4.1.1) names this certificate and its issuer. */
function isAbout(certId: Asn1 | undefined, certificate: Certificate, issuer: Certificate): boolean {
  const [algorithm, nameHash, keyHash, serial] = certId?.children ?? [];
  const digest = digestName(readOid(algorithm?.children[0]));
  return (
    !!digest &&
    !!nameHash?.content.equals(digestOf(digest, issuer.subject)) &&
    !!keyHash?.content.equals(digestOf(digest, issuer.publicKeyBits)) &&
    !!serial?.content.equals(certificate.serial)
  );
}

/** ResponderID by name, or by the SHA-1 of the key (4.2.1). */
function isNamed(candidate: Certificate, responderId: Asn1): boolean {
  const value = responderId.children[0];
  if (responderId.tag === 0xa1) return !!value?.raw.equals(candidate.subject);
  return (
    responderId.tag === 0xa2 && !!value && readOctets(value).equals(digestOf('sha1', candidate.publicKeyBits))
  );
}

/** For a responder: the CertID in a request, and the octets of its serial number. Throws a DerError. */
export function readOcspRequest(bytes: Uint8Array): { certId: Buffer; serial: Buffer } {
  const fields = readDer(bytes).children[0]?.children ?? [];
  const list = fields.find((field) => field.tag === 0x30);
  const certId = list?.children[0]?.children[0];
  const serial = certId?.children[3];
  if (!certId || !serial) throw new DerError('not an OCSP request');
  return { certId: certId.raw, serial: serial.content };
}
