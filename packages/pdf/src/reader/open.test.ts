import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { type PdfStream, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { openPdf } from './open.ts';
import { readPageTree } from './pages.ts';
import { recoverPdf } from './recover.ts';

const FORMS = ['table', 'stream', 'packed'] as const;
const titleOf = (bytes: Buffer, open = openPdf) => {
  const file = open(bytes);
  const title = file.resolve(file.dict(file.xref.trailer.get('Info'))?.get('Title'));
  return title instanceof PdfString ? Buffer.from(title.bytes).toString() : null;
};
const withTitle = (form: (typeof FORMS)[number]) =>
  samplePdf({ form, objects: { 100: '<</Title (first)>>' }, trailerEntries: '/Info 100 0 R' });

/** Appends a revision with a table that gives object 100 a new title. */
function revised(bytes: Buffer, title: string, trailerEntries = ''): Buffer {
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1'))![1]);
  const offset = bytes.length;
  const object = `100 0 obj\n<</Title (${title})>>\nendobj\n`;
  const tail = `xref\n100 1\n${String(offset).padStart(10, '0')} 00000 n \ntrailer\n<</Size 101 /Root 1 0 R /Info 100 0 R /Prev ${previous} ${trailerEntries}>>\nstartxref\n${offset + object.length}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(object + tail)]);
}

describe('opening a file', () => {
  test.each(FORMS)('finds every object by cross-reference data of the form %s', (form) => {
    const file = openPdf(samplePdf({ form, pages: 3 }));
    expect(file.xref.form).toBe(form === 'table' ? 'table' : 'stream');
    const contents = readPageTree(file).pages.map((page) =>
      file.decode(file.resolve(page.dict.get('Contents')) as PdfStream).toString(),
    );
    expect(contents.map((content) => content.includes('(Page 3)'))).toEqual([false, false, true]);
  });

  test('the newest revision of an object is used', () => {
    const twice = revised(revised(withTitle('table'), 'second'), 'third');
    expect(titleOf(twice)).toBe('third');
    expect(titleOf(twice, recoverPdf)).toBe('third');
  });

  test('objects that a hybrid file hides from old readers are found in its stream', () => {
    const rows = Buffer.alloc(7);
    const base = samplePdf();
    const hidden = '100 0 obj\n<</Title (hidden)>>\nendobj\n';
    rows[0] = 1;
    rows.writeUInt32BE(base.length, 1);
    const data = deflateSync(rows);
    const streamAt = base.length + hidden.length;
    const stream = `101 0 obj\n<</Type /XRef /Size 102 /W [1 4 2] /Index [100 1] /Filter /FlateDecode /Length ${data.length}>>\nstream\n`;
    const bytes = Buffer.concat([
      base,
      Buffer.from(hidden + stream),
      data,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
    const previous = Number(/startxref\s+(\d+)/.exec(base.toString('latin1'))![1]);
    const tail = `xref\n100 1\n0000000000 65535 f \ntrailer\n<</Size 102 /Root 1 0 R /Info 100 0 R /XRefStm ${streamAt} /Prev ${previous}>>\nstartxref\n${bytes.length}\n%%EOF\n`;
    expect(titleOf(Buffer.concat([bytes, Buffer.from(tail)]))).toBe('hidden');
  });

  test('a table wrongly numbered from 1 is read correctly', () => {
    const bytes = Buffer.from(
      withTitle('table').toString('latin1').replace('xref\n0 101\n', 'xref\n1 101\n'),
      'latin1',
    );
    expect(titleOf(bytes)).toBe('first');
  });

  test('an old revision is not used if the end of a newer one is missing', () => {
    const cut = revised(withTitle('table'), 'x'.repeat(5000)).subarray(0, -120);
    expect(() => openPdf(cut)).toThrow(expect.objectContaining({ reason: 'damaged' }));
  });

  test('revisions that form a loop are refused', () => {
    const bytes = withTitle('table');
    const startxref = bytes.lastIndexOf('xref', bytes.lastIndexOf('trailer'));
    const circle = Buffer.from(
      bytes.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R /Prev ${startxref}`),
      'latin1',
    );
    expect(() => openPdf(circle)).toThrow('form a loop');
  });

  test('a /Prev of zero means that there is no earlier section', () => {
    const bytes = withTitle('table').toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Prev 0');
    expect(titleOf(Buffer.from(bytes, 'latin1'))).toBe('first');
  });

  test('a stream without an end has its declared length and is counted', () => {
    const file = openPdf(samplePdf({ objects: { 5: '<</Length 3>>\nstream\nabc' } }));
    const stream = file.get(5) as PdfStream;
    expect(stream.bytes.toString()).toBe('abc');
    expect(file.overlongStreams.has(stream)).toBe(true);
  });

  test('references that form a loop are refused when they are followed', () => {
    const file = openPdf(samplePdf({ objects: { 100: '101 0 R', 101: '100 0 R' } }));
    expect(() => file.resolve(file.get(100))).toThrow(PdfError);
    const length = openPdf(samplePdf({ objects: { 100: '<</Length 100 0 R>>\nstream\nabc\nendstream' } }));
    expect((length.get(100) as PdfStream).bytes.toString()).toBe('abc');
  });

  test.each([
    ['an empty file', '', 'not_a_pdf'],
    ['a zip archive', 'PK\x03\x04 and so on', 'not_a_pdf'],
    ['a header alone', '%PDF-1.7\n', 'damaged'],
    ['a reference beyond the end', '%PDF-1.7\nstartxref\n99999\n%%EOF', 'damaged'],
    ['a reference to nothing', '%PDF-1.7\nstartxref\n3\n%%EOF', 'damaged'],
  ])('%s is refused with its reason', (_, text, reason) => {
    expect(() => openPdf(Buffer.from(text, 'latin1'))).toThrow(expect.objectContaining({ reason }));
  });

  test('an object that is not where the cross-reference data says is refused', () => {
    const text = withTitle('table').toString('latin1');
    const offset = /0000000(\d{3}) 00000 n \ntrailer/.exec(text)!;
    const moved = text.replace(offset[0], offset[0].replace(offset[1]!, String(Number(offset[1]) - 3)));
    expect(() => titleOf(Buffer.from(moved, 'latin1'))).toThrow('object 100 is not where');
  });

  test('a wrong stream length is corrected by searching for the end', () => {
    const file = openPdf(
      samplePdf({ objects: { 100: '<</Length 3>>\nstream\nlonger than that\nendstream' } }),
    );
    expect((file.get(100) as PdfStream).bytes.toString()).toBe('longer than that');
  });

  test('an object stream that decodes to too much is refused', () => {
    const bomb = deflateSync(Buffer.alloc(300 << 20));
    const bytes = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length}>>\nstream\n`,
      ),
      bomb,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
    const xref = `2 0 obj\n<</Type /XRef /Size 4 /W [1 4 1] /Root 3 0 R /Length 24 /Filter /ASCIIHexDecode>>\nstream\n`;
    const rows = ['000000000000', `01${(9).toString(16).padStart(8, '0')}00`, '010000000000', '020000000100'];
    const tail = `${xref}${rows.join('')}>\nendstream\nendobj\nstartxref\n${bytes.length}\n%%EOF\n`;
    const file = openPdf(Buffer.concat([bytes, Buffer.from(tail)]));
    expect(() => file.get(3)).toThrow('decodes to more');
  });
});

describe('recovering a file', () => {
  test('works without cross-reference data if there is a trailer', () => {
    const text = samplePdf({ pages: 2 }).toString('latin1');
    const broken = Buffer.from(
      text.replace(/xref\n0[\s\S]*?trailer/, 'trailer').replace(/startxref[\s\S]*/, ''),
      'latin1',
    );
    expect(() => openPdf(broken)).toThrow(PdfError);
    expect(readPageTree(recoverPdf(broken)).pages).toHaveLength(2);
  });

  test.each(['stream', 'packed'] as const)(
    'uses what a cross-reference stream of the form %s says about the file, not about the stream',
    (form) => {
      const whole = samplePdf({
        form,
        pages: 2,
        objects: { 100: '<</Title (first)>>' },
        trailerEntries: '/Info 100 0 R',
      });
      const broken = Buffer.from(
        whole.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'),
        'latin1',
      );
      expect(() => openPdf(broken)).toThrow(PdfError);
      const file = recoverPdf(broken);
      expect(readPageTree(file).pages).toHaveLength(2);
      expect(titleOf(broken, recoverPdf)).toBe('first');
      expect(
        [...file.xref.trailer.map.keys()].filter((key) => !['Root', 'Info', 'ID'].includes(key)),
      ).toEqual([]);
    },
  );

  test('does not read bytes inside a stream as an object', () => {
    const inner = '4 0 obj\n<</Type /Page /Forged true>>\nendobj';
    const bytes = samplePdf({ objects: { 100: `<</Length ${inner.length}>>\nstream\n${inner}\nendstream` } });
    expect(readPageTree(recoverPdf(bytes)).pages[0]?.dict.get('Forged')).toBeUndefined();
  });

  test.each(['1 0 obj(', '1 0 obj<<>>stream ', 'trailer<<'])('fails quickly on megabytes of %p', (text) => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n2 0 obj 1 endobj '), Buffer.alloc(8 << 20, text)]);
    const before = process.cpuUsage();
    expect(() => recoverPdf(bytes)).toThrow(PdfError);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(8000);
  });

  test('fails instead of showing an older document', () => {
    const older = samplePdf();
    const newer = '1 0 obj\n<</Type /Catalog /Pages 77 0 R>>\nendobj\ntrailer\n<</Root 1 0 R>>\n';
    expect(() => recoverPdf(Buffer.concat([older, Buffer.from(newer)]))).toThrow('no catalog');
  });
});

describe('the page tree', () => {
  test('gives each page its inherited attributes unless it has its own', () => {
    const file = openPdf(
      samplePdf({ pages: 2, rootEntries: '/Rotate 90', pageEntries: '/CropBox [10 20 110 220]' }),
    );
    expect(readPageTree(file).pages[1]?.geometry).toEqual({
      box: { x: 10, y: 20, w: 100, h: 200 },
      rotate: 90,
    });
  });

  test.each([
    ['/MediaBox [300 400 0 0]', { x: 0, y: 0, w: 300, h: 400 }],
    ['/MediaBox [-50 -60 50 60]', { x: -50, y: -60, w: 100, h: 120 }],
    ['/CropBox [-100 -100 900 900]', { x: 0, y: 0, w: 300, h: 400 }],
    ['/CropBox [900 900 990 990]', { x: 0, y: 0, w: 300, h: 400 }],
    ['/MediaBox [0 0 0 0]', { x: 0, y: 0, w: 612, h: 792 }],
    ['/MediaBox [0 0 (a) 5]', { x: 0, y: 0, w: 612, h: 792 }],
  ])('a page with %s has the box that readers display', (pageEntries, box) => {
    const { pages, defects } = readPageTree(openPdf(samplePdf({ pageEntries })));
    expect(pages[0]?.geometry.box).toEqual(box);
    expect(defects).toEqual([]);
  });

  test.each([
    [-90, 270],
    [450, 90],
    [360, 0],
  ])('a rotation of %i is read as %i', (written, meant) => {
    const { pages } = readPageTree(openPdf(samplePdf({ pageEntries: `/Rotate ${written}` })));
    expect(pages[0]?.geometry.rotate).toBe(meant);
  });

  test.each([
    ['twice', '[4 0 R 4 0 R]', 2],
    ['in a circle', '[4 0 R 2 0 R]', 1],
    ['directly', '[<</Type /Page>> 4 0 R]', 2],
    ['not at all', '[4 0 R 88 0 R]', 1],
  ])('pages that are listed %s are reported as a defect', (_, kids, count) => {
    const bytes = samplePdf({ objects: { 2: `<</Type /Pages /Count ${count} /Kids ${kids}>>` } });
    const tree = readPageTree(openPdf(bytes));
    expect(tree.pages).toHaveLength(count);
    expect(tree.defects).not.toEqual([]);
  });

  test('a tree whose nodes are listed twice at every level is walked once', () => {
    const objects: Record<number, string> = {};
    for (let level = 0; level < 60; level++)
      objects[100 + level] = `<</Type /Pages /Count 1 /Kids [${101 + level} 0 R ${101 + level} 0 R]>>`;
    objects[160] = '<</Type /Page>>';
    objects[2] = '<</Type /Pages /Count 1 /Kids [100 0 R]>>';
    expect(readPageTree(openPdf(samplePdf({ objects }))).pages.length).toBeLessThan(10);
  });

  test('no pages and too many pages have separate reasons', () => {
    const empty = samplePdf({ objects: { 2: '<</Type /Pages /Count 0 /Kids []>>' } });
    expect(() => readPageTree(openPdf(empty))).toThrow(expect.objectContaining({ reason: 'no_pages' }));
    expect(() => readPageTree(openPdf(samplePdf({ pages: 4 })), 3)).toThrow(
      expect.objectContaining({ reason: 'too_many_pages' }),
    );
  });
});

test('reading a mutated file returns objects or throws a PdfError', () => {
  const sources = FORMS.map((form) => samplePdf({ form, pages: 3 }));
  const change = fc.record({
    at: fc.nat(4000),
    cut: fc.nat(40),
    put: fc.constantFrom(
      '',
      '<<',
      '>>',
      '[',
      '(',
      '1 0 R',
      '2 0 R',
      '99999999',
      '-1',
      'endobj',
      'stream',
      '/Kids',
      '/Prev',
    ),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      (source, changes) => {
        let bytes = source;
        for (const { at, cut, put } of changes)
          bytes = Buffer.concat([
            bytes.subarray(0, at % bytes.length),
            Buffer.from(put),
            bytes.subarray((at % bytes.length) + cut),
          ]);
        for (const open of [openPdf, recoverPdf])
          try {
            readPageTree(open(bytes));
          } catch (error) {
            expect(error).toBeInstanceOf(PdfError);
          }
      },
    ),
    runs(500),
  );
});
