import { describe, expect, test } from '@jest/globals';
import { samplePdf } from '../testing/sample-files.ts';
import { openPdf } from './open.ts';
import { type XrefSection, XrefTable } from './xref-table.ts';

const section = (first: number, count: number, base: number): XrefSection => ({
  first,
  count,
  entryOf: (row) => (row === 3 ? null : { offset: base + row, gen: 0 }),
});

describe('the cross-reference table', () => {
  test.each([10, 100])('newer sections of %i rows override older ones, including with free rows', (count) => {
    const table = new XrefTable();
    table.add(6, { stream: 9, index: 2 });
    table.addSection(section(5, count, 1000));
    table.addSection(section(0, count, 5000));
    expect(table.get(6)).toEqual({ stream: 9, index: 2 });
    expect(table.get(5)).toEqual({ offset: 1000, gen: 0 });
    expect(table.get(8)).toBeNull();
    expect(table.own(8)).toBeNull();
    expect(table.get(2)).toEqual({ offset: 5002, gen: 0 });
    expect(table.get(count + 5)).toBeNull();
    expect(table.own(count + 5)).toBeUndefined();
    expect(table.size).toBe(count + 5);
    expect([...table.numbers()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: count + 5 }, (_, num) => num),
    );
  });

  test('looks up missing entries in the table below', () => {
    const below = new XrefTable();
    below.addSection(section(0, 100, 1000));
    const table = new XrefTable(below);
    table.add(4, null);
    expect([table.get(4), table.get(5)]).toEqual([null, { offset: 1005, gen: 0 }]);
    expect([table.own(4), table.own(5), table.size]).toEqual([null, undefined, 100]);
  });

  test.each(['table', 'stream', 'packed'] as const)(
    'of a file with many objects in the form %s locates each of them',
    (form) => {
      const objects = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [100 + n, `<</N ${n}>>`]));
      const file = openPdf(samplePdf({ form, objects }));
      for (let n = 0; n < 300; n++) expect(file.number(file.dict(file.get(100 + n))!.get('N'))).toBe(n);
      expect(file.get(99)).toBeNull();
      expect(file.get(4000)).toBeNull();
    },
  );
});
