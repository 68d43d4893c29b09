import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { type PdfDict, PdfRef } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { decodeStream } from './filters.ts';
import { Lexer } from './lexer.ts';

const budget = () => ({ total: 1 << 20, perStream: 1 << 20 });
const resolve = (object: unknown) => (object instanceof PdfRef ? null : (object ?? null)) as never;
const dict = (text: string) => new Lexer(Buffer.from(text)).readObject() as PdfDict;
const decode = (head: string, data: Uint8Array, limits = budget()) =>
  decodeStream(dict(head), data, resolve, limits).toString('latin1');

describe('stream filters', () => {
  test('are decoded in the listed order', () => {
    const data = Buffer.from(`${deflateSync(Buffer.from('content')).toString('hex')}>`);
    expect(decode('<</Filter [/AHx /Fl]>>', data)).toBe('content');
  });

  test('ASCII85, run-length and LZW data decode to the examples of the specification', () => {
    expect(decode('<</Filter /ASCII85Decode>>', Buffer.from('87cURD]i,"Ebo80~>'))).toBe('Hello World!');
    expect(decode('<</Filter /ASCII85Decode>>', Buffer.from('z87cUR~>'))).toBe('\0\0\0\0Hell');
    expect(decode('<</Filter /RL>>', Buffer.of(2, 97, 98, 99, 254, 120, 128))).toBe('abcxxx');
    const lzw = Buffer.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01);
    expect(decode('<</Filter /LZWDecode>>', lzw)).toBe('-----A---B');
  });

  test('PNG predictors of every type restore the rows', () => {
    const rows = [
      [0, 1, 2, 3, 4],
      [1, 1, 1, 1, 1],
      [2, 1, 1, 1, 1],
      [3, 1, 1, 1, 1],
      [4, 1, 1, 1, 1],
    ];
    const data = deflateSync(Buffer.from(rows.flat()));
    const out = decode('<</Filter /FlateDecode /DecodeParms <</Predictor 15 /Columns 4>>>>', data);
    expect([...Buffer.from(out, 'latin1')]).toEqual([
      1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 5, 2, 3, 4, 5, 3, 4, 5, 6,
    ]);
  });

  test('data with a wrong checksum or a missing end is decoded as far as possible', () => {
    const data = deflateSync(Buffer.from('x'.repeat(500)));
    const broken = Buffer.from(data);
    broken[broken.length - 1]! ^= 1;
    expect(decode('<</Filter /FlateDecode>>', broken)).toHaveLength(500);
    expect('x'.repeat(500).startsWith(decode('<</Filter /FlateDecode>>', data.subarray(0, -6)))).toBe(true);
  });

  test('a stream that exceeds the limit is refused before it is fully decoded', () => {
    const bomb = deflateSync(Buffer.alloc(64 << 20));
    const before = process.memoryUsage().arrayBuffers;
    expect(() => decode('<</Filter /FlateDecode>>', bomb)).toThrow('decodes to more');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
    const nested = deflateSync(bomb);
    expect(() => decode('<</Filter [/FlateDecode /FlateDecode]>>', nested)).toThrow(PdfError);
  });

  test.each([
    ['ASCIIHexDecode', Buffer.from('61 62 6'), 'ab`'],
    ['ASCII85Decode', Buffer.from('z87cU~>'), '\0\0\0\0Hel'],
    ['RunLengthDecode', Buffer.of(2, 97, 98, 99, 254, 120, 5, 121), 'abcxxxy'],
    ['LZWDecode', Buffer.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01), '-----A---B'],
    ['FlateDecode', deflateSync(Buffer.from('content')), 'content'],
  ])('%s returns exactly what the limit allows, and one byte more is refused', (filter, data, text) => {
    const within = (bytes: number) => {
      const limits = { total: bytes, perStream: 1 << 20 };
      return [decode(`<</Filter /${filter}>>`, data, limits), limits.total];
    };
    expect(within(text.length)).toEqual([text, 0]);
    expect(() => within(text.length - 1)).toThrow(
      `a stream decodes to more than its limit of ${text.length - 1} bytes`,
    );
  });

  test('streams of one file share one budget', () => {
    const limits = { total: 1000, perStream: 600 };
    const data = deflateSync(Buffer.alloc(600));
    decode('<</Filter /FlateDecode>>', data, limits);
    expect(() => decode('<</Filter /FlateDecode>>', data, limits)).toThrow('decodes to more');
  });

  test.each(['/DCTDecode', '/Nonsense', '[/JBIG2Decode]', '[1]'])('%s is refused by name', (filter) => {
    expect(() => decode(`<</Filter ${filter}>>`, Buffer.of(1))).toThrow(PdfError);
  });

  test('impossible predictor parameters are refused', () => {
    const data = deflateSync(Buffer.from('abc'));
    expect(() =>
      decode('<</Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 999999999>>>>', data),
    ).toThrow(PdfError);
  });
});
