/** Seals without a certificate of completion: what they contain, and which files they are for. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { revise } from '../../../test/attacks/edit.ts';
import { type Pki, startPki } from '../../../test/support/pki.ts';
import { appendValidationData, readValidationData } from './ltv/append-validation-data.ts';
import { withArchiveTimestamp } from './ltv/archive.ts';
import { httpRevocationSource } from './ltv/revocation-source.ts';
import { sealPlainPdf } from './plain-seal.ts';
import type { ValidationData } from './ports/authorities.ts';
import { openPdf } from './reader/open.ts';
import { readPageTree } from './reader/pages.ts';
import { samplePdf } from './testing/sample-files.ts';
import { sampleSeal, sampleSigner } from './testing/sample-seal.ts';
import { httpTimestamper } from './timestamps/http-timestamper.ts';
import { verifyPdf } from './verify.ts';

let pki: Pki;
beforeAll(async () => {
  pki = await startPki();
});
afterAll(() => pki.close());

const signer = sampleSigner();
const pdf = samplePdf({ pages: 2 });

/** The number of annotations on the first page. */
function annotationsOf(bytes: Uint8Array): number {
  const file = openPdf(bytes);
  return file.array(readPageTree(file).pages[0]!.dict.get('Annots'))?.length ?? 0;
}

/** A page with an annotation, whose list is an object of its own or inside the page. */
async function annotated(indirect: boolean): Promise<Uint8Array> {
  const made = await PDFDocument.create();
  const page = made.addPage();
  const link = made.context.register(
    made.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [10, 10, 30, 30] }),
  );
  const list = made.context.obj([link]);
  page.node.set(
    made.context.obj('Annots') as never,
    (indirect ? made.context.register(list) : list) as never,
  );
  return made.save({ useObjectStreams: false });
}

describe('a plain seal', () => {
  test('begins with the bytes of the file, adds no page, and is intact without facts of a document', async () => {
    const { sealed, profile } = await sealPlainPdf(pdf, { signer });
    expect(Buffer.from(sealed).subarray(0, pdf.length).equals(Buffer.from(pdf))).toBe(true);
    expect(readPageTree(openPdf(sealed)).pages).toHaveLength(2);
    expect(profile).toBe('PAdES-B-B');
    const report = await verifyPdf(sealed);
    expect(report).toMatchObject({ intact: true, countersign: null, decidingSignature: 0 });
    expect(report.signatures).toMatchObject([
      { valid: true, profile: 'PAdES-B-B', problems: [], laterChanges: 'none', signerTrust: 'unknown' },
    ]);
  });

  test('reaches B-T with a timestamp and B-LT with revocation data', async () => {
    const ports = {
      signer: pki.signerOf(pki.sealHolder()),
      timestamper: httpTimestamper(pki.tsaUrl),
      sealedAt: new Date(),
    };
    const stamped = await sealPlainPdf(pdf, ports);
    expect(stamped.profile).toBe('PAdES-B-T');
    expect((await verifyPdf(stamped.sealed)).signatures).toMatchObject([
      { valid: true, profile: 'PAdES-B-T' },
    ]);
    const longTerm = await sealPlainPdf(pdf, { ...ports, revocation: httpRevocationSource() });
    expect(longTerm.profile).toBe('PAdES-B-LT');
    expect(await verifyPdf(longTerm.sealed)).toMatchObject({
      intact: true,
      signatures: [{ valid: true, profile: 'PAdES-B-LT', laterChanges: 'validation_data' }],
    });
    const { archived } = await withArchiveTimestamp(longTerm.sealed, ports.timestamper);
    expect((await verifyPdf(archived)).signatures).toMatchObject([
      { valid: true, profile: 'PAdES-B-LTA' },
      { subFilter: 'ETSI.RFC3161', valid: true },
    ]);
    // Validation data that no timestamp covers leaves a signature B-LT.
    const data = await httpRevocationSource().gather([ports.signer.certificates]);
    expect((await verifyPdf(appendValidationData(archived, data))).signatures).toMatchObject([
      { valid: true, profile: 'PAdES-B-LT' },
      { subFilter: 'ETSI.RFC3161', valid: true },
    ]);
    await expect(sealPlainPdf(pdf, { signer, revocation: httpRevocationSource() })).rejects.toBeInstanceOf(
      TypeError,
    );
  });

  test('is B-LT only with data about the signer and the timestamp, whatever other data there is, and B-LTA only if a later timestamp certainly covers it', async () => {
    const { sealed } = await sealPlainPdf(pdf, {
      signer: pki.signerOf(pki.sealHolder()),
      timestamper: httpTimestamper(pki.tsaUrl),
      revocation: httpRevocationSource(),
    });
    const signed = sealed.subarray(0, (await verifyPdf(sealed)).signatures[0]!.coversUpTo!);
    const data = readValidationData(openPdf(sealed))!;
    const levelWith = async (changes: Partial<ValidationData>) =>
      (await verifyPdf(appendValidationData(signed, { ...data, ...changes }))).signatures[0]!.profile;
    expect(await levelWith({})).toBe('PAdES-B-LT');
    const other = pki.sealHolder().certificate.raw;
    expect(await levelWith({ certificates: [...data.certificates, other] })).toBe('PAdES-B-LT');
    // The only list is about the certificate of the timestamp authority.
    expect(await levelWith({ crls: [] })).toBe('PAdES-B-T');
    // Readers can take these bytes differently, so it is not certain what the timestamp covers.
    const unclear = revise(Buffer.from(sealed), {}, { before: '(a)\n' });
    const { archived } = await withArchiveTimestamp(unclear, httpTimestamper(pki.tsaUrl));
    expect(await verifyPdf(archived)).toMatchObject({
      intact: false,
      signatures: [
        { valid: true, profile: 'PAdES-B-LT' },
        { subFilter: 'ETSI.RFC3161', valid: true },
      ],
    });
  });

  test('two seals with the same time have different identifiers', async () => {
    const sealedAt = new Date('2026-11-21T00:00:00Z');
    const [one, two] = await Promise.all([
      sealPlainPdf(pdf, { signer, sealedAt }),
      sealPlainPdf(pdf, { signer, sealedAt }),
    ]);
    const id = (bytes: Uint8Array) =>
      /\/ID\s*\[(.*?)\]/s.exec(Buffer.from(bytes).toString('latin1').slice(-4000))![1];
    expect(id(one.sealed)).not.toBe(id(two.sealed));
  });
});

describe('the file', () => {
  test.each([true, false])('may have annotations (in an object of their own: %s)', async (indirect) => {
    const before = await annotated(indirect);
    const { sealed } = await sealPlainPdf(before, { signer });
    expect(annotationsOf(sealed)).toBe(annotationsOf(before) + 1);
    expect((await verifyPdf(sealed)).intact).toBe(true);
  });

  test('may not be one that an earlier seal has certified', async () => {
    const { bytes } = await sampleSeal(pdf, { signer });
    await expect(sealPlainPdf(bytes, { signer })).rejects.toMatchObject({ reason: expect.any(String) });
    const { sealed } = await sealPlainPdf(pdf, { signer });
    await expect(sealPlainPdf(sealed, { signer })).rejects.toMatchObject({ reason: expect.any(String) });
  });

  test('is repaired if its structure is broken: then the sealed file is intact, but begins with other bytes', async () => {
    const broken = Buffer.from(
      Buffer.from(pdf)
        .toString('latin1')
        .replace(/startxref\s+\d+/, 'startxref\n7'),
      'latin1',
    );
    const { sealed } = await sealPlainPdf(broken, { signer });
    expect((await verifyPdf(sealed)).intact).toBe(true);
  });
});

test('a file that is not a PDF is refused with this reason', async () => {
  await expect(sealPlainPdf(Buffer.from('hello'), { signer })).rejects.toMatchObject({ reason: 'not_a_pdf' });
});
