/** A preview shows what sealing would draw, and is never taken for a sealed file. */
import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { PdfStream } from './model/objects.ts';
import type { PlacedMark } from './ports/marks.ts';
import { previewPdf } from './preview.ts';
import { openPdf } from './reader/open.ts';
import { readPageTree } from './reader/pages.ts';
import { sealPdf } from './seal.ts';
import { sampleCertificate, samplePdf } from './testing/sample-files.ts';
import { sampleSigner } from './testing/sample-seal.ts';
import { verifyPdf } from './verify.ts';

const pdf = samplePdf({ pages: 2 });
const place = { x: 0.1, w: 0.3, h: 0.05 };
const marks: PlacedMark[] = [
  {
    ...place,
    page: 1,
    y: 0.1,
    mark: { kind: 'text', text: 'Zoë 東京, a long value that has to be made smaller' },
  },
  { ...place, page: 1, y: 0.3, mark: { kind: 'check' }, background: 'white' },
];

/** What is drawn on each page. */
function drawnOn(bytes: Uint8Array): string[] {
  const file = openPdf(bytes);
  return readPageTree(file).pages.map(({ dict }) => {
    const objects = file.dict(file.dict(dict.get('Resources'))?.get('XObject'));
    const drawn = file.resolve(objects?.get('CountersignMarks'));
    return drawn ? file.decode(drawn as PdfStream).toString('latin1') : '';
  });
}

test('values are drawn by the same operators as in the sealed file, on the same pages', async () => {
  const watermark = 'PREVIEW';
  const { preview } = await previewPdf({ pdf: new Uint8Array(pdf), marks, watermark });
  const { sealed } = await sealPdf({
    pdf,
    marks,
    watermark,
    certificate: sampleCertificate({
      originalSha256: hash('sha256', pdf),
      originalSizeBytes: pdf.length,
      pageCount: 2,
    }),
    signer: sampleSigner(),
    timestamper: null,
    sealedAt: new Date('2026-11-20T10:00:00Z'),
  });
  const drawn = drawnOn(preview);
  expect(drawn).toHaveLength(2);
  expect(drawn.every((operators) => /\bT[jJ]\b/.test(operators))).toBe(true);
  expect(drawnOn(sealed).slice(0, 2)).toEqual(drawn);
  const report = await verifyPdf(preview);
  expect(report.signatures).toEqual([]);
  expect((await verifyPdf(sealed)).signatures).toHaveLength(1);
});

test('a mark on a page that does not exist is an error', async () => {
  const beyond = [{ ...marks[0]!, page: 3 }];
  await expect(previewPdf({ pdf, marks: beyond, watermark: 'PREVIEW' })).rejects.toThrow(
    'a mark is placed on page 3 of 2',
  );
});
