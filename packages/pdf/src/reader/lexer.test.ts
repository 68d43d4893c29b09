import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { PdfDict, PdfName, PdfRef, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { ByteWriter } from '../update/serialize.ts';
import { Lexer } from './lexer.ts';

const read = (text: string) => new Lexer(Buffer.from(text, 'latin1')).readObject();
const bytesOf = (text: string) => Buffer.from((read(text) as PdfString).bytes).toString('latin1');

describe('the lexer', () => {
  test.each([
    ['12', 12],
    ['+5', 5],
    ['-.5', -0.5],
    ['4.', 4],
    ['--7', -7],
    ['0.00001', 0.00001],
    ['1.2.3', 1.2],
    ['-', 0],
    ['-.', 0],
    ['true', true],
    ['null', null],
    ['% a comment\n3', 3],
  ])('reads %s as its value', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test('reads a decimal number as the nearest double', () => {
    const digits = fc.stringMatching(/^[0-9]{0,9}$/);
    fc.assert(
      fc.property(fc.constantFrom('', '-', '+'), digits, digits, (sign, whole, behind) => {
        fc.pre(whole !== '' || behind !== '');
        expect(read(`${sign}${whole}.${behind}`)).toBe(Number(`${sign}${whole || '0'}.${behind || '0'}`));
      }),
      runs(1000),
    );
  });

  test('distinguishes references from numbers', () => {
    expect(read('[1 0 R 1 0 2 0 R 5]')).toEqual([new PdfRef(1), 1, 0, new PdfRef(2), 5]);
    expect(read('[1 0 RG]')).toEqual([1, 0]);
  });

  test('resolves escapes in names and strings', () => {
    expect(read('/A#20B#2f')).toEqual(new PdfName('A B/'));
    expect(bytesOf('(a\\(b\\)\\n\\101\\\r\nc(d)e)')).toBe('a(b)\nAc(d)e');
    expect(bytesOf('(line\r\nend)')).toBe('line\nend');
    expect(bytesOf('<48 65 6c6C 6>')).toBe('Hell`');
  });

  test('keeps the members of a dictionary in order and skips stray tokens', () => {
    const dict = read('<</B 1 /A [2 3] stray /C <</D (x)>> /E>>') as PdfDict;
    expect([...dict.map.keys()]).toEqual(['B', 'A', 'C', 'E']);
    expect(dict.get('E')).toBeNull();
  });

  test.each(['(never ends', '<48', '[1 2', '<</A 1', '[1 endobj', '', '<</A'])(
    'reports %p as damaged instead of reading past the end',
    (text) => {
      expect(() => read(text)).toThrow(PdfError);
    },
  );

  test('reports endless nesting as damaged instead of exhausting the stack', () => {
    expect(() => read('['.repeat(100_000))).toThrow(PdfError);
    expect(() => read('<</A '.repeat(100_000))).toThrow(PdfError);
  });

  test('reads back whatever the writer writes', () => {
    const leaf = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6 + 0),
      fc.string({ unit: 'binary-ascii', minLength: 1 }).map((text) => new PdfName(text.replaceAll('\0', ''))),
      fc.tuple(fc.nat(), fc.nat(65_535)).map(([num, gen]) => new PdfRef(num, gen)),
      fc.tuple(fc.uint8Array(), fc.boolean()).map(([bytes, hex]) => new PdfString(Buffer.from(bytes), hex)),
    );
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('node')),
        fc
          .dictionary(fc.stringMatching(/^[a-zA-Z]+$/), tie('node'))
          .map((members) => new PdfDict(Object.entries(members) as never)),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (value) => {
        const writer = new ByteWriter();
        writer.object(value as never, 0, 0, 0);
        writer.text(' ');
        const again = new ByteWriter();
        again.object(new Lexer(Buffer.from(writer.view())).readObject(), 0, 0, 0);
        again.text(' ');
        expect(again.view().toString('latin1')).toBe(writer.view().toString('latin1'));
      }),
      runs(300),
    );
  });

  test('reads any bytes as an object or throws a PdfError', () => {
    const alphabet = fc.constantFrom(
      ...'<>[]()/%#\\ \n019-.RaB'.split(''),
      'obj',
      'stream',
      'endobj',
      'null ',
    );
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 60 }), (parts) => {
        const lexer = new Lexer(Buffer.from(parts.join(''), 'latin1'));
        try {
          lexer.readObject();
        } catch (error) {
          expect(error).toBeInstanceOf(PdfError);
        }
        expect(lexer.pos).toBeLessThanOrEqual(lexer.end + 1);
      }),
      runs(2000),
    );
  });
});
