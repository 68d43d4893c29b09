/** The files that the sealing benchmark seals: the same bytes on every machine, created once and kept in the temporary folder. */
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PDFContext, PDFDocument, type PDFFont, type PDFRef, PDFString, StandardFonts } from 'pdf-lib';

export interface BenchInput {
  name: string;
  path: string;
  bytes: number;
  pages: number;
}

/** Increase it when the files change. */
const VERSION = 1;

interface Recipe {
  name: string;
  file: string;
  pages: number;
  /** Pixels of the square color image on each page; its bytes do not compress. */
  imageSide: number;
  /** Structure elements (ISO 32000-2, 14.7.2) under each page. */
  elementsPerPage: number;
  objectStreams: boolean;
}

const plain = { elementsPerPage: 0, objectStreams: false };
const recipes: Recipe[] = [
  { name: '64 KB, 1 page', file: 'small', pages: 1, imageSide: 144, ...plain },
  { name: '1 MB, 20 pages', file: 'middle', pages: 20, imageSide: 128, ...plain },
  { name: '20 MB, 300 pages with images', file: 'large', pages: 300, imageSide: 148, ...plain },
  {
    name: '30,000 objects, 200 pages',
    file: 'many-objects',
    pages: 200,
    imageSide: 0,
    elementsPerPage: 150,
    objectStreams: true,
  },
];

/** Creates the missing files. Returns all in the order of the tables. */
export async function benchInputs(): Promise<BenchInput[]> {
  const folder = join(tmpdir(), `countersign-bench-seal-${VERSION}`);
  mkdirSync(folder, { recursive: true });
  const inputs: BenchInput[] = [];
  for (const recipe of recipes) {
    const path = join(folder, `${recipe.file}.pdf`);
    if (!existsSync(path)) {
      writeFileSync(`${path}.${process.pid}`, await compose(recipe));
      renameSync(`${path}.${process.pid}`, path);
    }
    inputs.push({ name: recipe.name, path, bytes: statSync(path).size, pages: recipe.pages });
  }
  return inputs;
}

async function compose(recipe: Recipe): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  const random = generator(recipe.pages);
  const roots: PDFRef[] = [];
  for (let number = 1; number <= recipe.pages; number++) {
    const page = document.addPage([595.28, 841.89]);
    drawText(page, font, number);
    if (recipe.imageSide > 0) {
      const image = page.node.newXObject('Im', noise(document.context, recipe.imageSide, random));
      const content = document.context.stream(`q 220 0 0 220 56 56 cm ${image} Do Q`);
      page.node.addContentStream(document.context.register(content));
    }
    if (recipe.elementsPerPage > 0) roots.push(structure(document.context, page.ref, recipe.elementsPerPage));
  }
  if (roots.length > 0) {
    const tree = document.context.obj({ Type: 'StructTreeRoot', K: roots });
    document.catalog.set(document.context.obj('StructTreeRoot') as never, document.context.register(tree));
  }
  return document.save({ useObjectStreams: recipe.objectStreams });
}

function drawText(page: ReturnType<PDFDocument['addPage']>, font: PDFFont, number: number): void {
  for (let line = 0; line < 38; line++)
    page.drawText(`${number}.${line + 1}  The parties agree to the terms of this section as amended.`, {
      x: 56,
      y: 780 - line * 13,
      size: 10,
      font,
    });
}

function noise(context: PDFContext, side: number, random: () => number): PDFRef {
  const pixels = Uint8Array.from({ length: side * side * 3 }, () => random() & 255);
  return context.register(
    context.flateStream(pixels, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: side,
      Height: side,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
    }),
  );
}

/** A section with its paragraphs, each a separate object, as in accessible files from office programs. */
function structure(context: PDFContext, page: PDFRef, count: number): PDFRef {
  const section = context.nextRef();
  const paragraphs = Array.from({ length: count - 1 }, (_, index) =>
    context.register(
      context.obj({
        Type: 'StructElem',
        S: 'P',
        P: section,
        Pg: page,
        K: index,
        Lang: PDFString.of('en-GB'),
      }),
    ),
  );
  context.assign(section, context.obj({ Type: 'StructElem', S: 'Sect', Pg: page, K: paragraphs }));
  return section;
}

/** A seeded generator of pseudorandom integers (Mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
