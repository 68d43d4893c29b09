/** Incremental saving: revisions appended after a seal, with and without a signature of the attacker. */
import { dict, PdfDict } from '@countersign/pdf/model/objects';
import { openPdf } from '@countersign/pdf/reader/open';
import { readPageTree } from '@countersign/pdf/reader/pages';
import { sampleSeal } from '@countersign/pdf/testing/sample-seal';
import { appendSeal } from '@countersign/pdf/update/append-seal';
import { Increment } from '@countersign/pdf/update/increment';
import { type Attack, certification, type Given, refund } from './attack.ts';
import { lie } from './drawing.ts';
import { changed, latin, type RevisionOptions, revise, streamText, textOf } from './edit.ts';
import { withLie } from './forge-signature.ts';

const lying =
  (options: (given: Given) => RevisionOptions = () => ({})) =>
  (given: Given): Buffer => {
    const { bytes, at } = given;
    return revise(
      bytes,
      { [at.pageNumber]: changed(at.page, { Contents: `${at.next} 0 R` }), [at.next]: streamText(lie) },
      options(given),
    );
  };

/** A revision that only replaces members of the catalog. */
const inCatalog =
  (members: Record<string, string>, objects: Record<number, string> = {}) =>
  ({ bytes, at }: Given): Buffer => {
    const moved = Object.entries(objects).map(([key, body]) => [at.next + Number(key), body]);
    const text = (value: string) =>
      value.replace(/#(\d)/g, (_, index: string) => `${at.next + Number(index)} 0 R`);
    const named = Object.fromEntries(Object.entries(members).map(([key, value]) => [key, text(value)]));
    return revise(bytes, { [at.root]: changed(at.catalog, named), ...Object.fromEntries(moved) });
  };

/** A revision that only replaces members of page 1. */
const onPage =
  (members: Record<string, string>, objects: Record<number, string> = {}) =>
  ({ bytes, at }: Given): Buffer => {
    const moved = Object.entries(objects).map(([key, body]) => [at.next + Number(key), body]);
    const text = (value: string) =>
      value.replace(/#(\d)/g, (_, index: string) => `${at.next + Number(index)} 0 R`);
    const named = Object.fromEntries(Object.entries(members).map(([key, value]) => [key, text(value)]));
    return revise(bytes, { [at.pageNumber]: changed(at.page, named), ...Object.fromEntries(moved) });
  };

const annotation = (members: string) =>
  onPage({ Annots: '[#0]' }, { 0: `<</Type /Annot /Rect [0 0 300 400] /F 4 ${members}>>` });

/** The bytes, followed by a seal of Mallory. */
async function signedAgain(
  { mallory, at }: Given,
  bytes: Buffer,
  facts: Record<string, string> | 'none' | 'copied',
): Promise<Buffer> {
  if (facts === 'none') {
    const file = openPdf(bytes);
    const drawing = {
      pages: new Map(),
      certificatePages: [{ width: 10, height: 10, content: Buffer.alloc(0), resources: new PdfDict() }],
    };
    const { bytes: signed } = await appendSeal(new Increment(file), readPageTree(file), drawing, {
      facts: { ...sampleFacts, documentId: 'doc_x' },
      signer: mallory,
      stamp: null,
      sealedAt: new Date(),
    });
    return signed;
  }
  const seal = at.file.dict(at.seal.get('Countersign'))!;
  const copied = {
    documentId: Buffer.from((seal.get('DocumentId') as { bytes: Uint8Array }).bytes).toString('latin1'),
    chainHead: Buffer.from((seal.get('ChainHead') as { bytes: Uint8Array }).bytes).toString('hex'),
    valuesSha256: Buffer.from((seal.get('ValuesSha256') as { bytes: Uint8Array }).bytes).toString('hex'),
  };
  const named = facts === 'copied' ? copied : facts;
  return (await sampleSeal(bytes, { signer: mallory, facts: named })).bytes;
}

const sampleFacts = {
  documentId: 'doc_x',
  originalSha256: '00'.repeat(32),
  originalSizeBytes: 0,
  chainSeq: 1,
  chainHead: '00'.repeat(32),
  valuesSha256: 'c3'.repeat(32),
  originalRepaired: false,
  mode: 'live',
  profile: 'PAdES-B-B',
} as const;

const copiedSignature =
  (contents: (given: Given) => string) =>
  (given: Given): Buffer => {
    const { bytes, at } = given;
    const [field, signature, content] = [at.next, at.next + 1, at.next + 2];
    const list = textOf(at.file.array(at.form.get('Fields'))!).slice(0, -1);
    return revise(bytes, {
      [at.pageNumber]: changed(at.page, { Contents: `${content} 0 R` }),
      [content]: streamText(lie),
      [at.root]: changed(at.catalog, { AcroForm: changed(at.form, { Fields: `${list} ${field} 0 R]` }) }),
      [field]: changed(at.file.dict(at.file.get(at.fieldNumber))!, { T: '(Copy)', V: `${signature} 0 R` }),
      [signature]: contents(given),
    });
  };

export const appendings: Attack[] = [
  { name: 'incremental saving: page 1 redrawn', paper: refund, make: lying() },
  {
    name: 'incremental saving: page 1 redrawn, cross-reference stream',
    paper: refund,
    make: lying(() => ({ xref: 'stream' })),
  },
  {
    name: 'incremental saving: objects without cross-reference data',
    paper: refund,
    make: lying(() => ({ xref: 'none' })),
  },
  {
    name: 'incremental saving: without trailer and startxref',
    paper: refund,
    make: (given) => {
      const forged = lying()(given);
      return forged.subarray(0, forged.lastIndexOf('trailer'));
    },
  },
  {
    name: 'incremental saving: without startxref',
    paper: refund,
    make: (given) => {
      const forged = lying()(given);
      return forged.subarray(0, forged.lastIndexOf('startxref'));
    },
  },
  {
    name: 'incremental saving: startxref still points to the sealed revision',
    paper: refund,
    make: (given) => {
      const forged = lying()(given).toString('latin1');
      const at = forged.lastIndexOf('startxref');
      return latin(`${forged.slice(0, at)}startxref\n${given.at.file.xref.startxref}\n%%EOF\n`);
    },
  },
  {
    name: 'incremental saving: a copy of the seal covers it',
    paper: refund,
    make: copiedSignature(({ at }) => changed(at.seal, {})),
  },
  {
    name: 'incremental saving: a signature without a value covers it',
    paper: refund,
    make: copiedSignature(({ at }) => changed(at.seal, { Contents: '<00>', Countersign: undefined })),
  },
  {
    name: 'incremental saving: a signature without a byte range covers it',
    paper: refund,
    make: copiedSignature(({ at }) => changed(at.seal, { ByteRange: undefined })),
  },
  {
    name: 'signed over: page 1 redrawn and signed by Mallory with facts of an unknown document',
    paper: 'own',
    make: (given) => signedAgain(given, withLie(given.bytes), { documentId: 'doc_unknown' }),
  },
  {
    name: 'signed over: page 1 redrawn and signed by Mallory with the facts of the seal',
    paper: 'own',
    make: (given) => signedAgain(given, withLie(given.bytes), 'copied'),
  },
  {
    name: 'signed over: page 1 redrawn and signed by Mallory with the facts of a draft',
    paper: 'own',
    make: (given) =>
      signedAgain(given, withLie(given.bytes), { documentId: 'doc_draft', chainHead: 'ab'.repeat(32) }),
  },
  {
    name: 'signed over: nothing redrawn, one empty page and a seal of Mallory',
    paper: 'own',
    make: (given) => signedAgain(given, given.bytes, 'none'),
  },
  {
    name: 'signed over: the genuine seal taken out of the form, then signed by Mallory with its facts',
    paper: 'own',
    make: (given) => {
      const { at, bytes } = given;
      const without = revise(withLie(bytes), {
        [at.root]: changed(at.catalog, { AcroForm: '<</Fields [] /SigFlags 3>>', Perms: undefined }),
      });
      return signedAgain(given, without, 'copied');
    },
  },
  { name: 'appended: a revision that brings nothing', paper: 'own', make: ({ bytes }) => revise(bytes, {}) },
  {
    name: 'appended: an object that nothing refers to',
    paper: 'own',
    make: ({ bytes, at }) => revise(bytes, { [at.next]: '(later)' }),
  },
  {
    name: 'appended: another title in the document information',
    paper: 'own',
    make: ({ bytes, at }) =>
      at.file.xref.trailer.get('Info') !== undefined
        ? null
        : revise(bytes, { [at.next]: '<</Title (Another contract)>>' }, { trailer: `/Info ${at.next} 0 R` }),
  },
  {
    name: 'appended: the pages in another order',
    paper: 'own',
    make: ({ bytes, at }) => {
      const pages = at.file.dict(at.catalog.get('Pages'))!;
      const kids = [...at.file.array(pages.get('Kids'))!].reverse();
      const num = (at.catalog.get('Pages') as { num: number }).num;
      return revise(bytes, { [num]: changed(pages, { Kids: textOf(kids) }) });
    },
  },
  {
    name: 'appended: the certificate of completion removed',
    paper: 'own',
    make: ({ bytes, at }) => {
      const pages = at.file.dict(at.catalog.get('Pages'))!;
      const kids = at.file.array(pages.get('Kids'))!.slice(0, -1);
      const num = (at.catalog.get('Pages') as { num: number }).num;
      const count = (at.file.number(pages.get('Count')) ?? 2) - 1;
      return revise(bytes, { [num]: changed(pages, { Kids: textOf(kids), Count: String(count) }) });
    },
  },
  { name: 'appended: page 1 turned', paper: 'own', make: onPage({ Rotate: '180' }) },
  { name: 'appended: page 1 cropped', paper: 'own', make: onPage({ CropBox: '[0 0 10 10]' }) },
  {
    name: 'appended: content behind the content of page 1',
    paper: 'own',
    make: ({ bytes, at }) =>
      revise(bytes, {
        [at.pageNumber]: changed(at.page, {
          Contents: `${textOf(at.page.get('Contents')).slice(0, -1)} ${at.next} 0 R]`,
        }),
        [at.next]: streamText(lie),
      }),
  },
  {
    name: 'appended: the drawn values replaced by another form XObject',
    paper: 'own',
    make: ({ bytes, at }) => {
      const objects = at.file.dict(at.file.dict(at.page.get('Resources'))?.get('XObject'));
      const marks = [...(objects?.map ?? [])].find(([key]) => key.startsWith('CountersignMarks'));
      if (!marks) return null;
      const { num } = marks[1] as { num: number };
      return revise(bytes, {
        [num]: streamText(lie, '/Type /XObject /Subtype /Form /BBox [0 0 900 900] /Resources <<>>'),
      });
    },
  },
  {
    name: 'appended: an action on opening',
    paper: 'own',
    make: inCatalog({ OpenAction: '<</S /JavaScript /JS (app.alert\\(1\\))>>' }),
  },
  {
    name: 'appended: optional content that hides what was signed',
    paper: 'own',
    make: inCatalog(
      { OCProperties: '<</OCGs [#0] /D <</BaseState /OFF /OFF [#0]>>>>' },
      { 0: '<</Type /OCG /Name (Signed)>>' },
    ),
  },
  {
    name: 'appended: names with an embedded file',
    paper: 'own',
    make: inCatalog({ Names: '<</EmbeddedFiles <</Names [(a) <</Type /Filespec /F (a.pdf)>>]>>>>' }),
  },
  {
    name: 'appended: a portfolio',
    paper: 'own',
    make: inCatalog({ Collection: '<</Type /Collection /View /H>>' }),
  },
  {
    name: 'appended: metadata',
    paper: 'own',
    make: inCatalog({ Metadata: '#0' }, { 0: streamText('<x/>', '/Type /Metadata /Subtype /XML') }),
  },
  { name: 'appended: another version of PDF', paper: 'own', make: inCatalog({ Version: '/2.0' }) },
  {
    name: 'appended: an extension that leads somewhere',
    paper: 'own',
    make: inCatalog(
      { Extensions: '<</EVIL #0>>' },
      { 0: '<</BaseVersion /1.7 /ExtensionLevel 1 /Go [(x)]>>' },
    ),
  },
  {
    name: 'appended: a form that viewers draw again',
    paper: 'own',
    make: ({ bytes, at }) =>
      revise(bytes, {
        [at.root]: changed(at.catalog, { AcroForm: changed(at.form, { NeedAppearances: 'true' }) }),
      }),
  },
  {
    name: 'appended: an XFA form',
    paper: 'own',
    make: ({ bytes, at }) =>
      revise(bytes, {
        [at.root]: changed(at.catalog, { AcroForm: changed(at.form, { XFA: `${at.next} 0 R` }) }),
        [at.next]: streamText('<xdp/>'),
      }),
  },
  {
    name: 'appended: a text field over the page',
    paper: 'own',
    make: ({ bytes, at }) =>
      revise(bytes, {
        [at.root]: changed(at.catalog, {
          AcroForm: changed(at.form, {
            Fields: `${textOf(at.file.array(at.form.get('Fields'))!).slice(0, -1)} ${at.next} 0 R]`,
          }),
        }),
        [at.next]:
          '<</FT /Tx /T (Amount) /V (1,000,000) /Type /Annot /Subtype /Widget /Rect [0 0 300 300] /F 4>>',
        [at.pageNumber]: changed(at.page, { Annots: `[${at.next} 0 R]` }),
      }),
  },
  {
    name: 'certification: evil annotation, free text',
    paper: certification,
    make: annotation('/Subtype /FreeText /Contents (I owe) /DA (/Helv 20 Tf)'),
  },
  {
    name: 'certification: evil annotation, stamp with an appearance',
    paper: certification,
    make: onPage(
      { Annots: '[#0]' },
      { 0: '<</Type /Annot /Subtype /Stamp /Rect [0 0 300 400] /F 4 /AP <</N 3 0 R>>>>' },
    ),
  },
  {
    name: 'certification: evil annotation, redaction',
    paper: certification,
    make: annotation('/Subtype /Redact /IC [1 1 1]'),
  },
  {
    name: 'certification: evil annotation, link',
    paper: certification,
    make: annotation('/Subtype /Link /A <</S /URI /URI (https://mallory.example)>>'),
  },
  {
    name: 'certification: evil annotation, highlight over all',
    paper: certification,
    make: annotation('/Subtype /Highlight /C [1 1 1] /QuadPoints [0 400 300 400 0 0 300 0]'),
  },
  {
    name: 'certification: sneaky signature, an unsigned field with an appearance',
    paper: certification,
    make: ({ bytes, at }) =>
      revise(bytes, {
        [at.root]: changed(at.catalog, {
          AcroForm: changed(at.form, {
            Fields: `${textOf(at.file.array(at.form.get('Fields'))!).slice(0, -1)} ${at.next} 0 R]`,
          }),
        }),
        [at.next]: `<</FT /Sig /T (Sneaky) /Type /Annot /Subtype /Widget /Rect [0 0 300 400] /F 4 /AP <</N ${at.next + 1} 0 R>>>>`,
        [at.next + 1]: streamText(lie, '/Type /XObject /Subtype /Form /BBox [0 0 300 400]'),
        [at.pageNumber]: changed(at.page, { Annots: `[${at.next} 0 R]` }),
      }),
  },
  {
    name: 'certification: sneaky signature, the seal gets a visible appearance',
    paper: certification,
    make: ({ bytes, at }) =>
      revise(bytes, {
        [at.fieldNumber]: changed(at.file.dict(at.file.get(at.fieldNumber))!, {
          Rect: '[0 0 500 800]',
          AP: `<</N ${at.next} 0 R>>`,
        }),
        [at.next]: streamText(lie, '/Type /XObject /Subtype /Form /BBox [0 0 500 800]'),
      }),
  },
  {
    name: 'certification: sneaky signature, really signed by Mallory without facts, drawn over page 1',
    paper: certification,
    make: async (given) => {
      const file = openPdf(given.bytes);
      const content = latin(lie);
      const drawing = {
        pages: new Map([[1, { content, resources: dict({}) }]]),
        certificatePages: [{ width: 10, height: 10, content: Buffer.alloc(0), resources: new PdfDict() }],
      };
      const facts = { ...sampleFacts, documentId: 'doc_sneaky' };
      const made = await appendSeal(new Increment(file), readPageTree(file), drawing, {
        facts,
        signer: given.mallory,
        stamp: null,
        sealedAt: new Date(),
      });
      return made.bytes;
    },
  },
  {
    name: 'certification: the permission raised from no changes to annotations',
    paper: certification,
    make: ({ bytes, at }) =>
      at.seal.get('Reference') === undefined
        ? null
        : revise(bytes, {
            [at.sealNumber]: changed(at.seal, {
              Reference: '[<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</P 3 /V /1.2>>>>]',
            }),
          }),
  },
  {
    name: 'certification: the certification removed',
    paper: certification,
    make: ({ bytes, at }) =>
      at.catalog.get('Perms') === undefined
        ? null
        : revise(bytes, { [at.root]: changed(at.catalog, { Perms: undefined }) }),
  },
];
