/** Invalid rows in the JSON body of a bulk send. */
import { expect, test } from '@jest/globals';
import { MAX_ISSUES } from '../middleware/validation-issues.ts';
import { parseRows } from './parse-rows.ts';

const row = '{"recipients":[{"name":"Ada","email":"ada@example.test"}],"form_values":{}}';
const body = (rows: string) => Buffer.from(`{"template_id":"tpl_1","rows":[${rows}]}`);

/** The yielded values, and the problem that ended the reading. */
function read(bytes: Buffer): { pieces: unknown[]; detail: unknown } {
  const pieces: unknown[] = [];
  try {
    for (const piece of parseRows(bytes)) pieces.push(piece);
    return { pieces, detail: null };
  } catch (error) {
    return { pieces, detail: (error as { detail: unknown }).detail };
  }
}

test('invalid rows are reported with their places, and the reading stops at the limit of issues', () => {
  expect(read(body([row, row].join()))).toMatchObject({ pieces: [{}, [{}, {}]], detail: null });
  const one = read(body([row, '5', row].join()));
  expect(one).toMatchObject({ pieces: [{}], detail: [{ loc: ['body', 'rows', 1] }] });
  // The end of the list is not JSON, which is never reached.
  const many = read(body([...Array(MAX_ISSUES + 200).fill('5'), ...Array(20_000).fill(row), '!'].join()));
  expect(many.pieces).toHaveLength(1);
  expect(many.detail).toHaveLength(MAX_ISSUES);
  expect((many.detail as object[]).at(-1)).toMatchObject({ loc: ['body', 'rows', MAX_ISSUES - 1] });
});
