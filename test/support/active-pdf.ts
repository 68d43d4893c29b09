/** A PDF whose look can change. */
import { rawPdf, rawStream } from './raw-pdf.ts';

/** The codes of its warnings. */
export const activeCodes = ['hidden_layers', 'javascript', 'missing_fonts'] as const;

/** One page with two prices: a script on opening switches on the layer with the second one. Its font is not embedded. */
export function activePdf(): Buffer {
  const content =
    'BT /F 24 Tf 72 700 Td (Price: EUR 100) Tj ET /OC /L BDC 1 g 60 690 300 40 re f 0 g BT /F 24 Tf 72 700 Td (Price: EUR 100,000) Tj ET EMC';
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R /OpenAction <</S /JavaScript /JS (this.getOCGs\\(\\)[0].state = true)>> /OCProperties <</OCGs [5 0 R] /D <</OFF [5 0 R]>>>>>>',
    '<</Type /Pages /Count 1 /Kids [3 0 R]>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</F 6 0 R>> /Properties <</L 5 0 R>>>>>>',
    rawStream(content),
    '<</Type /OCG /Name (Price)>>',
    '<</Type /Font /Subtype /TrueType /BaseFont /Garamond>>',
  ]);
}
