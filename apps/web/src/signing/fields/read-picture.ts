/** Turns a chosen file into a picture that the service accepts (docs/spec/decisions.md, section 9: PNG or JPEG, 2 MiB, 4096 pixels a side). */
import { inkBounds, type Pixels, paperOf, removePaper } from './ink.ts';

/** Enough for a printed signature. Larger pictures would be sent again for each field of the document that uses them. */
const maxSide = 1600;
const maxBytes = 256 * 1024;
/** The margin around the ink, as a share of the longer side. */
const marginShare = 0.01;

export interface Picture {
  /** Data URL of a PNG or JPEG, cropped to the ink if ink was found. */
  whole: string;
  /** The same with a transparent background; null if the background is not plain. */
  clean: string | null;
}

/** Reads a picture, crops it to its ink, and removes a plain background. Throws if the browser cannot read the file as a picture. */
export async function readPicture(file: File): Promise<Picture> {
  const bitmap = await createImageBitmap(file);
  try {
    const pixels = pixelsOf(bitmap);
    const paper = paperOf(pixels);
    const isOpaque = pixels.data.every((value, at) => at % 4 !== 3 || value === 255);
    const margin = Math.ceil(Math.max(pixels.width, pixels.height) * marginShare);
    const box = (paper !== null || !isOpaque) && inkBounds(pixels, paper, margin);
    const cropped = box ? crop(pixels, box) : pixels;
    return {
      whole: await encode(cropped, isOpaque && file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'),
      clean: paper !== null && box ? await encode(removePaper(cropped, paper), 'image/png') : null,
    };
  } finally {
    bitmap.close();
  }
}

function surface(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the picture cannot be drawn');
  return context;
}

function pixelsOf(bitmap: ImageBitmap): Pixels {
  const factor = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const context = surface(bitmap.width * factor, bitmap.height * factor);
  const { width, height } = context.canvas;
  context.drawImage(bitmap, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function crop(pixels: Pixels, box: { x: number; y: number; width: number; height: number }): Pixels {
  return paint(pixels).getImageData(box.x, box.y, box.width, box.height);
}

function paint({ width, height, data }: Pixels): CanvasRenderingContext2D {
  const context = surface(width, height);
  context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  return context;
}

/** Encodes the picture, reduced in steps until it fits into the limit. PNG keeps transparency. */
async function encode(pixels: Pixels, type: string): Promise<string> {
  const whole = paint(pixels).canvas;
  for (let factor = 1; ; factor *= 0.75) {
    const context = surface(whole.width * factor, whole.height * factor);
    context.drawImage(whole, 0, 0, context.canvas.width, context.canvas.height);
    const blob = await new Promise<Blob | null>((done) => context.canvas.toBlob(done, type, 0.88));
    if (!blob) throw new Error('the picture cannot be drawn');
    if (blob.size <= maxBytes || Math.max(context.canvas.width, context.canvas.height) < 200)
      return toDataUrl(blob);
  }
}

function toDataUrl(file: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}
