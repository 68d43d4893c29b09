import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anatomyOf, changed as dictWith, revise, streamText } from '../../../test/attacks/edit.ts';
import { runs } from '../../../test/support/properties.ts';
import { signedPdf } from '../../../test/support/signed-pdf.ts';
import { integer, octetString, oid, readDer, sequence } from './cms/der.ts';
import { OID } from './cms/oids.ts';
import { certificatesDigest } from './cms/signed-data.ts';
import { makeDevelopmentCertificate } from './development/certificate.ts';
import { answerTimestampQuery } from './development/timestamp-authority.ts';
import { signerFromPem } from './keys/local.ts';
import { sealPlainPdf } from './plain-seal.ts';
import { PdfError } from './ports/errors.ts';
import type { StatedSignature } from './ports/recipient-signature.ts';
import type { TrustAnchors } from './ports/verify-report.ts';
import { openPdf } from './reader/open.ts';
import { signaturesOf } from './reader/signatures.ts';
import {
  authorityExtensions,
  type KeyPair,
  makeCertificate,
  makeSignedData,
  makeToken,
  p256,
  rsa,
  stamperExtensions,
} from './testing/make-certificate.ts';
import { samplePdf } from './testing/sample-files.ts';
import { SAMPLE_FACTS, sampleSeal, sampleSigner } from './testing/sample-seal.ts';
import { timestamperOf } from './timestamps/timestamper-of.ts';
import { fitsSealingTime, verifyPdf } from './verify.ts';

const sealedAt = new Date('2026-11-20T10:00:00Z');
const STAMPED = new Date('2026-11-20T10:00:05Z');
/** Earlier than all times in these tests. */
const now = new Date('2026-11-20T00:00:00Z');
const clock = makeDevelopmentCertificate({ commonName: 'Clock', purpose: 'timestamping', now });
const authority = signerFromPem(clock.keyPem, clock.certificatePem);
const timestamper = timestamperOf(async (sha256) => {
  const query = sequence(integer(1), sequence(sequence(oid(OID.sha256)), octetString(sha256)));
  return readDer(await answerTimestampQuery(query, authority, STAMPED)).children[1]!.raw;
});

const original = samplePdf({ pages: 2 });
const originalSha256 = createHash('sha256').update(original).digest('hex');
let sealed: Buffer;
beforeAll(async () => {
  const facts = { originalSha256, originalSizeBytes: original.length };
  sealed = (await sampleSeal(original, { timestamper, facts, sealedAt })).bytes;
});

const isIntact = async (bytes: Uint8Array): Promise<boolean> => {
  try {
    return (await verifyPdf(bytes)).intact;
  } catch (error) {
    expect(error).toBeInstanceOf(PdfError);
    return false;
  }
};

describe('verifying a seal', () => {
  test('reports who sealed what, when, and to which level', async () => {
    const report = await verifyPdf(sealed);
    expect(report.intact).toBe(true);
    expect(report.signatures).toEqual([
      {
        valid: true,
        coversWholeFile: true,
        coversUpTo: sealed.length,
        onlyValidationDataAfter: false,
        laterChanges: 'none',
        subFilter: 'ETSI.CAdES.detached',
        signerSubject: 'CN=Sample seal, O=Sample',
        signerFingerprintSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        signerTrust: 'unknown',
        signerTrustProblem: 'Sample seal is self-signed and not trusted',
        signedAt: sealedAt,
        timestampedAt: STAMPED,
        timestampTrust: 'unknown',
        profile: 'PAdES-B-T',
        problems: [],
      },
    ]);
    expect(report.countersign).toEqual({
      signature: 0,
      documentId: 'doc_01k9sample',
      originalSha256,
      chainSeq: 7,
      chainHead: 'b2'.repeat(32),
      valuesSha256: 'c3'.repeat(32),
      filesSha256: [],
      recipientSignatures: [],
      containsOriginal: true,
      originalRepaired: false,
      mode: 'live',
    });
    expect(report.earlierLengths).toEqual([]);
  });

  test('a signer is trusted only if the caller passes its fingerprint or certificate', async () => {
    const trustOf = async (bytes: Uint8Array, trust?: Partial<TrustAnchors>) =>
      (await verifyPdf(bytes, { sealCertificates: new Set(), roots: [], ...trust })).signatures[0]!
        .signerTrust;
    const [signature] = (await verifyPdf(sealed)).signatures;
    const fingerprint = signature!.signerFingerprintSha256!;
    expect(await trustOf(sealed)).toBe('unknown');
    expect(await trustOf(sealed, { sealCertificates: new Set([fingerprint]) })).toBe('installation');
    expect(await trustOf(sealed, { sealCertificates: new Set(['ab'.repeat(32)]) })).toBe('unknown');
    const made = makeDevelopmentCertificate({ commonName: 'Known office', now });
    const signer = signerFromPem(made.keyPem, made.certificatePem);
    const known = await sampleSeal(original, { signer });
    expect(await trustOf(known.bytes, { roots: signer.certificates })).toBe('trusted_root');
    expect(await trustOf(sealed, { roots: signer.certificates })).toBe('unknown');
    const altered = Buffer.from(sealed);
    altered[altered.length - 300]! ^= 1;
    expect(await trustOf(altered, { sealCertificates: new Set([fingerprint]) })).toBe('unknown');
    expect((await verifyPdf(altered)).signatures[0]).toMatchObject({
      valid: false,
      signerTrustProblem: null,
    });
  });

  test('without a timestamp the level is B-B', async () => {
    const { bytes } = await sampleSeal(original);
    expect((await verifyPdf(bytes)).signatures[0]?.profile).toBe('PAdES-B-B');
  });

  test('a file that does not contain the original is reported as such', async () => {
    const { bytes } = await sampleSeal(original, { facts: { originalSizeBytes: 10 } });
    expect((await verifyPdf(bytes)).countersign?.containsOriginal).toBe(false);
  });

  test('the facts of a test document with several files are reported, at most 100 files', async () => {
    const filesSha256 = Array.from({ length: 101 }, (_, at) => at.toString(16).padStart(64, '0'));
    const { bytes } = await sampleSeal(original, { facts: { mode: 'test', filesSha256 } });
    expect((await verifyPdf(bytes)).countersign).toMatchObject({
      mode: 'test',
      filesSha256: filesSha256.slice(0, 100),
    });
  });

  test.each([
    'DocumentId',
    'OriginalSha256',
    'ChainSeq',
    'ChainHead',
    'Profile',
    'ValuesSha256',
    'CertificatesSha256',
  ])('a seal record without %s is not reported', async (key) => {
    const changed = Buffer.from(sealed);
    changed.write('X', sealed.lastIndexOf(`/${key}`) + 1, 'latin1');
    expect((await verifyPdf(changed)).countersign).toBeNull();
  });

  test('a seal record with an unknown mode has none, and one with a name instead of a string is not reported', async () => {
    const changedAt = async (before: string, after: string) => {
      const changed = Buffer.from(sealed);
      changed.write(after, sealed.lastIndexOf(before), 'latin1');
      return (await verifyPdf(changed)).countersign;
    };
    expect(await changedAt('/live', '/liva')).toMatchObject({ documentId: 'doc_01k9sample', mode: null });
    expect(await changedAt('(doc_01k9sample)', '/doc_01k9sample ')).toBeNull();
  });

  test('strings of a seal record have at most 4096 bytes: a file can refer to one of many megabytes in many places', async () => {
    const recorded = async (facts: NonNullable<Parameters<typeof sampleSeal>[1]>['facts']) =>
      (await verifyPdf((await sampleSeal(original, { facts })).bytes)).countersign;
    expect(await recorded({ documentId: 'd'.repeat(4096) })).toMatchObject({ documentId: 'd'.repeat(4096) });
    expect(await recorded({ documentId: 'd'.repeat(4097) })).toBeNull();
    expect(await recorded({ chainHead: 'ab'.repeat(4097) })).toBeNull();
    const filesSha256 = ['ab'.repeat(32), 'ab'.repeat(4097)];
    expect(await recorded({ filesSha256 })).toMatchObject({ filesSha256: filesSha256.slice(0, 1) });
  });

  test('the place in the audit trail is a whole number', async () => {
    const { bytes } = await sampleSeal(original, { facts: { chainSeq: 7.5 } });
    expect((await verifyPdf(bytes)).countersign).toBeNull();
  });

  test('without the size of the original, the file does not contain it', async () => {
    const changed = Buffer.from(sealed);
    changed.write('X', sealed.lastIndexOf('/OriginalSizeBytes') + 1, 'latin1');
    expect((await verifyPdf(changed)).countersign).toMatchObject({ containsOriginal: false });
  });

  test('a file without signatures is not intact and has no seal record', async () => {
    expect(await verifyPdf(original)).toEqual({
      signatures: [],
      intact: false,
      decidingSignature: null,
      earlierLengths: [],
      countersign: null,
    });
  });
});

describe('a file with several signatures', () => {
  const idOf = (signer: ReturnType<typeof sampleSigner>) =>
    createHash('sha256').update(signer.certificates[0]!).digest('hex');

  test('of two seals, the first valid one by the better known signer counts', async () => {
    const [ours, theirs] = [sampleSigner(), sampleSigner()];
    const twice = async (first: ReturnType<typeof sampleSigner>) => {
      const { bytes } = await sampleSeal(original, { signer: first, facts: { documentId: 'doc_first' } });
      return (await sampleSeal(bytes, { signer: theirs, facts: { documentId: 'doc_second' } })).bytes;
    };
    const valid = await twice(ours);
    const counts = async (
      bytes: Uint8Array,
      trust: { installation?: (typeof ours)[]; roots?: (typeof ours)[] },
    ) => {
      const { installation = [], roots = [] } = trust;
      const report = await verifyPdf(bytes, {
        sealCertificates: new Set(installation.map(idOf)),
        roots: roots.flatMap(({ certificates }) => certificates),
      });
      return report.countersign?.documentId;
    };
    expect(await counts(valid, {})).toBe('doc_first');
    expect(await counts(valid, { installation: [ours, theirs] })).toBe('doc_first');
    expect(await counts(valid, { installation: [theirs] })).toBe('doc_second');
    expect(await counts(valid, { roots: [theirs] })).toBe('doc_second');
    expect(await counts(valid, { installation: [theirs], roots: [ours] })).toBe('doc_second');
    expect(await counts(valid, { installation: [ours], roots: [theirs] })).toBe('doc_first');
    const forged = await twice({ ...ours, sign: theirs.sign });
    expect(await counts(forged, {})).toBe('doc_second');
  });

  test('may have been signed before it was sealed: the seal decides', async () => {
    const signer = makeCertificate({ subject: 'Ada' });
    const before = signedPdf({ sign: (content) => makeSignedData(content, { signer }) });
    const { bytes } = await sampleSeal(before);
    expect(await verifyPdf(bytes)).toMatchObject({
      intact: true,
      decidingSignature: 1,
      signatures: [
        { valid: true, coversUpTo: before.length, laterChanges: 'other', problems: [] },
        { valid: true, coversWholeFile: true, laterChanges: 'none', problems: [] },
      ],
      countersign: { signature: 1 },
    });
    const invalid = signedPdf({ sign: () => makeSignedData(Buffer.from('else'), { signer }) });
    const overInvalid = (await sampleSeal(invalid)).bytes;
    expect(await verifyPdf(overInvalid)).toMatchObject({ intact: true, signatures: [{ valid: false }, {}] });
  });

  test('of others is intact only if each is valid', async () => {
    const signer = makeCertificate({ subject: 'Ada' });
    for (const content of [null, Buffer.from('else')]) {
      const before = signedPdf({ sign: (covered) => makeSignedData(content ?? covered, { signer }) });
      const { sealed: signedTwice } = await sealPlainPdf(before, { signer: sampleSigner() });
      expect(await verifyPdf(signedTwice)).toMatchObject({
        intact: content === null,
        decidingSignature: 1,
        countersign: null,
        signatures: [
          { valid: content === null, laterChanges: 'form_filling' },
          { valid: true, laterChanges: 'none' },
        ],
      });
    }
  });
});

test('signatures of others are not intact if something else was changed between them', async () => {
  const ada = makeCertificate({ subject: 'Ada' });
  const before = signedPdf({ sign: (content) => makeSignedData(content, { signer: ada }) });
  const changed = revise(before, {
    3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] /Annots [4 0 R]>>',
  });
  const { sealed: signedTwice } = await sealPlainPdf(changed, { signer: sampleSigner() });
  expect(await verifyPdf(signedTwice)).toMatchObject({
    intact: false,
    decidingSignature: 1,
    signatures: [
      {
        valid: true,
        laterChanges: 'other',
        problems: ['after this signature, /MediaBox of a page was changed'],
      },
      { valid: true, laterChanges: 'none', problems: [] },
    ],
  });
});

test('a seal is not hidden by a field with its byte range, not even below a later seal', async () => {
  const [first] = signaturesOf(openPdf(sealed));
  const forged = revise(sealed, {
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [100 0 R]>>>>',
    100: `<</FT /Sig /T (Copy) /V <</Type /Sig /ByteRange [${first!.range!.join(' ')}] /Contents <00>>>>>`,
  });
  const { bytes } = await sampleSeal(forged, { facts: { documentId: 'doc_forged' } });
  expect(await verifyPdf(bytes)).toMatchObject({
    intact: false,
    signatures: [
      { valid: false, problems: ['the signature repeats the byte range of another one'] },
      { valid: true },
      { valid: true },
    ],
    countersign: { documentId: 'doc_01k9sample' },
  });
});

describe('a signature of a recipient that a seal states', () => {
  const ada = makeCertificate({ subject: 'Ada' });
  const clock = makeCertificate({ subject: 'Clock', extensions: stamperExtensions() });
  const idOf = (raw: Uint8Array) => createHash('sha256').update(raw).digest('hex');
  const signer = sampleSigner();
  const own = idOf(signer.certificates[0]!);
  const trust = { sealCertificates: new Set([own]), roots: [] };
  const signed = signedPdf({ sign: (content) => makeSignedData(content, { signer: ada }) });
  const sealedWith = async (before: Buffer, stated: Partial<Record<keyof StatedSignature, unknown>> = {}) => {
    const usual = { coversUpTo: before.length, certificateSha256: idOf(ada.raw), level: 'qualified' };
    const one = { ...usual, provider: 'Example Trust', ...stated } as StatedSignature;
    return (await sampleSeal(before, { signer, facts: { recipientSignatures: [one] } })).bytes;
  };

  test('is reported with its level and who stated it', async () => {
    expect(await verifyPdf(await sealedWith(signed), trust)).toMatchObject({
      intact: true,
      signatures: [{ valid: true }, { valid: true, signerTrust: 'installation' }],
      countersign: { recipientSignatures: [{ signature: 0, level: 'qualified', provider: 'Example Trust' }] },
    });
  });

  test('has the lower level if its level is unknown, and no provider if the name is too long to be read', async () => {
    const bytes = await sealedWith(signed, { level: 'other', provider: 'p'.repeat(4097) });
    const { countersign } = await verifyPdf(bytes);
    expect(countersign!.recipientSignatures).toEqual([{ signature: 0, level: 'advanced', provider: '' }]);
  });

  test('is not looked for if the seal itself has been changed', async () => {
    const bytes = await sealedWith(signed, { certificateSha256: '' });
    bytes.write('X', bytes.lastIndexOf('doc_01k9sample'), 'latin1');
    expect((await verifyPdf(bytes, trust)).signatures.at(-1)).toMatchObject({
      valid: false,
      problems: ['the digest does not match: the signed bytes have been changed'],
    });
  });

  test.each<[string, () => Promise<Buffer>]>([
    [
      'is not valid',
      () => sealedWith(signedPdf({ sign: () => makeSignedData(Buffer.from('else'), { signer: ada }) })),
    ],
    [
      'is only a timestamp',
      () =>
        sealedWith(
          signedPdf({
            subFilter: 'ETSI.RFC3161',
            sign: (content) => makeToken(content, { stamper: clock }),
          }),
          { certificateSha256: idOf(clock.raw) },
        ),
    ],
    [
      'is the seal itself',
      async () => {
        const { length } = await sealedWith(original, { coversUpTo: 1000, certificateSha256: own });
        const bytes = await sealedWith(original, { coversUpTo: length, certificateSha256: own });
        expect(bytes).toHaveLength(length);
        return bytes;
      },
    ],
    ['has no certificate in the record', () => sealedWith(signed, { certificateSha256: '' })],
    ['is by another certificate', () => sealedWith(signed, { certificateSha256: 'ab'.repeat(32) })],
    ['covers other bytes', () => sealedWith(signed, { coversUpTo: signed.length - 1 })],
  ])('makes the seal not valid if it %s', async (_, make) => {
    const { intact, signatures, countersign } = await verifyPdf(await make(), trust);
    expect(intact).toBe(false);
    expect(signatures.at(-1)).toMatchObject({
      valid: false,
      profile: null,
      signerTrust: 'unknown',
      problems: ["the seal states a recipient's signature that is missing or not valid"],
    });
    expect(countersign!.recipientSignatures).toMatchObject([{ signature: null }]);
  });
});

describe('validation data in a file of other software', () => {
  const root = makeCertificate({ subject: 'Root', extensions: authorityExtensions() });
  const office = makeCertificate({ subject: 'Office', issuer: root, extensions: authorityExtensions() });
  const ada = makeCertificate({ subject: 'Ada', issuer: office });
  const clock = makeCertificate({ subject: 'Clock', extensions: stamperExtensions() });
  const trust = { sealCertificates: new Set<string>(), roots: [root.raw] };
  const withCertificate = (stream: string, isStamped = true) => {
    const token = isStamped ? (value: Buffer) => makeToken(value, { stamper: clock }) : undefined;
    const signed = signedPdf({ sign: (content) => makeSignedData(content, { signer: ada, token }) });
    return revise(signed, {
      1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</SigFlags 3 /Fields [4 0 R]>> /DSS 20 0 R>>',
      20: '<</Certs [21 0 R]>>',
      21: stream,
    });
  };

  test('leads from the signer to a trusted root', async () => {
    expect(await verifyPdf(withCertificate(streamText(office.raw.toString('latin1'))), trust)).toMatchObject({
      intact: true,
      signatures: [{ valid: true, signerTrust: 'trusted_root', laterChanges: 'validation_data' }],
    });
  });

  test('does not raise the level of a signature without a timestamp', async () => {
    const file = withCertificate(streamText(office.raw.toString('latin1')), false);
    expect((await verifyPdf(file, trust)).signatures).toMatchObject([
      { valid: true, profile: 'PAdES-B-B', timestampedAt: null, timestampTrust: null, problems: [] },
    ]);
  });

  test.each([
    ['is not a certificate', streamText('0\0')],
    ['cannot be decoded', streamText('0\0', '/Filter /FlateDecode')],
  ])('proves nothing if it %s', async (_, stream) => {
    expect((await verifyPdf(withCertificate(stream), trust)).signatures).toMatchObject([
      { valid: true, profile: 'PAdES-B-T', signerTrust: 'unknown' },
    ]);
  });
});

describe('a document timestamp alone', () => {
  const stamper = makeCertificate({ subject: 'Clock', extensions: stamperExtensions() });
  const time = new Date(Math.floor(Date.now() / 1000) * 1000);
  const report = (stamped?: Buffer) =>
    verifyPdf(
      signedPdf({
        subFilter: 'ETSI.RFC3161',
        sign: (content) => makeToken(stamped ?? content, { stamper, time }),
      }),
    );

  test('is valid and states its own time, but anyone can get one: the file is not intact', async () => {
    expect(await report()).toMatchObject({
      intact: false,
      decidingSignature: 0,
      signatures: [
        {
          valid: true,
          coversWholeFile: true,
          laterChanges: 'none',
          signerSubject: 'CN=Clock',
          signedAt: null,
          timestampedAt: time,
          timestampTrust: 'unknown',
          profile: null,
          problems: [],
        },
      ],
    });
  });

  test('over other bytes is not valid and states no time', async () => {
    expect((await report(Buffer.from('else'))).signatures).toMatchObject([
      {
        valid: false,
        signedAt: null,
        timestampedAt: null,
        timestampTrust: null,
        problems: ['the digest does not match: the signed bytes have been changed'],
      },
    ]);
  });
});

describe('the authority of a timestamp', () => {
  const root = makeCertificate({ subject: 'Root', extensions: authorityExtensions() });
  const stamper = makeCertificate({ subject: 'Clock', issuer: root, extensions: stamperExtensions() });
  const trust = { sealCertificates: new Set<string>(), roots: [root.raw] };

  test('is trusted in a document timestamp by a trusted root', async () => {
    const sign = (content: Buffer) => makeToken(content, { stamper });
    expect(await verifyPdf(signedPdf({ subFilter: 'ETSI.RFC3161', sign }), trust)).toMatchObject({
      intact: false,
      signatures: [{ valid: true, timestampTrust: 'trusted_root', signerTrust: 'trusted_root' }],
    });
  });

  test('is not trusted if the signature is not valid, here because the certificate of the signer began later', async () => {
    const token = (value: Buffer) => makeToken(value, { stamper });
    const reportOf = async (signer: ReturnType<typeof makeCertificate>) =>
      (await verifyPdf(signedPdf({ sign: (content) => makeSignedData(content, { signer, token }) }), trust))
        .signatures[0];
    const trusted = { valid: true, profile: 'PAdES-B-T', timestampTrust: 'trusted_root' };
    expect(await reportOf(makeCertificate({ subject: 'Ada' }))).toMatchObject(trusted);
    const notBefore = new Date(Date.now() + 3_600_000);
    expect(await reportOf(makeCertificate({ subject: 'Ada', notBefore }))).toMatchObject({
      valid: false,
      profile: null,
      timestampTrust: 'unknown',
      signerTrust: 'unknown',
      signerTrustProblem: null,
      problems: ["the timestamp is outside the validity of the signer's certificate"],
    });
  });
});

test.each([
  ["(D:20261120100203+02'30')", '2026-11-20T07:32:03.000Z'],
  ["(D:20261120100203-01'15)", '2026-11-20T11:17:03.000Z'],
  ['(D:20261120100203+02)', '2026-11-20T08:02:03.000Z'],
  ['(D:20261120100203Z)', '2026-11-20T10:02:03.000Z'],
  ['(D:20261120100203)', '2026-11-20T10:02:03.000Z'],
  ['(D:202611)', '2026-11-01T00:00:00.000Z'],
  ['(D:2026)', '2026-01-01T00:00:00.000Z'],
  ['(D:20260230)', null],
  ['(D:20261320)', null],
  ['(D:0026)', null],
  ['(on D:20261120)', null],
  ['(20261120)', null],
  ['/D:20261120', null],
])('the time that a signature claims is read if it is a date: %s', async (time, expected) => {
  const signer = makeCertificate({ subject: 'Ada' });
  const sign = (content: Buffer) => makeSignedData(content, { signer });
  const [signature] = (await verifyPdf(signedPdf({ sign, signedAt: null, entries: `/M ${time}` })))
    .signatures;
  expect([signature!.valid, signature!.signedAt?.toISOString() ?? null]).toEqual([true, expected]);
});

test('a signature with a timestamp that cannot be read is not valid', async () => {
  const signer = makeCertificate({ subject: 'Ada' });
  const token = () => sequence(integer(1));
  const bytes = signedPdf({ sign: (content) => makeSignedData(content, { signer, token }) });
  expect((await verifyPdf(bytes)).signatures).toMatchObject([
    {
      valid: false,
      profile: null,
      timestampedAt: null,
      problems: [expect.stringMatching(/^the timestamp cannot be read: /)],
    },
  ]);
});

describe('what a seal states about its timestamp and its level', () => {
  const ids = async () => (await timestamper.chains()).map(certificatesDigest);

  test.each<[string, Parameters<typeof sampleSeal>[1], string]>([
    [
      'no timestamp',
      { timestamper, facts: { profile: 'PAdES-B-B' } },
      'the seal states that it has no timestamp, but one was put into it',
    ],
    [
      'a timestamp that is missing',
      { facts: { profile: 'PAdES-B-T' } },
      'the seal states PAdES-B-T, but its timestamp is missing',
    ],
    [
      'validation data and a timestamp that are missing',
      { facts: { profile: 'PAdES-B-LT' } },
      'the seal states PAdES-B-LT, but its timestamp is missing',
    ],
    [
      'validation data that is missing',
      { timestamper, facts: { profile: 'PAdES-B-LT' } },
      'the seal states PAdES-B-LT, but its validation data is missing or altered',
    ],
    [
      'a later time than its timestamp',
      { timestamper, sealedAt: new Date(STAMPED.getTime() + 601_000) },
      'the timestamp does not fit the time that the seal states',
    ],
    [
      'another timestamp authority',
      { timestamper, facts: { timestampCertificatesSha256: ['ab'.repeat(32)] } },
      'the certificates in the timestamp are not those that the seal states',
    ],
  ])('must be true: %s', async (_, options, problem) => {
    const { bytes } = await sampleSeal(original, options);
    expect(await verifyPdf(bytes)).toMatchObject({
      intact: false,
      signatures: [{ valid: false, problems: [problem] }],
    });
  });

  test('an encrypted file does not have the validation data of a seal, whatever the seal states', async () => {
    const encrypted = readFileSync(new URL('../fixtures/owner-r6.pdf', import.meta.url));
    const { bytes } = await sampleSeal(encrypted, { timestamper, facts: { profile: 'PAdES-B-LT' } });
    const { root, catalog } = anatomyOf(bytes);
    const extended = revise(bytes, { [root]: dictWith(catalog, { DSS: '<</Certs []>>' }) });
    expect((await verifyPdf(extended)).signatures[0]).toMatchObject({
      valid: false,
      problems: expect.arrayContaining([
        'the seal states PAdES-B-LT, but its validation data is missing or altered',
      ]),
    });
  });

  test('the certificates of the authority are looked for among the first 16 sets', async () => {
    const isValid = async (others: number) => {
      const sets = [...Array<string>(others).fill('ab'.repeat(32)), ...(await ids())];
      const facts = { timestampCertificatesSha256: sets };
      return (await verifyPdf((await sampleSeal(original, { timestamper, facts })).bytes)).intact;
    };
    expect([await isValid(15), await isValid(16)]).toEqual([true, false]);
  });

  test('ten minutes are the greatest difference between timestamp and sealing', () => {
    const fits = (difference: number) => fitsSealingTime(new Date(STAMPED.getTime() + difference), STAMPED);
    expect([-600_001, -600_000, 0, 600_000, 600_001].map(fits)).toEqual([false, true, true, true, false]);
  });
});

describe('a signature by other software that states the facts of a seal', () => {
  const hex = (digits: string) => `<${digits}>`;
  const facts = [
    `/DocumentId (${SAMPLE_FACTS.documentId})`,
    `/OriginalSha256 ${hex('a1'.repeat(32))} /OriginalSizeBytes 9 /Mode /live`,
    `/ChainSeq 7 /ChainHead ${hex(SAMPLE_FACTS.chainHead)} /Profile /PAdES-B-B`,
    `/ValuesSha256 ${hex(SAMPLE_FACTS.valuesSha256)}`,
  ].join(' ');

  test.each<[string, () => KeyPair, boolean]>([
    ['P-256', p256, false],
    ['RSA', () => rsa(2048), false],
    ['RSA, without signed attributes', () => rsa(2048), true],
    ['Ed25519', () => generateKeyPairSync('ed25519'), false],
  ])('is not a valid seal: %s', async (_, keys, withoutAttributes) => {
    const signer = makeCertificate({ subject: 'Mallory', keys: keys() });
    const sign = (content: Buffer) => makeSignedData(content, { signer, withoutAttributes });
    expect((await verifyPdf(signedPdf({ sign }))).signatures[0]!.valid).toBe(true);
    const certificates = `/CertificatesSha256 ${hex(certificatesDigest([signer.raw]))}`;
    const forged = signedPdf({ sign, entries: `/Countersign <<${facts} ${certificates}>>` });
    expect(await verifyPdf(forged)).toMatchObject({
      intact: false,
      signatures: [
        {
          valid: false,
          profile: null,
          problems: [expect.stringMatching('the encoding of the seal has been altered')],
        },
      ],
      countersign: { documentId: SAMPLE_FACTS.documentId },
    });
  });

  test('is reported with no other problem if the signed bytes have been changed', async () => {
    const signer = makeCertificate({ subject: 'Mallory' });
    const sign = () => makeSignedData(Buffer.from('else'), { signer });
    const certificates = `/CertificatesSha256 ${hex(certificatesDigest([signer.raw]))}`;
    const forged = signedPdf({ sign, entries: `/Countersign <<${facts} ${certificates}>>` });
    expect((await verifyPdf(forged)).signatures).toMatchObject([
      { valid: false, problems: ['the digest does not match: the signed bytes have been changed'] },
    ]);
  });

  test('states nothing if it is not part of what it covers', async () => {
    const record = `/Countersign <<${facts} /CertificatesSha256 ${hex('ab'.repeat(32))}>>`;
    const forged = samplePdf({
      catalogEntries: '/AcroForm <</Fields [100 0 R]>>',
      objects: {
        100: `<</FT /Sig /T (s) /V <</Type /Sig /ByteRange [0 9 20 9] /Contents <00> ${record}>>>>`,
      },
    });
    expect(await verifyPdf(forged)).toMatchObject({
      intact: false,
      signatures: [{ valid: false }],
      countersign: null,
    });
  });
});

describe('tampering', () => {
  test('a change of any byte of the signature value is detected', async () => {
    const [, offset] = signaturesOf(openPdf(sealed))[0]!.range!;
    const end = sealed.indexOf('0'.repeat(200), offset) + 50;
    for (let at = offset; at < end; at++)
      for (const bit of [1, 32]) {
        const changed = Buffer.from(sealed);
        changed[at]! ^= bit;
        if (await isIntact(changed)) throw new Error(`a change of byte ${at} (bit ${bit}) went unnoticed`);
      }
  });

  test('a change of any other byte is detected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = Buffer.from(sealed);
        changed[at]! ^= mask;
        expect(await isIntact(changed)).toBe(false);
      }),
      runs(200),
    );
  });

  test('appended, removed and inserted bytes are detected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(sealed.length),
        fc.nat(30),
        fc.uint8Array({ maxLength: 30 }),
        async (at, cut, put) => {
          const changed = Buffer.concat([sealed.subarray(0, at), put, sealed.subarray(at + cut)]);
          fc.pre(!changed.equals(sealed));
          expect(await isIntact(changed)).toBe(false);
        },
      ),
      runs(120),
    );
  });

  test('after an appended revision the seal is valid, but no longer covers the whole file', async () => {
    const catalog = sealed.toString('latin1').lastIndexOf('\n1 0 obj') + 1;
    const startxref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(sealed.toString('latin1'))![1]);
    const tail = `xref\n1 1\n${String(catalog).padStart(10, '0')} 00000 n \ntrailer\n<</Size 40 /Root 1 0 R /Prev ${startxref}>>\nstartxref\n${sealed.length}\n%%EOF\n`;
    const report = await verifyPdf(Buffer.concat([sealed, Buffer.from(tail)]));
    expect(report.signatures[0]).toMatchObject({
      valid: true,
      coversWholeFile: false,
      laterChanges: 'other',
      problems: [expect.stringMatching(/^after this signature, /)],
    });
    expect(report.intact).toBe(false);
  });

  test('facts that a later revision adds to the same signature are not reported as sealed', async () => {
    const text = sealed.toString('latin1');
    const at = text.lastIndexOf('doc_01k9sample');
    const head = [...text.slice(0, at).matchAll(/(?:^|[\r\n])(\d+) 0 obj/g)].at(-1)!;
    const object = text.slice(head.index + 1, text.indexOf('endobj', at) + 6);
    const forged = object.replace('doc_01k9sample', 'doc_01k9forged');
    expect(forged).not.toBe(object);
    const startxref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1]);
    const table = `xref\n${head[1]} 1\n${String(sealed.length).padStart(10, '0')} 00000 n \ntrailer\n<</Size 40 /Root 1 0 R /Prev ${startxref}>>\n`;
    const tail = `${forged}\n${table}startxref\n${sealed.length + forged.length + 1}\n%%EOF\n`;
    const report = await verifyPdf(Buffer.concat([sealed, Buffer.from(tail, 'latin1')]));
    expect(report.signatures[0]).toMatchObject({ valid: true, coversUpTo: sealed.length });
    expect(report.countersign).toMatchObject({ signature: 0, documentId: 'doc_01k9sample' });
    expect(report.intact).toBe(false);
  });

  test('a byte range that leaves out more than the signature is not accepted', async () => {
    const { range } = signaturesOf(openPdf(sealed))[0]!;
    const written = `[0 ${range![1]} ${range![2]} ${range![3]}`;
    const wider = `[0 ${range![1]} ${range![2] + 9} ${range![3] - 9}`;
    const at = sealed.indexOf(written);
    const changed = Buffer.from(sealed);
    changed.write(wider.padEnd(written.length), at, 'latin1');
    expect((await verifyPdf(changed)).signatures[0]).toMatchObject({
      valid: false,
      coversWholeFile: false,
      problems: ['the byte range leaves out more than the signature itself'],
    });
  });

  test('a seal whose timestamp belongs to another signature is not valid', async () => {
    const stolen = timestamperOf(() => timestamper.stamp(createHash('sha256').update('another').digest()));
    const { bytes } = await sampleSeal(original, { timestamper: stolen });
    const report = await verifyPdf(bytes);
    expect(report.intact).toBe(false);
    expect(report.signatures[0]).toMatchObject({ valid: false, timestampedAt: null });
  });

  test('a signature of another key under the same certificate is not valid', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made = makeDevelopmentCertificate({ commonName: 'Victim', now });
    const signer = {
      ...signerFromPem(made.keyPem, made.certificatePem),
      sign: async (data: Uint8Array) => createSign('sha256').update(data).sign(privateKey),
    };
    const { bytes } = await sampleSeal(original, { signer });
    expect((await verifyPdf(bytes)).signatures[0]).toMatchObject({
      valid: false,
      problems: ['the signature value does not match'],
    });
  });
});
