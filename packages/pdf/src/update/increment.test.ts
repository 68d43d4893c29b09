import { describe, expect, test } from '@jest/globals';
import { dict, name, PdfDict } from '../model/objects.ts';
import { openPdf } from '../reader/open.ts';
import { catalogOf } from '../reader/pages.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { Increment } from './increment.ts';

describe('a revision', () => {
  test.each(['table', 'stream'] as const)(
    'contains the last version of a replaced object once, and lists objects in order: %s',
    (form) => {
      const original = samplePdf({ form });
      const file = openPdf(original);
      const { ref, dict: catalog } = catalogOf(file);
      const increment = new Increment(file);
      const added = [1, 2].map((n) => {
        increment.replace(ref, new PdfDict(catalog.map).set('Version', n));
        return increment.add(dict({ Type: name('Added'), N: n }));
      });
      const { bytes } = increment.finish(Buffer.alloc(16, 7));

      const appended = bytes.toString('latin1', original.length);
      const numbers = [...appended.matchAll(/^(\d+) 0 obj$/gm)].map(([, num]) => Number(num));
      expect(numbers.slice(0, 3)).toEqual([ref.num, ...added.map(({ num }) => num)]);
      expect(numbers).toHaveLength(form === 'table' ? 3 : 4);
      const reopened = openPdf(bytes);
      expect(catalogOf(reopened).dict.get('Version')).toBe(2);
      expect(added.map((one) => reopened.dict(one)!.get('N'))).toEqual([1, 2]);
    },
  );

  test.each(['table', 'stream'] as const)('uses integer object numbers, whatever /Size is: %s', (form) => {
    for (const size of ['19.5', '2.5', '-3', '(ten)']) {
      const increment = new Increment(openPdf(samplePdf({ form, trailerEntries: `/Size ${size}` })));
      const added = increment.add(dict({ Type: name('Added') }));
      const reopened = openPdf(increment.finish(Buffer.alloc(16, 7)).bytes);
      expect(reopened.nameOf(reopened.dict(added)?.get('Type'))).toBe('Added');
    }
  });
});
