/** Object 0, and structural streams that other readers may decode differently, so that they see other objects than we do. */
import { deflateSync } from 'node:zlib';
import { PdfDict } from '@countersign/pdf/model/objects';
import { openPdf } from '@countersign/pdf/reader/open';
import { readPageTree } from '@countersign/pdf/reader/pages';
import { samplePdf } from '@countersign/pdf/testing/sample-files';
import type { Attack, Given } from './attack.ts';
import { changed, latin, revise, streamText, textOf } from './edit.ts';

const lie = '1 0 0 rg 0 0 500 800 re f';

/** A page that draws object 0, which no sealed file has. */
function drawingObjectZero(): Buffer {
  const bytes = samplePdf();
  const page = readPageTree(openPdf(bytes)).pages[0]!;
  return revise(bytes, {
    [page.ref!.num]: changed(page.dict, { Resources: '<</XObject <</Fm 0 0 R>>>>', Contents: '200 0 R' }),
    200: streamText('/Fm Do'),
  });
}

const objectZero = (xref: 'table' | 'stream'): Attack => ({
  name: `structure: object 0 in a cross-reference ${xref}, which the prepared page draws`,
  paper: 'own',
  prepare: drawingObjectZero,
  make: ({ bytes, at }) =>
    revise(
      bytes,
      {
        0: streamText(lie, '/Type /XObject /Subtype /Form /BBox [0 0 500 800]'),
        [at.next]: streamText('0\0'),
        [at.root]: changed(at.catalog, { DSS: `<</Certs [${at.next} 0 R]>>` }),
      },
      { xref },
    ),
});

interface Coded {
  data: string;
  members: string;
}
const plainly = (data: Buffer): Coded => ({ data: data.toString('latin1'), members: '' });
const deflated = (data: Buffer): Coded => ({
  data: deflateSync(data).toString('latin1'),
  members: '/Filter /FlateDecode',
});

/** The file with genuine validation data behind it, its cross-reference and object stream coded as given. */
function withStreams(
  { bytes, at }: Given,
  code: { rows?: (data: Buffer) => Coded; members?: (data: Buffer) => Coded },
): Buffer {
  const { next, file } = at;
  const chunks: Buffer[] = [];
  let length = bytes.length;
  const put = (text: string): number => {
    const start = length;
    const chunk = latin(text);
    chunks.push(chunk);
    length += chunk.length;
    return start;
  };
  const certificate = put(`${next} 0 obj\n${streamText('0\0')}\nendobj\n`);
  const catalog = changed(at.catalog, { DSS: `${next + 1} 0 R` });
  const root = put(`${at.root} 0 obj\n${catalog}\nendobj\n`);
  const earlier = file.dict(at.catalog.get('DSS'));
  const certificates = textOf(file.array(earlier?.get('Certs')) ?? []).slice(1, -1);
  const store = changed(earlier ?? new PdfDict(), { Certs: `[${certificates} ${next} 0 R]` });
  const head = `${next + 1} 0 `;
  const held = (code.members ?? deflated)(latin(head + store));
  const container = put(
    `${next + 2} 0 obj\n${streamText(held.data, `/Type /ObjStm /N 1 /First ${head.length} ${held.members}`)}\nendobj\n`,
  );
  const rows = [
    [at.root, 1, root, 0],
    [next, 1, certificate, 0],
    [next + 1, 2, next + 2, 0],
    [next + 2, 1, container, 0],
    [next + 3, 1, length, 0],
  ] as const;
  const data = Buffer.concat(
    rows.map(([, kind, place]) => {
      const row = Buffer.alloc(6);
      row[0] = kind;
      row.writeUInt32BE(place, 1);
      return row;
    }),
  );
  const listed = (code.rows ?? deflated)(data);
  const { trailer, startxref } = file.xref;
  const kept = ['Info', 'ID', 'Encrypt'].flatMap((key) =>
    trailer.get(key) === undefined ? [] : [`/${key} ${textOf(trailer.get(key))}`],
  );
  const index = rows.map(([num]) => `${num} 1`).join(' ');
  const dict = `/Type /XRef /W [1 4 1] /Index [${index}] /Size ${next + 4} /Root ${at.root} 0 R /Prev ${startxref} ${kept.join(' ')} ${listed.members}`;
  const start = length;
  put(`${next + 3} 0 obj\n${streamText(listed.data, dict)}\nendobj\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat([bytes, ...chunks]);
}

/** Genuine validation data in the layout on which the attacks here are based. */
export const harmlessStreams = (given: Given): Buffer[] => [
  withStreams(given, {}),
  withStreams(given, { rows: plainly, members: plainly }),
  withStreams(given, { rows: (data) => predicted(data, 2) }),
];

/** Six columns with a PNG predictor. Types over 4 are not defined, so readers have to guess. */
function predicted(data: Buffer, type: number): Coded {
  const lines: Buffer[] = [];
  for (let at = 0; at < data.length; at += 6) {
    const line = Buffer.alloc(7);
    line[0] = type;
    for (let i = 0; i < 6; i++)
      line[i + 1] = (data[at + i]! - (type === 2 ? (data[at + i - 6] ?? 0) : 0)) & 255;
    lines.push(line);
  }
  return {
    data: deflateSync(Buffer.concat(lines)).toString('latin1'),
    members: '/Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 6>>',
  };
}

const damagedChecksum = (data: Buffer): Coded => {
  const code = deflateSync(data);
  code[code.length - 1]! ^= 1;
  return { data: code.toString('latin1'), members: '/Filter /FlateDecode' };
};
const twice = (data: Buffer): Coded => ({
  data: deflateSync(data).toString('latin1') + deflateSync(data).toString('latin1'),
  members: '/Filter /FlateDecode',
});
const withForeignDigits = (data: Buffer): Coded => ({
  data: `${data.toString('hex').replace(/(..)/g, '$1x')}>`,
  members: '/Filter /ASCIIHexDecode',
});
const abbreviated = (data: Buffer): Coded => ({ data: `${data.toString('hex')}>`, members: '/F /AHx' });

const streams: Array<[string, Parameters<typeof withStreams>[1]]> = [
  ['a cross-reference stream with a wrong checksum', { rows: damagedChecksum }],
  ['a cross-reference stream with deflated data behind its own', { rows: twice }],
  ['a cross-reference stream with an unknown type of predictor', { rows: (data) => predicted(data, 9) }],
  ['a cross-reference stream in digits with other characters between', { rows: withForeignDigits }],
  ['an object stream with a wrong checksum', { members: damagedChecksum }],
  ['an object stream with deflated data behind its own', { members: twice }],
  ['an object stream in digits with other characters between', { members: withForeignDigits }],
  ['an object stream whose filter is abbreviated', { members: abbreviated }],
];

export const structures: Attack[] = [
  objectZero('table'),
  objectZero('stream'),
  ...streams.map(
    ([name, code]): Attack => ({
      name: `structure: ${name}`,
      paper: 'own',
      // This writer does not encrypt.
      make: (given) => (given.at.file.security ? null : withStreams(given, code)),
    }),
  ),
  {
    name: 'structure: the second part of /ID leads to an object',
    paper: 'own',
    make: ({ bytes, at }) => {
      const [first] = at.file.array(at.file.xref.trailer.get('ID')) ?? [];
      if (first === undefined || at.file.security) return null;
      const revised = revise(bytes, {
        [at.next]: streamText('0\0'),
        [at.root]: changed(at.catalog, { DSS: `<</Certs [${at.next} 0 R]>>` }),
      });
      const text = revised.toString('latin1', bytes.length);
      const other = text.replace(/\/ID \[(<[0-9a-f]*>) <[0-9a-f]*>\]/, `/ID [$1 ${at.pageNumber} 0 R]`);
      return other === text ? null : Buffer.concat([bytes, latin(other)]);
    },
  },
];
