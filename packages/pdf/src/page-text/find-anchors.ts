/** Finds many texts on the pages of a file in one pass (Aho and Corasick, 1975). */
import { PdfError } from '../ports/errors.ts';
import { nearestText, type ReadableText } from './nearest-text.ts';
import { folded, type PageText } from './page-text.ts';

export interface AnchorQuery {
  text: string;
  /** The only page to search, from 1; null for all. */
  page: number | null;
  /** From 1. */
  occurrence: number;
}

/** A place in fractions of the page as displayed; `page` counts from 1. */
export interface FoundText {
  page: number;
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface AnchorAnswer {
  found: FoundText | null;
  /** How often the text was found, at most `occurrence`. */
  count: number;
  /** For a text that was not found at all: the most similar one, if there is any. */
  nearest: { text: string; page: number } | null;
}

/** Matches of all texts; more are only possible if texts contain each other and repeat without end. */
const MAX_MATCHES = 2_000_000;

/** Where one text is wanted: on one page, or on all. */
interface Target {
  needed: number;
  /** The occurrences that queries ask for. */
  wanted: Set<number>;
  /** Places of the occurrences as whole words, and of all others. Null for an occurrence that no query asks for. */
  whole: Array<FoundText | null>;
  inside: Array<FoundText | null>;
}

interface Node {
  next: Map<number, Node>;
  fail: Node | null;
  /** The next shorter text that ends here too. */
  shorter: Node | null;
  length: number;
  /** By page; 0 for all pages. Null if no text ends here. */
  targets: Map<number, Target> | null;
}

const newNode = (): Node => ({ next: new Map(), fail: null, shorter: null, length: 0, targets: null });

/** Collects the places of texts page by page. */
export class AnchorSearch {
  readonly #root = newNode();
  readonly #targets: Target[] = [];
  readonly #queries: ReadonlyArray<{ query: AnchorQuery; target: Target | null }>;
  #matches = 0;

  constructor(queries: readonly AnchorQuery[]) {
    this.#queries = queries.map((query) => ({ query, target: this.#targetOf(query) }));
    this.#link();
  }

  /** Whether further pages cannot change the answers. */
  get isComplete(): boolean {
    return this.#targets.every(({ whole, needed }) => whole.length >= needed);
  }

  #targetOf({ text, page, occurrence }: AnchorQuery): Target | null {
    const pattern = folded(text);
    if (pattern === '') return null;
    let node = this.#root;
    for (let at = 0; at < pattern.length; at++) {
      const code = pattern.charCodeAt(at);
      let next = node.next.get(code);
      if (!next) {
        next = newNode();
        node.next.set(code, next);
      }
      node = next;
    }
    node.length = pattern.length;
    node.targets ??= new Map();
    let target = node.targets.get(page ?? 0);
    if (!target) {
      target = { needed: 0, wanted: new Set(), whole: [], inside: [] };
      node.targets.set(page ?? 0, target);
      this.#targets.push(target);
    }
    target.needed = Math.max(target.needed, occurrence);
    target.wanted.add(occurrence);
    return target;
  }

  #link(): void {
    const queue: Node[] = [this.#root];
    for (let at = 0; at < queue.length; at++) {
      const node = queue[at]!;
      for (const [code, child] of node.next) {
        let fail = node.fail;
        while (fail && !fail.next.has(code)) fail = fail.fail;
        child.fail = fail?.next.get(code) ?? this.#root;
        child.shorter = child.fail.targets ? child.fail : child.fail.shorter;
        queue.push(child);
      }
    }
  }

  /** Searches a page. Throws a PdfError, `too_complex`, if there are too many matches. */
  search(page: number, content: PageText, size: { width: number; height: number }): void {
    const { text } = content;
    const root = this.#root;
    let node = root;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      let next = node.next.get(code);
      while (!next && node.fail) {
        node = node.fail;
        next = node.next.get(code);
      }
      node = next ?? root;
      for (let hit: Node | null = node.targets ? node : node.shorter; hit; hit = hit.shorter) {
        if (++this.#matches > MAX_MATCHES)
          throw new PdfError('too_complex', 'the texts of the anchors occur too often');
        const from = at + 1 - hit.length;
        const wanted = [hit.targets!.get(0), hit.targets!.get(page)];
        for (const target of wanted) if (target) this.#record(target, content, page, from, at + 1, size);
      }
    }
  }

  #record(
    target: Target,
    content: PageText,
    page: number,
    from: number,
    to: number,
    { width, height }: { width: number; height: number },
  ): void {
    const list = content.isWhole(from, to) ? target.whole : target.inside;
    if (list.length >= target.needed) return;
    if (!target.wanted.has(list.length + 1)) {
      list.push(null);
      return;
    }
    const { x, y, w, h } = content.boxOf(from, to);
    list.push({ page, x: x / width, y: y / height, w: w / width, h: h / height });
  }

  /** The answers in the order of the queries. `pages` are searched for similar texts. */
  answers(pages: readonly ReadableText[]): AnchorAnswer[] {
    const missing = new Map<AnchorQuery, AnchorAnswer['nearest']>();
    for (const { query, target } of this.#queries) {
      if (target && target.whole.length + target.inside.length > 0) continue;
      missing.set(query, null);
    }
    for (const [query, nearest] of nearestText([...missing.keys()], pages)) missing.set(query, nearest);
    return this.#queries.map(({ query, target }) => {
      const { whole, inside } = target ?? { whole: [], inside: [] };
      const list = whole.length > 0 ? whole : inside;
      const found = list[query.occurrence - 1] ?? null;
      return { found, count: list.length, nearest: missing.get(query) ?? null };
    });
  }
}
