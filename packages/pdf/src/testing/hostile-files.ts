/** Small files that are expensive to read, for tests of limits. */
import { deflateSync } from 'node:zlib';

const mebibyte = 1024 * 1024;

/** A quarter of a megabyte: 2,000 pages that share one content stream, which decodes to 62 MiB. */
export function sharedContent({ pages = 2000, mebibytes = 62, end = '' } = {}): Buffer {
  const content = deflateSync(Buffer.concat([Buffer.alloc(mebibytes * mebibyte, 'q Q\n'), Buffer.from(end)]));
  return compose([content], Array<number[]>(pages).fill([0]));
}

/** 12 pages with 25 MiB of content each, which leaves a graphics state and a text object open. */
export function openContents({ pages = 12, mebibytes = 25 } = {}): Buffer {
  const contents = Array.from({ length: pages }, (_, page) =>
    deflateSync(Buffer.concat([Buffer.alloc(mebibytes * mebibyte, 'q Q\n'), Buffer.from(`%${page}\nq BT`)])),
  );
  return compose(
    contents,
    contents.map((_, index) => [index]),
  );
}

/** Pages that share a stream of 30 MiB and each have another stream: the combination must be read for each page. */
export function slowContents(pages = 500): Buffer {
  const shared = deflateSync(Buffer.alloc(30 * mebibyte, 'q Q '));
  const own = Array.from({ length: pages }, (_, page) => deflateSync(Buffer.from(`%${page}\nq`)));
  return compose(
    [shared, ...own],
    own.map((_, index) => [0, index + 1]),
  );
}

/** A file of these compressed streams; each page lists the indexes of its streams. */
function compose(streams: readonly Buffer[], pages: ReadonlyArray<readonly number[]>): Buffer {
  const firstStream = 3;
  const firstPage = firstStream + streams.length;
  const kids = pages.map((_, index) => `${firstPage + index} 0 R`).join(' ');
  const objects: Array<Array<string | Buffer>> = [
    ['<</Type /Catalog /Pages 2 0 R>>'],
    [`<</Type /Pages /Count ${pages.length} /MediaBox [0 0 595 842] /Kids [${kids}]>>`],
    ...streams.map((bytes) => [
      `<</Length ${bytes.length} /Filter /FlateDecode>>\nstream\n`,
      bytes,
      '\nendstream',
    ]),
    ...pages.map((contents) => [
      `<</Type /Page /Parent 2 0 R /Contents [${contents.map((index) => `${firstStream + index} 0 R`).join(' ')}]>>`,
    ]),
  ];
  const parts: Buffer[] = [];
  let length = 0;
  const add = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  add('%PDF-1.7\n');
  const offsets = objects.map((object, index) => {
    const offset = length;
    for (const part of [`${index + 1} 0 obj\n`, ...object, '\nendobj\n']) add(part);
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const startxref = length;
  const size = objects.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size} /Root 1 0 R>>\n`);
  add(`startxref\n${startxref}\n%%EOF\n`);
  return Buffer.concat(parts);
}
