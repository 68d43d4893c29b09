/** Sealed files as they are, and with what may follow a seal: never called anything but intact. And random changes: never intact. */
import { randomBytes } from 'node:crypto';
import { PdfError } from '@countersign/pdf/ports/errors';
import type { VerifyReport } from '@countersign/pdf/ports/verify-report';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import { verifyPdf } from '@countersign/pdf/verify';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../support/properties.ts';
import type { Given } from './attack.ts';
import { anatomyOf, latin } from './edit.ts';
import { addStore, addTimestamp } from './independent-writer.ts';
import { type Installation, startInstallation } from './sealed-files.ts';
import { harmlessStreams } from './structure.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation.close());

const verify = (bytes: Buffer) => verifyPdf(bytes, installation.trust);
const problemsOf = ({ signatures }: VerifyReport) => signatures.map(({ problems }) => problems);
const certificates = () => {
  const { intermediate, root } = installation.pki;
  return [intermediate.certificate.raw, root.certificate.raw];
};

async function expectIntact(name: string, bytes: Buffer): Promise<void> {
  const report = await verify(bytes);
  expect([name, report.intact, problemsOf(report).flat()]).toEqual([name, true, []]);
  const { signerTrust, laterChanges } = report.signatures[report.decidingSignature!]!;
  expect([name, signerTrust]).toEqual([name, 'installation']);
  expect(['none', 'validation_data']).toContain(laterChanges);
}

describe('what another program adds behind a seal', () => {
  // Without the encrypted file: sealing adds no validation data to it, and this writer does not encrypt.
  const files = () => installation.files.filter(({ name }) => !name.startsWith('owner password'));

  test('validation data in another layout leaves the file intact', async () => {
    for (const { name, bytes } of files()) await expectIntact(name, addStore(bytes, certificates()));
  });

  test('a document timestamp leaves the file intact, and so do a store and another stamp after it', async () => {
    const { stamp } = httpTimestamper(installation.pki.tsaUrl);
    for (const { name, bytes } of files()) {
      const once = await addTimestamp(bytes, stamp);
      await expectIntact(name, once);
      const twice = await addTimestamp(addStore(once, certificates()), stamp);
      await expectIntact(name, twice);
      const { signatures, countersign } = await verify(twice);
      expect(signatures.at(-1)).toMatchObject({ subFilter: 'ETSI.RFC3161', valid: true });
      expect(countersign?.documentId).toBe('doc_01k9sample');
    }
  });

  test('validation data leaves the file intact whether its structure is deflated, behind a predictor, or not filtered', async () => {
    for (const { name, level, bytes } of files()) {
      // The other inputs of attacks are not used here.
      const given = { bytes, at: anatomyOf(bytes), level } as Given;
      for (const extended of harmlessStreams(given)) await expectIntact(name, extended);
    }
  });

  test('an invalid timestamp counts as a change', async () => {
    const { bytes } = installation.files[0]!;
    const { stamp } = httpTimestamper(installation.pki.tsaUrl);
    const wrong = await addTimestamp(bytes, () => stamp(randomBytes(32)));
    const report = await verify(wrong);
    expect([report.intact, report.signatures[0]!.laterChanges]).toEqual([false, 'other']);
    expect(problemsOf(report)[0]).toEqual(['after this signature, a timestamp was added that is not valid']);
  });
});

describe('random changes', () => {
  const isIntact = async (bytes: Buffer): Promise<boolean> => {
    try {
      return (await verify(bytes)).intact;
    } catch (error) {
      expect(error).toBeInstanceOf(PdfError);
      return false;
    }
  };

  /** Some edits: bytes replaced, inserted, removed, copied from elsewhere. */
  const edits = fc.array(
    fc.record({
      kind: fc.constantFrom('flip', 'insert', 'remove', 'copy'),
      at: fc.nat(),
      from: fc.nat(),
      length: fc.integer({ min: 1, max: 400 }),
      text: fc.constantFrom(
        ' ',
        '\n',
        '0',
        '%',
        'endobj\n',
        '1 0 obj <<>> endobj\n',
        '/Contents',
        'null',
        '99 0 R',
      ),
    }),
    { minLength: 1, maxLength: 4 },
  );
  type Edit = { kind: string; at: number; from: number; length: number; text: string };

  function edited(bytes: Buffer, list: readonly Edit[]): Buffer {
    return list.reduce((result, { kind, at, from, length, text }) => {
      const place = at % (result.length + 1);
      const before = result.subarray(0, place);
      if (kind === 'flip') {
        const changed = Buffer.from(result);
        if (place < changed.length) changed[place]! ^= 1 + (from % 255);
        return changed;
      }
      if (kind === 'insert') return Buffer.concat([before, latin(text), result.subarray(place)]);
      if (kind === 'remove') return Buffer.concat([before, result.subarray(place + length)]);
      const source = from % result.length;
      return Buffer.concat([
        before,
        result.subarray(source, source + length),
        result.subarray(place + length),
      ]);
    }, bytes);
  }

  /** The place of the signature value of a seal, between the brackets of /Contents. */
  function gapOf(bytes: Buffer): [number, number] {
    const { range } = anatomyOf(bytes);
    return [range[1] + 1, range[2] - 1];
  }

  test('no digit of the signature value can be changed, not even in the timestamp inside it', async () => {
    for (const { name, bytes } of installation.files) {
      const [from, to] = gapOf(bytes);
      for (let at = from; at < to; at += 53) {
        const changed = Buffer.from(bytes);
        changed[at] = changed[at] === 48 ? 49 : 48;
        expect([name, at, await isIntact(changed)]).toEqual([name, at, false]);
      }
    }
  });

  test('edits anywhere in a file never leave it intact', async () => {
    const file = fc.nat(installation.files.length - 1);
    await fc.assert(
      fc.asyncProperty(file, edits, async (index, list) => {
        const { bytes } = installation.files[index]!;
        const changed = edited(bytes, list);
        fc.pre(!changed.equals(bytes));
        expect(await isIntact(changed)).toBe(false);
      }),
      runs(150),
    );
  });

  test('edits of the signature value and of what follows the seal never leave it intact', async () => {
    const file = fc.nat(installation.files.length - 1);
    await fc.assert(
      fc.asyncProperty(file, edits, fc.boolean(), async (index, list, isGap) => {
        const { bytes } = installation.files[index]!;
        const { range } = anatomyOf(bytes);
        const end = range[2] + range[3];
        const [start, stop] = isGap || end === bytes.length ? [range[1], range[2]] : [end, bytes.length];
        const changed = Buffer.concat([
          bytes.subarray(0, start),
          edited(bytes.subarray(start, stop), list),
          bytes.subarray(stop),
        ]);
        fc.pre(!changed.equals(bytes));
        expect(await isIntact(changed)).toBe(false);
      }),
      runs(150),
    );
  });

  test('random revisions never leave a file intact', async () => {
    const file = fc.nat(installation.files.length - 1);
    const body = fc.constantFrom('null', '<<>>', '[]', '(x)', '<</Type /Page>>', '<</DSS <<>>>>', '42');
    const objects = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), body), { minLength: 1, maxLength: 6 });
    const { revise } = await import('./edit.ts');
    await fc.assert(
      fc.asyncProperty(file, objects, fc.boolean(), async (index, list, isStream) => {
        const { bytes } = installation.files[index]!;
        const changed = revise(bytes, Object.fromEntries(list), { xref: isStream ? 'stream' : 'table' });
        expect(await isIntact(changed)).toBe(false);
      }),
      runs(60),
    );
  });
});
