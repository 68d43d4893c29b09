/** Finds places to sign in the text of a page, such as `Signature: ________`. Pure; lengths are points. */
import type { FieldType } from '@countersign/contract/field';
import { keepOnPage, type Rect } from './geometry.ts';

/** A piece of horizontal text. `y` is its baseline, `size` the font size. */
export interface TextPiece {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

export interface SheetSize {
  width: number;
  height: number;
}

/** A place for a field, in fractions of its page. */
export interface SigningPlace extends Rect {
  type: FieldType;
  page: number;
  /** The words that name the place. */
  label: string;
  /** Text above the place in the same column, nearest first. It often names the person. */
  above: string[];
}

/** The most places that are offered on one page. */
export const maxPlacesPerPage = 50;
/** A page with more pieces of text is a drawing or a table, not a contract. */
const maxPieces = 20_000;
/** Longer text in front of a line is a sentence, not a label. */
const maxLabel = 60;
/** Width from which empty space or a line is long enough to sign on. */
const minGap = 80;
const minLine = 36;
/** The largest distance of a label below a line, and of a name above a place. */
const belowLine = 26;
const aboveLine = 90;

/** Labels by field type, in the languages of the signing page. The first type whose pattern matches is used. */
const labels: ReadonlyArray<readonly [FieldType, RegExp]> = [
  ['initials', /\b(?:initials?|initialen|paraphes?|iniciales|iniziali|rubricas?|paraaf|parafk?a)\b/i],
  ['date', /\b(?:date|dated|datum|fecha)\b|^(?:data|le)$|日付|日期/i],
  [
    'name',
    /\b(?:(?:printed?|full|last|first)? ?name|nom|nombre|nome|naam|imię i nazwisko)\b|氏名|姓名|الاسم/i,
  ],
  [
    'signature',
    /\b(?:signatures?|signed|sign here|signatory|unterschrift|unterzeichner(?:in)?|signatur|firma|firmado|sottoscrizione|assinatura|handtekening|podpis)\b|^(?:by|x)$|署名|签名|签字|التوقيع/i,
  ],
];
const noPlace = /birth|geburt|naissance|nacimiento|nascita|nascimento|geboorte|urodzenia/i;

/** What a label asks for; null if it names none of the types. */
function typeOf(label: string): FieldType | null {
  const words = label.replace(/[\s:：*]+$/u, '').trim();
  if (words === '' || words.length > maxLabel || noPlace.test(words)) return null;
  return labels.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** A part of a line: text, or a blank that can be signed on. */
interface Part {
  kind: 'text' | 'line' | 'gap';
  text: string;
  x: number;
  end: number;
}

interface Line {
  y: number;
  size: number;
  parts: Part[];
}

/** The places of a page, from top to bottom and from left to right. */
export function findSigningPlaces(
  page: number,
  pieces: readonly TextPiece[],
  sheet: SheetSize,
): SigningPlace[] {
  if (pieces.length > maxPieces) return [];
  const lines = linesOf(pieces).map((line) => withParts(line, sheet));
  const places: SigningPlace[] = [];
  for (const [index, line] of lines.entries()) {
    for (const [at, part] of line.parts.entries()) {
      if (part.kind === 'text' || places.length === maxPlacesPerPage) continue;
      const label = labelOf(part, line.parts[at - 1], lines, index);
      const type = label === null ? null : typeOf(label);
      if (label === null || type === null) continue;
      places.push({
        type,
        page,
        label: label.replace(/[\s:：*]+$/u, ''),
        above: textAbove(part, lines, index),
        ...placeOn(part, line, type, sheet),
      });
    }
  }
  return places;
}

/** The words in front of a blank, or those below it. Space without a line needs a label with a colon. */
function labelOf(part: Part, before: Part | undefined, lines: readonly Line[], index: number): string | null {
  const inFront = before?.kind === 'text' ? before.text.trim() : '';
  if (part.kind === 'gap') return /[:：]$/u.test(inFront) ? inFront : null;
  // Only the end of a long sentence can be a label.
  const label = inFront.split(/[.;,]\s/u).at(-1)!;
  if (typeOf(label) !== null) return label;
  if (part.end - part.x < minGap) return null;
  const { y } = lines[index]!;
  for (const below of lines.slice(index + 1)) {
    if (below.y - y > belowLine) break;
    const found = below.parts.find((one) => one.kind === 'text' && overlaps(one, part));
    if (found) return found.text.trim();
  }
  return null;
}

const overlaps = (one: Part, other: Part): boolean => one.x < other.end && other.x < one.end;

function textAbove(part: Part, lines: readonly Line[], index: number): string[] {
  const { y } = lines[index]!;
  const texts: string[] = [];
  for (let at = index - 1; at >= 0 && y - lines[at]!.y <= aboveLine; at -= 1)
    for (const one of lines[at]!.parts)
      if (one.kind === 'text' && one.x < part.end && part.x - one.end < minGap) texts.push(one.text.trim());
  return texts.slice(0, 8);
}

/** Height of a field in points, and its width where the blank is wider. */
const sizes: Partial<Record<FieldType, readonly [width: number, height: number]>> = {
  signature: [200, 34],
  initials: [80, 26],
  date: [110, 18],
  name: [220, 18],
};
/** Distance of the bottom edge below the baseline. */
const descent = 3;

function placeOn(part: Part, { y }: Line, type: FieldType, sheet: SheetSize): Rect {
  const [widest, height] = sizes[type]!;
  const width = Math.min(widest, Math.max(part.end - part.x, minLine));
  return keepOnPage({
    x: part.x / sheet.width,
    y: (y + descent - height) / sheet.height,
    w: width / sheet.width,
    h: height / sheet.height,
  });
}

/** Pieces with nearly the same baseline, from top to bottom; each line from left to right. */
function linesOf(pieces: readonly TextPiece[]): TextPiece[][] {
  const sorted = pieces.filter(({ text, size }) => text !== '' && size > 0).sort((a, b) => a.y - b.y);
  const lines: TextPiece[][] = [];
  for (const piece of sorted) {
    const line = lines.at(-1);
    if (line && piece.y - line[0]!.y <= 0.35 * Math.min(piece.size, line[0]!.size)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => line.sort((a, b) => a.x - b.x));
}

/** Characters that people draw lines with. A single space may separate them. */
const drawnLine = /(?:_ ?){4,}|(?:[.·] ?){8,}|(?:… ?){3,}/gu;

/** A line as text and blanks. Space of at least `minGap` is a blank, also at the end of the line. */
function withParts(pieces: readonly TextPiece[], sheet: SheetSize): Line {
  const size = pieces[0]!.size;
  const parts: Part[] = [];
  let open: TextPiece[] = [];
  const close = (): void => {
    if (open.length > 0) parts.push(...split(open));
    open = [];
  };
  for (const piece of pieces) {
    if (piece.text.trim() === '') continue;
    const last = open.at(-1);
    const end = last ? last.x + last.width : piece.x;
    if (piece.x - end > 2 * size) {
      close();
      if (piece.x - end >= minGap) parts.push({ kind: 'gap', text: '', x: end + 4, end: piece.x - 8 });
    }
    open.push(piece);
  }
  close();
  const end = parts.at(-1)?.end ?? 0;
  const margin = sheet.width * 0.06;
  if (parts.at(-1)?.kind === 'text' && sheet.width - margin - end >= minGap)
    parts.push({ kind: 'gap', text: '', x: end + 4, end: sheet.width - margin });
  return { y: pieces[0]!.y, size, parts };
}

/** Neighboring pieces as text and drawn lines. The width of a piece is shared evenly by its characters. */
function split(pieces: readonly TextPiece[]): Part[] {
  let text = '';
  const edges: number[] = [];
  for (const piece of pieces) {
    if (text !== '' && !/\s$/u.test(text) && piece.x - edges.at(-1)! > 0.15 * piece.size) {
      text += ' ';
      edges.push(piece.x);
    }
    if (edges.length === 0) edges.push(piece.x);
    for (let at = 1; at <= piece.text.length; at += 1)
      edges.push(piece.x + (piece.width * at) / piece.text.length);
    text += piece.text;
  }
  const parts: Part[] = [];
  const add = (kind: Part['kind'], from: number, to: number): void => {
    const slice = text.slice(from, to);
    if (slice.trim() !== '') parts.push({ kind, text: slice, x: edges[from]!, end: edges[to]! });
  };
  let from = 0;
  for (const { index, 0: drawn } of text.matchAll(drawnLine)) {
    add('text', from, index);
    from = index + drawn.trimEnd().length;
    add('line', index, from);
  }
  add('text', from, text.length);
  return parts.filter(({ kind, x, end }) => kind === 'text' || end - x >= minLine);
}

/**
 * The key of the person for each place. A name in the label or above it decides. If no signature has a name and there are as many
 * signatures as signers, they are assigned in order. Any other place gets the person of the nearest signature on its page, or `fallback`.
 */
export function peopleOfPlaces(
  places: readonly SigningPlace[],
  people: ReadonlyArray<{ key: string; name: string; role: string }>,
  fallback: string,
): string[] {
  const owners = places.map(({ label, above }) => namedIn([label, ...above], people));
  const signatures = places.flatMap(({ type }, index) => (type === 'signature' ? [index] : []));
  const signers = people.filter(({ role }) => role === 'signer');
  if (signatures.length === signers.length && signatures.every((index) => owners[index] === null))
    for (const [at, index] of signatures.entries()) owners[index] = signers[at]!.key;
  return places.map((place, index) => {
    if (owners[index]) return owners[index];
    const nearest = signatures
      .filter((at) => places[at]!.page === place.page && owners[at])
      .sort((one, other) => distance(places[one]!, place) - distance(places[other]!, place))[0];
    return (nearest === undefined ? null : owners[nearest]) ?? fallback;
  });
}

const distance = (one: Rect, other: Rect): number => Math.hypot(one.x - other.x, one.y - other.y);

/** The person named in the first of the texts that names exactly one. */
function namedIn(texts: readonly string[], people: ReadonlyArray<{ key: string; name: string }>) {
  for (const text of texts) {
    const folded = text.toLowerCase();
    const named = people.filter(
      ({ name }) => name.trim().length >= 3 && folded.includes(name.trim().toLowerCase()),
    );
    if (named.length === 1) return named[0]!.key;
  }
  return null;
}
