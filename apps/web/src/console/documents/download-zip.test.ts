import { expect, test } from '@jest/globals';
import { fileNamesOf } from './download-zip.ts';

test('file names are different, and have no characters that file systems refuse', () => {
  expect(fileNamesOf(['Lease', 'lease', '../etc/passwd', 'a:b*c?', '', 'Lease', 'x'.repeat(300)])).toEqual([
    'Lease.pdf',
    'lease (2).pdf',
    '__etc_passwd.pdf',
    'a_b_c_.pdf',
    'Document.pdf',
    'Lease (3).pdf',
    `${'x'.repeat(100)}.pdf`,
  ]);
});
