/** Reads the text of the document's pages and finds places to sign in it. */
import type { PdfSource } from '../../signing/pages/pdf-source.ts';
import type { Sheet } from '../parts/use-pages.ts';
import { findSigningPlaces, type SigningPlace, type TextPiece } from './signing-places.ts';

/** The most pages that are searched. The person's browser does the work. */
export const maxSearchedPages = 500;
/** The most places that are offered. */
const maxPlaces = 200;

/** The places of the first pages. `onPage` is called before each page. Stops when `signal` aborts. */
export async function readPlaces(
  source: PdfSource,
  sheets: readonly Sheet[],
  onPage: (page: number) => void,
  signal: AbortSignal,
): Promise<SigningPlace[]> {
  const places: SigningPlace[] = [];
  for (const [index, sheet] of sheets.slice(0, maxSearchedPages).entries()) {
    signal.throwIfAborted();
    onPage(index + 1);
    places.push(...findSigningPlaces(index + 1, await piecesOf(source, index + 1), sheet));
    if (places.length >= maxPlaces) break;
  }
  return places.slice(0, maxPlaces);
}

/** The horizontal text of a page as displayed. */
async function piecesOf({ document }: PdfSource, number: number): Promise<TextPiece[]> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const scale = Math.hypot(viewport.transform[0]!, viewport.transform[1]!);
  return items.flatMap((item): TextPiece[] => {
    if (!('str' in item)) return [];
    const [a, b, c, d, e, f] = item.transform as [number, number, number, number, number, number];
    const [x, y] = viewport.convertToViewportPoint(e, f) as [number, number];
    const [right, baseline] = viewport.convertToViewportPoint(e + a, f + b) as [number, number];
    const isUpright = right > x && Math.abs(baseline - y) < 0.1 * (right - x);
    if (!isUpright) return [];
    return [{ text: item.str, x, y, width: item.width * scale, size: Math.hypot(c, d) * scale }];
  });
}
