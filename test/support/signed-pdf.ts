/** A small PDF with one signature of any form, for tests of verifying what other software signed. */
import { rawPdf } from './raw-pdf.ts';

export interface SignedPdfForm {
  subFilter?: string;
  /** The signature value over the covered bytes. */
  sign: (content: Buffer) => Uint8Array;
  /** Further entries of the signature dictionary. */
  entries?: string;
  /** The claimed time, /M; null leaves it out. */
  signedAt?: Date | null;
  /** Where the covered bytes begin. */
  from?: number;
}

const ROOM = 16_384;

/** One blank page and a signature over everything else in the file. */
export function signedPdf(form: SignedPdfForm): Buffer {
  const { subFilter = 'ETSI.CAdES.detached', entries = '', signedAt = new Date(), from = 0 } = form;
  const time = signedAt ? `/M (D:${signedAt.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z)` : '';
  const gap = `<${'0'.repeat(2 * ROOM)}>`;
  const text = rawPdf([
    '<</Type /Catalog /Pages 2 0 R /AcroForm <</SigFlags 3 /Fields [4 0 R]>>>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [4 0 R]>>',
    '<</FT /Sig /T (s) /V 5 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P 3 0 R>>',
    `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter} ${time} ${entries} /ByteRange [${from} AAAAAAAA BBBBBBBB CCCCCCCC] /Contents ${gap}>>`,
  ]).toString('latin1');
  const end = text.indexOf(gap);
  const to = end + gap.length;
  const pdf = Buffer.from(
    text
      .replace('AAAAAAAA', String(end - from).padEnd(8))
      .replace('BBBBBBBB', String(to).padEnd(8))
      .replace('CCCCCCCC', String(text.length - to).padEnd(8)),
    'latin1',
  );
  const value = form.sign(Buffer.concat([pdf.subarray(from, end), pdf.subarray(to)]));
  if (value.length > ROOM) throw new Error('the signature does not fit');
  pdf.write(Buffer.from(value).toString('hex'), end + 1, 'latin1');
  return pdf;
}
