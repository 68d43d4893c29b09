import { describe, expect, test } from '@jest/globals';
import { samplePdf } from '../testing/sample-files.ts';
import { openPdf } from './open.ts';
import { openPages, readPageTree } from './pages.ts';

const leaf = (parent: number, entries = '') => `<</Type /Page /Parent ${parent} 0 R ${entries}>>`;
/** Two levels: pages 100 and 101 under 50, then page 102, then 103 under 51. */
const nested = (changes: Record<number, string> = {}) =>
  samplePdf({
    objects: {
      2: '<</Type /Pages /Count 4 /Kids [50 0 R 102 0 R 51 0 R] /MediaBox [0 0 300 400]>>',
      50: '<</Type /Pages /Parent 2 0 R /Count 2 /Kids [100 0 R 101 0 R] /Rotate 90>>',
      51: '<</Type /Pages /Parent 2 0 R /Count 1 /Kids [103 0 R] /MediaBox [0 0 50 60]>>',
      100: leaf(50),
      101: leaf(50, '/Rotate 180'),
      102: leaf(2),
      103: leaf(51),
      ...changes,
    },
  });

describe('pages looked up one by one', () => {
  test.each([
    ['flat', samplePdf({ pages: 5 })],
    ['nested', nested()],
  ])('are the same as in the full tree of a %s tree, including inherited attributes', (_, bytes) => {
    const whole = readPageTree(openPdf(bytes));
    expect(whole.defects).toEqual([]);
    for (let number = whole.count; number >= 1; number--) {
      const pages = openPages(openPdf(bytes));
      expect(pages.count).toBe(whole.count);
      expect(pages.pageAt(number)).toEqual(whole.pageAt(number));
    }
    expect(openPages(openPdf(bytes)).pageAt(0)).toBeNull();
    expect(openPages(openPdf(bytes)).pageAt(whole.count + 1)).toBeNull();
  });

  test('do not read the other pages', () => {
    const bytes = nested({ 100: 'this is not an object' });
    expect(openPages(openPdf(bytes)).pageAt(4)?.ref?.num).toBe(103);
  });

  test('come from the full tree, which reports the defect, if counts contradict the tree', () => {
    const bytes = nested({ 51: '<</Type /Pages /Parent 2 0 R /Count 0 /Kids [103 0 R]>>' });
    const pages = openPages(openPdf(bytes));
    expect(pages.pageAt(4)?.ref?.num).toBe(103);
    expect(pages.defects).not.toEqual([]);
  });
});

test('a node without pages is a defect, because it would shift later pages', () => {
  const bytes = nested({ 51: '<</Type /Pages /Parent 2 0 R /Count 0 /Kids []>>' });
  expect(readPageTree(openPdf(bytes)).defects).toContain('a node of the page tree has no pages');
});
