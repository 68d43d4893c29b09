/** Where marks are on their pages, and which of them need a white plate: the same for a seal and for a preview. */
import { rememberedDarkAreas } from '../backdrop/remember.ts';
import { type PageGeometry, placementMatrix } from '../model/geometry.ts';
import type { PlacedMark } from '../ports/marks.ts';
import type { Placement } from '../ports/page.ts';
import type { SealInput } from '../ports/seal.ts';
import type { PdfFile } from '../reader/file.ts';
import type { Pages } from '../reader/pages.ts';
import type { Box } from '../update/flatten.ts';

/** The geometry of the pages that are drawn on, by page index. Other pages are not read. */
export function geometriesOf(pages: Pages, marks: readonly Placement[], all: boolean): PageGeometry[] {
  const geometries = new Array<PageGeometry>(pages.count);
  const read = (number: number): void => {
    // Equal mutant "→ false": the page is read again, with the same result.
    const page = geometries[number - 1] ? null : pages.pageAt(number);
    if (page) geometries[number - 1] = page.geometry;
  };
  for (const { page } of marks) read(page);
  // Equal mutant "all → true": pages that are not drawn on are read in vain.
  if (all) for (let number = 1; number <= pages.count; number++) read(number);
  return geometries;
}

/** The rectangle of a place in the user space of its page. */
export function areaOf(mark: Placement, geometry: PageGeometry): Box {
  const { matrix, width, height } = placementMatrix(geometry, mark);
  const [a, b, c, d, e, f] = matrix;
  const [right, top] = [a * width + c * height + e, b * width + d * height + f];
  return { x: Math.min(e, right), y: Math.min(f, top), w: Math.abs(right - e), h: Math.abs(top - f) };
}

export function byPage(marks: readonly PlacedMark[], areas: readonly Box[]): Map<number, Box[]> {
  const result = new Map<number, Box[]>();
  marks.forEach(({ page }, index) => {
    const list = result.get(page);
    if (list) list.push(areas[index]!);
    else result.set(page, [areas[index]!]);
  });
  return result;
}

const touch = (area: Box, [x, y, w, h]: readonly [number, number, number, number]): boolean =>
  area.x < x + w && x < area.x + area.w && area.y < y + h && y < area.y + area.h;

/** For each mark, whether it gets a white plate. */
export async function platesFor(
  { marks, darkPlaces }: Pick<SealInput, 'marks' | 'darkPlaces'>,
  file: PdfFile,
  pages: Pages,
  areas: readonly Box[],
  hashFile: () => string,
): Promise<boolean[]> {
  const plates = marks.map(({ background }) => background === 'white');
  const undecided = new Map<number, number[]>();
  marks.forEach(({ page, background = 'auto' }, index) => {
    const places = darkPlaces?.[page - 1];
    if (background === 'auto' && (!places || places.some((place) => touch(areas[index]!, place))))
      undecided.set(page, [...(undecided.get(page) ?? []), index]);
  });
  // Equal mutant "→ false": the file is hashed in vain.
  if (undecided.size === 0) return plates;
  const fileSha256 = hashFile();
  for (const [number, indexes] of undecided) {
    const dark = await rememberedDarkAreas(
      file,
      // It exists, because `areas` was computed from its geometry.
      pages.pageAt(number)!,
      indexes.map((index) => areas[index]!),
      { fileSha256, number },
    );
    indexes.forEach((index, at) => {
      plates[index] = dark[at]!;
    });
  }
  return plates;
}
