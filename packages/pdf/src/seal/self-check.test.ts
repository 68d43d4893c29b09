import { describe, expect, test } from '@jest/globals';
import { SealError } from '../ports/errors.ts';
import { openPdf } from '../reader/open.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { sampleSeal, sampleSigner } from '../testing/sample-seal.ts';
import { checkUpdate } from './self-check.ts';

const FORMS = ['table', 'stream', 'packed'] as const;

/** A seal on page 2 of three, and the file below it. */
async function sealed(form: (typeof FORMS)[number] = 'table', signer = sampleSigner()) {
  const original = samplePdf({ form, pages: 3 });
  const revision = await sampleSeal(original, { onPages: [2], signer });
  return { base: openPdf(original), revision };
}

/** The revision with one text of the update replaced by another of the same length. */
function altered<T extends { bytes: Buffer }>(revision: T, from: number, before: RegExp, after: string): T {
  const bytes = Buffer.from(revision.bytes);
  const found = before.exec(bytes.toString('latin1', from))!;
  expect(found[0]).toHaveLength(after.length);
  bytes.write(after, from + found.index, 'latin1');
  return { ...revision, bytes };
}

describe('the check of what a seal has appended', () => {
  test.each(FORMS)('accepts a correct update with cross-reference data of the form %s', async (form) => {
    const { base, revision } = await sealed(form);
    expect(() => checkUpdate(revision, base, 4, [2, 4])).not.toThrow();
  });

  test('accepts a seal after an earlier signature', async () => {
    const { bytes: first } = await sampleSeal(samplePdf({ pages: 3 }));
    const revision = await sampleSeal(first, { onPages: [2] });
    expect(() => checkUpdate(revision, openPdf(first), 5, [2, 5])).not.toThrow();
  });

  test('refuses a wrong number of pages, and a page that was not drawn on', async () => {
    const { base, revision } = await sealed();
    expect(() => checkUpdate(revision, base, 5, [2])).toThrow('4 pages instead of 5');
    expect(() => checkUpdate(revision, base, 4, [1])).toThrow('page 1 of the sealed file is not the one');
    expect(() => checkUpdate(revision, base, 4, [9])).toThrow(SealError);
  });

  test('refuses a wrong offset of any appended object', async () => {
    const { base, revision } = await sealed();
    const from = base.bytes.length;
    const table = revision.bytes.indexOf('\nxref\n', from, 'latin1');
    const rows = [...revision.bytes.toString('latin1', table).matchAll(/\d{10} 00000 n/g)];
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) {
      const bytes = Buffer.from(revision.bytes);
      const wrong = String(Number(row[0].slice(0, 10)) + 1).padStart(10, '0');
      bytes.write(wrong, table + row.index, 'latin1');
      expect(() => checkUpdate({ ...revision, bytes }, base, 4, [2, 4])).toThrow('cannot be read');
    }
  });

  test('refuses an update that does not lead back to the file, or a file whose last section has changed', async () => {
    const { base, revision } = await sealed();
    const end = base.bytes.length;
    const lost = altered(revision, end, /\/Prev \d/, '/Prev 9');
    expect(() => checkUpdate(lost, base, 4, [2])).toThrow('does not follow');
    const touched = altered(revision, base.xref.startxref, /00000 n/, '00001 n');
    expect(() => checkUpdate(touched, base, 4, [2])).toThrow('has changed the bytes before it');
  });

  test('refuses lost content, a digest of other bytes and a byte range with gaps', async () => {
    const { base, revision } = await sealed();
    const end = base.bytes.length;
    const lost = altered(revision, end, /\/Contents \[\d+ 0 R/, '/Contents [1 0 R'.padEnd(17));
    expect(() => checkUpdate(lost, base, 4, [2])).toThrow('has lost its content');
    expect(() => checkUpdate({ ...revision, digest: Buffer.alloc(32) }, base, 4, [2])).toThrow(
      'the seal is not valid',
    );
    const mixedCase = altered(revision, revision.contentsOffset, /a/, 'A');
    expect(() => checkUpdate(mixedCase, base, 4, [2])).toThrow('the signature is not where');
    const shorter = { ...revision, contentsOffset: revision.contentsOffset + 2 };
    expect(() => checkUpdate(shorter, base, 4, [2])).toThrow('does not cover');
  });

  test('refuses a changed signature by a key whose earlier signature was accepted', async () => {
    const signer = sampleSigner('rsa2048');
    const before = await sealed('table', signer);
    checkUpdate(before.revision, before.base, 4, [2, 4]);
    const { base, revision } = await sealed('stream', signer);
    const digits = /<([0-9a-f]+?)0*>/.exec(revision.bytes.toString('latin1', revision.contentsOffset))![1]!;
    for (let at = 0; at < digits.length; at += 61) {
      const bytes = Buffer.from(revision.bytes);
      bytes.write(digits[at] === '0' ? '1' : '0', revision.contentsOffset + 1 + at, 'latin1');
      expect(() => checkUpdate({ ...revision, bytes }, base, 4, [2, 4])).toThrow(SealError);
    }
    expect(() => checkUpdate(revision, base, 4, [2, 4])).not.toThrow();
  });
});
