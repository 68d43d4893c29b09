/** PDFs for tests, composed with pdf-lib. */
import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A PDF of so many A4 pages, each with its number. `salt` makes the bytes differ. */
export async function samplePdf(pages = 1, salt = ''): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(`Sample ${salt}`);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    const page = pdf.addPage([595.28, 841.89]);
    page.drawText(`Page ${number} ${salt}`, { x: 72, y: 760, size: 18, font });
  }
  return pdf.save();
}
