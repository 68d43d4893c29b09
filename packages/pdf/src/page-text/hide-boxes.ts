/** Paints over text tags, and over form widgets with a value, in an incremental update. */

import { createHash } from 'node:crypto';
import { type PageGeometry, placementMatrix } from '../model/geometry.ts';
import { PdfDict } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { readForm } from '../reader/form.ts';
import type { PageTree } from '../reader/pages.ts';
import { num } from '../text/show.ts';
import { type DrawnPages, drawOnPages } from '../update/append-seal.ts';
import { Increment } from '../update/increment.ts';
import type { TextTag } from './find-tags.ts';
import type { FormField } from './form-fields.ts';
import type { TextBox } from './page-text.ts';

/** Points by which the rectangle of a widget is smaller than the widget, so that its border stays. */
const BORDER = 1.5;

/** The file with white rectangles over tags and values; null if there are none. The bytes of the given file are its beginning. */
export function hideBoxes(
  file: PdfFile,
  tree: PageTree,
  { tags, formFields }: { tags: readonly TextTag[]; formFields: readonly FormField[] },
): Buffer | null {
  const content = new Map<number, string>();
  const drawing: DrawnPages = { pages: new Map(), areas: new Map(), certificatePages: [] };
  const hide = (page: number, box: TextBox, inset: number): void => {
    const { geometry } = tree.pages[page - 1]!;
    const { x, y, w, h } = inUserSpace(box, geometry, inset);
    const numbers = [x, y, w, h].map(num).join(' ');
    content.set(page, `${content.get(page) ?? '1 g\n'}${numbers} re f\n`);
    if (inset > 0) drawing.areas!.set(page, [...(drawing.areas!.get(page) ?? []), { x, y, w, h }]);
  };
  for (const { page, lines } of tags) for (const line of lines) hide(page, enlarged(line), 0);
  for (const field of formFields) if (field.value !== null) hide(field.page, field, BORDER);
  if (content.size === 0) return null;
  for (const [page, text] of content)
    drawing.pages.set(page, { content: Buffer.from(`q ${text}Q\n`, 'latin1'), resources: new PdfDict() });
  const increment = new Increment(file);
  drawOnPages(increment, tree, drawing, readForm(file), false);
  const id = createHash('sha256')
    .update([...content].flat().join('\n'))
    .digest()
    .subarray(0, 16);
  return increment.finish(id).bytes;
}

/** Braces and accents extend beyond the ascent and descent of many fonts. */
const MARGIN = 0.25;

/** The box of a line of text with a margin on all sides. */
function enlarged({ x, y, w, h }: TextBox): TextBox {
  const margin = Math.min(w, h) * MARGIN;
  return { x: x - margin, y: y - margin, w: w + 2 * margin, h: h + 2 * margin };
}

function inUserSpace(box: TextBox, geometry: PageGeometry, inset: number): TextBox {
  const { matrix, width, height } = placementMatrix(geometry, box);
  const [a, b, c, d, e, f] = matrix;
  const [x2, y2] = [a * width + c * height + e, b * width + d * height + f];
  const [w, h] = [Math.abs(x2 - e), Math.abs(y2 - f)];
  const cut = Math.min(inset, w / 4, h / 4);
  return { x: Math.min(e, x2) + cut, y: Math.min(f, y2) + cut, w: w - 2 * cut, h: h - 2 * cut };
}
