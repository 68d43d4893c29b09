/** Draws one page: a canvas, and over it the text layer that is selected, searched and read aloud. */
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfSource } from './pdf-source.ts';

/** Browsers on phones refuse or discard larger canvases. */
const maxCanvasPixels = 16_000_000;
/** Maximum pixels of one side. Some browsers draw nothing on larger canvases. */
const maxCanvasSide = 16_384;

/** Draws page `number` at a width in CSS pixels and returns its canvas. Fills `textHost` unless it already has the text at this width. */
export async function drawPage(
  source: PdfSource,
  number: number,
  width: number,
  textHost: HTMLElement,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const page = await source.document.getPage(number);
  signal.throwIfAborted();
  const viewport = viewportOf(page, width);
  const canvas = await drawCanvas(source, page, viewport, signal);

  if (textHost.dataset.width !== String(width)) {
    textHost.replaceChildren();
    textHost.style.setProperty('--total-scale-factor', String(viewport.scale));
    const layer = new source.pdfjs.TextLayer({
      textContentSource: page.streamTextContent({ includeMarkedContent: true, disableNormalization: true }),
      container: textHost,
      viewport,
    });
    signal.addEventListener('abort', () => layer.cancel());
    await layer.render();
    signal.throwIfAborted();
    textHost.dataset.width = String(width);
  }
  page.cleanup();
  return canvas;
}

/** Draws page `number` at a width in CSS pixels, without its text layer. */
export async function drawThumbnail(
  source: PdfSource,
  number: number,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const page = await source.document.getPage(number);
  signal.throwIfAborted();
  return drawCanvas(source, page, viewportOf(page, width), signal);
}

const viewportOf = (page: PDFPageProxy, width: number): PageViewport =>
  page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });

async function drawCanvas(
  source: PdfSource,
  page: PDFPageProxy,
  viewport: PageViewport,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const density = Math.min(
    Math.max(devicePixelRatio, 1),
    Math.sqrt(maxCanvasPixels / (viewport.width * viewport.height)),
    maxCanvasSide / Math.max(viewport.width, viewport.height),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width * density));
  canvas.height = Math.max(1, Math.floor(viewport.height * density));
  await giveValues(source, page);
  signal.throwIfAborted();
  const rendering = page.render({
    canvas,
    viewport,
    transform: [density, 0, 0, density, 0, 0],
    annotationMode: source.pdfjs.AnnotationMode.ENABLE_STORAGE,
  });
  signal.addEventListener('abort', () => rendering.cancel());
  await rendering.promise;
  signal.throwIfAborted();
  return canvas;
}

/**
 * Makes pdf.js draw form fields of the PDF without an appearance stream (ISO 32000-2, 12.7.4.3), as other readers do. pdf.js draws
 * them only if their values count as entered.
 */
async function giveValues({ document }: PdfSource, page: PDFPageProxy): Promise<void> {
  for (const { id, fieldType, fieldValue, hasAppearance } of await page.getAnnotations()) {
    const isText = fieldType === 'Tx' || fieldType === 'Ch';
    if (isText && !hasAppearance && fieldValue?.length > 0)
      document.annotationStorage.setValue(id, { value: fieldValue });
  }
}
