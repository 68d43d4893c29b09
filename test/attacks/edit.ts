/** Changes PDF files as text, as an attacker would, without using the code that seals. */
import {
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@countersign/pdf/model/objects';
import type { PdfFile } from '@countersign/pdf/reader/file';
import { openPdf } from '@countersign/pdf/reader/open';
import { readPageTree } from '@countersign/pdf/reader/pages';
import { contentsAt, signaturesOf } from '@countersign/pdf/reader/signatures';

export const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** An object as PDF text. Strings are written in hexadecimal. */
export function textOf(object: PdfObject | undefined): string {
  if (object === undefined || object === null) return 'null';
  if (object instanceof PdfName) return `/${object.name.replace(/[^!-~]|[#()<>[\]{}/%]/g, escaped)}`;
  if (object instanceof PdfRef) return `${object.num} ${object.gen} R`;
  if (object instanceof PdfString) return `<${Buffer.from(object.bytes).toString('hex')}>`;
  if (object instanceof PdfDict) return dictText([...object.map]);
  if (object instanceof PdfStream) {
    const members = [...object.dict.map].filter(([key]) => key !== 'Length');
    const data = Buffer.from(object.bytes).toString('latin1');
    return streamText(data, members.map(([key, value]) => `/${key} ${textOf(value)}`).join(' '));
  }
  if (Array.isArray(object)) return `[${object.map(textOf).join(' ')}]`;
  return String(object);
}

const escaped = (char: string) => `#${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

const dictText = (members: ReadonlyArray<readonly [string, PdfObject]>): string =>
  `<<${members.map(([key, value]) => `/${key} ${textOf(value)}`).join(' ')}>>`;

export const streamText = (data: string, members = ''): string =>
  `<<${members} /Length ${data.length}>>\nstream\n${data}\nendstream`;

/** A dictionary as text, with some members replaced; undefined removes one. */
export function changed(dict: PdfDict, members: Record<string, string | undefined>): string {
  const kept = [...dict.map].filter(([key]) => !(key in members));
  const added = Object.entries(members).filter(([, value]) => value !== undefined);
  return `<<${kept.map(([key, value]) => `/${key} ${textOf(value)}`).join(' ')} ${added
    .map(([key, value]) => `/${key} ${value}`)
    .join(' ')}>>`;
}

/** Positions and object numbers in a sealed file. */
export interface Anatomy {
  file: PdfFile;
  catalog: PdfDict;
  root: number;
  page: PdfDict;
  pageNumber: number;
  form: PdfDict;
  /** The seal's signature dictionary and its field. */
  seal: PdfDict;
  sealNumber: number;
  fieldNumber: number;
  range: [number, number, number, number];
  /** The number that the next new object takes. */
  next: number;
}

export function anatomyOf(bytes: Buffer): Anatomy {
  const file = openPdf(bytes);
  const root = file.xref.trailer.get('Root') as PdfRef;
  const catalog = file.dict(root)!;
  const page = readPageTree(file).pages[0]!;
  const form = file.dict(catalog.get('AcroForm'))!;
  const signature = signaturesOf(file).findLast(({ dict }) => dict.get('Countersign') !== undefined)!;
  const field = file
    .array(form.get('Fields'))!
    .findLast(
      (item) => (file.dict(item)?.get('V') as PdfRef | undefined)?.num === signature.container,
    ) as PdfRef;
  return {
    file,
    catalog,
    root: root.num,
    page: page.dict,
    pageNumber: page.ref!.num,
    form,
    seal: signature.dict,
    sealNumber: signature.container!,
    fieldNumber: field.num,
    range: signature.range!,
    next: file.xref.entries.size + 1,
  };
}

export interface RevisionOptions {
  /** The form of the cross-reference data; `none` leaves it out. */
  xref?: 'table' | 'stream' | 'none';
  root?: number;
  /** Written into the trailer. */
  trailer?: string;
  prev?: number | null;
  size?: number;
  /** Changed rows of the table: another offset for an object, or `free`. */
  rows?: Record<number, number | 'free'>;
  /** Bytes written before the objects, between objects and table, and after the end. */
  before?: string;
  between?: string;
  after?: string;
  gens?: Record<number, number>;
}

/** The file with one more revision that contains these objects (number to body). */
export function revise(
  bytes: Buffer,
  objects: Record<number, string>,
  options: RevisionOptions = {},
): Buffer {
  const file = openPdf(bytes);
  const trailer = file.xref.trailer;
  let text = options.before ?? '';
  const offsets = new Map<number, number | 'free'>();
  for (const [key, body] of Object.entries(objects)) {
    offsets.set(Number(key), bytes.length + text.length);
    text += `${key} ${options.gens?.[Number(key)] ?? 0} obj\n${body}\nendobj\n`;
  }
  for (const [key, place] of Object.entries(options.rows ?? {})) offsets.set(Number(key), place);
  if (options.xref === 'none') return Buffer.concat([bytes, latin(text)]);
  text += options.between ?? '';
  const at = bytes.length + text.length;
  const numbers = [...offsets.keys()].sort((a, b) => a - b);
  const isStream = options.xref === 'stream';
  const highest = Math.max(file.xref.entries.size, ...numbers.map((num) => num + 1));
  const size = options.size ?? highest + (isStream ? 1 : 0);
  const kept = ['Info', 'ID', 'Encrypt'].flatMap((key) =>
    trailer.get(key) === undefined ? [] : [`/${key} ${textOf(trailer.get(key))}`],
  );
  const prev = options.prev === null ? '' : `/Prev ${options.prev ?? file.xref.startxref}`;
  const root = options.root === undefined ? textOf(trailer.get('Root')) : `${options.root} 0 R`;
  const members = `/Size ${size} /Root ${root} ${prev} ${kept.join(' ')} ${options.trailer ?? ''}`;
  if (isStream) {
    offsets.set(highest, at);
    const rows = [...numbers, highest].map((num) => {
      const place = offsets.get(num)!;
      const row = Buffer.alloc(7);
      row[0] = place === 'free' ? 0 : 1;
      row.writeUInt32BE(place === 'free' ? 0 : place, 1);
      return row.toString('latin1');
    });
    const index = [...numbers, highest].map((num) => `${num} 1`).join(' ');
    text += `${highest} 0 obj\n${streamText(rows.join(''), `/Type /XRef /W [1 4 2] /Index [${index}] ${members}`)}\nendobj\n`;
  } else {
    text += 'xref\n';
    for (const num of numbers) {
      const place = offsets.get(num)!;
      const gen = String(options.gens?.[num] ?? 0).padStart(5, '0');
      text += `${num} 1\n${place === 'free' ? '0000000000 00001 f' : `${String(place).padStart(10, '0')} ${gen} n`} \n`;
    }
    text += `trailer\n<<${members}>>\n`;
  }
  text += `startxref\n${at}\n%%EOF\n${options.after ?? ''}`;
  return Buffer.concat([bytes, latin(text)]);
}

/** The file with the seal's /Contents replaced: the function gets the CMS without padding. */
export function withCms(bytes: Buffer, change: (cms: Buffer) => Buffer): Buffer {
  const { range } = anatomyOf(bytes);
  const value = contentsAt(bytes, range)!;
  const length = value.readUInt16BE(2) + 4;
  const cms = change(value.subarray(0, length));
  if (cms.length > value.length) throw new Error('the changed signature does not fit');
  const result = Buffer.from(bytes);
  result.write(cms.toString('hex').padEnd(value.length * 2, '0'), range[1] + 1, 'latin1');
  return result;
}

/** The file with the bytes at this offset overwritten. */
export function withBytes(bytes: Buffer, at: number, text: string): Buffer {
  const result = Buffer.from(bytes);
  result.write(text, at, 'latin1');
  return result;
}
