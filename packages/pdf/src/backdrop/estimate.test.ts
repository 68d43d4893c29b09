import { deflateSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { openPdf } from '../reader/open.ts';
import { readPageTree } from '../reader/pages.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { darkAreas, placesThatMayBeDark } from './estimate.ts';

const all = '0 0 300 400 re f';
const stream = (entries: string, data: Buffer | string): string => {
  const text = typeof data === 'string' ? data : data.toString('latin1');
  return `<<${entries} /Length ${text.length}>>\nstream\n${text}\nendstream`;
};

/**
 * Evaluates a page of 300 x 400 points: an area on its left, one on its right, and whether the page is certainly
 * light.
 */
async function estimate(
  content: string,
  resources = '',
  objects: Record<number, string> = {},
  pageEntries = '',
) {
  const file = openPdf(
    samplePdf({
      content,
      objects,
      pageEntries: `${pageEntries} /Resources <</Font <</F 3 0 R>> ${resources}>>`,
    }),
  );
  const page = readPageTree(file).pages[0]!;
  const [left, right] = await darkAreas(file, page, [
    { x: 20, y: 100, w: 100, h: 30 },
    { x: 180, y: 100, w: 100, h: 30 },
  ]);
  return { left, right, light: placesThatMayBeDark(file, [page])[0]?.length === 0 };
}

const light = { left: false, right: false };
const dark = { left: true, right: true };
const onTheLeft = { left: true, right: false };

describe('a page is light', () => {
  test.each([
    [
      'with text and thin lines',
      'BT /F 12 Tf 20 110 Td (Text) Tj ET 0 0 0 RG 1 w 0 110 m 300 110 l S 0 120 300 1 re f',
    ],
    ['with light fills', `0.9 g ${all} 0.8 0.9 1 rg 0 0 150 400 re f`],
  ])('%s, with certainty', async (_, content) => {
    expect(await estimate(content)).toEqual({ ...light, light: true });
  });

  test.each([
    ['where white covers black', `0 g ${all} 1 g ${all}`],
    ['where a clip removes a black fill completely', `0 0 10 10 re W n 0 g ${all}`],
    ['where black is nearly transparent', `/Gs gs 0 g ${all}`],
    ['where a soft mask may hide what is drawn', `/Masked gs 0 g ${all}`],
    ['next to black', '0 g 0 200 300 200 re f'],
    ['with a light image', 'q 300 0 0 400 0 0 cm /White Do Q'],
    ['with content that cannot be read completely', `(${all}`],
  ])('%s', async (_, content) => {
    const resources =
      '/ExtGState <</Gs <</ca 0.1>> /Masked <</SMask <</S /Alpha>>>>>> /XObject <</White 100 0 R>>';
    const objects = {
      100: stream('/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray', '\xff'),
    };
    expect(await estimate(content, resources, objects)).toEqual({ ...light, light: false });
  });
});

describe('an area is dark', () => {
  test.each([
    ['in grey', `0.2 g ${all}`, dark],
    ['in red, green and blue', `0.1 0.1 0.5 rg ${all}`, dark],
    ['in inks', `0 0 0 1 k ${all}`, dark],
    ['under a fill that covers it', '0 g 0 0 150 400 re f', onTheLeft],
    ['under a path', '0 g 0 0 m 150 0 l 150 400 l 0 400 l f', onTheLeft],
    ['under a curve', '0 g 70 0 m 160 0 160 300 70 300 c -20 300 -20 0 70 0 c f', onTheLeft],
    ['inside a clip', `0 0 150 400 re W n 0 g ${all}`, onTheLeft],
    ['under a thick line', '0 G 150 w 75 0 m 75 400 l S', onTheLeft],
    ['outside the hole of a ring', '0 g 0 0 300 400 re 150 0 150 400 re f*', onTheLeft],
    ['in transformed coordinates', 'q 0 1 -1 0 150 0 cm 0 g 0 0 400 150 re f Q', onTheLeft],
    ['in a separation', `/Cs cs 1 scn ${all}`, dark],
    ['under a gradient', '/Sh sh', onTheLeft],
    ['under tiles', `/Pattern cs /Tile scn ${all}`, dark],
    ['inside a form', '/Form Do', onTheLeft],
    ['where colors multiply', `0.6 g ${all} /Multiply gs 0.6 g 0 0 150 400 re f`, onTheLeft],
    ['under an inline image', `q 150 0 0 400 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x10 EI Q`, onTheLeft],
    ['under an image with a palette', 'q 300 0 0 400 0 0 cm /Palette Do Q', onTheLeft],
    ['under a stencil mask', 'q 0.1 g 300 0 0 400 0 0 cm /Stencil Do Q', onTheLeft],
  ])('%s', async (_, content, expected) => {
    const resources = `/ExtGState <</Multiply <</BM /Multiply>>>>
      /ColorSpace <</Cs [/Separation /Black /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>]>>
      /Shading <</Sh <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 300 0] /Function <</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1>>>>>>
      /Pattern <</Tile 100 0 R>> /XObject <</Form 101 0 R /Palette 102 0 R /Stencil 103 0 R>>`;
    const objects = {
      100: stream('/PatternType 1 /PaintType 1 /BBox [0 0 9 9] /XStep 10 /YStep 10', '0 g 0 0 9 9 re f'),
      101: stream('/Subtype /Form /BBox [0 0 1 1] /Matrix [150 0 0 400 0 0]', '0 g 0 0 9 9 re f'),
      102: stream(
        '/Subtype /Image /Width 2 /Height 1 /BitsPerComponent 1 /ColorSpace [/Indexed /DeviceRGB 1 <200010FFFFFF>]',
        '\x40',
      ),
      103: stream('/Subtype /Image /Width 2 /Height 1 /ImageMask true', '\x40'),
    };
    expect(await estimate(content, resources, objects)).toEqual({ ...expected, light: false });
  });

  test('under a JPEG, except where its soft mask hides it', async () => {
    const pixels = Buffer.concat([Buffer.alloc(32 * 3, 10), Buffer.alloc(32 * 3, 250)]);
    const row = Buffer.concat(Array.from({ length: 64 }, () => pixels));
    const jpeg = await sharp(row, { raw: { width: 64, height: 64, channels: 3 } })
      .jpeg()
      .toBuffer();
    const entries =
      '/Subtype /Image /Width 64 /Height 64 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode';
    const nothing = stream(
      '/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      '\x00',
    );
    const content = 'q 300 0 0 400 0 0 cm /Im Do Q';
    const resources = '/XObject <</Im 100 0 R>>';
    expect(await estimate(content, resources, { 100: stream(entries, jpeg) })).toMatchObject(onTheLeft);
    const masked = { 100: stream(`${entries} /SMask 101 0 R`, jpeg), 101: nothing };
    expect(await estimate(content, resources, masked)).toMatchObject(light);
  });

  test('under JPEGs, until decoding one of them takes too long', async () => {
    const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#111' } })
      .jpeg()
      .toBuffer();
    const entries = '/Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceRGB /Filter /DCTDecode';
    const objects = { 100: stream(entries, jpeg), 101: stream(entries, jpeg) };
    const content = 'q 150 0 0 400 0 0 cm /A Do Q q 150 0 0 400 150 0 cm /B Do Q';
    const resources = '/XObject <</A 100 0 R /B 101 0 R>>';
    expect(await estimate(content, resources, objects)).toMatchObject(dark);
    const limit = jest.spyOn(sharp.prototype, 'timeout');
    const decoding = jest.spyOn(sharp.prototype, 'toBuffer');
    decoding.mockRejectedValueOnce(new Error('timeout: 22% complete'));
    try {
      expect(await estimate(content, resources, objects)).toMatchObject(light);
      expect(decoding).toHaveBeenCalledTimes(1);
      expect(limit).toHaveBeenCalledWith({ seconds: 10 });
    } finally {
      decoding.mockRestore();
      limit.mockRestore();
    }
  });

  test('under an annotation that becomes content', async () => {
    const stamp = '<</Subtype /Stamp /Rect [0 90 150 140] /AP <</N 100 0 R>>>>';
    const objects = { 100: stream('/Subtype /Form /BBox [0 0 1 1]', '0 g 0 0 1 1 re f') };
    expect(await estimate('', '', objects, `/Annots [${stamp}]`)).toEqual({ ...onTheLeft, light: false });
  });
});

test.each([
  ['a graphics state', '/Bad gs'],
  ['a color space', '/Bad cs'],
  ['a pattern', '/Pattern cs /Bad scn 0 0 300 400 re f'],
  ['a shading', '/Bad sh'],
  ['a form', '/Bad Do'],
])('%s that cannot be resolved is left out, and what follows it is read', async (_, content) => {
  const resources = ['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject']
    .map((category) => `/${category} <</Bad 100 0 R>>`)
    .join(' ');
  const found = await estimate(`${content} 0 g 0 0 150 400 re f`, resources, { 100: '100 0 R' });
  expect(found).toEqual({ ...onTheLeft, light: false });
});

test('forms that contain themselves, images without data and endless content are read in part and not reported as light', async () => {
  const objects = {
    100: stream(
      '/Subtype /Form /BBox [0 0 300 400] /Resources <</XObject <</Form 100 0 R>>>>',
      '/Form Do '.repeat(40),
    ),
    101: stream(
      '/Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 16 /ColorSpace /DeviceCMYK',
      '',
    ),
  };
  const content = `/Image Do /Form Do ${'0 0 m 9 9 l '.repeat(100_000)}`;
  const resources = '/XObject <</Form 100 0 R /Image 101 0 R>>';
  expect(await estimate(content, resources, objects)).toEqual({ ...light, light: false });
});

describe('hostile content ends at a limit, and the page counts as light', () => {
  const black = `0 g ${all}`;
  const shading = (fn: string) =>
    `/Shading <</Sh <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 300 0] /Function ${fn}>>>>`;
  const image = '/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8';

  test('a function that contains itself', async () => {
    const objects = { 100: '[100 0 R 100 0 R]' };
    expect(await estimate('/Sh sh', shading('100 0 R'), objects)).toEqual({ ...light, light: false });
  });

  test('functions that contain the same functions many times', async () => {
    const objects: Record<number, string> = { 106: '<</FunctionType 2 /N 1 /C0 [1] /C1 [1]>>' };
    for (let num = 100; num < 106; num++)
      objects[num] = `<</FunctionType 3 /Functions [${`${num + 1} 0 R `.repeat(10)}]>>`;
    const found = await estimate(`/Sh sh ${black}`, shading('100 0 R'), objects);
    expect(found).toEqual({ ...light, light: false });
  });

  test('an image that is its own soft mask', async () => {
    const objects = { 100: stream(`${image} /ColorSpace /DeviceGray /SMask 100 0 R`, '\x60') };
    const content = 'q 300 0 0 400 0 0 cm /Im Do Q';
    expect(await estimate(content, '/XObject <</Im 100 0 R>>', objects)).toEqual({ ...light, light: false });
  });

  test('an image with more components than a call can have arguments', async () => {
    const names = '/Black '.repeat(200_000);
    const objects = {
      100: stream(
        `${image} /ColorSpace [/DeviceN [${names}] /DeviceGray <</FunctionType 4>>]`,
        'x'.repeat(200_000),
      ),
    };
    const content = 'q 300 0 0 400 0 0 cm /Im Do Q';
    expect(await estimate(content, '/XObject <</Im 100 0 R>>', objects)).toEqual({ ...light, light: false });
  });

  test('images that decode to very much in total', async () => {
    const large = '/Subtype /Image /Width 41943040 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray';
    const pixels = (value: number) => deflateSync(Buffer.alloc(41_943_040, value), { level: 1 });
    const objects = {
      100: stream(`${large} /Filter /FlateDecode`, pixels(255)),
      101: stream(`${large} /Filter /FlateDecode`, pixels(0)),
    };
    const resources = '/XObject <</White 100 0 R /Black 101 0 R>>';
    const content = `q 300 0 0 400 0 0 cm ${'/White Do '.repeat(12)} /Black Do Q`;
    expect(await estimate(content, resources, objects)).toEqual({ ...light, light: false });
  });

  test('many fills inside large clips', async () => {
    const clip = `${all.slice(0, -1)} ${'0 0 0 0 0 0 c '.repeat(2400)} W n `;
    const content = `${clip.repeat(5)} 1 g ${`${all} `.repeat(8)} ${black}`;
    expect(await estimate(content)).toEqual({ ...light, light: false });
  });

  test('a color whose function has many parts', async () => {
    const parts = '<</FunctionType 2 /N 1 /C0 [1] /C1 [1]>> '.repeat(4000);
    const objects = { 100: `[/Separation /Any /DeviceGray [${parts}]]` };
    const content = `/Cs cs ${'0.5 scn '.repeat(1000)} ${black}`;
    const found = await estimate(content, '/ColorSpace <</Cs 100 0 R>>', objects);
    expect(found).toEqual({ ...light, light: false });
  });

  test('many pages that are long', async () => {
    const content = `${'0 0 m '.repeat(100_000)} 0 g 0 0 300 400 re f`;
    const file = openPdf(samplePdf({ pages: 8, content }));
    const found = [];
    for (const page of readPageTree(file).pages)
      found.push(...(await darkAreas(file, page, [{ x: 20, y: 100, w: 100, h: 30 }])));
    expect(found).toEqual([true, true, true, true, true, true, false, false]);
  });

  test('a file that cannot be read', async () => {
    const file = openPdf(samplePdf({ content: black }));
    const page = readPageTree(file).pages[0]!;
    const decode = () => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    Object.assign(file, { decode });
    expect(await darkAreas(file, page, [{ x: 20, y: 100, w: 100, h: 30 }])).toEqual([false]);
    expect(placesThatMayBeDark(file, [page])).toEqual([undefined]);
  });
});
