/** Which changes after a signature of other software count as filling in the form and signing. */
import { describe, expect, test } from '@jest/globals';
import { type RevisionOptions, revise, streamText } from '../../../../test/attacks/edit.ts';
import { PdfDict, type PdfStream, PdfString } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { openPdf } from '../reader/open.ts';
import type { Security } from '../reader/security.ts';
import type { FileSignature } from '../reader/signatures.ts';
import type { XrefEntry } from '../reader/xref-table.ts';
import { samplePdf } from '../testing/sample-files.ts';
import type { CoveredSignature } from './covered.ts';
import { requireFormFilling } from './form-filling.ts';
import { classifyLaterChanges } from './later-changes.ts';
import { SearchBudget } from './references.ts';

const widget = '/Type /Annot /Subtype /Widget /Rect [10 10 90 30]';
const city = (more = '/V (Porto)') => `<</FT /Tx /T (city) ${widget} ${more}>>`;
const name = (more = '') => `<</T (name) /Parent 103 0 R ${widget} ${more}>>`;
const unsigned = (more = '') => `<</FT /Sig /T (empty) ${widget} ${more}>>`;
const signed = (more = '/V 105 0 R') => `<</FT /Sig /T (signed) ${widget} /AP <</N 106 0 R>> ${more}>>`;
const ownSignature = '<</Type /Sig /ByteRange [0 1 2 3]>>';
const added = (more: string) => `<</T (added) ${widget} ${more}>>`;
const form = (fields = '/Fields 111 0 R', more = '') => `<<${fields} /SigFlags 3 ${more}>>`;
const fields = (more = '') => `[100 0 R 101 0 R 102 0 R 103 0 R ${more}]`;
const annotations = (more = '') => `[100 0 R 101 0 R 102 0 R 104 0 R ${more}]`;
const catalog = (more = '/AcroForm 110 0 R /Metadata 112 0 R') => `<</Type /Catalog /Pages 2 0 R ${more}>>`;
const page = (more: string) => `<</Type /Page /Parent 2 0 R /Contents 5 0 R ${more}>>`;

/** A form with a filled field, an empty and a signed signature field, and a field below another. */
function signedForm(entries = '/Metadata 112 0 R', pageEntries = '', objects: Record<number, string> = {}) {
  return samplePdf({
    catalogEntries: `/AcroForm 110 0 R ${entries}`,
    pageEntries: `/Annots 113 0 R ${pageEntries}`,
    trailerEntries: '/Info 114 0 R',
    objects: {
      100: city(),
      101: unsigned(),
      102: signed(),
      103: '<</FT /Tx /T (group) /Kids [104 0 R]>>',
      104: name(),
      105: '<</Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3]>>',
      106: streamText('0 g', '/Type /XObject /Subtype /Form'),
      110: form(),
      111: fields(),
      112: streamText('<x/>', '/Type /Metadata'),
      113: annotations(),
      114: '<</Title (Lease) /Custom (1)>>',
      ...objects,
    },
  });
}

function filledIn(objects: Record<number, string>, options: RevisionOptions = {}, before = signedForm()) {
  return [
    ...requireFormFilling(openPdf(before), openPdf(revise(before, objects, options)), new SearchBudget()),
  ];
}

describe('filling in and signing', () => {
  test.each<[string, Record<number, string>, string[], RevisionOptions?]>([
    ['nothing at all', { 100: city() }, []],
    ['another value', { 100: city('/V (Faro)') }, ['city']],
    ['another appearance', { 100: city('/V (Porto) /AP <</N 120 0 R>>'), 120: streamText('1 g') }, ['city']],
    ['a value below another field', { 104: name('/V (Ada)') }, ['group.name']],
    [
      'the state, date, flags and colors of a field',
      { 100: city('/V (Porto) /AS /On /M (D:2026) /F 4 /MK <<>>') },
      ['city'],
    ],
    ['a signature in an empty field', { 101: unsigned('/V 120 0 R'), 120: ownSignature }, ['empty']],
    ['a signature inside an empty field', { 101: unsigned(`/V ${ownSignature}`) }, ['empty']],
    ['flags of an empty signature field', { 101: unsigned('/F 4') }, ['empty']],
    [
      'a new signature field',
      {
        111: fields('121 0 R'),
        113: annotations('121 0 R'),
        121: added('/FT /Sig /V 120 0 R'),
        120: ownSignature,
      },
      [],
    ],
    [
      'a new signature field that the page itself lists',
      {
        111: fields('121 0 R'),
        4: page(`/Annots ${annotations('121 0 R')}`),
        121: added('/FT /Sig /V 120 0 R'),
        120: ownSignature,
      },
      [],
    ],
    [
      'flags and resources of the form',
      { 110: '<</Fields 111 0 R /SigFlags 1 /DR <<>> /DA (/F 0 Tf) /NeedAppearances true>>' },
      ['city', 'group', 'group.name'],
    ],
    [
      'other metadata and an extension',
      {
        1: catalog('/AcroForm 110 0 R /Metadata 120 0 R /Extensions <</ADBE <</ExtensionLevel 3>>>>'),
        120: streamText('<y/>'),
      },
      [],
    ],
    [
      'metadata, validation data and the version',
      {
        1: catalog('/AcroForm 110 0 R /Metadata 112 0 R /DSS 120 0 R /Version /2.0'),
        112: streamText('<y/>'),
        120: '<</Certs [121 0 R]>>',
        121: streamText('x'),
      },
      [],
    ],
    ['the document information', { 114: '<</Title (Lease) /Custom (1) /ModDate (D:2026)>>' }, []],
    ['a cross-reference stream', { 100: city('/V (Faro)') }, ['city'], { xref: 'stream' }],
  ])('may be %s', (_, objects, filled, ...options) => {
    expect(filledIn(objects, ...options)).toEqual(filled);
  });

  test('validation data may grow in its own lists, and so may the extensions', () => {
    const before = signedForm('/DSS 120 0 R /Extensions 126 0 R', '', {
      120: '<</Certs 121 0 R /VRI 122 0 R /OCSPs 124 0 R /CRLs 125 0 R>>',
      121: '[123 0 R]',
      122: '<<>>',
      123: streamText('a'),
      124: '[]',
      125: '[]',
      126: '<<>>',
    });
    const more = {
      121: '[123 0 R 130 0 R]',
      122: '<</A <<>>>>',
      124: '[130 0 R]',
      125: '[130 0 R]',
      126: '<</ADBE <</ExtensionLevel 3>>>>',
      130: streamText('b'),
    };
    expect(filledIn(more, {}, before)).toEqual([]);
    expect(filledIn({ 120: '<</Certs [123 0 R]>>' }, {}, before)).toEqual([]);
  });

  test('a field has the name and the type of those above it, and is read once', () => {
    const changedKid = (kid: string, group: string, more: string) => {
      const before = signedForm('', '', { 103: group, 104: `<<${kid} ${widget}>>`, 111: fields('199 0 R') });
      return filledIn({ 104: `<<${kid} ${widget} ${more}>>` }, {}, before);
    };
    const text = '<</FT /Tx /T (group) /Kids [104 0 R 103 0 R]>>';
    expect(changedKid('/T (name)', text, '/V (Ada)')).toEqual(['group.name']);
    expect(changedKid('', text, '/V (Ada)')).toEqual(['group']);
    const signatures = '<</FT /Sig /T (group) /Kids [104 0 R]>>';
    expect(() => changedKid('/T (name) /V 105 0 R', signatures, '/AP <</N 106 0 R>>')).toThrow(
      'the signed form field "group.name" was changed',
    );
  });

  test('a field that no page listed is put on one only by its own signature, and no field is listed twice', () => {
    const before = signedForm('', '', { 113: '[104 0 R]' });
    const signature = { 101: unsigned('/V 120 0 R'), 120: ownSignature };
    expect(filledIn({ ...signature, 113: '[104 0 R 101 0 R]' }, {}, before)).toEqual(['empty']);
    for (const list of ['[104 0 R 100 0 R]', '[104 0 R 102 0 R]'])
      expect(() => filledIn({ ...signature, 113: list }, {}, before)).toThrow('object 113 was changed');
    expect(() => filledIn({ ...signature, 113: annotations('101 0 R') })).toThrow('object 113 was changed');
  });

  test.each<[string, Record<number, string>, string, RevisionOptions?]>([
    [
      'a field in another place',
      { 100: city().replace('[10 10', '[0 0') },
      '/Rect of the form field "city" was changed',
    ],
    ['no longer a field', { 111: '[101 0 R 102 0 R 103 0 R]' }, 'the form field "city" was removed'],
    [
      'a new text field',
      { 111: fields('120 0 R'), 120: added('/FT /Tx') },
      'the form field "added" was added',
    ],
    [
      'a new field without a signature',
      { 111: fields('120 0 R'), 120: added('/FT /Sig') },
      'an unsigned form field "added" was added',
    ],
    ['a field that only seems to be signed', { 101: unsigned('/V <<>>') }, 'changed, but not signed'],
    [
      'a field that only seems to be signed, with a date',
      { 101: unsigned('/V <<>> /M (D:2026)') },
      'changed, but not signed',
    ],
    [
      'another appearance of an empty signature field',
      { 101: unsigned('/AP <</N 106 0 R>>') },
      'the form field "empty" was changed, but not signed',
    ],
    [
      'a new field that only seems to be signed',
      { 111: fields('120 0 R'), 120: added('/FT /Sig /V <<>>') },
      'an unsigned form field "added" was added',
    ],
    [
      'a new field with the signature of another one',
      { 111: fields('121 0 R'), 121: added('/FT /Sig /V 105 0 R') },
      'the form field "added" has the signature of another one',
    ],
    [
      'two new fields with one signature',
      {
        101: unsigned('/V 120 0 R'),
        111: fields('121 0 R'),
        120: ownSignature,
        121: added('/FT /Sig /V 120 0 R'),
      },
      'the form field "empty" has the signature of another one',
    ],
    [
      'a new signature that is another annotation',
      {
        111: fields('121 0 R'),
        113: annotations('121 0 R'),
        121: added('/FT /Sig /V 120 0 R').replace('Widget', 'Stamp'),
        120: ownSignature,
      },
      'object 113 was changed',
    ],
    [
      'annotations in another order, which changes what covers what',
      { 113: '[101 0 R 100 0 R 102 0 R 104 0 R]' },
      'object 113 was changed',
    ],
    [
      'annotations in another order that the page itself lists',
      { 4: page('/Annots [101 0 R 100 0 R 102 0 R 104 0 R]') },
      'an annotation was added, moved or removed',
    ],
    [
      'a signed field that is on the page once more, above the others',
      { 113: annotations('102 0 R') },
      'object 113 was changed',
    ],
    [
      'a page that some readers read differently',
      { 4: page('/Annots 120 0 R /Annots 113 0 R'), 120: '[]' },
      'object 4 was written again, and readers can take it differently',
    ],
    [
      'a page that some readers read differently, in a nested dictionary',
      { 4: page('/Annots 113 0 R /Thumb [1 <</A 1 /A 2>>]') },
      'object 4 was written again, and readers can take it differently',
    ],
    [
      'an appearance that some readers read differently',
      { 100: city('/V (Porto) /AP <</N 120 0 R>>'), 120: streamText('1 g', '/Type /A /Type /B') },
      'object 120 was changed and repeats a key',
    ],
    [
      'a trailer that some readers read differently',
      { 120: catalog() },
      'a trailer was added that repeats a key',
      { root: 120, trailer: '/Root 1 0 R' },
    ],
    [
      'another generation of an object',
      { 5: streamText('0 g') },
      'object 5 was given another generation',
      { gens: { 5: 1 } },
    ],
    [
      'another signature',
      { 102: signed('/V 120 0 R'), 120: ownSignature },
      'the signed form field "signed" was changed',
    ],
    [
      'another appearance of a signature',
      { 102: signed().replace('106 0 R', '120 0 R'), 120: streamText('1 g') },
      'the signed form field "signed" was changed',
    ],
    ['another signature dictionary', { 105: '<</Type /Sig>>' }, 'object 105 was changed'],
    ['another appearance stream', { 106: streamText('1 g') }, 'object 106 was changed'],
    ['other content', { 5: streamText('0 g') }, 'object 5 was changed'],
    ...['ObjStm', 'XRef'].map((type): [string, Record<number, string>, string] => [
      `other content with the type /${type}`,
      { 5: streamText('0 g', `/Type /${type}`) },
      'object 5 was changed',
    ]),
    ['no longer content', {}, 'object 5 was changed', { rows: { 5: 'free' } }],
    [
      'a page of another size',
      { 4: page('/Annots 113 0 R /MediaBox [0 0 9 9]') },
      '/MediaBox of a page was changed',
    ],
    ['a new annotation', { 113: annotations('120 0 R'), 120: '<</Type /Annot>>' }, 'object 113 was changed'],
    [
      'a new annotation that the page itself lists',
      { 4: page(`/Annots ${annotations('120 0 R')}`), 120: '<</Type /Annot>>' },
      'an annotation was added, moved or removed',
    ],
    ['no longer an annotation', { 113: '[100 0 R 101 0 R 102 0 R]' }, 'object 113 was changed'],
    ['a page without its annotations', { 4: page('') }, 'an annotation was added, moved or removed'],
    [
      'an action of the catalog',
      { 1: catalog('/AcroForm 110 0 R /OpenAction 4 0 R') },
      '/OpenAction of the catalog was changed',
    ],
    [
      'other pages',
      { 1: '<</Type /Catalog /Pages 120 0 R /AcroForm 110 0 R>>' },
      '/Pages of the catalog was changed',
    ],
    ['a form in XML', { 110: form('/Fields 111 0 R', '/XFA (x)') }, '/XFA of the form was changed'],
    [
      'another entry of the document information',
      { 114: '<</Title (Lease) /Custom (2)>>' },
      '/Custom of the document information was changed',
    ],
    [
      'another catalog',
      { 120: catalog() },
      'another catalog took the place of the signed one',
      { root: 120 },
    ],
  ])('may not be %s', (_, objects, problem, ...options) => {
    expect(() => filledIn(objects, ...options)).toThrow(problem);
  });

  test('an object that the signed part lacks may not be added', () => {
    const before = signedForm('', '/Thumb 120 0 R');
    for (const one of [before, samplePdf({ trailerEntries: '/Info 120 0 R' })])
      expect(() => filledIn({ 120: '<<>>' }, {}, one)).toThrow(
        'object 120, which the signed part refers to and did not have, was added',
      );
  });

  test.each(['ObjStm', 'XRef'])('such an object may not be added with the type /%s either', (type) => {
    const before = signedForm('', '/Contents [5 0 R 120 0 R]');
    expect(() => filledIn({ 120: streamText('0 g', `/Type /${type}`) }, {}, before)).toThrow(
      'object 120, which the signed part refers to and did not have, was added',
    );
  });

  test.each(['ObjStm', 'XRef'])(
    'a signed object without a value may not get one with the type /%s',
    (type) => {
      const before = signedForm('', '/Contents [5 0 R 120 0 R]', { 120: 'null' });
      expect(() => filledIn({ 120: streamText('0 g', `/Type /${type}`) }, {}, before)).toThrow(
        'object 120 was added',
      );
    },
  );

  test('a signed stream may not be longer than what is stored, because it could go on in what is added', () => {
    const before = signedForm('', '', { 120: '<</Length 5000>>\nstream\n0 g\nendstream' });
    expect(() => filledIn({ 100: city('/V (Faro)') }, {}, before)).toThrow(
      'a stream that was signed claims bytes behind its end',
    );
  });

  test('a list may have new signatures only if it is the annotation list of a page and nothing else', () => {
    const signature = { 120: ownSignature, 121: added('/FT /Sig /V 120 0 R') };
    for (const [entries, list, changedList] of [
      ['/Contents 130 0 R', '[5 0 R 131 0 R]', '[131 0 R 5 0 R]'],
      ['/MediaBox 130 0 R', '[0 0 300 400]', '[0 0 400 300]'],
      ['/Contents 130 0 R', '[5 0 R]', '[5 0 R 121 0 R]'],
      ['/Annots 130 0 R /Contents 130 0 R', '[5 0 R]', '[5 0 R 121 0 R]'],
    ] as const) {
      const before = signedForm('', entries, { 130: list, 131: streamText('0 g') });
      expect(() => filledIn({ 130: changedList, 111: fields('121 0 R'), ...signature }, {}, before)).toThrow(
        'object 130 was changed',
      );
    }
  });

  test('an object may not be taken from another place in its object stream, or from another one, which could hold it too', () => {
    const bytes = samplePdf({ form: 'packed' });
    const place = openPdf(bytes).xref.entries.get(3) as { stream: number; index: number };
    expect(place).toEqual({ stream: expect.any(Number), index: expect.any(Number) });
    const moves: Array<[number, XrefEntry, string]> = [
      [3, { ...place, index: 99 }, 'object 3 was changed'],
      [3, { ...place, stream: 99 }, 'object stream 99 is missing'],
      [place.stream, { offset: 9, gen: 0 }, `object ${place.stream} was written again`],
    ];
    for (const [num, entry, problem] of moves) {
      const [before, after] = [openPdf(bytes), openPdf(bytes)];
      after.xref.entries.set(num, entry);
      // Readers that follow the cross-reference data get another object.
      after.get = (wanted) => (wanted === 3 ? null : before.get(wanted));
      expect(() => requireFormFilling(before, after, new SearchBudget())).toThrow(problem);
    }
  });

  test('an object at its old place may not have another generation', () => {
    const { offset } = openPdf(signedForm()).xref.entries.get(5) as { offset: number };
    expect(() => filledIn({}, { rows: { 5: offset }, gens: { 5: 1 } })).toThrow(
      'object 5 was given another generation',
    );
  });

  test('neither encryption nor the numbering of the objects may be new', () => {
    const changedTrailer = (change: (file: PdfFile) => void) => {
      const [before, after] = [openPdf(signedForm()), openPdf(revise(signedForm(), {}))];
      change(after);
      return () => requireFormFilling(before, after, new SearchBudget());
    };
    expect(changedTrailer(() => {})()).toEqual(new Set());
    expect(changedTrailer(({ xref }) => xref.trailer.set('Encrypt', new PdfDict()))).toThrow(
      '/Encrypt of the trailer was changed',
    );
    expect(changedTrailer(({ xref }) => Object.assign(xref, { misnumbered: true }))).toThrow(
      'a cross-reference table was added that is numbered from 1',
    );
    const misnumbered = openPdf(signedForm());
    misnumbered.xref.misnumbered = true;
    expect(requireFormFilling(misnumbered, misnumbered, new SearchBudget())).toEqual(new Set());
  });

  test('an encrypted file keeps its identifier, which its key depends on', () => {
    const bytes = signedForm();
    const [before, after] = [openPdf(bytes), openPdf(revise(bytes, {}))];
    const identify = ({ xref }: PdfFile, id: string) =>
      xref.trailer.set('ID', [new PdfString(Buffer.from(id))]);
    before.security = {} as Security;
    identify(before, 'a');
    identify(after, 'a');
    const security = before.security;
    before.security = null;
    expect(requireFormFilling(before, after, new SearchBudget())).toEqual(new Set());
    before.security = security;
    identify(after, 'b');
    expect(() => requireFormFilling(before, after, new SearchBudget())).toThrow(
      '/ID of the trailer was changed',
    );
  });

  test('a field of the catalog cannot excuse a change of a page', () => {
    const content = { 5: streamText('0 g') };
    for (const entry of [
      '/DSS <</Certs 5 0 R>>',
      '/DSS 5 0 R',
      '/Extensions <</X 5 0 R>>',
      '/Metadata 5 0 R',
    ])
      expect(() => filledIn({ ...content, 1: catalog(`/AcroForm 110 0 R ${entry}`) })).toThrow(
        'object 5 was changed',
      );
    expect(() => filledIn({ ...content, 114: '<</Title (Lease) /Custom (1) /Subject 5 0 R>>' })).toThrow(
      'object 5 was changed',
    );
    expect(() => filledIn({ 5: form(), 1: catalog('/AcroForm 5 0 R /Metadata 112 0 R') })).toThrow(
      'object 5 was changed',
    );
    expect(() => filledIn({ 5: fields(), 110: form('/Fields 5 0 R') })).toThrow('object 5 was changed');
  });

  test.each(['/DSS 5 0 R', '/DSS <</Certs 5 0 R>>', '/Extensions 5 0 R', '/Metadata 5 0 R'])(
    'a field of the catalog cannot excuse it in a signed file that was prepared for it: %s',
    (entry) => {
      expect(() => filledIn({ 5: streamText('0 g') }, {}, signedForm(entry))).toThrow('object 5 was changed');
    },
  );

  test('the document information may not be changed if it is or becomes a stream', () => {
    const stream = { 114: streamText('0 g') };
    expect(() => filledIn(stream)).toThrow('object 114 was changed');
    const before = signedForm('', '', { 114: streamText('1 g') });
    expect(() => filledIn(stream, {}, before)).toThrow('object 114 was changed');
    expect(() => filledIn({ 114: '<<>>' }, {}, before)).toThrow('object 114 was changed');
  });

  const again = '/Annots 113 0 R /Rotate 0';
  test.each<[string, Record<number, string>]>([
    ['a bracket that ends it for some', { 4: page(`${again} > /Contents 120 0 R`) }],
    ['a sign inside a number', { 4: page(`${again}-90`) }],
    ['a comment', { 4: page(`${again} %\r/Rotate 90`) }],
    ['words between its members', { 4: page(`${again} go`) }],
    ['no end', { 4: page(again).slice(0, -1) }],
    ['a stream of another length than it states', { 5: '<</Length 1>>\nstream\n0 g\nendstream' }],
  ])('readers may not see other things in an object that is written again: %s', (_, objects) => {
    const clear = { 4: page(again), 5: '<</Length 1>>\nstream\n0\nendstream' };
    const before = signedForm('', '', { ...clear, 120: streamText('0 g') });
    expect(filledIn(clear, {}, before)).toEqual([]);
    const problem = `object ${Object.keys(objects)[0]} was written again, and readers can take it differently`;
    expect(() => filledIn(objects, {}, before)).toThrow(problem);
    const unclear = signedForm('', '', { ...clear, ...objects, 120: streamText('0 g') });
    expect(filledIn({ 100: city('/V (Faro)') }, {}, unclear)).toEqual(['city']);
    expect(() => filledIn(clear, {}, unclear)).toThrow(problem);
  });

  test('no signed object is written again without the first value of a repeated key, which some readers use', () => {
    const before = signedForm('', '/Contents 120 0 R /Contents 5 0 R', { 120: streamText('0 g') });
    const rewritten = { 4: page('/Annots 113 0 R') };
    expect(filledIn({ 100: city('/V (Faro)') }, {}, before)).toEqual(['city']);
    expect(() => filledIn(rewritten, {}, before)).toThrow('object 4 was written again');
  });

  const drawing = (paint: string) => streamText(paint, '/Subtype /Form /BBox [0 0 9 9]');
  test.each<[string, number, Record<number, string>, Record<number, string>, string]>([
    [
      'the document information',
      114,
      { 114: '<</Title 131 0 R>>' },
      { 114: '<</Title 132 0 R>>' },
      'object 114 was changed, which is also used as /XObject',
    ],
    [
      'the catalog',
      1,
      {},
      { 1: catalog('/AcroForm 110 0 R /Metadata 112 0 R /DSS 132 0 R') },
      'object 1 was changed, which is also used as /XObject',
    ],
    [
      'a field',
      100,
      { 100: city('/V 131 0 R') },
      { 100: city('/V 132 0 R') },
      'object 100 was changed, which is also used as /XObject',
    ],
    [
      'a page',
      133,
      { 133: '<</Type /Page /Annots 131 0 R>>' },
      { 133: '<</Type /Page /Annots 132 0 R>>' },
      'the annotation list of a page is not an array',
    ],
  ])('%s may not change if a page draws its members', (_, num, objects, changes, problem) => {
    const withResources = (resources: string, more: Record<number, string> = {}) =>
      signedForm('/Metadata 112 0 R', `/Resources <</XObject ${resources}>> /Contents 130 0 R`, {
        ...objects,
        ...more,
        130: streamText('/Title Do /DSS Do /V Do /Annots Do'),
        131: drawing('0 g'),
      });
    const later = { ...changes, 132: drawing('1 g') };
    expect(() => filledIn(later, {}, withResources(`${num} 0 R`))).toThrow(problem);
    if (num === 133) return;
    const indirect = withResources('134 0 R', { 134: `${num} 0 R` });
    expect(() => filledIn(later, {}, indirect)).toThrow(problem.replace('XObject', 'R'));
    expect(() => filledIn(later, {}, withResources('<<>>'))).not.toThrow();
  });

  test('an annotation list may not change if it is a color space', () => {
    const signature = { 111: fields('121 0 R'), 121: added('/FT /Sig /V 120 0 R'), 120: ownSignature };
    const space = '/Indexed /DeviceRGB 0 <000000>';
    const before = signedForm('', '', { 113: `[${space}]` });
    expect(() => filledIn({ 113: `[121 0 R ${space}]`, ...signature }, {}, before)).toThrow(
      'object 113 was changed',
    );
    const alone = signedForm('', '', { 113: '[null 199 0 R]' });
    expect(filledIn({ 113: '[null 199 0 R 121 0 R]', ...signature }, {}, alone)).toEqual([]);
  });

  test('a field that is written directly into a list of fields may not be added, changed or removed', () => {
    const direct = (value: string) => `<</FT /Tx /T (direct) /V (${value})>>`;
    const before = signedForm('', '', { 111: fields(direct('a')) });
    const filling = { 100: city('/V (Faro)') };
    expect(filledIn(filling, {}, before)).toEqual(['city']);
    expect(
      filledIn(
        {
          ...filling,
          111: fields(`121 0 R ${direct('a')}`),
          121: added('/FT /Sig /V 120 0 R'),
          120: ownSignature,
        },
        {},
        before,
      ),
    ).toEqual(['city']);
    const problem = 'a form field that is written directly into a list was changed';
    for (const list of [fields(), fields(direct('b')), fields(direct('a') + direct('a'))])
      expect(() => filledIn({ 111: list }, {}, before)).toThrow(problem);
    expect(() => filledIn({ 111: fields(direct('a').replace('direct', 'city')) })).toThrow(problem);
  });

  test('a field may not get another name or type by another place among the fields', () => {
    const signatures = '<</FT /Sig /T (group) /Kids [104 0 R]>>';
    for (const [kid, group] of [
      ['/T (name) /V 105 0 R', signatures],
      ['/T (name)', '<</FT /Tx /T (group) /Kids [104 0 R]>>'],
    ]) {
      const before = signedForm('', '', { 103: group!, 104: `<<${kid} ${widget}>>` });
      expect(() => filledIn({ 111: `[104 0 R ${fields().slice(1)}` }, {}, before)).toThrow(
        'the form field "group.name" was moved',
      );
    }
  });

  test('an object may not go on in what is added', () => {
    const original = signedForm('', '/Rotate 120 0 R');
    const row = original.length;
    const revised = revise(original, {}, { rows: { 120: row + 500 } });
    const padded = Buffer.concat([revised, Buffer.from('\n'.padStart(row + 500 - revised.length, ' '))]);
    const before = Buffer.concat([padded, Buffer.from('120 0 obj 9')]);
    const after = revise(Buffer.concat([before, Buffer.from('0 ')]), { 100: city('/V (Faro)') });
    expect([openPdf(before).get(120), openPdf(after).get(120)]).toEqual([9, 90]);
    expect(() => requireFormFilling(openPdf(before), openPdf(after), new SearchBudget())).toThrow(
      'what was signed does not end as a file does',
    );
  });

  test('a list of fields may not be changed if a page uses it too', () => {
    const before = signedForm('', '/Contents 111 0 R', { 111: fields('120 0 R'), 120: streamText('0 g') });
    expect(() => filledIn({ 111: fields() }, {}, before)).toThrow('object 111 was changed');
  });
});

describe('what a signature permits', () => {
  const bytes = signedForm();
  const changedCity = openPdf(revise(bytes, { 100: city('/V (Faro)') }));
  const changedLook = openPdf(revise(bytes, { 100: city('/V (Porto) /AP <<>>') }));
  const changedName = openPdf(revise(bytes, { 104: name('/V (Ada)') }));

  /** Classifies what a file has after a signature with these entries that covers the form above. */
  function classify(
    after: ReturnType<typeof openPdf>,
    entries: string,
    changes: Partial<CoveredSignature> = {},
    fieldEntries = '',
  ) {
    const length = bytes.length;
    const { dict } = signaturesIn(entries);
    const signature: FileSignature = {
      dict,
      container: 105,
      field: signaturesIn(fieldEntries).dict,
      range: [0, 9, 19, length - 19],
    };
    const covered = { signature, revision: openPdf(bytes), isRemoved: false, problem: null, ...changes };
    return classifyLaterChanges(after, [covered], [])[0]!;
  }

  function signaturesIn(entries: string) {
    const file = openPdf(signedForm('', '', { 120: `<</Type /Sig ${entries}>>` }));
    return { dict: file.dict(file.get(120))! };
  }

  const lock = (parameters: string) =>
    `/Reference [<</TransformMethod /DocMDP>> <</TransformMethod /FieldMDP /TransformParams <<${parameters}>>>>]`;
  const permitted = { kind: 'form_filling', problem: null };
  const locked = (field: string) => ({
    kind: 'other',
    problem: `after this signature, the form field "${field}" was changed, which the signature locks`,
  });

  test.each(['/DA (1 g /F 0 Tf)', '/DR <</Font <<>>>>', '/NeedAppearances true'])(
    'locks what all fields look like: %s',
    (entries) => {
      const look = openPdf(revise(bytes, { 110: form('/Fields 111 0 R', entries) }));
      expect(classify(look, '')).toEqual(permitted);
      expect(classify(look, lock('/Action /Include /Fields [(city)]'))).toEqual(locked('city'));
      expect(classify(look, lock('/Action /Include /Fields [(empty)]'))).toEqual(permitted);
    },
  );

  test('permits nothing if it locks the document', () => {
    for (const entries of [lock('/Action /All /P 1'), lock('/Action /Include /Fields [(none)] /P 1')])
      expect(classify(changedCity, entries)).toEqual({
        kind: 'other',
        problem: 'after this signature, something was added, although the signer permits no changes',
      });
    expect(classify(changedCity, lock('/Action /Include /Fields [(none)] /P 2'))).toEqual(permitted);
    const fieldLock = (level: number) => `/Lock <</Action /Include /Fields [(none)] /P ${level}>>`;
    expect(classify(changedCity, '', {}, fieldLock(1)).kind).toBe('other');
    expect(classify(changedCity, '', {}, fieldLock(2))).toEqual(permitted);
  });

  test.each([
    ['', permitted, permitted],
    [lock('/Action /All'), locked('city'), locked('group.name')],
    [lock('/Action /Include /Fields [(city)]'), locked('city'), permitted],
    [lock('/Action /Include /Fields [(cit) /city 7]'), permitted, permitted],
    [lock('/Action /Include /Fields [(group)]'), permitted, locked('group.name')],
    [lock('/Action /Include /Fields [(group.name)]'), permitted, locked('group.name')],
    [lock('/Action /Exclude /Fields [(city)]'), permitted, locked('group.name')],
    [lock('/Action /Exclude'), locked('city'), locked('group.name')],
    [lock(''), permitted, permitted],
    ['/Reference [<</TransformMethod /Other /TransformParams <</Action /All>>>>]', permitted, permitted],
  ])('locks fields: %s', (entries, ofCity, ofName) => {
    expect(classify(changedCity, entries)).toEqual(ofCity);
    expect(classify(changedLook, entries)).toEqual(ofCity);
    expect(classify(changedName, entries)).toEqual(ofName);
  });

  test('nothing after a certification without changes, or after a seal', () => {
    const reference = '/Reference [<</TransformMethod /DocMDP /TransformParams <</P 1>>>>]';
    const certified = openPdf(
      signedForm('/Perms <</DocMDP 105 0 R>>', '', { 105: `<</Type /Sig ${reference}>>` }),
    );
    expect(classify(changedCity, '', { revision: certified })).toEqual({
      kind: 'other',
      problem: 'after this signature, something was added, although the author permits no changes',
    });
    expect(classify(changedCity, '/Countersign <<>>')).toEqual({
      kind: 'other',
      problem: 'after this signature, object 100 was changed',
    });
  });

  test('what a later signature covers counts too, even if it is undone after that', () => {
    const classifyAll = (between: Buffer, whole: Buffer) => {
      const { dict } = signaturesIn('');
      const covered = [bytes, between].map((revision): CoveredSignature => {
        const range: FileSignature['range'] = [0, 9, 19, revision.length - 19];
        const signature = { dict, container: 105, field: dict, range };
        return { signature, revision: openPdf(revision), isRemoved: false, problem: null };
      });
      return classifyLaterChanges(openPdf(whole), covered, [])[0];
    };
    const content = openPdf(bytes).get(5) as PdfStream;
    const redrawn = revise(bytes, { 5: streamText('0 g') });
    const restored = revise(redrawn, { 5: streamText(Buffer.from(content.bytes).toString('latin1')) });
    expect(classifyAll(redrawn, restored)).toEqual({
      kind: 'other',
      problem: 'after this signature, object 5 was changed',
    });
    const signature = revise(bytes, { 101: unsigned('/V 120 0 R'), 120: ownSignature });
    const otherLook = revise(signature, { 101: unsigned('/V 120 0 R /AP <</N 106 0 R>>') });
    expect(classifyAll(bytes, otherLook)).toEqual(permitted);
    expect(classifyAll(signature, otherLook)).toEqual({
      kind: 'other',
      problem: 'after this signature, the signed form field "empty" was changed',
    });
  });

  test('a signature with a problem, and one that was removed, permits nothing', () => {
    expect(classify(changedCity, '', { problem: 'a problem' })).toEqual({ kind: 'other', problem: null });
    expect(classify(changedCity, '', { isRemoved: true })).toEqual({
      kind: 'other',
      problem: 'a later revision removed this signature from the form',
    });
    expect(classify(openPdf(bytes), '')).toEqual({ kind: 'none', problem: null });
  });
});
