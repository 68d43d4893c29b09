/** The document's PDF, fetched by this page and read and drawn by pdf.js in its worker. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { fetchPart, fetchPartWithRetries, type RemoteFile } from './fetch-part.ts';

export type Pdfjs = typeof import('./pdfjs.ts');

export interface PdfSource {
  pdfjs: Pdfjs;
  document: PDFDocumentProxy;
  /** Aborted when the document is closed; after that nothing can be drawn. */
  signal: AbortSignal;
}

/** Size of the first request. Most files fit into it. */
const firstBytes = 512 * 1024;
/** Minimum size of later requests, which are made when a page needs them. */
const chunkBytes = 128 * 1024;

/**
 * Opens a PDF of this origin. This page makes the requests itself, because pdf.js leaves a failure of its first request unhandled
 * for a while and does not retry a page after a lost connection. `onBroken` is called when a later piece is refused. The legacy
 * build supports older browsers; if WebAssembly is forbidden, decoders in JavaScript are used.
 */
export async function openPdf(
  file: RemoteFile,
  signal: AbortSignal,
  onBroken: (error: unknown) => void,
): Promise<PdfSource> {
  const [pdfjs, first] = await Promise.all([import('./pdfjs.ts'), fetchPart(file, 0, firstBytes, signal)]);
  signal.throwIfAborted();
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  const task = pdfjs.getDocument({
    ...(first.bytes.length === first.total
      ? { data: first.bytes }
      : { range: rangesOf(pdfjs, file, first, signal, onBroken), rangeChunkSize: chunkBytes }),
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
  file: RemoteFile,
  first: { bytes: Uint8Array; total: number },
  signal: AbortSignal,
  onBroken: (error: unknown) => void,
) {
  const ranges = new pdfjs.PDFDataRangeTransport(first.total, first.bytes, true);
  ranges.requestDataRange = (begin: number, end: number) => {
    fetchPartWithRetries(file, begin, end, signal).then(
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
