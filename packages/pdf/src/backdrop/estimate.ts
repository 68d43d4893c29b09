/**
 * Estimates how light a page is where something will be drawn, without a renderer (ISO 32000-2, 8 and 11). A page's
 * content is run over a grid of points in each area, and every fill, thick line, image and gradient that covers a
 * point changes its lightness. Text and thin lines are ignored. Areas with unsupported content (JPEG 2000, JBIG2 and
 * fax images, mesh gradients, soft masks) count as light.
 */
import sharp from 'sharp';
import { isTimeout } from '../draw/decode-time.ts';
import { dict as dictOf, type PdfDict, type PdfObject, type PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PageSize } from '../ports/page.ts';
import { decodedContent } from '../reader/content.ts';
import type { PdfFile } from '../reader/file.ts';
import { orNull } from '../reader/or-null.ts';
import { type Page, resourcesIn } from '../reader/pages.ts';
import { type Box, flattenAnnotations } from '../update/flatten.ts';
import { ContentRun, type Points } from './content-run.ts';
import { type GreyImage, jpegOf } from './image-lightness.ts';
import type { Path } from './path.ts';
import { type ReadBudget, readBudget } from './read-budget.ts';

/** Grid points across an area, and down. */
const ACROSS = 16;
const DOWN = 6;
/** Below this lightness (0 black, 1 white), black ink is hard to read. */
export const DARK = 0.45;
/** An area is dark if this share of its points is dark. */
const DARK_SHARE = 0.15;
/** Limits for reading content: of all pages together that are searched for dark areas, and of those that are searched for dark places. */
const MAX_DECODED_BYTES = 64 * 1024 * 1024;
const MAX_TOKENS_OF_AREAS = 2_000_000;
const MAX_TOKENS_OF_PLACES = 1_000_000;
/** Pages with more places are reported as unknown. Sealing then searches them for dark areas. */
export const MAX_PLACES = 12;
/** Limits for decoding images of one page. */
const MAX_IMAGES = 16;
const KEPT_SIDE = 64;
const MAX_PIXELS = 100_000_000;
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

const budgets = new WeakMap<PdfFile, ReadBudget>();

/** What `darkAreas` may still read of the file. */
function budgetOf(file: PdfFile): ReadBudget {
  const budget = budgets.get(file) ?? readBudget(MAX_TOKENS_OF_AREAS);
  budgets.set(file, budget);
  return budget;
}

/**
 * For each area, in user space, whether the page is so dark there that black ink would be hard to see. False for every area of a page
 * that cannot be read: an estimate is never worth failing a seal.
 */
export async function darkAreas(file: PdfFile, page: Page, areas: readonly Box[]): Promise<boolean[]> {
  const restoreBudget = limitBudget(file);
  try {
    return await darkAreasWithin(file, page, areas);
  } catch (error) {
    if (!(error instanceof PdfError || error instanceof RangeError)) throw error;
    return areas.map(() => false);
  } finally {
    restoreBudget();
  }
}

async function darkAreasWithin(file: PdfFile, page: Page, areas: readonly Box[]): Promise<boolean[]> {
  const jpegs = new Map<PdfStream, GreyImage | null>();
  let points = run(file, page, areas, jpegs);
  const wanted = [...jpegs.keys()].slice(0, MAX_IMAGES);
  if (wanted.length > 0) {
    // The first run has recorded which JPEGs are under the areas.
    for (const stream of wanted) jpegs.set(stream, await decodeJpeg(file, stream));
    points = run(file, page, areas, jpegs);
  }
  return areas.map((_, index) => {
    const own = points.lightness.subarray(index * ACROSS * DOWN, (index + 1) * ACROSS * DOWN);
    return own.filter((lightness) => lightness < DARK).length >= DARK_SHARE * own.length;
  });
}

/**
 * For each page, the places that may be dark, as [x, y, width, height] in user space; the rest is certainly light.
 * Undefined for pages that would take too long, or whose content cannot be read completely.
 */
export function placesThatMayBeDark(file: PdfFile, pages: readonly Page[]): Array<PageSize['dark']> {
  const budget = readBudget(MAX_TOKENS_OF_PLACES);
  const restoreBudget = limitBudget(file);
  try {
    return pages.map((page) =>
      budget.tokens > 0 ? (orNull(() => placesOn(file, page, budget)) ?? undefined) : undefined,
    );
  } finally {
    restoreBudget();
  }
}

function placesOn(file: PdfFile, page: Page, budget: ReadBudget): PageSize['dark'] {
  const { box } = page.geometry;
  const content = contentOf(file, page, [box]);
  if (content === null) {
    // Probably the limit of bytes is reached: skip the remaining pages.
    budget.tokens = 0;
    return undefined;
  }
  const dark: Path[] = [];
  const run = new ContentRun(file, gridOf([]), { budget, leastSide: leastSideOn(page), dark });
  for (const { bytes, resources } of content) run.run(bytes, resources);
  if (!run.isComplete || dark.length > MAX_PLACES) return undefined;
  return dark.map(({ left, bottom, right, top }) => {
    const [x, y] = [Math.floor(left), Math.floor(bottom)];
    return [x, y, Math.ceil(right) - x, Math.ceil(top) - y] as const;
  });
}

/** Limits decoding for an estimate, without using up the budget that sealing needs. */
function limitBudget(file: PdfFile): () => void {
  const before = file.budget.total;
  file.budget.total = Math.min(before, MAX_DECODED_BYTES);
  return () => {
    file.budget.total = before;
  };
}

function run(
  file: PdfFile,
  page: Page,
  areas: readonly Box[],
  jpegs: Map<PdfStream, GreyImage | null>,
): Points {
  const points = gridOf(areas);
  const content = new ContentRun(file, points, {
    budget: budgetOf(file),
    leastSide: leastSideOn(page),
    jpegs,
  });
  for (const { bytes, resources } of contentOf(file, page, areas) ?? []) content.run(bytes, resources);
  return points;
}

/** The width from which something impairs what is drawn over it, in points; less on a tiny page. */
const LEAST_SIDE = 4;
const LEAST_SHARE = 0.01;

function leastSideOn({ geometry: { box } }: Page): number {
  return Math.min(LEAST_SIDE, Math.min(box.w, box.h) * LEAST_SHARE);
}

interface Content {
  bytes: Buffer;
  resources: PdfDict | null;
}

/** The content of the page and of annotations that will become content; null if it cannot be read. */
function contentOf(file: PdfFile, page: Page, areas: readonly Box[]): Content[] | null {
  return orNull(() => {
    const own = decodedContent(file, page.dict.get('Contents'));
    const { content, forms } = flattenAnnotations(file, page, areas, { signed: false });
    const objects: Array<[string, PdfObject]> = [...forms];
    return [
      { bytes: own, resources: resourcesIn(file, page.inherited.Resources) },
      {
        bytes: Buffer.from(content, 'latin1'),
        resources: dictOf({ XObject: dictOf(Object.fromEntries(objects)) }),
      },
    ];
  });
}

/** Evenly spaced points in every area, area by area. */
function gridOf(areas: readonly Box[]): Points {
  const count = areas.length * ACROSS * DOWN;
  const points: Points = {
    x: new Float64Array(count),
    y: new Float64Array(count),
    lightness: new Float32Array(count).fill(1),
    alpha: new Float32Array(count).fill(1),
  };
  let at = 0;
  for (const { x, y, w, h } of areas)
    for (let row = 0; row < DOWN; row++)
      for (let column = 0; column < ACROSS; column++) {
        points.x[at] = x + ((column + 0.5) / ACROSS) * w;
        points.y[at++] = y + ((row + 0.5) / DOWN) * h;
      }
  return points;
}

/** Null if it is not a valid JPEG, or if decoding takes too long. */
async function decodeJpeg(file: PdfFile, stream: PdfStream): Promise<GreyImage | null> {
  const budget = budgetOf(file);
  const bytes = budget.jpegSeconds > 0 ? jpegOf(file, stream) : null;
  if (bytes === null || bytes.length > MAX_IMAGE_BYTES) return null;
  const started = performance.now();
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'none' })
      .resize(KEPT_SIDE, KEPT_SIDE, { fit: 'fill', kernel: 'linear' })
      .greyscale()
      .timeout({ seconds: Math.ceil(budget.jpegSeconds) })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, step: info.channels, data };
  } catch (error) {
    if (isTimeout(error)) budget.jpegSeconds = 0;
    return null;
  } finally {
    budget.jpegSeconds -= (performance.now() - started) / 1000;
  }
}
