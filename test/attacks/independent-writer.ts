/**
 * Validation data and a document timestamp as another program might add them: always with a cross-reference stream, with object
 * streams, compressed members, indirect lengths, another order of objects, and comments. Does not use our code for
 * appending revisions.
 */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PdfRef } from '@countersign/pdf/model/objects';
import type { RequestToken } from '@countersign/pdf/ports/authorities';
import { anatomyOf, changed, latin, textOf } from './edit.ts';

interface Piece {
  num: number;
  body: string;
  /** Written into an object stream. */
  isPacked?: boolean;
}

/** The file with a revision: a cross-reference stream, and an object stream for packed pieces. */
function append(bytes: Buffer, pieces: Piece[], next: number): Buffer {
  const { file } = anatomyOf(bytes);
  const { trailer, startxref } = file.xref;
  const chunks: Buffer[] = [latin('% Another Program 1.0\n')];
  let length = bytes.length + chunks[0]!.length;
  const rows = new Map<number, [number, number, number]>();
  const put = (num: number, body: string) => {
    rows.set(num, [1, length, 0]);
    const chunk = latin(`${num} 0 obj ${body}\nendobj\n\n`);
    chunks.push(chunk);
    length += chunk.length;
  };
  const packed = pieces.filter(({ isPacked }) => isPacked);
  for (const { num, body, isPacked } of [...pieces].reverse()) if (!isPacked) put(num, body);
  if (packed.length > 0) {
    let at = 0;
    const heads = packed.map(({ num, body }) => {
      const head = `${num} ${at}`;
      at += body.length + 1;
      return head;
    });
    const header = `${heads.join(' ')} `;
    const data = deflateSync(latin(header + packed.map(({ body }) => body).join(' '))).toString('latin1');
    packed.forEach(({ num }, index) => {
      rows.set(num, [2, next, index]);
    });
    put(
      next,
      `<</Type/ObjStm/N ${packed.length}/First ${header.length}/Filter/FlateDecode/Length ${data.length}>>stream\r\n${data}\r\nendstream`,
    );
  }
  const own = next + 1;
  rows.set(own, [1, length, 0]);
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  const data = Buffer.alloc(numbers.length * 8);
  numbers.forEach((num, row) => {
    const [kind, place, extra] = rows.get(num)!;
    data[row * 8] = kind;
    data.writeUIntBE(place, row * 8 + 1, 5);
    data.writeUInt16BE(extra, row * 8 + 6);
  });
  const kept = ['Info', 'ID', 'Encrypt'].flatMap((key) =>
    trailer.get(key) === undefined ? [] : [`/${key} ${textOf(trailer.get(key))}`],
  );
  const stream = deflateSync(data).toString('latin1');
  const index = numbers.map((num) => `${num} 1`).join(' ');
  const head = `<</Type/XRef/Root ${textOf(trailer.get('Root'))}/Size ${own + 1}/Prev ${startxref}/W[1 5 2]/Index[${index}]/Filter/FlateDecode/Length ${stream.length}${kept.join(' ')}>>`;
  chunks.push(
    latin(`${own} 0 obj\n${head}\nstream\n${stream}\nendstream\nendobj\nstartxref\n${length}\n%%EOF`),
  );
  return Buffer.concat([bytes, ...chunks]);
}

/** Adds a store of validation data with these certificates (DER). */
export function addStore(bytes: Buffer, certificates: readonly Uint8Array[]): Buffer {
  const at = anatomyOf(bytes);
  const { next } = at;
  const existing = at.file.dict(at.catalog.get('DSS'));
  const before = textOf(at.file.array(existing?.get('Certs')) ?? []).slice(1, -1);
  const contents = (at.seal.get('Contents') as { bytes: Uint8Array }).bytes;
  const key = createHash('sha1').update(contents).digest('hex').toUpperCase();
  const vri = existing ? textOf(at.file.dict(existing.get('VRI'))!).slice(2, -2) : '';
  const streams = certificates.map((certificate, index): Piece[] => {
    const data = deflateSync(certificate).toString('latin1');
    const num = next + 10 + index * 2;
    return [
      { num, body: `<</Filter/FlateDecode/Length ${num + 1} 0 R>>stream\n${data}\nendstream` },
      { num: num + 1, body: String(data.length) },
    ];
  });
  const refs = streams.map(([piece]) => `${piece!.num} 0 R`).join(' ');
  const store = `<</VRI ${next} 0 R/Certs ${next + 2} 0 R ${['OCSPs', 'CRLs'].map((name) => (existing?.get(name) ? `/${name} ${textOf(existing.get(name))}` : '')).join(' ')}>>`;
  const entry = `/${key === '' ? 'X' : flip(key, vri)} <</Cert[${refs}]/TU(D:20261122120000Z)>>`;
  return append(
    bytes,
    [
      { num: next, body: `<<${vri}${entry}>>`, isPacked: true },
      { num: next + 1, body: store, isPacked: true },
      { num: next + 2, body: `[${before} ${refs}]`, isPacked: true },
      { num: at.root, body: changed(at.catalog, { DSS: `${next + 1} 0 R` }) },
      ...streams.flat(),
    ],
    next + 100,
  );
}

/** A key that the store does not have yet. */
const flip = (key: string, vri: string): string =>
  vri.includes(key) ? createHash('sha1').update(key).digest('hex').toUpperCase() : key;

/** Adds a document timestamp (12.8.5) in a new invisible field. */
export async function addTimestamp(bytes: Buffer, stamp: RequestToken): Promise<Buffer> {
  const at = anatomyOf(bytes);
  const { next } = at;
  const room = 16_384;
  const blank = `<${'0'.repeat(room)}>`;
  const range = '[0 0000000000 0000000000 0000000000]';
  const fields = textOf(at.file.array(at.form.get('Fields'))!).slice(0, -1);
  const form = changed(at.form, { Fields: `${fields} ${next + 1} 0 R]`, SigFlags: '3' });
  const page = at.file.dict(at.file.get(at.fieldNumber))!.get('P') as PdfRef;
  const pageDict = at.file.dict(page)!;
  const annotations = textOf(at.file.array(pageDict.get('Annots')) ?? []).slice(0, -1);
  const isShared = at.catalog.get('AcroForm') instanceof PdfRef;
  const prepared = append(
    bytes,
    [
      {
        num: next,
        body: `<</Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161/V 0/ByteRange ${range}/Contents ${blank}>>`,
      },
      {
        num: next + 1,
        body: `<</FT/Sig/T(Archive ${next})/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/F 132/P ${textOf(page)}/V ${next} 0 R>>`,
        isPacked: true,
      },
      { num: page.num, body: changed(pageDict, { Annots: `${annotations} ${next + 1} 0 R]` }) },
      isShared
        ? { num: (at.catalog.get('AcroForm') as PdfRef).num, body: form }
        : { num: at.root, body: changed(at.catalog, { AcroForm: form }) },
    ],
    next + 10,
  );
  const start = prepared.lastIndexOf(blank);
  const end = start + blank.length;
  const written = `[0 ${start} ${end} ${prepared.length - end}]`.padEnd(range.length);
  prepared.write(written, prepared.lastIndexOf(range), 'latin1');
  const digest = createHash('sha256')
    .update(prepared.subarray(0, start))
    .update(prepared.subarray(end))
    .digest();
  const token = Buffer.from(await stamp(digest));
  prepared.write(token.toString('hex'), start + 1, 'latin1');
  return prepared;
}
