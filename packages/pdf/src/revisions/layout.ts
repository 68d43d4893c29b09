/**
 * The revisions after a signature, read strictly (ISO 32000-2, 7.5.6): every byte must belong to an object that the
 * revision's own cross-reference data lists, to that data, or to the lines that end the revision. So all readers see
 * the same objects, also those that search a file for objects instead of following its cross-reference data.
 */
import { inflateSync } from 'node:zlib';
import { PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../model/objects.ts';
import { PdfFile } from '../reader/file.ts';
import { isSpace, type Lexer } from '../reader/lexer.ts';
import { type XrefEntry, XrefTable } from '../reader/xref-table.ts';
import { isSame } from './is-same.ts';
import { LayoutError } from './layout-error.ts';
import { PlainText, requireNoLandmark, requireOnePlainObject, requirePlainObject } from './plain-syntax.ts';

/** The most revisions after a seal. Each timestamp and each store of validation data is one, so archive timestamps can be renewed 98 times. */
export const MAX_LATER_REVISIONS = 200;
/** The most objects in one revision. Validation data has a few dozen. */
const MAX_OBJECTS = 5000;
/** The most objects in all of these revisions. */
const MAX_LATER_OBJECTS = 50_000;
const MAX_COMMENT_BYTES = 128;
/** The size of a table with MAX_OBJECTS objects, each in its own subsection, and a trailer. */
const MAX_TABLE_BYTES = MAX_OBJECTS * 48 + 65_536;

/** One revision that follows what a signature covers. */
export interface LaterRevision {
  /** The file up to the revision, and up to its end. */
  before: PdfFile;
  after: PdfFile;
  /** Where the revision ends. */
  end: number;
  /** Numbers of the objects in it, without the structural ones. */
  numbers: ReadonlySet<number>;
  /** Numbers of its cross-reference stream and of its object streams. */
  structural: ReadonlySet<number>;
}

/**
 * The revisions in `whole` after the file `covered`, oldest first. `whole` begins with the bytes of `covered`. Throws a
 * LayoutError if they are not laid out strictly, and a PdfError if an object cannot be read.
 */
export function readLaterRevisions(covered: PdfFile, whole: PdfFile): LaterRevision[] {
  const sections = whole.xref.sections ?? [];
  const oldest = sections.indexOf(covered.xref.startxref);
  if (oldest < 0) throw new LayoutError('the file no longer leads to what was signed');
  const later = sections.slice(0, oldest).reverse();
  if (later.length === 0) throw new LayoutError('bytes were appended that belong to no revision');
  if (later.length > MAX_LATER_REVISIONS) throw new LayoutError('too many revisions follow');
  const revisions: LaterRevision[] = [];
  let before = covered;
  let start = covered.bytes.length;
  let objects = 0;
  for (const section of later) {
    const revision = readRevision(whole.bytes, before, start, section);
    objects += revision.numbers.size + revision.structural.size;
    if (objects > MAX_LATER_OBJECTS) throw new LayoutError('the later revisions bring too many objects');
    revisions.push(revision);
    before = revision.after;
    start = revision.end;
  }
  if (start !== whole.bytes.length)
    throw new LayoutError('bytes were appended behind the end of the last revision');
  return revisions;
}

function readRevision(bytes: Buffer, before: PdfFile, start: number, section: number): LaterRevision {
  if (section < start)
    throw new LayoutError('cross-reference data points back to before the end of the seal');
  const entries = new XrefTable(before.xref.entries);
  const trailer = new PdfDict();
  const xref = { entries, trailer, startxref: section, form: 'table' as 'table' | 'stream' };
  const after = new PdfFile(bytes, xref, { below: before });
  after.security = before.security;
  const found = readSection(after, section);
  // Equal mutant "xref.form = found.form; → ;": only what appends to a file reads it.
  xref.form = found.form;
  requireTrailer(found, before);
  for (const [key, value] of [...found.trailer.map, ...before.xref.trailer.map])
    if (!trailer.map.has(key)) trailer.map.set(key, value);
  for (const [num, entry] of found.rows) entries.set(num, entry);

  const structural = requireObjects(after, before, found, { start, end: section });
  if (found.own !== null) structural.add(found.own);
  for (const num of structural)
    if (before.generationOf(num) !== null) throw new LayoutError(`object ${num} was changed`);
  const numbers = new Set(found.rows.keys());
  for (const num of [0, ...structural]) numbers.delete(num);
  const end = readEnd(after, found.end, section);
  return { before, after, end, numbers, structural };
}

interface Section {
  rows: Map<number, XrefEntry | null>;
  trailer: PdfDict;
  form: 'table' | 'stream';
  /** The offset after its last byte. */
  end: number;
  /** The number of the cross-reference stream itself. */
  own: number | null;
}

function addRow(rows: Section['rows'], num: number, entry: XrefEntry | null): void {
  if (rows.has(num)) throw new LayoutError(`object ${num} is listed twice in one revision`);
  if (rows.size >= MAX_OBJECTS) throw new LayoutError('a revision brings too many objects');
  // Object 0 is the head of the list of free objects. Some readers would use it if it were in use.
  if ((entry === null) !== (num === 0))
    throw new LayoutError(num === 0 ? 'object 0 was added' : `object ${num} was deleted`);
  rows.set(num, entry);
}

function readSection(file: PdfFile, offset: number): Section {
  return file.bytes.toString('latin1', offset, offset + 4) === 'xref'
    ? readTable(file.lexer(offset))
    : readStream(file, offset);
}

const subsection = /[\0\t\n\f\r ]*(\d{1,10}) (\d{1,10})[\0\t\f ]*(?:\r\n|\r|\n)/y;
const tableRow = /(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y;
const trailerWord = /[\0\t\n\f\r ]*trailer(?![^\0\t\n\f\r <])/y;

function readTable(lexer: Lexer): Section {
  const rows: Section['rows'] = new Map();
  const start = lexer.pos;
  const table = new PlainText(lexer.bytes.toString('latin1', start, start + MAX_TABLE_BYTES), 'xref'.length);
  for (let head = table.take(subsection); head; head = table.take(subsection))
    for (let row = 0; row < Number(head[2]); row++) {
      const match = table.take(tableRow);
      if (!match) throw new LayoutError('a cross-reference table is malformed');
      const entry = { offset: Number(match[1]), gen: Number(match[2]) };
      addRow(rows, Number(head[1]) + row, match[3] === 'n' ? entry : null);
    }
  if (!table.take(trailerWord)) throw new LayoutError('a cross-reference table is malformed');
  lexer.pos = start + table.pos;
  table.object();
  requireNoLandmark(lexer.bytes.toString('latin1', lexer.pos, start + table.pos));
  const trailer = lexer.readObject();
  if (!(trailer instanceof PdfDict)) throw new LayoutError('a trailer is not a dictionary');
  return { rows, trailer, form: 'table', end: lexer.pos, own: null };
}

const malformed = () => new LayoutError('a cross-reference stream is malformed');

function readStream(file: PdfFile, offset: number): Section {
  const rows: Section['rows'] = new Map();
  const lexer = file.lexer(offset);
  const num = lexer.takeInteger();
  const gen = num === null ? null : lexer.takeInteger();
  if (num === null || gen !== 0 || !lexer.take('obj')) throw malformed();
  // Cross-reference streams are never encrypted (7.5.8.2).
  const plain = new PdfFile(file.bytes, { ...file.xref, entries: new XrefTable() });
  const stream = plain.readBody(lexer, num, gen);
  if (!(stream instanceof PdfStream) || plain.overlongCount > 0 || !lexer.take('endobj')) throw malformed();
  const { dict } = stream;
  requirePlainObject(file.bytes, offset, lexer.pos, { num, gen, streamLength: lengthOf(plain, stream) });
  if (plain.nameOf(dict.get('Type')) !== 'XRef') throw malformed();
  readStreamRows(plain, stream, rows);
  const listed = rows.get(num);
  if (listed !== undefined && !(listed && 'offset' in listed && listed.offset === offset)) throw malformed();
  rows.delete(num);
  return { rows, trailer: dict, form: 'stream', end: lexer.pos, own: num };
}

/** Reads the entries of a cross-reference stream (7.5.8.3) into `rows`. */
function readStreamRows(plain: PdfFile, stream: PdfStream, rows: Section['rows']): void {
  const [kindWidth, placeWidth, extraWidth] = widthsOf(stream);
  const width = kindWidth + placeWidth + extraWidth;
  const index = stream.dict.get('Index') ?? [0, stream.dict.get('Size') ?? null];
  if (!isIntegers(index) || index.length % 2 !== 0) throw malformed();
  requirePlainFilter(plain, stream);
  const data = plain.decode(stream);
  const field = (at: number, length: number) => (length === 0 ? 0 : data.readUIntBE(at, length));
  let at = 0;
  for (let pair = 0; pair < index.length; pair += 2)
    for (let row = 0; row < index[pair + 1]!; row++, at += width) {
      if (at + width > data.length) throw malformed();
      const kind = kindWidth === 0 ? 1 : field(at, kindWidth);
      const place = field(at + kindWidth, placeWidth);
      const extra = field(at + kindWidth + placeWidth, extraWidth);
      if (kind > 2) throw malformed();
      const entry =
        kind === 1 ? { offset: place, gen: extra } : kind === 2 ? { stream: place, index: extra } : null;
      addRow(rows, index[pair]! + row, entry);
    }
  if (at !== data.length) throw malformed();
}

/** The widths of the three fields of an entry, in bytes. */
function widthsOf({ dict }: PdfStream): [number, number, number] {
  const widths = dict.get('W');
  if (!isIntegers(widths) || widths.length !== 3) throw malformed();
  if (Math.max(...widths) > 6 || widths[1] === 0) throw malformed();
  return widths as [number, number, number];
}

const PREDICTOR_KEYS = new Set(['Predictor', 'Columns', 'Colors', 'BitsPerComponent']);
const MAX_STRUCTURAL_BYTES = 1 << 26;

/**
 * Requires that all readers decode a cross-reference or object stream in the same way: it has no filter, or it is deflated
 * without a fault and with at most a PNG predictor. Readers differ in how they repair damaged data, and could otherwise
 * see other objects.
 */
function requirePlainFilter(file: PdfFile, { dict, bytes }: PdfStream): void {
  const unclear = () =>
    new LayoutError('a stream that holds the structure of the file can be decoded differently');
  const one = (value: PdfObject | undefined): PdfObject => {
    const object = file.resolve(value);
    if (!Array.isArray(object)) return object;
    if (object.length !== 1) throw unclear();
    return file.resolve(object[0]);
  };
  if (['F', 'DP', 'FFilter', 'FDecodeParms'].some((key) => dict.map.has(key))) throw unclear();
  const filter = dict.get('Filter');
  if (filter === undefined) {
    if (dict.map.has('DecodeParms')) throw unclear();
    return;
  }
  if (file.nameOf(one(filter)) !== 'FlateDecode') throw unclear();
  const data = inflated(bytes);
  if (data === null) throw unclear();
  const parameters = one(dict.get('DecodeParms'));
  if (parameters === null) return;
  if (!(parameters instanceof PdfDict)) throw unclear();
  if ([...parameters.map].some(([key, value]) => !PREDICTOR_KEYS.has(key) || !Number.isInteger(value)))
    throw unclear();
  const parameter = (key: string, otherwise: number) =>
    (parameters.get(key) as number | undefined) ?? otherwise;
  const predictor = parameter('Predictor', 1);
  if (predictor === 1) return;
  const row = parameter('Columns', 1) + 1;
  if (
    predictor < 10 ||
    predictor > 15 ||
    parameter('Colors', 1) !== 1 ||
    parameter('BitsPerComponent', 8) !== 8
  )
    throw unclear();
  if (row < 2 || data.length % row !== 0) throw unclear();
  for (let at = 0; at < data.length; at += row) if (data[at]! > 4) throw unclear();
}

/** Null if the data is damaged, or if more than the end of a line follows it. */
function inflated(bytes: Uint8Array): Buffer | null {
  try {
    const options = { info: true, maxOutputLength: MAX_STRUCTURAL_BYTES } as const;
    const { buffer, engine } = inflateSync(bytes, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    const rest = Buffer.from(bytes).toString('latin1', engine.bytesWritten);
    return /^[\r\n]{0,2}$/.test(rest) ? buffer : null;
  } catch {
    return null;
  }
}

const isIntegers = (object: PdfObject | undefined): object is number[] =>
  Array.isArray(object) && object.every((item) => Number.isSafeInteger(item) && item >= 0);

const OF_SECTION = new Set(['Size', 'Prev']);
const OF_STREAM = new Set(['Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms']);
const REQUIRED = ['Root', 'Info', 'Encrypt', 'ID'];

/** Requires that the trailer describes the same document as the previous one. Only the second part of /ID may change. */
function requireTrailer({ trailer, rows, form }: Section, before: PdfFile): void {
  const old = before.xref.trailer;
  if (trailer.get('Prev') !== before.xref.startxref)
    throw new LayoutError('a revision does not follow the one before it');
  const size = trailer.get('Size');
  const highest = Math.max(before.xref.entries.size - 1, ...rows.keys());
  if (typeof size !== 'number' || size <= highest)
    throw new LayoutError('a trailer gives too small a number of objects');
  for (const [key, value] of trailer.map) {
    if (OF_SECTION.has(key) || (form === 'stream' && OF_STREAM.has(key))) continue;
    if (key === 'ID' && hasSameFirst(value, old.get('ID'))) continue;
    // /XRefStm would bring back objects of an earlier revision (7.5.8.4).
    if (key === 'XRefStm' || !isSame(value, old.get(key) ?? null))
      throw new LayoutError(`/${key} of the trailer was changed`);
  }
  for (const key of REQUIRED)
    if (old.map.has(key) && !trailer.map.has(key))
      throw new LayoutError(`/${key} of the trailer was removed`);
}

const hasSameFirst = (a: PdfObject, b: PdfObject | undefined): boolean =>
  Array.isArray(a) &&
  a.length === 2 &&
  a[1] instanceof PdfString &&
  Array.isArray(b) &&
  isSame(a[0]!, b[0] ?? null);

/** Requires that the stretch holds all listed objects and nothing else; returns the numbers of the object streams. */
function requireObjects(
  file: PdfFile,
  before: PdfFile,
  section: Section,
  stretch: { start: number; end: number },
): Set<number> {
  const placed: Array<{ num: number; offset: number; gen: number }> = [];
  const members: Array<{ num: number; stream: number; index: number }> = [];
  for (const [num, entry] of section.rows) {
    if (entry === null) continue;
    if ('offset' in entry) placed.push({ num, ...entry });
    else members.push({ num, ...entry });
  }
  placed.sort((a, b) => a.offset - b.offset);
  const containers = new Set<number>();
  let end = stretch.start;
  for (const [at, { num, offset, gen }] of placed.entries()) {
    if (offset < end || offset >= stretch.end)
      throw new LayoutError(`object ${num} is not where a new revision has its objects`);
    requireSpace(file.bytes, end, offset);
    const expected = before.generationOf(num) ?? 0;
    const lexer = file.lexer(offset);
    const overlongCount = file.overlongCount;
    if (lexer.takeInteger() !== num || lexer.takeInteger() !== gen || gen !== expected)
      throw new LayoutError(`object ${num} is not where the cross-reference data says`);
    if (!lexer.take('obj')) throw new LayoutError(`object ${num} does not begin as an object does`);
    const object = file.readBody(lexer, num, gen);
    if (!lexer.take('endobj') || file.overlongCount > overlongCount)
      throw new LayoutError(`object ${num} does not end as an object does`);
    const streamLength = object instanceof PdfStream ? lengthOf(file, object) : null;
    end = requirePlainObject(file.bytes, offset, placed[at + 1]?.offset ?? stretch.end, {
      num,
      gen,
      streamLength,
    });
    if (object instanceof PdfStream && file.nameOf(object.dict.get('Type')) === 'ObjStm') containers.add(num);
  }
  requireSpace(file.bytes, end, stretch.end);
  requireMembers(file, before, members, containers);
  return containers;
}

/** The length that the stream states. */
export function lengthOf(file: PdfFile, stream: PdfStream): number {
  const length = file.number(stream.dict.get('Length'));
  if (length === null || !Number.isSafeInteger(length) || length < 0)
    throw new LayoutError('a stream does not state its length');
  return length;
}

/** Object streams (7.5.7) hold what the cross-reference data says and no more, in its order. */
function requireMembers(
  file: PdfFile,
  before: PdfFile,
  members: ReadonlyArray<{ num: number; stream: number; index: number }>,
  containers: ReadonlySet<number>,
): void {
  for (const stream of containers) {
    const object = file.get(stream);
    if (!(object instanceof PdfStream) || object.dict.get('Extends') !== undefined)
      throw new LayoutError('an object stream extends another one');
    requirePlainFilter(file, object);
    const held = file.numbersIn(stream);
    const listed = members.filter((member) => member.stream === stream);
    const count = file.number(object.dict.get('N'));
    if (held.length !== count || held.length !== listed.length)
      throw new LayoutError('an object stream holds more than the cross-reference data lists');
    for (const { num, index } of listed)
      if (held[index] !== num || (before.generationOf(num) ?? 0) !== 0)
        throw new LayoutError(`object ${num} is not where the cross-reference data says`);
    requirePlainMembers(file.decode(object).toString('latin1'), file.number(object.dict.get('First')) ?? 0);
  }
  if (members.some(({ stream }) => !containers.has(stream)))
    throw new LayoutError('an object is taken from an object stream of another revision');
}

/** Requires that the members follow each other without a gap, and that each is one plain object. */
function requirePlainMembers(text: string, first: number): void {
  const head = text.slice(0, first);
  if (!/^[\d\0\t\n\f\r ]*$/.test(head)) throw new LayoutError('an object stream begins with something else');
  const numbers = head.match(/\d+/g) ?? [];
  const offsets = numbers.filter((_, at) => at % 2 === 1).map(Number);
  if (offsets.length > 0 && offsets[0] !== 0) throw new LayoutError('an object stream has a gap');
  offsets.forEach((offset, at) => {
    const next = offsets[at + 1];
    if (next !== undefined && next <= offset)
      throw new LayoutError('the members of an object stream overlap');
    requireOnePlainObject(text.slice(first + offset, next === undefined ? undefined : first + next));
  });
}

/** Between objects there is only white space, and comments that no reader can take for anything else. */
function requireSpace(bytes: Buffer, from: number, to: number): void {
  let pos = from;
  while (pos < to) {
    if (isSpace(bytes[pos])) {
      pos++;
      continue;
    }
    const start = pos;
    while (pos < to && bytes[pos] !== 10 && bytes[pos] !== 13) pos++;
    const comment = bytes.toString('latin1', start, Math.min(pos, start + MAX_COMMENT_BYTES + 1));
    if (!isHarmlessComment(comment)) throw new LayoutError('bytes were appended that belong to no object');
  }
}

const isHarmlessComment = (text: string): boolean =>
  /^%[\x20-\x7e]*$/.test(text) &&
  text.length <= MAX_COMMENT_BYTES &&
  !/obj|stream|xref|trailer|EOF|PDF-/i.test(text);

/** `startxref`, the offset, `%%EOF` and at most one end of line; returns where that ends. */
function readEnd(file: PdfFile, from: number, section: number): number {
  const { bytes } = file;
  const text = bytes.toString('latin1', from, from + 256);
  // Not \s: a non-breaking space is no white space in a PDF (7.2.3).
  const match =
    /^[\t\n\f\r ]*(%[\x20-\x7e]*[\r\n][\t\n\f\r ]*)?startxref[\t\n\f\r ]+(\d{1,15})[\t\n\f\r ]+%%EOF(\r\n|\r|\n)?/.exec(
      text,
    );
  if (
    !match ||
    Number(match[2]) !== section ||
    !(match[1] === undefined || isHarmlessComment(match[1].trim()))
  )
    throw new LayoutError('a revision does not end as one does');
  return from + match[0].length;
}

/**
 * Calls `visit` for each reference in an object, with the key whose value it is or is in; that is `key` outside of dictionaries. Visits the
 * values of repeated keys too: readers differ in which value they use.
 */
export function eachReference(object: PdfObject, visit: (ref: PdfRef, key: string) => void, key = ''): void {
  if (object instanceof PdfRef) visit(object, key);
  else if (object instanceof PdfStream) eachReference(object.dict, visit);
  else if (object instanceof PdfDict) {
    for (const [own, value] of object.map) eachReference(value, visit, own);
    for (const value of object.repeated ?? []) eachReference(value, visit, REPEATED);
  } else if (Array.isArray(object)) for (const item of object) eachReference(item, visit, key);
}

/** Stands for the key of an earlier value of a repeated key, which is not known. */
const REPEATED = '?';
