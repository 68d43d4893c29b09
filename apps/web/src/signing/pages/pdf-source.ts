/** The document's PDF, read and drawn by pdf.js in its worker. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

export type Pdfjs = typeof import('./pdfjs.ts');

export interface PdfSource {
  pdfjs: Pdfjs;
  document: PDFDocumentProxy;
}

/** Opens a PDF of this origin. The legacy build serves browsers of several years; decoders in JavaScript keep WebAssembly out of the content security policy. */
export async function openPdf(url: string, signal: AbortSignal): Promise<PdfSource> {
  const pdfjs = await import('./pdfjs.ts');
  signal.throwIfAborted();
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  const task = pdfjs.getDocument({
    url,
    cMapUrl: `${__PDFJS_DATA__}cmaps/`,
    standardFontDataUrl: `${__PDFJS_DATA__}standard_fonts/`,
    wasmUrl: `${__PDFJS_DATA__}wasm/`,
    useWasm: false,
    useSystemFonts: false,
    enableXfa: false,
  });
  signal.addEventListener('abort', () => void task.destroy());
  return { pdfjs, document: await task.promise };
}
