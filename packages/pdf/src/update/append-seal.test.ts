import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { type PdfDict, PdfRef, type PdfStream, type PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { contentEnds } from '../reader/content.ts';
import { readForm, textOf } from '../reader/form.ts';
import { openPdf } from '../reader/open.ts';
import { catalogOf, readPageTree } from '../reader/pages.ts';
import { checkRevision } from '../seal/self-check.ts';
import { samplePdf, withHighNumber } from '../testing/sample-files.ts';
import { sampleSeal, sampleSigner } from '../testing/sample-seal.ts';
import { verifyPdf } from '../verify.ts';

const FORMS = ['table', 'stream', 'packed'] as const;
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}.pdf`, import.meta.url));
const reopened = (bytes: Uint8Array) => {
  const file = openPdf(bytes);
  return { file, tree: readPageTree(file), catalog: catalogOf(file).dict };
};
/** The page's content streams, decoded and joined. */
function contentOf(bytes: Uint8Array, page: number): string {
  const { file, tree } = reopened(bytes);
  const { streams } = contentEnds(file, tree.pages[page - 1]!.dict.get('Contents'));
  return streams.map((ref) => file.decode(file.resolve(ref) as PdfStream).toString('latin1')).join('\n');
}

describe('the revision that seals', () => {
  test.each(FORMS)(
    'leaves all earlier bytes unchanged and uses cross-reference data of the form %s',
    async (form) => {
      const original = samplePdf({ form, pages: 3 });
      const { bytes } = await sampleSeal(original, { onPages: [1, 3] });
      expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
      const { file, tree } = reopened(bytes);
      expect(file.xref.form).toBe(form === 'table' ? 'table' : 'stream');
      expect(tree.pages).toHaveLength(4);
      expect(tree.defects).toEqual([]);
      expect((await verifyPdf(bytes)).intact).toBe(true);
    },
  );

  test('a file without a line end at its end gets one', async () => {
    const original = samplePdf().subarray(0, -1);
    const { bytes } = await sampleSeal(original);
    expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
    expect((await verifyPdf(bytes)).intact).toBe(true);
  });

  test('draws after the content of the page, in the initial graphics state', async () => {
    const { bytes } = await sampleSeal(samplePdf());
    expect(contentOf(bytes, 1)).toMatch(/^q\n\nBT .* ET\n\nQ q \/CountersignMarks Do Q\n$/s);
  });

  test.each([
    ['2 0 0 2 0 0 cm q 1 0 0 RG', 'q\n', '\nQ Q '],
    ['Q Q 0 0 1 rg', 'q\nq\nq\n', '\nQ '],
    ['q BI /W 1 /H 1 ID Q Q Q EI Q', 'q\n', '\nQ '],
    ['/q (Q) <51> % q\n[(q)] TJ', 'q\n', '\nQ '],
    ['/OC /hidden BDC /Span BMC EMC EMC EMC /OC /hidden BDC', 'q\n', '\nEMC Q '],
    ['10 10 m 20 20 l S 0 0 5 5 re W', 'q\n', '\nn Q '],
    ['0 0 5 5 re W* n 1 1 2 2 re f*', 'q\n', '\nQ '],
    ['/P <</B <</C [<41>]>>>> BDC', 'q\n', '\nEMC Q '],
  ])('content that leaves something open (%s) is closed first', async (content, before, after) => {
    const { file, tree } = reopened(samplePdf({ content }));
    const ends = contentEnds(file, tree.pages[0]!.dict.get('Contents'));
    expect(ends.before).toBe(before);
    expect(ends.after).toBe(after);
    const { bytes } = await sampleSeal(samplePdf({ content }));
    expect(contentOf(bytes, 1).endsWith(`${after}q /CountersignMarks Do Q\n`)).toBe(true);
  });

  test.each([
    ['a string', 'q (open', 'q\nq (open\n'],
    ['a hexadecimal string', 'Q <41', 'q\nq\nQ <41\n'],
    ['a dictionary and an array', '/P <</MCID 0 /A [1 2', 'q\n/P <</MCID 0 /A [1 2\n'],
    ['an array with operators', '[1 2 q q Q Q Q', 'q\n[1 2 q q Q Q Q\n'],
    ['an inline image', 'BI /W 9 /H 9 ID abc', 'q\nBI /W 9 /H 9 ID abc\n'],
  ])('content that ends within %s is isolated from what follows', async (_, content, within) => {
    const { bytes } = await sampleSeal(samplePdf({ content }));
    expect(contentOf(bytes, 1)).toBe('q /CountersignPage Do Q\nq /CountersignMarks Do Q\n');
    const { file, tree } = reopened(bytes);
    const objects = file.dict(file.dict(tree.pages[0]!.dict.get('Resources'))!.get('XObject'))!;
    const form = file.resolve(objects.get('CountersignPage')) as PdfStream;
    expect(file.decode(form).toString('latin1')).toBe(within);
    expect(file.dict(form.dict.get('Resources'))!.get('Font')).toBeDefined();
  });

  test.each(['q 5 w foo', 'BT 12 Tf (a) Tj ET', 'BI /W 1', '>>'])(
    'content that readers stop at (%s) is isolated in a form',
    async (content) => {
      const { bytes } = await sampleSeal(samplePdf({ content }));
      const { file, tree } = reopened(bytes);
      const contents = file.array(tree.pages[0]!.dict.get('Contents'))!;
      const page = contents.map((item) => file.decode(file.resolve(item) as PdfStream).toString('latin1'));
      expect(page).toEqual([
        expect.stringMatching(/^q \/CountersignPage Do Q\nq \/CountersignMarks Do Q\n$/),
      ]);
      const objects = file.dict(file.dict(tree.pages[0]!.dict.get('Resources'))!.get('XObject'))!;
      const isolated = file
        .decode(file.resolve(objects.get('CountersignPage')) as PdfStream)
        .toString('latin1');
      expect(isolated).toBe(`q\n${content}\n`);
    },
  );

  test('content that is corrupt in the middle is isolated, as far as it goes', async () => {
    const lines = Array.from({ length: 400 }, (_, line) => `BT (line ${line * 7919}) Tj ET`).join('\n');
    const packed = deflateSync(Buffer.from(lines));
    packed.fill(255, packed.length >> 1, (packed.length >> 1) + 40);
    const stream = `<</Length ${packed.length} /Filter /FlateDecode>>\nstream\n${packed.toString('latin1')}\nendstream`;
    const { bytes } = await sampleSeal(samplePdf({ objects: { 5: stream } }));
    const { file, tree } = reopened(bytes);
    const objects = file.dict(file.dict(tree.pages[0]!.dict.get('Resources'))!.get('XObject'))!;
    const drawn = file.decode(file.resolve(objects.get('CountersignPage')) as PdfStream).toString('latin1');
    expect(drawn).toMatch(/^q\nBT \(line 0\) Tj ET\nBT \(line 7919\)/);
    expect((await verifyPdf(bytes)).intact).toBe(true);
  });

  test('content known to be self-contained gets the same seal without being read', async () => {
    const signer = sampleSigner('rsa2048');
    const pieces = [
      'q ',
      'Q ',
      'BT ',
      'ET ',
      '/P BMC ',
      'EMC ',
      '0 0 m ',
      'S ',
      '(',
      ')',
      '[',
      ']',
      '<<',
      '>>',
      'q Q ',
    ];
    const stream = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((list) => list.join(''));
    const forms = fc.constantFrom('5 0 R', '[5 0 R 100 0 R]', '101 0 R', '[]', '[null 5 7 R 99 0 R 2 0 R]');
    await fc.assert(
      fc.asyncProperty(stream, stream, forms, async (first, second, contents) => {
        const streamOf = (text: string) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`;
        const page = `<</Type /Page /Parent 2 0 R /Contents ${contents}>>`;
        const objects = { 4: page, 5: streamOf(first), 100: streamOf(second), 101: '[100 0 R 5 0 R]' };
        const original = samplePdf({ objects });
        const slow = await sampleSeal(original, { signer });
        const fast = await sampleSeal(original, { signer, contentIsSelfContained: true });
        expect(fast.bytes.equals(slow.bytes)).toBe(slow.contentIsSelfContained);
      }),
      runs(200),
    );
  });

  test('one page that leaves something open makes the file not self-contained', async () => {
    const objects = { 7: '<</Length 1>>\nstream\nq\nendstream' };
    const original = samplePdf({ pages: 3, objects });
    expect((await sampleSeal(original, { onPages: [1, 3] })).contentIsSelfContained).toBe(true);
    expect((await sampleSeal(original, { onPages: [1, 2, 3] })).contentIsSelfContained).toBe(false);
  });

  test('content is referenced with its generation', async () => {
    const original = samplePdf({ objects: { 4: '<</Type /Page /Parent 2 0 R /Contents [5 7 R]>>' } });
    const { file, tree } = reopened((await sampleSeal(original)).bytes);
    const contents = file.array(tree.pages[0]!.dict.get('Contents'))!;
    expect(contents[1]).toEqual(new PdfRef(5, 0));
  });

  test.each([
    ['that are missing', '99 0 R'],
    ['that are not a dictionary', '[]'],
  ])('resources %s are inherited from the node above', async (_, resources) => {
    const original = samplePdf({ pageEntries: `/Resources ${resources}` });
    const { file, tree } = reopened((await sampleSeal(original)).bytes);
    expect(file.dict(tree.pages[0]!.dict.get('Resources'))!.get('Font')).toBeDefined();
  });

  test('a page with a wrong /Parent gets the attributes of the tree above it', async () => {
    const original = samplePdf({ objects: { 4: '<</Type /Page /Parent 1 0 R /Contents 5 0 R>>' } });
    const { tree } = reopened((await sampleSeal(original)).bytes);
    expect(tree.pages[0]!.dict.get('MediaBox')).toEqual([0, 0, 300, 400]);
  });

  test('ambiguous boxes and rotations are written as they were interpreted', async () => {
    const odd = '/Rotate 45 /CropBox [900 900 950 950] /MediaBox [0 0 (wide) 7] /Annots <</Subtype /Link>>';
    const { tree } = reopened((await sampleSeal(samplePdf({ pageEntries: odd }))).bytes);
    const page = tree.pages[0]!;
    expect(page.dict.get('Rotate')).toBe(page.geometry.rotate);
    expect(page.dict.get('CropBox')).toEqual([0, 0, 612, 792]);
    expect(page.dict.get('MediaBox')).toEqual([0, 0, 612, 792]);
    const wide = '/MediaBox [0 0 3e2 4e2 5] /CropBox [150 200 500 600] /UserUnit -1';
    const wider = reopened((await sampleSeal(samplePdf({ pageEntries: wide }))).bytes).tree.pages[0]!;
    expect(wider.dict.get('MediaBox')).toEqual([0, 0, 300, 400]);
    expect(wider.dict.get('CropBox')).toEqual([150, 200, 300, 400]);
    expect(wider.dict.get('UserUnit')).toBe(1);
    const plain = reopened((await sampleSeal(samplePdf({ pageEntries: '/Rotate -90' }))).bytes);
    expect(plain.tree.pages[0]!.dict.get('Rotate')).toBe(-90);
    expect(plain.tree.pages[0]!.dict.get('CropBox')).toBeUndefined();
  });

  test('new objects get numbers that readers support, even if the file has extremely high numbers', async () => {
    const original = withHighNumber(8_388_607);
    const { bytes } = await sampleSeal(original);
    expect((await verifyPdf(bytes)).intact).toBe(true);
    const added = [...bytes.toString('latin1', original.length).matchAll(/^(\d+) 0 obj/gm)];
    expect(Math.max(...added.map(([, num]) => Number(num)))).toBeLessThan(100);
    expect(openPdf(bytes).xref.trailer.get('Size')).toBe(8_388_608);
  });

  test('new objects get unused numbers even if the file has extremely high numbers', async () => {
    const used = [7_388_606, 7_388_607, 7_388_609];
    const original = withHighNumber(...used);
    const { bytes } = await sampleSeal(original);
    expect((await verifyPdf(bytes)).intact).toBe(true);
    const added = [...bytes.toString('latin1', original.length).matchAll(/^(\d+) 0 obj/gm)];
    const numbers = added.map(([, num]) => Number(num));
    expect(numbers).toContain(7_388_608);
    expect(numbers.filter((num) => used.includes(num))).toEqual([]);
  });

  test('content that decodes to too much or is an image is refused', async () => {
    const entries = '<</Length 3 /Filter /JBIG2Decode>>\nstream\nabc\nendstream';
    await expect(sampleSeal(samplePdf({ objects: { 5: entries } }))).rejects.toThrow(PdfError);
  });

  test('inherited attributes are kept next to the added ones', async () => {
    const pageEntries = '/Annots [100 0 R]';
    const { bytes } = await sampleSeal(
      samplePdf({ pageEntries, objects: { 100: '<</Type /Annot /Subtype /Text /Rect [0 0 9 9]>>' } }),
    );
    const { file, tree } = reopened(bytes);
    const page = tree.pages[0]!;
    const resources = file.dict(page.dict.get('Resources'))!;
    expect(file.nameOf(file.dict(file.dict(resources.get('Font'))!.get('F'))!.get('BaseFont'))).toBe(
      'Helvetica',
    );
    expect([...file.dict(resources.get('XObject'))!.map.keys()]).toEqual(['CountersignMarks']);
    expect(file.array(page.dict.get('Annots'))).toHaveLength(1);
    expect(page.geometry.box).toEqual({ x: 0, y: 0, w: 300, h: 400 });
  });

  test('the certificate page inherits nothing', async () => {
    const { bytes } = await sampleSeal(samplePdf({ rootEntries: '/Rotate 90 /CropBox [10 10 20 20]' }));
    const { tree } = reopened(bytes);
    expect(tree.pages.at(-1)!.geometry).toEqual({ box: { x: 0, y: 0, w: 595, h: 842 }, rotate: 0 });
  });

  test('lists of pages and fields that are indirect objects stay indirect', async () => {
    const original = samplePdf({
      catalogEntries: '/AcroForm 101 0 R',
      objects: {
        2: '<</Type /Pages /Count 1 /Kids 100 0 R /MediaBox [0 0 300 400]>>',
        100: '[4 0 R]',
        101: '<</Fields 102 0 R /NeedAppearances true>>',
        102: '[103 0 R]',
        103: '<</FT /Tx /T (name) /V (Ada)>>',
      },
    });
    const { bytes } = await sampleSeal(original);
    const { file, tree, catalog } = reopened(bytes);
    expect(tree.pages).toHaveLength(2);
    const form = file.dict(catalog.get('AcroForm'))!;
    const fields = file.array(form.get('Fields'))!;
    const names = fields.map((field) => textOf(file.resolve(file.dict(field)!.get('T')) as PdfString));
    expect(names).toEqual(['name', 'Countersign doc_01k9sample']);
    expect(form.get('NeedAppearances')).toBe(true);
    expect(form.get('SigFlags')).toBe(3);
  });

  test('an existing field of the same name is no problem', async () => {
    const original = samplePdf({
      catalogEntries: '/AcroForm <</Fields [103 0 R]>>',
      objects: { 103: '<</FT /Tx /T (Countersign doc_01k9sample)>>' },
    });
    const { file } = reopened((await sampleSeal(original)).bytes);
    expect([...readForm(file).topNames]).toEqual([
      'Countersign doc_01k9sample',
      'Countersign doc_01k9sample 2',
    ]);
  });

  test('the first signature certifies without permitting changes, a later one approves and keeps the first', async () => {
    const first = await sampleSeal(samplePdf());
    const once = reopened(first.bytes);
    expect(readForm(once.file).certification).toBe(1);
    const second = await sampleSeal(first.bytes, { facts: { documentId: 'doc_second' } });
    expect(second.bytes.subarray(0, first.bytes.length).equals(first.bytes)).toBe(true);
    const { file } = reopened(second.bytes);
    const { signed } = readForm(file);
    expect(signed.map(({ signature }) => signature.get('Reference') !== undefined)).toEqual([true, false]);
    const report = await verifyPdf(second.bytes);
    expect(report.signatures.map(({ valid, coversWholeFile }) => [valid, coversWholeFile])).toEqual([
      [true, false],
      [true, true],
    ]);
    // The first seal decides for the file, and only validation data may follow it.
    expect(report).toMatchObject({ intact: false, decidingSignature: 0 });
    expect(report.countersign?.documentId).toBe('doc_01k9sample');
    expect(report.signatures[0]!.laterChanges).toBe('other');
  });

  test.each(['owner-r2', 'owner-r3', 'owner-r4-rc4', 'owner-r4-aes', 'owner-r5', 'owner-r6'])(
    '%s, protected against changes, is sealed within its encryption',
    async (name) => {
      const { bytes } = await sampleSeal(fixture(name), { onPages: [2] });
      const { file } = reopened(bytes);
      expect(contentOf(bytes, 2)).toContain('(Page 2)');
      expect(contentOf(bytes, 2)).toContain('/CountersignMarks Do');
      const report = await verifyPdf(bytes);
      expect(report.intact).toBe(true);
      expect(report.countersign?.documentId).toBe('doc_01k9sample');
      expect(textOf(file.dict(file.xref.trailer.get('Info'))!.get('Title') as PdfString)).toBe(
        'A plain title',
      );
    },
  );

  test('the /ID keeps its first part', async () => {
    const { bytes } = await sampleSeal(samplePdf({ trailerEntries: '/ID [<0102> <0304>]' }));
    const ids = openPdf(bytes).xref.trailer.get('ID') as PdfString[];
    expect(Buffer.from(ids[0]!.bytes).toString('hex')).toBe('0102');
    expect(ids[1]!.bytes).toHaveLength(16);
  });

  test('sealing again with the same RSA key gives the same bytes, so a repeated job changes nothing', async () => {
    const signer = sampleSigner('rsa2048');
    const [first, second] = await Promise.all([1, 2].map(() => sampleSeal(samplePdf(), { signer })));
    expect(first!.bytes.equals(second!.bytes)).toBe(true);
  });

  test('a signature that does not fit is an error, not a broken file', async () => {
    await expect(
      sampleSeal(samplePdf(), {
        timestamper: {
          stamp: async () => Buffer.concat([Buffer.of(0x04, 0x82, 0x50, 0x00), Buffer.alloc(0x5000)]),
          chains: async () => [],
        },
      }),
    ).rejects.toThrow(/takes 2\d{4} bytes, more than the 1\d{4} reserved for it/);
  });

  test('a page tree with a defect is refused', async () => {
    const original = samplePdf({ objects: { 2: '<</Type /Pages /Count 2 /Kids [4 0 R 4 0 R]>>' } });
    await expect(sampleSeal(original)).rejects.toThrow(expect.objectContaining({ reason: 'damaged' }));
  });
});

describe('the check of a fresh seal', () => {
  test('accepts only a correct seal', async () => {
    const revision = await sampleSeal(samplePdf());
    expect(() => checkRevision(revision, 2)).not.toThrow();
    expect(() => checkRevision(revision, 3)).toThrow('2 pages instead of 3');
    expect(() => checkRevision({ ...revision, digest: Buffer.alloc(32) }, 2)).toThrow(
      'the seal is not valid',
    );
    expect(() => checkRevision({ ...revision, contentsOffset: revision.contentsOffset + 2 }, 2)).toThrow(
      'does not cover',
    );
    const cut = { ...revision, bytes: revision.bytes.subarray(0, -20) };
    expect(() => checkRevision(cut, 2)).toThrow('cannot be read');
  });

  test('detects a wrong signature value', async () => {
    const honest = sampleSigner();
    const signer = { ...honest, sign: async () => sampleSigner().sign(Buffer.from('something else')) };
    const revision = await sampleSeal(samplePdf(), { signer });
    expect(() => checkRevision(revision, 2)).toThrow('the seal is not valid');
  });
});

test('strings of the signature are encrypted as readers expect', async () => {
  const { bytes } = await sampleSeal(fixture('owner-r6'));
  const { file } = reopened(bytes);
  const signature: PdfDict = readForm(file).signed[0]!.signature;
  expect(textOf(signature.get('Name') as PdfString)).toBe('Sample seal');
  expect(textOf(signature.get('M') as PdfString)).toBe("D:20261120100000+00'00'");
});
