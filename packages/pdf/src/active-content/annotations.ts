/**
 * Annotations and form fields (ISO 32000-2, 12.5 and 12.7) whose look depends on the reader, on print or screen, or
 * on the pointer.
 */
import { type PdfDict, PdfRef, PdfStream, PdfString } from '../model/objects.ts';
import { automaticAction, clickedAction } from './actions.ts';
import { optionalContent } from './layers.ts';
import { xObject } from './resources.ts';
import type { Search, Visit } from './search.ts';

const multimedia = new Set(['RichMedia', '3D', 'Screen', 'Movie', 'Sound']);

/**
 * Without an appearance, each reader draws these in its own way. The icon of a note (Text) is intentionally left to
 * readers.
 */
const drawnByReaders = new Set([
  'FreeText',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Stamp',
  'Caret',
  'Ink',
  'Redact',
]);

/** Triggers in an annotation's /AA that need no click (table 197). */
const automaticTriggers = new Set(['PO', 'PC', 'PV', 'PI']);

const flag = { hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;

const MAX_ANCESTORS = 32;

export const annotation: Visit = (search, dict) => {
  const type = search.name(dict.get('Subtype')) ?? '';
  if (multimedia.has(type)) search.report('multimedia');
  search.visit(dict.get('A'), clickedAction);
  search.visit(dict.get('PA'), clickedAction);
  for (const [trigger, action] of search.entries(dict.get('AA')))
    search.visit(action, automaticTriggers.has(trigger) ? automaticAction : clickedAction);
  search.visit(dict.get('Parent'), field);
  search.visit(dict.get('OC'), optionalContent);
  if (type !== 'Popup') examineAppearance(search, dict, type);
};

function examineAppearance(search: Search, dict: PdfDict, type: string): void {
  const flags = search.number(dict.get('F'));
  if ((flags & flag.hidden) !== 0 || !hasArea(search, dict)) return;
  const appearance = search.dict(dict.get('AP'));
  const normal = search.resolve(appearance?.get('N'));
  if (normal instanceof PdfStream) search.visit(appearance?.get('N'), xObject);
  else search.visitValues(appearance?.get('N'), xObject);
  if (normal === null) {
    const isDrawn = type === 'Widget' ? hasValue(search, dict) : drawnByReaders.has(type);
    if (isDrawn) search.report('missing_appearances');
    return;
  }
  const isOnScreen = (flags & flag.noView) === 0;
  const isPrinted = (flags & flag.print) !== 0;
  const movesInPrint = type === 'Watermark' && search.has(dict.get('FixedPrint'));
  if (
    (flags & flag.toggleNoView) !== 0 ||
    isOnScreen !== isPrinted ||
    movesInPrint ||
    hasRollover(search, appearance)
  )
    search.report('annotation_states');
}

/** Whether the annotation looks different while the pointer is over it. */
function hasRollover(search: Search, appearance: PdfDict | null): boolean {
  const [normal, rollover] = [appearance?.get('N'), appearance?.get('R')];
  if (!search.has(rollover)) return false;
  return !(normal instanceof PdfRef && rollover instanceof PdfRef && normal.num === rollover.num);
}

function hasArea(search: Search, dict: PdfDict): boolean {
  const sides = [...search.items(dict.get('Rect'))].slice(0, 4).map((side) => search.number(side));
  return sides.length === 4 && sides[0] !== sides[2] && sides[1] !== sides[3];
}

/** Whether a widget or its field has a value that a reader would draw. */
function hasValue(search: Search, widget: PdfDict): boolean {
  let type: string | null = null;
  let value = search.resolve(undefined);
  let node: PdfDict | null = widget;
  for (let depth = 0; node && depth < MAX_ANCESTORS; depth++) {
    type ??= search.name(node.get('FT'));
    value ??= search.resolve(node.get('V'));
    node = search.dict(node.get('Parent'));
  }
  if (type === 'Btn') return search.name(value) !== null && search.name(value) !== 'Off';
  if (type !== 'Tx' && type !== 'Ch') return false;
  return value instanceof PdfString ? value.bytes.length > 0 : value !== null;
}

/** A form field. Its widgets are visited as annotations of their pages. */
export const field: Visit = (search, dict) => {
  search.visitValues(dict.get('AA'), clickedAction);
  search.visit(dict.get('Parent'), field);
  search.visitEach(dict.get('Kids'), field);
};
