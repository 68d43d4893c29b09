/** The file as a whole, and everything in the gap of the byte range, which no digest covers. */

import { createHash, X509Certificate } from 'node:crypto';
import {
  type Asn1,
  der,
  integer,
  nothing,
  octetString,
  oid,
  readDer,
  sequence,
  setOf,
  utf8String,
} from '@countersign/pdf/cms/der';
import { OID } from '@countersign/pdf/cms/oids';
import { signDigest } from '@countersign/pdf/cms/signed-data';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import { contentsAt, coveredBytes } from '@countersign/pdf/reader/signatures';
import { sampleSeal } from '@countersign/pdf/testing/sample-seal';
import { type Attack, type Given, refund } from './attack.ts';
import { anatomyOf, latin, withBytes, withCms } from './edit.ts';

const plain =
  (change: (bytes: Buffer, given: Given) => Buffer | null) =>
  (given: Given): Buffer | null =>
    change(given.bytes, given);

export const wholeFiles: Attack[] = [
  {
    name: 'trailing data: a line feed',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([bytes, latin('\n')])),
  },
  {
    name: 'trailing data: white space',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([bytes, latin(' \r\n\t')])),
  },
  {
    name: 'trailing data: zeros',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([bytes, Buffer.alloc(64)])),
  },
  {
    name: 'trailing data: a comment',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([bytes, latin('% later\n')])),
  },
  {
    name: 'trailing data: a second end of file',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([bytes, latin('%%EOF\n')])),
  },
  {
    name: 'trailing data: another program reads a ZIP archive',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([bytes, latin('PK\x05\x06'), Buffer.alloc(18)])),
  },
  {
    name: 'trailing data: startxref repeated',
    paper: 'own',
    make: plain((bytes, { at }) =>
      Buffer.concat([bytes, latin(`startxref\n${at.file.xref.startxref}\n%%EOF\n`)]),
    ),
  },
  {
    name: 'leading bytes: a line feed before the header',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([latin('\n'), bytes])),
  },
  {
    name: 'leading bytes: 500 bytes before the header',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([Buffer.alloc(500, 32), bytes])),
  },
  {
    name: 'leading bytes: a second header',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([latin('%PDF-1.4\n'), bytes])),
  },
  { name: 'the version in the header', paper: 'own', make: plain((bytes) => withBytes(bytes, 5, '1.0')) },
  {
    name: 'concatenated: another sealed file behind it',
    paper: 'own',
    make: plain((bytes, { other }) => Buffer.concat([bytes, other])),
  },
  {
    name: 'concatenated: another sealed file before it',
    paper: 'own',
    make: plain((bytes, { other }) => Buffer.concat([other, bytes])),
  },
  {
    name: 'concatenated: the same file twice',
    paper: 'own',
    make: plain((bytes) => Buffer.concat([bytes, bytes])),
  },
  { name: 'truncated: without its last byte', paper: 'own', make: plain((bytes) => bytes.subarray(0, -1)) },
  { name: 'truncated: without its last line', paper: 'own', make: plain((bytes) => bytes.subarray(0, -6)) },
  {
    name: 'truncated: without its trailer',
    paper: 'own',
    make: plain((bytes) => bytes.subarray(0, bytes.lastIndexOf('startxref'))),
  },
  {
    name: 'truncated: half of it',
    paper: 'own',
    make: plain((bytes) => bytes.subarray(0, bytes.length >> 1)),
  },
  {
    name: 'truncated: the file before sealing',
    paper: 'own',
    make: plain((bytes, { at }) => {
      const end = bytes.lastIndexOf('%%EOF', at.range[1]);
      return end < 0 ? null : bytes.subarray(0, end + 6);
    }),
  },
  {
    name: 'all line feeds become carriage returns',
    paper: 'own',
    make: plain((bytes) => latin(bytes.toString('latin1').replaceAll('\n', '\r'))),
  },
  {
    name: 'one character of the first /Type',
    paper: 'own',
    make: plain((bytes) => {
      const at = bytes.indexOf('/Type');
      return at < 0 ? null : withBytes(bytes, at + 1, 'X');
    }),
  },
];

/** The digits between the angle brackets. */
const inDigits =
  (change: (digits: string, used: number) => string) =>
  (given: Given): Buffer => {
    const { bytes, at } = given;
    const value = contentsAt(bytes, at.range)!;
    const digits = bytes.toString('latin1', at.range[1] + 1, at.range[2] - 1);
    const text = change(digits, (value.readUInt16BE(2) + 4) * 2);
    if (text.length !== digits.length) throw new Error('the digits have another length');
    return withBytes(bytes, at.range[1] + 1, text);
  };

const cms = (
  name: string,
  change: (value: Buffer, given: Given) => Buffer | null | Promise<Buffer | null>,
): Attack => ({
  name: `signature value: ${name}`,
  paper: 'own',
  async make(given) {
    let changed: Buffer | null = null;
    let original = Buffer.alloc(0);
    withCms(given.bytes, (value) => {
      original = Buffer.from(value);
      return value;
    });
    changed = await change(original, given);
    const room = contentsAt(given.bytes, given.at.range)!.length;
    if (!changed || changed.equals(original) || changed.length > room) return null;
    return withCms(given.bytes, () => changed!);
  },
});

/** The SignedData with some of its five fields replaced, by position. */
function rebuilt(value: Buffer, change: (fields: Buffer[]) => Buffer[]): Buffer {
  const fields = readDer(value).children[1]!.children[0]!.children.map((field) => Buffer.from(field.raw));
  return sequence(oid(OID.signedData), der(0xa0, sequence(...change(fields))));
}

/** The same with the elements of its signer replaced. */
const withSigner = (value: Buffer, change: (elements: Asn1[]) => Buffer[]): Buffer =>
  rebuilt(value, (fields) => {
    const info = readDer(fields.at(-1)!).children[0]!;
    return [...fields.slice(0, -1), setOf(sequence(...change([...info.children])))];
  });

const raw = (elements: readonly Asn1[]): Buffer[] => elements.map((element) => Buffer.from(element.raw));
const attribute = (type: string, value: Buffer): Buffer => sequence(oid(type), setOf(value));
const unsignedOf = (elements: readonly Asn1[]): Asn1 | undefined => elements.find(({ tag }) => tag === 0xa1);
const tokenOf = (value: Buffer): Buffer | null => {
  const info = readDer(value).children[1]!.children[0]!.children.at(-1)!.children[0]!;
  const [stamp] = unsignedOf(info.children)?.children ?? [];
  return stamp ? stamp.children[1]!.children[0]!.raw : null;
};
const withToken = (value: Buffer, token: Buffer | null): Buffer =>
  withSigner(value, (elements) => [
    ...raw(elements.filter(({ tag }) => tag !== 0xa1)),
    ...(token ? [der(0xa1, attribute(OID.signatureTimestamp, token))] : []),
  ]);
/** The token with its SignedData fields changed. */
const changedToken =
  (change: (fields: Buffer[]) => Buffer[]) =>
  (value: Buffer): Buffer | null => {
    const token = tokenOf(value);
    return token && withToken(value, rebuilt(token, change));
  };

/** The token with other certificates, in the order that a seal keeps. */
const withTokenCertificates = (change: (certificates: Buffer[]) => Buffer[]) =>
  changedToken((fields) =>
    fields.map((field) =>
      field[0] === 0xa0 ? der(0xa0, ...change(raw(readDer(field).children)).sort(Buffer.compare)) : field,
    ),
  );

const isSelfIssued = (certificate: Buffer): boolean => {
  const { issuer, subject } = new X509Certificate(certificate);
  return issuer === subject;
};

/** A signature of Mallory over the same bytes; `certificates` are put into it. */
async function resigned(given: Given, certificates: Uint8Array[]): Promise<Buffer> {
  const { bytes, at, mallory } = given;
  const digest = createHash('sha256');
  for (const piece of coveredBytes(bytes, at.range)) digest.update(piece);
  return signDigest(digest.digest(), { ...mallory, certificates }, null);
}

const ownCertificates = (value: Buffer): Buffer[] =>
  raw(readDer(value).children[1]!.children[0]!.children.find(({ tag }) => tag === 0xa0)!.children);

export const signatureValues: Attack[] = [
  {
    name: 'padding: digits in upper case',
    paper: 'own',
    make: inDigits((digits) => digits.toUpperCase()),
  },
  {
    name: 'padding: digits in mixed case',
    paper: 'own',
    make: inDigits((digits) => digits.replace(/[a-f]/, (digit) => digit.toUpperCase())),
  },
  {
    name: 'padding: white space in it',
    paper: 'own',
    make: inDigits((digits, used) => `${digits.slice(0, used)}${' '.repeat(digits.length - used)}`),
  },
  {
    name: 'padding: white space within the value',
    paper: 'own',
    make: inDigits((digits) => `${digits.slice(0, 20)}\n${digits.slice(20, -2)} `),
  },
  {
    name: 'padding: ones instead of zeros',
    paper: 'own',
    make: inDigits((digits, used) => digits.slice(0, used).padEnd(digits.length, '1')),
  },
  {
    name: 'padding: a message in its last bytes',
    paper: 'own',
    make: inDigits((digits) => `${digits.slice(0, -8)}deadbeef`),
  },
  {
    name: 'padding: all zeros instead of a value',
    paper: refund,
    make: inDigits((digits) => '0'.repeat(digits.length)),
  },
  cms('one bit of the signature', (value) => {
    const changed = Buffer.from(value);
    changed[changed.length - 5]! ^= 1;
    return changed;
  }),
  cms('the other value that ECDSA accepts for the same signature', (value) => {
    const own = signatureOf(value);
    if (own.length > 100) return null;
    const [r, s] = readDer(own).children;
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const twin = (order - BigInt(`0x${s!.content.toString('hex')}`)).toString(16).padStart(64, '0');
    return withSigner(value, (elements) =>
      elements.map((element) =>
        element.tag === 0x04
          ? octetString(sequence(r!.raw, integer(Buffer.from(twin, 'hex'))))
          : Buffer.from(element.raw),
      ),
    );
  }),
  cms('BER with indefinite lengths', (value) =>
    Buffer.concat([Buffer.of(0x30, 0x80), ...readDer(value).children.map(({ raw }) => raw), Buffer.of(0, 0)]),
  ),
  cms('BER with a longer length than needed', (value) => {
    const inner = Buffer.concat(raw(readDer(value).children));
    return Buffer.concat([Buffer.of(0x30, 0x84, 0, 0, inner.length >> 8, inner.length & 255), inner]);
  }),
  cms('a certificate of Mallory added', (value, { mallory }) =>
    rebuilt(value, (fields) =>
      fields.map((field) =>
        field[0] === 0xa0 ? der(0xa0, ...ownCertificates(value), mallory.certificates[0]!) : field,
      ),
    ),
  ),
  cms('the certificates in another order', (value) =>
    rebuilt(value, (fields) =>
      fields.map((field) => (field[0] === 0xa0 ? der(0xa0, ...ownCertificates(value).reverse()) : field)),
    ),
  ),
  cms('a certificate twice', (value) =>
    rebuilt(value, (fields) =>
      fields.map((field) =>
        field[0] === 0xa0 ? der(0xa0, ...ownCertificates(value), ownCertificates(value)[0]!) : field,
      ),
    ),
  ),
  cms('without certificates', (value) =>
    rebuilt(value, (fields) => fields.filter((field) => field[0] !== 0xa0)),
  ),
  cms('a revocation list field', (value) =>
    rebuilt(value, (fields) => [
      ...fields.slice(0, -1),
      der(0xa1, sequence(utf8String('x'))),
      fields.at(-1)!,
    ]),
  ),
  cms('another version', (value) => rebuilt(value, ([, ...fields]) => [integer(3), ...fields])),
  cms('another digest algorithm listed', (value) =>
    rebuilt(value, ([version, , ...fields]) => [
      version!,
      setOf(sequence(oid(OID.sha256)), sequence(oid(OID.sha1))),
      ...fields,
    ]),
  ),
  cms('parameters of the digest algorithm', (value) =>
    rebuilt(value, ([version, , ...fields]) => [
      version!,
      setOf(sequence(oid(OID.sha256), nothing())),
      ...fields,
    ]),
  ),
  cms('a second signer, Mallory', async (value, given) => {
    const theirs = await resigned(given, given.mallory.certificates);
    const info = readDer(theirs).children[1]!.children[0]!.children.at(-1)!.children[0]!.raw;
    return rebuilt(value, (fields) => [
      ...fields.slice(0, -1),
      der(0x31, readDer(fields.at(-1)!).children[0]!.raw, info),
    ]);
  }),
  cms('Mallory signs first, the genuine signer second', async (value, given) => {
    const theirs = await resigned(given, given.mallory.certificates);
    const own = readDer(value).children[1]!.children[0]!.children.at(-1)!.children[0]!.raw;
    return rebuilt(theirs, (fields) => [
      ...fields.slice(0, -1),
      der(0x31, readDer(fields.at(-1)!).children[0]!.raw, own),
    ]);
  }),
  cms('an unsigned attribute of Mallory', (value) =>
    withSigner(value, (elements) => {
      const unsigned = unsignedOf(elements);
      const kept = raw(elements.filter((element) => element !== unsigned));
      const added = attribute('1.2.840.113549.1.9.13', utf8String('checked'));
      return [...kept, der(0xa1, ...raw(unsigned?.children ?? []), added)];
    }),
  ),
  cms('a countersignature attribute', (value) =>
    withSigner(value, (elements) => {
      const unsigned = unsignedOf(elements);
      const kept = raw(elements.filter((element) => element !== unsigned));
      return [
        ...kept,
        der(0xa1, ...raw(unsigned?.children ?? []), attribute('1.2.840.113549.1.9.6', sequence(integer(1)))),
      ];
    }),
  ),
  cms('the value of another document that this installation sealed', (_, { other }) => {
    const at = anatomyOf(other);
    const value = contentsAt(other, at.range)!;
    return Buffer.from(value.subarray(0, value.readUInt16BE(2) + 4));
  }),
  cms('signed by Mallory under a certificate of her own', (_, given) =>
    resigned(given, given.mallory.certificates),
  ),
  cms('signed by Mallory under the genuine certificate', async (value, given) => {
    const { issuer, serial } = signerOf(value);
    const theirs = await resigned(given, given.mallory.certificates);
    return withSigner(
      rebuilt(theirs, (fields) =>
        fields.map((field) => (field[0] === 0xa0 ? der(0xa0, ...ownCertificates(value)) : field)),
      ),
      ([version, , ...rest]) => [version!.raw, sequence(issuer, serial), ...raw(rest)],
    );
  }),
  cms('signed by Mallory, with the genuine certificate next to hers', async (value, given) => {
    const theirs = await resigned(given, given.mallory.certificates);
    return rebuilt(theirs, (fields) =>
      fields.map((field) =>
        field[0] === 0xa0 ? der(0xa0, ...ownCertificates(value), given.mallory.certificates[0]!) : field,
      ),
    );
  }),
  cms('the timestamp removed', (value) => (tokenOf(value) ? withToken(value, null) : null)),
  cms('the timestamp twice', (value) => {
    const token = tokenOf(value);
    return (
      token &&
      withSigner(value, (elements) => [
        ...raw(elements.filter(({ tag }) => tag !== 0xa1)),
        der(0xa1, sequence(oid(OID.signatureTimestamp), setOf(token, token))),
      ])
    );
  }),
  cms('the timestamp swapped for one of 2015', async (value, given) => {
    if (!tokenOf(value)) return null;
    return withToken(
      value,
      Buffer.from(await given.stampOf2015(createHash('sha256').update(signatureOf(value)).digest())),
    );
  }),
  cms(
    'the timestamp swapped for one of this moment by an authority of the same name',
    async (value, given) => {
      if (!tokenOf(value)) return null;
      return withToken(
        value,
        Buffer.from(await given.stampOfMallory(createHash('sha256').update(signatureOf(value)).digest())),
      );
    },
  ),
  ...(['first', 'last'] as const).map((which) =>
    cms(`a bit changed in the ${which} certificate of the timestamp`, (value) =>
      withTokenCertificates((certificates) => {
        const at = which === 'first' ? 0 : certificates.length - 1;
        const altered = Buffer.from(certificates[at]!);
        altered[altered.length - 1]! ^= 1;
        return certificates.with(at, altered);
      })(value),
    ),
  ),
  cms('the root removed from the timestamp', (value) =>
    withTokenCertificates((certificates) => certificates.filter((one) => !isSelfIssued(one)))(value),
  ),
  cms('a timestamp over something else', async (value, given) =>
    tokenOf(value)
      ? withToken(value, Buffer.from(await given.stampOf2015(createHash('sha256').update('x').digest())))
      : null,
  ),
  cms('an unsigned attribute in the timestamp', (value) =>
    changedToken((fields) => {
      const info = readDer(fields.at(-1)!).children[0]!;
      return [
        ...fields.slice(0, -1),
        setOf(sequence(...raw(info.children), der(0xa1, attribute('1.2.3', utf8String('x'))))),
      ];
    })(value),
  ),
  cms('a certificate added to the timestamp', (value, { mallory }) =>
    changedToken((fields) =>
      fields.map((field) =>
        field[0] === 0xa0 ? der(0xa0, readDer(field).content, mallory.certificates[0]!) : field,
      ),
    )(value),
  ),
  cms('another version of the timestamp', (value) =>
    changedToken(([, ...fields]) => [integer(4), ...fields])(value),
  ),
  cms('a revocation list in the timestamp', (value) =>
    changedToken((fields) => [...fields.slice(0, -1), der(0xa1, sequence(utf8String('x'))), fields.at(-1)!])(
      value,
    ),
  ),
];

function signerOf(value: Buffer): { issuer: Buffer; serial: Buffer } {
  const sid = readDer(value).children[1]!.children[0]!.children.at(-1)!.children[0]!.children[1]!;
  return { issuer: sid.children[0]!.raw, serial: sid.children[1]!.raw };
}

/** The signature value itself: the OCTET STRING of the signer. */
function signatureOf(value: Buffer): Buffer {
  const info = readDer(value).children[1]!.children[0]!.children.at(-1)!.children[0]!;
  return info.children.find(({ tag }) => tag === 0x04)!.content;
}

const original = ({ bytes, at }: Given): Buffer => {
  const facts = at.file.dict(at.seal.get('Countersign'))!;
  return bytes.subarray(0, at.file.number(facts.get('OriginalSizeBytes')) ?? 0);
};

/** A signer whose certificate has the subject of the genuine one. */
function namesake(given: Given) {
  const [certificate] = ownCertificates(contentsAt(given.bytes, given.at.range)!).map(
    (raw) => new X509Certificate(raw),
  );
  const commonName = /CN=([^\n]+)/.exec(certificate!.subject)?.[1] ?? 'Test Seal';
  const { keyPem, certificatePem } = makeDevelopmentCertificate({ commonName });
  return signerFromPem(keyPem, certificatePem);
}

const factsOf = ({ at }: Given) => {
  const facts = at.file.dict(at.seal.get('Countersign'))!;
  const string = (key: string) => Buffer.from((facts.get(key) as { bytes: Uint8Array }).bytes);
  return {
    documentId: string('DocumentId').toString('latin1'),
    originalSha256: string('OriginalSha256').toString('hex'),
    chainHead: string('ChainHead').toString('hex'),
    chainSeq: at.file.number(facts.get('ChainSeq'))!,
  };
};

/** Complete seals made with other keys. */
export const otherSeals: Attack[] = [
  {
    name: 'seal of another key: a self-made certificate of the same subject, with the facts of the document',
    paper: 'own',
    make: async (given) =>
      (await sampleSeal(original(given), { signer: namesake(given), facts: factsOf(given) })).bytes,
  },
  {
    name: 'seal of another key: with the facts of a draft',
    paper: 'own',
    make: async (given) =>
      (
        await sampleSeal(original(given), {
          signer: namesake(given),
          facts: { documentId: 'doc_draft', chainSeq: 1 },
        })
      ).bytes,
  },
  {
    name: 'seal of another key: over the whole sealed file, the earlier seal below it',
    paper: 'own',
    make: async (given) =>
      (await sampleSeal(given.bytes, { signer: namesake(given), facts: factsOf(given) })).bytes,
  },
  {
    name: 'octets instead of a signature',
    paper: refund,
    make: (given) => withCms(given.bytes, () => octetString(Buffer.from('signed'))),
  },
];
