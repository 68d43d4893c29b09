/** PDFs that differ in one text, and a ZIP of them, for bulk sends with a PDF per row. */
import { randomBytes } from 'node:crypto';
import { PDFDocument, PDFName } from 'pdf-lib';
import { zipOf } from '../../test/support/zip.ts';

const digits = 7;
const marker = 'Person '.padEnd('Person '.length + digits, '0');

/** Makes PDFs of two pages with an image of 20 kB, each with another number in its text. */
export async function pdfMaker(): Promise<(number: number) => Buffer> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const image = context.register(
    context.stream(randomBytes(100 * 66 * 3), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: 100,
      Height: 66,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
    }),
  );
  const font = await pdf.embedFont('Helvetica');
  for (let page = 1; page <= 2; page += 1) {
    const { node } = pdf.addPage([595, 842]);
    node.setFontDictionary(PDFName.of('F1'), font.ref);
    node.setXObject(PDFName.of('Im1'), image);
    const text = `BT /F1 12 Tf 72 760 Td (${marker}, page ${page}) Tj ET q 100 0 0 66 72 600 cm /Im1 Do Q`;
    node.addContentStream(context.register(context.stream(text)));
  }
  const bytes = Buffer.from(await pdf.save({ useObjectStreams: false }));
  return (number) => {
    const own = Buffer.from(bytes);
    const name = Buffer.from(`Person ${String(number).padStart(digits, '0')}`);
    for (let at = own.indexOf(marker); at !== -1; at = own.indexOf(marker, at + 1)) name.copy(own, at);
    return own;
  };
}

/** A ZIP of these PDFs, called `0.pdf`, `1.pdf` and so on. */
export function zipOfPdfs(pdfs: readonly Buffer[]): Buffer {
  return zipOf(pdfs.map((content, number) => ({ name: `${number}.pdf`, content })));
}
