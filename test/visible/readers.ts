/** Renders pages with two independent readers, poppler (pdftoppm) and pdf.js, in the same size. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The longer side of a rendered page in pixels. */
const LONGER_SIDE = 800;
const TIMEOUT_MS = 30_000;

export interface Picture {
  width: number;
  height: number;
  /** Red, green, blue and alpha, one byte each, row by row from the top. */
  rgba: Uint8Array;
}

export interface Reader {
  name: string;
  /** Renders the pages with these numbers (from 1); null for a page that the reader cannot show. */
  paint(pdf: Uint8Array, pages: readonly number[]): Promise<Array<Picture | null>>;
}

const execute = promisify(execFile);

async function paintWithPoppler(pdf: Uint8Array, pages: readonly number[]): Promise<Array<Picture | null>> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-visible-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, pdf);
    const pictures: Array<Picture | null> = [];
    for (const page of pages) {
      const target = join(folder, `page-${page}`);
      const size = [
        '-cropbox',
        '-singlefile',
        '-scale-to',
        `${LONGER_SIDE}`,
        '-f',
        `${page}`,
        '-l',
        `${page}`,
      ];
      await execute('pdftoppm', [...size, path, target], { timeout: TIMEOUT_MS }).catch(() => null);
      pictures.push(readPpm(`${target}.ppm`));
    }
    return pictures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readPpm(path: string): Picture | null {
  let ppm: Buffer;
  try {
    ppm = readFileSync(path);
  } catch {
    return null;
  }
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 40));
  if (!header) return null;
  const [width, height] = [Number(header[1]), Number(header[2])];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let from = header[0].length, to = 0; to < rgba.length; from += 3, to += 4)
    rgba.set(ppm.subarray(from, from + 3), to);
  return { width, height, rgba };
}

const folderOfPdfJs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

interface CanvasFactory {
  create(width: number, height: number): { canvas: unknown; context: CanvasRenderingContext2D };
}

async function paintWithPdfJs(pdf: Uint8Array, pages: readonly number[]): Promise<Array<Picture | null>> {
  const task = getDocument({
    data: Uint8Array.from(pdf),
    verbosity: 0,
    cMapUrl: `${folderOfPdfJs}/cmaps/`,
    standardFontDataUrl: `${folderOfPdfJs}/standard_fonts/`,
    wasmUrl: `${folderOfPdfJs}/wasm/`,
    iccUrl: `${folderOfPdfJs}/iccs/`,
  });
  try {
    const document = await task.promise;
    const factory = document.canvasFactory as CanvasFactory;
    const pictures: Array<Picture | null> = [];
    for (const number of pages) {
      try {
        const page = await document.getPage(number);
        const [left, bottom, right, top] = page.view as [number, number, number, number];
        const scale = LONGER_SIDE / (Math.max(right - left, top - bottom) * page.userUnit);
        const viewport = page.getViewport({ scale });
        const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
        const { canvas, context } = factory.create(width, height);
        await page.render({ canvas: canvas as HTMLCanvasElement, canvasContext: context, viewport }).promise;
        const { data } = context.getImageData(0, 0, width, height);
        pictures.push({ width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.length) });
      } catch {
        pictures.push(null);
      }
    }
    return pictures;
  } catch {
    return pages.map(() => null);
  } finally {
    await task.destroy();
  }
}

export const readers: readonly Reader[] = [
  { name: 'poppler', paint: paintWithPoppler },
  { name: 'pdf.js', paint: paintWithPdfJs },
];
