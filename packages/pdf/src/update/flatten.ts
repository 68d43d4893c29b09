/**
 * Form fields where something is to be drawn (ISO 32000-2, 12.5.5 and 12.7). A widget lies above the page's content
 * and would hide what is drawn there, so its appearance becomes content and the widget leaves the page.
 */
import { PdfError } from '../errors.ts';
import type { PageGeometry } from '../geometry.ts';
import { PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { boxOf, catalogOf, type Page } from '../reader/pages.ts';

export type Box = PageGeometry['box'];

export interface Flattened {
  /** Operators that draw the appearances, in page space; empty if none is shown. */
  content: string;
  /** The form XObjects that `content` names: of the file, or to be added to it. */
  forms: Map<string, PdfRef | PdfStream>;
  /** What stays in /Annots; null if nothing was taken out. */
  annotations: PdfObject[] | null;
}

const HIDDEN = 2;
const NO_VIEW = 32;
const MAX_LEVELS = 32;
/** A font and its size (9.3). */
const FONT_OPERATOR = /\/([^\s/<>[\]()%]+)\s+[-+.\d]+\s+Tf\b/g;

/**
 * Takes the widgets that touch one of the areas (page space) out of the page. A widget whose appearance is not in
 * the file is left, unless it is an unsigned signature field, which has nothing to show; so is one that readers draw anew.
 */
export function flattenWidgets(file: PdfFile, page: Page, areas: readonly Box[]): Flattened {
  const result: Flattened = { content: '', forms: new Map(), annotations: null };
  const given = orNull(() => file.resolve(page.dict.get('Annots')));
  const annotations: readonly PdfObject[] = Array.isArray(given)
    ? given
    : given instanceof PdfDict
      ? [page.dict.get('Annots')!]
      : [];
  // Readers give a page up whose annotations are no list.
  if (areas.length > 0 && given !== null && !Array.isArray(given)) result.annotations = [...annotations];
  if (areas.length === 0 || annotations.length === 0) return result;
  const kept = annotations.filter((item) => {
    const fate = orNull(() => fateOf(file, item, areas)) ?? 'stays';
    if (typeof fate === 'string') return fate === 'stays';
    const name = `CountersignField${result.forms.size + 1}`;
    result.forms.set(name, fate.form);
    result.content += `q ${fate.matrix.map((value) => Number(value.toFixed(5))).join(' ')} cm /${name} Do Q\n`;
    return false;
  });
  if (kept.length < annotations.length) result.annotations = kept;
  return result;
}

/** An annotation that cannot be read is none of ours to mend. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

type Fate = 'stays' | 'goes' | { form: PdfRef | PdfStream; matrix: number[] };

function fateOf(file: PdfFile, item: PdfObject, areas: readonly Box[]): Fate {
  const widget = file.dict(item);
  if (!widget || file.nameOf(widget.get('Subtype')) !== 'Widget') return 'stays';
  const rect = boxOf(file, widget.get('Rect'));
  if (!rect || !areas.some((area) => overlap(area, rect))) return 'stays';
  if ((file.number(widget.get('F')) ?? 0) & (HIDDEN | NO_VIEW)) return 'goes';
  if (isDrawnByReaders(file, widget)) return 'stays';
  const appearance = appearanceOf(file, widget);
  if (!appearance) return isSignature(file, widget) ? 'goes' : 'stays';
  const matrix = appearanceMatrix(file, appearance.stream, rect);
  return matrix ? { form: withFonts(file, appearance), matrix } : 'goes';
}

/** An appearance that names fonts of the form's default resources (12.7.3), where readers look them up for a widget alone. */
function withFonts(file: PdfFile, { ref, stream }: { ref: PdfRef; stream: PdfStream }): PdfRef | PdfStream {
  const form = file.dict(catalogOf(file).dict.get('AcroForm'));
  const defaults = file.dict(file.dict(form?.get('DR'))?.get('Font'));
  if (!defaults) return ref;
  const resources = file.dict(stream.dict.get('Resources'));
  const own = file.dict(resources?.get('Font'));
  const fonts = new PdfDict(own?.map ?? []);
  const content = orNull(() => file.decode(stream).toString('latin1')) ?? '';
  for (const [, name] of content.matchAll(FONT_OPERATOR)) {
    const font = fonts.get(name!) === undefined ? defaults.get(name!) : undefined;
    if (font !== undefined) fonts.set(name!, font);
  }
  if (fonts.map.size === (own?.map.size ?? 0)) return ref;
  const merged = new PdfDict(resources?.map ?? []).set('Font', fonts);
  return new PdfStream(new PdfDict(stream.dict.map).set('Resources', merged), stream.bytes);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** The normal appearance in its present state, if it is a form XObject of its own. */
function appearanceOf(file: PdfFile, widget: PdfDict): { ref: PdfRef; stream: PdfStream } | null {
  let normal = file.dict(widget.get('AP'))?.get('N');
  const states = file.resolve(normal);
  if (states instanceof PdfDict) normal = states.get(file.nameOf(widget.get('AS')) ?? 'Off');
  const stream = file.resolve(normal);
  if (!(normal instanceof PdfRef && stream instanceof PdfStream)) return null;
  return file.nameOf(stream.dict.get('Subtype')) === 'Form' ? { ref: normal, stream } : null;
}

const isSignature = (file: PdfFile, widget: PdfDict): boolean =>
  file.nameOf(ofField(file, widget, 'FT')) === 'Sig';

/** A member of the field that the widget shows: its own, or that of a field above it (12.7.4). */
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
 * A filled-in field of a form that leaves it to readers to draw its values (/NeedAppearances): what is in the file may
 * be out of date. Not one with a background, which would hide what is drawn beneath it.
 */
function isDrawnByReaders(file: PdfFile, widget: PdfDict): boolean {
  const form = file.dict(catalogOf(file).dict.get('AcroForm'));
  if (file.resolve(form?.get('NeedAppearances')) !== true) return false;
  const type = file.nameOf(ofField(file, widget, 'FT'));
  const background = file.array(file.dict(widget.get('MK'))?.get('BG')) ?? [];
  if ((type !== 'Tx' && type !== 'Ch') || background.length > 0) return false;
  const value = file.resolve(ofField(file, widget, 'V'));
  return value instanceof PdfString ? value.bytes.length > 0 : value !== null;
}

/** Takes the transformed bounding box onto the rectangle (12.5.5, algorithm 8.1). Null for an empty one. */
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
