/** The limits on the work that one file can cause, and what is reported when a file reaches them. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  anatomyOf,
  changed,
  latin,
  type RevisionOptions,
  revise,
  streamText,
  textOf,
} from '../../../../test/attacks/edit.ts';
import { PdfError } from '../ports/errors.ts';
import { openPdf } from '../reader/open.ts';
import { catalogOf } from '../reader/pages.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { sampleSeal, sampleSigner } from '../testing/sample-seal.ts';
import { verifyPdf } from '../verify.ts';
import { requireFormFilling } from './form-filling.ts';
import { requireOnePlainObject } from './plain-syntax.ts';
import { countReferences, SearchBudget } from './references.ts';

const signer = sampleSigner();
let sealed: Buffer;
beforeAll(async () => {
  sealed = (await sampleSeal(samplePdf(), { signer })).bytes;
});

/** An empty SEQUENCE, the shortest DER that a store of validation data can hold. */
const shortestMember = streamText('0\0');

/** The file with a revision that adds this many streams of validation data. */
function withData(bytes: Buffer, streams: number, options: RevisionOptions = {}): Buffer {
  const at = anatomyOf(bytes);
  const before = textOf(at.file.array(at.file.dict(at.catalog.get('DSS'))?.get('Certs')) ?? []).slice(1, -1);
  const numbers = Array.from({ length: streams }, (_, index) => at.next + index);
  const store = `<</Certs [${before} ${numbers.map((num) => `${num} 0 R`).join(' ')}]>>`;
  const members = Object.fromEntries(numbers.map((num) => [num, shortestMember]));
  return revise(bytes, { ...members, [at.root]: changed(at.catalog, { DSS: store }) }, options);
}

async function afterSeal(bytes: Buffer) {
  const { intact, signatures } = await verifyPdf(bytes);
  const [{ laterChanges, problems }] = signatures as [(typeof signatures)[number]];
  return { intact, laterChanges, problems };
}

const accepted = { intact: true, laterChanges: 'validation_data', problems: [] };
const refused = (problem: string) => ({
  intact: false,
  laterChanges: 'other',
  problems: [`after this signature, ${problem}`],
});

describe('limits on changes after a seal', () => {
  test('200 revisions are compared; a file with 201 counts as changed', async () => {
    let bytes = sealed;
    for (let revision = 0; revision < 200; revision++) bytes = withData(bytes, 1);
    expect(await afterSeal(bytes)).toEqual(accepted);
    expect(await afterSeal(withData(bytes, 1))).toEqual(refused('too many revisions follow'));
  });

  test('all revisions may list 50,000 objects together; with more the file counts as changed', async () => {
    let bytes = sealed;
    // The catalog is one of the objects of each.
    for (let revision = 0; revision < 10; revision++) bytes = withData(bytes, 4999);
    expect(await afterSeal(bytes)).toEqual(accepted);
    expect(await afterSeal(withData(bytes, 1))).toEqual(
      refused('the later revisions bring too many objects'),
    );
  });

  test.each(['table', 'stream'] as const)(
    'a revision may list 5,000 objects in a cross-reference %s; with more the file counts as changed',
    async (xref) => {
      // The catalog is one of them, and a cross-reference stream lists itself.
      const streams = xref === 'table' ? 4999 : 4998;
      expect(await afterSeal(withData(sealed, streams, { xref }))).toEqual(accepted);
      const tooMany = withData(sealed, streams + 1, { xref });
      expect(await afterSeal(tooMany)).toEqual(refused('a revision brings too many objects'));
    },
  );

  test('a comment may have 128 bytes; a longer one could hide something', async () => {
    const comment = (length: number) => ({ before: `%${'a'.repeat(length - 1)}\n` });
    expect(await afterSeal(withData(sealed, 1, comment(128)))).toEqual(accepted);
    expect(await afterSeal(withData(sealed, 1, comment(129)))).toEqual(
      refused('bytes were appended that belong to no object'),
    );
  });

  test('objects may be nested 300 deep', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
    expect(() => requireOnePlainObject(nested(300))).not.toThrow();
    expect(() => requireOnePlainObject(nested(301))).toThrow('is nested too deeply');
  });

  test('a seal that was removed from the form is found behind any number of texts that look like byte ranges', async () => {
    const prepared = async (decoys: number) => {
      const ranges = Array.from({ length: decoys }, (_, index) => `/ByteRange [0 1 2 ${index}]`);
      const original = revise(samplePdf(), { 900: streamText(ranges.join(' ')) });
      const { bytes } = await sampleSeal(original, { signer });
      const at = anatomyOf(bytes);
      return revise(bytes, { [at.root]: changed(at.catalog, { AcroForm: '<</Fields []>>' }) });
    };
    for (const decoys of [15, 500])
      expect(await afterSeal(await prepared(decoys))).toEqual({
        intact: false,
        laterChanges: 'other',
        problems: ['a later revision removed this signature from the form'],
      });
  });
});

describe('limits for every file', () => {
  /** A PDF whose form has these fields. */
  function withFields(count: number, body: (index: number) => string): Buffer {
    const bytes = samplePdf();
    const file = openPdf(bytes);
    const catalog = catalogOf(file);
    const first = file.xref.entries.size + 1;
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    const fields = `<</Fields [${numbers.map((num) => `${num} 0 R`).join(' ')}]>>`;
    return revise(bytes, {
      ...Object.fromEntries(numbers.map((num, index) => [num, body(index)])),
      [catalog.ref.num]: changed(catalog.dict, { AcroForm: fields }),
    });
  }

  test('100 signatures are verified; a file with more is refused', async () => {
    const signature = (index: number) =>
      `<</FT /Sig /T (${index}) /V <</Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 9 20 9] /Contents <00>>>>>`;
    const { intact, signatures } = await verifyPdf(withFields(100, signature));
    expect([intact, signatures.length, signatures.some(({ valid }) => valid)]).toEqual([false, 100, false]);
    await expect(verifyPdf(withFields(101, signature))).rejects.toThrow(
      new PdfError('damaged', 'the file has more than 100 signatures'),
    );
  });

  test('forms are compared up to 100,000 fields', () => {
    const compare = (fields: number) => {
      const file = openPdf(withFields(fields, (index) => `<</FT /Tx /T (${index})>>`));
      return requireFormFilling(file, file, new SearchBudget());
    };
    expect(compare(100)).toEqual(new Set());
    expect(() => compare(100_001)).toThrow('the form has too many fields to compare');
    const kids = (count: number) => `<</FT /Tx /Kids [${'4 0 R '.repeat(count)}]>>`;
    const nested = (count: number) => () => {
      const file = openPdf(withFields(200, () => kids(count)));
      return requireFormFilling(file, file, new SearchBudget());
    };
    expect(nested(490)()).toEqual(new Set());
    expect(nested(500)).toThrow('the form has too many fields to compare');
  });

  test('a field may have a full name of 32,767 characters, so that shared names cannot fill the memory', () => {
    const compare = (length: number) => {
      const nested = { 100: '<</FT /Tx /T (a) /Kids [101 0 R]>>', 101: `<</T (${'b'.repeat(length - 2)})>>` };
      const file = openPdf(samplePdf({ catalogEntries: '/AcroForm <</Fields [100 0 R]>>', objects: nested }));
      return requireFormFilling(file, file, new SearchBudget());
    };
    expect(compare(32_767)).toEqual(new Set());
    expect(() => compare(32_768)).toThrow('a form field has too long a name');
  });

  test('a million objects are compared, over all signatures together', () => {
    const file = openPdf(sealed);
    const objects = [...file.xref.entries.numbers()].filter((num) => file.xref.entries.get(num)).length;
    const afterSpending = (spent: number) => () => {
      const budget = new SearchBudget();
      budget.spend(spent);
      countReferences(file, new Set([1]), budget);
    };
    expect(afterSpending(1_000_000 - objects)).not.toThrow();
    expect(afterSpending(1_000_000 - objects + 1)).toThrow('the file has too many objects to compare');
  });

  test('an appended section without a cross-reference table counts as a change', async () => {
    expect(await afterSeal(Buffer.concat([sealed, latin('\n% more\n')]))).toEqual(
      refused('bytes were appended that belong to no revision'),
    );
  });
});
