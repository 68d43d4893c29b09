/** Which objects of a file refer to given numbers. */
import { PdfRef } from '../model/objects.ts';
import { PdfFile } from '../reader/file.ts';
import { eachReference } from './layout.ts';
import { LayoutError } from './layout-error.ts';

/** How many objects are read and compared for one file, over all its signatures. */
const MAX_COMPARED = 1_000_000;

const MAX_ENDING_BYTES = 2048;
const ending = /startxref[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/;

/** Bounds the work on one file. */
export class SearchBudget {
  #left = MAX_COMPARED;

  /** Throws a LayoutError when the budget is exceeded. */
  spend(objects: number): void {
    this.#left -= objects;
    if (this.#left < 0) throw new LayoutError('the file has too many objects to compare');
  }
}

/** The keys of dictionaries under which a file refers to an object: '' in an array of its own, 'R' in an object that is a reference. */
export type ReferenceKeys = Map<number, Set<string>>;

/**
 * How often the file's objects and its trailer refer to each of the numbers; adds to `keys` as what they do. Reads every object and keeps none in memory.
 * Throws a LayoutError if that is too much work or if the length of a stream reaches beyond its end, and a PdfError if an
 * object cannot be read: appended bytes could then change its meaning.
 */
export function countReferences(
  file: PdfFile,
  numbers: ReadonlySet<number>,
  budget: SearchBudget,
  keys: ReferenceKeys = new Map(),
): ReadonlyMap<number, number> {
  // Otherwise an object at its end could go on in what is appended.
  if (!ending.test(file.bytes.toString('latin1', Math.max(0, file.bytes.length - MAX_ENDING_BYTES))))
    throw new LayoutError('what was signed does not end as a file does');
  const counts = new Map<number, number>();
  const note = ({ num }: { num: number }, key: string) => {
    if (!numbers.has(num)) return;
    counts.set(num, (counts.get(num) ?? 0) + 1);
    keys.set(num, (keys.get(num) ?? new Set()).add(key));
  };
  // A reader of its own, so that only these objects count among its overlong streams.
  const reader = new PdfFile(file.bytes, file.xref);
  reader.security = file.security;
  for (const num of file.xref.entries.numbers()) {
    if (!file.xref.entries.get(num)) continue;
    budget.spend(1);
    const object = reader.readOnce(num);
    eachReference(object, note, object instanceof PdfRef ? 'R' : '');
  }
  if (reader.overlongCount > 0) throw new LayoutError('a stream that was signed claims bytes behind its end');
  for (const [key, value] of file.xref.trailer.map) eachReference(value, note, key);
  return counts;
}
