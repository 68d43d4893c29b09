/** Which files of a ZIP the rows of a bulk send mean. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type ZipPart, zipOf } from '../../../../test/support/zip.ts';
import { ZipArchive } from '../zip-archive.ts';
import { type MatchLimits, matchPdfs, pdfNameOf } from './match-pdfs.ts';

const folder = await mkdtemp(join(tmpdir(), 'countersign-pdfs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = createFileStorage({ root: folder });

async function match(zip: Buffer, names: string[], limits: Partial<MatchLimits> = {}) {
  const { sha256 } = await storage.putBytes(zip);
  const archive = await ZipArchive.open(storage, sha256);
  const found = await matchPdfs(archive.entries(100), new Set(names), {
    zipBytes: zip.length,
    maxPdfBytes: 1000,
    maxTotalBytes: 2000,
    ...limits,
  });
  const read = async (name: string) => {
    const pdf = found.pdfs.get(name)!;
    if ('problem' in pdf) return pdf.problem;
    const chunks: Buffer[] = [];
    for await (const chunk of archive.read(pdf.place, 1000)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  return { read, unused: found.unused, all: async () => Promise.all(names.map(read)) };
}

const part = (name: string, content = `content of ${name}`, more: Partial<ZipPart> = {}): ZipPart => ({
  name,
  content,
  ...more,
});

describe('the file that a row names', () => {
  test('is the one with this path, or else the only one with this name in any folder', async () => {
    const zip = zipOf([
      part('contracts/'),
      part('contracts/ada.pdf'),
      part('contracts/bob.pdf'),
      part('bob.pdf'),
      part('old/cy.pdf'),
      part('new/cy.pdf'),
      part('eve.pdf'),
      part('old/eve.pdf'),
      part('__MACOSX/contracts/._ada.pdf'),
      part('contracts/.DS_Store'),
    ]);
    const names = [
      ...['ada.pdf', 'contracts/ada.pdf', 'bob.pdf', 'cy.pdf', 'new/cy.pdf', 'dan.pdf', 'Ada.pdf'],
      ...['eve.pdf'],
    ];
    const { all, unused } = await match(zip, names);
    expect(await all()).toEqual([
      'content of contracts/ada.pdf',
      'content of contracts/ada.pdf',
      'content of bob.pdf',
      'the ZIP has 2 files with this name in its folders; give the path',
      'content of new/cy.pdf',
      'the ZIP has no such file',
      'the ZIP has no such file',
      'content of eve.pdf',
    ]);
    // contracts/bob.pdf, old/cy.pdf and old/eve.pdf; folders and files of macOS do not count.
    expect(unused).toBe(3);
  });

  test('has composed characters however the archive writes them, and slashes between folders', async () => {
    const zip = zipOf([part('Verträge/Jörg.pdf'.normalize('NFD'))]);
    const name = pdfNameOf(' .\\Verträge\\Jörg.pdf ');
    expect(name).toBe('Verträge/Jörg.pdf'.normalize('NFC'));
    expect(await (await match(zip, [name])).read(name)).toMatch(/^content of/);
  });

  test.each([
    [
      'is there twice',
      zipOf([part('a.pdf', 'one'), part('a.pdf', 'two')]),
      'the ZIP has 2 files with this name',
    ],
    [
      'is encrypted',
      zipOf([part('a.pdf', 'x', { isEncrypted: true })]),
      'it is encrypted; make the ZIP without a password',
    ],
    ['is empty', zipOf([part('a.pdf', '')]), 'it is empty'],
    ['is too large', zipOf([part('a.pdf', 'x'.repeat(1001))]), 'it has 1001 bytes, at most 1000 are allowed'],
  ])('cannot be used if it %s', async (_, zip, problem) => {
    expect(await (await match(zip, ['a.pdf'])).read('a.pdf')).toBe(problem);
  });
});

describe('an archive made to exhaust readers', () => {
  test('is refused if its files share bytes', async () => {
    const zip = zipOf([part('a.pdf', 'x'.repeat(900), { isCompressed: false })]);
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    const start = zip.readUInt32LE(end + 16);
    const entry = zip.subarray(start, end);
    const trailer = Buffer.from(zip.subarray(end));
    trailer.writeUInt16LE(40, 8);
    trailer.writeUInt16LE(40, 10);
    trailer.writeUInt32LE(40 * entry.length, 12);
    const bomb = Buffer.concat([zip.subarray(0, start), ...Array<Buffer>(40).fill(entry), trailer]);
    await expect(match(bomb, ['a.pdf'])).rejects.toThrow('its files overlap');
  });

  test('is refused if the named files have too many bytes together, or there are too many files', async () => {
    const parts = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => part(name, 'x'.repeat(700)));
    await expect(match(zipOf(parts), ['a.pdf', 'b.pdf', 'c.pdf'])).rejects.toThrow(
      'the PDFs that rows name have 2100 bytes together, at most 2000 are read',
    );
    expect((await match(zipOf(parts), ['a.pdf', 'c.pdf'])).unused).toBe(1);
    const content = 'x'.repeat(1000);
    const largest = zipOf([part('a.pdf', content), part('b.pdf', content)]);
    expect(await (await match(largest, ['a.pdf', 'b.pdf'])).all()).toEqual([content, content]);
    const many = Array.from({ length: 101 }, (_, at) => part(`${at}.pdf`, 'x'));
    await expect(match(zipOf(many), ['0.pdf'])).rejects.toThrow('it has 101 entries, at most 100 are read');
  });

  test('is refused if a file leaves its folder', async () => {
    await expect(match(zipOf([part('../a.pdf')]), ['a.pdf'])).rejects.toThrow('invalid relative path');
  });
});
