/**
 * Shadow attacks: the attacker prepares a PDF, has it finalized and sealed, and switches its content afterwards. Also
 * tricks with object numbers, cross-reference data and validation data, some of which need such a preparation.
 */
import { samplePdf } from '@countersign/pdf/testing/sample-files';
import { type Attack, type Given, shadow } from './attack.ts';
import { lie } from './drawing.ts';
import { changed, latin, type RevisionOptions, revise, streamText, textOf } from './edit.ts';

const hidden = 'BT /F 24 Tf 20 200 Td (I owe Mallory) Tj ET';
const cover = 'q 1 1 1 rg 0 0 300 400 re f Q';

/** Object 100 is a form XObject that covers the page; object 101 is the content that Mallory wants to show later. */
const withCover = (): Buffer =>
  samplePdf({
    content: 'q /Cover Do Q',
    pageEntries: '/Resources <</Font <</F 3 0 R>> /XObject <</Cover 100 0 R>>>>',
    objects: {
      100: streamText(cover, '/Type /XObject /Subtype /Form /BBox [0 0 300 400]'),
      101: streamText(
        hidden,
        '/Type /XObject /Subtype /Form /BBox [0 0 300 400] /Resources <</Font <</F 3 0 R>>>>',
      ),
    },
  });

const offsetOf = ({ at }: Given, num: number): number => {
  const entry = at.file.xref.entries.get(num);
  if (!entry || !('offset' in entry)) throw new Error(`object ${num} has no offset`);
  return entry.offset;
};

const after =
  (objects: Record<number, string>, options: (given: Given) => RevisionOptions = () => ({})) =>
  (given: Given): Buffer =>
    revise(given.bytes, objects, options(given));

export const shadows: Attack[] = [
  {
    name: 'shadow, hide: the covering object is freed',
    paper: shadow,
    prepare: withCover,
    make: after({}, () => ({ rows: { 100: 'free' } })),
  },
  {
    name: 'shadow, hide: the covering object becomes null',
    paper: shadow,
    prepare: withCover,
    make: after({ 100: 'null' }),
  },
  {
    name: 'shadow, hide: the covering object gets another type',
    paper: shadow,
    prepare: withCover,
    make: after({ 100: streamText(cover, '/Type /XObject /Subtype /Image /Width 1 /Height 1') }),
  },
  {
    name: 'shadow, hide: the covering object points to the hidden one by cross-reference data alone',
    paper: shadow,
    prepare: withCover,
    make: after({}, (given) => ({ rows: { 100: offsetOf(given, 101) } })),
  },
  {
    name: 'shadow, replace: another font under the same number',
    paper: shadow,
    make: after({
      3: '<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs <<>> /Encoding <<>>>>',
    }),
  },
  {
    name: 'shadow, replace: the encoding of the font swaps its digits',
    paper: shadow,
    make: after({
      3: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [49 /nine /eight /seven]>>>>',
    }),
  },
  {
    name: 'shadow, replace: the value of a form field drawn over its text',
    paper: shadow,
    prepare: () =>
      samplePdf({
        catalogEntries: '/AcroForm <</Fields [100 0 R]>>',
        pageEntries: '/Annots [100 0 R]',
        objects: {
          100: '<</Type /Annot /Subtype /Widget /FT /Tx /T (Amount) /V (1) /Rect [200 10 290 30] /P 4 0 R /AP <</N 101 0 R>>>>',
          101: streamText('', '/Type /XObject /Subtype /Form /BBox [0 0 90 20]'),
        },
      }),
    make: after({ 101: streamText('0 g 0 0 90 20 re f', '/Type /XObject /Subtype /Form /BBox [0 0 90 20]') }),
  },
  {
    name: 'shadow, hide and replace: a second catalog in the file takes over',
    paper: shadow,
    prepare: () =>
      samplePdf({
        objects: {
          100: '<</Type /Catalog /Pages 101 0 R>>',
          101: '<</Type /Pages /Count 1 /Kids [102 0 R] /MediaBox [0 0 300 400]>>',
          102: '<</Type /Page /Parent 101 0 R /Contents 103 0 R /Resources <</Font <</F 3 0 R>>>>>>',
          103: streamText(hidden),
        },
      }),
    make: after({}, () => ({ root: 100 })),
  },
  {
    name: 'shadow, hide and replace: a second page tree takes over',
    paper: shadow,
    prepare: () =>
      samplePdf({
        objects: {
          101: '<</Type /Pages /Count 1 /Kids [102 0 R] /MediaBox [0 0 300 400]>>',
          102: '<</Type /Page /Parent 101 0 R /Contents 103 0 R /Resources <</Font <</F 3 0 R>>>>>>',
          103: streamText(hidden),
        },
      }),
    make: ({ bytes, at }) => revise(bytes, { [at.root]: changed(at.catalog, { Pages: '101 0 R' }) }),
  },
  {
    name: 'shadow, hide and replace: the page content points back to the revision before sealing',
    paper: shadow,
    prepare: withCover,
    make: (given) => {
      const before = given.bytes.indexOf(`\n${given.at.pageNumber} 0 obj`) + 1;
      return revise(given.bytes, {}, { rows: { [given.at.pageNumber]: before } });
    },
  },
  {
    name: 'shadow: /Prev leads past the sealed revision to the prepared one',
    paper: shadow,
    prepare: withCover,
    make: ({ bytes, at }) =>
      revise(bytes, { [at.next]: 'null' }, { prev: at.file.xref.trailer.get('Prev') as number, root: 1 }),
  },
  {
    name: 'shadow: /Prev leads to the new section itself',
    paper: 'own',
    make: ({ bytes, at }) => {
      const forged = revise(bytes, { [at.next]: 'null' }, { prev: 9999999999 }).toString('latin1');
      const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(forged)![1]!;
      return latin(forged.replace('/Prev 9999999999', `/Prev ${start.padStart(10, '0')}`));
    },
  },
  {
    name: 'cross-reference: without /Prev, the catalog alone',
    paper: 'own',
    make: ({ bytes, at }) => revise(bytes, { [at.root]: changed(at.catalog, {}) }, { prev: null }),
  },
  {
    name: 'cross-reference: a hybrid file, /XRefStm brings back the page before sealing',
    paper: 'own',
    make: (given) => {
      const before = given.bytes.indexOf(`\n${given.at.pageNumber} 0 obj`) + 1;
      const stream = revise(given.bytes, {}, { xref: 'stream', rows: { [given.at.pageNumber]: before } });
      const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(stream.toString('latin1'))![1]);
      return revise(stream, {}, { trailer: `/XRefStm ${start}`, prev: given.at.file.xref.startxref });
    },
  },
  {
    name: 'cross-reference: too small a /Size hides the newest objects',
    paper: 'own',
    make: ({ bytes, at }) => revise(bytes, { [at.root]: changed(at.catalog, {}) }, { size: at.sealNumber }),
  },
  {
    name: 'cross-reference: the page with another generation',
    paper: 'own',
    make: ({ bytes, at }) =>
      revise(
        bytes,
        { [at.pageNumber]: changed(at.page, { Contents: `${at.next} 0 R` }), [at.next]: streamText(lie) },
        { gens: { [at.pageNumber]: 1 } },
      ),
  },
  {
    name: 'cross-reference: an object that the table does not list, for readers that repair',
    paper: 'own',
    make: ({ bytes, at }) =>
      revise(
        bytes,
        {},
        {
          before: `${at.pageNumber} 0 obj\n${changed(at.page, { Contents: '[]' })}\nendobj\n`,
        },
      ),
  },
  {
    name: 'cross-reference: an object defined twice in one revision',
    paper: 'own',
    make: ({ bytes, at }) =>
      revise(
        bytes,
        { [at.root]: changed(at.catalog, {}) },
        { before: `${at.root} 0 obj\n${changed(at.catalog, { OpenAction: '<<>>' })}\nendobj\n` },
      ),
  },
  {
    name: 'cross-reference: objects behind the table',
    paper: 'own',
    make: ({ bytes, at }) =>
      revise(
        bytes,
        {},
        { after: `${at.pageNumber} 0 obj\n${changed(at.page, { Contents: '[]' })}\nendobj\n` },
      ),
  },
  {
    name: 'cross-reference: the page hidden in an object stream',
    paper: 'own',
    make: ({ bytes, at }) => {
      const page = changed(at.page, { Contents: `${at.next + 1} 0 R` });
      const head = `${at.pageNumber} 0 `;
      return revise(
        bytes,
        {
          [at.next]: streamText(`${head}${page}`, `/Type /ObjStm /N 1 /First ${head.length}`),
          [at.next + 1]: streamText(lie),
        },
        { trailer: '' },
      );
    },
  },
  {
    name: 'object stream: a member of the sealed object stream redefined outside of it',
    paper: 'own',
    prepare: () => samplePdf({ form: 'packed' }),
    make: after({ 3: '<</Type /Font /Subtype /Type1 /BaseFont /Courier>>' }, () => ({ xref: 'stream' })),
  },
  {
    name: 'object stream: the sealed object stream itself replaced',
    paper: 'own',
    prepare: () => samplePdf({ form: 'packed' }),
    make: (given) => {
      const entry = given.at.file.xref.entries.get(3);
      if (!entry || 'offset' in entry) return null;
      const font = '<</Type /Font /Subtype /Type1 /BaseFont /Courier>>';
      return revise(
        given.bytes,
        { [entry.stream]: streamText(`3 0 ${font}`, '/Type /ObjStm /N 1 /First 4') },
        { xref: 'stream' },
      );
    },
  },
];

const selfSigned = (given: Given): string => Buffer.from(given.mallory.certificates[0]!).toString('latin1');

/** A revision that adds a store of validation data with Mallory's certificate, and optionally more. */
const withStore =
  (
    more: (
      given: Given,
      store: number,
    ) => {
      objects?: Record<number, string>;
      store?: Record<string, string>;
      catalog?: Record<string, string>;
      options?: RevisionOptions;
    },
  ) =>
  (given: Given): Buffer => {
    const { bytes, at } = given;
    const [store, member] = [at.next, at.next + 1];
    const { objects = {}, store: members = {}, catalog = {}, options } = more(given, store);
    const existing = at.file.dict(at.catalog.get('DSS'));
    const certs = existing ? textOf(at.file.array(existing.get('Certs')) ?? []).slice(1, -1) : '';
    const base = existing
      ? changed(existing, { Certs: `[${certs} ${member} 0 R]`, ...members })
      : `<</Type /DSS /Certs [${member} 0 R] ${Object.entries(members)
          .map(([key, value]) => `/${key} ${value}`)
          .join(' ')}>>`;
    return revise(
      bytes,
      {
        [at.root]: changed(at.catalog, { DSS: `${store} 0 R`, ...catalog }),
        [store]: base,
        [member]: streamText(selfSigned(given)),
        ...objects,
      },
      options,
    );
  };

const stampField = (given: Given, members: string, signature: string) => ({
  objects: {
    [given.at.next + 2]:
      `<</Type /Annot /Subtype /Widget /FT /Sig /T (Stamp) /V ${given.at.next + 3} 0 R /Rect [0 0 0 0] /F 132 ${members}>>`,
    [given.at.next + 3]: signature,
  },
  catalog: {
    AcroForm: changed(given.at.form, {
      Fields: `${textOf(given.at.file.array(given.at.form.get('Fields'))!).slice(0, -1)} ${given.at.next + 2} 0 R]`,
    }),
  },
});

/** Validation data as a cover for something else. */
export const underCover: Attack[] = [
  {
    name: 'validation data: page 1 redrawn in the same revision',
    paper: 'own',
    make: withStore(({ at }) => ({
      objects: {
        [at.pageNumber]: changed(at.page, { Contents: `${at.next + 2} 0 R` }),
        [at.next + 2]: streamText(lie),
      },
    })),
  },
  {
    name: 'validation data: a member that the prepared page content referred to in vain',
    paper: shadow,
    prepare: () => samplePdf({ pageEntries: '/Thumb 60 0 R', catalogEntries: '/Threads 61 0 R' }),
    make: (given) =>
      revise(given.bytes, {
        [given.at.root]: changed(given.at.catalog, { DSS: '<</Certs [60 0 R]>>' }),
        60: streamText(selfSigned(given)),
      }),
  },
  {
    name: 'validation data: the list of certificates is also the content list of a page',
    paper: shadow,
    prepare: () =>
      samplePdf({
        pages: 2,
        catalogEntries: '/DSS <</Certs 100 0 R>>',
        objects: {
          100: '[101 0 R]',
          101: streamText('q Q'),
          6: '<</Type /Page /Parent 2 0 R /Contents 100 0 R>>',
        },
      }),
    make: (given) =>
      revise(given.bytes, {
        100: `[101 0 R ${given.at.next} 0 R]`,
        [given.at.next]: streamText(selfSigned(given)),
      }),
  },
  {
    name: 'validation data: a stream that is no certificate',
    paper: 'own',
    make: withStore(({ at }) => ({ objects: { [at.next + 1]: streamText(lie) } })),
  },
  {
    name: 'validation data: a certificate with page content behind it',
    paper: 'own',
    make: withStore((given) => ({
      objects: { [given.at.next + 1]: streamText(`${selfSigned(given)}\n${lie}`) },
    })),
  },
  {
    name: 'validation data: a member that is a form XObject',
    paper: 'own',
    make: withStore((given) => ({
      objects: {
        [given.at.next + 1]: streamText(selfSigned(given), '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      },
    })),
  },
  {
    name: 'validation data: a store with an unknown member',
    paper: 'own',
    make: withStore(() => ({ store: { Pages: '2 0 R' } })),
  },
  {
    name: 'validation data: a related entry under no digest',
    paper: 'own',
    make: withStore(() => ({ store: { VRI: '<</Evil <</Cert [3 0 R]>>>>' } })),
  },
  {
    name: 'validation data: another catalog member with it',
    paper: 'own',
    make: withStore(() => ({ catalog: { PageMode: '/UseAttachments' } })),
  },
  {
    name: 'validation data: the pages replaced with it',
    paper: 'own',
    make: withStore(() => ({ catalog: { Pages: '4 0 R' } })),
  },
  {
    name: 'validation data: an unlisted object with it',
    paper: 'own',
    make: withStore(({ at }) => ({ options: { between: `${at.pageNumber} 0 obj\n<<>>\nendobj\n` } })),
  },
  {
    name: 'validation data: a comment with an object in it',
    paper: 'own',
    make: withStore(({ at }) => ({ options: { between: `% ${at.pageNumber} 0 obj <<>> endobj\n` } })),
  },
  {
    name: 'validation data: /XRefStm in its trailer',
    paper: 'own',
    make: withStore(({ at }) => ({ options: { trailer: `/XRefStm ${at.file.xref.startxref}` } })),
  },
  {
    name: 'validation data: another document information in its trailer',
    paper: 'own',
    make: withStore(({ at }) => ({
      objects: { [at.next + 2]: '<</Title (x)>>' },
      options: { trailer: `/Info ${at.next + 2} 0 R` },
    })),
  },
  {
    name: 'validation data: bytes behind its end',
    paper: 'own',
    make: withStore(() => ({ options: { after: '\n%%EOF\n' } })),
  },
  {
    name: 'timestamp: a signature field without a valid stamp',
    paper: 'own',
    make: withStore((given) =>
      stampField(
        given,
        '',
        '<</Type /DocTimeStamp /SubFilter /ETSI.RFC3161 /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <3000>>>',
      ),
    ),
  },
  {
    name: 'timestamp: the seal copied as a document timestamp',
    paper: 'own',
    make: withStore((given) =>
      stampField(
        given,
        '',
        changed(given.at.seal, {
          SubFilter: '/ETSI.RFC3161',
          Type: '/DocTimeStamp',
          Countersign: undefined,
          Reference: undefined,
          Name: undefined,
        }),
      ),
    ),
  },
  {
    name: 'timestamp: a visible field',
    paper: 'own',
    make: withStore((given) =>
      stampField(
        given,
        '/Rect [0 0 300 400]',
        '<</Type /DocTimeStamp /SubFilter /ETSI.RFC3161 /ByteRange [0 1 2 3] /Contents <00>>>',
      ),
    ),
  },
  {
    name: 'stripped: the store of validation data emptied',
    paper: 'own',
    make: ({ bytes, at }) =>
      at.catalog.get('DSS') === undefined
        ? null
        : revise(bytes, { [at.root]: changed(at.catalog, { DSS: '<<>>' }) }),
  },
  {
    name: 'stripped: the store of validation data removed from the catalog',
    paper: 'own',
    make: ({ bytes, at }) =>
      at.catalog.get('DSS') === undefined
        ? null
        : revise(bytes, { [at.root]: changed(at.catalog, { DSS: undefined }) }),
  },
  {
    name: 'stripped: the revision of the validation data cut off',
    paper: 'own',
    make: ({ bytes, at, level }) =>
      level === 'PAdES-B-LT' ? bytes.subarray(0, at.range[2] + at.range[3]) : null,
  },
];
