import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { revise } from '../../../test/attacks/edit.ts';
import { runs } from '../../../test/support/properties.ts';
import { inspectPdf } from './inspect.ts';
import { PdfString } from './model/objects.ts';
import type { InvalidPdfReason } from './ports/errors.ts';
import { textOf } from './reader/form.ts';
import { openPdf } from './reader/open.ts';
import { openContents, sharedContent, slowContents } from './testing/hostile-files.ts';
import { samplePdf, withHighNumber } from './testing/sample-files.ts';
import { sampleSeal } from './testing/sample-seal.ts';
import { inspectInThread } from './threads/inspect-in-thread.ts';
import { verifyPdf } from './verify.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.pdf`, import.meta.url));
const edited = (bytes: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');

/** The same file with an approval signature, as far as inspection can see. */
const uncertified = (bytes: Buffer) => {
  const entry = /\/Perms <<\/DocMDP \d+ 0 R>>/.exec(bytes.toString('latin1'))![0];
  return edited(bytes, entry, ' '.repeat(entry.length));
};

/** The same signature, made by other software that permits changes, as far as inspection can see. */
const byOthers = (bytes: Buffer) =>
  edited(edited(bytes, '/Countersign <<', '/Counterfoil <<'), '/TransformParams/P 1', '/TransformParams/P 2');

describe('inspecting a file', () => {
  test('returns the pages as displayed', async () => {
    const result = await inspectPdf(samplePdf({ pages: 2, pageEntries: '/Rotate 90' }));
    expect(result).toEqual({
      ok: true,
      pages: [
        { width: 400, height: 300, rotate: 90, dark: [] },
        { width: 400, height: 300, rotate: 90, dark: [] },
      ],
      warnings: [],
      earlierSignatures: 0,
      hasXfa: false,
      contentIsSelfContained: true,
    });
  });

  test.each<[string, boolean, string]>([
    ['nothing', true, ''],
    ['what it restores', true, 'q 1 0 0 RG Q'],
    [
      'nothing, because letters in strings, names and images are not operators',
      true,
      '(q Q) /q <51> BI ID Q q EI',
    ],
    ['a graphics state', false, 'q 1 0 0 RG'],
    ['a state that was never saved', false, 'Q 1 0 0 RG'],
    ['a text object', false, 'BT /F 9 Tf (a) Tj'],
    ['marked content', false, '/P BMC'],
    ['a path', false, '0 0 5 5 re'],
    ['a string', false, 'BT (open'],
    ['a dictionary', false, '/P <</MCID 0'],
    ['an inline image', false, 'BI /W 9 /H 9 ID abc'],
    ['an inline image without data', false, 'BI /W 9 /H 9'],
    ['operands', false, '0 0'],
    ['an unknown operator', false, 'q QBT'],
    ['an operator without all its operands', false, 'BT 12 Tf ET'],
    ['an operator with an operand of another kind', false, '(a) 12 Tf'],
    ['a bracket that was never opened', false, ']'],
    ['nothing, with signs and points as producers write them', true, '--5 .5 -.5 rg 1 0 0 RG'],
  ])(
    'reports whether all page content is self-contained, for content that leaves open or restores %s (%s)',
    async (_, selfContained, content) => {
      const last = `<</Length ${content.length}>>\nstream\n${content}\nendstream`;
      const result = await inspectPdf(samplePdf({ pages: 3, objects: { 9: last } }));
      expect(result).toMatchObject({ ok: true, contentIsSelfContained: selfContained });
    },
  );

  test('content that cannot be decoded completely is not self-contained', async () => {
    const packed = deflateSync(
      Buffer.from(Array.from({ length: 400 }, (_, at) => `q ${at * 7919} w Q`).join('\n')),
    );
    packed.fill(255, packed.length >> 1, (packed.length >> 1) + 40);
    const stream = `<</Length ${packed.length} /Filter /FlateDecode>>\nstream\n${packed.toString('latin1')}\nendstream`;
    expect(await inspectPdf(samplePdf({ objects: { 5: stream } }))).toMatchObject({
      contentIsSelfContained: false,
    });
  });

  test.each<[string, Uint8Array, InvalidPdfReason]>([
    ['nothing', Buffer.alloc(0), 'not_a_pdf'],
    ['a text', Buffer.from('Dear all, please sign this.'), 'not_a_pdf'],
    ['a zip archive', Buffer.from('PK\x03\x04rest'), 'not_a_pdf'],
    ['a header alone', Buffer.from('%PDF-1.7\n'), 'not_a_pdf'],
    ['a file with a password', fixture('user-r6'), 'encrypted'],
    [
      'a file for particular recipients',
      samplePdf({ trailerEntries: '/Encrypt <</Filter /Adobe.PubSec /V 4>>' }),
      'encrypted',
    ],
    ['a file without pages', samplePdf({ objects: { 2: '<</Type /Pages /Count 0 /Kids []>>' } }), 'no_pages'],
    ['a file that was cut in half', samplePdf({ pages: 30 }).subarray(0, 3000), 'damaged'],
    [
      'a page that is behind an image filter',
      samplePdf({ objects: { 5: '<</Length 1 /Filter /DCTDecode>>\nstream\nx\nendstream' } }),
      'damaged',
    ],
  ])('refuses %s', async (_, bytes, reason) => {
    expect(await inspectPdf(bytes)).toEqual({ ok: false, reason, detail: expect.any(String) });
  });

  test.each([
    [1, 'no changes'],
    [2, 'signing form fields'],
    [3, 'signing and annotations'],
  ])(
    'refuses a file with a certification of level %s, and says what it permits',
    async (level, permitted) => {
      const { bytes } = await sampleSeal(samplePdf());
      const certified = edited(bytes, '/TransformParams/P 1', `/TransformParams/P ${level}`);
      expect(await inspectPdf(certified)).toEqual({
        ok: false,
        reason: 'certified',
        detail: expect.stringContaining(permitted),
      });
    },
  );

  test('refuses a file whose seal was taken out of its form: verification would report on that seal', async () => {
    const { bytes } = await sampleSeal(samplePdf());
    const removed = revise(bytes, { 1: '<</Type /Catalog /Pages 2 0 R>>' });
    expect(await inspectPdf(removed)).toEqual({
      ok: false,
      reason: 'certified',
      detail: 'the file has a Countersign seal, so nothing may be added to it',
    });
    // Sealed again, it would be reported as changed, and as the other document.
    const again = await sampleSeal(removed);
    expect(await verifyPdf(again.bytes)).toMatchObject({ intact: false, decidingSignature: 0 });
  });

  test('refuses a file whose signer permits no changes, and one with more than 50 signatures', async () => {
    const signed = (count: number, entries = '') =>
      samplePdf({
        catalogEntries: `/AcroForm <</Fields [${Array(count).fill(`<</FT /Sig ${entries} /V <</Type /Sig /ByteRange [0 1 2 3]>>>>`).join(' ')}]>>`,
      });
    expect(await inspectPdf(signed(50, '/Lock <</Action /All /P 2>>'))).toMatchObject({ ok: true });
    expect(await inspectPdf(signed(1, '/Lock <</Action /All /P 1>>'))).toMatchObject({
      reason: 'certified',
      detail: expect.stringContaining('permits no changes after their signature'),
    });
    expect(await inspectPdf(signed(51))).toMatchObject({ reason: 'too_complex' });
  });

  test('refuses more pages than allowed', async () => {
    expect(await inspectPdf(samplePdf({ pages: 4 }), { maxPages: 3 })).toMatchObject({
      reason: 'too_many_pages',
    });
    expect(await inspectPdf(samplePdf({ pages: 3 }), { maxPages: 3 })).toMatchObject({ ok: true });
  });

  test('refuses a file with a Countersign seal, even if the seal is not a certification', async () => {
    const { bytes } = await sampleSeal(samplePdf());
    expect(await inspectPdf(uncertified(bytes))).toMatchObject({
      ok: false,
      reason: 'certified',
      detail: expect.stringContaining('Countersign seal'),
    });
  });

  test('reports earlier signatures, an XFA form and an owner password', async () => {
    const { bytes } = await sampleSeal(samplePdf());
    expect(await inspectPdf(uncertified(byOthers(bytes)))).toMatchObject({
      ok: true,
      earlierSignatures: 1,
      warnings: [{ code: 'signed_before' }],
    });
    const xfa = samplePdf({ catalogEntries: '/AcroForm <</Fields [] /XFA [(a) 3 0 R]>>' });
    expect(await inspectPdf(xfa)).toMatchObject({ hasXfa: true, warnings: [{ code: 'xfa_form' }] });
    for (const name of ['owner-r4-aes', 'owner-r3-without-id'])
      expect(await inspectPdf(fixture(name))).toMatchObject({
        ok: true,
        warnings: [{ code: 'owner_password' }],
      });
  });

  test.each<[string, Buffer, number]>([
    [
      'cross-reference offsets are wrong',
      edited(samplePdf({ pages: 2 }), /0000000(\d{3}) 00000 n/g, '0000000007 00000 n'),
      2,
    ],
    ['the root of the pages is a page', edited(samplePdf(), '/Pages 2 0 R', '/Pages 4 0 R'), 1],
    [
      'the trailer references another generation of the catalog',
      edited(samplePdf(), '/Root 1 0', '/Root 1 1'),
      1,
    ],
    ['a page is referenced with another generation', edited(samplePdf(), '/Kids [4 0', '/Kids [4 2'), 1],
    ['the catalog is listed among the pages', edited(samplePdf({ pages: 2 }), '/Kids [4 0', '/Kids [1 0'), 1],
    ['the cross-reference table is numbered from 1', edited(samplePdf(), 'xref\n0 ', 'xref\n1 '), 1],
    [
      'the length of a content stream reaches beyond its end',
      edited(samplePdf(), /(4 0 obj.*?5 0 obj\n<<.Length )\d+/s, '$199999'),
      1,
    ],
    [
      'the length of a content stream is impossible',
      edited(samplePdf(), /(4 0 obj.*?5 0 obj\n<<.Length )\d+/s, '$1-5'),
      1,
    ],
    [
      'the length of a content stream is not a number',
      edited(samplePdf(), /(4 0 obj.*?5 0 obj\n<<.Length )\d+/s, '$1null'),
      1,
    ],
    [
      'a content stream references itself as its length',
      edited(samplePdf(), /(4 0 obj.*?5 0 obj\n<<.Length )\d+/s, '$15 0 R'),
      1,
    ],
    [
      'startxref is wrong in a file that has its cross-reference data in a stream',
      edited(samplePdf({ form: 'stream', pages: 2 }), /startxref\s+\d+/, 'startxref\n9'),
      2,
    ],
    ['startxref is missing', edited(samplePdf(), /startxref[\s\S]*/, ''), 1],
    ['there is data before the header', Buffer.concat([Buffer.from('\r\n\r\nGarbage\n'), samplePdf()]), 1],
    ['junk follows the end', Buffer.concat([samplePdf(), Buffer.from('<html>'.repeat(2000))]), 1],
    [
      'a page is listed twice',
      samplePdf({ objects: { 2: '<</Type /Pages /Count 2 /Kids [4 0 R 4 0 R] /MediaBox [0 0 9 9]>>' } }),
      2,
    ],
    [
      'the count is wrong',
      samplePdf({ objects: { 2: '<</Type /Pages /Count 9 /Kids [4 0 R] /MediaBox [0 0 9 9]>>' } }),
      1,
    ],
    [
      'the count is missing',
      samplePdf({ objects: { 2: '<</Type /Pages /Kids [4 0 R] /MediaBox [0 0 9 9]>>' } }),
      1,
    ],
    [
      'a content stream has no end',
      edited(samplePdf(), /(5 0 obj.*?)endstream\n/s, `$1${' '.repeat(9)}\n`),
      1,
    ],
    ['object numbers are very high', withHighNumber(4_000_001), 1],
    [
      'the page tree is a circle',
      samplePdf({ objects: { 2: '<</Type /Pages /Count 1 /Kids [4 0 R 2 0 R]>>' } }),
      1,
    ],
    ['the catalog has no type', samplePdf({ objects: { 1: '<</Pages 2 0 R>>' } }), 1],
  ])('repairs a file in which %s, and the result needs no repair', async (_, bytes, pages) => {
    const result = await inspectPdf(bytes);
    expect(result).toMatchObject({ ok: true, warnings: [{ code: 'repaired', detail: expect.any(String) }] });
    const normalized = result.normalized!;
    expect(await inspectPdf(normalized)).toEqual({
      ok: true,
      pages: Array(pages).fill(expect.anything()),
      warnings: [],
      earlierSignatures: 0,
      hasXfa: false,
      // This refers to the repaired bytes, which are sealed.
      contentIsSelfContained: true,
    });
    expect(result).toMatchObject({ contentIsSelfContained: true });
    const { bytes: sealed } = await sampleSeal(normalized);
    expect((await verifyPdf(sealed)).intact).toBe(true);
  });

  test('a repair removes an owner password and keeps the content readable', async () => {
    const broken = edited(fixture('owner-r3'), /startxref\s+\d+/, 'startxref\n7');
    const result = await inspectPdf(broken);
    const file = openPdf(result.normalized!);
    expect(file.security).toBeNull();
    const title = file.resolve(file.dict(file.xref.trailer.get('Info'))!.get('Title'));
    expect(textOf(title as PdfString)).toBe('A plain title');
  });

  test('a text that is cut does not end with half of a surrogate pair', () => {
    const text = new PdfString(Buffer.from('\ufeffab😀', 'utf16le').swap16());
    expect([textOf(text, 3), textOf(text, 4)]).toEqual(['ab\ufffd', 'ab😀']);
  });

  test('a signed file is never repaired, because that would break its signature', async () => {
    const { bytes } = await sampleSeal(samplePdf());
    const result = await inspectPdf(edited(bytes, /startxref\s+\d+\s+%%EOF\s*$/, 'startxref\n7\n%%EOF\n'));
    expect(result).toMatchObject({
      ok: false,
      reason: 'damaged',
      detail: expect.stringContaining('is signed'),
    });
  });

  test('a mutated file always gets a verdict, and accepted files can be sealed', async () => {
    const sources = (['table', 'stream', 'packed'] as const).map((form) => samplePdf({ form, pages: 2 }));
    const words = [
      '',
      '<<',
      '>>',
      ']',
      '(',
      '1 0 R',
      '4 0 R',
      '99999999',
      '-1',
      'endobj',
      'stream',
      '/Kids',
      '/Contents 1 0 R',
    ];
    const change = fc.record({ at: fc.nat(5000), cut: fc.nat(20), put: fc.constantFrom(...words) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sources),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (source, changes) => {
          let bytes = source;
          for (const { at, cut, put } of changes) {
            const from = at % bytes.length;
            bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(put), bytes.subarray(from + cut)]);
          }
          const result = await inspectPdf(bytes);
          if (!result.ok) return;
          const onPages = result.pages.map((_, index) => index + 1);
          const { bytes: sealed, contentIsSelfContained } = await sampleSeal(result.normalized ?? bytes, {
            onPages,
          });
          expect((await verifyPdf(sealed)).intact).toBe(true);
          expect(contentIsSelfContained).toBe(result.contentIsSelfContained);
        },
      ),
      runs(120),
    );
  });
});

/** So that a busy machine does not decide a test. */
const patient = { timeoutMs: 100_000 };

describe('inspecting in a thread', () => {
  test.each([
    ['closes nothing that it opened', 'q '],
    ['restores what it never saved', 'Q '],
    ['leaves marked content open', '/P BMC '],
  ])('a page whose content %s thousands of times is refused', async (_, operator) => {
    const page = (times: number) => samplePdf({ content: operator.repeat(times) });
    expect(await inspectPdf(page(10_001))).toMatchObject({
      ok: false,
      reason: 'too_complex',
      detail: 'the content of a page leaves more than 10000 operators open',
    });
    expect((await inspectPdf(page(10_000))).ok).toBe(true);
  });

  test('a form whose fields share very many kids is refused', async () => {
    const acroForm = `/AcroForm <</Fields [${'<</Kids 100 0 R>> '.repeat(500)}]>>`;
    const inspected = (kids: number) =>
      inspectPdf(samplePdf({ catalogEntries: acroForm, objects: { 100: `[${'4 0 R '.repeat(kids)}]` } }));
    expect((await inspected(300)).ok).toBe(true);
    expect(await inspected(500)).toMatchObject({
      ok: false,
      reason: 'too_complex',
      detail: 'the form has more than 200000 fields',
    });
  });

  test('a file that a seal would make much larger is refused', async () => {
    const resources = `/Resources <</Font <</F 3 0 R>> /Properties <</A (${'x'.repeat(100_000)})>>>>`;
    expect((await inspectPdf(samplePdf({ pages: 600, rootEntries: resources }))).ok).toBe(true);
    expect(await inspectPdf(samplePdf({ pages: 800, rootEntries: resources }))).toMatchObject({
      ok: false,
      reason: 'too_complex',
      detail: expect.stringContaining('a seal would add more than'),
    });
  });

  test('returns the same as without a thread, including repaired bytes', async () => {
    const bytes = edited(samplePdf(), /startxref[\s\S]*/, '');
    const [direct, threaded] = [await inspectPdf(bytes), await inspectInThread(bytes)];
    expect({ ...threaded, normalized: Buffer.from(threaded.normalized!) }).toEqual({
      ...direct,
      normalized: Buffer.from(direct.normalized!),
    });
  });

  test('leaves the bytes to the caller', async () => {
    const bytes = new Uint8Array(samplePdf());
    await inspectInThread(bytes);
    expect(bytes.length).toBe(samplePdf().length);
  });

  test('one thread inspects several files, also after a file that was abandoned', async () => {
    const answers = [];
    for (let file = 0; file < 12; file += 1)
      answers.push(await inspectInThread(samplePdf({ pages: 1 + (file % 3) })));
    const broken = await inspectInThread(new Uint8Array(1000));
    const timely = await inspectInThread(samplePdf(), patient);
    const hurried = await inspectInThread(slowContents(20), { timeoutMs: 0 });
    const after = await Promise.all(Array.from({ length: 6 }, () => inspectInThread(samplePdf())));
    expect(answers.map((one) => one.ok && one.pages.length)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
    expect([broken.ok, timely.ok, hurried.ok, ...after.map((one) => one.ok)]).toEqual([
      false,
      true,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  test('a file that takes too long is abandoned at the limit', async () => {
    const result = await inspectInThread(slowContents(), { timeoutMs: 700 });
    expect(result).toMatchObject({
      ok: false,
      reason: 'too_complex',
      detail: 'reading the file takes more than 0.7 s of processor time',
    });
  });

  test('a file that takes too much memory is abandoned', async () => {
    const objects: Record<number, string> = {
      2: `<</Type /Pages /Count 1 /Kids [4 0 R ${'[] '.repeat(3_000_000)}]>>`,
    };
    const result = await inspectInThread(samplePdf({ objects }), { ...patient, maxMemoryMb: 48 });
    expect(result).toMatchObject({
      ok: false,
      reason: 'too_complex',
      detail: 'reading the file takes more than 48 MiB of memory',
    });
  });

  test('a file whose streams decode to more than the total limit is refused', async () => {
    const file = openContents({ pages: 3, mebibytes: 2 });
    const maxDecodedBytes = 5 * 1024 * 1024;
    const result = await inspectInThread(file, { ...patient, maxDecodedBytes });
    expect(result).toMatchObject({
      ok: false,
      reason: 'too_complex',
      detail: expect.stringContaining('decode'),
    });
    expect(await inspectInThread(file, patient)).toMatchObject({ ok: true, contentIsSelfContained: false });
  });

  test('content shared by many pages is decoded once', async () => {
    const file = sharedContent();
    expect(file.length).toBeLessThan(600_000);
    // Twice would be more than this.
    const maxDecodedBytes = 100 * 1024 * 1024;
    expect(await inspectInThread(file, { ...patient, maxDecodedBytes })).toMatchObject({
      ok: true,
      contentIsSelfContained: true,
    });
  });

  test('a shared stream that is combined with others is decoded once too', async () => {
    const maxDecodedBytes = 40 * 1024 * 1024;
    const result = await inspectInThread(slowContents(2), { ...patient, maxDecodedBytes });
    expect(result).toMatchObject({ ok: true, contentIsSelfContained: false });
  });

  test('truncated content counts once per page, because the sealed file contains it once per page', async () => {
    const file = sharedContent({ pages: 3, mebibytes: 2, end: '(open' });
    const bounds = (mebibytes: number) => ({ ...patient, maxDecodedBytes: mebibytes * 1024 * 1024 });
    expect(await inspectInThread(file, bounds(5))).toMatchObject({ ok: false, reason: 'too_complex' });
    expect(await inspectInThread(file, bounds(16))).toMatchObject({
      ok: true,
      contentIsSelfContained: false,
    });
  });

  test('aborting the call ends the thread', async () => {
    const left = new AbortController();
    const inspection = inspectInThread(slowContents(), { signal: left.signal });
    left.abort(new Error('gone'));
    await expect(inspection).rejects.toThrow('gone');
    await expect(inspectInThread(samplePdf(), { signal: left.signal })).rejects.toThrow('gone');
  });

  test('moved bytes are not copied', async () => {
    const bytes = new Uint8Array(samplePdf());
    expect(await inspectInThread(bytes, { move: true })).toMatchObject({ ok: true });
    expect(bytes.length).toBe(0);
  });
});
