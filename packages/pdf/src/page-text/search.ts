/** What finalize looks for in a PDF: texts that anchor fields, text tags, and the fields of its own form. */

import type { PdfFile } from '../reader/file.ts';
import { DEFAULT_MAX_DECODED_BYTES } from '../reader/filters.ts';
import type { PageTree } from '../reader/pages.ts';
import { type AnchorAnswer, type AnchorQuery, AnchorSearch } from './find-anchors.ts';
import { findTags, type TextTag } from './find-tags.ts';
import { type FormField, readFormFields } from './form-fields.ts';
import { hideBoxes } from './hide-boxes.ts';
import type { ReadableText } from './nearest-text.ts';
import { PageText } from './page-text.ts';
import { TextReader } from './text-run.ts';

export interface SearchRequest {
  anchors: readonly AnchorQuery[];
  /** Where fields come from, in addition to the anchors. */
  fieldsFrom: 'tags' | 'form' | null;
  /** Returns a file in which text tags, and widgets with a value, are painted over. */
  hide: boolean;
}

export interface SearchResult {
  /** In the order of the request. */
  anchors: AnchorAnswer[];
  tags: TextTag[];
  formFields: FormField[];
}

/** Text kept for suggesting similar texts. */
const MAX_READABLE = 2_000_000;

/**
 * Searches the file in one pass over its pages. `hidden` is the file with hidden tags or values, or null if nothing is hidden.
 * Throws a PdfError, `too_complex`, beyond the limits of the file.
 */
export function searchPdf(
  file: PdfFile,
  tree: PageTree,
  request: SearchRequest,
  maxDecodedBytes = DEFAULT_MAX_DECODED_BYTES,
): { result: SearchResult; hidden: Buffer | null } {
  const budget = file.budget.total;
  // The search has a budget of its own, so that it does not use up the one of sealing.
  file.budget.total = maxDecodedBytes;
  try {
    const result = searchText(file, tree, request);
    if (request.fieldsFrom === 'form') result.formFields = readFormFields(file, tree);
    const hidden = request.hide ? hideBoxes(file, tree, result) : null;
    return { result, hidden };
  } finally {
    file.budget.total = budget;
  }
}

function searchText(file: PdfFile, tree: PageTree, { anchors, fieldsFrom }: SearchRequest): SearchResult {
  const search = new AnchorSearch(anchors);
  const reader = new TextReader(file);
  const readable: ReadableText[] = [];
  let kept = 0;
  const tags: TextTag[] = [];
  for (const [index, page] of tree.pages.entries()) {
    const number = index + 1;
    if (fieldsFrom !== 'tags' && (anchors.length === 0 || search.isComplete)) break;
    const words = reader.read(page);
    const content = new PageText(words);
    search.search(number, content, words);
    if (fieldsFrom === 'tags') tags.push(...findTags(number, content, words, tags.length));
    if (anchors.length > 0 && kept < MAX_READABLE) {
      const { text } = content.readable();
      kept += text.length;
      readable.push({ page: number, text });
    }
  }
  return { anchors: search.answers(readable), tags, formFields: [] };
}
