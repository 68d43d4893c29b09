/**
 * Annotations in areas that will be drawn on (ISO 32000-2, 12.5.5 and 12.7). They are above the page's content and
 * would hide the drawing, so their appearances become content. Form fields are removed from the page; other
 * annotations stay, with an empty appearance, so that links, comments and replies keep working.
 */

import type { PageGeometry } from '../model/geometry.ts';
import { dict, name, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { boxOf, catalogOf, type Page } from '../reader/pages.ts';
import { numberText } from './decimal.ts';

export type Box = PageGeometry['box'];

export interface Flattened {
  /** Operators that draw the appearances, in page space; empty if none is shown. */
  content: string;
  /** The form XObjects that `content` uses: existing ones, or streams to be added. */
  forms: Map<string, PdfRef | PdfStream>;
  /** The new /Annots, with `Silenced` for annotations that no longer paint; null if nothing changes. */
  annotations: Array<PdfObject | Silenced> | null;
  /** What still covers an area, in words; each kind once. */
  covering: string[];
}

/** An annotation that keeps everything except its appearance. */
export class Silenced {
  readonly dict: PdfDict;
  /**
   * The object to write it to; null to add a new one, because the annotation is direct or may belong to other pages.
   */
  readonly ref: PdfRef | null;
  constructor(dict: PdfDict, ref: PdfRef | null) {
    this.dict = dict;
    this.ref = ref;
  }
}

/**
 * An appearance that paints nothing. It has an ExtGState resource, because pdf.js draws highlights itself otherwise.
 */
export const emptyAppearance = (): PdfStream =>
  new PdfStream(
    dict({
      Type: name('XObject'),
      Subtype: name('Form'),
      BBox: [0, 0, 1, 1],
      Resources: dict({ ExtGState: dict({}) }),
    }),
    new Uint8Array(0),
  );

const HIDDEN = 2;
const NO_ROTATE = 16;
const NO_VIEW = 32;
const MAX_LEVELS = 32;
/** A font and its size (9.3). */
const FONT_OPERATOR = /\/([^\s/<>[\]()%]+)\s+[-+.\d]+\s+Tf\b/g;

/** Annotations that readers paint themselves if they have no appearance. */
const PAINTED_BY_READERS: ReadonlySet<string> = new Set(
  'FreeText Square Circle Polygon Stamp Text FileAttachment Redact Screen Movie Sound 3D RichMedia Watermark'.split(
    ' ',
  ),
);
/** Words for people, where the name of the kind in the file is not clear. */
const KINDS: Readonly<Record<string, string>> = {
  Widget: 'form field',
  FreeText: 'text box',
  Text: 'note',
  FileAttachment: 'attached file',
};

/**
 * Turns the annotations that touch one of the areas (page space), and those below them, into content, keeping their
 * order. Annotations that cannot become content faithfully stay and are listed in `covering`. In a signed file all
 * stay, because removing them would change what was signed.
 */
export function flattenAnnotations(
  file: PdfFile,
  page: Page,
  areas: readonly Box[],
  options: { signed: boolean },
): Flattened {
  const result: Flattened = { content: '', forms: new Map(), annotations: null, covering: [] };
  if (areas.length === 0) return result;
  const given = readable(() => file.resolve(page.dict.get('Annots')));
  const annotations: readonly PdfObject[] = Array.isArray(given)
    ? given
    : given instanceof PdfDict
      ? [page.dict.get('Annots')!]
      : [];
  const fates: Fate[] = [];
  const covered = [...areas];
  const covering = new Set<string>();
  for (const item of [...annotations].reverse()) {
    const fate = orNull(() => fateOf(file, page, item, covered)) ?? 'stays';
    if (typeof fate === 'object' && 'covers' in fate) covering.add(fate.covers);
    else if (typeof fate === 'object' && options.signed) covering.add(fate.kind);
    else if (typeof fate === 'object') covered.push(fate.rect);
    fates.unshift(fate);
  }
  result.covering = [...covering];
  if (options.signed) return result;
  // Readers do not show a page whose annotations are not a list or cannot be read.
  let changed = given !== null && !Array.isArray(given);
  const left = annotations.flatMap((item, index): Array<PdfObject | Silenced> => {
    const fate = fates[index]!;
    if (fate === 'stays' || (typeof fate === 'object' && 'covers' in fate)) return [item];
    changed = true;
    if (fate === 'goes') return [];
    const formName = `CountersignField${result.forms.size + 1}`;
    result.forms.set(formName, fate.form);
    result.content += `q ${fate.matrix.map(numberText).join(' ')} cm /${formName} Do Q\n`;
    return fate.silenced ? [fate.silenced] : [];
  });
  if (changed) result.annotations = left;
  return result;
}

/** Undefined if it cannot be read. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** An annotation that cannot be read stays as it is. */
const orNull = <T>(read: () => T): T | null => readable(read) ?? null;

type Fate =
  | 'stays'
  | 'goes'
  /** Stays and covers the area. */
  | { covers: string }
  | { form: PdfRef | PdfStream; matrix: number[]; rect: Box; kind: string; silenced: Silenced | null };

function fateOf(file: PdfFile, page: Page, item: PdfObject, areas: readonly Box[]): Fate {
  const annotation = file.dict(item);
  if (!annotation) return 'stays';
  const rect = boxOf(file, annotation.get('Rect'));
  if (!rect || !areas.some((area) => overlap(area, rect))) return 'stays';
  const subtype = file.nameOf(annotation.get('Subtype')) ?? '';
  return subtype === 'Widget'
    ? fateOfWidget(file, annotation, rect)
    : fateOfOther(file, page, item, annotation, subtype, rect);
}

/**
 * A widget without an appearance in the file stays, unless it is an unsigned signature field, which shows nothing. A
 * widget that readers draw themselves stays too.
 */
function fateOfWidget(file: PdfFile, widget: PdfDict, rect: Box): Fate {
  const kind = KINDS.Widget!;
  if ((file.number(widget.get('F')) ?? 0) & (HIDDEN | NO_VIEW)) return 'goes';
  if (isDrawnByReaders(file, widget)) return { covers: kind };
  const appearance = appearanceOf(file, widget);
  if (!appearance) {
    if (isSignature(file, widget)) return 'goes';
    return hasValue(file, widget) || backgroundOf(file, widget).length > 0 ? { covers: kind } : 'stays';
  }
  const matrix = appearanceMatrix(file, appearance.stream, rect);
  return matrix ? { form: withFonts(file, appearance), matrix, rect, kind, silenced: null } : 'goes';
}

function fateOfOther(
  file: PdfFile,
  page: Page,
  item: PdfObject,
  annotation: PdfDict,
  subtype: string,
  rect: Box,
): Fate {
  const kind = KINDS[subtype] ?? subtype.toLowerCase();
  const flags = file.number(annotation.get('F')) ?? 0;
  if (subtype === 'Popup' || flags & (HIDDEN | NO_VIEW)) return 'stays';
  const appearance = appearanceOf(file, annotation);
  if (!appearance) return PAINTED_BY_READERS.has(subtype) ? { covers: kind } : 'stays';
  const matrix = appearanceMatrix(file, appearance.stream, rect);
  if (!matrix) return 'stays';
  const staysUpright = (flags & NO_ROTATE) !== 0 && page.geometry.rotate !== 0;
  const blends = !['Normal', 'Compatible', null].includes(file.nameOf(annotation.get('BM')));
  const layer = annotation.get('OC');
  if (staysUpright || blends || (layer !== undefined && appearance.stream.dict.get('OC') !== undefined))
    return { covers: kind };
  const { stream } = appearance;
  const form =
    layer === undefined
      ? appearance.form
      : new PdfStream(new PdfDict(stream.dict.map).set('OC', layer), stream.bytes);
  const silent = new PdfDict(annotation.map);
  silent.map.delete('AS');
  const owner = annotation.get('P');
  const isOfThisPage = owner instanceof PdfRef && owner.num === page.ref?.num;
  const ref = item instanceof PdfRef && isOfThisPage ? item : null;
  return { form, matrix, rect, kind, silenced: new Silenced(silent, ref) };
}

/**
 * Copies the fonts of the form's default resources (12.7.3) into an appearance that uses them, because readers look
 * there only for widgets.
 */
function withFonts(file: PdfFile, { form: given, stream }: Appearance): PdfRef | PdfStream {
  const form = file.dict(catalogOf(file).dict.get('AcroForm'));
  const defaults = file.dict(file.dict(form?.get('DR'))?.get('Font'));
  if (!defaults) return given;
  const resources = file.dict(stream.dict.get('Resources'));
  const own = file.dict(resources?.get('Font'));
  const fonts = new PdfDict(own?.map ?? []);
  const content = orNull(() => file.decode(stream).toString('latin1')) ?? '';
  for (const [, name] of content.matchAll(FONT_OPERATOR)) {
    const font = fonts.get(name!) === undefined ? defaults.get(name!) : undefined;
    if (font !== undefined) fonts.set(name!, font);
  }
  if (fonts.map.size === (own?.map.size ?? 0)) return given;
  const merged = new PdfDict(resources?.map ?? []).set('Font', fonts);
  return new PdfStream(new PdfDict(stream.dict.map).set('Resources', merged), stream.bytes);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

interface Appearance {
  /** The object in the file, or a copy that can be drawn as a form XObject. */
  form: PdfRef | PdfStream;
  stream: PdfStream;
}

/** The normal appearance for the current state; null if the file has none. */
function appearanceOf(file: PdfFile, annotation: PdfDict): Appearance | null {
  let normal = file.dict(annotation.get('AP'))?.get('N');
  const states = file.resolve(normal);
  if (states instanceof PdfDict) normal = states.get(file.nameOf(annotation.get('AS')) ?? 'Off');
  const stream = file.resolve(normal);
  if (!(normal instanceof PdfRef && stream instanceof PdfStream)) return null;
  if (file.nameOf(stream.dict.get('Subtype')) === 'Form') return { form: normal, stream };
  // /Subtype is optional for an appearance, but required for a form XObject.
  const typed = new PdfStream(new PdfDict(stream.dict.map).set('Subtype', name('Form')), stream.bytes);
  return { form: typed, stream: typed };
}

const isSignature = (file: PdfFile, widget: PdfDict): boolean =>
  file.nameOf(ofField(file, widget, 'FT')) === 'Sig';

/** An entry of the widget's field: its own, or inherited from a field above it (12.7.4). */
function ofField(file: PdfFile, widget: PdfDict, key: string): PdfObject | undefined {
  let field: PdfDict | null = widget;
  for (let level = 0; field && level < MAX_LEVELS; level++) {
    const value = field.get(key);
    if (value !== undefined) return value;
    field = file.dict(field.get('Parent'));
  }
  return undefined;
}

/**
 * A filled-in field of a form whose values readers must draw (/NeedAppearances): the appearance in the file may be
 * outdated. Not one with a background, which would hide the drawing beneath it.
 */
function isDrawnByReaders(file: PdfFile, widget: PdfDict): boolean {
  const form = file.dict(catalogOf(file).dict.get('AcroForm'));
  if (file.resolve(form?.get('NeedAppearances')) !== true) return false;
  const type = file.nameOf(ofField(file, widget, 'FT'));
  return (
    (type === 'Tx' || type === 'Ch') && backgroundOf(file, widget).length === 0 && hasValue(file, widget)
  );
}

const backgroundOf = (file: PdfFile, widget: PdfDict): readonly PdfObject[] =>
  file.array(file.dict(widget.get('MK'))?.get('BG')) ?? [];

function hasValue(file: PdfFile, widget: PdfDict): boolean {
  const value = file.resolve(ofField(file, widget, 'V'));
  return value instanceof PdfString ? value.bytes.length > 0 : value !== null;
}

/** The matrix from the transformed bounding box to the rectangle (12.5.5, algorithm 8.1). Null for an empty box. */
function appearanceMatrix(file: PdfFile, stream: PdfStream, rect: Box): number[] | null {
  const box = boxOf(file, stream.dict.get('BBox'));
  if (!box) return null;
  const written = file.array(stream.dict.get('Matrix'))?.map((item) => file.number(item) ?? 0);
  const [a, b, c, d, e, f] = (written?.length === 6 ? written : [1, 0, 0, 1, 0, 0]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [box.x, box.x + box.w])
    for (const y of [box.y, box.y + box.h]) {
      xs.push(a * x + c * y + e);
      ys.push(b * x + d * y + f);
    }
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (width <= 0 || height <= 0) return null;
  const [sx, sy] = [rect.w / width, rect.h / height];
  return [sx, 0, 0, sy, rect.x - left * sx, rect.y - bottom * sy];
}
