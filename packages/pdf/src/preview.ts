/** A preview of a document: its PDF with values drawn as sealing draws them, without a signature. */
import { createHash } from 'node:crypto';
import { PdfError } from './ports/errors.ts';
import type { SealInput } from './ports/seal.ts';
import { archivalRules } from './reader/archival.ts';
import { readForm } from './reader/form.ts';
import { openPdf } from './reader/open.ts';
import { openPages } from './reader/pages.ts';
import { drawSeal } from './seal/draw-seal.ts';
import { labelsFor } from './seal/mark-labels.ts';
import { areaOf, byPage, geometriesOf, platesFor } from './seal/places.ts';
import { drawOnPages } from './update/append-seal.ts';
import { Increment } from './update/increment.ts';

/** The members mean the same as in SealInput. */
export interface PreviewInput
  extends Pick<SealInput, 'pdf' | 'marks' | 'contentIsSelfContained' | 'darkPlaces' | 'maxDecodedBytes'> {
  /** Text across every page that marks it as a preview. */
  watermark: string;
}

/**
 * Draws marks and watermark on a PDF that `inspectPdf` has accepted (its `normalized` bytes, if any). The result has no certificate of
 * completion and no signature of ours, so `verifyPdf` never reports it as sealed. Throws a PdfError for a file that cannot be drawn on,
 * and a RangeError for a mark on a page that does not exist.
 */
export async function previewPdf(input: PreviewInput): Promise<{ preview: Uint8Array }> {
  const { pdf, watermark } = input;
  const file = openPdf(pdf, input.maxDecodedBytes);
  const pages = openPages(file);
  const marks = [...input.marks, ...labelsFor(input.marks, file, pages)];
  const increment = new Increment(file);
  const geometries = geometriesOf(pages, marks, true);
  const areas = marks.map((mark) => {
    const geometry = geometries[mark.page - 1];
    if (!geometry) throw new RangeError(`a mark is placed on page ${mark.page} of ${pages.count}`);
    return areaOf(mark, geometry);
  });
  const digest = createHash('sha256').update(pdf).digest();
  const plates = await platesFor({ ...input, marks }, file, pages, areas, () => digest.toString('hex'));
  const archival = archivalRules(file);
  const drawn = await drawSeal(
    { marks, plates, geometries, watermark, certificate: null, archival },
    increment,
  );
  const drawing = { ...drawn, areas: byPage(marks, areas) };
  drawOnPages(increment, pages, drawing, readForm(file), input.contentIsSelfContained ?? false);
  if (pages.defects.length > 0) throw new PdfError('damaged', pages.defects[0]!);
  return { preview: increment.finish(digest.subarray(0, 16)).bytes };
}
