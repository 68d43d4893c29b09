/** The columns and values that a file of corrections may have. */
import { describe, expect, test } from '@jest/globals';
import { correctionColumns } from './corrections-csv.ts';

const header = (names: string, placeholders = 1) =>
  correctionColumns(placeholders, { line: 1, cells: names.split(',') });
const read = (names: string, cells: string, placeholders = 1) =>
  header(names, placeholders)({ line: 7, cells: cells.split(',') });

describe('a line', () => {
  test('names its row by row_no, or else by external_id, and corrects what is filled in', () => {
    expect(read(' Row_No ,external_id,Name,email,status', ' 3 ,t-3, Ada ,ada@example.test,sent')).toEqual({
      line: 7,
      rowNo: 3,
      externalId: null,
      changes: [{ name: 'Ada', email: 'ada@example.test' }],
      error: null,
    });
    const byExternalId = { rowNo: null, externalId: 't-3', changes: [{ name: 'Ada' }], error: null };
    expect(read('row_no,external_id,name,email', ',t-3,Ada,')).toMatchObject(byExternalId);
    expect(read('external_id,name', 't-3,Ada')).toMatchObject(byExternalId);
    const nothing = { line: 7, rowNo: 3, externalId: null, changes: [{}], error: null };
    expect(read('row_no,name', '3,')).toEqual(nothing);
  });

  test('corrects the recipient with the number of the column', () => {
    const names = 'row_no,recipient_2_email,recipient_1_name,recipient_2_name';
    expect(read(names, '3,grace@example.test,,Grace', 2).changes).toEqual([
      {},
      { name: 'Grace', email: 'grace@example.test' },
    ]);
    expect(read('row_no,recipient_1_email', '3,ada@example.test').changes).toEqual([
      { email: 'ada@example.test' },
    ]);
  });

  test('has values without the apostrophe that a downloaded table puts before formulas', () => {
    const named = (cells: string) => {
      const { externalId, changes } = read('external_id,name', cells);
      return [externalId, changes[0]!.name];
    };
    expect(named("'=3,'-Ada")).toEqual(['=3', '-Ada']);
    expect(named("'3,'Ada")).toEqual(["'3", "'Ada"]);
  });

  test.each(['1', '2147483647'])('can name row %s', (rowNo) => {
    expect(read('row_no,name', `${rowNo},Ada`)).toMatchObject({ rowNo: Number(rowNo), error: null });
  });

  test.each([
    ['row_no,name', '0,Ada', 'column row_no: not the number of a row'],
    ['row_no,name', '2147483648,Ada', 'column row_no: not the number of a row'],
    ['row_no,name', '1.5,Ada', 'column row_no: not the number of a row'],
    ['row_no,external_id,name', 'x,t-3,Ada', 'column row_no: not the number of a row'],
    ['external_id,name', `${'x'.repeat(256)},Ada`, 'column external_id: not an external id'],
    ['row_no,external_id,name', ',,Ada', 'neither row_no nor external_id is given'],
    ['row_no,name', '3', '1 columns, the header has 2'],
    ['row_no,name', '3,Ada,', '3 columns, the header has 2'],
    ['row_no,email', '3,nobody', 'column email: not a valid email address'],
    ['row_no,name', `3,${'x'.repeat(201)}`, 'column name: not a name of at most 200 visible characters'],
  ])('is refused with the reason: %s, %s', (names, cells, error) => {
    expect(read(names, cells)).toMatchObject({ line: 7, changes: [], error });
  });
});

describe('a header', () => {
  test.each([
    ['email', 1, /^a column row_no or external_id is needed to name the row$/],
    ['row_no,status', 1, /^no column to correct/],
    ['row_no,name,email', 2, /^no column to correct/],
    ['row_no,email,ROW_NO', 1, /^column row_no appears twice$/],
    ['external_id,email,external_id', 1, /^column external_id appears twice$/],
    ['row_no,email,Email', 1, /^column email appears twice$/],
    ['row_no,recipient_2_email', 1, /^column recipient_2_email: the template has 1 placeholder$/],
    ['row_no,recipient_3_name', 2, /^column recipient_3_name: the template has 2 placeholders$/],
    ['row_no,email,recipient_1_auth_level', 1, /a file can correct names and email addresses only$/],
    ['row_no,email,recipient_1_delivery', 1, /a file can correct names and email addresses only$/],
  ])('is refused with the reason: %s, for %i placeholders', (names, placeholders, reason) => {
    expect(() => header(names, placeholders)).toThrow(reason);
  });

  test('may have other columns, also twice', () => {
    expect(read('row_no,status,status,email', '3,sent,sent,ada@example.test')).toMatchObject({
      changes: [{ email: 'ada@example.test' }],
      error: null,
    });
  });
});
