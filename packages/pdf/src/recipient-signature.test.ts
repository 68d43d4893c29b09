/** Recipients sign with their own keys, one after the other, and the service seals last. */
import { spawnSync } from 'node:child_process';
import { createHash, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { revise } from '../../../test/attacks/edit.ts';
import { type Pki, startPki } from '../../../test/support/pki.ts';
import { appendDocumentTimestamp } from './ltv/append-document-timestamp.ts';
import { httpRevocationSource } from './ltv/revocation-source.ts';
import { name, PdfDict } from './model/objects.ts';
import { PageText } from './page-text/page-text.ts';
import { TextReader } from './page-text/text-run.ts';
import type { PlacedMark } from './ports/marks.ts';
import type {
  PreparedRecipientSignature,
  RecipientSignatureInput,
  StatedSignature,
} from './ports/recipient-signature.ts';
import type { SealInput } from './ports/seal.ts';
import { openPdf } from './reader/open.ts';
import { catalogOf, readPageTree } from './reader/pages.ts';
import { completeRecipientSignature, prepareRecipientSignature } from './recipient-signature.ts';
import { sealPdf } from './seal.ts';
import { authorityExtensions, type Made, makeCertificate, p256, rsa } from './testing/make-certificate.ts';
import { sampleCertificate, samplePdf } from './testing/sample-files.ts';
import { sampleSeal, sampleSigner } from './testing/sample-seal.ts';
import { reportJson } from './threads/report-json.ts';
import { httpTimestamper } from './timestamps/http-timestamper.ts';
import { Increment } from './update/increment.ts';
import { verifyPdf } from './verify.ts';

const pdf = samplePdf({ pages: 2 });
const now = new Date();
const provider = makeCertificate({ subject: 'Trust service', extensions: authorityExtensions() });
const ada = makeCertificate({ subject: 'Ada Lovelace', issuer: provider, keys: p256() });
const grace = makeCertificate({ subject: 'Grace Hopper', issuer: provider, keys: rsa(2048) });
let pki: Pki;
beforeAll(async () => {
  pki = await startPki();
});
const folder = mkdtempSync(join(tmpdir(), 'countersign-recipient-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pki.close();
});
const has = (tool: string) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error === undefined;
const withPdfsig = has('pdfsig') ? test : test.skip;

const nameAt = (page: number, text: string): PlacedMark => ({
  page,
  x: 0.1,
  y: 0.5,
  w: 0.4,
  h: 0.05,
  mark: { kind: 'text', text },
});
const prepare = (signer: Made, changes: Partial<RecipientSignatureInput> = {}) =>
  prepareRecipientSignature({
    pdf,
    marks: [],
    watermark: null,
    timeZone: 'Europe/Berlin',
    dateFormat: null,
    certificates: [signer.raw, provider.raw],
    signedAt: now,
    ...changes,
  });
const valueBy = ({ attributes }: PreparedRecipientSignature, { privateKey }: Made) =>
  sign('sha256', attributes, privateKey);

async function signedBy(
  signer: Made,
  level: StatedSignature['level'],
  changes: Partial<RecipientSignatureInput> = {},
): Promise<{ signed: Buffer; stated: StatedSignature }> {
  const prepared = await prepare(signer, changes);
  const { signed, certificateSha256 } = await completeRecipientSignature(
    prepared,
    valueBy(prepared, signer),
    httpTimestamper(pki.tsaUrl).stamp,
  );
  return {
    signed,
    stated: { coversUpTo: signed.length, certificateSha256, level, provider: 'Example Trust' },
  };
}

const originalOf = (bytes: Uint8Array) => ({
  originalSha256: createHash('sha256').update(bytes).digest('hex'),
  originalSizeBytes: bytes.length,
  pageCount: 2,
});
const sealing = (base: Uint8Array, changes: Partial<SealInput> = {}): SealInput => ({
  pdf: base,
  marks: [],
  certificate: sampleCertificate(originalOf(pdf)),
  watermark: null,
  pageNote: 'Document ID doc_sample',
  signer: sampleSigner(),
  timestamper: null,
  sealedAt: now,
  ...changes,
});
/** The text of each page. */
function textsOf(bytes: Uint8Array): string[] {
  const file = openPdf(bytes);
  const reader = new TextReader(file);
  return readPageTree(file).pages.map((page) => new PageText(reader.read(page)).readable().text);
}

describe('two recipients with their own keys, and a third without', () => {
  let first: Awaited<ReturnType<typeof signedBy>>;
  let second: Awaited<ReturnType<typeof signedBy>>;
  let sealed: Uint8Array;
  beforeAll(async () => {
    first = await signedBy(ada, 'qualified', { marks: [nameAt(1, 'Ada was here')] });
    second = await signedBy(grace, 'advanced', { pdf: first.signed, marks: [nameAt(2, 'Grace was here')] });
    const { sealed: bytes } = await sealPdf(
      sealing(second.signed, {
        marks: [{ ...nameAt(1, 'Third value'), y: 0.7 }],
        recipientSignatures: [first.stated, second.stated],
        certificate: sampleCertificate({
          ...originalOf(pdf),
          recipients: sampleCertificate().recipients.map((one) => ({
            ...one,
            ownKey: { level: 'qualified', provider: 'Example Trust', subject: 'CN=Ada Lovelace, C=DE' },
          })),
        }),
      }),
    );
    sealed = bytes;
  });

  test('the seal is the last of three valid signatures and states the levels of the others', async () => {
    const report = await verifyPdf(sealed);
    expect(report).toMatchObject({
      intact: true,
      decidingSignature: 2,
      signatures: [
        { valid: true, profile: 'PAdES-B-T', problems: [], coversUpTo: first.signed.length },
        { valid: true, profile: 'PAdES-B-T', problems: [], coversUpTo: second.signed.length },
        { valid: true, coversWholeFile: true, laterChanges: 'none', problems: [] },
      ],
      countersign: {
        containsOriginal: true,
        recipientSignatures: [
          { signature: 0, level: 'qualified', provider: 'Example Trust' },
          { signature: 1, level: 'advanced', provider: 'Example Trust' },
        ],
      },
    });
    expect(
      report.signatures.map(({ signerSubject }) => signerSubject?.replace(/,.*/, '')).slice(0, 2),
    ).toEqual(['CN=Ada Lovelace', 'CN=Grace Hopper']);
  });

  test('each signature covers what its recipient saw, with their own values and no later ones', () => {
    expect(Buffer.from(sealed).subarray(0, second.signed.length).equals(second.signed)).toBe(true);
    const [firstPage, secondPage] = textsOf(first.signed);
    expect(firstPage).toContain('Ada was here');
    expect(secondPage).not.toContain('Grace');
    expect(textsOf(second.signed)).toEqual([firstPage, expect.stringContaining('Grace was here')]);
    const [sealedPage] = textsOf(sealed);
    expect(sealedPage).toContain('Ada was here');
    expect(sealedPage).toContain('Third value');
  });

  test('the certificate of completion prints level, provider and certificate', () => {
    const printed = textsOf(sealed).slice(2).join('\n').replaceAll(/\s+/g, ' ');
    expect(printed).toContain(
      "Qualified electronic signature, with the recipient's own key, as Example Trust stated",
    );
    expect(printed).toContain('CN=Ada Lovelace, C=DE');
  });

  test('the report for the API names the signatures, and the service the level', async () => {
    const report = await verifyPdf(sealed);
    const json = reportJson({
      ok: true,
      report,
      file: { sizeBytes: sealed.length, sha256: '00', earlierSha256: [] },
    });
    expect(json.countersign!.recipient_signatures[0]).toEqual({
      signature: 0,
      level: 'qualified',
      provider: 'Example Trust',
    });
  });

  test('no signature certifies the file, because only the first one may', () => {
    expect(catalogOf(openPdf(sealed)).dict.get('Perms')).toBeUndefined();
  });

  withPdfsig('pdfsig finds three valid signatures', () => {
    const path = join(folder, 'sealed.pdf');
    writeFileSync(path, sealed);
    const { stdout } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
    expect(stdout.match(/Signature is Valid/g)).toHaveLength(3);
  });
});

describe('a seal that states a signature', () => {
  const lost = { certificateSha256: 'ab'.repeat(32), level: 'qualified', provider: 'Nobody' } as const;

  test('is refused if the file does not have that signature', async () => {
    const stated = { ...lost, coversUpTo: pdf.length };
    await expect(sealPdf(sealing(pdf, { recipientSignatures: [stated] }))).rejects.toThrow(
      /the seal is not PAdES-B-B/,
    );
  });

  test.each([
    [false, 'PAdES-B-LT'],
    [true, 'PAdES-B-LTA'],
  ])('can have validation data, and an archive timestamp: %s', async (archive, profile) => {
    const { signed, stated } = await signedBy(ada, 'qualified');
    const result = await sealPdf(
      sealing(signed, {
        recipientSignatures: [stated],
        signer: pki.signerOf(pki.sealHolder('p256')),
        timestamper: httpTimestamper(pki.tsaUrl),
        revocation: httpRevocationSource(),
        archive,
      }),
    );
    expect(result).toMatchObject({ profile, shortfall: null });
    const { intact, signatures } = await verifyPdf(result.sealed);
    expect([intact, signatures[1]!.profile]).toEqual([true, profile]);
  });

  test('leaves the pages as the recipient saw them, with the watermark of test mode drawn once', async () => {
    const { signed, stated } = await signedBy(ada, 'advanced', { watermark: 'TEST' });
    const { sealed } = await sealPdf(
      sealing(signed, { recipientSignatures: [stated], watermark: 'TEST', pageNote: null }),
    );
    const contentsOf = (bytes: Uint8Array) =>
      readPageTree(openPdf(bytes))
        .pages.slice(0, 2)
        .map(({ dict }) => dict.get('Contents'));
    expect(contentsOf(sealed)).toEqual(contentsOf(signed));
  });

  test('with validation data is refused too if the file does not have that signature', async () => {
    const input = sealing(pdf, {
      recipientSignatures: [{ ...lost, coversUpTo: pdf.length }],
      signer: pki.signerOf(pki.sealHolder('p256')),
      timestamper: httpTimestamper(pki.tsaUrl),
      revocation: httpRevocationSource(),
    });
    await expect(sealPdf(input)).rejects.toThrow(/the seal is not PAdES-B-T/);
  });

  test('of another certificate, or over other bytes, is not valid', async () => {
    const { signed, stated } = await signedBy(ada, 'advanced');
    for (const wrong of [
      { ...stated, certificateSha256: lost.certificateSha256 },
      { ...stated, coversUpTo: stated.coversUpTo - 1 },
    ]) {
      const { bytes } = await sampleSeal(signed, { facts: { recipientSignatures: [stated, wrong] } });
      const report = await verifyPdf(bytes);
      expect(report.intact).toBe(false);
      expect(report.signatures.map(({ valid }) => valid)).toEqual([true, false]);
      expect(report.signatures[1]!.problems).toEqual([
        "the seal states a recipient's signature that is missing or not valid",
      ]);
      expect(report.countersign!.recipientSignatures.map(({ signature }) => signature)).toEqual([0, null]);
    }
  });

  test('permits nothing after it but validation data, although it does not certify the file', async () => {
    const { signed, stated } = await signedBy(ada, 'advanced');
    const { bytes } = await sampleSeal(signed, { facts: { recipientSignatures: [stated] } });
    expect((await verifyPdf(bytes)).intact).toBe(true);
    const stamped = await appendDocumentTimestamp(bytes, httpTimestamper(pki.tsaUrl).stamp);
    expect(await verifyPdf(stamped)).toMatchObject({
      intact: true,
      decidingSignature: 1,
      signatures: [{}, { profile: 'PAdES-B-B' }, {}],
    });
    const increment = new Increment(openPdf(bytes));
    const catalog = catalogOf(increment.file);
    increment.replace(catalog.ref, new PdfDict(catalog.dict.map).set('Lang', name('en')));
    const changed = increment.finish(Buffer.alloc(16)).bytes;
    expect(await verifyPdf(changed)).toMatchObject({ intact: false, decidingSignature: 1 });
  });
});

describe('preparing a signature', () => {
  test('reserves room for a timestamp, and the value may come much later, once or again', async () => {
    const prepared = structuredClone(await prepare(ada, { marks: [nameAt(1, 'Ada')] }));
    const other = valueBy(prepared, grace);
    await expect(completeRecipientSignature(prepared, other, null)).rejects.toThrow(
      /the recipient's signature is not valid/,
    );
    const stamp = httpTimestamper(pki.tsaUrl).stamp;
    const withToken = await completeRecipientSignature(prepared, valueBy(prepared, ada), stamp);
    const without = await completeRecipientSignature(prepared, valueBy(prepared, ada), null);
    expect(withToken.signed.length).toBe(without.signed.length);
    expect((await verifyPdf(without.signed)).signatures[0]).toMatchObject({
      valid: true,
      profile: 'PAdES-B-B',
    });
    expect(prepared.digest).toEqual(
      new Uint8Array(createHash('sha256').update(prepared.attributes).digest()),
    );
  });

  test.each<[string, () => Made, RegExp]>([
    [
      'has expired',
      () => makeCertificate({ subject: 'Old', notAfter: new Date(now.getTime() - 60_000) }),
      /not valid at this time/,
    ],
    [
      'has a short key',
      () => makeCertificate({ subject: 'Weak', keys: rsa(1024) }),
      /cannot be used: .*1024/,
    ],
    [
      'has a chain with SHA-1',
      () => makeCertificate({ subject: 'Weak', issuer: provider, digest: 'sha1' }),
      /cannot be used: .*SHA-?1/i,
    ],
  ])('refuses a certificate that %s', async (_, make, reason) => {
    await expect(prepare(make())).rejects.toThrow(reason);
  });

  test('refuses sealed files', async () => {
    const { bytes } = await sampleSeal(pdf);
    await expect(prepare(ada, { pdf: bytes })).rejects.toMatchObject({ reason: 'certified' });
    const removed = revise(bytes, { 1: '<</Type /Catalog /Pages 2 0 R>>' });
    await expect(prepare(ada, { pdf: removed })).rejects.toMatchObject({ reason: 'certified' });
    const { signed } = await signedBy(ada, 'advanced');
    const { bytes: approval } = await sampleSeal(signed);
    await expect(prepare(grace, { pdf: approval })).rejects.toMatchObject({ reason: 'certified' });
  });

  test('turns form fields at the places of later values into content before anything is signed', async () => {
    const form = samplePdf({
      pageEntries: '/Annots [100 0 R]',
      catalogEntries: '/AcroForm <</Fields [100 0 R]>>',
      objects: {
        100: '<</Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [30 180 150 200] /AP <</N 101 0 R>>>>',
        101: '<</Type /XObject /Subtype /Form /BBox [0 0 120 20] /Length 0>>\nstream\n\nendstream',
      },
    });
    const annotationsOf = async (laterPlaces: RecipientSignatureInput['laterPlaces']) => {
      const { signed } = await signedBy(ada, 'advanced', { pdf: form, laterPlaces });
      const file = openPdf(signed);
      return file.array(readPageTree(file).pages[0]!.dict.get('Annots'))?.length ?? 0;
    };
    expect(await annotationsOf([])).toBe(1);
    expect(await annotationsOf([{ page: 1, x: 0.1, y: 0.5, w: 0.4, h: 0.05 }])).toBe(0);
  });
});
