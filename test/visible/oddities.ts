/** Pages that would hide, cut off or recolor content drawn on them, with one oddity each, written object by object. */
import { deflateSync } from 'node:zlib';
import { rawPdf, rawStream } from '../support/raw-pdf.ts';

export interface Oddity {
  name: string;
  pdf: Buffer;
  /** A file with the expected look outside the fields, if readers cannot show the original. */
  looksLike?: Buffer;
}

interface OnePage {
  content?: string | Buffer;
  /** Entries for the dictionary of the content stream. */
  streamEntries?: string;
  resources?: string;
  pageEntries?: string;
  catalogEntries?: string;
  /** Objects from number 6; object 5 is Helvetica. */
  objects?: string[];
}

/** A page of 300 x 400 points with Helvetica as /F. */
function onePage(given: OnePage): Buffer {
  const { content = text, streamEntries = '', resources = '', pageEntries = '', objects = [] } = given;
  return rawPdf([
    `<</Type /Catalog /Pages 2 0 R ${given.catalogEntries ?? ''}>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources <</Font <</F 5 0 R>> ${resources}>> ${pageEntries}>>`,
    rawStream(content, streamEntries),
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ...objects,
  ]);
}

const text = 'BT /F 12 Tf 20 300 Td (An agreement about something) Tj ET\n';
const everywhere = '0 0 300 400 re';
const blackPage = `0 g ${everywhere} f\n`;

const oddity = (name: string, given: OnePage, like?: OnePage): Oddity => ({
  name: `made: ${name}`,
  pdf: onePage(given),
  ...(like ? { looksLike: onePage(like) } : {}),
});

/** Content that leaves something open, or at which readers stop. */
const brokenContents: Record<string, string> = {
  'open q and text object': `${text}q BT /F 8 Tf 20 200 Td (open) Tj`,
  'open string': `${text}BT /F 8 Tf 20 200 Td (never ends`,
  'open hexadecimal string': `${text}BT /F 8 Tf 20 200 Td <4142`,
  'open array': `${text}BT /F 8 Tf 20 200 Td [(a) 3`,
  'open dictionary': `${text}/Span <</ActualText (a)`,
  'inline image without EI': `${text}q 20 0 0 20 20 200 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd`,
  'inline image without ID': `${text}q 20 0 0 20 20 200 cm BI /W 2 /H 2 /CS /G /BPC 8`,
  'open marked content': `${text}/Artifact BMC 20 100 20 20 re f`,
  'hidden marked content left open': `${text}/OC /Off BDC 20 100 20 20 re f`,
  'operators glued together at the end': `${text}q 0.1 0 0 0.1 0 0 cm 0 0 m 10 10 lSQ`,
  'operator glued to what follows': `${text}q 1 0 0 1 0 0 cmBT`,
  'last operator cut off': `${text}q 20 100 20 20 r`,
  'operand without an operator': `${text}1 0 0`,
  'name without an operator': `${text}/GS`,
  'font without a name': `${text}BT 12 Tf (x) Tj ET q BT 8 Tf`,
  'empty font name': `${text}BT / 12 Tf (x) Tj ET BT / 12 Tf`,
  'unknown operators by the hundred': `${text}${'foo bar '.repeat(300)}`,
  'paths without operands': `${text}${'m l c re '.repeat(30)}`,
  'too many operands': `${text}${'1 '.repeat(80)}`,
  'many Q': `${text}${'Q '.repeat(20)}`,
  'many q': `${text}${'q '.repeat(60)}0.1 0 0 0.1 5 5 cm`,
  'a scale that is left': `${text}0.01 0 0 0.01 0 0 cm`,
  'a scale of nothing': `${text}0 0 0 0 0 0 cm`,
  'a clip that is left': `${text}0 0 1 1 re W n`,
  'a path that is left': `${text}0 0 300 400 re`,
  'a clip that waits for its path': `${text}0 0 1 1 re W`,
  'text as clip': `${text}BT /F 12 Tf 7 Tr 20 200 Td (clip) Tj ET`,
  'open BX': `${text}BX foo`,
  'open comment': `${text}% no line end`,
  'closing brackets': `${text}>> ] ) }`,
  'binary rubbish': `${text}${Buffer.from([...Array(200).keys()].map((i) => (i * 37 + 11) % 256)).toString('latin1')}`,
};

/** Graphics state parameters that pages leave set. */
const states: Record<string, string> = {
  'multiply left on over black': '<</BM /Multiply>>',
  'screen left on': '<</BM /Screen>>',
  'transparency left on': '<</ca 0.05 /CA 0.05>>',
  'overprint left on': '<</OP true /op true /OPM 1>>',
  'soft mask left on': '<</SMask <</S /Luminosity /G 7 0 R>>>>',
};

/** A form that paints nothing, so a luminosity mask made from it hides everything. */
const emptyGroup = rawStream(
  '',
  '/Type /XObject /Subtype /Form /BBox [0 0 300 400] /Group <</S /Transparency /CS /DeviceGray>>',
);

const stampBox = '[0 0 100 50]';
const form = (content: string, entries = `/BBox ${stampBox}`): string =>
  rawStream(content, `/Type /XObject /Subtype /Form ${entries}`);
const redStamp = '1 0.6 0.6 rg 0 0 100 50 re f 0.5 0 0 RG 3 w 2 2 96 46 re S';
/** Covers the field at (0.4, 0.45): 60 x 20 points from (120, 200). */
const overField = '/Rect [100 185 200 235]';
const annotated = (annotation: string, objects: string[], more: OnePage = {}): OnePage => ({
  ...more,
  pageEntries: `/Annots [${annotation}] ${more.pageEntries ?? ''}`,
  objects,
});
const stamp = (entries: string, appearance = 6): string =>
  `<</Type /Annot /Subtype /Stamp /F 4 ${entries} /AP <</N ${appearance} 0 R>>>>`;

const image = (entries: string, data: Buffer | string): string =>
  rawStream(data, `/Type /XObject /Subtype /Image ${entries}`);

const deflated = deflateSync(Buffer.from(`${blackPage.replace('0 g', '0.95 g')}0 g ${text.repeat(60)}`));
const cutAt = (share: number): Buffer => deflated.subarray(0, Math.floor(deflated.length * share));
function damagedAt(share: number): Buffer {
  const damaged = Buffer.from(deflated);
  damaged.fill(0xff, Math.floor(damaged.length * share), Math.floor(damaged.length * share) + 8);
  return damaged;
}

export const oddities: Oddity[] = [
  ...Object.entries(brokenContents).map(([name, content]) =>
    oddity(name, {
      content,
      resources: '/Properties <</Off 6 0 R>>',
      catalogEntries: '/OCProperties <</OCGs [6 0 R] /D <</OFF [6 0 R]>>>>',
      objects: ['<</Type /OCG /Name (off)>>'],
    }),
  ),
  oddity('Flate data cut off', { content: cutAt(0.9), streamEntries: '/Filter /FlateDecode' }),
  oddity('Flate data damaged near its end', {
    content: damagedAt(0.85),
    streamEntries: '/Filter /FlateDecode',
  }),
  oddity('Flate data damaged in the middle', {
    content: damagedAt(0.5),
    streamEntries: '/Filter /FlateDecode',
  }),
  ...Object.entries(states).map(([name, state]) =>
    oddity(name, {
      content: `${name.includes('black') ? `${blackPage}1 g ` : ''}${text}/GS gs`,
      resources: '/ExtGState <</GS 6 0 R>>',
      objects: [state, emptyGroup],
    }),
  ),
  oddity('multiply on a page group', {
    content: `0.2 0.4 0.8 rg ${everywhere} f /GS gs 0.9 0.9 0.2 rg 0 0 150 400 re f 0 g ${text}`,
    resources: '/ExtGState <</GS <</BM /Multiply>>>>',
    pageEntries: '/Group <</S /Transparency /CS /DeviceCMYK /I true>>',
  }),
  oddity('black page', { content: `${blackPage}1 g ${text}` }),
  oddity('dark blue in CMYK', { content: `1 0.9 0.2 0.4 k ${everywhere} f 0 0 0 0 k ${text}` }),
  oddity('dark path', { content: '0.1 g 0 0 m 300 0 l 300 400 l 0 400 l h f 1 g' }),
  oddity('dark circle', {
    content:
      '0.1 0 0.2 rg 150 0 m 300 0 300 0 300 200 c 300 400 300 400 150 400 c 0 400 0 400 0 200 c 0 0 0 0 150 0 c f',
  }),
  oddity('dark clipped fill', { content: `q 0 0 300 200 re W n ${blackPage} Q` }),
  oddity('dark stroke', { content: '400 w 0 200 m 300 200 l S' }),
  oddity('dark page with white boxes', {
    content: `${blackPage}1 g 20 40 260 60 re f 20 340 260 60 re f 100 180 120 60 re f`,
  }),
  oddity('black under a white page', { content: `${blackPage}1 g ${everywhere} f` }),
  oddity('dark form', {
    content: '/Fm Do',
    resources: '/XObject <</Fm 6 0 R>>',
    objects: [form(blackPage, '/BBox [0 0 300 400]')],
  }),
  oddity('dark form, scaled', {
    content: '/Fm Do',
    resources: '/XObject <</Fm 6 0 R>>',
    objects: [form('0 g 0 0 1 1 re f', '/BBox [0 0 1 1] /Matrix [300 0 0 400 0 0]')],
  }),
  oddity('dark grey image', {
    content: 'q 300 0 0 400 0 0 cm /Im Do Q',
    resources: '/XObject <</Im 6 0 R>>',
    objects: [
      image('/Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray', Buffer.from([20, 40, 30, 10])),
    ],
  }),
  oddity('dark image of an indexed color space', {
    content: 'q 300 0 0 400 0 0 cm /Im Do Q',
    resources: '/XObject <</Im 6 0 R>>',
    objects: [
      image(
        '/Width 8 /Height 1 /BitsPerComponent 1 /ColorSpace [/Indexed /DeviceRGB 1 <200010ffffff>]',
        Buffer.from([0]),
      ),
    ],
  }),
  oddity('dark inline image', {
    content: `q 300 0 0 400 0 0 cm BI /W 1 /H 1 /CS /RGB /BPC 8 ID ${String.fromCharCode(20, 10, 60)} EI Q`,
  }),
  oddity('dark axial shading', {
    content: '/Sh sh',
    resources:
      '/Shading <</Sh <</ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 0 400] /Extend [true true] /Function <</FunctionType 2 /Domain [0 1] /C0 [0 0 0.3] /C1 [0.2 0 0] /N 1>>>>>>',
  }),
  oddity('dark separation color', {
    content: `/CS cs 1 scn ${everywhere} f`,
    resources:
      '/ColorSpace <</CS [/Separation /Black /DeviceCMYK <</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0 0 1] /N 1>>]>>',
  }),
  oddity('dark tiling pattern', {
    content: `/Pattern cs /P scn ${everywhere} f`,
    resources: '/Pattern <</P 6 0 R>>',
    objects: [
      rawStream(
        '0.1 g 0 0 10 10 re f',
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources <<>>',
      ),
    ],
  }),
  oddity('translucent black', {
    content: `/GS gs ${blackPage}`,
    resources: '/ExtGState <</GS <</ca 0.9>>>>',
  }),
  oddity('opaque stamp', annotated(stamp(overField), [form(redStamp)])),
  oddity('opaque dark stamp', annotated(stamp(overField), [form('0 0 0.2 rg 0 0 100 50 re f')])),
  oddity(
    'stamp on a turned page',
    annotated(stamp(overField), [form(redStamp)], { pageEntries: '/Rotate 90' }),
  ),
  oddity(
    'stamp with a matrix',
    annotated(stamp(overField), [form(redStamp, `/BBox ${stampBox} /Matrix [0 1 -1 0 0 0]`)]),
  ),
  oddity('stamp above a stamp', {
    pageEntries: `/Annots [${stamp('/Rect [190 190 290 260]', 7)} ${stamp(overField)}]`,
    objects: [form(redStamp), form('0.6 1 0.6 rg 0 0 100 50 re f')],
  }),
  oddity(
    'stamp with states',
    annotated(
      `<</Type /Annot /Subtype /Stamp /F 4 ${overField} /AS /On /AP <</N <</On 6 0 R /Off 7 0 R>>>>>>`,
      [form(redStamp), form('')],
    ),
  ),
  oddity('hidden stamp', annotated(stamp(`${overField} /F 2`).replace('/F 4', ''), [form(redStamp)])),
  oddity(
    'text box',
    annotated(
      `<</Type /Annot /Subtype /FreeText /F 4 ${overField} /DA (/F 12 Tf) /Contents (note) /AP <</N 6 0 R>>>>`,
      [
        form(
          '1 1 0.7 rg 0 0 100 50 re f 0 g BT /F 12 Tf 5 5 Td (note) Tj ET',
          `/BBox ${stampBox} /Resources <</Font <</F 5 0 R>>>>`,
        ),
      ],
    ),
  ),
  oddity(
    'highlight that multiplies',
    annotated(
      `<</Type /Annot /Subtype /Highlight /F 4 ${overField} /QuadPoints [100 235 200 235 100 185 200 185] /C [1 1 0] /AP <</N 6 0 R>>>>`,
      [
        form(
          '/GS gs 1 1 0 rg 0 0 100 50 re f',
          `/BBox ${stampBox} /Resources <</ExtGState <</GS <</BM /Multiply>>>>>>`,
        ),
      ],
    ),
  ),
  oddity(
    'link with an appearance',
    annotated(
      `<</Type /Annot /Subtype /Link /F 4 ${overField} /A <</S /URI /URI (https://example.com)>> /AP <</N 6 0 R>>>>`,
      [form(redStamp)],
    ),
  ),
  oddity('stamp that is optional content', {
    ...annotated(stamp(`${overField} /OC 7 0 R`), [form(redStamp), '<</Type /OCG /Name (on)>>']),
    catalogEntries: '/OCProperties <</OCGs [7 0 R] /D <</ON [7 0 R]>>>>',
  }),
  oddity('annotations that are a number', { pageEntries: '/Annots 17' }, {}),
  oddity('annotations that are missing', { pageEntries: '/Annots 99 0 R' }),
  oddity('annotations that are a circle', {
    pageEntries: '/Annots 6 0 R',
    objects: ['[6 0 R 7 0 R 99 0 R null 3]', stamp(overField, 8), form(redStamp)],
  }),
  oddity(
    'annotations that are one dictionary',
    { pageEntries: `/Annots ${stamp(overField)}`, objects: [form(redStamp)] },
    annotated(stamp(overField), [form(redStamp)]),
  ),
  oddity('annotations that cannot be read', { pageEntries: '/Annots 6 0 R', objects: ['[[<< (', '(open'] }),
  oddity('shared stamp', annotated('6 0 R', [stamp(overField, 7), form(redStamp)])),
  oddity(
    'stamp that names its page',
    annotated('6 0 R', [stamp(`${overField} /P 3 0 R`, 7), form(redStamp)]),
  ),
  oddity(
    'stamp without a subtype of its appearance',
    annotated(stamp(overField), [rawStream(redStamp, `/BBox ${stampBox}`)]),
  ),
];
