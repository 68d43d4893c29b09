import { deflateSync, inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { withoutSoftMask } from '../draw/embed-image.ts';
import { prepareSignatureImage } from '../draw/signature-image.ts';
import { PdfDict, PdfStream } from '../model/objects.ts';
import type { SignatureValue } from '../ports/marks.ts';
import type { PdfFile } from '../reader/file.ts';
import { openPdf } from '../reader/open.ts';
import { openPages } from '../reader/pages.ts';
import { sealPdf } from '../seal.ts';
import { sampleCertificate, samplePdf } from '../testing/sample-files.ts';
import { sampleSigner } from '../testing/sample-seal.ts';

/** Half of it is translucent, a quarter fully transparent. */
async function translucentImage(): Promise<Uint8Array> {
  const pixels = Buffer.alloc(40 * 20 * 4, 0);
  for (let pixel = 0; pixel < 800; pixel++) {
    const x = pixel % 40;
    pixels.set([200, 0, 0, x < 10 ? 0 : x < 30 ? 128 : 255], pixel * 4);
  }
  const png = await sharp(pixels, { raw: { width: 40, height: 20, channels: 4 } })
    .png()
    .toBuffer();
  return prepareSignatureImage(png);
}

function archivalPdf(part: number, components: number): Buffer {
  const metadata = `<rdf:Description pdfaid:part="${part}" pdfaid:conformance="B"/>`;
  return samplePdf({
    catalogEntries: '/Metadata 100 0 R /OutputIntents [101 0 R]',
    objects: {
      100: `<</Type /Metadata /Length ${metadata.length}>>\nstream\n${metadata}\nendstream`,
      101: '<</S /GTS_PDFA1 /DestOutputProfile 102 0 R>>',
      102: `<</N ${components} /Length 1>>\nstream\n0\nendstream`,
    },
  });
}

let signature: SignatureValue;
beforeAll(async () => {
  signature = { mode: 'upload', prepared: await translucentImage() };
});

async function sealed(pdf: Buffer): Promise<PdfFile> {
  const base = sampleCertificate({ originalSizeBytes: pdf.length });
  const recipients = [{ ...base.recipients[0]!, name: 'Žofie Ελένη', signature }];
  const result = await sealPdf({
    pdf,
    marks: [
      { page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.1, mark: { kind: 'signature', value: signature } },
      { page: 1, x: 0.1, y: 0.3, w: 0.3, h: 0.05, mark: { kind: 'text', text: 'Ada Müller' } },
    ],
    certificate: { ...base, recipients },
    watermark: null,
    signer: sampleSigner(),
    timestamper: null,
    sealedAt: new Date('2026-11-20T10:00:00Z'),
  });
  return openPdf(result.sealed);
}

function objectsOf(file: PdfFile): PdfDict[] {
  const found: PdfDict[] = [];
  for (let num = 1; num < Number(file.xref.trailer.get('Size')); num++) {
    const object = file.get(num);
    if (object instanceof PdfDict) found.push(object);
    else if (object instanceof PdfStream) found.push(object.dict);
  }
  return found;
}

const ofType = (file: PdfFile, type: string) =>
  objectsOf(file).filter((object) => file.nameOf(object.get('Type')) === type);

/** The resources of the certificate's pages and of the forms with the marks. */
function drawnResources(file: PdfFile): PdfDict[] {
  const pages = openPages(file);
  const page = (number: number) => file.dict(pages.pageAt(number)!.dict.get('Resources'))!;
  const marks = file.resolve(file.dict(page(1).get('XObject'))!.get('CountersignMarks')) as PdfStream;
  const certificate = Array.from({ length: pages.count - 1 }, (_, index) => page(index + 2));
  return [file.dict(marks.dict.get('Resources'))!, ...certificate];
}

/** The character identifiers in a /CIDSet, and those that have widths. */
function charactersOf(file: PdfFile, font: PdfDict): { set: number[]; shown: number[] } {
  const bits = file.decode(file.resolve(file.dict(font.get('FontDescriptor'))!.get('CIDSet')) as PdfStream);
  const set = Array.from({ length: bits.length * 8 }, (_, id) => id).filter(
    (id) => bits[id >> 3]! & (0x80 >> (id & 7)),
  );
  const shown: number[] = [];
  const widths = file.array(font.get('W'))!;
  for (let at = 0; at < widths.length; at += 2)
    for (const index of file.array(widths[at + 1])!.keys()) shown.push(Number(widths[at]) + index);
  return { set, shown };
}

describe('what a seal adds to a PDF/A file', () => {
  test('of part 1 has no transparency, and its fonts list their characters', async () => {
    const file = await sealed(archivalPdf(1, 3));
    expect(objectsOf(file).filter((object) => object.get('SMask') ?? object.get('ca'))).toEqual([]);
    expect(objectsOf(file).filter((object) => object.get('Mask'))).toHaveLength(1);
    const fonts = objectsOf(file).filter((object) => file.nameOf(object.get('Subtype')) === 'CIDFontType2');
    expect(fonts.length).toBeGreaterThan(2);
    for (const font of fonts) {
      const { set, shown } = charactersOf(file, font);
      expect(set).toEqual([...new Set([0, ...shown])].sort((a, b) => a - b));
    }
  });

  test('of part 2 is the same as in any other file if the output intent is RGB', async () => {
    const file = await sealed(archivalPdf(2, 3));
    expect(objectsOf(file).filter((object) => object.get('SMask'))).toHaveLength(1);
    expect(ofType(file, 'FontDescriptor').filter((descriptor) => descriptor.get('CIDSet'))).toEqual([]);
    expect(drawnResources(file).filter((resources) => resources.get('ColorSpace'))).toEqual([]);
  });

  test('defines its colors if the output intent is CMYK', async () => {
    const file = await sealed(archivalPdf(3, 4));
    const resources = drawnResources(file);
    expect(resources.length).toBeGreaterThan(1);
    for (const one of resources) {
      const spaces = file.dict(one.get('ColorSpace'))!;
      expect([...spaces.map.keys()]).toEqual(['DefaultRGB']);
      expect(file.nameOf(file.array(spaces.get('DefaultRGB'))![0])).toBe('CalRGB');
    }
  });
});

test('removing the soft mask does not change how an image looks on white', () => {
  const image = {
    width: 10,
    height: 2,
    rgb: deflateSync(Buffer.alloc(60, 100)),
    alpha: deflateSync(Buffer.from([...Array(9).fill(255), 0, ...Array(9).fill(51), 7])),
  };
  const { rgb, hidden, alpha } = withoutSoftMask(image);
  const pixels = inflateSync(rgb);
  expect(alpha).toBeNull();
  expect([...pixels.subarray(0, 3)]).toEqual([100, 100, 100]);
  expect([...pixels.subarray(30, 33)]).toEqual([224, 224, 224]);
  expect([...inflateSync(hidden!)]).toEqual([0, 0b0100_0000, 0, 0b0100_0000]);
});
