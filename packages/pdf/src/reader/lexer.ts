/** Reads tokens and direct objects (ISO 32000-2, 7.2 and 7.3) at any position of a file. */

import { PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';

/** Deeper nesting of arrays and dictionaries is treated as an attack on the call stack. */
const MAX_DEPTH = 256;

/** A bare word such as `obj`, `stream`, `R` or `trailer`; never part of a complete object. */
export class Keyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

const REGULAR = 0;
const SPACE = 1;
const DELIMITER = 2;
/** The percent sign. */
const COMMENT = 37;
const CLASS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) CLASS[code] = SPACE;
for (const code of Buffer.from('()<>[]{}/%')) CLASS[code] = DELIMITER;

/** Value of a hexadecimal digit, or -1. */
export function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** True for the six white-space characters (7.2.3). */
export const isSpace = (code: number | undefined): boolean => code !== undefined && CLASS[code] === SPACE;

/** True for any character of a name, number or keyword. */
export const isRegular = (code: number | undefined): boolean => code !== undefined && CLASS[code] === REGULAR;

/** Whether the bytes at `pos` are this word, whatever follows it. */
export function matchesAt(bytes: Buffer, pos: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[pos + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** Recently read names, by a hash of their bytes: files repeat a few names very often, and creating strings is slow. */
const RECENT_NAMES = 1024;
const LONGEST_RECENT = 64;
const recentNames = new Array<PdfName | undefined>(RECENT_NAMES);

function isWritten(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start || text.length > LONGEST_RECENT) return false;
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) !== bytes[start + index]) return false;
  return true;
}

/** From this length on, Node's hexadecimal decoder is faster. */
const LONG_STRING = 256;

/** Reads one object at a time and never leaves [0, end). */
export class Lexer {
  readonly bytes: Buffer;
  readonly end: number;
  pos: number;
  /** Applied to every string; set while an encrypted object is read. */
  decryptString: ((bytes: Uint8Array) => Uint8Array) | null = null;
  #names: Map<string, PdfName>;

  constructor(bytes: Buffer, pos = 0, end = bytes.length, names: Map<string, PdfName> = new Map()) {
    this.bytes = bytes;
    this.pos = pos;
    this.end = Math.min(end, bytes.length);
    this.#names = names;
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    const { bytes, end } = this;
    let pos = this.pos;
    while (pos < end) {
      const code = bytes[pos]!;
      if (code === 37) {
        while (pos < end && bytes[pos] !== 10 && bytes[pos] !== 13) pos++;
      } else if (CLASS[code] !== SPACE) break;
      else pos++;
    }
    this.pos = pos;
  }

  /** Consumes the word if it is here and no regular character follows it. */
  take(word: string): boolean {
    this.skipSpace();
    const after = this.pos + word.length;
    if (after > this.end) return false;
    if (!matchesAt(this.bytes, this.pos, word)) return false;
    if (after < this.end && isRegular(this.bytes[after])) return false;
    this.pos = after;
    return true;
  }

  /** A run of at most 15 decimal digits. Null for anything else; then only white space and comments have been skipped. */
  takeInteger(): number | null {
    this.skipSpace();
    const start = this.pos;
    let value = 0;
    let pos = start;
    while (pos < this.end) {
      const code = this.bytes[pos]!;
      if (code < 48 || code > 57) break;
      value = value * 10 + code - 48;
      pos++;
    }
    if (pos === start || pos - start > 15) return null;
    this.pos = pos;
    return value;
  }

  /** The next object. Throws a PdfError (`damaged`) if there is none. */
  readObject(depth = 0): PdfObject {
    const value = this.readToken(depth);
    if (value instanceof Keyword)
      throw new PdfError('damaged', `unexpected "${value.word}" at byte ${this.pos}`);
    return value;
  }

  /** The next object or keyword. Throws a PdfError (`damaged`) at the end of the bytes. */
  readToken(depth = 0): PdfObject | Keyword {
    this.skipSpace();
    if (this.pos >= this.end) throw new PdfError('damaged', 'the file ends inside an object');
    const code = this.bytes[this.pos]!;
    switch (code) {
      case 47:
        return this.#name();
      case 40:
        return this.#literalString();
      case 91:
        return this.#array(depth);
      case 60:
        return this.bytes[this.pos + 1] === 60 ? this.#dict(depth) : this.#hexString();
      case 41:
      case 62:
      case 93:
      case 123:
      case 125:
        this.pos++;
        return new Keyword(String.fromCharCode(code));
      default:
        return (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46
          ? this.#number(code)
          : this.#word();
    }
  }

  #name(): PdfName {
    const { bytes, end } = this;
    const start = ++this.pos;
    let pos = start;
    let escaped = false;
    let hash = 0;
    for (; pos < end; pos++) {
      const code = bytes[pos]!;
      if (CLASS[code] !== REGULAR) break;
      if (code === 35) escaped = true;
      hash = (hash * 31 + code) | 0;
    }
    this.pos = pos;
    const slot = hash & (RECENT_NAMES - 1);
    const recent = recentNames[slot];
    if (recent !== undefined && !escaped && isWritten(recent.name, bytes, start, pos)) return recent;
    let text = bytes.toString('latin1', start, pos);
    if (escaped)
      text = text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    let found = this.#names.get(text);
    if (!found) {
      found = new PdfName(text);
      if (this.#names.size < 4096) this.#names.set(text, found);
    }
    if (text.length <= LONGEST_RECENT) recentNames[slot] = found;
    return found;
  }

  /** A number, or a reference if the bytes are `N G R`. */
  #number(first: number): PdfObject | Keyword {
    const { bytes, end } = this;
    const start = this.pos;
    let pos = first === 43 || first === 45 ? start + 1 : start;
    let value = 0;
    let digits = 0;
    /** The divisor for the digits after the decimal point; 0 before the point. */
    let scale = 0;
    let plain = true;
    for (; pos < end; pos++) {
      const code = bytes[pos]!;
      if (CLASS[code] !== REGULAR) break;
      if (code >= 48 && code <= 57) {
        value = value * 10 + code - 48;
        scale *= 10;
        digits++;
      } else if (code === 46 && scale === 0) scale = 1;
      else plain = false;
    }
    this.pos = pos;
    if (plain && scale === 0 && digits === pos - start)
      return digits > 15 ? Number.MAX_SAFE_INTEGER : (this.#referenceAfter(value) ?? value);
    // With so few digits both numbers are exact, so their quotient is the nearest double.
    if (plain && digits > 0 && digits <= 15) {
      const real = value / (scale || 1);
      if (first === 45) return -real;
      // Other readers accept `+7 0 R` and `7. 0 R` as references too.
      return (Number.isInteger(real) ? this.#referenceAfter(real) : null) ?? real;
    }
    return this.#realOf(bytes.toString('latin1', start, pos));
  }

  #referenceAfter(num: number): PdfRef | null {
    const { bytes, end } = this;
    let pos = this.pos;
    if (CLASS[bytes[pos] ?? 47] !== SPACE && bytes[pos] !== COMMENT) return null;
    while (pos < end && CLASS[bytes[pos]!] === SPACE) pos++;
    if (bytes[pos] === COMMENT) pos = this.#behindComments(pos);
    const start = pos;
    let gen = 0;
    while (pos < end && bytes[pos]! >= 48 && bytes[pos]! <= 57) gen = gen * 10 + bytes[pos++]! - 48;
    const isSeparated = CLASS[bytes[pos] ?? 47] === SPACE || bytes[pos] === COMMENT;
    if (pos === start || pos - start > 5 || !isSeparated) return null;
    while (pos < end && CLASS[bytes[pos]!] === SPACE) pos++;
    if (bytes[pos] === COMMENT) pos = this.#behindComments(pos);
    if (bytes[pos] !== 82 || (pos + 1 < end && CLASS[bytes[pos + 1]!] === REGULAR)) return null;
    this.pos = pos + 1;
    return new PdfRef(num, gen);
  }

  #behindComments(from: number): number {
    const start = this.pos;
    this.pos = from;
    this.skipSpace();
    const { pos } = this;
    this.pos = start;
    return pos;
  }

  /** Irregular numbers of other producers: `--5`, `5-3`, `.5`, `1.2.3`, `3e2`. */
  #realOf(text: string): number | Keyword {
    const match = /^([+-]*)(\d*)(?:\.(\d*))?([eE][+-]?\d{1,2}$)?/.exec(text)!;
    if (match[2] === '' && !match[3]) return match[0].length === text.length ? 0 : new Keyword(text);
    const value = Number(`${match[2] || '0'}.${match[3] || '0'}${match[4] ?? ''}`);
    return match[1]!.startsWith('-') ? -value : value;
  }

  #literalString(): PdfString {
    const { bytes, end } = this;
    const start = ++this.pos;
    let pos = start;
    let level = 1;
    let plain = true;
    for (; pos < end; pos++) {
      const code = bytes[pos]!;
      if (code === 92) {
        plain = false;
        pos++;
      } else if (code === 13) plain = false;
      else if (code === 40) level++;
      else if (code === 41 && --level === 0) break;
    }
    if (pos >= end) throw new PdfError('damaged', `a string that starts at byte ${start} never ends`);
    this.pos = pos + 1;
    const content = plain ? bytes.subarray(start, pos) : withoutEscapes(bytes.subarray(start, pos));
    return new PdfString(this.decryptString ? this.decryptString(content) : content);
  }

  #hexString(): PdfString {
    const { bytes, end } = this;
    const start = ++this.pos;
    const close = bytes.indexOf(62, start);
    if (close < 0 || close >= end)
      throw new PdfError('damaged', `a string that starts at byte ${start} never ends`);
    if (close - start > LONG_STRING) {
      const whole = Buffer.from(bytes.toString('latin1', start, close), 'hex');
      if (whole.length * 2 === close - start) {
        this.pos = close + 1;
        return new PdfString(this.decryptString ? this.decryptString(whole) : whole, true);
      }
    }
    const out = Buffer.allocUnsafe((close - start + 1) >> 1);
    let length = 0;
    let high = -1;
    for (let pos = start; pos < close; pos++) {
      const value = hexValue(bytes[pos]!);
      if (value < 0) continue;
      if (high < 0) high = value;
      else {
        out[length++] = high * 16 + value;
        high = -1;
      }
    }
    if (high >= 0) out[length++] = high * 16;
    this.pos = close + 1;
    const content = out.subarray(0, length);
    return new PdfString(this.decryptString ? this.decryptString(content) : content, true);
  }

  #array(depth: number): PdfObject[] {
    if (depth > MAX_DEPTH) throw new PdfError('damaged', 'arrays or dictionaries are nested too deeply');
    this.pos++;
    const items: PdfObject[] = [];
    for (;;) {
      const item = this.readToken(depth + 1);
      if (!(item instanceof Keyword)) items.push(item);
      else if (item.word === ']') return items;
      else if (isStructural(item.word))
        throw new PdfError('damaged', `an array is cut short by "${item.word}" at byte ${this.pos}`);
    }
  }

  #dict(depth: number): PdfDict {
    if (depth > MAX_DEPTH) throw new PdfError('damaged', 'arrays or dictionaries are nested too deeply');
    this.pos += 2;
    const result = new PdfDict();
    for (;;) {
      this.skipSpace();
      const code = this.bytes[this.pos];
      if (code === 62) {
        this.pos += this.bytes[this.pos + 1] === 62 ? 2 : 1;
        return result;
      }
      if (code !== 47) {
        const stray = this.readToken(depth + 1);
        if (stray instanceof Keyword && isStructural(stray.word))
          throw new PdfError('damaged', `a dictionary is cut short by "${stray.word}" at byte ${this.pos}`);
        continue;
      }
      const key = this.#name().name;
      const before = this.pos;
      const value = this.readToken(depth + 1);
      if (value instanceof Keyword) {
        if (isStructural(value.word))
          throw new PdfError('damaged', `a dictionary is cut short by "${value.word}" at byte ${this.pos}`);
        if (value.word === '>') this.pos = before;
        result.put(key, null);
      } else result.put(key, value);
    }
  }

  #word(): PdfObject | Keyword {
    const { bytes, end } = this;
    const start = this.pos;
    let pos = start;
    while (pos < end && CLASS[bytes[pos]!] === REGULAR) pos++;
    this.pos = pos;
    const word = bytes.toString('latin1', start, Math.min(pos, start + 64));
    if (word === 'null') return null;
    if (word === 'true') return true;
    if (word === 'false') return false;
    return new Keyword(word);
  }
}

/** Words that cannot be inside an array or a dictionary: its end is missing. */
function isStructural(word: string): boolean {
  return word === 'endobj' || word === 'obj' || word === 'stream' || word === 'endstream' || word === 'xref';
}

/** The character of the escape sequence with this letter; other letters stand for themselves. */
function escaped(letter: number): number {
  const at = 'nrtbf'.indexOf(String.fromCharCode(letter));
  return at < 0 ? letter : [10, 13, 9, 8, 12][at]!;
}

const isOctal = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 55;

/** How many octal digits start here, at most three. */
function octalDigits(raw: Buffer, pos: number): number {
  let count = 1;
  while (count < 3 && isOctal(raw[pos + count])) count++;
  return count;
}

/** Resolves backslash escapes and line ends of a literal string (7.3.4.2). */
function withoutEscapes(raw: Buffer): Buffer {
  const out = Buffer.allocUnsafe(raw.length);
  let length = 0;
  for (let pos = 0; pos < raw.length; pos++) {
    let code = raw[pos]!;
    if (code === 13) {
      if (raw[pos + 1] === 10) pos++;
      code = 10;
    } else if (code === 92) {
      code = raw[++pos] ?? 92;
      if (isOctal(code)) {
        const digits = octalDigits(raw, pos);
        code = Number.parseInt(raw.toString('latin1', pos, pos + digits), 8) & 255;
        pos += digits - 1;
      } else if (code === 13 || code === 10) {
        if (code === 13 && raw[pos + 1] === 10) pos++;
        continue;
      } else code = escaped(code);
    }
    out[length++] = code;
  }
  return out.subarray(0, length);
}
