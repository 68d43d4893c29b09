import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { captionHeight } from '../draw/page-note.ts';
import { CollectingSink, readText } from '../draw/read-back.ts';
import { prepareSignatureImage } from '../draw/signature-image.ts';
import type { PageGeometry } from '../model/geometry.ts';
import { name, PdfDict, PdfName, type PdfObject, PdfRef, type PdfStream } from '../model/objects.ts';
import type { CertificateData, CertificateRecipient } from '../ports/certificate-data.ts';
import type { FieldMark, PlacedMark } from '../ports/marks.ts';
import { type DrawnSeal, drawSeal } from './draw-seal.ts';

const page: PageGeometry = { box: { x: 0, y: 0, w: 600, h: 800 }, rotate: 0 };
const completedAt = new Date('2026-11-20T13:03:12Z');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const signer: CertificateRecipient = {
  name: 'Łukasz Żółć',
  email: 'lukasz@example.pl',
  role: 'signer',
  status: 'completed',
  signingOrder: 1,
  authLevel: 'otp',
  authSatisfied: 'otp',
  isMailed: true,
  fromDirectLink: false,
  vouchedFor: null,
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
  sentAt: new Date('2026-11-19T08:00:00Z'),
  openedAt: new Date('2026-11-20T12:00:01Z'),
  consentedAt: new Date('2026-11-20T12:01:02Z'),
  consent: { version: '2026-01', language: 'de' },
  completedAt: new Date('2026-11-20T12:02:03Z'),
  signature: { mode: 'type', text: 'Lukasz' },
};

const certificateOf = (changes: Partial<CertificateData> = {}): CertificateData => ({
  documentId: 'doc_01kagf3m2xq7d8n5r4w6z9c0hb',
  title: 'Consulting Agreement',
  mode: 'live',
  workspace: 'Contoso Legal',
  sender: 'Anna Example <anna@contoso.example>',
  originalSha256: sha256('original'),
  originalSizeBytes: 1_234_567,
  pageCount: 12,
  fileWarnings: [],
  createdAt: new Date('2026-11-18T08:00:00Z'),
  sentAt: new Date('2026-11-19T08:00:00Z'),
  completedAt,
  timeZone: 'Europe/Berlin',
  dateFormat: null,
  consentTexts: [{ version: '2026-01', language: 'de', sha256: sha256('consent') }],
  recipients: [signer],
  events: [
    {
      seq: 1,
      at: completedAt,
      type: 'recipient.completed',
      actor: 'Łukasz Żółć',
      ip: '203.0.113.7',
      hash: sha256('event'),
    },
  ],
  chainSeq: 1,
  chainHead: sha256('event'),
  valuesSha256: sha256('values'),
  sealProfile: 'PAdES-B-T',
  sealSubject: 'CN=Contoso Seal, O=Contoso, C=DE',
  sealFingerprint: sha256('seal'),
  verifyUrl: 'https://sign.example/verify',
  ...changes,
});

const at = (mark: FieldMark, where: Partial<PlacedMark> = {}): PlacedMark => ({
  page: 1,
  x: 0.1,
  y: 0.1,
  w: 0.4,
  h: 0.04,
  ...where,
  mark,
});

async function draw(
  marks: PlacedMark[],
  options: {
    geometries?: PageGeometry[];
    watermark?: string | null;
    pageNote?: string;
    certificate?: CertificateData;
  } = {},
): Promise<{ seal: DrawnSeal; sink: CollectingSink; text(number: number): string[]; certificate: string }> {
  const sink = new CollectingSink();
  const { geometries = [page], watermark = null, certificate = certificateOf(), pageNote = null } = options;
  const seal = await drawSeal({ marks, geometries, watermark, pageNote, certificate }, sink);
  const certificateText = seal.certificatePages.flatMap((drawn) => readText(drawn, sink)).join('\n');
  return {
    seal,
    sink,
    text: (number) => readText(seal.pages.get(number)!, sink),
    certificate: certificateText,
  };
}

const contentOf = (seal: DrawnSeal, number: number): string =>
  Buffer.from(seal.pages.get(number)!.content).toString('latin1');
const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

describe('marks', () => {
  test('are drawn only on their pages, and their text can be extracted', async () => {
    const { seal, text } = await draw([at({ kind: 'text', text: 'Zażółć 12,50 €' }, { page: 2 })], {
      geometries: [page, page, page],
    });
    expect([...seal.pages.keys()]).toEqual([2]);
    expect(text(2)).toEqual(['Zażółć 12,50 €']);
  });

  test('with common letters use one-byte codes; other letters of the same face use glyph ids in a separate font', async () => {
    const { seal, sink, text } = await draw([
      at({ kind: 'text', text: 'Office (5) \\ fine · done' }),
      at({ kind: 'text', text: 'Ωμέγα' }),
    ]);
    expect(text(1)).toEqual(['Office (5) \\ fine · done', 'Ωμέγα']);
    const fonts = sink.dict(seal.pages.get(1)!.resources.get('Font'));
    const encodings = [...fonts.map.values()].map((font) => sink.dict(font).get('Encoding'));
    expect(encodings).toEqual([expect.any(PdfRef), name('Identity-H')]);
    const map = sink.stream(encodings[0]).toString('latin1');
    // pdfminer does not read embedded CMaps, but knows this one by name.
    expect(map).toContain('/CMapName /OneByteIdentityH def');
    expect(map).toContain('<00> <ff> 0');
    const [descendant] = sink.dict([...fonts.map.values()][0]).get('DescendantFonts') as PdfObject[];
    const glyphs = sink.stream(sink.dict(descendant).get('CIDToGIDMap'));
    for (const letter of 'Oce5done') expect(glyphs.readUInt16BE(letter.charCodeAt(0) * 2)).toBeGreaterThan(0);
  });

  test('the common letters of both weights have one CMap, one ToUnicode CMap and one table of glyphs in a file', async () => {
    const { sink, certificate } = await draw([]);
    expect(certificate).toContain('Recipients');
    const common = sink.objects
      .filter((object) => readSubtype(object) === 'Type0')
      .map((font) => sink.dict(font))
      .slice(0, 2);
    expect(common.map((font) => (font.get('BaseFont') as PdfName).name.slice(7))).toEqual([
      'NotoSans-Regular',
      'NotoSans-Bold',
    ]);
    const membersOf = (key: string) => common.map((font) => (font.get(key) as PdfRef).num);
    for (const key of ['Encoding', 'ToUnicode']) expect(new Set(membersOf(key)).size).toBe(1);
    const descendants = common.map((font) => sink.dict((font.get('DescendantFonts') as PdfObject[])[0]));
    expect(descendants[0]!.get('CIDToGIDMap')).toEqual(descendants[1]!.get('CIDToGIDMap'));
    expect(descendants[0]!.get('FontDescriptor')).not.toEqual(descendants[1]!.get('FontDescriptor'));
    expect(descendants.map((font) => sink.dict(font.get('CIDSystemInfo')).get('Supplement'))).toEqual([0, 0]);
  });

  test.each(['Ωμέγα Иван', 'مرحبا', 'שלום', '東京都', '김철수', 'สวัสดี ผู้', 'नमस्ते', '🙂👨‍👩‍👧'])(
    'of every script can be extracted: %s',
    async (value) => {
      const { text } = await draw([at({ kind: 'text', text: value })]);
      const rightToLeft = /[\u0590-\u06ff]/.test(value);
      const read = text(1).join('');
      // Right-to-left text is stored in visual order, from left to right.
      expect(rightToLeft ? [...read].sort() : read).toEqual(rightToLeft ? [...value].sort() : value);
    },
  );

  test('with the same word several times on a line show it in every place', async () => {
    const value = '東 a 東 a 東';
    // A text is cached when it is shaped for the second time.
    for (const _ of [1, 2, 3]) await draw([at({ kind: 'text', text: value })]);
    const { seal, text } = await draw([at({ kind: 'text', text: value })]);
    expect(text(1)).toEqual([value]);
    const places = Array.from(
      contentOf(seal, 1).matchAll(/^(1 0 0 1 )?([\d.]+) [\d.]+ (Td|Tm)$/gm),
      ([, absolute, x, operator]) => ({ x: Number(x), operator, absolute: absolute !== undefined }),
    );
    expect(places.map(({ operator }) => operator)).toEqual(['Td', 'Tm', 'Tm', 'Tm', 'Tm']);
    expect(places.map(({ x }) => x)).toEqual(places.map(({ x }) => x).sort((a, b) => a - b));
    expect(new Set(places.map(({ x }) => x)).size).toBe(5);
  });

  test('use only resources that exist, and restore the graphics state', async () => {
    const prepared = await prepareSignatureImage(
      await sharp({ create: { width: 40, height: 20, channels: 4, background: '#00f8' } })
        .png()
        .toBuffer(),
    );
    const strokes = [
      [
        [10, 10],
        [50, 60, 0.5],
        [90, 20, 0.9],
        [120, 40, 0.1],
      ],
      [[5, 5]],
      [],
    ];
    const { seal, sink } = await draw(
      [
        at({ kind: 'check' }),
        at({ kind: 'radio' }),
        at({ kind: 'signature', value: { mode: 'type', text: 'Anna' } }),
        at({ kind: 'signature', value: { mode: 'draw', width: 200, height: 100, strokes } }),
        at({ kind: 'signature', value: { mode: 'upload', prepared } }),
        at({ kind: 'signature', value: { mode: 'upload', prepared } }),
      ],
      { watermark: 'TEST' },
    );
    for (const drawn of [...seal.pages.values(), ...seal.certificatePages]) {
      const content = Buffer.from(drawn.content).toString('latin1');
      expect(count(content, /(^|\s)q(?=\s)/g)).toBe(count(content, /(^|\s)Q(?=\s)/g));
      expect(count(content, /(^|\s)BT(?=\s)/g)).toBe(count(content, /(^|\s)ET(?=\s)/g));
      expect(content.replace(/<[0-9a-f]*>|\((?:\\[\s\S]|[^\\)])*\)/g, '')).not.toMatch(
        /NaN|Infinity|undefined|\de[-+]?\d/,
      );
      for (const [, operand, operator] of content.matchAll(/\/(\w+) (?:[\d.]+ )?(Tf|Do|gs)/g)) {
        const category = { Tf: 'Font', Do: 'XObject', gs: 'ExtGState' }[operator!]!;
        const members = drawn.resources.get(category);
        expect(members instanceof PdfDict && members.get(operand!) instanceof PdfRef).toBe(true);
      }
    }
    const images = sink.objects.filter((object) => {
      const subtype = object instanceof PdfRef || object === null ? undefined : readSubtype(object);
      return subtype === 'Image';
    });
    expect(images).toHaveLength(2);
  });

  test('land on the displayed rectangle of a rotated page with an offset box', async () => {
    const rotated: PageGeometry = { box: { x: 50, y: -20, w: 400, h: 600 }, rotate: 90 };
    const { seal } = await draw([at({ kind: 'check' }, { x: 0, y: 0, w: 0.1, h: 0.1 })], {
      geometries: [rotated],
    });
    expect(contentOf(seal, 1)).toMatch(/^q 0 1 -1 0 90 -20 cm\n-4 -4 68 48 re W n\n/);
  });

  test('may leave their box by 4 points, and a low box by a quarter of its height', async () => {
    const { seal } = await draw([at({ kind: 'check' }), at({ kind: 'check' }, { y: 0.5, h: 0.01 })]);
    expect(contentOf(seal, 1)).toContain('cm\n-4 -4 248 40 re W n\n');
    expect(contentOf(seal, 1)).toContain('cm\n-2 -2 244 12 re W n\n');
  });

  test('are drawn after all plates, each in its own place', async () => {
    const marks = [at({ kind: 'check' }), at({ kind: 'check' }, { y: 0.5 }), at({ kind: 'radio' })];
    const sink = new CollectingSink();
    const seal = await drawSeal(
      {
        marks,
        plates: [true, false, true],
        geometries: [page],
        watermark: null,
        certificate: certificateOf(),
      },
      sink,
    );
    const content = contentOf(seal, 1);
    // A square with a margin of 2 points, cut to the rectangle of 240 x 32 points.
    expect(count(content, /\n102 0 36 32 re f/g)).toBe(2);
    expect(content.lastIndexOf('re f')).toBeLessThan(content.indexOf('W n'));
    expect(content).toMatch(/^q 1 0 0 1 60 688 cm\n[^Q]*102 0 36 32 re f\nQ/);
  });

  describe('have plates only behind their ink', () => {
    const place = { x: 0, y: 0, w: 0.5, h: 0.25 };
    /** The plates of one mark in a rectangle of 300 x 200 points, as left, bottom, width and height. */
    async function platesOf(mark: FieldMark, changes: Partial<PlacedMark> = {}): Promise<number[][]> {
      const marks = [at(mark, { ...place, ...changes })];
      const certificate = certificateOf();
      const drawn = { marks, plates: [true], geometries: [page], watermark: null, certificate };
      const content = contentOf(await drawSeal(drawn, new CollectingSink()), 1);
      const [plates = ''] = /(?<=\/Gs1 gs\n1 g\n).* re f(?=\nQ\n)/.exec(content) ?? [];
      expect(count(content, / re f/g)).toBe(plates === '' ? 0 : 1);
      expect(content.includes('/Gs1 gs')).toBe(plates !== '');
      return [...plates.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map((found) =>
        found.slice(1).map(Number),
      );
    }

    test.each([' ', '\u00a0\u00a0', ' \n \n ', '\u200b', '\u3164', '\u2800'])(
      'a text without visible characters has none: %j',
      async (text) => {
        expect(await platesOf({ kind: 'text', text })).toEqual([]);
      },
    );

    test.each(['.', 'x', 'Ω', '東', '\u00a0\u00a0\u00a0x\u00a0\u00a0\u00a0'])(
      'one letter has one as large as the letter: %j',
      async (text) => {
        const plates = await platesOf({ kind: 'text', text });
        expect(plates).toHaveLength(1);
        const [[, , width, height]] = plates as [number[]];
        // The letter is at most 12 points high, and the margin is 2 points.
        for (const side of [width, height]) expect(side).toBeGreaterThan(4);
        for (const side of [width, height]) expect(side).toBeLessThan(16.5);
      },
    );

    test('words on a line have one together, but lines and letters far apart have their own', async () => {
      expect(await platesOf({ kind: 'text', text: 'Ada Lovelace, of London' })).toHaveLength(1);
      const apart = await platesOf({ kind: 'text', text: `x${' '.repeat(40)}x\n\n\n\nx` });
      expect(apart).toHaveLength(3);
      const [left, right, below] = apart as [number[], number[], number[]];
      expect(left[1]).toBe(right[1]);
      expect(right[0]! - left[0]!).toBeGreaterThan(100);
      expect(left[0]).toBe(below[0]);
      expect(left[1]! - below[1]!).toBeGreaterThan(50);
    });

    test('text from right to left has one at the right', async () => {
      const [[left, , width]] = (await platesOf({ kind: 'text', text: 'שלום' })) as [number[]];
      expect(left).toBeGreaterThan(250);
      expect(left! + width!).toBeLessThanOrEqual(300);
    });

    test('signatures have one around what is drawn', async () => {
      const square = [[20, 20], [80, 20], [80, 80], [20, 80]]; // biome-ignore format: one line
      const strokes = { mode: 'draw', width: 100, height: 100, strokes: [square] } as const;
      const [drawn] = (await platesOf({ kind: 'signature', value: strokes })) as [number[]];
      // As high as the rectangle, and as wide as that plus the margins.
      expect([drawn[1], drawn[3]]).toEqual([0, 200]);
      expect(drawn[2]).toBeGreaterThan(195);
      expect(drawn[2]).toBeLessThan(205);
      expect(drawn[0]! + drawn[2]! / 2).toBeCloseTo(150, 1);
      expect(await platesOf({ kind: 'signature', value: { ...strokes, strokes: [] } })).toEqual([]);

      const [typed] = (await platesOf({ kind: 'signature', value: { mode: 'type', text: 'A' } })) as [
        number[],
      ];
      expect(Math.max(typed[2]!, typed[3]!)).toBeLessThan(60);
      expect(typed[0]! + typed[2]! / 2).toBeGreaterThan(140);
      expect(typed[0]! + typed[2]! / 2).toBeLessThan(160);

      const prepared = await prepareSignatureImage(
        await sharp({ create: { width: 20, height: 40, channels: 4, background: '#00f8' } })
          .png()
          .toBuffer(),
      );
      expect(await platesOf({ kind: 'signature', value: { mode: 'upload', prepared } })).toEqual([
        [98, 0, 104, 200],
      ]);
    });

    test('a caption has a plate of its own, below the one of the signature', async () => {
      const caption = { name: 'Ada', at: completedAt, id: '9A1F3C44' };
      const plates = await platesOf({ kind: 'signature', value: { mode: 'type', text: 'Ada' } }, { caption });
      expect(plates).toHaveLength(3);
      const [signature, ...lines] = plates as [number[], number[], number[]];
      const top = captionHeight(300, 200);
      expect(signature[1]).toBeGreaterThan(top);
      for (const [left, bottom, width, height] of lines) {
        expect(left).toBeLessThan(3);
        expect(bottom! + height!).toBeLessThan(top + 2);
        expect(width).toBeLessThan(200);
      }
      // Two words are narrower than the time and the id.
      expect(lines[0]![2]).toBeLessThan(lines[1]![2]! / 2);
    });
  });

  test('on a page that does not exist are an error', async () => {
    await expect(draw([at({ kind: 'check' }, { page: 2 })])).rejects.toThrow(RangeError);
  });

  test.each([
    ['Anna Smith', undefined, ['DancingScript-SemiBold']],
    ['Anna Smith', 'caveat', ['Caveat-Regular']],
    ['Łukasz Żółć', 'great-vibes', ['GreatVibes-Regular']],
    ['Anna Smith', 'marck-script', ['MarckScript-Regular']],
    ['Anna Smith', 'sacramento', ['Sacramento-Regular']],
    ['Иван Smith', undefined, ['Caveat-Regular']],
    ['Иван Smith', 'marck-script', ['MarckScript-Regular']],
    ['Иван Smith', 'sacramento', ['Caveat-Regular']],
    ['Ελένη Smith', 'caveat', ['NotoSans-Regular']],
  ] as const)('typed %s with the font %s are set entirely in %j', async (text, font, expected) => {
    const { seal, sink } = await draw([
      at({ kind: 'signature', value: { mode: 'type', text, font } }, { h: 0.1 }),
    ]);
    const names = [...(seal.pages.get(1)!.resources.get('Font') as PdfDict).map.values()].map((reference) => {
      const base = sink.dict(reference).get('BaseFont');
      return base instanceof PdfName ? base.name.slice(7) : '';
    });
    expect(names.sort()).toEqual(expected);
  });

  test('drawn signatures keep their proportions and stay in the box', async () => {
    const strokes = [Array.from({ length: 50 }, (_, index) => [index * 10, 100 + 80 * Math.sin(index)])];
    const { seal, sink } = await draw([
      at(
        { kind: 'signature', value: { mode: 'draw', width: 500, height: 200, strokes } },
        { x: 0, y: 0, w: 0.5, h: 0.1 },
      ),
    ]);
    const placed = /q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm\n1 J 1 j\n[\d.]+ w\n\/(\w+) Do/;
    const [, across, up, left, bottom, form] = placed.exec(contentOf(seal, 1))!;
    expect(across).toBe(up);
    const drawn = sink.stream((seal.pages.get(1)!.resources.get('XObject') as PdfDict).get(form!));
    const points = [...drawn.toString('latin1').matchAll(/(-?[\d.]+) (-?[\d.]+) (?:m|l|c)\b/g)];
    const xs = points.map(([, x]) => Number(left) + Number(x) * Number(across));
    const ys = points.map(([, , y]) => Number(bottom) + Number(y) * Number(up));
    const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...xs)).toBeLessThanOrEqual(300);
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ys)).toBeLessThanOrEqual(80);
    expect(width / height).toBeGreaterThan(2.9);
    expect(width / height).toBeLessThan(4);
  });

  test('drawn signatures are stored once, however often and in whatever size they appear', async () => {
    const strokes = [Array.from({ length: 50 }, (_, index) => [index * 10, 100 + 80 * Math.sin(index)])];
    const value = { mode: 'draw' as const, width: 500, height: 200, strokes };
    const { seal, sink } = await draw([
      at({ kind: 'signature', value }),
      at({ kind: 'signature', value }, { y: 0.4, h: 0.2 }),
      at({ kind: 'signature', value: structuredClone(value) }, { y: 0.7 }),
    ]);
    expect(count(contentOf(seal, 1), /\/Fm1 Do/g)).toBe(3);
    const forms = sink.objects.filter((object) => readSubtype(object) === 'Form');
    // The other form is the QR code of the certificate.
    expect(forms).toHaveLength(2);
  });

  test('a dot is as large as the pen', async () => {
    const value = { mode: 'draw' as const, width: 500, height: 200, strokes: [[[250, 100]]] };
    const { seal, sink } = await draw([at({ kind: 'signature', value })]);
    const [, scale, pen] = /q ([\d.]+) 0 0 [^q]+?\n([\d.]+) w\n\/Fm1 Do/.exec(contentOf(seal, 1))!;
    expect(Number(scale) * Number(pen)).toBeCloseTo(1.12, 1);
    const form = (seal.pages.get(1)!.resources.get('XObject') as PdfDict).get('Fm1') as PdfRef;
    const stream = sink.objects[form.num - 1] as PdfStream;
    expect(Buffer.from(stream.bytes).toString('latin1')).toBe('0 0 m\n0 0 l S\n');
  });

  test('drawn on an empty surface, or with points that are not numbers, do no harm', async () => {
    const strokes = [
      [
        [Number.NaN, 4],
        [1, 2],
      ],
      [[1, Number.POSITIVE_INFINITY]],
    ];
    const { seal } = await draw([
      at({ kind: 'signature', value: { mode: 'draw', width: 0, height: Number.NaN, strokes } }),
    ]);
    expect(contentOf(seal, 1)).not.toMatch(/NaN|Infinity/);
  });

  test('of ten thousand words in a small box are fitted quickly', async () => {
    const before = process.cpuUsage();
    await draw([at({ kind: 'text', text: 'word '.repeat(10_000) })]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(4000);
  });

  test('produce the same bytes for the same input', async () => {
    const marks = [at({ kind: 'text', text: 'Anna 東京' })];
    const [first, second] = [await draw(marks), await draw(marks)];
    expect(second.sink.objects).toEqual(first.sink.objects);
    expect(second.seal).toEqual(first.seal);
  });
});

function readSubtype(object: unknown): string | undefined {
  const dictionary = object instanceof PdfDict ? object : (object as { dict?: unknown }).dict;
  const subtype = dictionary instanceof PdfDict ? dictionary.get('Subtype') : undefined;
  return subtype instanceof PdfName ? subtype.name : undefined;
}

describe('the note in the margin', () => {
  const rotated: PageGeometry = { box: { x: 50, y: -20, w: 400, h: 600 }, rotate: 90 };
  const tiny: PageGeometry = { box: { x: 0, y: 0, w: 50, h: 50 }, rotate: 0 };

  test('is at the upper left of every page as displayed, with equal pages sharing one drawing', async () => {
    const { seal, text } = await draw([at({ kind: 'text', text: 'Anna' }, { page: 2 })], {
      geometries: [page, page, page, rotated, tiny],
      pageNote: 'Document ID doc_1',
    });
    expect([...seal.pages.keys()].sort()).toEqual([1, 2, 3, 4, 5]);
    for (const number of [1, 3, 4]) expect(text(number)).toEqual(['Document ID doc_1']);
    expect(text(2)).toEqual(['Anna', 'Document ID doc_1']);
    expect(text(5)).toEqual([]);
    expect(seal.pages.get(3)).toBe(seal.pages.get(1));
    expect(contentOf(seal, 1)).toMatch(/^q 1 0 0 1 0 0 cm\n[\s\S]*18 784.5 /);
    // 18 points to the right as displayed is 18 points up in the page's own space.
    expect(contentOf(seal, 4)).toMatch(/^q 0 1 -1 0 450 -20 cm\n[\s\S]*18 384.5 /);
  });

  test('becomes smaller on a narrow page instead of leaving it', async () => {
    const narrow: PageGeometry = { box: { x: 0, y: 0, w: 100, h: 300 }, rotate: 0 };
    const { seal } = await draw([], { geometries: [narrow], pageNote: `Document ID ${'x'.repeat(60)}` });
    const [, size] = /\/\w+ ([\d.]+) Tf/.exec(contentOf(seal, 1))!;
    expect(Number(size)).toBeLessThan(3);
  });
});

describe('the caption below a signature', () => {
  const value = { mode: 'type', text: 'Anna' } as const;
  const caption = { name: 'Anna 東京', at: completedAt, id: '9A1F3C44' };

  test('names who signed, when and the id, inside the field', async () => {
    const { seal, text: read } = await draw([{ ...at({ kind: 'signature', value }, { h: 0.1 }), caption }]);
    expect(read(1)).toEqual(['Anna', 'Signed by Anna 東京', '2026-11-20 14:03:12 +01:00  ·  ID 9A1F3C44']);
    const content = contentOf(seal, 1);
    // The clip of the field is the only one, and everything is drawn within it.
    expect(count(content, / re W n/g)).toBe(1);
    for (const [, y] of content.matchAll(/[\d.]+ (-?[\d.]+) Td/g)) expect(Number(y)).toBeGreaterThan(0);
    // The signature is drawn above the caption as in a box of the height that is left.
    const below = captionHeight(240, 80);
    expect(content).toContain(`q 1 0 0 1 0 ${Number(below.toFixed(3))} cm\n`);
    const alone = await draw([at({ kind: 'signature', value }, { h: (80 - below) / 800 })]);
    const [text] = /BT[\s\S]*?ET/.exec(contentOf(alone.seal, 1))!;
    expect(content).toContain(text);
  });

  test('is left out where the field is too small for it, and long names are set smaller', async () => {
    const small = await draw([{ ...at({ kind: 'signature', value }, { h: 0.028 }), caption }]);
    expect(small.text(1)).toEqual(['Anna']);
    const long = { ...caption, name: 'Anna '.repeat(40).trim() };
    const { seal, text } = await draw([{ ...at({ kind: 'signature', value }, { h: 0.1 }), caption: long }]);
    expect(text(1)).toContain(`Signed by ${long.name}`);
    const sizes = [...contentOf(seal, 1).matchAll(/\/\w+ ([\d.]+) Tf/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBeLessThan(4);
  });
});

describe('the watermark', () => {
  test('is on every page of the document and of the certificate, and nowhere without one', async () => {
    const geometries = [page, { ...page, rotate: 270 as const }, page];
    const { seal, text, sink } = await draw([], { geometries, watermark: 'TEST' });
    expect([...seal.pages.keys()]).toEqual([1, 2, 3]);
    for (const number of [1, 2, 3]) expect(text(number)).toEqual(['TEST']);
    for (const drawn of seal.certificatePages) expect(readText(drawn, sink)).toContain('TEST');
    expect((await draw([], { geometries })).certificate.split('\n')).not.toContain('TEST');
  });

  test('is in the middle of the page as displayed', async () => {
    const { seal } = await draw([], { geometries: [page, { ...page, rotate: 90 }], watermark: 'TEST' });
    expect(contentOf(seal, 1)).toMatch(/^q 1 0 0 1 0 0 cm\nq 0\.6 0\.8 -0\.8 0\.6 300 400 cm\n/);
    expect(contentOf(seal, 2)).toMatch(/^q 0 1 -1 0 600 0 cm\nq 0\.8 0\.6 -0\.6 0\.8 400 300 cm\n/);
  });
});

describe('the certificate of completion', () => {
  test('shows the logo of the workspace above its name', async () => {
    const png = await sharp({ create: { width: 400, height: 40, channels: 4, background: '#0f766e' } })
      .png()
      .toBuffer();
    const certificate = certificateOf({ logo: await prepareSignatureImage(png) });
    const { seal } = await draw([], { certificate });
    const first = Buffer.from(seal.certificatePages[0]!.content).toString('latin1');
    // 140 points wide, in its proportions.
    expect(first).toMatch(/q 140 0 0 14 44 [\d.]+ cm \/Im1 Do Q/);
    const { certificate: words } = await draw([], { certificate });
    expect(words).toContain('Contoso Legal');
  });

  test('has the color of the workspace at its top and in its rules, and black without one', async () => {
    const colored = await draw([], { certificate: certificateOf({ accentColor: '#0f766e' }) });
    const first = Buffer.from(colored.seal.certificatePages[0]!.content).toString('latin1');
    expect(first).toMatch(/^0.059 0.463 0.431 rg\n0 836.89 595.28 5 re f\n/);
    expect(first).toContain('0.059 0.463 0.431 RG');
    const plain = await draw([], { certificate: certificateOf({ accentColor: 'red' }) });
    expect(Buffer.from(plain.seal.certificatePages[0]!.content).toString('latin1')).not.toContain(
      ' rg\n0 836',
    );
  });

  test('names the device in words, and the id that is printed below the signatures', async () => {
    const recipients = [{ ...signer, signatureId: '9A1F3C44' }];
    const { certificate } = await draw([], { certificate: certificateOf({ recipients }) });
    expect(certificate).toContain('Firefox on Linux');
    expect(certificate).not.toContain('Gecko');
    expect(certificate).toContain('9A1F3C44');
  });

  test('prints no text of a User-Agent header that names no known browser', async () => {
    const userAgent = 'Qualified electronic signature. Identity verified in person by notary Dr. Weber';
    const { certificate } = await draw([], {
      certificate: certificateOf({ recipients: [{ ...signer, userAgent }] }),
    });
    expect(certificate).toContain('Not recognized');
    expect(certificate).not.toMatch(/qualified|identity|notary|Weber/i);
  });

  test('shows the status of every recipient, except of those who only receive a copy', async () => {
    const left = { completedAt: null, signature: null, openedAt: null, consentedAt: null, consent: null };
    const recipients: CertificateRecipient[] = [
      signer,
      { ...signer, ...left, name: 'Vera Viewer', role: 'viewer', status: 'sent' },
      { ...signer, ...left, name: 'Carol Copy', role: 'cc', status: 'pending' },
    ];
    const { certificate } = await draw([], { certificate: certificateOf({ recipients }) });
    expect(certificate).toMatch(/^Signer {2}· {2}order 1 {2}· {2}Completed$/m);
    expect(certificate).toMatch(/^Viewer {2}· {2}order 1 {2}· {2}Sent$/m);
    expect(certificate).toMatch(/^Receives a copy$/m);
    expect(certificate).not.toContain('Pending');
  });

  test('names the document, the recipients, how they were authenticated, and how to verify', async () => {
    const { certificate } = await draw([]);
    const facts = [
      'Certificate of Completion',
      'Consulting Agreement',
      'doc_01kagf3m2xq7d8n5r4w6z9c0hb',
      'Contoso Legal',
      'Anna Example <anna@contoso.example>',
      '12 pages, 1,234,567 bytes',
      sha256('original'),
      'Łukasz Żółć',
      'lukasz@example.pl',
      'One-time code sent to the email address (otp)',
      '203.0.113.7',
      'German, version 2026-01',
      'Consent text 2026-01',
      sha256('consent'),
      'recipient.completed',
      sha256('event'),
      sha256('event').slice(0, 32),
      'PAdES-B-T',
      'CN=Contoso Seal, O=Contoso, C=DE',
      sha256('seal'),
      'https://sign.example/verify',
      'countersign verify FILE.pdf --events events.json',
      'Page 1 of ',
    ];
    for (const fact of facts) expect(certificate).toContain(fact);
    expect(certificate).toContain('simple electronic signature');
    expect(certificate).not.toMatch(/advanced|qualified|\bAES\b|\bQES\b/i);
    expect(certificate).not.toContain('TEST');
  });

  test('says who vouched for a visitor of a public link if the sender opened the page, and otherwise that nobody did', async () => {
    const visitor = {
      ...signer,
      authLevel: 'link',
      authSatisfied: 'link',
      isMailed: false,
      fromDirectLink: true,
    };
    const textFor = async (recipient: CertificateRecipient) =>
      (await draw([], { certificate: certificateOf({ recipients: [recipient] }) })).certificate.replaceAll(
        '\n',
        ' ',
      );
    expect(await textFor(visitor)).toContain('None: started from a public link.');
    const vouched = await textFor({ ...visitor, vouchedFor: { by: 'API key "crm"', at: completedAt } });
    expect(vouched).toContain('vouched for the person');
    expect(vouched).toContain('API key "crm"');
    expect(vouched).not.toContain('public link');
  });

  test('claims a simple signature only for signers without a key of their own', async () => {
    const ownKey = { level: 'advanced', provider: 'Example Trust', subject: 'CN=Ada Lovelace' } as const;
    const recipients = [
      { ...signer, ownKey },
      { ...signer, name: 'Bob' },
    ];
    const { certificate } = await draw([], { certificate: certificateOf({ recipients }) });
    const text = certificate.replaceAll('\n', ' ');
    expect(text).toContain('Advanced electronic signature, with the recipient');
    expect(text).toContain('Signers for whom a level is shown above signed with a key of their own');
    expect(text).toContain('Any other signer gave a simple electronic signature');
    expect(text).not.toContain('Each signer gave');
  });

  test('prints times in the time zone of the document with its offset, and in UTC', async () => {
    const { certificate } = await draw([]);
    expect(certificate).toContain('2026-11-20 14:03:12 +01:00');
    expect(certificate).toContain('2026-11-20 13:03:12 UTC');
    expect(certificate).toContain('Europe/Berlin (UTC+01:00 on completion)');
    const other = await draw([], {
      certificate: certificateOf({ timeZone: 'Asia/Tokyo', dateFormat: 'DD.MM.YYYY HH:mm' }),
    });
    expect(other.certificate).toContain('20.11.2026 22:03 +09:00');
  });

  test.each(['UTC', 'Etc/UTC'])('prints times only in UTC if that is the zone: %s', async (timeZone) => {
    const { certificate } = await draw([], { certificate: certificateOf({ timeZone }) });
    expect(certificate).toContain('2026-11-20 13:03:12 UTC');
    expect(certificate).not.toMatch(/\+00:00|in addition/);
  });

  test('lists content that can change how the document looks, and omits the row if there is none', async () => {
    const fileWarnings = ['This document contains JavaScript.', 'This document has hidden layers.'];
    const { certificate } = await draw([], { certificate: certificateOf({ fileWarnings }) });
    expect(certificate.replaceAll('\n', ' ')).toContain(fileWarnings.join(' '));
    expect(certificate).toContain('Content that can vary');
    expect((await draw([])).certificate).not.toContain('Content that can vary');
  });

  test('warns in test mode', async () => {
    const { certificate } = await draw([], { certificate: certificateOf({ mode: 'test' }) });
    expect(certificate).toContain('TEST MODE.');
    expect(certificate.replaceAll('\n', ' ')).toContain('not legally binding');
  });

  test('prints every event with its full hash on as many numbered pages as needed', async () => {
    const events = Array.from({ length: 200 }, (_, index) => ({
      seq: index + 1,
      at: completedAt,
      type: 'recipient.opened',
      actor: `Person ${index}`,
      ip: index % 2 === 0 ? null : '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      hash: sha256(`event ${index}`),
    }));
    const { seal, sink, certificate } = await draw([], {
      certificate: certificateOf({ events, chainSeq: 200 }),
    });
    const flat = certificate.replaceAll('\n', '');
    for (const event of events) expect(flat).toContain(event.hash);
    const sheets = seal.certificatePages.map((drawn) => readText(drawn, sink));
    expect(sheets.length).toBeGreaterThan(5);
    sheets.forEach((lines, index) => {
      expect(lines).toContain(`Page ${index + 1} of ${sheets.length}`);
    });
    for (const lines of sheets.slice(2)) expect(lines).toContain('SHA-256 hash');
  });

  test('keeps long titles, names, addresses and certificate subjects complete and within the page', async () => {
    const long = 'Sehr-langer-Name-ohne-Leerzeichen'.repeat(8);
    const subject = 'OU=Notaries '.repeat(600);
    const recipients = Array.from({ length: 30 }, (_, index) => ({
      ...signer,
      name: `${long} ${index}`,
      email: `${'x'.repeat(200)}@example.com`,
      ...(index === 0 && { ownKey: { level: 'advanced' as const, provider: 'Example Trust', subject } }),
      signature: null,
    }));
    const { seal, certificate } = await draw([], {
      certificate: certificateOf({ title: 'Title '.repeat(60), recipients }),
    });
    const flat = certificate.replaceAll('\n', '');
    for (let index = 0; index < 30; index++) expect(flat).toContain(`${index}`);
    expect(flat.split('Sehr-langer-Name-ohne-Leerzeichen').length - 1).toBe(30 * 8);
    expect(flat.replaceAll(' ', '').split('OU=Notaries').length - 1).toBe(600);
    expect(flat.split('Firefox on Linux').length - 1).toBe(30);
    for (const drawn of seal.certificatePages) {
      const content = Buffer.from(drawn.content).toString('latin1');
      for (const [, x, y] of content.matchAll(/(-?[\d.]+) (-?[\d.]+) (?:Tm|Td)/g)) {
        expect(Number(x)).toBeGreaterThanOrEqual(40);
        expect(Number(x)).toBeLessThan(555);
        expect(Number(y)).toBeGreaterThan(30);
        expect(Number(y)).toBeLessThan(830);
      }
    }
  });
});
