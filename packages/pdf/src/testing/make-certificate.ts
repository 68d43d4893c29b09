/**
 * Creates certificates (RFC 5280) and signatures (RFC 5652) of any form for tests, including forms that no authority
 * would issue.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  boolean,
  der,
  integer,
  nothing,
  octetString,
  oid,
  sequence,
  setOf,
  time,
  utf8String,
} from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { issuerAndSerial } from '../cms/signed-data.ts';
import { extension, issueCertificate } from '../development/issue-certificate.ts';

export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** A certificate with its key. */
export interface Made extends KeyPair {
  raw: Buffer;
  subject: Buffer;
}

export interface CertificateForm {
  /** A common name, or the DER of a complete Name. */
  subject: string | Buffer;
  /** The issuer; null or absent for a self-signed certificate. */
  issuer?: Made | null;
  keys?: KeyPair;
  /** The digest of the signature over the certificate. */
  digest?: string;
  notBefore?: Date;
  notAfter?: Date;
  /** Complete Extension elements; null for a version 1 certificate. */
  extensions?: Buffer[] | null;
}

const DAY_MS = 86_400_000;

export const p256 = (): KeyPair => generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const rsa = (modulusLength: number): KeyPair => generateKeyPairSync('rsa', { modulusLength });

/** A Name with one RDN per attribute: `{ cn: 'Ada', o: 'Office' }`; `tag` is the string type. */
export function distinguishedName(attributes: Record<string, string>, tag = 0x0c): Buffer {
  const ids: Record<string, string> = {
    c: '2.5.4.6',
    o: '2.5.4.10',
    ou: '2.5.4.11',
    cn: '2.5.4.3',
    email: '1.2.840.113549.1.9.1',
  };
  const rdns = Object.entries(attributes).map(([key, text]) =>
    setOf(sequence(oid(ids[key]!), tag === 0x0c ? utf8String(text) : der(tag, Buffer.from(text, 'latin1')))),
  );
  return sequence(...rdns);
}

/** BasicConstraints, critical. Without a number, the path length is not limited. */
export const basicConstraints = (ca: boolean, pathLength?: number): Buffer =>
  extension(
    '2.5.29.19',
    sequence(...(ca ? [boolean(true)] : []), ...(pathLength === undefined ? [] : [integer(pathLength)])),
    true,
  );

/** KeyUsage, critical. `bits` is the first octet; digitalSignature is 0x80. */
export const keyUsage = (bits: number): Buffer => extension('2.5.29.15', bitString(Buffer.of(bits)), true);

export const extendedKeyUsage = (purposes: readonly string[], critical = false): Buffer =>
  extension('2.5.29.37', sequence(...purposes.map(oid)), critical);

export const subjectAltName = (...names: Buffer[]): Buffer => extension('2.5.29.17', sequence(...names));

/** NameConstraints, critical, of GeneralNames. */
export function nameConstraints(permitted: Buffer[], excluded: Buffer[] = [], critical = true): Buffer {
  const subtrees = (tag: number, names: Buffer[]) =>
    names.length > 0 ? [der(tag, ...names.map((name) => sequence(name)))] : [];
  return extension(
    '2.5.29.30',
    sequence(...subtrees(0xa0, permitted), ...subtrees(0xa1, excluded)),
    critical,
  );
}

/** GeneralNames (4.2.1.6). */
export const mailName = (text: string): Buffer => der(0x81, Buffer.from(text));
export const dnsName = (text: string): Buffer => der(0x82, Buffer.from(text));
export const uriName = (text: string): Buffer => der(0x86, Buffer.from(text));
export const directoryName = (name: Buffer): Buffer => der(0xa4, name);
export const addressName = (octets: number[]): Buffer => der(0x87, Buffer.from(octets));
/** An OtherName with a text, as in user principal names. */
export const otherName = (text: string): Buffer =>
  der(0xa0, oid('1.3.6.1.4.1.311.20.2.3'), der(0xa0, utf8String(text)));

export const authorityExtensions = (pathLength?: number): Buffer[] => [
  basicConstraints(true, pathLength),
  keyUsage(0x06),
];
export const signerExtensions = (): Buffer[] => [basicConstraints(false), keyUsage(0xc0)];
export const stamperExtensions = (): Buffer[] => [
  basicConstraints(false),
  keyUsage(0xc0),
  extendedKeyUsage([OID.timeStamping], true),
];

/** Creates a certificate. By default it is valid from yesterday for a year and signed with SHA-256. */
export function makeCertificate(form: CertificateForm): Made {
  const { issuer = null, keys = p256(), digest = 'sha256', extensions = signerExtensions() } = form;
  const now = Date.now();
  const { notBefore = new Date(now - DAY_MS), notAfter = new Date(now + 365 * DAY_MS) } = form;
  const subject = typeof form.subject === 'string' ? distinguishedName({ cn: form.subject }) : form.subject;
  const signer = issuer ?? { ...keys, subject };
  const raw = issueCertificate(
    {
      issuer: signer.subject,
      subject,
      publicKey: keys.publicKey.export({ type: 'spki', format: 'der' }),
      notBefore,
      notAfter,
      extensions,
    },
    {
      algorithm: certificateAlgorithm(signer.privateKey, digest),
      sign: (body) => signWith(signer.privateKey, digest, body),
    },
  );
  return { ...keys, raw, subject };
}

const ALGORITHMS: Record<string, string> = {
  'rsa md5': '1.2.840.113549.1.1.4',
  'rsa sha1': '1.2.840.113549.1.1.5',
  'rsa sha256': OID.sha256WithRsa,
  'rsa sha512': '1.2.840.113549.1.1.13',
  'ec sha1': '1.2.840.10045.4.1',
  'ec sha256': OID.ecdsaWithSha256,
  'ec sha384': '1.2.840.10045.4.3.3',
  'dsa sha256': '2.16.840.1.101.3.4.3.2',
  'ed25519 sha256': '1.3.101.112',
};

function certificateAlgorithm(key: KeyObject, digest: string): Buffer {
  const id = ALGORITHMS[`${key.asymmetricKeyType} ${digest}`];
  if (!id) throw new Error(`no identifier for ${key.asymmetricKeyType} with ${digest}`);
  return sequence(oid(id), ...(key.asymmetricKeyType === 'rsa' ? [nothing()] : []));
}

const signWith = (key: KeyObject, digest: string, bytes: Buffer): Buffer =>
  sign(key.asymmetricKeyType === 'ed25519' ? null : digest, bytes, key);

export const DIGEST_IDS: Record<string, string> = {
  md5: '1.2.840.113549.2.5',
  sha1: OID.sha1,
  ripemd160: '1.3.36.3.2.1',
  sha256: OID.sha256,
  sha384: OID.sha384,
  sha512: OID.sha512,
};

export interface SignatureForm {
  signer: Made;
  /** Certificates to include in addition to the signer's. */
  others?: readonly Uint8Array[];
  /** The digest of the content and, unless `algorithm` fixes another, of the attributes. */
  digest?: string;
  /** The DER of the signature's AlgorithmIdentifier, and the signing function. */
  algorithm?: { identifier: Buffer; sign: (bytes: Buffer) => Buffer };
  /** The content type, and whether the content is included. */
  type?: string;
  inside?: boolean;
  /** The signing-certificate attribute: v1 (RFC 2634, SHA-1), v2 (RFC 5035, SHA-256) or none. */
  reference?: 'v1' | 'v2' | null;
  /** The signing-time attribute. */
  signingTime?: Date;
  /** The value is over the content itself. */
  withoutAttributes?: boolean;
  /** Only `others` are included. */
  withoutSigner?: boolean;
  /** Creates a timestamp token over the signature value. */
  token?: (value: Buffer) => Uint8Array;
}

/** A SignedData over the content. */
export function makeSignedData(content: Uint8Array, form: SignatureForm): Buffer {
  const { signer, others = [], digest = 'sha256', type = OID.data, inside = false, reference = 'v2' } = form;
  const algorithm = form.algorithm ?? {
    identifier: certificateAlgorithm(signer.privateKey, digest),
    sign: (bytes: Buffer) => signWith(signer.privateKey, digest, bytes),
  };
  const hashed = (name: string, bytes: Uint8Array) => createHash(name).update(bytes).digest();
  const certificateId = sequence(octetString(hashed(reference === 'v1' ? 'sha1' : 'sha256', signer.raw)));
  const attributes = setOf(
    sequence(oid(OID.contentType), setOf(oid(type))),
    sequence(oid(OID.messageDigest), setOf(octetString(hashed(digest, content)))),
    ...(reference
      ? [
          sequence(
            oid(reference === 'v1' ? OID.signingCertificate : OID.signingCertificateV2),
            setOf(sequence(sequence(certificateId))),
          ),
        ]
      : []),
    ...(form.signingTime ? [sequence(oid(OID.signingTime), setOf(time(form.signingTime)))] : []),
  );
  const value = algorithm.sign(form.withoutAttributes ? Buffer.from(content) : attributes);
  const stored = Buffer.from(attributes);
  stored[0] = 0xa0;
  const { issuer, serial } = issuerAndSerial(signer.raw);
  const unsigned = form.token
    ? [der(0xa1, sequence(oid(OID.signatureTimestamp), setOf(form.token(value))))]
    : [];
  const digestAlgorithm = sequence(oid(DIGEST_IDS[digest]!), nothing());
  const signerInfo = sequence(
    integer(1),
    sequence(issuer, serial),
    digestAlgorithm,
    ...(form.withoutAttributes ? [] : [stored]),
    algorithm.identifier,
    octetString(value),
    ...unsigned,
  );
  const signedData = sequence(
    integer(type === OID.data ? 1 : 3),
    setOf(digestAlgorithm),
    sequence(oid(type), ...(inside ? [der(0xa0, octetString(content))] : [])),
    der(0xa0, ...(form.withoutSigner ? [] : [signer.raw]), ...others),
    setOf(signerInfo),
  );
  return sequence(oid(OID.signedData), der(0xa0, signedData));
}

export interface TokenForm {
  stamper: Made;
  others?: readonly Uint8Array[];
  time?: Date;
  digest?: string;
  /** Fields of TSTInfo that replace the defaults. */
  version?: number;
  policy?: Buffer;
  imprint?: Buffer;
  accuracy?: Buffer;
  nonce?: Buffer;
  extensions?: Buffer;
  reference?: 'v1' | 'v2' | null;
  genTime?: Buffer;
}

/** A timestamp token (RFC 3161, 2.4.2) over these bytes. */
export function makeToken(bytes: Uint8Array, form: TokenForm): Buffer {
  const { stamper, others = [], time: at = new Date(), digest = 'sha256', reference = 'v2' } = form;
  const imprint = form.imprint ?? createHash('sha256').update(bytes).digest();
  const content = sequence(
    integer(form.version ?? 1),
    form.policy ?? oid('1.3.6.1.4.1.32473.1'),
    sequence(sequence(oid(OID.sha256), nothing()), octetString(imprint)),
    integer(randomBytes(8)),
    form.genTime ?? der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, ''))),
    ...(form.accuracy ? [form.accuracy] : []),
    ...(form.nonce ? [form.nonce] : []),
    ...(form.extensions ? [form.extensions] : []),
  );
  return makeSignedData(content, {
    signer: stamper,
    others,
    digest,
    reference,
    type: OID.tstInfo,
    inside: true,
  });
}

export const pemOf = (raw: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${(
    Buffer.from(raw)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END CERTIFICATE-----\n`;

export const keyPemOf = ({ privateKey }: KeyPair): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
