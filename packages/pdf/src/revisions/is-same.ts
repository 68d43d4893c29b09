/** Structural equality of objects as they are written: references are equal if their numbers are. */
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../model/objects.ts';
import { LayoutError } from './layout-error.ts';

/** Whether both are the same; a member that is null counts as absent (ISO 32000-2, 7.3.7). */
export function isSame(a: PdfObject, b: PdfObject): boolean {
  if (a === b) return true;
  if (a instanceof PdfName) return b instanceof PdfName && a.name === b.name;
  if (a instanceof PdfRef) return b instanceof PdfRef && a.num === b.num && a.gen === b.gen;
  if (a instanceof PdfString) return b instanceof PdfString && Buffer.compare(a.bytes, b.bytes) === 0;
  if (a instanceof PdfStream)
    return b instanceof PdfStream && isSame(a.dict, b.dict) && Buffer.compare(a.bytes, b.bytes) === 0;
  if (a instanceof PdfDict)
    return b instanceof PdfDict && hasSameRepeated(a, b) && differing(a, b).length === 0;
  return (
    Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((item, at) => isSame(item, b[at]!))
  );
}

/** Keys whose values are not the same in both. Throws a LayoutError if a key is repeated in one of them only. */
export function differingKeys(a: PdfDict, b: PdfDict): string[] {
  if (!hasSameRepeated(a, b)) throw new LayoutError('a dictionary that repeats a key was changed');
  return differing(a, b);
}

/** Some readers use the earlier values of repeated keys. */
const hasSameRepeated = (a: PdfDict, b: PdfDict): boolean => isSame(a.repeated, b.repeated);

function differing(a: PdfDict, b: PdfDict): string[] {
  const keys = new Set([...a.map.keys(), ...b.map.keys()]);
  return [...keys].filter((key) => !isSame(a.get(key) ?? null, b.get(key) ?? null));
}
