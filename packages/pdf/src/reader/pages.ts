/** The page tree (ISO 32000-2, 7.7.3): every page with its inherited attributes, and defects of the tree. */

import type { PageGeometry } from '../model/geometry.ts';
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from './file.ts';

/** Attributes that a page inherits from its ancestors (table 31). */
export const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

export interface Page {
  /** Null for a page written directly into /Kids. */
  ref: PdfRef | null;
  dict: PdfDict;
  /** The page's own or inherited value of each inheritable attribute, as written. */
  inherited: Partial<Record<(typeof INHERITABLE)[number], PdfObject>>;
  geometry: PageGeometry;
}

/** Pages by number, from `openPages` or `readPageTree`. */
export interface Pages {
  root: { ref: PdfRef; dict: PdfDict };
  /** The number of pages. */
  count: number;
  /** Why an update cannot be appended to this tree. Empty if no defect has been found so far. */
  defects: string[];
  /** A page by its number, from 1; null if there is none. */
  pageAt(number: number): Page | null;
}

export interface PageTree extends Pages {
  pages: Page[];
}

const MAX_DEPTH = 100;

/** Larger pages cannot be displayed by any reader. */
const MAX_SIDE = 1_000_000;
/** Degrees; some readers cannot represent larger values. */
const MAX_ROTATION = 32_767;

/** The catalog. Throws a PdfError (`damaged`) if it is missing. */
export function catalogOf(file: PdfFile): { ref: PdfRef; dict: PdfDict } {
  const ref = file.xref.trailer.get('Root');
  if (!(ref instanceof PdfRef)) throw new PdfError('damaged', 'the trailer has no reference to the catalog');
  const found = file.dict(ref);
  if (!found) throw new PdfError('damaged', 'the catalog is missing');
  return { ref, dict: found };
}

function rootOf(file: PdfFile): { ref: PdfRef; dict: PdfDict; count: number | null } {
  const ref = catalogOf(file).dict.get('Pages');
  const root = file.dict(ref);
  if (!(ref instanceof PdfRef) || !root) throw new PdfError('damaged', 'the page tree is missing');
  return { ref, dict: root, count: file.number(root.get('Count')) };
}

/** The root of the tree is a page instead of a node. */
const isSinglePage = (file: PdfFile, root: PdfDict): boolean =>
  file.nameOf(root.get('Type')) === 'Page' && root.get('Kids') === undefined;

/**
 * Reads the whole tree in page order. Throws a PdfError: `damaged` if the root is unusable, `no_pages`, or
 * `too_many_pages` beyond `maxPages`.
 */
export function readPageTree(file: PdfFile, maxPages = 100_000): PageTree {
  const { ref, dict: root } = rootOf(file);
  const pages: Page[] = [];
  const tree: PageTree = {
    root: { ref, dict: root },
    count: 0,
    pages,
    defects: [],
    pageAt: (number) => pages[number - 1] ?? null,
  };
  requireGeneration(file, tree, ref);
  if (isSinglePage(file, root)) {
    tree.defects.push('the page tree is a single page');
    const inherited = withOwn(file, root, {});
    pages.push({ ref, dict: root, inherited, geometry: geometryOf(file, inherited) });
  } else visitNode({ file, tree, seen: new Set([ref.num]), maxPages }, root, ref, {}, 0);
  tree.count = pages.length;
  if (tree.count === 0) throw new PdfError('no_pages', 'the file has no pages');
  return tree;
}

/**
 * Pages of a file whose tree `readPageTree` has accepted before. A page is found by descending to it, using /Count to
 * skip other pages, without reading more. If that fails, the whole tree is read and its defects are reported. Throws
 * the PdfErrors of `readPageTree`.
 */
export function openPages(file: PdfFile): Pages {
  const { ref, dict: root, count } = rootOf(file);
  if (count === null || !Number.isSafeInteger(count) || count < 1 || !file.array(root.get('Kids')))
    return readPageTree(file);
  let whole: PageTree | null = null;
  const pages: Pages = {
    root: { ref, dict: root },
    count,
    defects: [],
    pageAt(number) {
      if (!Number.isSafeInteger(number) || number < 1 || number > pages.count) return null;
      const found = whole ? null : descend(file, root, number - 1, count);
      if (found) return found;
      whole ??= readPageTree(file);
      pages.count = whole.count;
      pages.defects = whole.defects;
      return whole.pageAt(number);
    },
  };
  return pages;
}

/** The page with `index` pages before it, under a node of `count` pages; null if the tree contradicts itself. */
function descend(file: PdfFile, root: PdfDict, index: number, total: number): Page | null {
  let node = root;
  let before = index;
  let count = total;
  let above: Page['inherited'] = {};
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const kids = file.array(node.get('Kids'));
    if (!kids) return null;
    above = withOwn(file, node, above);
    // As many pages as kids: every kid must be a page, because a node without pages would be a defect.
    const step = kids.length === count ? { kid: kids[before], before: 0 } : kidWith(file, kids, before);
    if (!(step?.kid instanceof PdfRef)) return null;
    const child = file.dict(step.kid);
    if (!child) return null;
    if (!isNode(file, child)) {
      if (step.before !== 0) return null;
      const inherited = withOwn(file, child, above);
      return { ref: step.kid, dict: child, inherited, geometry: geometryOf(file, inherited) };
    }
    const own = file.number(child.get('Count'));
    if (own === null || kids.length === count) return null;
    node = child;
    before = step.before;
    count = own;
  }
  return null;
}

/** The kid that contains the page with `index` pages before it, and how many of those pages are within the kid. */
function kidWith(
  file: PdfFile,
  kids: readonly PdfObject[],
  index: number,
): { kid: PdfObject; before: number } | null {
  let before = index;
  for (const kid of kids) {
    const child = file.dict(kid);
    const count = child && (isNode(file, child) ? file.number(child.get('Count')) : 1);
    if (count === null || !Number.isSafeInteger(count) || count < 1) return null;
    if (before < count) return { kid, before };
    before -= count;
  }
  return null;
}

const isNode = (file: PdfFile, child: PdfDict): boolean =>
  child.get('Kids') !== undefined && file.nameOf(child.get('Type')) !== 'Page';

/** The state of reading a whole page tree. */
interface Walk {
  file: PdfFile;
  tree: PageTree;
  /** Object numbers of visited pages and nodes. */
  seen: Set<number>;
  maxPages: number;
}

/** Adds the pages below a node. `above` are the attributes that the node inherits. */
function visitNode(
  walk: Walk,
  node: PdfDict,
  nodeRef: PdfRef | null,
  above: Page['inherited'],
  depth: number,
): void {
  const { file, tree } = walk;
  if (depth > MAX_DEPTH) throw new PdfError('damaged', 'the page tree is too deep');
  const inherited = withOwn(file, node, above);
  const kids = file.array(node.get('Kids'));
  if (!kids) tree.defects.push('a node of the page tree has no /Kids');
  const before = tree.pages.length;
  for (const kid of kids ?? []) visitKid(walk, kid, inherited, depth);
  const count = tree.pages.length - before;
  if (count === 0) tree.defects.push('a node of the page tree has no pages');
  if (file.number(node.get('Count')) !== count)
    tree.defects.push(`the page tree has a wrong page count${nodeRef ? ` (object ${nodeRef.num})` : ''}`);
}

/** Adds a page, or the pages below a node. */
function visitKid(walk: Walk, kid: PdfObject, above: Page['inherited'], depth: number): void {
  const { file, tree, seen, maxPages } = walk;
  const ref = kid instanceof PdfRef ? kid : null;
  if (!ref) tree.defects.push('a page is written directly into the page tree');
  const child = kidDict(file, tree, kid);
  if (!child) return;
  const hasKids = isNode(file, child);
  if (ref) {
    if (seen.has(ref.num)) {
      tree.defects.push('a page or node appears twice in the page tree');
      if (hasKids) return;
    }
    seen.add(ref.num);
    requireGeneration(file, tree, ref);
  }
  if (hasKids) {
    visitNode(walk, child, ref, above, depth + 1);
    return;
  }
  if (tree.pages.length >= maxPages)
    throw new PdfError('too_many_pages', `the file has more than ${maxPages} pages`);
  const inherited = withOwn(file, child, above);
  tree.pages.push({ ref, dict: child, inherited, geometry: geometryOf(file, inherited) });
}

/** Strict readers do not find an object by a reference with another generation (7.3.10). */
function requireGeneration(file: PdfFile, tree: PageTree, ref: PdfRef): void {
  if (!hasGeneration(file, ref))
    tree.defects.push(`object ${ref.num} of the page tree is referenced with another generation`);
}

/** Whether a reference has the generation of its object. */
export function hasGeneration(file: PdfFile, { num, gen }: PdfRef): boolean {
  return (file.generationOf(num) ?? gen) === gen;
}

function kidDict(file: PdfFile, tree: PageTree, kid: PdfObject): PdfDict | null {
  try {
    const value = file.resolve(kid);
    if (value instanceof PdfDict && file.nameOf(value.get('Type')) !== 'Catalog') return value;
    tree.defects.push(
      `an entry of the page tree is ${value instanceof PdfStream ? 'a stream' : 'not a page'}`,
    );
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    tree.defects.push(error.message);
  }
  return null;
}

/**
 * A node's own attributes in addition to the inherited ones. Null counts as absent, also through a reference (7.3.7).
 */
function withOwn(file: PdfFile, node: PdfDict, above: Page['inherited']): Page['inherited'] {
  const result = { ...above };
  for (const key of INHERITABLE) {
    const own = node.get(key);
    if (own === undefined || own === null) continue;
    if (key === 'Resources' ? resourcesIn(file, own) : !(own instanceof PdfRef) || file.resolve(own) !== null)
      result[key] = own;
  }
  return result;
}

/** A resource dictionary. Some producers write it as a stream. Null for anything else. */
export function resourcesIn(file: PdfFile, object: PdfObject | undefined): PdfDict | null {
  const value = file.resolve(object);
  if (value instanceof PdfStream) return value.dict;
  return value instanceof PdfDict ? value : null;
}

function geometryOf(file: PdfFile, attributes: Page['inherited']): PageGeometry {
  const media = boxOf(file, attributes.MediaBox) ?? { x: 0, y: 0, w: 612, h: 792 };
  const crop = boxOf(file, attributes.CropBox);
  const box = crop ? (intersection(media, crop) ?? media) : media;
  const degrees = Math.round((file.number(attributes.Rotate) ?? 0) / 90) * 90;
  return { box, rotate: (((degrees % 360) + 360) % 360) as PageGeometry['rotate'] };
}

/**
 * Corrected values for page attributes that readers interpret differently, so that marks appear where they were
 * placed. Empty if the boxes and the rotation are regular.
 */
export function correctedAttributes(file: PdfFile, page: Page): Array<[string, PdfObject]> {
  const { inherited, geometry } = page;
  const corrected = new Map<string, PdfObject>(lostAttributes(file, page));
  const box = corners(geometry.box);
  const media = boxOf(file, inherited.MediaBox);
  if (!media) corrected.set('MediaBox', box);
  else if (!hasFourSides(file, inherited.MediaBox)) corrected.set('MediaBox', corners(media));
  if (inherited.CropBox !== undefined) {
    const crop = boxOf(file, inherited.CropBox);
    if (!crop || !isWithin(crop, media ?? geometry.box) || !hasFourSides(file, inherited.CropBox))
      corrected.set('CropBox', box);
  }
  if (inherited.Rotate !== undefined) {
    const rotate = file.number(inherited.Rotate);
    if (rotate === null || rotate % 90 !== 0 || Math.abs(rotate) > MAX_ROTATION)
      corrected.set('Rotate', geometry.rotate);
  }
  const unit = page.dict.get('UserUnit');
  if (unit !== undefined && !((file.number(unit) ?? 0) > 0)) corrected.set('UserUnit', 1);
  return [...corrected];
}

/**
 * Attributes inherited from the nodes above the page in the tree but not along its /Parent chain, or the other way
 * round: readers use one or the other. Excludes resources, which pages that are drawn on get themselves.
 */
function lostAttributes(file: PdfFile, { dict: own, inherited }: Page): Array<[string, PdfObject]> {
  let above: Page['inherited'] = {};
  const line: PdfDict[] = [];
  for (let node: PdfDict | null = own; node && line.length <= MAX_DEPTH; node = parentOf(file, node))
    line.push(node);
  for (const node of line.reverse()) above = withOwn(file, node, above);
  return INHERITABLE.filter((key) => key !== 'Resources' && inherited[key] !== above[key]).map((key) => [
    key,
    inherited[key] ?? null,
  ]);
}

/** Null also if it cannot be read. */
function parentOf(file: PdfFile, node: PdfDict): PdfDict | null {
  try {
    return file.dict(node.get('Parent'));
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

const hasFourSides = (file: PdfFile, object: PdfObject | undefined): boolean =>
  file.array(object)?.length === 4;

const corners = ({ x, y, w, h }: PageGeometry['box']): PdfObject[] => [x, y, x + w, y + h];

const isWithin = (a: PageGeometry['box'], b: PageGeometry['box']): boolean =>
  a.x >= b.x && a.y >= b.y && a.x + a.w <= b.x + b.w && a.y + a.h <= b.y + b.h;

/** A rectangle with positive sides, whatever the order of its corners; null if it is invalid (7.9.5). */
export function boxOf(file: PdfFile, object: PdfObject | undefined): PageGeometry['box'] | null {
  const sides = file.array(object)?.map((side) => file.number(side));
  if (!sides || sides.length < 4) return null;
  const [a, b, c, d] = sides as [number | null, number | null, number | null, number | null];
  if (a === null || b === null || c === null || d === null) return null;
  const box = { x: Math.min(a, c), y: Math.min(b, d), w: Math.abs(c - a), h: Math.abs(d - b) };
  const usable =
    box.w > 0 && box.h > 0 && Math.max(box.w, box.h, Math.abs(box.x), Math.abs(box.y)) < MAX_SIDE;
  return usable ? box : null;
}

function intersection(a: PageGeometry['box'], b: PageGeometry['box']): PageGeometry['box'] | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const w = Math.min(a.x + a.w, b.x + b.w) - x;
  const h = Math.min(a.y + a.h, b.y + b.h) - y;
  return w > 0 && h > 0 ? { x, y, w, h } : null;
}
