/**
 * A complete public key infrastructure on loopback: a root and an intermediate authority, seal certificates, an OCSP responder (RFC
 * 6960), CRLs (RFC 5280) and a timestamp authority (RFC 3161). Everything is generated and really signed. Certificates contain the
 * addresses of this process.
 */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  X509Certificate,
} from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  bitString,
  boolean,
  der,
  integer,
  nothing,
  octetString,
  oid,
  readDer,
  sequence,
  setOf,
  time,
  utf8String,
} from '@countersign/pdf/cms/der';
import { OID } from '@countersign/pdf/cms/oids';
import { extension, issueCertificate } from '@countersign/pdf/development/issue-certificate';
import { answerTimestampQuery } from '@countersign/pdf/development/timestamp-authority';
import { signerFromPem } from '@countersign/pdf/keys/local';
import { readCertificate } from '@countersign/pdf/pki/certificate';
import { readOcspRequest } from '@countersign/pdf/pki/ocsp';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import forge from 'node-forge';

export type KeyKind = 'p256' | 'rsa2048';

export interface Holder {
  key: KeyObject;
  certificate: X509Certificate;
  keyPem: string;
  /** Its certificate and those above it, including the root. */
  chainPem: string;
}

export interface Pki {
  root: Holder;
  intermediate: Holder;
  /** Issuer of the timestamp authority, below the same root. */
  stampIssuer: Holder;
  stamper: Holder;
  /** A further timestamping unit below the same issuer. */
  stampHolder(commonName: string, changes?: Partial<LeafOptions>): Holder;
  /** An authority's name and key in a certificate by another root. */
  crossCertified(authority: Holder): Holder;
  tsaUrl: string;
  /** A seal certificate below the intermediate authority. */
  sealHolder(kind?: KeyKind, changes?: Partial<LeafOptions>): Holder;
  /** The signer of a holder, with its certificate chain. */
  signerOf(holder: Holder): SealSigner;
  /** Revokes a certificate: the responder and the CRLs report it from now on. */
  revoke(holder: Pick<Holder, 'certificate'>): void;
  /** The responder of the intermediate authority whose certificate can be revoked. */
  revocableResponder: Holder;
  /** Sets how the servers misbehave from now on; `{}` is correct behavior. */
  behave(how: Behavior): void;
  /** Requested paths, in order. */
  requests: string[];
  close(): Promise<void>;
}

export interface Behavior {
  /** The OCSP responder answers with 503. */
  ocspDown?: boolean;
  crlDown?: boolean;
  /** OCSP, CRL and issuer URLs redirect to another address, which has the content. */
  moved?: boolean;
  /** Every request gets a new CRL, issued a second after the previous one. */
  crlRenewed?: boolean;
  tsaDown?: boolean;
  /** Signs the timestamps instead of `stamper`. */
  stamper?: Holder;
  /** The OCSP responder signs with a key that the authority did not delegate. */
  ocspImpostor?: boolean;
  /** Responses and CRLs are a month old. */
  outdated?: boolean;
  /** The responder says that it does not know the certificate. */
  ocspUnknown?: boolean;
  /** The responder's certificate is not exempt from revocation checks; a CRL covers it. */
  ocspRevocable?: boolean;
  /** The responder never answers. */
  ocspHangs?: boolean;
  /** The responder sends this many bytes before its response. */
  ocspPadding?: number;
}

export interface LeafOptions {
  commonName: string;
  /** Addresses that the certificate names. */
  names: ReadonlyArray<'ocsp' | 'crl' | 'issuer'>;
  notBefore: Date;
  notAfter: Date;
}

const DAY_MS = 86_400_000;

/** Starts one; the caller closes it. `now` is the time of certificates, responses and timestamps. */
export async function startPki(options: { now?: () => Date } = {}): Promise<Pki> {
  const now = options.now ?? (() => new Date());
  const requests: string[] = [];
  const revoked = new Map<string, Date>();
  let behavior: Behavior = {};
  const server = createServer();
  // A connection that the server closes while a slow machine sends on it would fail the request.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const year = {
    notBefore: new Date(now().getTime() - DAY_MS),
    notAfter: new Date(now().getTime() + 365 * DAY_MS),
  };
  const root = issue({ commonName: 'Test Root', kind: 'rsa2048', role: 'ca', ...year }, null, url);
  const authority = (commonName: string) =>
    issue({ commonName, kind: 'rsa2048', role: 'ca', names: ['ocsp', 'crl', 'issuer'], ...year }, root, url);
  const intermediate = authority('Test Issuing CA');
  const stampIssuer = authority('Test Stamping CA');
  const stampHolder = (commonName: string, changes: Partial<LeafOptions> = {}) =>
    issue(
      { commonName, kind: 'rsa2048', role: 'stamp', names: ['crl', 'issuer'], ...year, ...changes },
      stampIssuer,
      url,
    );
  const stamper = stampHolder('Test TSA');
  const authorities = [root, intermediate, stampIssuer];
  const responders = authorities.map((by) =>
    issue({ commonName: `OCSP of ${nameOf(by)}`, kind: 'p256', role: 'ocsp', ...year }, by, url),
  );
  const revocable = authorities.map((by) =>
    issue(
      { commonName: `Revocable OCSP of ${nameOf(by)}`, kind: 'p256', role: 'ocsp', names: ['crl'], ...year },
      by,
      url,
    ),
  );
  const impostor = issue({ commonName: 'Impostor', kind: 'p256', role: 'seal', ...year }, intermediate, url);

  /** Revocation is published where the issuer is known: by the digest of its name. */
  const authorityAt = (path: string) => authorities.findIndex((one) => path.endsWith(slugOf(one)));

  const thisUpdate = () => new Date(now().getTime() - (behavior.outdated ? 30 * DAY_MS : 60_000));
  const nextUpdate = () => new Date(thisUpdate().getTime() + DAY_MS);
  let renewed = 0;
  const listedAt = () => new Date(thisUpdate().getTime() + (behavior.crlRenewed ? 1000 * ++renewed : 0));

  server.on('request', async (request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const by = authorityAt(path);
    if (path === '/tsa') await answerTimestamp(response, body);
    else if (by < 0) fail(response, 404);
    else if (behavior.moved && !path.startsWith('/moved'))
      response.writeHead(302, { location: `/moved${path}` }).end();
    else if (path.includes('/issuer/')) response.end(authorities[by]!.certificate.raw);
    else if (path.includes('/crl/')) answerCrl(response, by);
    else answerOcsp(response, by, body);
  });

  const fail = (response: ServerResponse, status: number) => response.writeHead(status).end();

  async function answerTimestamp(response: ServerResponse, body: Buffer): Promise<void> {
    if (behavior.tsaDown) return void fail(response, 503);
    const answer = await answerTimestampQuery(body, pki.signerOf(behavior.stamper ?? stamper), now());
    response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' }).end(answer);
  }

  function answerCrl(response: ServerResponse, by: number): void {
    if (behavior.crlDown) return void fail(response, 503);
    response.end(revocationList(authorities[by]!, revoked, listedAt(), nextUpdate()));
  }

  function answerOcsp(response: ServerResponse, by: number, body: Buffer): void {
    if (behavior.ocspHangs) return;
    if (behavior.ocspDown) return void fail(response, 503);
    const named = behavior.ocspRevocable ? revocable : responders;
    const answer = ocspResponse(body, behavior.ocspImpostor ? impostor : named[by]!, {
      revoked,
      unknown: behavior.ocspUnknown ?? false,
      thisUpdate: thisUpdate(),
      nextUpdate: nextUpdate(),
    });
    if (behavior.ocspPadding) response.write(Buffer.alloc(behavior.ocspPadding));
    response.end(answer);
  }

  const pki: Pki = {
    root,
    intermediate,
    stampIssuer,
    stamper,
    stampHolder,
    crossCertified: (authority) => {
      const other = issue({ commonName: 'Other Root', kind: 'p256', role: 'ca', ...year }, null, url);
      const { key } = authority;
      return issue({ commonName: nameOf(authority), kind: 'rsa2048', role: 'ca', key, ...year }, other, url);
    },
    tsaUrl: `${url}/tsa`,
    requests,
    revocableResponder: revocable[1]!,
    sealHolder: (kind = 'p256', changes = {}) =>
      issue(
        {
          commonName: 'Test Seal',
          kind,
          role: 'seal',
          names: ['ocsp', 'crl', 'issuer'],
          ...year,
          ...changes,
        },
        intermediate,
        url,
      ),
    signerOf: ({ keyPem, chainPem }) => signerFromPem(keyPem, chainPem),
    revoke: ({ certificate }) => {
      revoked.set(certificate.serialNumber.toLowerCase(), new Date(now().getTime() - 3_600_000));
    },
    behave: (how) => {
      behavior = how;
    },
    close: () => closeServer(server),
  };
  return pki;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

const nameOf = ({ certificate }: Holder) => /CN=(.*)/.exec(certificate.subject)![1]!;
const slugOf = (holder: Holder) => nameOf(holder).toLowerCase().replaceAll(' ', '-');

interface Issuance extends LeafOptions {
  kind: KeyKind;
  role: 'ca' | 'seal' | 'stamp' | 'ocsp';
  /** Key of the subject, instead of a new one. */
  key?: KeyObject;
}

/** A certificate; self-signed without an issuer. */
function issue(
  subject: Omit<Issuance, 'names'> & { names?: LeafOptions['names'] },
  issuer: Holder | null,
  url: string,
): Holder {
  const { commonName, kind, role, names = [], notBefore, notAfter } = subject;
  const { privateKey } = subject.key
    ? { privateKey: subject.key }
    : kind === 'p256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const keyId = keyIdOf(publicKey);
  const signingKey = issuer?.key ?? privateKey;
  const name = sequence(
    setOf(sequence(oid('2.5.4.10'), utf8String('Countersign Tests'))),
    setOf(sequence(oid('2.5.4.3'), utf8String(commonName))),
  );
  const uri = (text: string) => der(0x86, Buffer.from(text));
  const usages = {
    ca: [],
    seal: [oid(OID.documentSigning), oid(OID.emailProtection)],
    stamp: [oid(OID.timeStamping)],
    ocsp: [oid(OID.ocspSigning)],
  }[role];
  const at = issuer ? slugOf(issuer) : '';
  const access = [
    ...(names.includes('ocsp') ? [sequence(oid(OID.ocsp), uri(`${url}/ocsp/${at}`))] : []),
    ...(names.includes('issuer') ? [sequence(oid(OID.caIssuers), uri(`${url}/issuer/${at}`))] : []),
  ];
  const extensions = [
    extension('2.5.29.19', role === 'ca' ? sequence(boolean(true)) : sequence(), true),
    extension(
      '2.5.29.15',
      role === 'ca' ? bitString(Buffer.of(0x06), 1) : bitString(Buffer.of(0xc0), 6),
      true,
    ),
    extension('2.5.29.14', octetString(keyId)),
    extension('2.5.29.35', sequence(der(0x80, issuer ? keyIdOf(spkiOf(issuer)) : keyId))),
    ...(usages.length > 0 ? [extension('2.5.29.37', sequence(...usages), role === 'stamp')] : []),
    ...(access.length > 0 ? [extension('1.3.6.1.5.5.7.1.1', sequence(...access))] : []),
    ...(names.includes('crl')
      ? [extension('2.5.29.31', sequence(sequence(der(0xa0, der(0xa0, uri(`${url}/crl/${at}`))))))]
      : []),
    ...(role === 'ocsp' && names.length === 0 ? [extension(OID.ocspNoCheck, nothing())] : []),
  ];
  const certificate = new X509Certificate(
    issueCertificate(
      {
        issuer: issuer ? readCertificate(issuer.certificate.raw).subject : name,
        subject: name,
        publicKey,
        notBefore,
        notAfter,
        extensions,
      },
      { algorithm: algorithmOf(signingKey), sign: (body) => sign('sha256', body, signingKey) },
    ),
  );
  return {
    key: privateKey,
    certificate,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    chainPem: `${certificate.toString()}${issuer?.chainPem ?? ''}`,
  };
}

const spkiOf = ({ certificate }: Holder) => certificate.publicKey.export({ type: 'spki', format: 'der' });
const keyIdOf = (spki: Buffer) =>
  createHash('sha1').update(readDer(spki).children[1]!.content.subarray(1)).digest();

const algorithmOf = (key: KeyObject) =>
  key.asymmetricKeyType === 'rsa'
    ? sequence(oid(OID.sha256WithRsa), nothing())
    : sequence(oid(OID.ecdsaWithSha256));

/** SEQUENCE of the signed content, the algorithm and the signature, as in certificates, CRLs and OCSP responses. */
const signed = (body: Buffer, key: KeyObject, ...more: Buffer[]) =>
  sequence(body, algorithmOf(key), bitString(sign('sha256', body, key)), ...more);

const generalizedTime = (at: Date) => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')));

/** A CRL of this authority; `revoked` by serial number in hexadecimal, `extensions` as whole Extension elements. */
export function revocationList(
  by: Holder,
  revoked: ReadonlyMap<string, Date>,
  from: Date,
  to: Date,
  extensions: readonly Buffer[] = [],
): Buffer {
  const entries = [...revoked].map(([serial, at]) => sequence(integer(Buffer.from(serial, 'hex')), time(at)));
  const body = sequence(
    integer(1),
    algorithmOf(by.key),
    readCertificate(by.certificate.raw).subject,
    time(from),
    time(to),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    der(0xa0, sequence(sequence(oid('2.5.29.20'), octetString(integer(1))), ...extensions)),
  );
  return signed(body, by.key);
}

/** An OCSPResponse that this responder signs, to a request. */
export function ocspResponse(
  request: Buffer,
  responder: Holder,
  about: { revoked: Map<string, Date>; unknown: boolean; thisUpdate: Date; nextUpdate: Date },
): Buffer {
  const { certId, serial } = readOcspRequest(request);
  const since = about.revoked.get(serial.toString('hex').replace(/^(00)+/, ''));
  const status = about.unknown ? der(0x82) : since ? der(0xa1, generalizedTime(since)) : der(0x80);
  const data = sequence(
    der(0xa1, readCertificate(responder.certificate.raw).subject),
    generalizedTime(about.thisUpdate),
    sequence(
      sequence(
        certId,
        status,
        generalizedTime(about.thisUpdate),
        der(0xa0, generalizedTime(about.nextUpdate)),
      ),
    ),
  );
  const basic = signed(data, responder.key, der(0xa0, sequence(responder.certificate.raw)));
  return sequence(der(0x0a, Buffer.of(0)), der(0xa0, sequence(oid(OID.ocspBasic), octetString(basic))));
}

/** A PKCS#12 file of an RSA holder, encrypted with AES-256 (RFC 7292, RFC 8018) as today's tools do. */
export function pkcs12Of(holder: Holder, passphrase: string): Buffer {
  const certificates = holder.chainPem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g)!;
  const store = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(holder.keyPem),
    certificates.map((pem) => forge.pki.certificateFromPem(pem)),
    passphrase,
    { algorithm: 'aes256' },
  );
  return Buffer.from(forge.asn1.toDer(store).getBytes(), 'latin1');
}
