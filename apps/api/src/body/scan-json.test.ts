/** The result of a scan does not depend on how the body is split into chunks. */

import type { ProblemError } from '@countersign/problem/problem-error';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { createBase64File } from './base64-file.ts';
import { createJsonScanner } from './scan-json.ts';

interface Scanned {
  rest: string;
  taken: string | null;
  values: number;
}

function scan(
  text: string,
  cuts: number[],
  options: { maxDepth?: number; maxValues?: number } = {},
): Scanned {
  let rest = '';
  let taken: string | null = null;
  const scanner = createJsonScanner({
    maxDepth: options.maxDepth ?? 64,
    maxValues: options.maxValues ?? 1_000_000,
    take: 'file',
    onRest: (bytes) => {
      rest += bytes.toString('latin1');
    },
    onTaken: (bytes) => {
      taken = (taken ?? '') + bytes.toString('latin1');
    },
  });
  const bytes = Buffer.from(text);
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [at, edge] of edges.entries()) scanner.push(bytes.subarray(edges[at - 1] ?? 0, edge));
  return { rest: Buffer.from(rest, 'latin1').toString(), taken, values: scanner.values() };
}

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 0)
    : 1;

function reasonOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    const { detail } = error as ProblemError;
    return Array.isArray(detail) ? [detail[0]!.type, detail[0]!.ctx] : detail;
  }
  return null;
}

const cutsOf = fc.array(fc.nat(100_000), { maxLength: 20 });

describe('scanning JSON', () => {
  test('counts at least as many values as there are, and passes all other text on unchanged', () => {
    fc.assert(
      fc.property(fc.json(), cutsOf, (text, cuts) => {
        const { rest, values } = scan(text, cuts);
        const value: unknown = JSON.parse(text);
        expect(values).toBeGreaterThanOrEqual(countOf(value));
        if (!Object.hasOwn(Object(value), 'file')) expect(rest).toBe(text);
      }),
      runs(100),
    );
  });

  test('extracts only the string of the named outermost member, with its escapes', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), cutsOf, (file, other, cuts) => {
        const body = { before: other, inner: { file: 'kept' }, list: ['file', { file }], file, filed: 'x' };
        const { rest, taken } = scan(JSON.stringify(body), cuts);
        expect(taken).toBe(Buffer.from(JSON.stringify(file).slice(1, -1)).toString('latin1'));
        expect(rest).toBe(JSON.stringify({ ...body, file: '' }));
      }),
      runs(100),
    );
    for (const text of ['{"file":5}', '{"file":{"a":"b"}}', '["file","a"]', '"file"', '{"a":"file","b":"c"}'])
      expect(scan(text, [1, 4])).toMatchObject({ rest: text, taken: null });
  });

  test('reads the name of the member with its escapes, as the parser does', () => {
    for (const cuts of [[], [3, 4, 5, 6, 7, 8]]) {
      expect(scan('{"f\\u0069le":"a"}', cuts)).toMatchObject({ rest: '{"f\\u0069le":""}', taken: 'a' });
      for (const other of ['fi\\nle', '\\"file', 'file\\\\', 'fi\\u0000le', 'fi\\le'])
        expect(scan(`{"${other}":"a"}`, cuts)).toMatchObject({ rest: `{"${other}":"a"}`, taken: null });
    }
  });

  test('throws as soon as nesting or the number of values exceeds its limit', () => {
    expect(reasonOf(() => scan('['.repeat(65), []))).toEqual([
      'json_invalid',
      { error: 'nested more than 64 deep' },
    ]);
    expect(reasonOf(() => scan(`${'['.repeat(64)}${']'.repeat(64)}`, []))).toBeNull();
    expect(reasonOf(() => scan('{"x":[{},{},{},', [], { maxValues: 5 }))).toEqual([
      'json_invalid',
      { error: 'more than 5 values' },
    ]);
    expect(
      reasonOf(() => scan(JSON.stringify('[{,'.repeat(100)), [], { maxValues: 5, maxDepth: 2 })),
    ).toBeNull();
  });
});

describe('a file in base64', () => {
  const decode = (text: string, cuts: number[], maxBytes = 1_000_000) => {
    const file = createBase64File({ maxBytes, onGrow: () => undefined });
    const bytes = Buffer.from(text);
    const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
    for (const [at, edge] of edges.entries()) file.push(bytes.subarray(edges[at - 1] ?? 0, edge));
    return file.finish();
  };

  test('is decoded however it is split, with line breaks, escapes and the head of a data URL', () => {
    const escaped = (text: string) =>
      text.replaceAll('/', '\\/').replaceAll('=', '\\u003d').replaceAll('\r\n', '\\r\\n');
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        cutsOf,
        fc.boolean(),
        fc.boolean(),
        (given, cuts, lines, url) => {
          const plain = Buffer.from(given).toString('base64');
          const wrapped = lines ? plain.replace(/.{20}/g, '$&\r\n') : plain;
          const text = escaped(`${url ? 'data:application/pdf;base64,' : ''}${wrapped}`);
          expect(decode(text, cuts)).toEqual(Buffer.from(given));
        },
      ),
      runs(100),
    );
  });

  test('is null for text that is not base64, and throws over the limit', () => {
    for (const text of [
      'a',
      'abc',
      'ab=c',
      'abc=abcd',
      '====',
      'ab!d',
      'ab d',
      'abc\\u00e9',
      'data:text/plain;base64,abcd',
    ])
      for (const cuts of [[], [1, 2, 3]]) expect([text, decode(text, cuts)]).toEqual([text, null]);
    expect(decode('', [])).toEqual(Buffer.alloc(0));
    expect(reasonOf(() => decode('AAAAAAAA', [4], 5))).toBe('The PDF is over 5 bytes.');
  });
});
