import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../test/support/properties.ts';
import { integer, octetString, oid, readDer, sequence } from './cms/der.ts';
import { OID } from './cms/oids.ts';
import { makeDevelopmentCertificate } from './development/certificate.ts';
import { answerTimestampQuery } from './development/timestamp-authority.ts';
import { signerFromPem } from './keys/local.ts';
import { PdfError } from './ports/errors.ts';
import type { TrustAnchors } from './ports/verify-report.ts';
import { openPdf } from './reader/open.ts';
import { signaturesOf } from './reader/signatures.ts';
import { samplePdf } from './testing/sample-files.ts';
import { sampleSeal } from './testing/sample-seal.ts';
import { timestamperOf } from './timestamps/timestamper-of.ts';
import { verifyPdf } from './verify.ts';

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
      containsOriginal: true,
      originalRepaired: false,
      mode: 'live',
    });
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
  });

  test('without a timestamp the level is B-B', async () => {
    const { bytes } = await sampleSeal(original);
    expect((await verifyPdf(bytes)).signatures[0]?.profile).toBe('PAdES-B-B');
  });

  test('a file that does not contain the original is reported as such', async () => {
    const { bytes } = await sampleSeal(original, { facts: { originalSizeBytes: 10 } });
    expect((await verifyPdf(bytes)).countersign?.containsOriginal).toBe(false);
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
    expect(report.signatures[0]).toMatchObject({ valid: true, coversWholeFile: false });
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
