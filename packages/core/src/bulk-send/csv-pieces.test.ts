import { expect, test } from '@jest/globals';
import { csvPieces } from './csv-pieces.ts';

test('a table of any size comes in small pieces, with all its lines in order', async () => {
  const lines = Array.from({ length: 2500 }, (_, at) => `${at}${'x'.repeat(1000)}\r\n`);
  const pieces: string[] = [];
  const read = async (last: number | null, limit: number) =>
    [...lines.keys()].slice(last === null ? 0 : last + 1).slice(0, limit);
  for await (const piece of csvPieces(read, (at) => lines[at]!)) pieces.push(piece);
  expect(pieces.join('')).toBe(lines.join(''));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(64 * 1024 + 1010);
  expect(pieces.length).toBeLessThan(lines.length / 50);
});

test('after a page that was cut, the next statement looks at few rows', async () => {
  const [rows, asked] = [Array.from({ length: 60 }, (_, at) => at), [] as number[]];
  const read = async (last: number | null, limit: number) => {
    asked.push(limit);
    // Rows 0 to 9 are large: two fit into a page.
    const next = (last ?? -1) + 1;
    return rows.slice(next, next + (next < 10 ? Math.min(limit, 2) : limit));
  };
  const pieces: string[] = [];
  for await (const piece of csvPieces(read, (row) => `${row},`)) pieces.push(piece);
  expect(pieces.join('')).toBe(rows.map((row) => `${row},`).join(''));
  expect(asked.slice(0, 8)).toEqual([1000, 4, 4, 4, 4, 4, 8, 16]);
});

test('a table without rows has no pieces', async () => {
  for await (const _ of csvPieces(async () => [], String)) throw new Error('unexpected');
});
