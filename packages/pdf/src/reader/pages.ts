/** The page tree (ISO 32000-2, 7.7.3): every page with what it inherits, and what is odd about the tree. */
import { PdfError } from '../errors.ts';
import type { PageGeometry } from '../geometry.ts';
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../objects.ts';
import type { PdfFile } from './file.ts';

/** Attributes that a page takes from its ancestors when it has none of its own (table 31). */
export const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

export interface Page {
  /** Null for a page written directly into /Kids. */
  ref: PdfRef | null;
  dict: PdfDict;
  /** The page's own or inherited value of each inheritable attribute, as written. */
  inherited: Partial<Record<(typeof INHERITABLE)[number], PdfObject>>;
  geometry: PageGeometry;
}

export interface PageTree {
  root: { ref: PdfRef; dict: PdfDict };
  pages: Page[];
  /** Why an update cannot be appended to this tree as it is; empty for a sound one. */
  defects: string[];
}

const MAX_DEPTH = 100;

/** Sizes that no reader can show; such a page would swallow what is drawn on it. */
const MAX_SIDE = 1_000_000;

/** The catalog, which is a dictionary with a page tree. Throws a PdfError (`damaged`) otherwise. */
export function catalogOf(file: PdfFile): { ref: PdfRef; dict: PdfDict } {
  const ref = file.xref.trailer.get('Root');
  if (!(ref instanceof PdfRef)) throw new PdfError('damaged', 'the file does not say where its catalog is');
  const found = file.dict(ref);
  if (!found) throw new PdfError('damaged', 'the catalog is missing');
  return { ref, dict: found };
}

/**
 * Walks the whole tree in page order. Throws a PdfError: `damaged` if the root is unusable, `no_pages`, or
 * `too_many_pages` beyond `maxPages`.
 */
export function readPageTree(file: PdfFile, maxPages = 100_000): PageTree {
  const rootRef = catalogOf(file).dict.get('Pages');
  const root = file.dict(rootRef);
  if (!(rootRef instanceof PdfRef) || !root) throw new PdfError('damaged', 'the page tree is missing');
  if (file.number(root.get('Count')) === null)
    throw new PdfError('damaged', 'the page tree does not say how many pages there are');
  const tree: PageTree = { root: { ref: rootRef, dict: root }, pages: [], defects: [] };
  const seen = new Set<number>([rootRef.num]);
  walk(file, tree, root, rootRef, {}, seen, 0, maxPages);
  if (tree.pages.length === 0) throw new PdfError('no_pages', 'the file has no pages');
  return tree;
}

/** Visits a node's children; returns how many pages it added. */
function walk(
  file: PdfFile,
  tree: PageTree,
  node: PdfDict,
  nodeRef: PdfRef | null,
  above: Page['inherited'],
  seen: Set<number>,
  depth: number,
  maxPages: number,
): number {
  const inherited = withOwn(node, above);
  const kids = file.array(node.get('Kids'));
  const before = tree.pages.length;
  if (!kids) tree.defects.push('a node of the page tree has no /Kids');
  if (depth > MAX_DEPTH) throw new PdfError('damaged', 'the page tree is too deep');
  for (const kid of kids ?? []) {
    const ref = kid instanceof PdfRef ? kid : null;
    if (!ref) tree.defects.push('a page is written directly into the page tree');
    const child = kidDict(file, tree, kid);
    if (!child) continue;
    const isNode = child.get('Kids') !== undefined && file.nameOf(child.get('Type')) !== 'Page';
    if (ref && seen.has(ref.num)) {
      tree.defects.push('a page or node appears twice in the page tree');
      if (isNode) continue;
    }
    if (ref) seen.add(ref.num);
    if (isNode) {
      walk(file, tree, child, ref, inherited, seen, depth + 1, maxPages);
      continue;
    }
    if (tree.pages.length >= maxPages)
      throw new PdfError('too_many_pages', `the file has more than ${maxPages} pages`);
    const own = withOwn(child, inherited);
    tree.pages.push({ ref, dict: child, inherited: own, geometry: geometryOf(file, own) });
  }
  const count = tree.pages.length - before;
  if (file.number(node.get('Count')) !== count)
    tree.defects.push(`the page tree counts its pages wrongly${nodeRef ? ` (object ${nodeRef.num})` : ''}`);
  return count;
}

function kidDict(file: PdfFile, tree: PageTree, kid: PdfObject): PdfDict | null {
  try {
    const value = file.resolve(kid);
    if (value instanceof PdfDict) return value;
    tree.defects.push(
      `an entry of the page tree is ${value instanceof PdfStream ? 'a stream' : 'not a page'}`,
    );
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    tree.defects.push(error.message);
  }
  return null;
}

function withOwn(node: PdfDict, above: Page['inherited']): Page['inherited'] {
  const result = { ...above };
  for (const key of INHERITABLE) {
    const own = node.get(key);
    if (own !== undefined && own !== null) result[key] = own;
  }
  return result;
}

function geometryOf(file: PdfFile, attributes: Page['inherited']): PageGeometry {
  const media = boxOf(file, attributes.MediaBox) ?? { x: 0, y: 0, w: 612, h: 792 };
  const crop = boxOf(file, attributes.CropBox);
  const box = crop ? (intersection(media, crop) ?? media) : media;
  const degrees = Math.round((file.number(attributes.Rotate) ?? 0) / 90) * 90;
  return { box, rotate: (((degrees % 360) + 360) % 360) as PageGeometry['rotate'] };
}

/** A rectangle with positive sides, whichever corners it was written with; null if it is not one (7.9.5). */
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
