import { describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { inspectPdf } from '../inspect.ts';
import { PdfStream } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { openPdf } from '../reader/open.ts';
import { readPageTree } from '../reader/pages.ts';
import { imagePage } from './image-page.ts';

const limits = { timeoutSeconds: 20 };

/** A picture whose left half is red and whose right half is blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: 'blue' } },
      left: Math.floor(width / 2),
      top: 0,
    },
  ]);

async function pageOf(image: Uint8Array) {
  const file = openPdf(await imagePage(image, limits));
  const [page] = readPageTree(file).pages;
  const picture = file.resolve(
    file.dict(file.dict(page!.dict.get('Resources'))!.get('XObject'))!.get('Image'),
  );
  if (!(picture instanceof PdfStream)) throw new Error('no image');
  const content = file.decode(file.resolve(page!.dict.get('Contents')) as PdfStream).toString('latin1');
  const [w, , , h] = /q (.*) cm/.exec(content)![1]!.split(' ').map(Number);
  const { box } = page!.geometry;
  return { file, picture, page: [box.w, box.h], drawn: [w, h], pixels: await pixelsOf(file, picture) };
}

/** The pixels of the image as readers see them. */
async function pixelsOf(file: PdfFile, picture: PdfStream) {
  const width = file.number(picture.dict.get('Width'))!;
  const height = file.number(picture.dict.get('Height'))!;
  const image =
    file.nameOf(picture.dict.get('Filter')) === 'DCTDecode'
      ? sharp(picture.bytes)
      : sharp(file.decode(picture), { raw: { width, height, channels: 3 } });
  const data = await image.raw().toBuffer();
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * (height - 1)) * width + Math.floor(x * (width - 1))) * 3;
    const [r, g, b] = data.subarray(from, from + 3);
    return r! > 200 && g! > 200 && b! > 200 ? 'white' : r! > 120 ? 'red' : b! > 120 ? 'blue' : 'dark';
  };
  return { width, height, at };
}

describe('the page of an image', () => {
  test('is A4 in the direction of the image, which fills it as far as its proportions allow', async () => {
    const wide = await pageOf(await halves(4000, 3000).jpeg().toBuffer());
    expect(wide.page).toEqual([841.89, 595.28]);
    expect(wide.drawn[1]).toBeCloseTo(595.28, 1);
    expect(wide.drawn[0]! / wide.drawn[1]!).toBeCloseTo(4 / 3, 2);
    expect(wide.pixels.width).toBe(3508);
    const high = await pageOf(await halves(1000, 2000).png().toBuffer());
    expect(high.page).toEqual([595.28, 841.89]);
    expect((await inspectPdf(high.file.bytes)).ok).toBe(true);
  });

  test('shows a small image in its own size: at its resolution, otherwise at 96 dpi', async () => {
    const small = await pageOf(await halves(192, 96).png().toBuffer());
    expect(small.drawn.map((side) => Math.round(side!))).toEqual([144, 72]);
    const fine = await pageOf(await halves(300, 300).withMetadata({ density: 300 }).png().toBuffer());
    expect(fine.drawn.map((side) => Math.round(side!))).toEqual([72, 72]);
  });

  test('turns a photo upright, and keeps nothing else of its metadata', async () => {
    const photo = await halves(400, 200)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { page, pixels, file } = await pageOf(photo);
    expect(page).toEqual([595.28, 841.89]);
    expect([pixels.width, pixels.height]).toEqual([200, 400]);
    expect([pixels.at(0.5, 0.1), pixels.at(0.5, 0.9)]).toEqual(['red', 'blue']);
    expect(file.bytes.includes('secret place')).toBe(false);
    expect(file.bytes.includes('Exif')).toBe(false);
  });

  test('puts transparent parts on white', async () => {
    const transparent = sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } });
    const { pixels } = await pageOf(await transparent.png().toBuffer());
    expect(pixels.at(0.5, 0.5)).toBe('white');
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['palette', () => halves(60, 60).png({ palette: true }).toBuffer()],
    ['interlaced', () => halves(60, 60).png({ progressive: true }).toBuffer()],
    ['16 bits', () => halves(60, 60).toColorspace('rgb16').png().toBuffer()],
    ['CMYK', () => halves(60, 60).toColorspace('cmyk').jpeg().toBuffer()],
    ['progressive JPEG', () => halves(60, 60).jpeg({ progressive: true }).toBuffer()],
  ])('shows the colors of an image: %s', async (_, image) => {
    const { pixels } = await pageOf(await image());
    expect([pixels.at(0.1, 0.5), pixels.at(0.9, 0.5)]).toEqual(['red', 'blue']);
  });

  test('shows grey images', async () => {
    const grey = sharp({ create: { width: 50, height: 50, channels: 3, background: '#222222' } }).greyscale();
    for (const image of [await grey.png().toBuffer(), await grey.jpeg().toBuffer()])
      expect((await pageOf(image)).pixels.at(0.5, 0.5)).toBe('dark');
  });

  test('refuses damaged images, and more than 50 million pixels before it decodes them', async () => {
    const png = await halves(60, 60).png().toBuffer();
    await expect(imagePage(png.subarray(0, 60), limits)).rejects.toMatchObject({ reason: 'damaged' });
    await expect(imagePage(Buffer.from([0xff, 0xd8, 0xff, 0]), limits)).rejects.toMatchObject({
      reason: 'damaged',
    });
    const huge = Buffer.from(png);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const crc = (await import('node:zlib')).crc32(huge.subarray(12, 29));
    huge.writeUInt32BE(crc, 29);
    await expect(imagePage(huge, limits)).rejects.toMatchObject({ reason: 'too_many_pixels' });
  });

  test('does not call an image damaged if reading it takes too long, and accepts it later', async () => {
    const png = await halves(60, 60).png().toBuffer();
    const reading = jest.spyOn(sharp.prototype, 'toBuffer');
    reading.mockRejectedValueOnce(new Error('timeout: 22% complete\nVipsImage: killed for image "temp-36"'));
    try {
      await expect(imagePage(png, limits)).rejects.toMatchObject({ reason: 'too_slow' });
    } finally {
      reading.mockRestore();
    }
    expect((await imagePage(png, limits)).length).toBeGreaterThan(0);
  });
});
