/**
 * Validation data in disguise: it replaces an object that the pages use, or viewers read it differently than our reader
 * does.
 */
import { PdfRef, type PdfStream } from '@countersign/pdf/model/objects';
import { samplePdf } from '@countersign/pdf/testing/sample-files';
import { type Attack, type Given, shadow } from './attack.ts';
import { lie } from './drawing.ts';
import { changed, latin, type RevisionOptions, revise, streamText, textOf } from './edit.ts';

/** A DER sequence that holds the text. */
function der(text: string): string {
  const length = (size: number) => String.fromCharCode(0x82, size >> 8, size & 255);
  const inside = `\x04${length(text.length)}${text}`;
  return `\x30${length(inside.length)}${inside}`;
}

const harmless = streamText(der('x'.repeat(200)));
/** Page content for a lenient reader: the text before the line feed is an unknown operator, which is ignored. */
const disguised = streamText(der(`\n${lie.padEnd(200)}`));

/** The store of the file, with one more stream in its list of certificates. */
function storeWith({ at }: Given, members: string, list?: string): string {
  const store = at.file.dict(at.catalog.get('DSS'));
  const before = textOf(at.file.array(store?.get('Certs')) ?? []).slice(1, -1);
  const certs = list ?? `[${before} ${members}]`;
  return store ? changed(store, { Certs: certs }) : `<</Certs ${certs}>>`;
}

/** A revision with one harmless member of the store, and these objects. */
function withMember(
  given: Given,
  objects: (next: number) => Record<number, string> = () => ({}),
  options: RevisionOptions = {},
  member = harmless,
): Buffer {
  const { at, bytes } = given;
  const catalog = changed(at.catalog, { DSS: storeWith(given, `${at.next} 0 R`) });
  return revise(bytes, { [at.root]: catalog, [at.next]: member, ...objects(at.next) }, options);
}

/** The number of an object that page 1 draws. */
function contentOf({ at }: Given): number {
  const contents = at.page.get('Contents');
  const list = contents instanceof PdfRef ? [contents] : (at.file.array(contents) as PdfRef[]);
  return list.at(-1)!.num;
}

/** The forged revision with text put before the last occurrence of a word. */
function before(word: string, text: (given: Given) => string) {
  return (given: Given): Buffer => {
    const forged = withMember(given).toString('latin1');
    const at = forged.lastIndexOf(word);
    const moved = latin(forged.slice(0, at) + text(given) + forged.slice(at));
    const isTable = forged.slice(given.bytes.length).includes('\nxref\n');
    return isTable ? moved : Buffer.concat([moved, latin(' ')]);
  };
}

const inPage =
  (text: (given: Given) => string) =>
  (given: Given): Buffer =>
    withMember(
      given,
      () => ({ [given.at.pageNumber]: changed(given.at.page, {}).replace('<<', `<<${text(given)}`) }),
      {},
      disguised,
    );

/** A page that refers to object 900 in a way that only other readers see; the object arrives as validation data. */
const dangling = (name: string, pageEntries: string): Attack => ({
  name: `disguise: a member that the prepared page refers to ${name}`,
  paper: shadow,
  prepare: () => samplePdf({ pages: 2, pageEntries }),
  make: (given) =>
    revise(given.bytes, {
      [given.at.root]: changed(given.at.catalog, { DSS: '<</Certs [900 0 R]>>' }),
      900: disguised,
    }),
});

export const disguises: Attack[] = [
  {
    name: 'disguise: the content of page 1 becomes the store',
    paper: 'own',
    make: (given) => {
      const num = contentOf(given);
      const { at, bytes } = given;
      return revise(bytes, {
        [at.root]: changed(at.catalog, { DSS: `${num} 0 R` }),
        [num]: storeWith(given, `${at.next} 0 R`),
        [at.next]: harmless,
      });
    },
  },
  {
    name: 'disguise: the content of page 1 becomes the list of certificates, with a drawing in one',
    paper: 'own',
    make: (given) => {
      const num = contentOf(given);
      const { at, bytes } = given;
      const store = at.file.dict(at.catalog.get('DSS'));
      const listed = textOf(at.file.array(store?.get('Certs')) ?? []).slice(1, -1);
      return revise(bytes, {
        [at.root]: changed(at.catalog, { DSS: storeWith(given, '', `${num} 0 R`) }),
        [num]: `[${listed} ${at.next} 0 R]`,
        [at.next]: disguised,
      });
    },
  },
  {
    name: 'disguise: the content of page 1 becomes the extensions',
    paper: 'own',
    make: (given) => {
      const num = contentOf(given);
      const { at, bytes } = given;
      const extensions = at.file.dict(at.catalog.get('Extensions'));
      return revise(bytes, {
        [at.root]: changed(at.catalog, {
          DSS: storeWith(given, `${at.next} 0 R`),
          Extensions: `${num} 0 R`,
        }),
        [num]: extensions ? textOf(extensions) : '<</ESIC <</BaseVersion /1.7 /ExtensionLevel 5>>>>',
        [at.next]: harmless,
      });
    },
  },
  {
    name: 'disguise: the content of page 1 becomes the form',
    paper: 'own',
    make: (given) => {
      const num = contentOf(given);
      const { at, bytes } = given;
      return revise(bytes, {
        [at.root]: changed(at.catalog, {
          DSS: storeWith(given, `${at.next} 0 R`),
          AcroForm: `${num} 0 R`,
        }),
        [num]: textOf(at.form),
        [at.next]: harmless,
      });
    },
  },
  {
    name: 'disguise: the content of page 1 becomes the length of a member',
    paper: 'own',
    make: (given) => {
      const num = contentOf(given);
      const length = /\/Length (\d+)/.exec(harmless)![1]!;
      const member = harmless.replace(/\/Length \d+/, `/Length ${num} 0 R`);
      return withMember(given, () => ({ [num]: length }), {}, member);
    },
  },
  {
    name: 'disguise: the page with a second /Contents before its own',
    paper: 'own',
    make: inPage(({ at }) => `/Contents ${at.next} 0 R `),
  },
  {
    name: 'disguise: the page with a second /Contents, its name escaped',
    paper: 'own',
    make: inPage(({ at }) => `/C#6fntents ${at.next} 0 R `),
  },
  {
    name: 'disguise: the page with a comment that ends it',
    paper: 'own',
    make: inPage(({ at }) => `/Contents ${at.next} 0 R >> endobj %\r`),
  },
  {
    name: 'disguise: the page with a comment in it',
    paper: 'own',
    make: inPage(({ at }) => `% /Contents ${at.next} 0 R\n`),
  },
  {
    name: 'disguise: the page with a word that is no object',
    paper: 'own',
    make: inPage(({ at }) => `/Tabs none ${at.next} 0 R `),
  },
  {
    name: 'disguise: the content of page 1 written again with two lengths',
    paper: 'own',
    make: (given) => {
      const num = contentOf(given);
      const text = textOf(given.at.file.get(num) as PdfStream);
      return withMember(given, () => ({ [num]: text.replace(/(\/Length \d+)>>/, '/Length 0 $1>>') }));
    },
  },
  {
    name: 'disguise: the content of page 1 written again with too small a length',
    paper: 'own',
    make: (given) => {
      const num = contentOf(given);
      const text = textOf(given.at.file.get(num) as PdfStream);
      return withMember(given, () => ({ [num]: text.replace(/\/Length \d+>>/, '/Length 1>>') }));
    },
  },
  {
    name: 'disguise: a trailer with two catalogs',
    paper: 'own',
    make: before('/Root', ({ at }) => `/Root ${at.pageNumber} 0 R `),
  },
  {
    name: 'disguise: a trailer with two earlier sections',
    paper: 'own',
    make: before('/Prev', () => '/Prev 17 '),
  },
  {
    name: 'disguise: another trailer in a comment of the table',
    paper: 'own',
    make: before('trailer', ({ at }) => `% trailer <</Root ${at.pageNumber} 0 R>>\r`),
  },
  {
    name: 'disguise: objects in a member, for readers that search for them',
    paper: 'own',
    make: (given) => {
      const page = changed(given.at.page, { Contents: '[]' });
      const member = der(`\nendstream\nendobj\n${given.at.pageNumber} 0 obj\n${page}\nendobj\n`.padEnd(300));
      return withMember(given, undefined, {}, streamText(member));
    },
  },
  {
    name: 'disguise: an object in a string of the store',
    paper: 'own',
    make: (given) => {
      const { at, bytes } = given;
      const entry = `<</TU (\n${at.pageNumber} 0 obj <</Type /Page>> endobj\n)>>`;
      const store = at.file.dict(at.catalog.get('DSS'));
      const related = textOf(at.file.dict(store?.get('VRI')) ?? []).slice(2, -2);
      const members = storeWith(given, `${at.next} 0 R`).replace(/\/VRI <<.*?>>(?= ?\/|>>$)/, '');
      return revise(bytes, {
        [at.root]: changed(at.catalog, {
          DSS: `${members.slice(0, -2)} /VRI <<${related} /${'A'.repeat(40)} ${entry}>>>>`,
        }),
        [at.next]: harmless,
      });
    },
  },
  dangling('under a key that it has twice', '/Thumb 900 0 R /Thumb null'),
  dangling('with a comment in the reference', '/Thumb 900 % comment\n 0 R'),
  dangling('with a sign in the reference', '/Thumb +900 0 R'),
  dangling('with a point in the reference', '/Thumb 900. 0 R'),
];
