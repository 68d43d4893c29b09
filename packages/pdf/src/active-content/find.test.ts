import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { type PdfWarningCode, pdfWarningCodes } from '@countersign/contract/pdf-warning';
import { describe, expect, test } from '@jest/globals';
import { inspectPdf } from '../inspect.ts';
import { openPdf } from '../reader/open.ts';
import { readPageTree } from '../reader/pages.ts';
import { type SampleOptions, samplePdf } from '../testing/sample-files.ts';
import { findActiveContent } from './find.ts';

const findIn = (options: SampleOptions, maxSteps?: number) => {
  const file = openPdf(samplePdf(options));
  return findActiveContent(file, readPageTree(file), maxSteps);
};
const codesOf = (options: SampleOptions) => findIn(options).map(({ code }) => code);

const stream = (dict: string, data = 'q Q') =>
  `<<${dict} /Length ${data.length}>>\nstream\n${data}\nendstream`;
const onPage = (resources: string, objects: Record<number, string> = {}): SampleOptions => ({
  pageEntries: `/Resources <<${resources}>>`,
  objects,
});
const withAnnotation = (entries: string, objects: Record<number, string> = {}): SampleOptions => ({
  pageEntries: '/Annots [100 0 R]',
  objects: { 100: `<</Type /Annot /Rect [10 10 90 40] ${entries}>>`, 101: appearance, ...objects },
});
const appearance = stream('/Type /XObject /Subtype /Form /BBox [0 0 80 30]');
const onOpen = (action: string): SampleOptions => ({ catalogEntries: `/OpenAction <<${action}>>` });
const onClick = (action: string): SampleOptions => withAnnotation(`/Subtype /Link /A <<${action}>>`);
const withLayers = (group: string, config: string, more = ''): SampleOptions => ({
  catalogEntries: `/OCProperties <</OCGs [100 0 R] /D <<${config}>> ${more}>>`,
  objects: { 100: `<</Type /OCG /Name (Layer) ${group}>>` },
});
const withField = (entries: string, form = ''): SampleOptions => ({
  catalogEntries: `/AcroForm <</Fields [100 0 R] ${form}>>`,
  ...withAnnotation(`/Subtype /Widget /F 4 ${entries}`),
});
const script = '/S /JavaScript /JS (app.alert\\(1\\))';

const positives: Array<[PdfWarningCode, string, SampleOptions]> = [
  ['javascript', 'when the document is opened', onOpen(script)],
  ['javascript', 'when the document is printed', { catalogEntries: `/AA <</WP <<${script}>>>>` }],
  [
    'javascript',
    'by name, below nodes of a name tree',
    {
      catalogEntries: '/Names <</JavaScript <</Kids [100 0 R]>>>>',
      objects: { 100: '<</Limits [(a) (a)] /Kids [101 0 R]>>', 101: `<</Names [(a) <<${script}>>]>>` },
    },
  ],
  ['javascript', 'when a page is shown', { pageEntries: `/AA <</O <<${script}>>>>` }],
  [
    'javascript',
    'when a step of a presentation is reached',
    { pageEntries: `/PresSteps <</NA <<${script}>>>>` },
  ],
  ['javascript', 'when an annotation is clicked', onClick(script)],
  ['javascript', 'when the pointer enters a field', withField(`/FT /Btn /AA <</E <<${script}>>>>`)],
  ['javascript', 'when a field is formatted', withField(`/FT /Tx /AA <</F <<${script}>>>>`)],
  [
    'javascript',
    'in a field above the widget that the form does not list',
    withAnnotation('/Subtype /Widget /F 4 /Parent 102 0 R', { 102: `<</FT /Tx /AA <</K <<${script}>>>>>>` }),
  ],
  [
    'javascript',
    'behind other actions',
    onOpen(`/S /GoTo /D [4 0 R /Fit] /Next [<</S /Named /N /NextPage /Next <<${script}>>>>]`),
  ],
  ['javascript', 'in an address', onClick('/S /URI /URI ( JavaScript:alert\\(1\\))')],
  [
    'transfer_functions',
    'of a halftone for each color',
    onPage('/ExtGState <</a <</HT <</HalftoneType 5 /Cyan <</TransferFunction 100 0 R>>>>>>>>', {
      100: '<</FunctionType 2 /N 1>>',
    }),
  ],
  ['javascript', 'in a rendition', onClick('/S /Rendition /JS (1)')],
  [
    'javascript',
    'in a bookmark',
    {
      catalogEntries: '/Outlines <</First 100 0 R>>',
      objects: { 100: '<</Title (a) /Next 101 0 R>>', 101: `<</Title (b) /A <<${script}>>>>` },
    },
  ],
  ['layers', 'that are not printed', withLayers('/Usage <</Print <</PrintState /OFF>>>>', '/ON [100 0 R]')],
  ['layers', 'that are not shown', withLayers('/Usage <</View <</ViewState /OFF>>>>', '')],
  ['layers', 'that are not exported', withLayers('/Usage <</Export <</ExportState /OFF>>>>', '')],
  ['layers', 'by zoom', withLayers('', '/AS [<</Event /View /Category [/Zoom] /OCGs [100 0 R]>>]')],
  [
    'layers',
    'printed though hidden',
    withLayers(
      '/Usage <</Print <</PrintState /ON>>>>',
      '/OFF [100 0 R] /AS [<</Event /Print /Category [/Print] /OCGs [100 0 R]>>]',
    ),
  ],
  ['layers', 'in another configuration', withLayers('', '', '/Configs [<</Name (b) /OFF [100 0 R]>>]')],
  ['layers', 'switched by an action', onClick('/S /SetOCGState /State [/Toggle 100 0 R]')],
  ['hidden_layers', 'by name', withLayers('', '/OFF [100 0 R]')],
  ['hidden_layers', 'all but some', withLayers('', '/BaseState /OFF')],
  [
    'hidden_layers',
    'while another is shown',
    onPage('/Properties <</a <</Type /OCMD /OCGs 100 0 R /P /AllOff>>>>'),
  ],
  [
    'hidden_layers',
    'by an expression',
    onPage('/Properties <</a <</Type /OCMD /VE [/And [/Not 100 0 R]]>>>>'),
  ],
  ['xfa_form', 'in the form', { catalogEntries: '/AcroForm <</Fields [] /XFA [(a) 3 0 R]>>' }],
  [
    'xfa_dynamic',
    'by the catalog',
    { catalogEntries: '/NeedsRendering true /AcroForm <</Fields [] /XFA [(a) 3 0 R]>>' },
  ],
  [
    'xfa_dynamic',
    'by its configuration',
    {
      catalogEntries: '/AcroForm <</Fields [] /XFA [(config) 100 0 R]>>',
      objects: {
        100: stream(
          '/Filter /FlateDecode',
          deflateSync('<config><dynamicRender>required</dynamicRender>').toString('latin1'),
        ),
      },
    },
  ],
  ['launch_action', 'on a click', onClick('/S /Launch /F (calc.exe)')],
  ['submit_action', 'on a click', onClick('/S /SubmitForm /F (https://example.com)')],
  ['import_action', 'on a click', onClick('/S /ImportData /F (a.fdf)')],
  ['reset_action', 'on a click', onClick('/S /ResetForm')],
  ['hide_action', 'on a click', onClick('/S /Hide /T (a)')],
  ['opens_other', 'an address', onOpen('/S /URI /URI (https://example.com)')],
  ['opens_other', 'another document', onOpen('/S /GoToR /F (a.pdf) /D [0 /Fit]')],
  [
    'opens_other',
    'an address when an annotation comes into view',
    withAnnotation('/Subtype /Link /AA <</PV <</S /URI /URI (https://example.com)>>>>'),
  ],
  ['embedded_document', 'on a click', onClick('/S /GoToE /T <</R /C /N (a.pdf)>>')],
  ['portfolio', 'of files', { catalogEntries: '/Collection <</View /T>>' }],
  ...['RichMedia', '3D', 'Screen', 'Movie', 'Sound'].map((type): [PdfWarningCode, string, SampleOptions] => [
    'multimedia',
    type,
    withAnnotation(`/Subtype /${type}`),
  ]),
  ['multimedia', 'started by a click', onClick('/S /Movie /T (a)')],
  ['external_content', 'of a page', { objects: { 5: '<</Length 0 /F (page.bin)>>\nstream\n\nendstream' } }],
  [
    'external_content',
    'of an image',
    onPage('/XObject <</a 100 0 R>>', {
      100: stream('/Subtype /Image /F <</FS /URL /F (https://example.com/a)>>'),
    }),
  ],
  [
    'external_content',
    'of another file',
    onPage('/XObject <</a 100 0 R>>', { 100: stream('/Subtype /Form /Ref <</F (b.pdf) /Page 0>>') }),
  ],
  [
    'external_content',
    'of a font',
    onPage('/Font <</a 100 0 R>>', {
      100: '<</Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor <</FontFile2 101 0 R>>>>',
      101: stream('/F (a.ttf)'),
    }),
  ],
  [
    'print_alternates',
    'of an image',
    onPage('/XObject <</a 100 0 R>>', {
      100: stream('/Subtype /Image /Alternates [<</Image 101 0 R /DefaultForPrinting true>>]'),
      101: stream('/Subtype /Image'),
    }),
  ],
  [
    'print_alternates',
    'by OPI',
    onPage('/XObject <</a 100 0 R>>', { 100: stream('/Subtype /Image /OPI <</2.0 <<>>>>') }),
  ],
  [
    'print_alternates',
    'in PostScript',
    onPage('/XObject <</a 100 0 R>>', { 100: stream('/Subtype /Form /Subtype2 /PS') }),
  ],
  ['annotation_states', 'only on screen', withAnnotation('/Subtype /Stamp /F 0 /AP <</N 101 0 R>>')],
  ['annotation_states', 'only in print', withAnnotation('/Subtype /Stamp /F 36 /AP <</N 101 0 R>>')],
  ['annotation_states', 'only while selected', withAnnotation('/Subtype /Stamp /F 292 /AP <</N 101 0 R>>')],
  [
    'annotation_states',
    'under the pointer',
    withAnnotation('/Subtype /Stamp /F 4 /AP <</N 101 0 R /R 5 0 R>>'),
  ],
  [
    'annotation_states',
    'at another place in print',
    withAnnotation('/Subtype /Watermark /F 4 /FixedPrint <</H 1>> /AP <</N 101 0 R>>'),
  ],
  ['missing_appearances', 'of all fields', withField('/FT /Tx /AP <</N 101 0 R>>', '/NeedAppearances true')],
  ['missing_appearances', 'of a value', withField('/FT /Tx /V (Ada)')],
  [
    'missing_appearances',
    'of a value that the widget inherits',
    withAnnotation('/Subtype /Widget /F 4 /Parent 102 0 R', { 102: '<</FT /Tx /V (Ada)>>' }),
  ],
  [
    'missing_appearances',
    'of a comment on the page',
    withAnnotation('/Subtype /FreeText /F 4 /Contents (paid)'),
  ],
  [
    'missing_fonts',
    'of a page',
    onPage('/Font <</a 100 0 R>>', { 100: '<</Type /Font /Subtype /TrueType /BaseFont /Garamond>>' }),
  ],
  [
    'missing_fonts',
    'of an appearance',
    withAnnotation('/Subtype /Stamp /F 4 /AP <</N 102 0 R>>', {
      102: stream(
        '/Subtype /Form /Resources <</Font <</a <</Type /Font /Subtype /Type1 /BaseFont /Garamond>>>>>>',
      ),
    }),
  ],
  [
    'missing_fonts',
    'of which the descriptor leads nowhere',
    onPage(
      '/Font <</a <</Type /Font /Subtype /Type0 /BaseFont /Ryumin /DescendantFonts [<</FontDescriptor <</FontFile3 900 0 R>>>>]>>>>',
    ),
  ],
  [
    'transfer_functions',
    'of a graphics state',
    onPage('/ExtGState <</a <</TR 100 0 R>>>>', { 100: '<</FunctionType 2 /N 1>>' }),
  ],
  [
    'transfer_functions',
    'of a halftone',
    onPage('/ExtGState <</a <</HT <</HalftoneType 1 /TransferFunction 100 0 R>>>>>>', {
      100: '<</FunctionType 2 /N 1>>',
    }),
  ],
  ['not_examined', 'an object that cannot be read', onPage('/XObject <</a 100 0 R>>', { 100: '<</Broken' })],
];

const nearMisses: Array<[string, SampleOptions]> = [
  ['a plain page', {}],
  ['an opening at a page', { catalogEntries: '/OpenAction [4 0 R /Fit]' }],
  ['an opening by an action that goes to a page', onOpen('/S /GoTo /D [4 0 R /Fit]')],
  [
    'links to addresses and documents',
    onClick('/S /URI /URI (https://example.com) /Next <</S /GoToR /F (a.pdf)>>'),
  ],
  ['an empty tree of scripts', { catalogEntries: '/Names <</JavaScript <</Names []>>>>' }],
  ['a script that nothing leads to', { objects: { 100: `<<${script}>>` } }],
  [
    'an embedded file',
    { catalogEntries: '/Names <</EmbeddedFiles <</Names [(a) <</Type /Filespec /F (a)>>]>>>>' },
  ],
  [
    'layers that are always shown',
    withLayers(
      '/Usage <</View <</ViewState /ON>> /Print <</PrintState /ON>>>>',
      '/ON [100 0 R] /OFF [] /AS [<</Event /Print /Category [/Print] /OCGs [100 0 R]>>]',
    ),
  ],
  ['usage that concerns no layer', withLayers('', '/AS [<</Event /View /Category [/Zoom] /OCGs []>>]')],
  [
    'a layer that is shown with another',
    onPage('/Properties <</a <</Type /OCMD /OCGs 100 0 R /P /AllOn>>>>'),
  ],
  ['an abbreviated filter', { objects: { 5: stream('/F /AHx', '712051>') } }],
  [
    'an image with an alternative for nothing',
    onPage('/XObject <</a 100 0 R>>', {
      100: stream('/Subtype /Image /Alternates [<</Image 101 0 R>>]'),
      101: stream('/Subtype /Image'),
    }),
  ],
  ['an annotation that is shown and printed', withAnnotation('/Subtype /Stamp /F 4 /AP <</N 101 0 R>>')],
  ['an annotation that is hidden', withAnnotation('/Subtype /FreeText /F 2')],
  [
    'an annotation that is neither shown nor printed',
    withAnnotation('/Subtype /Stamp /F 32 /AP <</N 101 0 R>>'),
  ],
  [
    'an annotation without area',
    { pageEntries: '/Annots [<</Subtype /Widget /F 0 /FT /Sig /Rect [0 0 0 0] /AP <</N 5 0 R>>>>]' },
  ],
  ['a note', withAnnotation('/Subtype /Text /Contents (note)')],
  ['an empty field', withField('/FT /Tx')],
  ['a field with an appearance', withField('/FT /Tx /V (Ada) /AP <</N 101 0 R>>')],
  [
    'a form without fields that asks for appearances',
    { catalogEntries: '/AcroForm <</Fields [] /NeedAppearances true>>' },
  ],
  ['a standard font', onPage('/Font <</a <</Type /Font /Subtype /Type1 /BaseFont /Times-BoldItalic>>>>')],
  [
    'fonts that readers can substitute exactly',
    onPage(
      '/Font <</a <</Subtype /TrueType /BaseFont /ABCDEF+Arial,Bold>> /b <</Subtype /TrueType /BaseFont /TimesNewRomanPS-BoldItalicMT>>>>',
    ),
  ],
  ['a font that is drawn by the file', onPage('/Font <</a <</Subtype /Type3 /CharProcs <</x 5 0 R>>>>>>')],
  [
    'an embedded font',
    onPage('/Font <</a <</Subtype /TrueType /BaseFont /Garamond /FontDescriptor <</FontFile2 5 0 R>>>>>>'),
  ],
  [
    'transfer functions that change nothing',
    onPage(
      '/ExtGState <</a <</TR 5 0 R /TR2 /Default>> /b <</TR [/Identity /Identity /Identity /Identity]>>>>',
    ),
  ],
];

describe('active content', () => {
  test.each(positives)('%s: %s', async (code, _, options) => {
    // xfa_form is reported by the inspection of forms, not by this search.
    const found = code === 'xfa_form' ? await inspected(options) : codesOf(options);
    expect(found).toContain(code);
  });

  test.each(nearMisses)('no warning: %s', (_, options) => {
    expect(codesOf(options)).toEqual([]);
  });

  test('every code about the look of a file has a test', () => {
    const other = ['signed_before', 'annotations_above', 'owner_password', 'repaired', 'structure_defect'];
    const tested = new Set(positives.map(([code]) => code));
    expect(pdfWarningCodes.filter((code) => !tested.has(code) && !other.includes(code))).toEqual([]);
  });

  test('every code is in docs/SEALING.md', () => {
    const text = readFileSync(new URL('../../../../docs/SEALING.md', import.meta.url), 'utf8');
    expect(pdfWarningCodes.filter((code) => !text.includes(`| \`${code}\` |`))).toEqual([]);
  });

  test('is found in compressed objects too', () => {
    for (const form of ['stream', 'packed'] as const)
      expect(codesOf({ ...onClick(script), form })).toEqual(['javascript']);
  });

  test('is part of an inspection', async () => {
    expect(await inspected(onOpen(script))).toEqual(['javascript']);
  });

  test('lists missing fonts, shortened and in ASCII', () => {
    const fonts = ['One', 'Two', 'Three', 'Four', `${'x'.repeat(60)}`].map(
      (name, index) => `/f${index} <</Subtype /TrueType /BaseFont /${name}>>`,
    );
    expect(findIn(onPage(`/Font <<${fonts.join(' ')} >>`))).toEqual([
      { code: 'missing_fonts', detail: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, Four, Three and 2 more' },
    ]);
    expect(findIn(onPage('/Font <</a <</Subtype /TrueType /BaseFont /A#E2#80#AE>>>>'))).toEqual([
      { code: 'missing_fonts', detail: 'A???' },
    ]);
  });
});

describe('the cost of the search', () => {
  const numbered = (count: number, body: (num: number) => string): Record<number, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [100 + index, body(100 + index)]));

  test.each<[string, SampleOptions]>([
    [
      'an action that follows itself',
      { catalogEntries: '/OpenAction 100 0 R', objects: { 100: '<</S /GoTo /Next 100 0 R>>' } },
    ],
    [
      'a name tree with a loop',
      {
        catalogEntries: '/Names <</JavaScript 100 0 R>>',
        objects: { 100: '<</Kids [101 0 R]>>', 101: '<</Kids [100 0 R]>>' },
      },
    ],
    [
      'a form that contains itself',
      onPage('/XObject <</a 100 0 R>>', {
        100: stream('/Subtype /Form /Resources <</XObject <</a 100 0 R>>>>'),
      }),
    ],
    [
      'fields whose parents form a loop',
      withAnnotation('/Subtype /Widget /F 4 /Parent 102 0 R', {
        102: '<</Parent 103 0 R>>',
        103: '<</Parent 102 0 R>>',
      }),
    ],
  ])('ends for %s', (_, options) => {
    expect(codesOf(options)).toEqual([]);
  });

  test.each<[string, SampleOptions]>([
    ['annotations', { pageEntries: '/Annots 100 0 R', objects: { 100: `[${'<<>>'.repeat(5000)}]` } }],
    [
      'actions',
      {
        catalogEntries: '/OpenAction 100 0 R',
        objects: numbered(5000, (num) => `<</S /GoTo /Next ${num + 1} 0 R>>`),
      },
    ],
    [
      'names',
      {
        catalogEntries: '/Names <</JavaScript 100 0 R>>',
        objects: numbered(5000, (num) => `<</Kids [${num + 1} 0 R]>>`),
      },
    ],
    [
      'layers',
      {
        catalogEntries: '/OCProperties 100 0 R',
        objects: { 100: `<</D <</AS [${'<<>>'.repeat(5000)}]>>>>` },
      },
    ],
    [
      'corners',
      {
        pageEntries: '/Annots [<</Subtype /Stamp /Rect 100 0 R>>]',
        objects: { 100: `[${'1 '.repeat(5000)}]` },
      },
    ],
    ['expressions', onPage('/Properties <</a <</VE 100 0 R>>>>', { 100: '[/And 100 0 R 100 0 R]' })],
    [
      'bytes of streams',
      onPage('/XObject <</a 100 0 R /b 101 0 R>>', {
        100: stream('/Subtype /Form', 'x'.repeat(3_000_000)),
        101: stream('/Subtype /Form', 'x'.repeat(3_000_000)),
      }),
    ],
  ])('too many %s stop the search with a warning', (_, options) => {
    expect(findIn(options, 1000)).toContainEqual({ code: 'not_examined' });
  });

  test('findings from before the search stopped are kept', () => {
    const options = {
      ...onOpen(script),
      pageEntries: '/Annots 100 0 R',
      objects: { 100: `[${'<<>>'.repeat(5000)}]` },
    };
    const found = findIn(options, 1000).map(({ code }) => code);
    expect(found.sort()).toEqual(['javascript', 'not_examined']);
  });

  test('a million annotations are not all visited', () => {
    const options = { pageEntries: '/Annots 100 0 R', objects: { 100: `[${'<<>>'.repeat(1_000_000)}]` } };
    expect(findIn(options)).toEqual([{ code: 'not_examined' }]);
  });
});

async function inspected(options: SampleOptions): Promise<PdfWarningCode[]> {
  const result = await inspectPdf(samplePdf(options));
  return result.ok ? result.warnings.map(({ code }) => code) : [];
}
