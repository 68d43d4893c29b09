import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { extractCertificate } from './certificate/extract.ts';
import { integer, octetString, oid, readDer, sequence } from './cms/der.ts';
import { OID } from './cms/oids.ts';
import { makeDevelopmentCertificate } from './development/certificate.ts';
import { answerTimestampQuery } from './development/timestamp-authority.ts';
import { signerFromPem } from './keys/local.ts';
import type { PdfStream } from './model/objects.ts';
import { searchPdf } from './page-text/search.ts';
import { TimestampError } from './ports/errors.ts';
import type { SealInput } from './ports/seal.ts';
import { openPdf } from './reader/open.ts';
import { readPageTree } from './reader/pages.ts';
import { sealPdf } from './seal.ts';
import { sampleCertificate, samplePdf } from './testing/sample-files.ts';
import { sampleSigner } from './testing/sample-seal.ts';
import { timestamperOf } from './timestamps/timestamper-of.ts';
import { verifyPdf } from './verify.ts';

const pdf = samplePdf({ pages: 3 });
const input = (changes: Partial<SealInput> = {}): SealInput => ({
  pdf,
  marks: [
    {
      page: 3,
      x: 0.1,
      y: 0.8,
      w: 0.3,
      h: 0.08,
      mark: { kind: 'signature', value: { mode: 'type', text: 'Ada' } },
    },
    { page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, mark: { kind: 'text', text: 'Ada Lovelace' } },
    { page: 3, x: 0.5, y: 0.8, w: 0.04, h: 0.03, mark: { kind: 'check' } },
  ],
  certificate: sampleCertificate({
    originalSha256: createHash('sha256').update(pdf).digest('hex'),
    originalSizeBytes: pdf.length,
    pageCount: 3,
  }),
  watermark: null,
  signer: sampleSigner(),
  timestamper: null,
  sealedAt: new Date('2026-11-20T10:00:00Z'),
  ...changes,
});
const pagesOf = (bytes: Uint8Array) => readPageTree(openPdf(bytes)).pages;
const hasMarks = (bytes: Uint8Array) => {
  const file = openPdf(bytes);
  return readPageTree(file).pages.map((page) => {
    const objects = file.dict(file.dict(page.dict.get('Resources'))?.get('XObject'));
    return objects?.map.has('CountersignMarks') ?? false;
  });
};

/** The number of white plates on a page of a sealed file. */
function platesIn(bytes: Uint8Array, index = 0): number {
  const file = openPdf(bytes);
  const { dict } = readPageTree(file).pages[index]!;
  const objects = file.dict(file.dict(dict.get('Resources'))?.get('XObject'))!;
  const marks = file.decode(file.resolve(objects.get('CountersignMarks')) as PdfStream).toString('latin1');
  return marks.match(/\/Gs1 gs\n1 g\n[\d.]+ [\d.]+ [\d.]+ [\d.]+ re f/g)?.length ?? 0;
}

describe('a plate under a value', () => {
  const black = samplePdf({ content: '0 g 0 0 300 200 re f' });
  const field = { page: 1, x: 0.1, w: 0.3, h: 0.05, mark: { kind: 'radio' } } as const;
  const onWhite = { ...field, y: 0.1 };
  const onBlack = { ...field, y: 0.8 };

  test.each([
    ['is drawn if the page is dark', [onWhite, onBlack], undefined, 1],
    ['is drawn if the setting is white', [{ ...onWhite, background: 'white' }], undefined, 1],
    [
      'is not drawn for a blank value',
      [{ ...onWhite, background: 'white', mark: { kind: 'text', text: ' ' } }],
      undefined,
      0,
    ],
    ['is not drawn if the setting is none', [{ ...onBlack, background: 'none' }], undefined, 0],
    [
      'is drawn only by setting if no area is known to be dark',
      [onBlack, { ...onWhite, background: 'white' }],
      [[0, 300, 300, 50]],
      1,
    ],
  ] as const)('%s', async (_, marks, darkPlaces, plates) => {
    const { sealed } = await sealPdf(
      input({ pdf: black, marks: [...marks], darkPlaces: darkPlaces && [darkPlaces] }),
    );
    expect(platesIn(sealed)).toBe(plates);
  });

  test.each([
    ['upright', '', [150, 200, 75, 100]],
    ['rotated', '/Rotate 90', [75, 200, 75, 100]],
  ] as const)(
    'is drawn only where the field overlaps a dark place, not next to it: a page %s',
    async (...given) => {
      const [, pageEntries, place] = given;
      const dark = samplePdf({ content: '0 g 0 0 300 400 re f', pageEntries });
      const cell = (column: number, row: number) => ({
        ...field,
        x: column / 4,
        y: row / 4,
        w: 1 / 4,
        h: 1 / 4,
      });
      const platesOf = async (marks: SealInput['marks']) =>
        platesIn((await sealPdf(input({ pdf: dark, marks, darkPlaces: [[place]] }))).sealed);
      const around = [0, 1, 2, 3].flatMap((row) =>
        [0, 1, 2, 3].flatMap((column) => (column === 2 && row === 1 ? [] : cell(column, row))),
      );
      expect(await platesOf(around)).toBe(0);
      expect(await platesOf([...around, cell(2, 1)])).toBe(1);
      // A field that is larger than the place, and one that overlaps only its corner.
      expect(await platesOf([{ ...field, x: 0, y: 0, w: 1, h: 1 }])).toBe(1);
      expect(await platesOf([{ ...cell(1, 0), w: 0.26, h: 0.26 }])).toBe(1);
      expect(await platesOf([{ ...cell(3, 2), x: 0.74, y: 0.49 }])).toBe(1);
    },
  );

  test('is decided for each page by the dark places of that page', async () => {
    const dark = samplePdf({ content: '0 g 0 0 300 400 re f', pages: 2 });
    const marks = [onBlack, onWhite, { ...onBlack, page: 2 }];
    const { sealed } = await sealPdf(
      input({ pdf: dark, marks, darkPlaces: [[], [[0, 0, 300, 400]]], watermark: 'TEST' }),
    );
    expect([platesIn(sealed, 0), platesIn(sealed, 1)]).toEqual([0, 1]);
  });

  test('depends only on the file and the place, not on earlier seals', async () => {
    const white = samplePdf({ content: '1 g 0 0 300 200 re f' });
    const platesOf = async (file: Buffer, mark: typeof onBlack | typeof onWhite) =>
      platesIn((await sealPdf(input({ pdf: file, marks: [mark] }))).sealed);
    for (let round = 0; round < 2; round++) {
      expect(await platesOf(black, onBlack)).toBe(1);
      expect(await platesOf(black, onWhite)).toBe(0);
      expect(await platesOf(white, onBlack)).toBe(0);
    }
  });
});

describe('sealing a document', () => {
  test('prints the label of a tick where the page has text, but none near it', async () => {
    const tick = {
      page: 1,
      x: 0.5,
      y: 0.8,
      w: 0.05,
      h: 0.03,
      mark: { kind: 'check' },
      label: 'Newsletter',
    } as const;
    const { sealed } = await sealPdf(input({ marks: [tick, { ...tick, page: 2, x: 0.1, y: 0.15 }] }));
    const file = openPdf(sealed);
    const anchors = [1, 2].map((page) => ({ text: 'Newsletter', page, occurrence: 1 }));
    const { result } = searchPdf(file, readPageTree(file), { anchors, fieldsFrom: null, hide: false });
    const [alone, atText] = result.anchors;
    expect(alone!.found).toMatchObject({ page: 1 });
    expect(alone!.found!.x).toBeGreaterThan(0.55);
    expect(alone!.found!.y).toBeGreaterThan(0.79);
    expect(alone!.found!.y + alone!.found!.h).toBeLessThan(0.84);
    expect(atText!.found).toBeNull();
  });

  test('returns a file that begins with the original, shows the marks and the certificate, and verifies', async () => {
    const { sealed, profile } = await sealPdf(input());
    expect(profile).toBe('PAdES-B-B');
    expect(Buffer.from(sealed).subarray(0, pdf.length).equals(pdf)).toBe(true);
    const added = pagesOf(extractCertificate(sealed, 3)).length;
    expect(added).toBeGreaterThanOrEqual(1);
    expect(hasMarks(sealed)).toEqual([true, false, true, ...Array(added).fill(false)]);
    const report = await verifyPdf(sealed);
    expect(report.intact).toBe(true);
    expect(report.countersign).toEqual({
      signature: 0,
      documentId: 'doc_01k9sample',
      originalSha256: createHash('sha256').update(pdf).digest('hex'),
      chainSeq: 7,
      chainHead: 'b2'.repeat(32),
      valuesSha256: 'c3'.repeat(32),
      filesSha256: [],
      recipientSignatures: [],
      containsOriginal: true,
      originalRepaired: false,
      mode: 'live',
    });
  });

  test('in test mode every page has the watermark', async () => {
    const { sealed } = await sealPdf(input({ watermark: 'TEST', marks: [] }));
    expect(hasMarks(sealed).slice(0, 3)).toEqual([true, true, true]);
    expect(pagesOf(sealed)).toHaveLength(3 + pagesOf(extractCertificate(sealed, 3)).length);
  });

  test('a note is on every page of the original', async () => {
    const { sealed } = await sealPdf(input({ pageNote: 'Document ID doc_01k9sample', marks: [] }));
    expect(hasMarks(sealed).slice(0, 3)).toEqual([true, true, true]);
  });

  test('an original with other bytes than the recorded ones is reported as repaired', async () => {
    const { certificate } = input();
    const repaired = { ...certificate, originalSha256: 'a'.repeat(64), originalSizeBytes: pdf.length - 1 };
    const { sealed } = await sealPdf(input({ certificate: repaired }));
    expect((await verifyPdf(sealed)).countersign).toMatchObject({
      originalRepaired: true,
      containsOriginal: false,
    });
  });

  test('the subject of the seal certificate is printed with the most specific part first', async () => {
    const { sealed } = await sealPdf(input());
    const file = openPdf(Buffer.from(sealed));
    const anchors = [{ text: 'O=Sample', page: null, occurrence: 1 }];
    const { result } = searchPdf(file, readPageTree(file), { anchors, fieldsFrom: null, hide: false });
    expect(result.anchors[0]!.found).not.toBeNull();
  });

  test('the extracted certificate is a valid file without signatures', async () => {
    const { sealed } = await sealPdf(input());
    const certificate = extractCertificate(sealed, 3);
    expect(certificate.equals(extractCertificate(sealed, 3))).toBe(true);
    expect(() => extractCertificate(sealed, 9)).toThrow('no certificate pages');
    expect(readPageTree(openPdf(certificate)).defects).toEqual([]);
    expect((await verifyPdf(certificate)).signatures).toEqual([]);
  });

  test('the error of a failing timestamper is rethrown, so that the caller can retry or seal without it', async () => {
    const timestamper = timestamperOf(async () => {
      throw new TimestampError('the authority is away');
    });
    await expect(sealPdf(input({ timestamper }))).rejects.toThrow(TimestampError);
    expect((await sealPdf(input({ timestamper: null }))).profile).toBe('PAdES-B-B');
  });

  test('a token is refused if the clocks of its authority and of this machine differ too much', async () => {
    const made = makeDevelopmentCertificate({ commonName: 'Clock', purpose: 'timestamping' });
    const authority = signerFromPem(made.keyPem, made.certificatePem);
    const timestamper = timestamperOf(async (sha256) => {
      const query = sequence(integer(1), sequence(sequence(oid(OID.sha256)), octetString(sha256)));
      return readDer(await answerTimestampQuery(query, authority, new Date())).children[1]!.raw;
    });
    const sealedAt = new Date(Date.now() - 3_600_000);
    await expect(sealPdf(input({ timestamper, sealedAt }))).rejects.toThrow('check both clocks');
  });

  test('a key without a certificate is refused', async () => {
    const signer = { ...sampleSigner(), certificates: [] };
    await expect(sealPdf(input({ signer }))).rejects.toThrow('the seal key comes without a certificate');
  });

  test('an invalid seal is never returned', async () => {
    const signer = { ...sampleSigner(), sign: async () => Buffer.from('3006020101020101', 'hex') };
    await expect(sealPdf(input({ signer }))).rejects.toThrow('the seal is not valid');
  });

  test('bytes that are not a PDF are refused with the reason', async () => {
    await expect(sealPdf(input({ pdf: Buffer.from('hello') }))).rejects.toMatchObject({
      reason: 'not_a_pdf',
    });
  });
});

test('a label of two lines on the certificate ends above the next row', async () => {
  const text = (language: 'en' | 'de') => ({ version: '2026-11-22', language, sha256: 'c3'.repeat(32) });
  const { sealed } = await sealPdf(
    input({ certificate: { ...input().certificate, consentTexts: [text('en'), text('de')] } }),
  );
  const file = openPdf(Buffer.from(sealed));
  const anchors = ['2026-11-22', 'German, SHA-256'].map((text) => ({ text, page: null, occurrence: 1 }));
  const { result } = searchPdf(file, readPageTree(file), { anchors, fieldsFrom: null, hide: false });
  const [label, nextRow] = result.anchors.map(({ found }) => found!);
  expect(nextRow!.page).toBe(label!.page);
  expect(nextRow!.y).toBeGreaterThan(label!.y + label!.h * 0.9);
});
