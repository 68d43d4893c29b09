/**
 * Reads the first visible sheet of an Excel workbook (ECMA-376, part 1, section 18; .xlsx and .xlsm) as records, like readCsv. The sheet
 * is streamed. Memory holds the shared strings, the formats and one row, each with a limit (docs/decisions/035-excel.md).
 */
import { posix } from 'node:path';
import sax from 'sax';
import { type EntryPlace, type ZipArchive, ZipFault } from '../zip-archive.ts';
import { CsvFault, type CsvRecord, MAX_COLUMNS, MAX_RECORD_LENGTH } from './read-csv.ts';
import { SharedStrings } from './shared-strings.ts';
import { type DateKind, dateKindOf, dateText, numberText } from './xlsx-values.ts';

/** Excel's own limits. */
const maxRows = 1_048_576;
const lastColumn = 16_384;
/** A workbook has one entry for each sheet, picture and so on. */
const maxEntries = 10_000;
const maxSheets = 10_000;
const maxRelations = 10_000;
/** No part that is read here has a longer name. */
const maxNameLength = 255;
/** The parser gets this many characters at a time. Rows are returned after each piece. */
const pieceLength = 4096;
const mebibyte = 1024 * 1024;
/** Decoded sizes of the parts. A million rows of ten columns take some 500 MiB. */
const maxSheetBytes = 2048 * mebibyte;
const maxStringsBytes = 512 * mebibyte;
const maxOtherBytes = 32 * mebibyte;
const maxFormats = 100_000;
const maxDepth = 64;
const maxAttributes = 64;

/**
 * The records in groups, without blank rows; `line` is the number of the row in the sheet. Cells are padded to the width of the first
 * record. Formulas give their stored value, dates ISO 8601 text. Throws CsvFault, and the errors of the storage.
 */
export async function* readXlsx(zip: ZipArchive): AsyncGenerator<CsvRecord[]> {
  let line = 1;
  try {
    const parts = await findParts(zip);
    const workbook = await readWorkbook(zip, parts);
    const reader = new SheetReader(workbook);
    for await (const records of recordsOf(zip, workbook.sheet, reader)) {
      line = reader.line;
      yield records;
    }
  } catch (error) {
    if (error instanceof ZipFault)
      throw new CsvFault(line, `the Excel file cannot be read: ${error.message}`);
    throw error;
  }
}

type Parts = Map<string, EntryPlace>;

async function findParts(zip: ZipArchive): Promise<Parts> {
  const parts: Parts = new Map();
  for await (const { name, place, isEncrypted } of zip.entries(maxEntries)) {
    if (name.length > maxNameLength) continue;
    if (isEncrypted) throw new ZipFault('it is protected with a password; save it without one');
    // Part names are equal in any case (ECMA-376, part 2, section 7.2.3.5).
    const key = name.toLowerCase();
    if (parts.has(key)) throw new ZipFault(`it has two parts ${name}`);
    parts.set(key, place);
  }
  return parts;
}

interface Workbook {
  sheet: EntryPlace;
  strings: SharedStrings;
  /** By the number of the cell style. */
  dateKinds: DateKind[];
  startsIn1904: boolean;
}

async function readWorkbook(zip: ZipArchive, parts: Parts): Promise<Workbook> {
  const packageRelations = await readRelations(zip, parts, '');
  const path = packageRelations.find(({ type }) => type === 'officeDocument')?.target;
  if (path === undefined)
    throw new ZipFault('it is not a workbook. Save the file as .xlsx, or as CSV (UTF-8)');
  const sheets: Array<{ state: string; relation: string }> = [];
  let startsIn1904 = false;
  await readPart(zip, placeOf(parts, path), {
    open: (name, attributes) => {
      if (name === 'workbookPr') startsIn1904 = isTrue(attributes.get('date1904'));
      if (name !== 'sheet') return;
      if (sheets.length >= maxSheets) throw new ZipFault(`it has more than ${maxSheets} sheets`);
      sheets.push({ state: attributes.get('state') ?? 'visible', relation: attributes.get('id') ?? '' });
    },
  });
  const relations = await readRelations(zip, parts, path);
  const targetOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.target;
  const worksheets = new Map(
    relations.filter(({ type }) => type === 'worksheet').map((relation) => [relation.id, relation]),
  );
  const sheet = sheets
    .filter(({ state }) => state === 'visible')
    .map(({ relation }) => worksheets.get(relation))
    .find((found) => found !== undefined);
  if (!sheet) throw new ZipFault('it has no visible sheet with cells');
  const stylesPath = targetOf('styles');
  const stringsPath = targetOf('sharedStrings');
  return {
    sheet: placeOf(parts, sheet.target),
    strings:
      stringsPath === undefined ? new SharedStrings() : await readStrings(zip, placeOf(parts, stringsPath)),
    dateKinds: stylesPath === undefined ? [] : await readStyles(zip, placeOf(parts, stylesPath)),
    startsIn1904,
  };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

function placeOf(parts: Parts, path: string): EntryPlace {
  const place = parts.get(path.toLowerCase());
  if (!place) throw new ZipFault(`its part ${path} is missing`);
  return place;
}

interface Relation {
  id: string;
  /** The last part of the type; its beginning differs between the two variants of the format. */
  type: string;
  target: string;
}

/** The relations of a part (ECMA-376, part 2, section 9), with targets from the root. '' is the package. */
async function readRelations(zip: ZipArchive, parts: Parts, path: string): Promise<Relation[]> {
  const folder = posix.dirname(path);
  const place = placeOf(parts, posix.join(folder, '_rels', `${posix.basename(path)}.rels`));
  const relations: Relation[] = [];
  await readPart(zip, place, {
    open: (name, attributes) => {
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
      if (relations.length >= maxRelations)
        throw new ZipFault(`a part has more than ${maxRelations} relations`);
      const target = attributes.get('Target') ?? '';
      relations.push({
        id: attributes.get('Id') ?? '',
        type: (attributes.get('Type') ?? '').split('/').at(-1)!,
        target: posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1),
      });
    },
  });
  return relations;
}

async function readStrings(zip: ZipArchive, place: EntryPlace): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const text = new TextReader();
  const close = (name: string) => {
    text.close(name);
    if (name === 'si' && !strings.add(unescaped(text.take())))
      throw new ZipFault(
        `it has more than ${SharedStrings.maxCount.toLocaleString('en')} different texts, or ${SharedStrings.maxBytes / mebibyte} MiB of them. Save the sheet as CSV (UTF-8)`,
      );
  };
  const handlers = {
    open: (name: string) => text.open(name),
    text: (piece: string) => text.add(piece),
    close,
  };
  await readPart(zip, place, handlers, maxStringsBytes);
  return strings;
}

/** What each cell style shows: `cellXfs` refer to formats by number. */
async function readStyles(zip: ZipArchive, place: EntryPlace): Promise<DateKind[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isInCells = false;
  await readPart(zip, place, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isInCells = true;
      if (name === 'numFmt')
        codes.set(Number(attributes.get('numFmtId')), (attributes.get('formatCode') ?? '').slice(0, 1000));
      if (name === 'xf' && isInCells) formats.push(Number(attributes.get('numFmtId') ?? 0));
      if (formats.length > maxFormats || codes.size > maxFormats)
        throw new ZipFault('it has too many formats');
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  const kinds = new Map([...new Set(formats)].map((id) => [id, dateKindOf(id, codes.get(id))] as const));
  return formats.map((id) => kinds.get(id) ?? null);
}

/** Collects the texts `<t>` of a string, without the pronunciation `<rPh>` that some languages add. */
class TextReader {
  #text = '';
  #isOpen = false;
  #isPronunciation = false;

  open(name: string): void {
    if (name === 'rPh') this.#isPronunciation = true;
    else if (name === 't') this.#isOpen = !this.#isPronunciation;
  }

  add(piece: string): void {
    if (!this.#isOpen) return;
    this.#text += piece;
    if (this.#text.length > MAX_RECORD_LENGTH) throw new ZipFault(tooLong);
  }

  close(name: string): void {
    if (name === 't') this.#isOpen = false;
    else if (name === 'rPh') this.#isPronunciation = false;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

const tooLong = `a text is longer than ${MAX_RECORD_LENGTH} characters`;

/**
 * Decodes escapes such as `_x000D_` for characters that XML cannot contain (ECMA-376, part 1, section 22.9.2.19). An unpaired surrogate
 * becomes NUL. UTF-8 would replace it, and the check for unusable characters would miss it.
 */
function unescaped(text: string): string {
  const all = text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
  return all.isWellFormed() ? all : all.replace(/\p{Surrogate}/gu, '\0');
}

/** The text without NUL and without halves of surrogate pairs, which PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

type Attributes = ReadonlyMap<string, string>;

interface Handlers {
  /** Names are without their prefix. */
  open(name: string, attributes: Attributes): void;
  text?(piece: string): void;
  close?(name: string): void;
}

async function readPart(
  zip: ZipArchive,
  place: EntryPlace,
  handlers: Handlers,
  maxBytes = maxOtherBytes,
): Promise<void> {
  for await (const _ of xmlEvents(zip, place, maxBytes, handlers));
}

/** Reads the part, calls the handlers for its events, and yields after each piece. */
async function* xmlEvents(
  zip: ZipArchive,
  place: EntryPlace,
  maxBytes: number,
  handlers: Handlers,
): AsyncGenerator<void> {
  const parser = sax.parser(true);
  let attributes = new Map<string, string>();
  parser.onerror = (error) => {
    throw new ZipFault(`a part is not valid XML: ${error.message.split('\n')[0]}`);
  };
  parser.ondoctype = () => {
    throw new ZipFault('a part has a document type, which workbooks never have');
  };
  parser.onattribute = ({ name, value }) => {
    if (attributes.size >= maxAttributes) throw new ZipFault('an element has too many attributes');
    attributes.set(localName(name), value);
  };
  parser.onopentag = ({ name }: sax.Tag | sax.QualifiedTag) => {
    if (depthOf(parser) > maxDepth) throw new ZipFault('its elements are nested too deeply');
    handlers.open(localName(name), attributes);
    attributes = new Map();
  };
  parser.ontext = (text) => handlers.text?.(text);
  parser.oncdata = (text) => handlers.text?.(text);
  parser.onclosetag = (name) => handlers.close?.(localName(name));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ZipFault('a part is not UTF-8');
    }
  };
  for await (const chunk of zip.read(place, maxBytes)) {
    const text = decoded(chunk);
    for (let at = 0; at < text.length; at += pieceLength) {
      parser.write(text.slice(at, at + pieceLength));
      yield;
    }
  }
  parser.write(decoded()).close();
  yield;
}

const depthOf = (parser: sax.SAXParser): number =>
  (parser as sax.SAXParser & { tags: unknown[] }).tags.length;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The records of the sheet, as pieces of the part complete them. Records before a fault are still returned. */
async function* recordsOf(
  zip: ZipArchive,
  place: EntryPlace,
  reader: SheetReader,
): AsyncGenerator<CsvRecord[]> {
  try {
    for await (const _ of xmlEvents(zip, place, maxSheetBytes, reader)) {
      yield reader.take();
      if (reader.isEnd) return;
    }
  } catch (error) {
    if (error instanceof CsvFault || error instanceof ZipFault) yield reader.take();
    throw error;
  }
}

/** Turns the events of a sheet into records. */
class SheetReader implements Handlers {
  /** The row that is being read. */
  line = 0;
  isEnd = false;
  readonly #book: Workbook;
  readonly #text = new TextReader();
  #records: CsvRecord[] = [];
  #width: number | null = null;
  #cells: string[] = [];
  #errors: string[] = [];
  #length = 0;
  /** The column of the cell that is being read, from 1. */
  #column = 0;
  #type = '';
  #style = 0;
  #value = '';
  #isInValue = false;
  #hasFormula = false;

  constructor(book: Workbook) {
    this.#book = book;
  }

  take(): CsvRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  open(name: string, attributes: Attributes): void {
    if (this.isEnd) return;
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isInValue = true;
    else if (name === 'f') this.#hasFormula = true;
    else this.#text.open(name);
  }

  text(piece: string): void {
    if (this.#isInValue) this.#value += piece;
    else this.#text.add(piece);
    if (this.#value.length > MAX_RECORD_LENGTH) this.#refuse(tooLong);
  }

  close(name: string): void {
    if (this.isEnd) return;
    if (name === 'v') this.#isInValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (name === 'sheetData') this.isEnd = true;
    else this.#text.close(name);
  }

  #refuse(message: string): never {
    throw new CsvFault(Math.max(1, this.line), message);
  }

  #openRow(attributes: Attributes): void {
    const number = attributes.get('r') === undefined ? this.line + 1 : Number(attributes.get('r'));
    if (!Number.isInteger(number) || number <= this.line || number > maxRows)
      this.#refuse('the rows of the sheet are not numbered in order');
    this.line = number;
    this.#column = 0;
    this.#cells = [];
    this.#errors = [];
    this.#length = 0;
  }

  #openCell(attributes: Attributes): void {
    const reference = attributes.get('r');
    const column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (column === null || column <= this.#column || column > lastColumn)
      this.#refuse('the cells of the row are not in order');
    this.#column = column;
    this.#type = attributes.get('t') ?? 'n';
    this.#style = Number(attributes.get('s') ?? 0);
    this.#value = '';
    this.#hasFormula = false;
    this.#text.take();
  }

  #closeCell(): void {
    const read = this.#cellText();
    const text = storable(read);
    if (text !== read) this.#errors.push(`cell ${this.#cellName()} has a character that text cannot have`);
    if (text === '') return;
    if (this.#column > MAX_COLUMNS)
      this.#refuse(`cell ${this.#cellName()} has a value, at most ${MAX_COLUMNS} columns are read`);
    this.#addLength(text.length);
    this.#pad(this.#column - 1);
    this.#cells.push(text);
  }

  /** Each empty cell counts as a character. */
  #pad(width: number): void {
    this.#addLength(Math.max(0, width - this.#cells.length));
    while (this.#cells.length < width) this.#cells.push('');
  }

  #addLength(length: number): void {
    this.#length += length;
    if (this.#length > MAX_RECORD_LENGTH)
      this.#refuse(`the row is longer than ${MAX_RECORD_LENGTH} characters`);
  }

  #cellText(): string {
    const value = this.#value;
    switch (this.#type) {
      case 's': {
        if (value === '') return '';
        const text = this.#book.strings.get(Number(value));
        if (text === undefined)
          this.#refuse(`cell ${this.#cellName()} refers to a text that the file does not have`);
        return text;
      }
      case 'inlineStr':
        return unescaped(this.#text.take());
      case 'str':
        return unescaped(value);
      case 'd':
        return value;
      case 'b':
        return value === '' ? '' : String(isTrue(value));
      case 'e':
        this.#errors.push(`cell ${this.#cellName()} has the error ${storable(value.slice(0, 20))}`);
        return value;
      default:
        return this.#numberText(value);
    }
  }

  #numberText(value: string): string {
    if (value === '' && this.#hasFormula)
      this.#errors.push(
        `cell ${this.#cellName()} has a formula without a stored value; open the file in a spreadsheet program and save it`,
      );
    if (value === '') return '';
    const kind = this.#book.dateKinds[this.#style] ?? null;
    return kind === null ? numberText(value) : dateText(value, kind, this.#book.startsIn1904);
  }

  #cellName(): string {
    let letters = '';
    for (let rest = this.#column; rest > 0; rest = Math.floor((rest - 1) / 26))
      letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    return `${letters}${this.line}`;
  }

  #closeRow(): void {
    const cells = this.#cells;
    while (cells.length > 0 && cells.at(-1)!.trim() === '') cells.pop();
    if (cells.length === 0 && this.#errors.length === 0) return;
    if (this.#width === null && this.#errors.length > 0) this.#refuse(this.#errors[0]!);
    this.#width ??= cells.length;
    this.#pad(this.#width);
    const error = this.#errors[0];
    this.#records.push({ line: this.line, cells, ...(error !== undefined && { error }) });
  }
}

/** The number of the column in a reference such as `AB12`, from 1; null for others. */
function columnOf(reference: string): number | null {
  const [, letters] = /^([A-Z]{1,3})\d{1,7}$/.exec(reference) ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}
