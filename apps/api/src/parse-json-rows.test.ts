import { describe, expect, test } from '@jest/globals';
import { parseJsonRows } from './parse-json-rows.ts';

const parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'));
/** The value assembled from the pieces. */
async function inPieces(text: string): Promise<unknown> {
  const [value, ...pieces] = [...parseJsonRows(Buffer.from(text), 'rows', parse)];
  if (pieces.length > 0) (value as Record<string, unknown>).rows = pieces.flat();
  return value;
}
/** Large enough that a list of a few is split several times. */
const wide = 'ä'.repeat(60_000);
const rows = Array.from({ length: 12 }, (_, at) => ({
  at,
  text: `[{"rows":[${at}]}],\\"${wide}`,
  nested: { rows: [[at], { rows: [] }] },
}));

describe('a body parsed in pieces is the value that JSON.parse makes of the whole', () => {
  test.each([
    ['one list among other members', { template_id: 'tpl_1', rows, source_filename: 'rows' }],
    ['scalars of every kind', { rows: [1, 'a', null, true, [], {}, wide, wide, wide, wide, wide, -1.5e3] }],
    ['an empty list', { rows: [], note: wide }],
    ['no list of that name', { lines: rows }],
    ['the name deeper down alone', { inner: { rows }, rows: 'rows' }],
    ['a list outermost', [{ rows }]],
    ['an object in the list’s place', { rows: { rows } }],
    ['a string', 'rows'],
  ])('%s', async (_name, value) => {
    for (const space of [0, 2]) {
      const text = JSON.stringify(value, null, space);
      expect(await inPieces(text)).toEqual(JSON.parse(text));
    }
  });

  test('the last of duplicate members counts, whatever its type', async () => {
    const list = JSON.stringify(rows);
    for (const text of [
      `{"rows":${list},"rows":5}`,
      `{"rows":5,"rows":${list}}`,
      `{"rows":[1],"rows":${list}}`,
      `{"r\\u006fws":[1],"rows":${list}}`,
    ])
      expect(await inPieces(text)).toEqual(JSON.parse(text));
  });
});

describe('invalid JSON is refused wherever it is', () => {
  const many = rows.map((row) => JSON.stringify(row)).join(',');
  test.each([
    ['cut off', `{"rows":[${many}`],
    ['a comma behind the last', `{"rows":[${many},]}`],
    ['a comma before the first', `{"rows":[,${many}]}`],
    ['two commas', `{"rows":[${many},,${many}]}`],
    ['nothing but space between commas', `{"rows":[${many},${' '.repeat(300_000)},${many}]}`],
    ['nothing but space at the end', `{"rows":[${many},${' '.repeat(300_000)}]}`],
    ['a bracket of the wrong kind', `{"rows":[${many},{"a":1]]}`],
    ['no commas', `{"rows":[${many} ${many}]}`],
    ['more behind the end', `{"rows":[${many}]} x`],
    ['an open string', `{"rows":[${many},"a]}`],
    ['something before the list', `{"rows":1[${many}]}`],
    ['nothing', ''],
  ])('%s', async (_name, text) => {
    expect(() => JSON.parse(text)).toThrow();
    await expect(inPieces(text)).rejects.toThrow(SyntaxError);
  });
});
