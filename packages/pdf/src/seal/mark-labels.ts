/** Labels of check and radio marks on pages that have no text near them: without one, a reader cannot tell what was ticked. */
import { displayedSize } from '../model/geometry.ts';
import type { TextBox } from '../page-text/page-text.ts';
import { TextReader } from '../page-text/text-run.ts';
import type { PageWords } from '../page-text/words.ts';
import type { PlacedMark } from '../ports/marks.ts';
import type { PdfFile } from '../reader/file.ts';
import { orNull } from '../reader/or-null.ts';
import type { Page, Pages } from '../reader/pages.ts';

/** How far around a mark a text can be its label, in fractions of the page: as on the signing page. */
const around = { before: 0.3, after: 0.15, above: 0.03, below: 0.03 };
/** Limits: pages that are read, and bytes of their decoded content. A form counts each time it is drawn. */
const MAX_PAGES = 20;
const MAX_BYTES = 4 * 1024 * 1024;

/** Points between a label and what is next to it. */
const GAP = 4;
/** Points between a label and the edge of the page. */
const EDGE = 18;
/** Limits of a label in points. */
const LOWEST = 8;
const HIGHEST = 11;
const WIDEST = 240;
/** Points that a character needs so that it can be read. */
const CHARACTER = 3;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const letter = /\p{L}/u;

/**
 * The labels to draw, as marks of their own. A mark gets its label if its page has text, but none near it, and if there is room: a label
 * covers neither text nor another mark. A page without any text may be a scan, whose text is not known. Returns no labels for pages that
 * cannot be read within the bounds, because a label is never worth failing a seal.
 */
export function labelsFor(marks: readonly PlacedMark[], file: PdfFile, pages: Pages): PlacedMark[] {
  const wanted = marks.filter(({ mark, label }) => label && (mark.kind === 'check' || mark.kind === 'radio'));
  if (wanted.length === 0) return [];
  const budget = file.budget.total;
  file.budget.total = Math.min(budget, MAX_BYTES);
  const reader = new TextReader(file, MAX_BYTES);
  const numbers = [...new Set(wanted.map(({ page }) => page))].slice(0, MAX_PAGES);
  const labels = orNull(() =>
    numbers.flatMap((number) => {
      const page = pages.pageAt(number);
      return page ? labelsOnPage(page, reader, marks, number) : [];
    }),
  );
  file.budget.total = budget;
  return labels ?? [];
}

function labelsOnPage(
  page: Page,
  reader: TextReader,
  marks: readonly PlacedMark[],
  number: number,
): PlacedMark[] {
  const texts = textBoxes(reader.read(page));
  if (texts.length === 0) return [];
  const { width, height } = displayedSize(page.geometry);
  const onPage = marks.filter((mark) => mark.page === number);
  const taken = [...texts, ...onPage.map((mark) => scaled(mark, width, height))];
  const labels: PlacedMark[] = [];
  for (const placed of onPage) {
    const { mark, label, background } = placed;
    if (!label || (mark.kind !== 'check' && mark.kind !== 'radio')) continue;
    const own = scaled(placed, width, height);
    const near = {
      x: own.x - around.before * width,
      y: own.y - around.above * height,
      w: own.w + (around.before + around.after) * width,
      h: own.h + (around.above + around.below) * height,
    };
    if (texts.some((text) => touch(text, near))) continue;
    const place = placeFor(own, label, { width, height }, taken);
    if (!place) continue;
    taken.push(place);
    labels.push({
      page: number,
      x: place.x / width,
      y: place.y / height,
      w: place.w / width,
      h: place.h / height,
      mark: { kind: 'text', text: label },
      ...(background && { background }),
    });
  }
  return labels;
}

/** The rectangle of a label next to its mark, or above it; null if there is no room. */
function placeFor(
  own: TextBox,
  label: string,
  page: { width: number; height: number },
  taken: readonly TextBox[],
): TextBox | null {
  const direction = rightToLeft.test(label) ? -1 : 1;
  const h = Math.min(HIGHEST, Math.max(LOWEST, own.h));
  const narrowest = label.length * CHARACTER;
  const start = direction === 1 ? own.x + own.w + GAP : own.x - GAP;
  const beside = { from: start, y: own.y + (own.h - h) / 2 };
  const above = { from: direction === 1 ? own.x : own.x + own.w, y: own.y - h - 1 };
  for (const { from, y } of [beside, above]) {
    if (y < 0 || y + h > page.height) continue;
    const edge = direction === 1 ? page.width - EDGE - from : from - EDGE;
    const inTheWay = taken.filter((box) => box.y < y + h && box.y + box.h > y);
    // Not Math.min(...): a page can have more words than a call can have arguments.
    const room = inTheWay.reduce(
      (least, box) => Math.min(least, distanceTo(box, from, direction) - GAP),
      Math.min(WIDEST, edge),
    );
    if (room >= narrowest) return { x: direction === 1 ? from : from - room, y, w: room, h };
  }
  return null;
}

/** The space from a point to a box in the direction of reading: infinite if the box is behind the point. */
function distanceTo(box: TextBox, from: number, direction: 1 | -1): number {
  const [near, far] = direction === 1 ? [box.x, box.x + box.w] : [-box.x - box.w, -box.x];
  return far > direction * from ? near - direction * from : Number.POSITIVE_INFINITY;
}

const touch = (one: TextBox, other: TextBox): boolean =>
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h;

const scaled = ({ x, y, w, h }: TextBox, width: number, height: number): TextBox => ({
  x: x * width,
  y: y * height,
  w: w * width,
  h: h * height,
});

/** Where a page has words. Lines of dots and underscores are no words. */
function textBoxes({ words, characters, edges }: PageWords): TextBox[] {
  return words.flatMap((word) => {
    if (word.end <= word.start) return [];
    if (
      !letter.test(
        String.fromCharCode(...characters.subarray(word.start, Math.min(word.end, word.start + 1000))),
      )
    )
      return [];
    const begin = edges[word.start]!;
    const [from, to] = [Math.min(begin, word.limit), Math.max(begin, word.limit)];
    const [low, high] = [Math.min(word.low, word.high), Math.max(word.low, word.high)];
    return word.direction % 2 === 0
      ? [{ x: from, y: low, w: to - from, h: high - low }]
      : [{ x: low, y: from, w: high - low, h: to - from }];
  });
}
