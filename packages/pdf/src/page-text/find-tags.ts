/** Text tags such as `{{signature role=Tenant}}` in the text of a page. */
import { PdfError } from '../ports/errors.ts';
import type { FoundText } from './find-anchors.ts';
import { type PageText, type TextBox, unionOf } from './page-text.ts';
import type { Direction } from './words.ts';

export interface TextTag extends FoundText {
  /** What is between the braces. */
  text: string;
  /** One box for each line, in fractions of the page as displayed. */
  lines: TextBox[];
  /** A square as high as the text, where the text starts. */
  square: TextBox;
}

/** Tags of one file. A document can have as many fields. */
export const MAX_TAGS = 2000;

const tagPattern = /\{\{([^{}]{1,500})\}\}/gu;

/** The tags of a page in reading order. A tag may continue on the next line. `before`: tags on earlier pages. */
export function findTags(
  page: number,
  content: PageText,
  { width, height }: { width: number; height: number },
  before: number,
): TextTag[] {
  if (!content.text.includes('{{')) return [];
  const { text, from } = content.readable();
  const tags: TextTag[] = [];
  const fractionOf = ({ x, y, w, h }: TextBox): TextBox => ({
    x: x / width,
    y: y / height,
    w: w / width,
    h: h / height,
  });
  for (const match of text.matchAll(tagPattern)) {
    if (before + tags.length >= MAX_TAGS)
      throw new PdfError('too_complex', `the file has more than ${MAX_TAGS} text tags`);
    const end = from[match.index + match[0].length] ?? content.text.length;
    const start = from[match.index]!;
    const boxes = content.boxesOf(start, end).map(unionOf);
    const lines = boxes.map(fractionOf);
    const square = fractionOf(squareAtStart(boxes[0]!, content.directionAt(start)));
    tags.push({ page, text: match[1]!.replace(/\s+/gu, ' ').trim(), ...lines[0]!, lines, square });
  }
  return tags;
}

/** The square at the start of a line of text that is as high as the line. */
function squareAtStart({ x, y, w, h }: TextBox, direction: Direction): TextBox {
  const side = direction % 2 === 0 ? h : w;
  return {
    x: direction === 2 ? x + w - side : x,
    y: direction === 3 ? y + h - side : y,
    w: side,
    h: side,
  };
}
