/** Skips over objects without creating them: proves that they can be read, much faster than reading them. */
import { isRegular, type Lexer, matchesAt } from './lexer.ts';

/** The maximum number of open brackets, one bit each. */
const MAX_OPEN = 30;
/** The bits while only the outermost dictionary is open. */
const OUTERMOST_DICT = 0b11;

/**
 * True if an indirect object with this number is at the cursor: an array, a dictionary or a stream in the usual
 * notation, which the reader reads without an error. False proves nothing: the notation may be unusual.
 */
export function isPlainObject(lexer: Lexer, num: number): boolean {
  if (lexer.takeInteger() !== num || lexer.takeInteger() === null || !lexer.take('obj')) return false;
  const length = passContainer(lexer);
  if (length === null) return false;
  if (!lexer.take('stream')) return lexer.take('endobj');
  const { bytes } = lexer;
  let { pos } = lexer;
  if (bytes[pos] === 13) pos++;
  if (bytes[pos] === 10) pos++;
  lexer.pos = pos + length;
  return length >= 0 && lexer.take('endstream') && lexer.take('endobj');
}

/**
 * Skips an array or a dictionary whose brackets and strings are balanced; returns its /Length, or -1 if there is
 * none. Null if it does not end, or contains comments or keywords, some of which are errors.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case per kind of token
function passContainer(lexer: Lexer): number | null {
  const { bytes } = lexer;
  lexer.skipSpace();
  let { pos } = lexer;
  if (bytes[pos] !== 60 && bytes[pos] !== 91) return null;
  let length = -1;
  // One bit for each open bracket after a leading 1, the innermost last: 1 for a dictionary, 0 for an array.
  let open = 1;
  do {
    const code = bytes[pos++];
    // ASCII: 47 /, 60 <, 62 >, 91 [, 93 ], 40 (, 82 R (a reference), 32, 10 and 13 white space.
    switch (code) {
      case 47:
        while (isRegular(bytes[pos])) pos++;
        if (open === OUTERMOST_DICT && bytes[pos - 7] === 47 && matchesAt(bytes, pos - 6, 'Length')) {
          lexer.pos = pos;
          length = lexer.takeInteger() ?? -1;
          pos = lexer.pos;
        }
        break;
      case 60:
        if (bytes[pos] !== 60) {
          pos = bytes.indexOf(62, pos) + 1;
          if (pos === 0) return null;
          break;
        }
        pos++;
        open = open * 2 + 1;
        break;
      case 91:
        open *= 2;
        break;
      case 62:
        if (bytes[pos++] !== 62 || (open & 1) === 0) return null;
        open >>= 1;
        break;
      case 93:
        if ((open & 1) === 1) return null;
        open >>= 1;
        break;
      case 40:
        pos = behindString(bytes, pos);
        break;
      case 82:
        if (isRegular(bytes[pos])) return null;
        break;
      case 32:
      case 10:
      case 13:
        break;
      default:
        if (!mayBeginNumber(code)) return null;
        while (isRegular(bytes[pos])) pos++;
    }
  } while (open > 1 && open < 2 ** MAX_OPEN);
  lexer.pos = pos;
  return open === 1 ? length : null;
}

const mayBeginNumber = (code: number | undefined): boolean =>
  code !== undefined && ((code >= 48 && code <= 57) || code === 45 || code === 46);

/** The end of a literal string that begins here; beyond the bytes if it does not end. */
function behindString(bytes: Buffer, start: number): number {
  let level = 1;
  let pos = start;
  for (; level > 0 && pos < bytes.length; pos++) {
    const code = bytes[pos];
    if (code === 92) pos++;
    else if (code === 40) level++;
    else if (code === 41) level--;
  }
  return pos;
}
