/** Fonts with predefined CMaps and without ToUnicode: texts and positions compared with pdf.js. */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openPdf } from '../reader/open.ts';
import { readPageTree } from '../reader/pages.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { folded, PageText } from './page-text.ts';
import { predefinedCMap, readBinaryCMap } from './predefined-cmaps.ts';
import { TextReader } from './text-run.ts';

const folderOfPdfJs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

const traditional = '簽名：甲方 Ab';
const simplified = '签名：甲方 Ab';
const japanese = '署名：甲方 Ab';
const korean = '서명：갑 Ab';

/** The text in an encoding that Node can only decode. */
function encoded(text: string, label: string): Buffer {
  const decoder = new TextDecoder(label);
  const codeOf = (character: string): number[] => {
    if (character < '\u0080') return [character.charCodeAt(0)];
    for (let byte = 0x80; byte < 0x100; byte++)
      if (decoder.decode(Uint8Array.of(byte)) === character) return [byte];
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++)
        if (decoder.decode(Uint8Array.of(lead, trail)) === character) return [lead, trail];
    throw new Error(`${label} has no ${character}`);
  };
  return Buffer.from([...text].flatMap(codeOf));
}
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string) =>
  Buffer.concat(
    [...text].map((character) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(character.codePointAt(0)!);
      return bytes;
    }),
  );
/** Escape sequences of ISO 2022 select two bytes of 7 bits: GB 2312 without its upper bits. */
const sevenBits = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte & 0x7f));

const cases: Array<[cmap: string, ordering: string, text: string, bytes: Buffer]> = [
  ['UniGB-UCS2-H', 'GB1', simplified, utf16(simplified)],
  ['UniGB-UTF16-H', 'GB1', simplified, utf16(simplified)],
  ['UniGB-UTF32-H', 'GB1', simplified, utf32(simplified)],
  ['UniGB-UTF8-H', 'GB1', simplified, Buffer.from(simplified)],
  ['GBK-EUC-H', 'GB1', simplified, encoded(simplified, 'gbk')],
  ['GBKp-EUC-H', 'GB1', simplified, encoded(simplified, 'gbk')],
  ['GBK2K-H', 'GB1', simplified, encoded(simplified, 'gb18030')],
  ['GB-EUC-H', 'GB1', simplified, encoded(simplified, 'gbk')],
  ['GB-H', 'GB1', '签名：甲方', sevenBits(encoded('签名：甲方', 'gbk'))],
  ['UniCNS-UCS2-H', 'CNS1', traditional, utf16(traditional)],
  ['UniCNS-UTF16-H', 'CNS1', `𠀋${traditional}`, utf16(`𠀋${traditional}`)],
  ['ETen-B5-H', 'CNS1', traditional, encoded(traditional, 'big5')],
  ['B5pc-H', 'CNS1', traditional, encoded(traditional, 'big5')],
  ['HKscs-B5-H', 'CNS1', traditional, encoded(traditional, 'big5')],
  ['UniJIS-UCS2-H', 'Japan1', japanese, utf16(japanese)],
  ['UniJIS-UTF16-H', 'Japan1', `𠮟${japanese}`, utf16(`𠮟${japanese}`)],
  ['90ms-RKSJ-H', 'Japan1', `${japanese} ｱｲ`, encoded(`${japanese} ｱｲ`, 'shift_jis')],
  ['90msp-RKSJ-H', 'Japan1', japanese, encoded(japanese, 'shift_jis')],
  ['EUC-H', 'Japan1', japanese, encoded(japanese, 'euc-jp')],
  ['H', 'Japan1', '署名：甲方', sevenBits(encoded('署名：甲方', 'euc-jp'))],
  ['UniKS-UCS2-H', 'Korea1', korean, utf16(korean)],
  ['UniKS-UTF16-H', 'Korea1', korean, utf16(korean)],
  ['KSCms-UHC-H', 'Korea1', korean, encoded(korean, 'euc-kr')],
  ['KSC-EUC-H', 'Korea1', korean, encoded(korean, 'euc-kr')],
];

/** Proportional and half-width Latin letters, and half-width katakana, by identifier: texts with wrong identifiers have wrong widths. */
const widths = '[1 100 550 231 400 500 814 907 500 8094 8190 500 13648 13742 500]';
const size = 12;
const lineOf = (index: number) => 385 - index * 15;

function pdfOf(
  shown: ReadonlyArray<readonly [cmap: string, ordering: string, text: string, bytes: Buffer]>,
): Buffer {
  const objects: Record<number, string> = {};
  for (const [index, [cmap, ordering]] of shown.entries()) {
    const number = 100 + index * 3;
    objects[number] =
      `<</Type /Font /Subtype /Type0 /BaseFont /Example /Encoding /${cmap} /DescendantFonts [${number + 1} 0 R]>>`;
    objects[number + 1] =
      `<</Type /Font /Subtype /CIDFontType0 /BaseFont /Example /DW 1000 /W ${widths} /FontDescriptor ${number + 2} 0 R /CIDSystemInfo <</Registry (Adobe) /Ordering (${ordering}) /Supplement 2>>>>`;
    objects[number + 2] =
      '<</Type /FontDescriptor /FontName /Example /Flags 4 /FontBBox [0 -200 1000 900] /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 /ItalicAngle 0>>';
  }
  const fonts = shown.map((_, index) => `/F${index} ${100 + index * 3} 0 R`).join(' ');
  const lines = shown.map(
    ([, , , bytes], index) =>
      `BT /F${index} ${size} Tf 20 ${lineOf(index)} Td <${bytes.toString('hex')}> Tj ET`,
  );
  return samplePdf({ content: lines.join('\n'), rootEntries: `/Resources <</Font <<${fonts}>>>>`, objects });
}

function readPage(pdf: Buffer): PageText {
  const file = openPdf(pdf);
  return new PageText(new TextReader(file).read(readPageTree(file).pages[0]!));
}

/** Text, start, width and height of the items of pdf.js on each line. */
async function readWithPdfJs(pdf: Buffer) {
  const loading = getDocument({
    data: Uint8Array.from(pdf),
    cMapUrl: join(folderOfPdfJs, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(folderOfPdfJs, 'standard_fonts/'),
    verbosity: 0,
  });
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
  const lines = new Map<number, { text: string; x: number; width: number; height: number }>();
  for (const item of items) {
    if (!('str' in item) || item.str === '') continue;
    const [, , , , x, y] = item.transform as number[];
    const line = lines.get(Math.round(y!)) ?? { text: '', x: x!, width: 0, height: 0 };
    line.text += item.str;
    line.width = x! + item.width - line.x;
    line.height = Math.max(line.height, item.height);
    lines.set(Math.round(y!), line);
  }
  await loading.destroy();
  return lines;
}

describe('a font without ToUnicode', () => {
  test('has the texts and widths of pdf.js in every predefined encoding', async () => {
    const pdf = pdfOf(cases);
    const page = readPage(pdf);
    const lines = await readWithPdfJs(pdf);
    for (const [index, [cmap, , text]] of cases.entries()) {
      const baseline = 400 - lineOf(index);
      const expected = lines.get(lineOf(index))!;
      const pattern = folded(text);
      // pdf.js cuts surrogate pairs.
      if (!/[^\0-\uffff]/u.test(text)) expect([cmap, folded(expected.text)]).toEqual([cmap, pattern]);
      const boxes = [];
      for (let at = page.text.indexOf(pattern); at >= 0; at = page.text.indexOf(pattern, at + 1))
        boxes.push(page.boxOf(at, at + pattern.length));
      const box = boxes.find(({ y, h }) => y < baseline && baseline < y + h);
      expect([cmap, box]).toEqual([cmap, expect.anything()]);
      expect({
        cmap,
        x: Math.abs(box!.x - expected.x) <= 1,
        w: Math.abs(box!.w - expected.width) <= 1,
      }).toEqual({
        cmap,
        x: true,
        w: true,
      });
    }
  });

  test.each([
    ['UniJIS-UTF16-V', 'Japan1', japanese.slice(0, 5), utf16(japanese.slice(0, 5))],
    ['90ms-RKSJ-V', 'Japan1', japanese.slice(0, 5), encoded(japanese.slice(0, 5), 'shift_jis')],
    ['GBK-EUC-V', 'GB1', simplified.slice(0, 5), encoded(simplified.slice(0, 5), 'gbk')],
  ])('runs from top to bottom with %s', async (...shown) => {
    const pdf = pdfOf([shown]);
    const page = readPage(pdf);
    const [expected] = [...(await readWithPdfJs(pdf)).values()];
    expect(page.text).toBe(folded(shown[2]));
    const box = page.boxOf(0, page.text.length);
    expect(Math.abs(box.h - expected!.height)).toBeLessThanOrEqual(1);
    expect(Math.abs(box.h - 5 * size)).toBeLessThanOrEqual(1);
    expect(box.w).toBeLessThan(2 * size);
  });

  test('is read by the identifiers of its character collection, and in an embedded CMap that extends a predefined one', () => {
    const [, , , bytes] = cases.find(([name]) => name === '90ms-RKSJ-H')!;
    const cmap = '/90ms-RKSJ-H usecmap 1 begincidchar <41> 843 endcidchar';
    // The first letter becomes a hiragana.
    const font = (encoding: string) =>
      samplePdf({
        content: `BT /F 10 Tf 20 300 Td <${encoding.startsWith('/') ? '097a0eca' : bytes.toString('hex')}> Tj ET`,
        rootEntries: '/Resources <</Font <</F 100 0 R>>>>',
        objects: {
          100: `<</Type /Font /Subtype /Type0 /Encoding ${encoding} /DescendantFonts [101 0 R]>>`,
          101: '<</Type /Font /Subtype /CIDFontType0 /CIDSystemInfo <</Registry (Adobe) /Ordering (Japan1) /Supplement 2>>>>',
          102: `<</Length ${cmap.length}>>\nstream\n${cmap}\nendstream`,
        },
      });
    expect(readPage(font('/Identity-H')).text).toBe('署名');
    expect(readPage(font('102 0 R')).text).toBe(folded('署名：甲方 あb ｱｲ'));
  });

  test('has no text with an unknown CMap, whose name cannot name another file', () => {
    for (const name of ['Unknown-H', '..#2Fpackage.json', 'x'.repeat(1000)]) {
      const [[, , text, bytes] = []] = cases;
      const page = readPage(pdfOf([[name, 'Unknown', text!, bytes!]]));
      expect(page.text).toBe('');
    }
    expect(predefinedCMap('../package')).toBeNull();
    expect(predefinedCMap('LICENSE')).toBeNull();
    expect(() => readBinaryCMap(Buffer.of(0, 0x61))).toThrow('cut off');
  });
});
