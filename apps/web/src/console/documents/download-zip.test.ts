import type { DocumentOut } from '@countersign/client/generated/api';
import { afterEach, expect, jest, test } from '@jest/globals';
import type { Client } from '../client.ts';
import { fileNamesOf, saveAsZip } from './download-zip.ts';

afterEach(() => void jest.restoreAllMocks());

test('a download that fails is reported as what it is, also after a document without a file', async () => {
  const notSealed = { type: '/problems/not-sealed', status: 409, title: 'The document is not sealed yet' };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    if (path === 'second') throw new TypeError('network error');
    return Response.json(notSealed, {
      status: 409,
      headers: { 'Content-Type': 'application/problem+json' },
    });
  });
  const client = {
    fileUrl: (_: string, { path }: { path: { doc_id: string } }) => path.doc_id,
  } as unknown as Client;
  const documents = ['first', 'second'].map((id) => ({ id, title: id }) as DocumentOut);
  await expect(saveAsZip(client, documents)).rejects.toThrow('network error');
  await expect(saveAsZip(client, documents.slice(0, 1))).rejects.toThrow('The document is not sealed yet');
});

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
