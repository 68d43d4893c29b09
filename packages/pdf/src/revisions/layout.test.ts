/** Revisions after a seal whose objects and cross-reference data are in streams: no reader may see other objects than we do. */
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Given } from '../../../../test/attacks/attack.ts';
import {
  type Anatomy,
  anatomyOf,
  changed,
  latin,
  streamText,
  textOf,
} from '../../../../test/attacks/edit.ts';
import { harmlessStreams, structures } from '../../../../test/attacks/structure.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { sampleSeal } from '../testing/sample-seal.ts';
import { verifyPdf } from '../verify.ts';

let sealed: Buffer;
let at: Anatomy;
beforeAll(async () => {
  sealed = (await sampleSeal(samplePdf())).bytes;
  at = anatomyOf(sealed);
});

/** What is reported after the seal; null if the file is intact. */
async function problemOf(bytes: Buffer): Promise<string | null> {
  const { intact, signatures } = await verifyPdf(bytes);
  const [problem] = signatures[0]!.problems;
  expect(intact).toBe(problem === undefined);
  return problem ?? null;
}

interface Form {
  /** The head of the object stream, which lists its members, and what follows it. `#` is the number of the store. */
  head?: string;
  body?: string;
  count?: number;
  container?: string;
  widths?: string;
  index?: (usual: string) => string;
  rows?: (rows: number[][]) => number[][];
  /** The number and the generation of the cross-reference stream. */
  own?: number;
  gen?: number;
  data?: (rows: Buffer) => Buffer;
  type?: string;
  /** Further members of the cross-reference stream. */
  members?: string;
}

/** The seal and a revision with a certificate. The store is in an object stream. */
function revised(form: Form): Buffer {
  const { next, root } = at;
  const own = form.own ?? next + 3;
  const store = `<</Certs [${next} 0 R]>>`;
  const head = (form.head ?? '# 0 ').replaceAll('#', String(next + 1));
  const members = head + (form.body ?? store);
  const bodies: Array<[number, string]> = [
    [next, streamText('0\0')],
    [root, changed(at.catalog, { DSS: `${next + 1} 0 R` })],
    [
      next + 2,
      streamText(
        members,
        `/Type /ObjStm /N ${form.count ?? 1} /First ${head.length} ${form.container ?? ''}`,
      ),
    ],
  ];
  let text = '';
  const offsets = bodies.map(([num, body]) => {
    const offset = sealed.length + text.length;
    text += `${num} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = sealed.length + text.length;
  const rows = [
    [root, 1, offsets[1]!, 0],
    [next, 1, offsets[0]!, 0],
    [next + 1, 2, next + 2, 0],
    [next + 2, 1, offsets[2]!, 0],
    [own, 1, start, 0],
  ];
  const listed = form.rows ? form.rows(rows) : rows;
  const index = listed.map(([num]) => `${num} 1`).join(' ');
  const plain = Buffer.concat(
    listed.map(([, kind, place, more]) => {
      const row = Buffer.alloc(6);
      row[0] = kind!;
      row.writeUInt32BE(place!, 1);
      row[5] = more!;
      return row;
    }),
  );
  const data = (form.data ? form.data(plain) : plain).toString('latin1');
  const id = at.file.xref.trailer.get('ID');
  const entries = [
    `/Type /${form.type ?? 'XRef'} /W ${form.widths ?? '[1 4 1]'} /Index [${form.index ? form.index(index) : index}]`,
    `/Size ${next + 4} /Root ${root} 0 R /Prev ${at.file.xref.startxref} ${id ? `/ID ${textOf(id)}` : ''}`,
    form.members ?? '',
  ].join(' ');
  text += `${own} ${form.gen ?? 0} obj\n${streamText(data, entries)}\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([sealed, latin(text)]);
}

const flate = '/Filter /FlateDecode';
/** Rows of six bytes with a PNG predictor, which leaves them as they are. */
const predicted =
  (type: number, more = 0) =>
  (rows: Buffer): Buffer => {
    const lines = Array.from({ length: rows.length / 6 }, (_, row) =>
      Buffer.concat([Buffer.of(type), rows.subarray(row * 6, row * 6 + 6)]),
    );
    return deflateSync(Buffer.concat([...lines, Buffer.alloc(more)]));
  };
/** Rows with this many bytes more in their field for places. */
const widened =
  (more: number) =>
  (rows: Buffer): Buffer =>
    Buffer.concat(
      Array.from({ length: rows.length / 6 }, (_, row) => {
        const [kind, rest] = [rows.subarray(row * 6, row * 6 + 1), rows.subarray(row * 6 + 1, row * 6 + 6)];
        return Buffer.concat([kind, Buffer.alloc(more), rest]);
      }),
    );
const predictor = (parameters: string) => `${flate} /DecodeParms <<${parameters}>>`;

describe('a cross-reference stream', () => {
  test.each<[string, Form]>([
    ['not filtered', {}],
    ['deflated', { data: deflateSync, members: flate }],
    [
      'deflated, as a list of one filter',
      { data: deflateSync, members: '/Filter [/FlateDecode] /DecodeParms [null]' },
    ],
    ['deflated without a predictor', { data: deflateSync, members: predictor('/Predictor 1 /Columns 6') }],
    ['deflated behind a predictor', { data: predicted(0), members: predictor('/Predictor 12 /Columns 6') }],
    ...[10, 15].map((number): [string, Form] => [
      `deflated behind the predictor ${number}, with all parameters`,
      {
        data: predicted(0),
        members: predictor(`/Predictor ${number} /Columns 6 /Colors 1 /BitsPerComponent 8`),
      },
    ]),
    ['deflated, with a width but no predictor', { data: deflateSync, members: predictor('/Columns 6') }],
    ['without a row for itself', { rows: (rows) => rows.slice(0, -1) }],
    ['with six bytes for places', { widths: '[1 6 1]', data: widened(2) }],
    [
      'without a field for generations',
      { widths: '[1 4 0]', data: (rows) => Buffer.from(rows.filter((_, byte) => byte % 6 !== 5)) },
    ],
  ])('may be %s', async (_, form) => {
    expect(await problemOf(revised(form))).toBeNull();
  });

  const malformed = 'a cross-reference stream is malformed';
  const unclear = 'a stream that holds the structure of the file can be decoded differently';
  test.each<[string, Form, string]>([
    [
      'a row of an unknown kind',
      { rows: ([first, ...rows]) => [...rows, [at.next + 9, 3, 0, 0], first!] },
      malformed,
    ],
    ['more rows than it lists', { data: (rows) => Buffer.concat([rows, Buffer.alloc(6)]) }, malformed],
    ['fewer rows than it lists', { data: (rows) => rows.subarray(0, -6) }, malformed],
    ['a list of an odd length', { index: (usual) => `${usual} 7` }, malformed],
    [
      'another place of itself',
      { rows: (rows) => [...rows.slice(0, -1), [at.next + 3, 1, 20, 0]] },
      malformed,
    ],
    ['seven bytes for places', { widths: '[1 7 1]', data: widened(3) }, malformed],
    ['a generation', { gen: 1 }, malformed],
    ['a member twice', { members: '/Type /XRef' }, 'has /Type twice in a dictionary'],
    ['the number of page content', { own: 5 }, 'object 5 was changed'],
    [
      'the number of page content, without a row for itself',
      { own: 5, rows: (rows) => rows.slice(0, -1) },
      'object 5 was changed',
    ],
    ['a deleted object', { rows: (rows) => [...rows, [5, 0, 0, 1]] }, 'object 5 was deleted'],
    ['an object twice', { rows: (rows) => [...rows, rows[0]!] }, `is listed twice in one revision`],
    [
      'deflated data with a wrong checksum',
      { data: (rows) => damaged(deflateSync(rows)), members: flate },
      unclear,
    ],
    ['parameters without a filter', { members: '/DecodeParms <<>>' }, unclear],
    ['data in a file of its own', { members: '/F (a.bin)' }, unclear],
    ...['/DP <<>>', '/FFilter /FlateDecode', '/FDecodeParms <<>>'].map((members): [string, Form, string] => [
      `${members}, which some readers use`,
      { members },
      unclear,
    ]),
    [
      'parameters for two filters',
      { data: deflateSync, members: '/Filter [/FlateDecode] /DecodeParms [null null]' },
      unclear,
    ],
    ['a number as parameters', { data: deflateSync, members: `${flate} /DecodeParms 5` }, unclear],
    [
      'an unknown parameter',
      { data: deflateSync, members: predictor('/Predictor 1 /EarlyChange 0') },
      unclear,
    ],
    [
      'a fraction as a parameter',
      { data: deflateSync, members: predictor('/Predictor 1 /Columns 6.5') },
      unclear,
    ],
    ['an unknown predictor', { data: predicted(0), members: predictor('/Predictor 16 /Columns 6') }, unclear],
    [
      'an unknown type of a row',
      { data: predicted(5), members: predictor('/Predictor 12 /Columns 6') },
      unclear,
    ],
    ['half a row', { data: predicted(0, 3), members: predictor('/Predictor 12 /Columns 6') }, unclear],
    [
      'several colors',
      { data: predicted(0), members: predictor('/Predictor 12 /Columns 2 /Colors 3') },
      unclear,
    ],
    [
      'other bits',
      { data: predicted(0), members: predictor('/Predictor 12 /Columns 3 /BitsPerComponent 16') },
      unclear,
    ],
  ])('may not have %s', async (_, form, problem) => {
    expect(await problemOf(revised(form))).toContain(problem);
  });

  test('may not state more bytes than it has', async () => {
    const bytes = revised({});
    bytes.write('99', bytes.lastIndexOf('/Length 30>>') + '/Length '.length, 'latin1');
    expect(await problemOf(bytes)).toContain(malformed);
  });

  test.each<[string, Form]>([
    ['the type of another stream', { type: 'Other' }],
    ['wide fields', { widths: '[1 4 7]' }],
    ['no field for places', { widths: '[1 0 5]' }],
    ['two fields', { widths: '[1 5]' }],
    ['two filters', { data: deflateSync, members: '/Filter [/FlateDecode /FlateDecode]' }],
    ['a TIFF predictor', { data: deflateSync, members: predictor('/Predictor 2 /Columns 6') }],
    ['negative numbers', { index: (usual) => usual.replace(/^\d+/, '-1') }],
  ])('may not have %s', async (_, form) => {
    const report = await verifyPdf(revised(form)).catch(() => null);
    expect(report?.intact ?? false).toBe(false);
  });
});

function damaged(bytes: Buffer): Buffer {
  bytes[bytes.length - 1]! ^= 1;
  return bytes;
}

test.each([
  ['a non-breaking space', '\xa0'],
  ['a vertical tab', '\x0b'],
])('%s is no white space at the end of a revision', async (_, character) => {
  const bytes = revised({});
  const end = bytes.lastIndexOf('startxref');
  const before = (text: string) =>
    Buffer.concat([bytes.subarray(0, end), Buffer.from(text, 'latin1'), bytes.subarray(end)]);
  expect(await problemOf(before(' '))).toBeNull();
  expect(await problemOf(before(character))).toContain('a revision does not end as one does');
});

test('a comment before the end of a revision may not look like an object', async () => {
  const bytes = revised({});
  const end = bytes.lastIndexOf('startxref');
  const before = (text: string) => Buffer.concat([bytes.subarray(0, end), latin(text), bytes.subarray(end)]);
  expect(await problemOf(before('% a comment\n'))).toBeNull();
  expect(await problemOf(before('% 5 0 obj\n'))).toContain('a revision does not end as one does');
});

describe('an object stream', () => {
  test.each<[string, Form, string]>([
    ['extend another one', { container: '/Extends 5 0 R' }, 'an object stream extends another one'],
    [
      'hold more than is listed',
      { head: '# 0 9999 20 ', count: 2, body: `${'<<>>'.padEnd(20)}(a)` },
      'an object stream holds more than the cross-reference data lists',
    ],
    [
      'hold an object twice',
      { head: '# 0 # 20 ', count: 2, body: `${'<<>>'.padEnd(20)}(a)` },
      'an object stream holds more than the cross-reference data lists',
    ],
    [
      'hold an object in another place than is listed',
      { rows: (rows) => rows.map((row) => (row[1] === 2 ? [...row.slice(0, 3), 1] : row)) },
      'is not where the cross-reference data says',
    ],
    ['begin with something else', { head: '%a\n# 0 ' }, 'an object stream begins with something else'],
    ['have a gap', { head: '# 1 ', body: '1<<>>' }, 'an object stream has a gap'],
  ])('may not %s', async (_, form, problem) => {
    expect(await problemOf(revised(form))).toContain(problem);
  });
});

describe('the attacks on the structure of a file', () => {
  const given = () => ({ bytes: sealed, at, level: 'PAdES-B-B' }) as Given;

  test('start from files that are intact', async () => {
    for (const bytes of harmlessStreams(given())) expect(await problemOf(bytes)).toBeNull();
  });

  test.each(structures.filter(({ prepare }) => !prepare).map((attack) => [attack.name, attack] as const))(
    'fail: %s',
    async (_, { make }) => {
      const forged = await make(given());
      expect(await problemOf(forged!)).toMatch(/^after this signature, /);
    },
  );
});
