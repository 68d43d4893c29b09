/** Opens the PDF and measures its pages. */
import { useEffect, useState } from 'react';
import { openPdf, type PdfSource } from '../../signing/pages/pdf-source.ts';

/** The size of a page as displayed, in points. */
export interface Sheet {
  width: number;
  height: number;
}

export type PagesState =
  | { state: 'opening' }
  | { state: 'failed'; error: unknown }
  | { state: 'open'; source: PdfSource; sheets: Sheet[] };

const noHeaders = {};

/** The PDF at `url` with the size of every page as displayed. `headers` must stay the same object. */
export function usePages(url: string, headers: Readonly<Record<string, string>> = noHeaders): PagesState {
  const [state, setState] = useState<PagesState>({ state: 'opening' });
  useEffect(() => {
    const abort = new AbortController();
    setState({ state: 'opening' });
    const fail = (error: unknown) => {
      if (!abort.signal.aborted) setState({ state: 'failed', error });
    };
    const open = async () => {
      const source = await openPdf({ url, headers }, abort.signal, fail);
      const sheets: Sheet[] = [];
      for (let number = 1; number <= source.document.numPages; number += 1) {
        const { width, height } = (await source.document.getPage(number)).getViewport({ scale: 1 });
        sheets.push({ width, height });
      }
      if (!abort.signal.aborted) setState({ state: 'open', source, sheets });
    };
    open().catch(fail);
    return () => abort.abort();
  }, [url, headers]);
  return state;
}
