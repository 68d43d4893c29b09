/**
 * Draws everything that sealing adds visibly: the values at the fields, the certificate of completion, and in test
 * mode the watermark (docs/spec/decisions.md, section 8). The caller adds the content and resources to the file.
 */
import { type Clock, clockFor } from '../certificate/clock.ts';
import { composeCertificate } from '../certificate/compose.ts';
import { Canvas, Drawing } from '../draw/canvas.ts';
import type { Laid } from '../draw/laid.ts';
import { drawPlate, layMark } from '../draw/marks.ts';
import { captionHeight, drawPageNote, layCaption } from '../draw/page-note.ts';
import { drawWatermark } from '../draw/watermark.ts';
import {
  displayedSize,
  type PageGeometry,
  type PlacementMatrix,
  placementMatrix,
} from '../model/geometry.ts';
import type { ObjectSink, PdfDict } from '../model/objects.ts';
import type { CertificateData } from '../ports/certificate-data.ts';
import type { PlacedMark } from '../ports/marks.ts';
import type { ArchivalRules } from '../reader/archival.ts';
import { withFaces } from '../text/faces.ts';

/** How far a mark may reach beyond its rectangle, in points. */
const OVERSHOOT = 4;

export interface DrawSealInput {
  marks: PlacedMark[];
  /** For each mark, whether its ink gets a white plate, so that it is visible on a dark page. */
  plates?: readonly boolean[];
  /** Text in the margin of every page. */
  pageNote?: string | null;
  /** Data of the pages in order: of all pages if there is a watermark or a note, otherwise at least of those with marks. */
  geometries: ReadonlyArray<PageGeometry | undefined>;
  /** Text across every page, or null. */
  watermark: string | null;
  /** True if the pages of the file have the watermark already, so that only the certificate gets it. */
  pagesHaveWatermark?: boolean;
  /** Null for a preview and for a recipient's own signature, which have no certificate pages. */
  certificate: CertificateData | null;
  /** How times below signatures are printed, if there is no certificate. Without either, signatures have no captions. */
  times?: Pick<CertificateData, 'timeZone' | 'dateFormat'> | null;
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
  /**
   * Page number, from 1, to what is drawn over that page, in its user space; pages on which nothing is drawn are absent. Pages on
   * which the same is drawn share one object.
   */
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
    const finished = new Map<Canvas, DrawnContent>();
    for (const canvas of pages.values())
      if (!finished.has(canvas)) finished.set(canvas, canvas.finish(references));
    return {
      pages: new Map([...pages].map(([page, canvas]) => [page, finished.get(canvas)!] as const)),
      certificatePages: certificate.map(({ canvas, width, height }) => ({
        width,
        height,
        ...canvas.finish(references),
      })),
    };
  }))!;
}

function drawPages(drawing: Drawing, input: DrawSealInput): Map<number, Canvas> {
  const { marks, plates, geometries, pageNote = null } = input;
  const watermark = input.pagesHaveWatermark ? null : input.watermark;
  const canvases = new Map<number, Canvas>();
  const canvasOf = (page: number): Canvas => {
    const canvas = canvases.get(page) ?? new Canvas(drawing);
    canvases.set(page, canvas);
    return canvas;
  };
  const times = input.certificate ?? input.times ?? null;
  const clock = times && clockFor(times);
  const laid = marks.map((placed) => layPlaced(drawing, placed, geometries[placed.page - 1]!, clock));
  // All plates first: none hides another field's value.
  laid.forEach(({ page, placement: { matrix, width, height }, ink }, index) => {
    const inked = plates?.[index] ? ink() : [];
    if (inked.length === 0) return;
    const canvas = canvasOf(page);
    canvas.inMatrix(matrix, () => drawPlate(canvas, inked, width, height));
  });
  for (const mark of laid) drawLaid(canvasOf(mark.page), mark);
  if (watermark === null && pageNote === null) return canvases;
  const shared = new Map<string, Canvas>();
  geometries.forEach((geometry, index) => {
    const page = index + 1;
    const { box, rotate } = geometry!;
    const key = canvases.has(page) ? '' : `${box.x} ${box.y} ${box.w} ${box.h} ${rotate}`;
    const drawn = shared.get(key);
    if (drawn) {
      canvases.set(page, drawn);
      return;
    }
    const canvas = canvasOf(page);
    if (key !== '') shared.set(key, canvas);
    const { matrix } = placementMatrix(geometry!, { x: 0, y: 0, w: 1, h: 1 });
    const { width, height } = displayedSize(geometry!);
    if (pageNote !== null) drawPageNote(canvas, matrix, pageNote, width, height);
    if (watermark !== null) canvas.inMatrix(matrix, () => drawWatermark(canvas, watermark, width, height));
  });
  return canvases;
}

interface LaidMark extends Laid {
  page: number;
  placement: PlacementMatrix;
}

/** Lays out a mark in its rectangle, and its caption below it in the same rectangle. Previews have no captions, because nobody has signed. */
function layPlaced(
  drawing: Drawing,
  placed: PlacedMark,
  geometry: PageGeometry,
  clock: Clock | null,
): LaidMark {
  const { page, mark, caption = null } = placed;
  const placement = placementMatrix(geometry, placed);
  const { width, height } = placement;
  const below = caption === null || clock === null ? 0 : captionHeight(width, height);
  if (caption === null || clock === null || below === 0)
    return { page, placement, ...layMark(drawing, mark, width, height) };
  const above = layMark(drawing, mark, width, height - below);
  const texts = [`Signed by ${caption.name}`, `${clock.local(caption.at)}  ·  ID ${caption.id}`] as const;
  const laidCaption = layCaption(drawing, texts, width, height);
  return {
    page,
    placement,
    ink: () => [...above.ink().map((rect) => ({ ...rect, y: rect.y + below })), ...laidCaption.ink()],
    draw(canvas) {
      canvas.inMatrix([1, 0, 0, 1, 0, below], () => above.draw(canvas));
      laidCaption.draw(canvas);
    },
  };
}

function drawLaid(canvas: Canvas, { placement: { matrix, width, height }, draw }: LaidMark): void {
  canvas.inMatrix(matrix, () => {
    // Swashes may leave the box a little; nothing that is submitted may paint over the document beyond that.
    const margin = Math.min(OVERSHOOT, height * 0.25);
    canvas.clipTo(-margin, -margin, width + 2 * margin, height + 2 * margin);
    draw(canvas);
  });
}
