/**
 * Draws everything that sealing adds visibly: the values at the fields, the certificate of completion, and in test
 * mode the watermark (docs/spec/decisions.md, section 8). The caller adds the content and resources to the file.
 */
import { composeCertificate } from '../certificate/compose.ts';
import { Canvas, Drawing } from '../draw/canvas.ts';
import { drawMark, drawPlate } from '../draw/marks.ts';
import { drawWatermark } from '../draw/watermark.ts';
import { displayedSize, type PageGeometry, placementMatrix } from '../model/geometry.ts';
import type { ObjectSink, PdfDict } from '../model/objects.ts';
import type { CertificateData } from '../ports/certificate-data.ts';
import type { PlacedMark } from '../ports/marks.ts';
import type { ArchivalRules } from '../reader/archival.ts';
import { withFaces } from '../text/faces.ts';

const OVERSHOOT = 4;

export interface DrawSealInput {
  marks: PlacedMark[];
  /** For each mark, whether it gets a white plate. */
  plates?: readonly boolean[];
  /** Data of the pages in order: of all pages if there is a watermark, otherwise at least of those with marks. */
  geometries: ReadonlyArray<PageGeometry | undefined>;
  /** Text across every page, or null. */
  watermark: string | null;
  /** Null for a preview, which has no certificate pages. */
  certificate: CertificateData | null;
  /** Requirements for everything that is added, if the file is PDF/A. */
  archival?: ArchivalRules | null;
}

/** A content stream, not compressed, and the resources that it names. */
export interface DrawnContent {
  content: Uint8Array;
  resources: PdfDict;
}

export interface DrawnPage extends DrawnContent {
  width: number;
  height: number;
}

export interface DrawnSeal {
  /** Page number, from 1, to what is drawn over that page, in its user space; pages without a mark are absent. */
  pages: Map<number, DrawnContent>;
  certificatePages: DrawnPage[];
}

/**
 * Draws marks, watermark and certificate. Fonts and images are added to the sink once, after everything is laid out;
 * texts never lose characters (what no font has is shown as U+FFFD). Throws a RangeError for a mark on a page that
 * does not exist.
 */
export async function drawSeal(input: DrawSealInput, sink: ObjectSink): Promise<DrawnSeal> {
  for (const { page } of input.marks)
    if (input.geometries[page - 1] === undefined)
      throw new RangeError(`a mark is placed on page ${page} of ${input.geometries.length}`);
  return (await withFaces((session) => {
    const drawing = new Drawing(session, input.archival ?? null);
    const pages = drawPages(drawing, input);
    const certificate = input.certificate
      ? composeCertificate(drawing, input.certificate, input.watermark)
      : [];
    // A provisional pass, to be repeated once the fonts are open, adds nothing to the file.
    if (session.needed.size > 0) return null;
    const references = drawing.embed(sink);
    return {
      pages: new Map([...pages].map(([page, canvas]) => [page, canvas.finish(references)] as const)),
      certificatePages: certificate.map(({ canvas, width, height }) => ({
        width,
        height,
        ...canvas.finish(references),
      })),
    };
  }))!;
}

function drawPages(
  drawing: Drawing,
  { marks, plates, geometries, watermark }: DrawSealInput,
): Map<number, Canvas> {
  const canvases = new Map<number, Canvas>();
  const canvasOf = (page: number): Canvas => {
    const canvas = canvases.get(page) ?? new Canvas(drawing);
    canvases.set(page, canvas);
    return canvas;
  };
  // All plates first: none hides another field's value.
  marks.forEach((placed, index) => {
    if (!plates?.[index]) return;
    const { matrix, width, height } = placementMatrix(geometries[placed.page - 1]!, placed);
    const canvas = canvasOf(placed.page);
    canvas.inMatrix(matrix, () => drawPlate(canvas, width, height));
  });
  for (const placed of marks) {
    const { matrix, width, height } = placementMatrix(geometries[placed.page - 1]!, placed);
    const canvas = canvasOf(placed.page);
    canvas.inMatrix(matrix, () => {
      // Swashes may leave the box a little; nothing that is submitted may paint over the document beyond that.
      const margin = Math.min(OVERSHOOT, height * 0.25);
      canvas.clipTo(-margin, -margin, width + 2 * margin, height + 2 * margin);
      drawMark(canvas, placed.mark, width, height);
    });
  }
  if (watermark !== null)
    geometries.forEach((geometry, index) => {
      const { matrix } = placementMatrix(geometry!, { x: 0, y: 0, w: 1, h: 1 });
      const { width, height } = displayedSize(geometry!);
      const canvas = canvasOf(index + 1);
      canvas.inMatrix(matrix, () => drawWatermark(canvas, watermark, width, height));
    });
  return canvases;
}
