/** Runs of shaped text in one font and one direction, cached if they are likely to recur. */
import { commonCodes, isCommonText } from './common.ts';
import type { FaceSession } from './faces.ts';
import { type FontFile, fileFor } from './families.ts';
import type { HbFace, ShapedGlyph } from './harfbuzz.ts';
import type { LetterLine } from './letter-line.ts';
import { lettersOf } from './letters.ts';
import { Recent } from './recent.ts';
import { byteCode, glyphCode, isOneString, showGlyphs } from './show.ts';

/** A run ready to be drawn. Glyphs are in visual order and in font units; `scale` converts them to em. */
export interface LaidRun {
  file: FontFile;
  text: string;
  glyphs: readonly ShapedGlyph[];
  glyphCount: number;
  scale: number;
  width: number;
  /** How far its ink extends above and below the baseline, in em. */
  inkAscent: number;
  inkDescent: number;
  /**
   * The content of the TJ array that draws it, in one-byte codes if it is `common`, else in two-byte codes. Null if
   * an array is not enough (`show.ts`), or if `letters` write themselves.
   */
  shown: string | null;
  /** `shown` is a single string without adjustments. */
  isString: boolean;
  letters: LetterLine | null;
  /** Left to right, and each glyph is a common one that represents its part of the text (`common.ts`). */
  common: boolean;
}

const KEPT_RUNS = 2048;
const CACHED_LENGTH = 160;
/** Per face, so that the cache ends with the face. The text itself is the key, so no other key is built. */
const shapedRuns = {
  rightToLeft: new WeakMap<HbFace, Recent<LaidRun>>(),
  other: new WeakMap<HbFace, Recent<LaidRun>>(),
};

/** Text of the plain face whose words can be shaped separately: that face never kerns or joins across a space. */
const words = /^[\u0020-\u007e\u00a1-\u024f\u0370-\u052f\u2013\u2014\u2018-\u201d]+$/;

const isPlain = (file: FontFile): boolean =>
  file === fileFor('sans', 0x20, 400) || file === fileFor('sans', 0x20, 700);

/** A run composed of its words. */
class WordsRun implements LaidRun {
  readonly file: FontFile;
  readonly text: string;
  readonly scale: number;
  readonly glyphCount: number;
  width = 0;
  inkAscent = 0;
  inkDescent = 0;
  readonly shown = null;
  readonly isString = false;
  readonly letters = null;
  /** Text of only common letters is rarely laid out word by word. */
  readonly common = false;
  readonly #parts: readonly LaidRun[];
  #glyphs: readonly ShapedGlyph[] | null = null;

  constructor(file: FontFile, text: string, parts: readonly LaidRun[]) {
    this.file = file;
    this.text = text;
    this.scale = parts[0]!.scale;
    this.#parts = parts;
    let count = 0;
    for (const part of parts) {
      count += part.glyphCount;
      this.width += part.width;
      if (part.inkAscent > this.inkAscent) this.inkAscent = part.inkAscent;
      if (part.inkDescent > this.inkDescent) this.inkDescent = part.inkDescent;
    }
    this.glyphCount = count;
  }

  /** Computed lazily: needed only if a line is broken or contains other than common glyphs. */
  get glyphs(): readonly ShapedGlyph[] {
    if (this.#glyphs !== null) return this.#glyphs;
    const glyphs: ShapedGlyph[] = [];
    let from = 0;
    for (const part of this.#parts) {
      for (const { glyph, cluster, advance, dx, dy } of part.glyphs)
        glyphs.push({ glyph, cluster: cluster + from, advance, dx, dy });
      from += part.text.length;
    }
    this.#glyphs = glyphs;
    return glyphs;
  }
}

/** Most words occur in earlier documents; most whole texts do not. */
function shapeByWord(session: FaceSession, file: FontFile, text: string): LaidRun {
  const parts: LaidRun[] = [];
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf(' ', from);
    const to = next === from ? from + 1 : next < 0 ? text.length : next;
    parts.push(shapeRun(session, file, text.slice(from, to), false));
    from = to;
  }
  return new WordsRun(file, text, parts);
}

const noInk = { inkAscent: 0, inkDescent: 0 };

/** Shapes a text in one font and direction; recent words and texts come from the cache. */
export function shapeRun(session: FaceSession, file: FontFile, text: string, rightToLeft: boolean): LaidRun {
  const face = session.face(file);
  if (face === null)
    return {
      file,
      text,
      glyphs: [],
      glyphCount: 0,
      scale: 0.001,
      width: 0,
      ...noInk,
      shown: null,
      isString: false,
      letters: null,
      common: false,
    };
  if (!rightToLeft && isPlain(file)) {
    const run = lettersOf(face, file).lay(text);
    if (run !== null) return run;
    if (text.length > 1 && text.includes(' ') && words.test(text)) return shapeByWord(session, file, text);
  }
  if (text.length > CACHED_LENGTH) return measureRun(face, file, text, face.shape(text, rightToLeft));
  const directed = shapedRuns[rightToLeft ? 'rightToLeft' : 'other'];
  let known = directed.get(face);
  if (known === undefined) {
    known = new Recent(KEPT_RUNS);
    directed.set(face, known);
  }
  let run = known.get(text);
  if (run === undefined) {
    run = measureRun(face, file, text, face.shape(text, rightToLeft));
    known.offer(text, run);
  }
  return run;
}

function measureRun(face: HbFace, file: FontFile, text: string, glyphs: ShapedGlyph[]): LaidRun {
  const scale = 1 / face.metrics.unitsPerEm;
  let width = 0;
  let top = 0;
  let bottom = 0;
  for (const { glyph, advance, dy } of glyphs) {
    const { yBearing, height } = face.extents(glyph);
    width += advance;
    top = Math.max(top, yBearing + dy);
    bottom = Math.min(bottom, yBearing + height + dy);
  }
  const common = isCommonText(face, glyphs, text);
  const codes = commonCodes(face);
  const codeOf = common ? (glyph: number) => byteCode(codes.get(glyph)!) : glyphCode;
  const shown = showGlyphs(glyphs, scale, (glyph) => face.advance(glyph), codeOf);
  return {
    file,
    text,
    glyphs,
    glyphCount: glyphs.length,
    scale,
    width: width * scale,
    inkAscent: top * scale,
    inkDescent: -bottom * scale,
    shown,
    isString: shown !== null && isOneString(shown),
    letters: null,
    common,
  };
}
