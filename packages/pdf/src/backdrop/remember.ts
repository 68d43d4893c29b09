/** Caches results of `darkAreas`: copies of one file are often sealed with fields in the same places. */
import type { PdfFile } from '../reader/file.ts';
import type { Page } from '../reader/pages.ts';
import type { Box } from '../update/flatten.ts';
import { darkAreas } from './estimate.ts';

/** The number of cached pages; the oldest are evicted. */
const MAX_PAGES = 1000;
/** Pages with more areas are not cached, so that the cache stays small. */
const MAX_AREAS = 64;

const known = new Map<string, boolean[]>();

/** Like `darkAreas`. `fileSha256` is the hash of the whole file, and `number` the page number. */
export async function rememberedDarkAreas(
  file: PdfFile,
  page: Page,
  areas: readonly Box[],
  { fileSha256, number }: { fileSha256: string; number: number },
): Promise<boolean[]> {
  if (areas.length > MAX_AREAS) return darkAreas(file, page, areas);
  const key = `${fileSha256} ${number} ${areas.map(({ x, y, w, h }) => `${x},${y},${w},${h}`).join(' ')}`;
  const before = known.get(key);
  if (before) return before;
  const found = await darkAreas(file, page, areas);
  if (known.size >= MAX_PAGES) known.delete(known.keys().next().value!);
  known.set(key, found);
  return found;
}
