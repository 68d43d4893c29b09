/** Texts, tags and form fields of small files; test/anchors compares positions with poppler on many files. */
import { describe, expect, test } from '@jest/globals';
import { inspectPdf } from '../inspect.ts';
import { openPdf } from '../reader/open.ts';
import { readPageTree } from '../reader/pages.ts';
import { samplePdf } from '../testing/sample-files.ts';
import type { AnchorQuery } from './find-anchors.ts';
import { type SearchRequest, searchPdf } from './search.ts';

function search(pdf: Buffer, request: Partial<SearchRequest>) {
  const file = openPdf(pdf);
  return searchPdf(file, readPageTree(file), { anchors: [], fieldsFrom: null, hide: false, ...request });
}
const anchor = (text: string, more: Partial<AnchorQuery> = {}): AnchorQuery => ({
  text,
  page: null,
  occurrence: 1,
  ...more,
});
/** The places of texts in points. The sample's pages are 300 by 400 points. */
function placesIn(pdf: Buffer, ...queries: AnchorQuery[]) {
  return search(pdf, { anchors: queries }).result.anchors.map(
    ({ found }) => found && [found.page, Math.round(found.x * 300), Math.round(found.y * 400)],
  );
}
const show = (operators: string, objects: Record<number, string> = {}, rootEntries = '') =>
  samplePdf({ content: `BT /F 10 Tf ${operators} ET`, objects, rootEntries });

describe('a text is found', () => {
  test('over several operators, kerning and letter spacing', () => {
    const pdf = show('20 350 Td (Si) Tj [(g) -300 (n) 20 ( he)] TJ 3 Tc (re) Tj');
    expect(placesIn(pdf, anchor('Sign here'))).toEqual([[1, 20, 43]]);
  });

  test('in drawing order as well as in another one', () => {
    const pdf = show('60 350 Td (here) Tj -40 0 Td (Sign) Tj');
    expect(placesIn(pdf, anchor('Sign here'))).toEqual([[1, 20, 43]]);
  });

  test('inside a word only if it occurs nowhere as a whole word', () => {
    const pdf = show('20 350 Td (Dated) Tj 0 -50 Td (Date) Tj 0 -50 Td (subtotal) Tj');
    expect(placesIn(pdf, anchor('Date'), anchor('total'))).toEqual([
      [1, 20, 93],
      [1, 36, 143],
    ]);
  });

  test('in the bitmap fonts of TeX, whose glyphs are named by their codes', () => {
    const pdf = samplePdf({
      content: 'BT /T 10 Tf 20 350.4 Td (AB) Tj ET',
      rootEntries: '/Resources <</Font <</T 100 0 R>>>>',
      objects: {
        100: '<</Type /Font /Subtype /Type3 /FontBBox [0 0 5 5] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 65 /LastChar 66 /Widths [5 5] /CharProcs <<>> /Encoding <</Differences [65 /a65 /a66]>>>>',
      },
    });
    expect(placesIn(pdf, anchor('AB'))).toEqual([[1, 20, 40]]);
  });

  test('in nested forms with matrices, and inherited graphics state', () => {
    const form = (content: string, matrix: string, more = '') =>
      `<</Type /XObject /Subtype /Form /BBox [0 0 300 400] /Matrix [${matrix}] /Resources <</Font <</F 3 0 R>> ${more}>> /Length ${content.length}>>\nstream\n${content}\nendstream`;
    const pdf = samplePdf({
      content: 'q 1 0 0 1 10 0 cm /X Do Q',
      rootEntries: '/Resources <</XObject <</X 100 0 R>>>>',
      objects: {
        100: form('/Y Do', '1 0 0 1 0 100', '/XObject <</Y 101 0 R>>'),
        101: form('BT /F 10 Tf 20 50 Td (Deep) Tj ET', '1 0 0 1 5 0'),
      },
    });
    expect(placesIn(pdf, anchor('Deep'))).toEqual([[1, 35, 243]]);
  });

  test('by ToUnicode in a composite font, with its widths', () => {
    const cmap =
      '1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfchar <0001> <00660069> <0002> <0041> endbfchar 1 beginbfrange <0010> <0012> <0061> endbfrange';
    const pdf = samplePdf({
      content: 'BT /G 10 Tf 20 350.2 Td <00100002000100110012> Tj ET',
      rootEntries: '/Resources <</Font <</G 100 0 R>>>>',
      objects: {
        100: '<</Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [101 0 R] /ToUnicode 102 0 R>>',
        101: '<</Type /Font /Subtype /CIDFontType2 /DW 500 /W [1 [720] 16 [900]]>>',
        102: `<</Length ${cmap.length}>>\nstream\n${cmap}\nendstream`,
      },
    });
    expect(placesIn(pdf, anchor('Afibc'), anchor('ibc'))).toEqual([
      [1, 29, 40],
      [1, 38, 40],
    ]);
  });

  /** A page with the code 0001, whose text is A, and then the text of the font F. */
  const composite = (widths: string, cmap: string) =>
    samplePdf({
      content: 'BT /G 10 Tf 20 350 Td <0001> Tj /F 10 Tf (bc) Tj ET',
      rootEntries: '/Resources <</Font <</F 3 0 R /G 100 0 R>>>>',
      objects: {
        100: '<</Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [101 0 R] /ToUnicode 102 0 R>>',
        101: `<</Type /Font /Subtype /CIDFontType2 /DW 500 /W [${widths}]>>`,
        102: `<</Length ${cmap.length}>>\nstream\n${cmap}\nendstream`,
      },
    });

  test('in a font whose widths are for more glyphs than a font can have', () => {
    const cmap = '1 beginbfchar <0001> <0041> endbfchar';
    const endless = '1e30 1e30 900 1 1 900';
    expect(placesIn(composite(endless, cmap), anchor('Abc'), anchor('bc'))).toEqual([
      [1, 20, 41],
      [1, 25, 41],
    ]);
    const repeated = '2 60000 900 2 60000 900 1 1 900';
    expect(placesIn(composite(repeated, cmap), anchor('bc'))).toEqual([[1, 25, 41]]);
  });

  test('in a font whose CMap maps more codes than a font can have', () => {
    const range = '1 beginbfrange <0000> <ffff> <0000> endbfrange';
    const cmap = `1 beginbfchar <0001> <0041> endbfchar 1 beginbfrange <0002> <ffff> <0002> endbfrange ${range}`;
    expect(placesIn(composite('', `${cmap} 1 beginbfchar <0001> <0042> endbfchar`), anchor('Bbc'))).toEqual([
      null,
    ]);
  });

  test('as /ActualText in place of its glyphs', () => {
    const pdf = show('20 350 Td /Span <</ActualText (Signature)>> BDC (#!) Tj EMC');
    expect(placesIn(pdf, anchor('Signature'), anchor('#!'))).toEqual([[1, 20, 43], null]);
  });

  test('on the requested page, up to the requested number of times', () => {
    const pdf = samplePdf({ pages: 3 });
    const queries = [
      anchor('Page', { occurrence: 3 }),
      anchor('Page', { page: 2 }),
      anchor('Page', { occurrence: 4 }),
    ];
    expect(placesIn(pdf, ...queries)).toEqual([[3, 20, 41], [2, 20, 41], null]);
  });
});

test('for a text that is missing, the most similar one is reported', () => {
  const { anchors } = search(samplePdf({ pages: 12 }), {
    anchors: [anchor('Pagge 11'), anchor('Unheard of')],
  }).result;
  expect(anchors).toEqual([
    { found: null, count: 0, nearest: { text: 'Page 11', page: 11 } },
    { found: null, count: 0, nearest: null },
  ]);
});

test('tags are read in order with their boxes, and hidden by an incremental update', async () => {
  const pdf = show('20 350 Td ({{signature role=A}}) Tj 0 -20 Td ({{text) Tj 0 -12 Td (role=B}} after) Tj');
  const { result, hidden } = search(pdf, { fieldsFrom: 'tags', hide: true });
  expect(result.tags.map(({ text, lines }) => [text, lines.length])).toEqual([
    ['signature role=A', 1],
    ['text role=B', 2],
  ]);
  expect(hidden!.subarray(0, pdf.length).equals(pdf)).toBe(true);
  expect((await inspectPdf(hidden!)).ok).toBe(true);
  expect(search(pdf, { fieldsFrom: 'tags' }).hidden).toBeNull();
});

test.each([
  ['right', '1 0 0 1 20 350'],
  ['down', '0 -1 1 0 100 350'],
  ['left', '-1 0 0 -1 280 350'],
  ['up', '0 1 -1 0 100 50'],
])('kerned letters of tags that run %s stay together, words stay apart', (_, matrix) => {
  // The kerning of Arial and Liberation Sans: T and e or o, P and a full stop.
  const lines = [
    '[({{signature role=T) 111 (enant}})] TJ',
    '[({{text name=T) 111 (own label="T) 111 (own of P) 129 (."}})] TJ',
    '[({{dropdown options="T) 111 (own) -278 (house|P) 129 (. T) 111 (enant"}})] TJ',
  ];
  const pdf = show(`${matrix} Tm 14 TL ${lines.join(' T* ')}`);
  expect(search(pdf, { fieldsFrom: 'tags' }).result.tags.map(({ text }) => text)).toEqual([
    'signature role=Tenant',
    'text name=Town label="Town of P."',
    'dropdown options="Town house|P. Tenant"',
  ]);
});

test.each([
  ['right', '1 0 0 1 20 350', 'left', 'top'],
  ['down', '0 -1 1 0 100 350', 'left', 'top'],
  ['left', '-1 0 0 -1 280 350', 'right', 'top'],
  ['up', '0 1 -1 0 100 50', 'left', 'bottom'],
])('the square of a tag that runs %s is at its start and as high as its text', (_, matrix, across, down) => {
  const [found] = search(show(`${matrix} Tm ({{checkbox}}) Tj`), { fieldsFrom: 'tags' }).result.tags;
  const { x, y, w, h, square } = found!;
  // The sample's pages are 300 by 400 points.
  const side = Math.min(w * 300, h * 400);
  expect(side).toBeLessThan(15);
  expect([square.w * 300, square.h * 400]).toEqual([expect.closeTo(side), expect.closeTo(side)]);
  expect(square.x).toBeCloseTo(across === 'left' ? x : x + w - square.w);
  expect(square.y).toBeCloseTo(down === 'top' ? y : y + h - square.h);
});

test.each([
  ['a form that draws itself', { 100: '/X Do' }],
  ['forms that draw each other many times', { 100: '/Y Do '.repeat(500), 101: '/X Do '.repeat(500) }],
])('%s ends', (_, contents) => {
  const objects = Object.fromEntries(
    Object.entries(contents).map(([number, content]) => [
      number,
      `<</Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 100 0 R /Y 101 0 R>>>> /Length ${content.length}>>\nstream\n${content}\nendstream`,
    ]),
  );
  const pdf = samplePdf({
    content: '/X Do',
    rootEntries: '/Resources <</XObject <</X 100 0 R>>>>',
    objects,
  });
  expect(placesIn(pdf, anchor('x'))).toEqual([null]);
});

test('a search for many overlapping texts is refused instead of running without end', () => {
  const anchors = Array.from({ length: 200 }, (_, length) =>
    anchor('a'.repeat(length + 1), { occurrence: 1000 }),
  );
  const pdf = samplePdf({ content: `BT /F 0.001 Tf 20 350 Td (${'a'.repeat(200_000)}) Tj ET` });
  expect(() => search(pdf, { anchors })).toThrow('occur too often');
});
