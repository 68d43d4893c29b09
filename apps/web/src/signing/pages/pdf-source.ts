/** The document's PDF, fetched by this page and read and drawn by pdf.js in its worker. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { fetchPart, fetchPartPatiently } from './fetch-part.ts';

export type Pdfjs = typeof import('./pdfjs.ts');

export interface PdfSource {
  pdfjs: Pdfjs;
  document: PDFDocumentProxy;
  /** Aborted once the document is closed: nothing can be drawn from it any more. */
  signal: AbortSignal;
}

/** What the first request brings: most files wholly. */
const firstBytes = 512 * 1024;
/** What later requests bring at least, each when a page needs it. */
const chunkBytes = 128 * 1024;

/**
 * Opens a PDF of this origin. The requests are this page's own: pdf.js leaves the failure of its first one to nobody until its
 * worker has asked after it, and gives up a page for good when the connection is lost. `onBroken` is called when a piece that
 * is needed later is refused. The legacy build serves browsers of several years; where they forbid WebAssembly, decoders in
 * JavaScript take its place.
 */
export async function openPdf(
  url: string,
  signal: AbortSignal,
  onBroken: (error: unknown) => void,
): Promise<PdfSource> {
  const [pdfjs, first] = await Promise.all([import('./pdfjs.ts'), fetchPart(url, 0, firstBytes, signal)]);
  signal.throwIfAborted();
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  const task = pdfjs.getDocument({
    ...(first.bytes.length === first.total
      ? { data: first.bytes }
      : { range: rangesOf(pdfjs, url, first, signal, onBroken), rangeChunkSize: chunkBytes }),
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: `${__PDFJS_DATA__}cmaps/`,
    iccUrl: `${__PDFJS_DATA__}iccs/`,
    standardFontDataUrl: `${__PDFJS_DATA__}standard_fonts/`,
    wasmUrl: `${__PDFJS_DATA__}wasm/`,
    useSystemFonts: false,
    enableXfa: false,
  });
  signal.addEventListener('abort', () => void task.destroy().catch(() => {}));
  return { pdfjs, document: await task.promise, signal };
}

function rangesOf(
  pdfjs: Pdfjs,
  url: string,
  first: { bytes: Uint8Array; total: number },
  signal: AbortSignal,
  onBroken: (error: unknown) => void,
) {
  const ranges = new pdfjs.PDFDataRangeTransport(first.total, first.bytes, true);
  ranges.requestDataRange = (begin: number, end: number) => {
    fetchPartPatiently(url, begin, end, signal).then(
      (bytes) => {
        if (!signal.aborted) ranges.onDataRange(begin, bytes);
      },
      (error: unknown) => {
        if (!signal.aborted) onBroken(error);
      },
    );
  };
  return ranges;
}
