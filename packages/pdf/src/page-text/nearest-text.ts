/** Finds the text of a file that is most similar to a text that it does not contain (Sellers, 1980). */

/** A page as people read it. */
export interface ReadableText {
  page: number;
  text: string;
}

/** A text, and the only page to search; null for all. */
interface Sought {
  text: string;
  page: number | null;
}

/** Texts for which a similar one is searched. */
const MAX_TEXTS = 10;
/** Steps for all texts together; a hundred million take about half a second. */
const MAX_STEPS = 40_000_000;
/** The number of compared characters of a text. */
const MAX_LENGTH = 100;
/** The maximum number of edits, as a share of the text's length. */
const MAX_SHARE = 0.5;

/** The most similar text for each query that has one. At most ten queries are answered, with a bounded effort. */
export function nearestText<Query extends Sought>(
  queries: readonly Query[],
  pages: readonly ReadableText[],
): Map<Query, { text: string; page: number }> {
  const answers = new Map<Query, { text: string; page: number }>();
  const some = queries.slice(0, MAX_TEXTS);
  for (const query of some) {
    const pattern = query.text.trim().replace(/\s+/gu, ' ').slice(0, MAX_LENGTH).toLowerCase();
    let steps = MAX_STEPS / some.length;
    let best = { distance: Math.floor(pattern.length * MAX_SHARE) + 1, text: '', page: 0 };
    for (const { page, text } of pages) {
      if (query.page !== null && query.page !== page) continue;
      steps -= text.length * (pattern.length + 1);
      if (steps < 0) break;
      const found = nearestOn(text, pattern, best.distance);
      if (found) best = { ...found, page };
      if (best.distance === 0) break;
    }
    if (best.page > 0) answers.set(query, { text: best.text, page: best.page });
  }
  return answers;
}

/** The part of a text with the fewest edits from the pattern, if there are fewer than `below`. */
function nearestOn(text: string, pattern: string, below: number): { text: string; distance: number } | null {
  const length = pattern.length;
  const lower = text.toLowerCase();
  // Lower case can have more characters; positions in it would then be wrong.
  if (lower.length !== text.length) return null;
  const costs = Int32Array.from({ length: length + 1 }, (_, row) => row);
  const starts = new Int32Array(length + 1);
  let best = below;
  let range: [number, number] | null = null;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at) === 10 ? 32 : lower.charCodeAt(at);
    let diagonal = 0;
    let diagonalStart = at;
    starts[0] = at + 1;
    for (let row = 1; row <= length; row++) {
      const replaced = diagonal + (pattern.charCodeAt(row - 1) === code ? 0 : 1);
      const inserted = costs[row]! + 1;
      const deleted = costs[row - 1]! + 1;
      const start = diagonalStart;
      diagonal = costs[row]!;
      diagonalStart = starts[row]!;
      if (replaced <= inserted && replaced <= deleted) {
        costs[row] = replaced;
        starts[row] = start;
      } else if (inserted <= deleted) costs[row] = inserted;
      else {
        costs[row] = deleted;
        starts[row] = starts[row - 1]!;
      }
    }
    if (costs[length]! < best) {
      best = costs[length]!;
      range = [starts[length]!, at + 1];
    }
  }
  if (!range) return null;
  const words = wholeWords(text, range[0], range[1]);
  return { text: words.replace(/\s+/gu, ' '), distance: best };
}

/** A range extended to whole words, and cut if it is long. */
function wholeWords(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start > 0 && !/\s/u.test(text[start - 1]!) && from - start < 40) start--;
  while (end < text.length && !/\s/u.test(text[end]!) && end - to < 40) end++;
  return text.slice(start, end).trim();
}
