/** A chosen file -> a picture that the server will take (decisions.md, section 9: PNG or JPEG, 2 MiB, 4096 pixels a side). */

/** A signature needs no more than this in print; and the same picture may be sent for many fields of one document. */
const maxSide = 1600;
const maxBytes = 256 * 1024;

/** Returns a data URL of the file, made smaller when it is large. Throws when it is no picture the browser can read. */
export async function readPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    const isTaken = file.type === 'image/png' || file.type === 'image/jpeg';
    const isSmall = Math.max(bitmap.width, bitmap.height) <= maxSide && file.size <= maxBytes;
    return await toDataUrl(isTaken && isSmall ? file : await reduce(bitmap, file.type, maxSide));
  } finally {
    bitmap.close();
  }
}

/** Redraws smaller and smaller until it fits; a photograph stays JPEG, everything else keeps its transparency as PNG. */
async function reduce(bitmap: ImageBitmap, type: string, side: number): Promise<Blob> {
  const factor = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * factor));
  canvas.height = Math.max(1, Math.round(bitmap.height * factor));
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const output = type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, output, 0.88));
  if (!blob) throw new Error('the picture cannot be drawn');
  return blob.size <= maxBytes || side < 200 ? blob : reduce(bitmap, type, side * 0.75);
}

function toDataUrl(file: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}
