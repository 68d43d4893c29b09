/**
 * Chooses the font (per grapheme cluster, UAX #29) and direction (UAX #9) of each part of a text, and finds line
 * breaks (after UAX #14, with word boundaries of Thai and East Asian scripts from ICU).
 */
import type { SignatureFont } from '@countersign/contract/signature-fonts';
import bidiFactory, { type Bidi } from 'bidi-js';
import type { FaceSession } from './faces.ts';
import { type FamilyName, type FontFile, familyOrder, fileFor, type Weight } from './families.ts';
import type { HbFace } from './harfbuzz.ts';

// The package's types describe its ES module, but Node loads the CommonJS one, whose export is the factory
// itself.
const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

const REPLACEMENT = 0xfffd;
const ignorable = /^\p{Default_Ignorable_Code_Point}+$/u;
const emojiPresentation = /\p{Emoji_Presentation}|\ufe0f/u;
const sticky = /^[\p{Zs}\p{P}]+$/u;
const rightToLeftAny =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u;
const devanagari = /[\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff]/;
/** Text that fits into one run of the plain face: Latin, Greek, Cyrillic and their common punctuation. */
const simple =
  /^(?:[\u0020-\u00ac\u00ae-\u02ff]|[\u0300-\u034e]|[\u0350-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116\u2122])*$/;

export interface TextStyle {
  family: 'sans' | SignatureFont;
  weight: Weight;
}

/** A part of a text in one font and one direction; `start` and `end` index the resolved text. */
export interface TextRun {
  start: number;
  end: number;
  file: FontFile;
  level: number;
}

export interface ResolvedText {
  /** The text as drawn: characters that no font has are U+FFFD. */
  text: string;
  runs: TextRun[];
  rightToLeft: boolean;
  /** The characters that no font has, once each. */
  missing: string[];
}

interface Piece {
  text: string;
  file: FontFile;
}

const codePointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);

/** Whether the font draws all these code points; also true if it is not open yet and may do so. */
function draws(session: FaceSession, file: FontFile, codePoints: readonly number[]): boolean {
  const face = session.face(file);
  return face === null || codePoints.every((codePoint) => face.covers(codePoint));
}

function pickFile(
  session: FaceSession,
  order: readonly FamilyName[],
  codePoints: readonly number[],
  weight: Weight,
): FontFile | null {
  for (const family of order) {
    const file = fileFor(family, codePoints[0]!, weight);
    if (file === null) continue;
    if (codePoints.some((codePoint) => fileFor(family, codePoint, weight)?.key !== file.key)) continue;
    if (draws(session, file, codePoints)) return file;
  }
  return null;
}

/** Whether a face has every character of a text within the Basic Multilingual Plane. */
function coversAll(face: HbFace, text: string): boolean {
  for (let index = 0; index < text.length; index++) if (!face.covers(text.charCodeAt(index))) return false;
  return true;
}

/** Splits a clean text without line breaks into pieces by font. */
function itemize(session: FaceSession, text: string, style: TextStyle, missing: Set<string>): Piece[] {
  const plainFile = fileFor('sans', 0x20, style.weight)!;
  if (style.family === 'sans' && simple.test(text)) {
    const face = session.face(plainFile);
    if (face === null || coversAll(face, text)) return [{ text, file: plainFile }];
  }
  const order = familyOrder(text, style.family);
  const emojiFirst: readonly FamilyName[] = ['emoji', ...order];
  const pieces: Piece[] = [];
  const add = (part: string, file: FontFile): void => {
    const last = pieces.at(-1);
    if (last !== undefined && last.file.key === file.key) last.text += part;
    else pieces.push({ text: part, file });
  };
  for (const { segment } of graphemes.segment(text)) {
    const last = pieces.at(-1);
    const visible = codePointsOf(segment).filter((codePoint) => !isIgnorable(codePoint));
    if (visible.length === 0) {
      add(segment, last?.file ?? plainFile);
      continue;
    }
    if (
      last !== undefined &&
      last.file.kind !== 'pictures' &&
      sticky.test(segment) &&
      draws(session, last.file, visible)
    ) {
      last.text += segment;
      continue;
    }
    const file = pickFile(
      session,
      emojiPresentation.test(segment) ? emojiFirst : order,
      visible,
      style.weight,
    );
    if (file !== null) {
      add(segment, file);
      continue;
    }
    for (const { part, file: own } of byCharacter(session, segment, order, style.weight, missing))
      add(part, own ?? plainFile);
  }
  return pieces.length > 0 ? pieces : [{ text: '', file: plainFile }];
}

/** Chooses a font per character for a grapheme cluster that no single font has. */
function byCharacter(
  session: FaceSession,
  segment: string,
  order: readonly FamilyName[],
  weight: Weight,
  missing: Set<string>,
): Array<{ part: string; file: FontFile | null }> {
  const parts: Array<{ part: string; file: FontFile | null }> = [];
  for (const character of segment) {
    const codePoint = character.codePointAt(0)!;
    if (isIgnorable(codePoint)) continue;
    const file = pickFile(session, order, [codePoint], weight);
    if (file === null) missing.add(character);
    parts.push({ part: file === null ? String.fromCodePoint(REPLACEMENT) : character, file });
  }
  return parts;
}

const isIgnorable = (codePoint: number): boolean =>
  codePoint === 0xad ||
  codePoint === 0x34f ||
  (codePoint > 0x600 && ignorable.test(String.fromCodePoint(codePoint)));

/** Splits a piece between Devanagari and other scripts: one font has both, but they are shaped differently. */
function splitByScript(text: string): number[] {
  if (!devanagari.test(text)) return [];
  const cuts: number[] = [];
  let inside: boolean | null = null;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    const now = devanagari.test(character);
    if (!now && !/\p{L}/u.test(character)) continue;
    if (inside !== null && inside !== now) cuts.push(index);
    inside = now;
  }
  return cuts;
}

const astral = /[\u{10000}-\u{10ffff}]/gu;

/**
 * Replaces every character beyond the BMP by two of the same bidirectional class, because bidi-js looks at UTF-16
 * code units and treats surrogates as left-to-right letters. The length does not change.
 */
function withStandIns(text: string): string {
  return text.replace(astral, (character) => {
    if (/[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(character)) return 'אא';
    if (/\p{M}/u.test(character)) return '\u0300\u0300';
    return /[\p{S}\p{P}\p{Extended_Pictographic}]/u.test(character) ? '☺☺' : 'aa';
  });
}

/**
 * Finds font and direction for every part of a clean text without line breaks. Characters that no font has are
 * replaced by U+FFFD and listed. Unopened fonts are recorded in the session; the result is then provisional.
 */
export function resolveText(session: FaceSession, text: string, style: TextStyle): ResolvedText {
  const missing = new Set<string>();
  const pieces = itemize(session, text, style, missing);
  const [only] = pieces;
  if (pieces.length === 1 && simple.test(only!.text)) {
    const { text: whole, file } = only!;
    const runs = whole === '' ? [] : [{ start: 0, end: whole.length, file, level: 0 }];
    return { text: whole, runs, rightToLeft: false, missing: [...missing] };
  }
  const resolved = pieces.length === 1 ? pieces[0]!.text : pieces.map((piece) => piece.text).join('');
  const embedding = rightToLeftAny.test(resolved) ? bidi.getEmbeddingLevels(withStandIns(resolved)) : null;
  const levelAt = (index: number): number => embedding?.levels[index] ?? 0;
  const runs: TextRun[] = [];
  let start = 0;
  for (const { text: part, file } of pieces) {
    const cuts = new Set(splitByScript(part));
    let from = 0;
    for (let index = 1; index <= part.length; index++) {
      const ends = index === part.length;
      if (!ends && !cuts.has(index) && levelAt(start + index) === levelAt(start + index - 1)) continue;
      runs.push({ start: start + from, end: start + index, file, level: levelAt(start + from) });
      from = index;
    }
    start += part.length;
  }
  return {
    text: resolved,
    runs,
    rightToLeft: ((embedding?.paragraphs[0]?.level ?? 0) & 1) === 1,
    missing: [...missing],
  };
}

/** Sorts the runs of a line into visual order, left to right (UAX #9, rule L2). */
export function reorderRuns<T extends { level: number }>(runs: readonly T[]): T[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...ordered.map((run) => run.level));
  const lowestOdd = Math.min(...ordered.map((run) => (run.level & 1 ? run.level : highest + 1)));
  for (let level = highest; level >= lowestOdd; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.level < level) continue;
      let to = from;
      while (to < ordered.length && ordered[to]!.level >= level) to++;
      const reversed = ordered.slice(from, to).reverse();
      ordered.splice(from, reversed.length, ...reversed);
      from = to;
    }
  }
  return ordered;
}

const needsWords =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u;
const closing = /^[\p{Pe}\p{Pf}、。，．・：；！？ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%％…‥\u00a0]/u;
const opening = /[\p{Ps}\p{Pi}\u00a0]$/u;

/** Where a line may start: 2 = a good position, 1 = a position inside a long address or path, 0 = none. */
export function breakOpportunities(text: string): Uint8Array {
  const places = new Uint8Array(text.length + 1);
  for (let index = 1; index < text.length; index++) {
    const before = text[index - 1]!;
    const here = text[index]!;
    if (here === ' ' || here === '\u00a0') continue;
    if (before === ' ' || before === '\u200b') places[index] = 2;
    else if (
      (before === '-' || before === '\u2010' || before === '–' || before === '—') &&
      /[\p{L}]/u.test(here)
    )
      places[index] = 2;
    else if ('@'.includes(here) || './?&=_-:;,'.includes(before)) places[index] = 1;
  }
  if (needsWords.test(text)) {
    let previous = '';
    for (const { segment, index } of words.segment(text)) {
      const meets = needsWords.test(previous) || needsWords.test(segment);
      if (index > 0 && meets && !closing.test(segment) && !opening.test(previous) && segment !== ' ')
        places[index] = 2;
      previous = segment;
    }
  }
  return places;
}

/** The start indexes of grapheme clusters in the text. */
export const graphemeStarts = (text: string): number[] =>
  Array.from(graphemes.segment(text), ({ index }) => index);
