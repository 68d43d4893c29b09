/** Resources of pages, forms and appearances: fonts, images, patterns (ISO 32000-2, 7.8.3, 8.10, 9.5). */
import { PdfDict, PdfName, type PdfObject, PdfString } from '../model/objects.ts';
import { optionalContent } from './layers.ts';
import type { Search, Visit } from './search.ts';
import { isStandardFont } from './standard-fonts.ts';

/** A resource dictionary. */
export const resources: Visit = (search, dict) => {
  search.visitValues(dict.get('Font'), font);
  search.visitValues(dict.get('XObject'), xObject);
  search.visitValues(dict.get('ExtGState'), graphicsState);
  search.visitValues(dict.get('Pattern'), pattern);
  search.visitValues(dict.get('Properties'), optionalContent);
};

/** Any stream. Its data may be in an external file (7.3.8.2). */
export const anyStream: Visit = (search, dict, stream) => {
  if (!stream) return;
  const place = search.resolve(dict.get('F'));
  // A name or an array is not a file: some writers abbreviate /Filter to /F, although only inline images may.
  if (place instanceof PdfString || place instanceof PdfDict) search.report('external_content');
};

/** An image or a form, or the appearance of an annotation. */
export const xObject: Visit = (search, dict, stream) => {
  anyStream(search, dict, stream);
  search.visit(dict.get('OC'), optionalContent);
  search.visit(dict.get('Resources'), resources);
  search.visit(dict.get('SMask'), anyStream);
  search.visit(dict.get('Mask'), anyStream);
  // A reference XObject shows a page of another file (8.10.4).
  if (search.has(dict.get('Ref'))) search.report('external_content');
  const isPostScript = [dict.get('Subtype'), dict.get('Subtype2')].some((type) => search.name(type) === 'PS');
  if (isPostScript || search.has(dict.get('OPI'))) search.report('print_alternates');
  for (const item of search.items(dict.get('Alternates'))) {
    const alternate = search.dict(item);
    if (search.resolve(alternate?.get('DefaultForPrinting')) === true) search.report('print_alternates');
    search.visit(alternate?.get('Image'), xObject);
  }
};

const pattern: Visit = (search, dict, stream) => {
  anyStream(search, dict, stream);
  search.visit(dict.get('Resources'), resources);
  search.visit(dict.get('ExtGState'), graphicsState);
};

const graphicsState: Visit = (search, dict) => {
  search.visit(search.dict(dict.get('SMask'))?.get('G'), xObject);
  // TR2 takes precedence (table 57).
  if (changesColors(search, dict.get('TR2') ?? dict.get('TR'))) search.report('transfer_functions');
  // A halftone, or one per color (10.6.5.6).
  const halftone = search.dict(dict.get('HT'));
  const parts = [
    halftone,
    ...[...search.entries(halftone ?? undefined)].map(([, part]) => search.dict(part)),
  ];
  if (parts.some((part) => changesColors(search, part?.get('TransferFunction'))))
    search.report('transfer_functions');
};

/** Whether one of up to four transfer functions is neither the identity nor the device default (10.5). */
function changesColors(search: Search, object: PdfObject | undefined): boolean {
  const value = search.resolve(object);
  if (value === null) return false;
  const parts = Array.isArray(value) ? [...search.items(value)] : [value];
  return parts.some((part) => {
    const one = search.resolve(part);
    return !(one instanceof PdfName && (one.name === 'Identity' || one.name === 'Default'));
  });
}

const fontFiles = ['FontFile', 'FontFile2', 'FontFile3'] as const;

const font: Visit = (search, dict) => {
  const type = search.name(dict.get('Subtype'));
  if (type === 'Type3') {
    search.visit(dict.get('Resources'), resources);
    search.visitValues(dict.get('CharProcs'), anyStream);
    return;
  }
  const descendant = type === 'Type0' ? descendantOf(search, dict) : dict;
  const descriptor = search.dict(descendant?.get('FontDescriptor'));
  const files = fontFiles.map((key) => descriptor?.get(key)).filter((file) => search.has(file));
  for (const file of files) search.visit(file, anyStream);
  if (files.length > 0) return;
  const name = (search.name(dict.get('BaseFont')) ?? 'unnamed').replace(/^[A-Z]{6}\+/, '');
  if (type === 'Type0' || !isStandardFont(name)) search.report('missing_fonts', name);
};

function descendantOf(search: Search, dict: PdfDict): PdfDict | null {
  for (const item of search.items(dict.get('DescendantFonts'))) return search.dict(item);
  return null;
}
