import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { inspectPdf } from './inspect.ts';
import { checkPdfs, type MergeOptions, mergePdfs } from './merge.ts';
import { PdfDict, type PdfObject, type PdfRef, PdfString } from './model/objects.ts';
import { readFormFields } from './page-text/form-fields.ts';
import type { PdfFile } from './reader/file.ts';
import { textOf } from './reader/form.ts';
import { openPdf } from './reader/open.ts';
import { catalogOf, readPageTree } from './reader/pages.ts';
import { samplePdf } from './testing/sample-files.ts';
import { sampleSeal } from './testing/sample-seal.ts';
import { mergeInThread } from './threads/merge-in-thread.ts';

const limits: MergeOptions = { maxPages: 100, maxBytes: 10_000_000 };
const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.pdf`, import.meta.url));
const partsOf = (...files: Uint8Array[]) =>
  files.map((bytes, index) => ({ bytes, title: `File ${index + 1}` }));

/** The merged file, opened. */
function merged(...files: Uint8Array[]): PdfFile {
  const result = mergePdfs(partsOf(...files), limits);
  if (!result.ok) throw new Error(result.detail);
  return openPdf(result.merged);
}

const contentsOf = (file: PdfFile): string[] =>
  readPageTree(file).pages.map((page) =>
    file.decode(file.resolve(page.dict.get('Contents')) as never).toString('latin1'),
  );

/** The entry of a dictionary below the catalog. */
function at(file: PdfFile, ...path: string[]): PdfObject {
  let object: PdfObject = catalogOf(file).dict;
  for (const key of path) object = file.resolve((object as PdfDict).get(key));
  return object;
}

const page = (text: string, more: Parameters<typeof samplePdf>[0] = {}) =>
  samplePdf({ content: `BT /F 12 Tf 20 350 Td (${text}) Tj ET`, ...more });

/** Bookmarks with the number of the page that each leads to. */
function bookmarks(file: PdfFile, first = (at(file, 'Outlines') as PdfDict).get('First')): unknown[] {
  const pages = readPageTree(file).pages.map(({ ref }) => ref!.num);
  const list: unknown[] = [];
  for (let next = file.dict(first); next; next = file.dict(next.get('Next'))) {
    const place = file.array(next.get('Dest')) ?? file.array(file.dict(next.get('A'))?.get('D'));
    const title = textOf(file.resolve(next.get('Title')) as PdfString);
    const to = pages.indexOf((place?.[0] as PdfRef | undefined)?.num ?? 0) + 1;
    const below = next.get('First');
    list.push(below === undefined ? [title, to] : [title, to, bookmarks(file, below)]);
  }
  return list;
}

const outline = {
  catalogEntries: '/Outlines 100 0 R',
  objects: {
    100: '<</Type /Outlines /First 101 0 R /Last 101 0 R /Count 1>>',
    101: '<</Title (Chapter) /Parent 100 0 R /Dest [4 0 R /Fit]>>',
  },
};

describe('combining files', () => {
  test('keeps every page with its size and content, whatever the form of the files, and the result can be sealed', async () => {
    const table = page('one', { pages: 2, pageEntries: '/Rotate 90' });
    const packed = page('two', { form: 'packed', rootEntries: '/CropBox [10 10 110 60]' });
    const file = merged(table, packed, page('three', { form: 'stream' }));
    expect(contentsOf(file).map((text) => /\((.*)\)/.exec(text)![1])).toEqual(['one', 'one', 'two', 'three']);
    expect(readPageTree(file).pages.map(({ geometry: { box, rotate } }) => [box.w, box.h, rotate])).toEqual([
      [300, 400, 90],
      [300, 400, 90],
      [100, 50, 0],
      [300, 400, 0],
    ]);
    expect(await inspectPdf(file.bytes)).toMatchObject({ ok: true, warnings: [] });
  });

  test('gives the same bytes for the same input, in a thread too', async () => {
    const parts = partsOf(page('one', outline), page('two'));
    const [a, b] = [mergePdfs(parts, limits), await mergeInThread(parts, limits)];
    if (!a.ok || !b.ok) throw new Error('refused');
    expect(Buffer.compare(a.merged, b.merged)).toBe(0);
    expect([a.pageCounts, b.pageCounts]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('makes a bookmark for each file, with its own bookmarks below it', () => {
    expect(
      bookmarks(merged(page('one', { pages: 2, ...outline }), page('two'), page('three', outline))),
    ).toEqual([
      ['File 1', 1, [['Chapter', 1]]],
      ['File 2', 3],
      ['File 3', 4, [['Chapter', 4]]],
    ]);
  });

  test('links and bookmarks with equal names lead to pages of their own file', () => {
    const named = {
      pages: 2,
      pageEntries: '/Annots [102 0 R]',
      catalogEntries: '/Outlines 100 0 R /Names <</Dests 103 0 R>> /Dests <</old [6 0 R /Fit]>>',
      objects: {
        100: '<</Type /Outlines /First 101 0 R /Last 101 0 R /Count 1>>',
        101: '<</Title (By name) /Parent 100 0 R /A <</S /GoTo /D (two)>>>>',
        102: '<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest /old>>',
        103: '<</Kids [<</Names [(two) <</D [6 0 R /Fit]>>]>>]>>',
      },
    };
    const file = merged(page('one', named), page('two', named));
    expect(bookmarks(file)).toEqual([
      ['File 1', 1, [['By name', 2]]],
      ['File 2', 3, [['By name', 4]]],
    ]);
    const { pages } = readPageTree(file);
    const links = pages.map((one) => {
      const place = file.array(file.dict(file.array(one.dict.get('Annots'))![0])!.get('Dest'))!;
      return pages.findIndex(({ ref }) => ref!.num === (place[0] as PdfRef).num) + 1;
    });
    expect(links).toEqual([2, 2, 4, 4]);
  });

  test('keeps the fields of all forms apart, with the defaults of their form', () => {
    const form = {
      pageEntries: '/Annots [101 0 R 103 0 R]',
      catalogEntries:
        '/AcroForm <</Fields [100 0 R 103 0 R] /DA (/Helv 9 Tf) /DR <</Font <</Helv 3 0 R>>>>>>',
      objects: {
        100: '<</T (Tenant) /Kids [101 0 R]>>',
        101: '<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /Parent 100 0 R /Rect [10 10 90 30]>>',
        103: '<</Type /Annot /Subtype /Widget /FT /Tx /T (date) /Rect [10 40 90 60]>>',
      },
    };
    const file = merged(page('one', form), page('two', form), page('three', form));
    const fields = readFormFields(file, readPageTree(file)).map(({ page: number, name }) => [number, name]);
    expect(fields).toEqual([
      [1, 'Tenant.name'],
      [1, 'date'],
      [2, 'Tenant_2.name'],
      [2, 'date_2'],
      [3, 'Tenant_3.name'],
      [3, 'date_3'],
    ]);
    const top = (at(file, 'AcroForm', 'Fields') as PdfObject[]).map((item) => file.dict(item)!);
    expect(top.map((field) => textOf(field.get('DA') as PdfString))).toEqual(Array(6).fill('/Helv 9 Tf'));
    expect(at(file, 'AcroForm', 'DR', 'Font', 'Helv')).toBeInstanceOf(PdfDict);
  });

  test('lets readers draw the values of forms only if every form says so', () => {
    const form = (entries: string) => ({
      pageEntries: '/Annots [100 0 R]',
      catalogEntries: `/AcroForm <</Fields [100 0 R] ${entries}>>`,
      objects: { 100: '<</Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (b) /Rect [10 10 90 30]>>' },
    });
    const needs = page('one', form('/NeedAppearances true'));
    expect(at(merged(needs, page('text'), needs), 'AcroForm', 'NeedAppearances')).toBe(true);
    for (const files of [
      [needs, page('two', form(''))],
      [page('two', form('')), needs],
    ])
      expect(at(merged(...files), 'AcroForm', 'NeedAppearances')).toBeNull();
  });

  test('keeps hidden layers hidden, also where the base state of a file hides them', () => {
    const layers = (config: string) => ({
      catalogEntries: `/OCProperties <</OCGs [100 0 R 101 0 R] /D <<${config}>>>>`,
      objects: { 100: '<</Type /OCG /Name (a)>>', 101: '<</Type /OCG /Name (b)>>' },
    });
    const file = merged(
      page('one', layers('/OFF [101 0 R] /Order [100 0 R 101 0 R]')),
      page('two', layers('/BaseState /OFF /ON [101 0 R]')),
    );
    const names = (object: PdfObject) =>
      (object as PdfObject[]).map((ref) => textOf(file.dict(ref)!.get('Name') as PdfString));
    expect(names(at(file, 'OCProperties', 'OCGs'))).toEqual(['a', 'b', 'a', 'b']);
    const hidden = at(file, 'OCProperties', 'D', 'OFF') as PdfRef[];
    expect(names(hidden)).toEqual(['b', 'a']);
    expect(names(at(file, 'OCProperties', 'D', 'Order'))).toEqual(['a', 'b']);
  });

  test('keeps embedded files with equal names, and drops scripts and structure of the files', () => {
    const more = {
      catalogEntries:
        '/Names <</EmbeddedFiles <</Names [(a.txt) 100 0 R]>> /JavaScript <</Names [(x) 101 0 R]>>>> /OpenAction 101 0 R /StructTreeRoot 102 0 R',
      objects: {
        100: '<</Type /Filespec /F (a.txt)>>',
        101: '<</S /JavaScript /JS (app.alert)>>',
        102: '<</Type /StructTreeRoot /Marker (structure)>>',
      },
    };
    const file = merged(page('one', more), page('two', more));
    const keys = (at(file, 'Names', 'EmbeddedFiles', 'Names') as PdfObject[]).flatMap((item) =>
      item instanceof PdfString ? [textOf(item)] : [],
    );
    expect(keys).toEqual(['a.txt', 'a.txt (2)']);
    for (const gone of ['JavaScript', 'StructTreeRoot', 'OpenAction']) expect(at(file, gone)).toBeNull();
    expect(file.bytes.includes('app.alert')).toBe(false);
    expect(file.bytes.includes('(structure)')).toBe(false);
  });

  test('repairs a damaged file, decrypts one with an empty password, and warns of both', () => {
    const whole = page('one');
    const damaged = Buffer.concat([whole.subarray(0, 15), Buffer.from('% moved\n'), whole.subarray(15)]);
    const result = mergePdfs(partsOf(damaged, fixture('owner-r6')), limits);
    if (!result.ok) throw new Error(result.detail);
    expect(result.warnings.map(({ code }) => code)).toEqual(['repaired', 'owner_password']);
    const file = openPdf(result.merged);
    expect(file.security).toBeNull();
    expect(contentsOf(file)[0]).toContain('(one)');
  });
});

describe('files that cannot be combined', () => {
  const refusals = (...files: Uint8Array[]) => [
    mergePdfs(partsOf(...files), limits),
    checkPdfs(partsOf(...files), limits),
  ];

  test('a signed file is refused by its place', async () => {
    const { bytes } = await sampleSeal(page('signed'));
    for (const result of refusals(page('one'), bytes))
      expect(result).toMatchObject({ ok: false, index: 1, reason: 'signed' });
  });

  test.each([
    ['a file with a password', 'encrypted', () => fixture('user-r6')],
    ['a text', 'not_a_pdf', () => Buffer.from('hello')],
  ])('%s is refused as %s', (_, reason, bytes) => {
    for (const result of refusals(page('one'), bytes(), page('three')))
      expect(result).toMatchObject({ ok: false, index: 1, reason });
  });

  test('a file with very many names, also where they are the same list', () => {
    const named = (nodes: number, names: number) =>
      page('one', {
        catalogEntries: `/Names <</Dests <</Kids [${'<</Names 100 0 R>> '.repeat(nodes)}]>>>>`,
        objects: { 100: `[${'null null '.repeat(names)}]` },
      });
    const [result] = refusals(named(500, 500));
    expect(result).toMatchObject({ ok: false, reason: 'too_complex', detail: 'a file has too many names' });
    expect(mergePdfs(partsOf(named(500, 300)), limits).ok).toBe(true);
  });

  test('too many pages together, and a result that is too large', () => {
    const two = partsOf(page('one', { pages: 2 }), page('two', { pages: 2 }));
    const beyond = { ok: false, index: null, reason: 'too_many_pages' };
    expect(checkPdfs(two, { ...limits, maxPages: 3 })).toMatchObject(beyond);
    expect(mergePdfs(two, { ...limits, maxPages: 3 })).toMatchObject(beyond);
    expect(checkPdfs(two, { ...limits, maxPages: 4 })).toEqual({ ok: true, pageCounts: [2, 2] });
    expect(mergePdfs(two, { ...limits, maxBytes: 500 })).toMatchObject({
      index: null,
      reason: 'too_complex',
    });
  });
});
