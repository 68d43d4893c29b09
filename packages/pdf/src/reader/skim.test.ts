import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { PdfDict, PdfStream } from '../model/objects.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { sampleSeal } from '../testing/sample-seal.ts';
import { PdfFile } from './file.ts';
import { openPdf, openUpdate } from './open.ts';
import { isPlainObject } from './skim.ts';
import { XrefTable } from './xref-table.ts';

/** A file that consists only of object 7. */
function fileOf(text: string): PdfFile {
  const entries = new XrefTable();
  entries.set(7, { offset: 1, gen: 0 });
  const xref = { entries, trailer: new PdfDict(), startxref: 0, form: 'table' as const };
  return new PdfFile(Buffer.from(`\n${text}`, 'latin1'), xref);
}

const isPlain = (text: string): boolean => isPlainObject(fileOf(text).lexer(1), 7);

describe('skipping an object', () => {
  test.each([
    '7 0 obj<</A[1 -2.5(a\\)(b))<48>]/B<</Length 3 0 R>>>>endobj',
    '7 0 obj\n[/Length 5 0 R [] <<>>]\nendobj\n',
    '7 0 obj<</Length 6/X 1>>\nstream\nendobj\r\nendstream\nendobj',
    '7 0 obj<</Length 0>>stream\r\nendstream endobj',
  ])('finds %j plain', (text) => {
    expect(isPlain(text)).toBe(true);
  });

  test.each([
    '8 0 obj<<>>endobj',
    '7 0 obj<</A[1>>]endobj',
    '7 0 obj<</A(never ends>>endobj',
    '7 0 obj<</A(ends behind the file\\',
    '7 0 obj<</A<48 endobj',
    '7 0 obj<</A 1 endobj >>endobj',
    '7 0 obj[R2]endobj',
    '7 0 obj<</A 1>endobj',
    '7 0 obj<</A % a comment >>\n>>endobj',
    '7 0 obj 42 endobj',
    '7 0 obj<<>>',
    `7 0 obj${'['.repeat(40)}${']'.repeat(40)}endobj`,
    `7 0 obj[[<<${'['.repeat(30)}${']'.repeat(30)}endobj`,
    '7 0 obj<</Length 4>>stream\nabcd\nendstream',
    '7 0 obj<</Length 3>>stream\nabcd\nendstream endobj',
    '7 0 obj<</Length 400>>stream\nabcd\nendstream endobj',
    '7 0 obj<</L 4/A<</Length 4>>>>stream\nabcd\nendstream endobj',
  ])('leaves %j to the reader', (text) => {
    expect(isPlain(text)).toBe(false);
  });

  test('accepts only what the reader reads as an array, a dictionary or a stream', () => {
    const part = fc.constantFrom(
      ...[
        '<<',
        '>>',
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '/Length 4',
        '/Length',
        '/A',
        ' ',
        '1',
        '-.5',
        '4 0 R',
        'R',
      ],
      ...['\\', '%', '\n', 'true', 'endobj', 'stream\n', 'abcd', '\nendstream', '<48>', '(a)', '#'],
    );
    const nested = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('1', '(a(b)\\))', '<48>', '/N', '4 0 R', '-.5', 'true'),
        fc.array(tie('value')).map((items) => `[${items.join(' ')}]`),
        fc.array(tie('value')).map((items) => `<<${items.map((item) => `/Length ${item}`).join('')}>>`),
      ),
    })).value;
    const body = fc.oneof(
      fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')),
      nested,
    );
    let plain = 0;
    fc.assert(
      fc.property(body, fc.array(part, { maxLength: 3 }), fc.boolean(), (whole, spoilt, isStream) => {
        const half = Math.floor(whole.length / 2);
        const text = `7 0 obj<<${whole.slice(0, half)}${spoilt.join('')}${whole.slice(half)}>>${
          isStream ? 'stream\nabcd\nendstream' : ''
        } endobj`;
        const file = fileOf(text);
        if (!isPlainObject(file.lexer(1), 7)) return;
        plain++;
        const object = file.get(7);
        expect(object instanceof PdfDict || object instanceof PdfStream).toBe(true);
      }),
      runs(2000),
    );
    expect(plain).toBeGreaterThan(100);
  });

  test.each(['table', 'stream', 'packed'] as const)(
    'accepts everything that a seal appends, with cross-reference data of the form %s',
    async (form) => {
      const original = samplePdf({ form, pages: 2 });
      const { bytes } = await sampleSeal(original, { onPages: [1, 2] });
      const file = openUpdate(bytes, openPdf(original));
      const numbers = [...file.xref.entries.numbers()];
      expect(numbers.length).toBeGreaterThan(8);
      for (const num of numbers) {
        const entry = file.xref.entries.get(num) as { offset: number };
        expect(isPlainObject(file.lexer(entry.offset), num)).toBe(true);
      }
    },
  );
});
