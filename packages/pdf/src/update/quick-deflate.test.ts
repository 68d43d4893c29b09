/** Compression of our own: what comes out is what went in, for every reader of the format. */
import { randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { quickDeflate } from './quick-deflate.ts';

const restored = (bytes: Uint8Array): Buffer => inflateSync(quickDeflate(bytes));

/** Texts that repeat pieces of themselves, near and far. */
const repetitive = fc
  .tuple(
    fc.array(fc.uint8Array({ minLength: 1, maxLength: 400 }), { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat()),
  )
  .map(([pieces, order]) => Buffer.concat([...pieces, ...order.map((n) => pieces[n % pieces.length]!)]));

describe('quick compression', () => {
  test('gives back any bytes, one text after the other', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 2000 }), repetitive), (bytes) => {
        expect(restored(bytes).equals(bytes)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('gives back matches of every length at every distance that the format knows', () => {
    for (const distance of [
      1, 2, 3, 4, 5, 7, 63, 64, 65, 255, 256, 257, 258, 4095, 4097, 16_385, 32_767, 32_768, 32_769,
    ])
      for (const length of [4, 5, 10, 11, 12, 18, 19, 67, 115, 130, 131, 227, 256, 257, 258, 259, 600]) {
        const noise = randomBytes(distance);
        const copied = Buffer.alloc(length, noise.subarray(0, Math.min(length, distance)));
        const bytes = Buffer.concat([noise, copied, randomBytes(3)]);
        expect(restored(bytes).equals(bytes)).toBe(true);
      }
  });

  test('checks sums over long texts of large bytes', () => {
    const bytes = Buffer.alloc(300_000, 255);
    expect(restored(bytes).equals(bytes)).toBe(true);
    expect(quickDeflate(bytes).length).toBeLessThan(3000);
  });

  test('makes drawing operators a third as long', () => {
    const lines = Array.from(
      { length: 300 },
      (_, line) => `BT\n/F1 7.2 Tf\n47 ${800 - line * 2.5} Td\n(Entry ${line} of the trail)Tj\nET`,
    );
    const bytes = Buffer.from(lines.join('\n'), 'latin1');
    expect(quickDeflate(bytes).length).toBeLessThan(bytes.length / 3);
  });
});
