import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { CsvFault, type CsvRecord, MAX_RECORD_LENGTH, readCsv } from './read-csv.ts';

/** The bytes in pieces of `size`. */
async function* inPieces(bytes: Uint8Array, size = bytes.length || 1): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(
  source: AsyncIterable<Uint8Array>,
): Promise<{ records: CsvRecord[]; fault: string | null }> {
  const records: CsvRecord[] = [];
  try {
    for await (const some of readCsv(source)) records.push(...some);
    return { records, fault: null };
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return { records, fault: `line ${error.line}: ${error.message}` };
  }
}

const cellsOf = async (text: string | Uint8Array, size?: number) => {
  const { records, fault } = await read(inPieces(typeof text === 'string' ? Buffer.from(text) : text, size));
  expect(fault).toBeNull();
  return records.map(({ cells }) => cells);
};

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe('reading what was written', () => {
  test('any cells, quoted where necessary, with any delimiter and line end, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom(...'ab,;\t"\n\r é€😀') }), {
            minLength: 3,
            maxLength: 3,
          }),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        async (rows, delimiter, newline, hasBom, size) => {
          const table = [['x', 'y', 'z'], ...rows];
          const text = table.map((row) => row.map(quoted).join(delimiter)).join(newline);
          const expected = table.filter((row) => row.some((cell) => cell.trim() !== ''));
          expect(await cellsOf(`${hasBom ? '\ufeff' : ''}${text}`, size)).toEqual(expected);
        },
      ),
      runs(300),
    );
  });

  test('bare cells, blank lines, a missing last newline and quotes inside bare cells', async () => {
    expect(await cellsOf('a,b\r\n\r\n1,2\n , \n3,"4"\n5 "x",6')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5 "x"', '6'],
    ]);
  });

  test('the delimiter is the most frequent one of the first line, outside quotes', async () => {
    expect(await cellsOf('"a,b,c";d;e\n1;2,5;3')).toEqual([
      ['a,b,c', 'd', 'e'],
      ['1', '2,5', '3'],
    ]);
    expect(await cellsOf('a\tb\n1,5\t2')).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ]);
    // The comma, if others are as frequent.
    expect(await cellsOf('a,b;c\n1,2')).toEqual([
      ['a', 'b;c'],
      ['1', '2'],
    ]);
  });

  test('records have the line on which they start, also after quoted newlines', async () => {
    const { records } = await read(inPieces(Buffer.from('a,b\n"1\n2\r\n3",x\n\n4,5\n'), 3));
    expect(records.map(({ line }) => line)).toEqual([1, 2, 6]);
  });
});

describe('faults are reported with their line, and earlier records are kept', () => {
  const bytes = (...parts: Array<string | number[]>) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
  const long = 'x'.repeat(MAX_RECORD_LENGTH + 10);
  test.each<[string, Uint8Array, string, number]>([
    ['invalid UTF-8', bytes('a,b\n1,2\n', [0xe9], 't,3\n4,5\n'), 'line 3: the file is not UTF-8', 2],
    ['a character cut off at the end', bytes('a,b\n1,', [0xe2, 0x82]), 'line 2: the file is not UTF-8', 1],
    ['a NUL byte', bytes('a,b\n1,', [0], '\n'), 'line 2: the file is not a text file', 1],
    ['a spreadsheet', bytes('PK', [3, 4], 'more'), 'line 1: the file is a spreadsheet', 0],
    ['UTF-16', bytes([0xff, 0xfe], 'a\0,\0'), 'line 1: the file is UTF-16', 0],
    ['UTF-16 in the other order', bytes([0xfe, 0xff], '\0a\0,'), 'line 1: the file is UTF-16', 0],
    ['only the mark of UTF-16', bytes([0xff, 0xfe]), 'line 1: the file is UTF-16', 0],
    [
      'an old Excel file',
      bytes([0xd0, 0xcf, 0x11, 0xe0], 'more'),
      'line 1: the file is an old Excel file',
      0,
    ],
    ['a PDF', bytes('%PDF-1.7\n'), 'line 1: the file is a PDF', 0],
    ['less than four bytes', bytes('a,b'), 'line 1: the file has no rows', 0],
    [
      'a quote that is never closed',
      bytes('a,b\n1,2\n"3,4\n5,6\n'),
      'line 3: an opening quote has no closing quote',
      2,
    ],
    ['text after a closing quote', bytes('a,b\n1,2\n"3"4,5\n'), 'line 3: text after a closing quote', 2],
    [
      'text after a quote that closes in a later line',
      bytes('a,b\n"1\n2","3\n4"5\n'),
      'line 4: text after a closing quote',
      1,
    ],
    ['a line that is too long', bytes('a,b\n', long, '\n1,2'), 'line 2: the line is longer than', 1],
    [
      'an open quote in a long line',
      bytes('a,b\n"', long, '\n1,2'),
      'line 2: a quote is opened and not closed within',
      1,
    ],
  ])('%s', async (_name, file, message, kept) => {
    for (const size of [file.length, 65_536, 7]) {
      if (size === 7 && file.length > 1000) continue;
      const { records, fault } = await read(inPieces(file, size));
      expect(fault).toMatch(new RegExp(`^${message}`));
      expect(records).toHaveLength(kept);
    }
  });

  test('a line of the greatest length is read', async () => {
    const longest = 'x'.repeat(MAX_RECORD_LENGTH);
    for (const text of [`a\n${longest}\nb`, `a\n"${longest.slice(2)}"\nb`])
      for (const size of [text.length, 65_536])
        expect((await cellsOf(text, size)).map(([cell]) => cell![0])).toEqual(['a', 'x', 'b']);
  });

  test('an empty file has no records', async () => {
    expect(await read(inPieces(Buffer.alloc(0)))).toEqual({ records: [], fault: null });
    expect(await read(inPieces(Buffer.from('\ufeff\n\n')))).toEqual({ records: [], fault: null });
  });

  test('one line of a gigabyte is refused after its first megabyte', async () => {
    let given = 0;
    async function* endless() {
      for (; given < 1_000_000_000; given += 65_536) yield Buffer.alloc(65_536, 0x78);
    }
    expect((await read(endless())).fault).toMatch(/^line 1: the line is longer than 1048576 characters/);
    expect(given).toBeLessThan(2_000_000);
  });
});
