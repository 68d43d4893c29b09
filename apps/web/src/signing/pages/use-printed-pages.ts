/** Images of the pages for printing, because pages far from the window are not drawn. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { drawThumbnail } from './draw-page.ts';
import type { PdfSource } from './pdf-source.ts';

/** Pixels across a page: about 200 dpi on A4. */
const printedWidth = 1600;
/** Longer documents are printed from the downloaded file. */
const maxPrintedPages = 200;

export interface PrintedPages {
  /** The addresses of the images by page number. Empty unless the document is being printed. */
  images: ReadonlyMap<number, string>;
  /** The page that is being drawn for printing; null if none is. */
  preparing: number | null;
}

const nothing: PrintedPages = { images: new Map(), preparing: null };

/**
 * Draws every page as an image when the person presses Ctrl + P, and then opens the browser's print dialog. When printing is started from
 * the browser's menu, the browser does not wait, so only the pages near the window are printed.
 */
export function usePrintedPages(source: PdfSource | null, total: number): PrintedPages {
  const [printed, setPrinted] = useState(nothing);
  const job = useRef({ abort: new AbortController(), isDrawing: false });

  const discard = useCallback(() => {
    job.current.abort.abort();
    job.current = { abort: new AbortController(), isDrawing: false };
    setPrinted((before) => {
      for (const url of before.images.values()) URL.revokeObjectURL(url);
      return nothing;
    });
  }, []);

  useEffect(() => {
    if (!source || total > maxPrintedPages) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (job.current.isDrawing) return;
      discard();
      job.current.isDrawing = true;
      const { signal } = job.current.abort;
      void drawAll(source, total, signal, (page) => setPrinted({ ...nothing, preparing: page })).then(
        (images) => {
          if (signal.aborted) return revoke(images);
          job.current.isDrawing = false;
          setPrinted({ images, preparing: null });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          console.error('the pages cannot be drawn for printing', error);
          discard();
          print();
        },
      );
    };
    addEventListener('keydown', onKey);
    addEventListener('afterprint', discard);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('afterprint', discard);
      discard();
    };
  }, [source, total, discard]);

  useEffect(() => {
    if (printed.images.size === 0) return;
    const { signal } = job.current.abort;
    const shown = [...document.querySelectorAll<HTMLImageElement>('img.page-printed')];
    void Promise.allSettled(shown.map((image) => image.decode())).then(() => {
      if (!signal.aborted) print();
    });
  }, [printed.images]);

  return printed;
}

/** One page after another, so that only one canvas is in memory. */
async function drawAll(
  source: PdfSource,
  total: number,
  signal: AbortSignal,
  onPage: (number: number) => void,
): Promise<Map<number, string>> {
  const images = new Map<number, string>();
  const width = printedWidth / Math.max(devicePixelRatio, 1);
  try {
    for (let number = 1; number <= total; number += 1) {
      onPage(number);
      const canvas = await drawThumbnail(source, number, width, signal);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      canvas.width = canvas.height = 0;
      if (blob) images.set(number, URL.createObjectURL(blob));
    }
  } catch (error) {
    revoke(images);
    throw error;
  }
  return images;
}

function revoke(images: ReadonlyMap<number, string>): void {
  for (const url of images.values()) URL.revokeObjectURL(url);
}
