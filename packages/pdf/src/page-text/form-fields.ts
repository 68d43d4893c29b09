/** The fields of a PDF's own interactive form (ISO 32000-2, 12.7) with the places of their widgets. */
import { multiply } from '../backdrop/path.ts';
import type { PageGeometry } from '../model/geometry.ts';
import { displayedSize } from '../model/geometry.ts';
import { PdfDict, PdfName, type PdfObject, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { textOf } from '../reader/form.ts';
import { boxOf, type PageTree } from '../reader/pages.ts';
import type { FoundText } from './find-anchors.ts';
import { type TextBox, unionOf } from './page-text.ts';
import { toDisplay } from './text-run.ts';

export interface FormField extends FoundText {
  /** Fully qualified name. */
  name: string;
  type: 'signature' | 'text' | 'checkbox' | 'radio' | 'dropdown';
  required: boolean;
  readOnly: boolean;
  options: string[];
  maxLength: number | null;
  /** The value in the file; for checkboxes `true` or `false`. Null if there is none. */
  value: string | null;
}

/** The maximum number of fields, as in a document. */
const MAX_FORM_FIELDS = 2000;
const MAX_LEVELS = 32;
const MAX_OPTIONS = 500;
const MAX_TEXT = 10_000;

/** Flags of annotations (12.5.3) and fields (12.7.4). */
const HIDDEN = 2;
const NO_VIEW = 32;
const READ_ONLY = 1;
const REQUIRED = 2;
const RADIO = 1 << 15;
const PUSH_BUTTON = 1 << 16;
const PASSWORD = 1 << 13;
const FILE_SELECT = 1 << 20;

/**
 * The fields that a person could fill in, by page and in the order of their widgets. Left out are buttons, passwords, file
 * selections, hidden widgets, signed signature fields, and all but the first widget of a text or choice field.
 */
export function readFormFields(file: PdfFile, tree: PageTree): FormField[] {
  const fields: FormField[] = [];
  const known = new Map<PdfDict, FormField>();
  for (const [index, page] of tree.pages.entries()) {
    for (const item of orNull(() => file.array(page.dict.get('Annots'))) ?? []) {
      orNull(() => {
        const widget = file.dict(item);
        if (!widget || file.nameOf(widget.get('Subtype')) !== 'Widget') return null;
        addWidget(file, widget, { page: index + 1, geometry: page.geometry }, fields, known);
        return null;
      });
      if (fields.length > MAX_FORM_FIELDS)
        throw new PdfError('too_complex', `the form of the file has more than ${MAX_FORM_FIELDS} fields`);
    }
  }
  return fields;
}

function addWidget(
  file: PdfFile,
  widget: PdfDict,
  { page, geometry }: { page: number; geometry: PageGeometry },
  fields: FormField[],
  known: Map<PdfDict, FormField>,
): void {
  const rect = boxOf(file, widget.get('Rect'));
  if (!rect || (file.number(widget.get('F')) ?? 0) & (HIDDEN | NO_VIEW)) return;
  // A widget without a name is one of several of the field above it.
  const owner = widget.get('T') === undefined ? (file.dict(widget.get('Parent')) ?? widget) : widget;
  const flags = file.number(inherited(file, owner, 'Ff')) ?? 0;
  const type = typeOf(file, owner, flags);
  if (type === null) return;
  const box = displayed(rect, geometry);
  const before = known.get(owner);
  const state = stateOf(file, widget);
  if (before) {
    if (before.type !== 'radio' || before.page !== page) return;
    Object.assign(before, unionOf([before, box]));
    if (state !== null && !before.options.includes(state) && before.options.length < MAX_OPTIONS)
      before.options.push(state);
    return;
  }
  const value = file.resolve(inherited(file, owner, 'V'));
  if (type === 'signature' && value instanceof PdfDict) return;
  const field: FormField = {
    page,
    ...box,
    name: nameOf(file, owner),
    type,
    required: (flags & REQUIRED) !== 0,
    readOnly: (flags & READ_ONLY) !== 0,
    options: type === 'dropdown' ? choicesOf(file, owner) : type === 'radio' && state ? [state] : [],
    maxLength: type === 'text' ? file.number(inherited(file, owner, 'MaxLen')) : null,
    value: givenValue(type, value),
  };
  fields.push(field);
  known.set(owner, field);
}

function typeOf(file: PdfFile, field: PdfDict, flags: number): FormField['type'] | null {
  switch (file.nameOf(inherited(file, field, 'FT'))) {
    case 'Tx':
      return flags & (PASSWORD | FILE_SELECT) ? null : 'text';
    case 'Btn':
      return flags & PUSH_BUTTON ? null : flags & RADIO ? 'radio' : 'checkbox';
    case 'Ch':
      return 'dropdown';
    case 'Sig':
      return 'signature';
    default:
      return null;
  }
}

function givenValue(type: FormField['type'], value: PdfObject): string | null {
  const given = Array.isArray(value) ? (value[0] as PdfObject) : value;
  const text =
    given instanceof PdfString ? textOf(given, MAX_TEXT) : given instanceof PdfName ? given.name : null;
  if (type === 'signature' || text === null || text === '') return null;
  if (type === 'checkbox') return text === 'Off' ? null : 'true';
  return type === 'radio' && text === 'Off' ? null : text.slice(0, MAX_TEXT).toWellFormed();
}

/** The state of a button's widget that is not `Off`. */
function stateOf(file: PdfFile, widget: PdfDict): string | null {
  const states = file.dict(file.dict(widget.get('AP'))?.get('N'));
  return [...(states?.map.keys() ?? [])].find((state) => state !== 'Off') ?? null;
}

/** The texts of /Opt; an option may be a pair of an export value and its text. */
function choicesOf(file: PdfFile, field: PdfDict): string[] {
  const options: string[] = [];
  for (const item of file.array(inherited(file, field, 'Opt')) ?? []) {
    const value = file.resolve(item);
    const shown = Array.isArray(value) ? file.resolve(value[1]) : value;
    const text = shown instanceof PdfString ? textOf(shown, MAX_TEXT) : '';
    if (text !== '' && !options.includes(text)) options.push(text);
    if (options.length === MAX_OPTIONS) break;
  }
  return options;
}

function inherited(file: PdfFile, field: PdfDict, key: string): PdfObject | undefined {
  let current: PdfDict | null = field;
  for (let level = 0; current && level < MAX_LEVELS; level++) {
    const value = current.get(key);
    if (value !== undefined) return value;
    current = file.dict(current.get('Parent'));
  }
  return undefined;
}

function nameOf(file: PdfFile, field: PdfDict): string {
  const parts: string[] = [];
  let current: PdfDict | null = field;
  for (let level = 0; current && level < MAX_LEVELS; level++) {
    const partial = file.resolve(current.get('T'));
    if (partial instanceof PdfString) parts.unshift(textOf(partial, 200));
    current = file.dict(current.get('Parent'));
  }
  return parts.join('.');
}

/** A rectangle in user space as fractions of the displayed page, cut to the page. */
function displayed(rect: TextBox, geometry: PageGeometry): TextBox {
  const { width, height } = displayedSize(geometry);
  const corner = (x: number, y: number): [number, number] => {
    const [, , , , e, f] = multiply([1, 0, 0, 1, x, y], toDisplay(geometry));
    return [Math.min(Math.max(e / width, 0), 1), Math.min(Math.max(f / height, 0), 1)];
  };
  const [[x1, y1], [x2, y2]] = [corner(rect.x, rect.y), corner(rect.x + rect.w, rect.y + rect.h)];
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), w: Math.abs(x2 - x1), h: Math.abs(y2 - y1) };
}

/** Null if it cannot be read. */
function orNull<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError && error.reason !== 'too_complex') return null;
    throw error;
  }
}
