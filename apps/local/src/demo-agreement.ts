/** The document that the demo signs: a two-page agreement, composed with pdf-lib. */
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

const ink = rgb(0.13, 0.15, 0.2);
const pale = rgb(0.55, 0.58, 0.64);

const clauses: Array<[string, string]> = [
  [
    '1. Subject',
    'The Provider maintains the heating system of the building at 12 Harbour Street and answers calls within four hours, on every day of the year.',
  ],
  [
    '2. Term',
    'This agreement begins on the day on which both parties have signed it and runs for twenty-four months. It continues from year to year unless one party ends it three months before.',
  ],
  [
    '3. Fee',
    'The Customer pays the monthly fee named below, due on the third working day. Parts are charged at cost; the Provider shows the bill of its supplier on request.',
  ],
  [
    '4. Duties of the Provider',
    'The Provider inspects the system twice a year, keeps a log of each visit, and trains one person named by the Customer in its daily operation.',
  ],
  [
    '5. Duties of the Customer',
    'The Customer gives access to the boiler room and names a person who can be reached. Changes to the system by others are told to the Provider beforehand.',
  ],
  [
    '6. Liability',
    'Each party answers for damage that it causes by intent or gross negligence, and for slight negligence up to the fees of one year. Liability for injury is not limited.',
  ],
  [
    '7. Confidentiality',
    'What one party learns of the other in carrying out this agreement stays between them, during its term and for two years after.',
  ],
  [
    '8. Electronic signature',
    'The parties agree that this agreement may be signed electronically, and that the sealed file with its certificate of completion is the original.',
  ],
];

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (font.widthOfTextAtSize(longer, size) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Positions of the fields in fractions of page 2, next to their labels. */
export const agreementFields = {
  fee: { page: 2, x: 0.42, y: 0.1335, w: 0.25, h: 0.028 },
  accepted: { page: 2, x: 0.1185, y: 0.197, w: 0.022, h: 0.0155 },
  customerSignature: { page: 2, x: 0.118, y: 0.33, w: 0.34, h: 0.07 },
  customerDate: { page: 2, x: 0.118, y: 0.43, w: 0.2, h: 0.025 },
  providerSignature: { page: 2, x: 0.542, y: 0.33, w: 0.34, h: 0.07 },
  providerName: { page: 2, x: 0.542, y: 0.43, w: 0.34, h: 0.025 },
} as const;

/** Composes the agreement: A4, two pages. */
export async function composeAgreement(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle('Maintenance agreement');
  const serif = await pdf.embedFont(StandardFonts.TimesRoman);
  const bold = await pdf.embedFont(StandardFonts.TimesRomanBold);
  const [width, height] = [595.28, 841.89];
  const footer = (page: PDFPage, number: number) =>
    page.drawText(`Maintenance agreement - page ${number} of 2`, {
      x: 70,
      y: 40,
      size: 9,
      font: serif,
      color: pale,
    });

  const first = pdf.addPage([width, height]);
  first.drawText('Maintenance agreement', { x: 70, y: height - 100, size: 26, font: bold, color: ink });
  first.drawText('between Harbour Street Estates (Customer) and Northwind Heating (Provider)', {
    x: 70,
    y: height - 128,
    size: 12,
    font: serif,
    color: ink,
  });
  first.drawLine({
    start: { x: 70, y: height - 146 },
    end: { x: width - 70, y: height - 146 },
    thickness: 0.7,
    color: pale,
  });
  let y = height - 180;
  for (const [heading, text] of clauses) {
    first.drawText(heading, { x: 70, y, size: 12, font: bold, color: ink });
    y -= 18;
    for (const line of wrap(text, serif, 11.5, width - 140)) {
      first.drawText(line, { x: 70, y, size: 11.5, font: serif, color: ink });
      y -= 15.5;
    }
    y -= 12;
  }
  footer(first, 1);

  const second = pdf.addPage([width, height]);
  const at = (fraction: number) => height * (1 - fraction);
  second.drawText('Particulars and signatures', { x: 70, y: at(0.095), size: 18, font: bold, color: ink });
  second.drawText('Monthly fee in euro:', { x: 70, y: at(0.153), size: 12, font: serif, color: ink });
  second.drawRectangle({ x: 70.5, y: at(0.2125), width: 13, height: 13, borderColor: ink, borderWidth: 0.8 });
  second.drawText('The Customer has received the operating manual.', {
    x: 92,
    y: at(0.21),
    size: 12,
    font: serif,
    color: ink,
  });
  for (const [x, party] of [
    [70, 'Customer'],
    [322, 'Provider'],
  ] as const) {
    second.drawText(party, { x, y: at(0.315), size: 12, font: bold, color: ink });
    second.drawLine({
      start: { x, y: at(0.402) },
      end: { x: x + 203, y: at(0.402) },
      thickness: 0.7,
      color: ink,
    });
    second.drawText('Signature', { x, y: at(0.417), size: 9, font: serif, color: pale });
    second.drawLine({
      start: { x, y: at(0.458) },
      end: { x: x + 203, y: at(0.458) },
      thickness: 0.7,
      color: ink,
    });
    second.drawText(party === 'Customer' ? 'Date' : 'Name', {
      x,
      y: at(0.473),
      size: 9,
      font: serif,
      color: pale,
    });
  }
  footer(second, 2);
  return pdf.save();
}
