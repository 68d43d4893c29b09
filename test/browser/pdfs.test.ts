/** PDFs that need fonts, decoders or character maps from the service. The page shows them as other readers do. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../support/processes.ts';
import { rawPdf, rawStream } from '../support/raw-pdf.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { signingPages } from '../support/signing-page.ts';

const pages = signingPages();
const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
const approving = { recipients: [{ ...ada, role: 'approver' as const }], fields: [] };
/** In points. */
const side = 200;

interface OnePage {
  content?: string;
  resources?: string;
  /** Further entries of the page and of the catalog. */
  page?: string;
  catalog?: string;
  /** Objects from number 5 on. */
  objects?: string[];
}

/** A page of 200 x 200 points. */
const onePage = ({ content = '', resources = '', page = '', catalog = '', objects = [] }: OnePage): Buffer =>
  rawPdf([
    `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] /Contents 4 0 R /Resources <<${resources}>> ${page}>>`,
    rawStream(content),
    ...objects,
  ]);

/** Opens a PDF to approve. `fetched` has the names of the files that pdf.js fetched from the service. */
async function show(pdf: Uint8Array): Promise<{ page: Page; fetched: Map<string, number> }> {
  const document = await pages.send(approving, 'live', pdf);
  const page = await pages.visit('/errors');
  const fetched = new Map<string, number>();
  page.context().on('response', (one) => {
    const name = /\/assets\/pdfjs-[^/]+\/(.+)$/.exec(one.url())?.[1];
    if (name) fetched.set(name, one.status());
  });
  await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`);
  await page.locator('.page canvas').first().waitFor();
  return { page, fetched };
}

/** The color of a point of the first page, in points from its top left corner. */
const colorAt = (page: Page, x: number, y: number): Promise<number[]> =>
  page
    .locator('.page canvas')
    .first()
    .evaluate(
      (canvas: HTMLCanvasElement, [left, top]) =>
        [
          ...canvas.getContext('2d')!.getImageData(left! * canvas.width, top! * canvas.height, 1, 1).data,
        ].slice(0, 3),
      [x / side, y / side],
    );

/** 32 x 32 pixels in red. */
const jpeg2000 =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAIAAAACAAAwcHAAAAAAAPY29scgEAAAAAABAAAADXanAyY/9P/1EALwAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAAAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAXwAB/5PPtHgUAFyv/2+Pf6TgAAAAAAGEhL/1LKAAAAAAMJCX/3/PtFQRUFSv/2+ExyXQAAAAAAADCQl//3/PtFQRUFSv/2+ExyXQAAAAAAADCQl//3//2Q==';

test('a font that is missing in the PDF comes from the service', async () => {
  const { fetched } = await show(await samplePdf());
  await until(async () => fetched.size > 0, 'the response to be reported');
  expect([...fetched]).toEqual([['standard_fonts/LiberationSans-Regular.ttf', 200]]);
});

test('an image in JPEG 2000 is decoded by WebAssembly', async () => {
  const entries = '/Type /XObject /Subtype /Image /Width 32 /Height 32 /Filter /JPXDecode';
  const pdf = onePage({
    content: `${side} 0 0 ${side} 0 0 cm /Image Do`,
    resources: '/XObject <</Image 5 0 R>>',
    objects: [rawStream(Buffer.from(jpeg2000, 'base64'), entries)],
  });
  const { page, fetched } = await show(pdf);
  await until(async () => fetched.size > 0, 'the response to be reported');
  expect([...fetched]).toEqual([['wasm/openjpeg.wasm', 200]]);
  expect(await colorAt(page, 100, 100)).toEqual([200, 40, 40]);
});

test('CMYK colors are shown as in print', async () => {
  const { page, fetched } = await show(onePage({ content: `1 0 0 0 k 0 0 ${side} ${side} re f` }));
  await until(async () => fetched.size > 1, 'the responses to be reported');
  expect(fetched.get('iccs/CGATS001Compat-v2-micro.icc')).toBe(200);
  expect(fetched.get('wasm/qcms_bg.wasm')).toBe(200);
  // Cyan of a screen is 0, 255, 255.
  expect(await colorAt(page, 100, 100)).toEqual([0, 173, 239]);
});

test('Japanese in a font and a character map that are not in the file can be read', async () => {
  const system = '<</Registry (Adobe) /Ordering (Japan1) /Supplement 2>>';
  const pdf = onePage({
    content: 'BT /F 20 Tf 20 100 Td <8c5f96f18f91> Tj ET',
    resources: '/Font <</F 5 0 R>>',
    objects: [
      '<</Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R]>>',
      `<</Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo ${system} /FontDescriptor 7 0 R>>`,
      '<</Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 6 /ItalicAngle 0>>',
    ],
  });
  const { page, fetched } = await show(pdf);
  await page.locator('.textLayer').getByText('契約書').waitFor();
  await until(async () => fetched.has('cmaps/90ms-RKSJ-H.bcmap'), 'the response to be reported');
  expect(fetched.get('cmaps/90ms-RKSJ-H.bcmap')).toBe(200);
});

test.each([
  ['a line of text', '/FT /Tx /V (HHHHHHHH)', true],
  ['a choice', '/FT /Ch /Ff 131072 /V (HHHHHHHH) /Opt [(HHHHHHHH) (other)]', true],
  ['hidden text', '/FT /Tx /V (HHHHHHHH) /F 2', false],
])(
  '%s in a form field whose look is not in the file is shown where other readers show it',
  async (_kind, field, isShown) => {
    const pdf = onePage({
      page: '/Annots [5 0 R]',
      catalog: '/AcroForm <</Fields [5 0 R] /DR <</Font <</Helv 6 0 R>>>> /DA (/Helv 0 Tf 0 g)>>',
      objects: [
        `<</Type /Annot /Subtype /Widget /T (amount) ${field} /Rect [20 80 180 120] /DA (/Helv 30 Tf 0 g)>>`,
        '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      ],
    });
    const { page } = await show(pdf);
    const row = await Promise.all(Array.from({ length: 60 }, (_, step) => colorAt(page, 24 + step, 94)));
    expect(row.some(([red]) => red! < 60)).toBe(isShown);
  },
);

test('a page that cannot be drawn shows a message, and the other pages are drawn', async () => {
  const document = await pages.send(approving, 'live', await samplePdf(2));
  const page = await pages.visit('/errors');
  const body = Buffer.from(await samplePdf(1));
  await page.route('**/content', (route) => route.fulfill({ body, contentType: 'application/pdf' }));
  await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`);
  const second = page.getByRole('region', { name: 'Page 2 of 2' });
  await second.scrollIntoViewIfNeeded();
  await second.getByRole('alert').getByText('This page cannot be shown here.').waitFor();
  await page.getByRole('region', { name: 'Page 1 of 2' }).locator('canvas').waitFor();
  await pages.expectComplaint(/page 2 cannot be drawn/);
});
