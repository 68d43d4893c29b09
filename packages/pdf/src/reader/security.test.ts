import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { PdfDict, type PdfStream, type PdfString } from '../model/objects.ts';
import { textOf } from './form.ts';
import { openPdf } from './open.ts';
import { readPageTree } from './pages.ts';

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}.pdf`, import.meta.url));
const REVISIONS = ['owner-r2', 'owner-r3', 'owner-r4-rc4', 'owner-r4-aes', 'owner-r5', 'owner-r6'];

describe('the standard security handler', () => {
  test.each(REVISIONS)('strings and streams of %s can be read without a password', (name) => {
    const file = openPdf(fixture(name));
    const info = file.dict(file.xref.trailer.get('Info'))!;
    expect(textOf(info.get('Title') as PdfString)).toBe('A plain title');
    const { pages } = readPageTree(file);
    const contents = pages.map((page) => file.decode(file.resolve(page.dict.get('Contents')) as PdfStream));
    expect(contents.map((content) => /\((.*)\)/.exec(content.toString('latin1'))?.[1])).toEqual([
      'Page 1',
      'Page 2',
    ]);
  });

  test.each(['user-r3', 'user-r6'])('%s, which needs a password, is refused as encrypted', (name) => {
    expect(() => openPdf(fixture(name))).toThrow(expect.objectContaining({ reason: 'encrypted' }));
  });

  test.each(REVISIONS)('%s decrypts what it encrypted', (name) => {
    const { security } = openPdf(fixture(name));
    const plain = Buffer.from('attack at dawn, bring the contract');
    const secret = security!.encryptString(12, 3, plain);
    expect(Buffer.from(secret).includes('dawn')).toBe(false);
    expect(Buffer.from(security!.decryptString(12, 3, secret))).toEqual(plain);
    const head = new PdfDict();
    const data = security!.encryptStream(9, 0, head, plain);
    expect(Buffer.from(security!.decryptStream(9, 0, head, data))).toEqual(plain);
  });

  test.each([0, 1, 15, 16, 17, 33])('AES data of %i bytes never breaks the reader', (length) => {
    const { security } = openPdf(fixture('owner-r6'));
    expect(() => security!.decryptString(5, 0, Buffer.alloc(length, 7))).not.toThrow();
  });
});
