import { inflateSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { prepareSignatureImage, readPreparedImage, SignatureImageError } from './signature-image.ts';

const blank = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 20, b: 200, alpha } } });

const reasonOf = async (bytes: Uint8Array): Promise<string> => {
  try {
    await prepareSignatureImage(bytes);
  } catch (error) {
    if (error instanceof SignatureImageError) return error.reason;
    throw error;
  }
  return 'accepted';
};

describe('a prepared signature image', () => {
  test('contains the pixels of a PNG with its alpha', async () => {
    const image = readPreparedImage(await prepareSignatureImage(await blank(30, 20, 0.5).png().toBuffer()));
    expect([image.width, image.height]).toEqual([30, 20]);
    expect([...inflateSync(image.rgb).subarray(0, 3)]).toEqual([10, 20, 200]);
    expect(inflateSync(image.rgb)).toHaveLength(30 * 20 * 3);
    expect(inflateSync(image.alpha!)[0]).toBe(128);
  });

  test('has no alpha if nothing is transparent', async () => {
    const image = readPreparedImage(await prepareSignatureImage(await blank(30, 20).jpeg().toBuffer()));
    expect(image.alpha).toBeNull();
  });

  test('is rotated by its EXIF orientation', async () => {
    const turned = await blank(300, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = readPreparedImage(await prepareSignatureImage(turned));
    expect([image.width, image.height]).toEqual([100, 300]);
  });

  test('is reduced to at most 1200 x 400 and never enlarged', async () => {
    const image = readPreparedImage(await prepareSignatureImage(await blank(4000, 2000).png().toBuffer()));
    expect([image.width, image.height]).toEqual([800, 400]);
  });

  test('is RGB even if the upload was CMYK or grey', async () => {
    const cmyk = await blank(20, 20).toColorspace('cmyk').jpeg().toBuffer();
    const grey = await blank(20, 20).greyscale().png().toBuffer();
    for (const bytes of [cmyk, grey]) {
      const image = readPreparedImage(await prepareSignatureImage(bytes));
      expect(inflateSync(image.rgb)).toHaveLength(20 * 20 * 3);
    }
  });
});

describe('an image is refused', () => {
  test('when it is larger than 2 MiB', async () => {
    expect(await reasonOf(new Uint8Array(2 * 1024 * 1024 + 1))).toBe('too_many_bytes');
  });

  test('when it is neither PNG nor JPEG, even if sharp can read it', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const others = [
      svg,
      await blank(9, 9).webp().toBuffer(),
      await blank(9, 9).gif().toBuffer(),
      Buffer.alloc(0),
    ];
    for (const bytes of others) expect(await reasonOf(bytes)).toBe('not_png_or_jpeg');
  });

  test('when a side has more than 4096 pixels, before the pixels are decoded', async () => {
    const long = await blank(4097, 10).png().toBuffer();
    expect(await reasonOf(long)).toBe('too_many_pixels');
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    expect(await reasonOf(bomb)).toBe('too_many_pixels');
    // Decoding would fail, because most of the pixels are missing.
    expect(await reasonOf(bomb.subarray(0, 4096))).toBe('too_many_pixels');
  });

  test('when it is cut off or garbled', async () => {
    const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, index) => (index * 7919) % 251));
    const raw = { raw: { width: 200, height: 200, channels: 3 } } as const;
    const png = await sharp(noise, raw).png().toBuffer();
    const jpeg = await sharp(noise, raw).jpeg().toBuffer();
    for (const whole of [png, jpeg]) {
      expect(await reasonOf(whole)).toBe('accepted');
      expect(await reasonOf(whole.subarray(0, whole.length / 2))).toBe('damaged');
      expect(await reasonOf(whole.subarray(0, 20))).toBe('damaged');
    }
  });

  test('when reading it takes too long, which is not called damaged, and not the next time', async () => {
    const png = await blank(20, 20).png().toBuffer();
    const timeout = new Error('timeout: 22% complete\nVipsImage: killed for image "temp-36"');
    const reading = jest.spyOn(sharp.prototype, 'toBuffer');
    try {
      reading.mockRejectedValueOnce(timeout);
      expect(await reasonOf(png)).toBe('too_slow');
      expect(await reasonOf(png)).toBe('accepted');
    } finally {
      reading.mockRestore();
    }
  });

  test('when it is completely transparent', async () => {
    expect(await reasonOf(await blank(20, 20, 0).png().toBuffer())).toBe('empty');
  });
});

test('only a container made by prepareSignatureImage is read', async () => {
  const prepared = await prepareSignatureImage(await blank(30, 20).png().toBuffer());
  expect(() => readPreparedImage(prepared.subarray(0, -1))).toThrow('not a prepared signature image');
  expect(() => readPreparedImage(new Uint8Array(40))).toThrow('not a prepared signature image');
});
