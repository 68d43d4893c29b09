/** Seal keys from files: PKCS#12 (RFC 7292), or PKCS#8 and a certificate chain in PEM. */
import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { SealError } from '../ports/errors.ts';
import type { SealSigner } from '../ports/seal.ts';

/**
 * A signer from a PKCS#12 file with an RSA or ECDSA key. Sorts the certificate chain. Throws a SealError if the
 * passphrase is wrong or the file has no key with a certificate.
 */
export function signerFromPkcs12(bytes: Uint8Array, passphrase: string): SealSigner {
  let bags: forge.pkcs12.Bag[];
  try {
    const asn1 = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('latin1')));
    const store = forge.pkcs12.pkcs12FromAsn1(asn1, false, passphrase);
    bags = store.safeContents.flatMap((contents) => contents.safeBags);
  } catch (cause) {
    throw new SealError('the PKCS#12 file cannot be opened: wrong passphrase or not a PKCS#12 file', {
      cause,
    });
  }
  const { oids } = forge.pki;
  const keyBag = bags.find((bag) => bag.type === oids.pkcs8ShroudedKeyBag || bag.type === oids.keyBag);
  if (!keyBag) throw new SealError('the PKCS#12 file holds no private key');
  // node-forge parses only RSA keys; for others it returns the ASN.1 of key and certificates unchanged.
  const keyAsn1 = keyBag.key
    ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(keyBag.key))
    : keyBag.asn1;
  const certificates = bags
    .filter((bag) => bag.type === oids.certBag)
    .map((bag) => derOf(bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1));
  return localSigner(createPrivateKey({ key: derOf(keyAsn1), format: 'der', type: 'pkcs8' }), certificates);
}

const derOf = (asn1: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1');

/**
 * A signer from a private key (PKCS#8, PKCS#1 or SEC 1) and its certificate chain, all in PEM and in any order.
 * Throws a SealError if no certificate belongs to the key.
 */
export function signerFromPem(keyPem: string, chainPem: string): SealSigner {
  let key: KeyObject;
  try {
    key = createPrivateKey(keyPem);
  } catch (cause) {
    throw new SealError('the private key cannot be read', { cause });
  }
  return localSigner(
    key,
    certificatesOfPem(chainPem).map((certificate) => certificate.raw),
  );
}

/** The certificates in a PEM text, in their order. Throws a SealError if one cannot be read. */
export function certificatesOfPem(text: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch (cause) {
    throw new SealError('a certificate of the chain cannot be read', { cause });
  }
}

function localSigner(key: KeyObject, certificates: Uint8Array[]): SealSigner {
  const parsed = certificates.map((bytes) => new X509Certificate(bytes));
  const own = parsed.find((certificate) => certificate.checkPrivateKey(key));
  if (!own) throw new SealError('none of the certificates belongs to the private key');
  const supported =
    key.asymmetricKeyType === 'rsa' ||
    (key.asymmetricKeyType === 'ec' && ['prime256v1', 'secp384r1', 'secp521r1'].includes(curveOf(key)));
  if (!supported) throw new SealError('the seal key is neither RSA nor ECDSA on a NIST curve');
  return {
    certificates: chainFrom(own, parsed).map((certificate) => certificate.raw),
    // Sign synchronously: a signature is so quick that a thread switch costs more.
    sign: async (data) => sign('sha256', data, key),
  };
}

const curveOf = (key: KeyObject): string => key.asymmetricKeyDetails?.namedCurve ?? '';

/** The signer's certificate followed by each issuer found in `all`. */
export function chainFrom(own: X509Certificate, all: X509Certificate[]): X509Certificate[] {
  const chain = [own];
  for (;;) {
    const last = chain.at(-1)!;
    const issuer = all.find((candidate) => !chain.includes(candidate) && last.checkIssued(candidate));
    if (!issuer) return chain;
    chain.push(issuer);
  }
}
