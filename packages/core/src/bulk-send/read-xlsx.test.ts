/** Reading Excel workbooks: what becomes of each kind of cell, and files that are damaged or made to do harm. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStorage } from '@countersign/storage/file-storage';
import type { Storage } from '@countersign/storage/storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sheetData, type WorkbookParts, workbook, workbookParts } from '../../../../test/support/xlsx.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { CsvFault, type CsvRecord } from './read-csv.ts';
import { readRows } from './read-rows.ts';
import { SharedStrings } from './shared-strings.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-xlsx-'));
  storage = createFileStorage({ root: folder });
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array): Promise<{ records: CsvRecord[]; fault: string | null }> {
  const { sha256 } = await storage.putBytes(bytes);
  const records: CsvRecord[] = [];
  try {
    for await (const some of readRows(storage, sha256)) records.push(...some);
    return { records, fault: null };
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return { records, fault: `line ${error.line}: ${error.message}` };
  }
}

const readSheet = (data: string, parts: WorkbookParts = {}) =>
  read(workbook({ ...parts, sheets: [{ data }] }));

/** The cells of a row after a header of as many columns. */
async function cellsOf(cells: string, parts: WorkbookParts = {}): Promise<string[]> {
  const header = Array.from({ length: 6 }, (_, at) => `<c t="str"><v>h${at}</v></c>`).join('');
  const { records, fault } = await readSheet(`<row>${header}</row><row>${cells}</row>`, parts);
  expect(fault).toBeNull();
  return records[1]!.cells;
}

describe('rows', () => {
  test('have the numbers of the sheet; blank ones are left out, and short ones padded', async () => {
    const data =
      '<row r="3"><c r="A3" t="str"><v>name</v></c><c r="B3" t="str"><v>email</v></c></row><row r="4"/>' +
      '<row r="5"><c r="A5"/><c r="B5" t="str"><v> </v></c></row><row r="9"><c r="A9" t="str"><v>Ada</v></c></row>' +
      '<row r="10"><c r="D10" t="str"><v>x</v></c></row><row r="1048576"><c r="A1048576" s="1"/></row>';
    expect(await readSheet(data)).toEqual({
      records: [
        { line: 3, cells: ['name', 'email'] },
        { line: 9, cells: ['Ada', ''] },
        { line: 10, cells: ['', '', '', 'x'] },
      ],
      fault: null,
    });
  });

  test('come from the first sheet that is visible', async () => {
    const [hidden, first, second] = ['hidden', 'first', 'second'].map((text) => sheetData([[text]]));
    const file = workbook({
      sheets: [
        { data: hidden!, state: 'veryHidden' },
        { data: hidden!, state: 'hidden' },
        { data: first! },
        { data: second! },
      ],
    });
    expect((await read(file)).records).toEqual([{ line: 1, cells: ['first'] }]);
  });

  test('are read from elements with a prefix, and without references', async () => {
    const parts = workbookParts({ sheets: [{ data: sheetData([['a', 'b']]) }] });
    const prefixed = parts.map((part) => ({
      ...part,
      content: String(part.content)
        .replace(/<(\/?)(?=[a-z])/g, '<$1x:')
        .replaceAll('xmlns=', 'xmlns:x='),
    }));
    expect((await read(zipOf(prefixed))).records).toEqual([{ line: 1, cells: ['a', 'b'] }]);
  });
});

describe('the text of a cell', () => {
  test('is a shared string, with its runs and without pronunciation, an inline one, or that of a formula', async () => {
    const strings =
      '<si><t>Porto</t></si><si><r><rPr><b/></rPr><t>Ve</t></r><r><t xml:space="preserve">ra </t></r></si>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>a_x000D_b &amp; &lt;c&gt;</t></si><si/>';
    const cells = [0, 1, 2, 3, 4].map((at) => `<c t="s"><v>${at}</v></c>`).join('');
    expect(await cellsOf(`${cells}<c t="str"><f>A1&amp;"é"</f><v>Café</v></c>`, { strings })).toEqual([
      'Porto',
      'Vera ',
      '東京',
      'a\rb & <c>',
      '',
      'Café',
    ]);
  });

  test.each([
    ['0.30000000000000004', '0.3'],
    ['1.2345678901234568E+16', '12345678901234600'],
    ['1E-7', '0.0000001'],
    ['-1.5E-3', '-0.0015'],
    ['1200', '1200'],
    ['-0', '0'],
    ['1.1000000000000001', '1.1'],
    ['2.5E+25', '25000000000000000000000000'],
  ])('of the number %s is %s', async (stored, text) => {
    expect((await cellsOf(`<c><v>${stored}</v></c>`))[0]).toBe(text);
  });

  test('keeps leading zeros of text, and of numbers none', async () => {
    const cells =
      '<c t="str"><v>00123</v></c><c s="1"><v>123</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c>';
    const parts = { formatCodes: ['00000'], styles: [0, 164] };
    expect((await cellsOf(cells, parts)).slice(0, 4)).toEqual(['00123', '123', 'true', 'false']);
  });

  test.each([
    ['m/d/yyyy', '46082', '2026-03-01'],
    ['dd.mm.yyyy hh:mm', '46082.604166666664', '2026-03-01T14:30:00'],
    ['[$-409]h:mm:ss AM/PM', '0.999994', '23:59:59'],
    ['[h]:mm', '1.5', '36:00:00'],
    ['mmm', '1', '1900-01-01'],
    ['"day" d', '59', '1900-02-28'],
    ['yyyy', '60', '60'],
    ['yyyy', '61', '1900-03-01'],
    ['yyyy', '-3', '-3'],
    ['yyyy', '46082.9999', '2026-03-01'],
    ['"Yes";"No"', '46082', '46082'],
    ['#,##0.00 [$€-407]', '1234.5', '1234.5'],
    ['0.00E+00', '1234.5', '1234.5'],
    ['[Red]0\\d', '7', '7'],
    ['General', '46082', '46082'],
  ])('in the format %s of %s is %s', async (code, stored, text) => {
    expect(
      (await cellsOf(`<c s="1"><v>${stored}</v></c>`, { formatCodes: [code], styles: [0, 164] }))[0],
    ).toBe(text);
  });

  test('is a date also in a format without a code, in the calendar of 1904, and as ISO text', async () => {
    const parts = { styles: [0, 14, 22], workbookProperties: 'date1904="1"' };
    const cells = '<c s="1"><v>0</v></c><c s="2"><v>44620.5</v></c><c t="d"><v>2026-03-01</v></c>';
    expect((await cellsOf(cells, parts)).slice(0, 3)).toEqual([
      '1904-01-01',
      '2026-03-01T12:00:00',
      '2026-03-01',
    ]);
  });

  test('cannot be used if it is an error, or a formula that was never computed: the row says so', async () => {
    const header = '<row><c t="str"><v>name</v></c></row>';
    const { records, fault } = await readSheet(
      `${header}<row><c t="e"><v>#N/A</v></c></row><row><c><f>A1</f></c></row><row><c t="str"><v>Ada</v></c></row>`,
    );
    expect(fault).toBeNull();
    expect(records.map(({ error }) => error)).toEqual([
      undefined,
      'cell A2 has the error #N/A',
      expect.stringMatching(/^cell A3 has a formula without a stored value;/),
      undefined,
    ]);
  });
});

describe('a file that cannot be read says why, after the rows before the fault', () => {
  const rows = sheetData([['name'], ['Ada']]);
  const changed = (name: string, content: string | null) =>
    zipOf(
      workbookParts({ sheets: [{ data: rows }] }).flatMap((part) =>
        part.name !== name ? [part] : content === null ? [] : [{ ...part, content }],
      ),
    );
  const sheet = 'xl/worksheets/sheet1.xml';
  const wrapped = (data: string) => `<worksheet><sheetData>${data}</sheetData></worksheet>`;

  test.each<[string, () => Uint8Array, RegExp]>([
    [
      'an archive of something else',
      () => zipOf([{ name: 'a.txt', content: 'a' }]),
      /_rels\/\.rels is missing$/,
    ],
    ['a missing sheet', () => changed(sheet, null), /its part xl\/worksheets\/sheet1\.xml is missing$/],
    ['no visible sheet', () => workbook({ sheets: [{ data: rows, state: 'hidden' }] }), /no visible sheet/],
    [
      'half a file',
      () => workbook({ sheets: [{ data: rows }] }).subarray(0, 900),
      /^line 1: the Excel file cannot be read/,
    ],
    ['invalid XML', () => changed(sheet, wrapped('<row><c></row>')), /not valid XML/],
    [
      'an entity',
      () => changed(sheet, `<!DOCTYPE a [<!ENTITY b "bbbb">]>${wrapped('<row>&b;</row>')}`),
      /document type/,
    ],
    ['nesting without end', () => changed(sheet, wrapped('<a>'.repeat(100_000))), /nested too deeply$/],
    [
      'attributes without end',
      () => changed(sheet, wrapped(`<c ${Array.from({ length: 100 }, (_, at) => `a${at}="1"`).join(' ')}/>`)),
      /too many attributes$/,
    ],
    [
      'an attribute of a megabyte',
      () => changed(sheet, wrapped(`<c a="${'x'.repeat(1_000_000)}"/>`)),
      /Max buffer/,
    ],
    [
      'rows out of order',
      () => changed(sheet, wrapped('<row r="5"/><row r="4"/>')),
      /rows of the sheet are not numbered/,
    ],
    [
      'a row that no sheet has',
      () => changed(sheet, wrapped('<row r="1048577"/>')),
      /rows of the sheet are not numbered/,
    ],
    [
      'cells out of order',
      () => changed(sheet, wrapped('<row><c r="B1"/><c r="A1"/></row>')),
      /not in order$/,
    ],
    [
      'a column that no sheet has',
      () => changed(sheet, wrapped('<row><c r="ZZZ1"/></row>')),
      /not in order$/,
    ],
    [
      'a value beyond the last column that is read',
      () => changed(sheet, wrapped('<row><c r="DKK1" t="str"><v>x</v></c></row>')),
      /^line 1: cell DKK1 has a value, at most 3000 columns are read$/,
    ],
    [
      'a text that is not there',
      () => changed(sheet, wrapped('<row><c t="s"><v>7</v></c></row>')),
      /cell A1 refers to a text/,
    ],
    [
      'an endless text',
      () => changed(sheet, wrapped(`<row><c t="str"><v>${'x'.repeat(2_000_000)}</v></c></row>`)),
      /^line 1: a text is longer than 1048576 characters$/,
    ],
    [
      'an error in the header',
      () => changed(sheet, wrapped('<row><c t="e"><v>#REF!</v></c></row>')),
      /cell A1 has the error #REF!/,
    ],
    [
      'an encrypted part',
      () => zipOf(workbookParts({}).map((part) => ({ ...part, isEncrypted: part.name === sheet }))),
      /protected with a password/,
    ],
    [
      'a part twice',
      () => zipOf([...workbookParts({}), { name: 'XL/Workbook.xml', content: '' }]),
      /two parts XL\/Workbook\.xml$/,
    ],
    [
      'a part outside the archive',
      () => zipOf([...workbookParts({}), { name: '../../etc/passwd', content: '' }]),
      /invalid relative path/,
    ],
    [
      'a part that is larger than the directory says',
      () =>
        zipOf(workbookParts({}).map((part) => ({ ...part, ...(part.name === sheet && { saysBytes: 20 }) }))),
      /larger than the directory/,
    ],
    [
      'a bomb',
      () => changed(sheet, wrapped(`<row>${' '.repeat(20_000_000)}</row>`)),
      /compressed by a factor of more than 200$/,
    ],
    [
      'an old Excel file',
      () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      /^line 1: the file is an old Excel file/,
    ],
  ])('%s', async (_, make, fault) => {
    expect((await read(make())).fault).toMatch(fault);
  });

  test('characters that text cannot have: the row says so', async () => {
    const inline = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const data = `${inline('h')}${inline('a_x0000_b')}${inline('_xD83D__xDE00_')}<row><c t="s"><v>0</v></c></row>`;
    const { records, fault } = await readSheet(data, { strings: '<si><t>c_xD83D_d</t></si>' });
    expect(fault).toBeNull();
    expect(records).toEqual([
      { line: 1, cells: ['h'] },
      { line: 2, cells: ['ab'], error: 'cell A2 has a character that text cannot have' },
      { line: 3, cells: ['😀'] },
      { line: 4, cells: ['cd'], error: 'cell A4 has a character that text cannot have' },
    ]);
  });

  test('damage in the middle of the sheet', async () => {
    const more = Array.from({ length: 20_000 }, (_, at) => `<row><c><v>${at}</v></c></row>`).join('');
    const { records, fault } = await read(changed(sheet, wrapped(`${more}<row r="1"/>`)));
    expect(records).toHaveLength(20_000);
    expect(fault).toMatch(/^line 20000: the rows/);
  });
});

test('shared strings of any length come back, up to the limits', () => {
  const strings = new SharedStrings();
  const texts = Array.from({ length: 3000 }, (_, at) => 'é'.repeat((at * 37) % 5000) + at);
  expect(texts.every((text) => strings.add(text))).toBe(true);
  expect(strings.add('')).toBe(true);
  expect(texts.every((text, at) => strings.get(at) === text)).toBe(true);
  expect([strings.get(3000), strings.get(3001), strings.get(-1), strings.get(0.5)]).toEqual([
    '',
    undefined,
    undefined,
    undefined,
  ]);
  expect(strings.add('x'.repeat(5 * 1024 * 1024))).toBe(false);
  const large = 'x'.repeat(3 * 1024 * 1024);
  let added = 0;
  while (strings.add(large)) added += 1;
  expect(added).toBeLessThan(SharedStrings.maxBytes / large.length);
});
