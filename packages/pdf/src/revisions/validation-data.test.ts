/** What may follow a seal, in the layout of any program: validation data and document timestamps, and nothing else. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Anatomy,
  anatomyOf,
  changed,
  type RevisionOptions,
  revise,
  streamText,
  textOf,
} from '../../../../test/attacks/edit.ts';
import { makeCertificate, makeToken, stamperExtensions } from '../testing/make-certificate.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { sampleSeal, sampleSigner } from '../testing/sample-seal.ts';
import { verifyPdf } from '../verify.ts';

const link = '<</Type /Annot /Subtype /Link /Rect [0 0 9 9]>>';
/** A page with two annotations. */
const annotated = samplePdf({
  pageEntries: '/Annots [100 0 R 101 0 R]',
  objects: { 100: link, 101: link },
});
let sealed: Buffer;
let at: Anatomy;
beforeAll(async () => {
  sealed = (await sampleSeal(annotated, { signer: sampleSigner() })).bytes;
  at = anatomyOf(sealed);
});

/** An empty SEQUENCE. */
const der = streamText('0\0');
const key = 'AB'.repeat(20);

/**
 * The bodies of new objects. In all texts `#1` is a reference to the first of them; `#root`, `#page` and `#seal` are the catalog, page 1
 * and the signature dictionary of the seal.
 */
interface Change {
  catalog?: Record<string, string>;
  /** Members of the form. `#fields` are the references in its list. */
  form?: Record<string, string>;
  page?: Record<string, string | undefined>;
  added?: Record<number, string>;
  options?: RevisionOptions;
}

function withReferences(text: string): string {
  const fields = textOf(at.file.array(at.form.get('Fields'))!).slice(1, -1);
  const named: Record<string, string> = {
    fields,
    root: `${at.root} 0 R`,
    page: `${at.pageNumber} 0 R`,
    seal: `${at.sealNumber} 0 R`,
  };
  return text.replace(/#(\w+)/g, (_, name: string) => named[name] ?? `${at.next + Number(name)} 0 R`);
}

function after(bytes: Buffer, { catalog, form, page, added = {}, options }: Change): Buffer {
  const resolved = (members: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(members).map(([name, text]) => [name, text && withReferences(text)]));
  const { catalog: present } = anatomyOf(bytes);
  const members = {
    ...resolved(catalog ?? {}),
    ...(form && { AcroForm: changed(at.form, resolved(form)) }),
  };
  return revise(
    bytes,
    {
      ...(catalog || form ? { [at.root]: changed(present, members) } : {}),
      ...(page ? { [at.pageNumber]: changed(at.page, resolved(page)) } : {}),
      ...Object.fromEntries(
        Object.entries(added).map(([num, body]) => [at.next + Number(num), withReferences(body)]),
      ),
    },
    options,
  );
}

/** What is reported after these revisions; null if the file is intact. */
async function problemAfter(...changes: Change[]): Promise<string | null> {
  const { intact, signatures, countersign } = await verifyPdf(changes.reduce(after, sealed));
  const { laterChanges, problems } = signatures[countersign!.signature]!;
  expect([intact, laterChanges]).toEqual(problems[0] ? [false, 'other'] : [true, 'validation_data']);
  return problems[0]?.replace('after this signature, ', '') ?? null;
}

const store = (members: string) => ({ DSS: `<<${members}>>` });
const oneCertificate: Change = { catalog: store('/Certs [#1]'), added: { 1: der } };
/** A store with one stream, which every list may contain. */
const withStore = (members: string, more: Record<number, string> = {}): Change => ({
  catalog: store(members),
  added: { 1: der, ...more },
});
const extensions = (text: string): Change => ({
  catalog: { ...store('/Certs [#1]'), Extensions: text },
  added: { 1: der },
});

describe('validation data', () => {
  test.each<[string, Change[]]>([
    ['one certificate', [oneCertificate]],
    ['an answer about revocation alone', [withStore('/OCSPs [#1]')]],
    ['a list of revoked certificates alone', [withStore('/CRLs [#1]')]],
    ['all lists, which share a stream', [withStore('/Type /DSS /Certs [#1] /OCSPs [#1] /CRLs [#1]')]],
    [
      'lists and a store in objects of their own',
      [{ catalog: { DSS: '#2' }, added: { 1: der, 2: '<</Certs #3>>', 3: '[#1]' } }],
    ],
    [
      'data for one signature, with a time and its stamp',
      [withStore(`/Certs [#1] /VRI <</Type /VRI /${key} <</Type /VRI /Cert [#1] /TU (D:2026) /TS #1>>>>`)],
    ],
    [
      'a stream with its length in another object',
      [withStore('/Certs [#1]', { 1: '<</Length #2>>\nstream\n0\0\nendstream', 2: '2' })],
    ],
    [
      'a second store with the data of the first, and more',
      [
        withStore(`/Certs [#1] /VRI <</${key} <</Cert [#1]>>>>`),
        { catalog: store(`/Certs [#1 #2] /VRI <</${key} <</Cert [#1 #2]>>>>`), added: { 2: der } },
      ],
    ],
    [
      'more data for one signature, in the object that it had',
      [
        withStore(`/Certs [#1] /VRI <</${key} #3>>`, { 3: '<</Cert [#1]>>' }),
        {
          catalog: store(`/Certs [#1 #2] /VRI <</${key} #3>>`),
          added: { 2: der, 3: '<</Cert [#1 #2]>>' },
        },
      ],
    ],
    ['an extension of PDF', [extensions('<</ESIC <</BaseVersion /1.7 /ExtensionLevel 5>>>>')]],
    [
      'several extensions under one name',
      [
        extensions(
          '<</Type /Extensions /ADBE [<</Type /DeveloperExtensions /BaseVersion /1.7 /ExtensionLevel 3 /ExtensionRevision (a) /URL (a)>>]>>',
        ),
      ],
    ],
    ['a comment', [{ ...oneCertificate, options: { before: '% a comment\n' } }]],
    ['a cross-reference stream', [{ ...oneCertificate, options: { xref: 'stream' } }]],
  ])('may be %s', async (_, changes) => {
    expect(await problemAfter(...changes)).toBeNull();
  });

  test('may repeat objects of the file as they are', async () => {
    const page = { [at.pageNumber]: textOf(at.page) };
    const member = {
      [at.next + 1]: der,
      [at.root]: changed(at.catalog, { DSS: `<</Certs [${at.next + 1} 0 R]>>` }),
    };
    expect((await verifyPdf(revise(sealed, { ...page, ...member }))).intact).toBe(true);
  });

  test.each([
    ['with only one of several values of a key', '/Rect [0 0 9 9] /Rect [1 1 8 8]'],
    ['that ends earlier for some', '/Rect [1 1 8 8] > /Rect [0 0 9 9]'],
  ])('may not repeat an object that readers take differently, %s', async (_, rect) => {
    const annotation = (members: string) => `<</Type /Annot /Subtype /Link ${members}>>`;
    const original = samplePdf({ pageEntries: '/Annots [100 0 R]', objects: { 100: annotation(rect) } });
    const { bytes } = await sampleSeal(original, { signer: sampleSigner() });
    const { next, root, catalog } = anatomyOf(bytes);
    const problemWith = async (more: Record<number, string>) => {
      const extended = changed(catalog, { DSS: `<</Certs [${next} 0 R]>>` });
      const { signatures } = await verifyPdf(revise(bytes, { [next]: der, [root]: extended, ...more }));
      return signatures[0]!.problems[0] ?? null;
    };
    expect(await problemWith({})).toBeNull();
    expect(await problemWith({ 100: annotation('/Rect [1 1 8 8]') })).toBe(
      'after this signature, object 100 was written again, and readers can take it differently',
    );
  });

  const long = 'A'.repeat(10_000);
  test.each<[string, Change]>([
    ['name', { catalog: { [long]: '(a)' } }],
    ['word', withStore('/Certs [#1]', { 1: long })],
  ])('an error quotes only the beginning of a long %s', async (_, change) => {
    expect((await problemAfter(change))!.length).toBeLessThan(600);
  });

  test.each<[string, Change[], string]>([
    ...['/OCG', '/OCMD', '(DSS)', '<</A 1>>'].map((type): [string, Change[], string] => [
      `a store of the type ${type}, which some readers take for a layer`,
      [withStore(`/Type ${type} /Certs [#1]`)],
      '/Type of the validation data is another one',
    ]),
    [
      'a layer as the data for one signature',
      [withStore(`/Certs [#1] /VRI <</${key} <</Type /OCG /Cert [#1]>>>>`)],
      '/Type of /VRI of the validation data is another one',
    ],
    [
      'a layer as the data for all signatures',
      [withStore(`/Certs [#1] /VRI <</Type /OCG /${key} <</Cert [#1]>>>>`)],
      '/Type of /VRI of the validation data is another one',
    ],
    [
      'a layer as extensions',
      [extensions('<</Type /OCG /ESIC <</ExtensionLevel 5>>>>')],
      '/Type of /Extensions of the catalog is another one',
    ],
    ['nothing', [{ catalog: {} }], 'a revision was added that brings no validation data'],
    ['nothing, without any object', [{}], 'a revision was added that brings no validation data'],
    [
      'another member of the catalog',
      [{ catalog: { ...store('/Certs [#1]'), Lang: '(en)' }, added: { 1: der } }],
      '/Lang of the catalog was changed',
    ],
    ['a removed store', [oneCertificate, { catalog: { DSS: 'null' } }], 'the validation data was removed'],
    [
      'a store that is not a dictionary',
      [{ catalog: { DSS: '[#1]' }, added: { 1: der } }],
      'the validation data is not a dictionary',
    ],
    ['an unknown list', [withStore('/Keys [#1]')], 'the validation data has the unknown member /Keys'],
    [
      'a list that is not an array',
      [withStore('/Certs #1')],
      '/Certs of the validation data is not an array',
    ],
    [
      'a store that lost a member',
      [withStore('/Certs [#1 #2]', { 2: der }), { catalog: store('/Certs [#2]') }],
      'a member of /Certs of the validation data was removed',
    ],
    [
      'a store that lost a list',
      [withStore('/Certs [#1] /CRLs [#1]'), { catalog: store('/CRLs [#1]') }],
      '/Certs of the validation data is not an array',
    ],
    [
      'a store with the same object as two lists',
      [withStore('/Certs #2 /CRLs #2', { 2: '[#1]' })],
      '/CRLs of the validation data is used for something else too',
    ],
    [
      'a store with a changed member',
      [oneCertificate, { catalog: store('/Certs [#1 #2]'), added: { 1: streamText('0\x02\x05\0'), 2: der } }],
      'a member of /Certs of the validation data was changed',
    ],
    [
      'a member that does not state its length',
      [withStore('/Certs [#1]', { 1: '<<>>\nstream\n0\0\nendstream' })],
      'a stream does not state its length',
    ],
    [
      'a member that is a dictionary',
      [withStore('/Certs [#1]', { 1: '<<>>' })],
      'a member of /Certs of the validation data is not a stream',
    ],
    [
      'a member that is missing',
      [withStore('/Certs [#1 #9]')],
      'a member of /Certs of the validation data is not a stream',
    ],
    [
      'a member that is not an object',
      [withStore('/Certs [#1 (a)]')],
      'a member of /Certs of the validation data is not a stream',
    ],
    [
      'a member that is no DER',
      [withStore('/Certs [#1]', { 1: streamText('x') })],
      'a member of /Certs of the validation data is not what it should be',
    ],
    [
      'a member that is not a SEQUENCE',
      [withStore('/Certs [#1]', { 1: streamText('\x04\0') })],
      'a member of /Certs of the validation data is not what it should be',
    ],
    [
      'a member with more behind it',
      [withStore('/Certs [#1]', { 1: streamText('0\0\0') })],
      'a member of /Certs of the validation data is not what it should be',
    ],
    [
      'a member that is also an image',
      [withStore('/Certs [#1]', { 1: streamText('0\0', '/Subtype /Image') })],
      '/Certs of the validation data has the unknown member /Subtype',
    ],
    [
      'a member that refers to something',
      [withStore('/Certs [#1]', { 1: streamText('0\0', '/DecodeParms #page') })],
      '/Certs of the validation data refers to something else',
    ],
    [
      'data for one signature under another name',
      [withStore('/VRI <</Seal <</Cert [#1]>>>>')],
      '/VRI of the validation data has an unknown member',
    ],
    [
      'data for one signature under a longer name',
      [withStore(`/VRI <</${key}0 <</Cert [#1]>>>>`)],
      '/VRI of the validation data has an unknown member',
    ],
    [
      'data for one signature with an unknown member',
      [withStore(`/VRI <</${key} <</Cert [#1] /Go (a)>>>>`)],
      '/VRI of the validation data has the unknown member /Go',
    ],
    [
      'data for one signature with a time that is a name',
      [withStore(`/VRI <</${key} <</Cert [#1] /TU /A>>>>`)],
      '/VRI of the validation data has an unknown member',
    ],
    [
      'data for one signature with a stamp that is a name',
      [withStore(`/VRI <</${key} <</Cert [#1] /TS /A>>>>`)],
      'a member of /VRI of the validation data is not a stream',
    ],
    [
      'data for one signature that was removed',
      [withStore(`/Certs [#1] /VRI <</${key} <</Cert [#1]>>>>`), { catalog: store('/Certs [#1] /VRI <<>>') }],
      'a part of /VRI of the validation data was removed',
    ],
    [
      'data for one signature that was removed with all others',
      [withStore(`/Certs [#1] /VRI <</${key} <</Cert [#1]>>>>`), { catalog: store('/Certs [#1]') }],
      '/VRI of the validation data is not a dictionary',
    ],
    ...['Cert', 'CRL', 'OCSP'].map((list): [string, Change[], string] => [
      `data for one signature with a page as its /${list}`,
      [withStore(`/Certs [#1] /VRI <</${key} <</${list} [#page]>>>>`)],
      'a member of /VRI of the validation data is not a stream',
    ]),
    [
      'data for one signature that lost a member',
      [
        withStore(`/Certs [#1] /VRI <</${key} <</Cert [#1]>>>>`),
        { catalog: store(`/Certs [#1] /VRI <</${key} <<>>>>`) },
      ],
      '/VRI of the validation data is not an array',
    ],
    [
      'an object that nothing refers to',
      [withStore('/Certs [#1]', { 2: '(a)' })],
      'was added, which is not validation data',
    ],
    ['a changed page', [{ ...oneCertificate, page: { Rotate: '90' } }], 'was changed'],
    [
      'a page as the store',
      [{ catalog: { DSS: '#page' }, page: { Certs: '[]' } }],
      'the validation data is used for something else too',
    ],
    [
      'an extension that leads somewhere',
      [extensions('<</ESIC #page>>')],
      '/Extensions of the catalog refers to something else',
    ],
    ['an extension that is a name', [extensions('<</ESIC /A>>')], '/Extensions of the catalog was changed'],
    [
      'an extension with an unknown member',
      [extensions('<</ESIC <</ExtensionLevel 5 /Go (a)>>>>')],
      '/Extensions of the catalog has the unknown member /Go',
    ],
    [
      'an extension without a level',
      [extensions('<</ESIC <</BaseVersion /1.7>>>>')],
      '/Extensions of the catalog was changed',
    ],
    [
      'extensions that were removed',
      [extensions('<</ESIC <</ExtensionLevel 5>>>>'), { catalog: { Extensions: 'null' } }],
      '/Extensions of the catalog is not a dictionary',
    ],
    [
      'an extension that was removed',
      [extensions('<</ESIC <</ExtensionLevel 5>>>>'), { catalog: { Extensions: '<<>>' } }],
      'a part of /Extensions of the catalog was removed',
    ],
  ])('may not be %s', async (_, changes, problem) => {
    expect(await problemAfter(...changes)).toContain(problem);
  });
});

describe('a document timestamp', () => {
  const rect = '/Type /Annot /Subtype /Widget /Rect [0 0 0 0]';
  const stamp =
    '<</Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /ByteRange [0 1 2 3] /Contents <00>>>';
  /** A field with a stamp. Its token is not checked here: that it is not valid is found after everything else. */
  const stamped = (field: string, more: Change = {}, value = stamp): Change => ({
    form: { Fields: '[#fields #1]' },
    ...more,
    added: { 1: `<<${field}>>`, 2: value, ...more.added },
  });
  const usual = `/FT /Sig /T (Stamp) ${rect} /V #2`;
  const onlyTheToken = 'a timestamp was added that is not valid';

  test.each<[string, Change]>([
    ['a field without a page', stamped(usual)],
    ['a field on a page', stamped(`${usual} /P #page`, { page: { Annots: '[100 0 R 101 0 R #1]' } })],
    ['a field that names a page, which does not list it', stamped(`${usual} /P #page`)],
    ['flags of signatures', stamped(usual, { form: { Fields: '[#fields #1]', SigFlags: '3' } })],
    [
      'an empty appearance',
      stamped(`${usual} /AP <</N #3>>`, { added: { 3: streamText(' ', '/Subtype /Form /BBox [0 0 0 0]') } }),
    ],
    [
      'flags of signatures in an object of their own',
      stamped(usual, { form: { Fields: '[#fields #1]', SigFlags: '#3' }, added: { 3: '3' } }),
    ],
    [
      'all members of a field and of a stamp',
      stamped(
        `${usual} /F 132 /Ff 1 /MK <<>> /Border [0 0 0] /NM (a)`,
        {},
        stamp.replace('/Type', '/V 0 /M (D:2026) /Prop_Build <</App <</Name /A>>>> /Type'),
      ),
    ],
    ['a signature without a type', stamped(usual, {}, stamp.replace('/Type /DocTimeStamp', ''))],
  ])('may have %s', async (_, change) => {
    expect(await problemAfter(change)).toBe(onlyTheToken);
  });

  test.each<[string, Change, string]>([
    [
      'another member of the form',
      stamped(usual, { form: { Fields: '[#fields #1]', NeedAppearances: 'true' } }),
      '/NeedAppearances of the form was changed',
    ],
    [
      'unknown flags of the form',
      stamped(usual, { form: { Fields: '[#fields #1]', SigFlags: '7' } }),
      '/SigFlags of the form was changed',
    ],
    [
      'fewer flags of the form',
      stamped(usual, { form: { Fields: '[#fields #1]', SigFlags: '0' } }),
      '/SigFlags of the form was changed',
    ],
    [
      'no field of the seal',
      stamped(usual, { form: { Fields: '[#1]' } }),
      'a later revision removed this signature from the form',
    ],
    [
      'another order of the fields',
      stamped(usual, { form: { Fields: '[#1 #fields]' } }),
      'a member of the form was removed or moved',
    ],
    [
      'a field that is not an object',
      stamped(usual, { form: { Fields: '[#fields <<>>]' } }),
      'has a member that is not a reference',
    ],
    [
      'an object that existed as its field',
      stamped(usual, { form: { Fields: '[#fields #page]' } }),
      'a new form field is an object that existed',
    ],
    ['a text field', stamped(usual.replace('/Sig', '/Tx')), 'a form field was added'],
    ['an action', stamped(`${usual} /A <</S /Named>>`), 'a new form field has the unknown member /A'],
    [
      'no widget',
      stamped(usual.replace('/Subtype /Widget', '/Subtype /Stamp')),
      'a new form field is not a widget',
    ],
    [
      'no name',
      stamped(usual.replace('/T (Stamp)', '')),
      'a new form field has the name of another field, or none',
    ],
    [
      'the name of another one in the same revision',
      stamped(usual, {
        form: { Fields: '[#fields #1 #3]' },
        added: { 3: `<<${usual.replace('#2', '#4')}>>`, 4: stamp },
      }),
      'a new form field has the name of another field, or none',
    ],
    ['a visible field', stamped(usual.replace('[0 0 0 0]', '[0 0 9 9]')), 'a new form field can be seen'],
    [
      'a field that is a line',
      stamped(usual.replace('[0 0 0 0]', '[0 0 9 0]')),
      'a new form field can be seen',
    ],
    [
      'a field that is a column',
      stamped(usual.replace('[0 0 0 0]', '[0 0 0 9]')),
      'a new form field can be seen',
    ],
    [
      'a place of three numbers',
      stamped(usual.replace('[0 0 0 0]', '[0 0 0]')),
      'a new form field can be seen',
    ],
    [
      'a place without numbers',
      stamped(usual.replace('[0 0 0 0]', '[/a /b /a /b]')),
      'a new form field can be seen',
    ],
    [
      'a border that leads somewhere',
      stamped(`${usual} /Border [#page]`),
      'a new form field refers to something else',
    ],
    [
      'the signature of the seal',
      stamped(usual.replace('#2', '#seal')),
      'a later signature is not a new one',
    ],
    [
      'a signature inside the field',
      stamped(usual.replace('#2', stamp)),
      'a later signature is not a new one',
    ],
    [
      'a signature of a person',
      stamped(usual, {}, stamp.replace('ETSI.RFC3161', 'ETSI.CAdES.detached')),
      'a signature was added',
    ],
    [
      'a signature with facts',
      stamped(usual, {}, stamp.replace('/Type', '/Countersign <<>> /Type')),
      'a later signature has the unknown member /Countersign',
    ],
    [
      'a signature of another type',
      stamped(usual, {}, stamp.replace('DocTimeStamp', 'Sig')),
      'a later signature is of another type',
    ],
    [
      'a signature that leads somewhere',
      stamped(usual, {}, stamp.replace('/Type', '/M #page /Type')),
      'a later signature refers to something else',
    ],
    [
      'an appearance that draws',
      stamped(`${usual} /AP <</N #3>>`, { added: { 3: streamText('0 0 9 9 re f', '/Subtype /Form') } }),
      'the appearance of a timestamp draws something',
    ],
    [
      'an appearance that is not a stream',
      stamped(`${usual} /AP <</N <<>>>>`),
      'the appearance of a timestamp is not a stream',
    ],
    [
      'another appearance',
      stamped(`${usual} /AP <</N #3 /D #3>>`, { added: { 3: streamText('') } }),
      'the appearance of a timestamp has the unknown member /D',
    ],
    [
      'an appearance with resources of the file',
      stamped(`${usual} /AP <</N #3>>`, { added: { 3: streamText('', '/Resources #page') } }),
      'the appearance of a timestamp refers to something else',
    ],
    ['a page that does not exist', stamped(`${usual} /P #9`), 'a new form field names no page'],
    ['a page that is the catalog', stamped(`${usual} /P #root`), 'a new form field names no page'],
    [
      'a turned page',
      stamped(`${usual} /P #page`, { page: { Rotate: '90' } }),
      '/Rotate of a page was changed',
    ],
    [
      'another annotation on its page',
      stamped(`${usual} /P #page`, {
        page: { Annots: '[100 0 R 101 0 R #1 #3]' },
        added: { 3: '<</Type /Annot>>' },
      }),
      'an annotation was added',
    ],
    [
      'a page with its annotations in another order',
      stamped(`${usual} /P #page`, { page: { Annots: '[100 0 R #1 101 0 R]' } }),
      'a member of the annotation list of a page was removed or moved',
    ],
    [
      'a page without its annotation',
      stamped(`${usual} /P #page`, { page: { Annots: '[#1]' } }),
      'a member of the annotation list of a page was removed or moved',
    ],
    [
      'a page without its annotation list',
      stamped(`${usual} /P #page`, { page: { Annots: undefined } }),
      'the annotation list of a page is not an array',
    ],
  ])('may not have %s', async (_, change, problem) => {
    expect(await problemAfter(change)).toContain(problem);
  });

  test('covers its revision to the end', async () => {
    const stamper = makeCertificate({ subject: 'Clock', extensions: stamperExtensions() });
    const gap = `<${'0'.repeat(16_384)}>`;
    const blank = '[0 AAAAAAAA BBBBBBBB CCCCCCCC]';
    const value = stamp.replace('[0 1 2 3]', blank).replace('<00>', gap);
    const prepared = after(sealed, stamped(usual, {}, value));
    const problemWith = async (uncovered: number) => {
      const bytes = Buffer.from(prepared);
      const start = bytes.indexOf(gap, sealed.length);
      const [end, covered] = [start + gap.length, bytes.length - uncovered];
      const range = `[0 ${start} ${end} ${covered - end}`.padEnd(blank.length - 1);
      bytes.write(range, bytes.indexOf(blank, sealed.length), 'latin1');
      const content = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end, covered)]);
      bytes.write(makeToken(content, { stamper }).toString('hex'), start + 1, 'latin1');
      const { signatures } = await verifyPdf(bytes);
      expect(signatures).toMatchObject([{ valid: true }, { valid: true }]);
      return signatures[0]!.problems[0] ?? null;
    };
    expect(await problemWith(0)).toBeNull();
    // All but the last line feed.
    expect(await problemWith(1)).toContain(onlyTheToken);
  });

  test('may not have the name of the field of the seal', async () => {
    const name = textOf(at.file.dict(at.file.get(at.fieldNumber))!.get('T'));
    expect(await problemAfter(stamped(usual.replace('(Stamp)', name)))).toContain(
      'has the name of another field',
    );
  });
});

describe('the layout of a revision', () => {
  test.each<[string, RevisionOptions, string]>([
    ['a deleted object', { rows: { 5: 'free' } }, 'object 5 was deleted'],
    [
      'an object in another place',
      { rows: { 5: 20 } },
      'object 5 is not where a new revision has its objects',
    ],
    ['too small a number of objects', { size: 3 }, 'a trailer gives too small a number of objects'],
    [
      'a member of cross-reference streams in the trailer of a table',
      { trailer: '/Filter /A' },
      '/Filter of the trailer was changed',
    ],
    ['other document information', { trailer: '/Info 5 0 R' }, '/Info of the trailer was changed'],
    ['an unknown member of its trailer', { trailer: '/Go (a)' }, '/Go of the trailer was changed'],
    ['bytes before its objects', { before: '(a)\n' }, 'bytes were appended that belong to no object'],
    ['bytes before its table', { between: '(a)\n' }, 'bytes were appended that belong to no object'],
    ['an object in a comment', { before: '% 5 0 obj\n' }, 'bytes were appended that belong to no object'],
    ['bytes behind its end', { after: '\n' }, 'bytes were appended behind the end of the last revision'],
    ['no way back', { prev: null }, 'a later revision removed this signature from the form'],
  ])('may not have %s', async (_, options, problem) => {
    expect(await problemAfter({ ...oneCertificate, options })).toContain(problem);
  });

  test('may say that object 0 is free, and gives more objects than the highest number', async () => {
    expect(await problemAfter({ ...oneCertificate, options: { rows: { 0: 'free' } } })).toBeNull();
    const highest = at.next + 1;
    expect(await problemAfter({ ...oneCertificate, options: { size: highest + 1 } })).toBeNull();
    expect(await problemAfter({ ...oneCertificate, options: { size: highest } })).toContain(
      'a trailer gives too small a number of objects',
    );
  });

  test('has a line end behind each row of its table', async () => {
    const bytes = after(sealed, oneCertificate);
    bytes.write('  ', bytes.lastIndexOf('trailer') - 2, 'latin1');
    expect((await verifyPdf(bytes)).signatures[0]!.problems).toEqual([
      'after this signature, a cross-reference table is malformed',
    ]);
  });

  test('names its own cross-reference data at its end, also if another revision follows', async () => {
    const more: Change = { catalog: store('/Certs [#1 #2]'), added: { 2: der } };
    const bytes = [oneCertificate, more].reduce(after, sealed);
    const line = bytes.indexOf('startxref\n', sealed.length) + 'startxref\n'.length;
    const digit = bytes.indexOf('\n', line) - 1;
    bytes[digit] = bytes[digit] === 48 ? 49 : 48;
    expect((await verifyPdf(bytes)).signatures[0]!.problems).toEqual([
      'after this signature, a revision does not end as one does',
    ]);
  });

  test('keeps the catalog, the document information and the number of objects in its trailer, and does not repeat /XRefStm', async () => {
    const original = samplePdf({
      trailerEntries: '/Info 100 0 R /XRefStm 0',
      objects: { 100: '<</Title (Lease)>>' },
    });
    const { bytes: informed } = await sampleSeal(original, { signer: sampleSigner() });
    const { next, root, catalog } = anatomyOf(informed);
    const problemWith = async (options: RevisionOptions, removed = '') => {
      const extended = changed(catalog, { DSS: `<</Certs [${next} 0 R]>>` });
      const bytes = revise(informed, { [next]: der, [root]: extended }, options);
      if (removed) bytes.write(' '.repeat(removed.length), bytes.lastIndexOf(removed), 'latin1');
      return (await verifyPdf(bytes)).signatures[0]!.problems[0] ?? null;
    };
    expect(await problemWith({})).toBeNull();
    expect(await problemWith({}, '/Info 100 0 R')).toContain('/Info of the trailer was removed');
    expect(await problemWith({}, `/Root ${root} 0 R`)).toContain('/Root of the trailer was removed');
    expect(await problemWith({}, `/Size ${next + 1}`)).toContain('too small a number of objects');
    expect(await problemWith({ trailer: '/XRefStm 0' })).toContain('/XRefStm of the trailer was changed');
  });

  test('has nothing in its trailer that a search for objects would find', async () => {
    const first = textOf(at.file.array(at.file.xref.trailer.get('ID'))![0]);
    const withId = (second: string) => {
      const bytes = after(sealed, oneCertificate);
      const start = bytes.lastIndexOf('/ID [');
      const end = bytes.indexOf(']', start);
      const text = `/ID [${first} (${second})`;
      return Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(end)]);
    };
    const problemWith = async (second: string) =>
      (await verifyPdf(withId(second))).signatures[0]!.problems[0] ?? '';
    expect(await problemWith('other')).toBe('');
    for (const hidden of ['\n4 0 obj <<>> ', '\nxref\n0 1\n', '\ntrailer <<>>', '\nendobj'])
      expect(await problemWith(hidden)).toContain('contains what looks like another one');
  });

  test('has a cross-reference stream of the length that it states', async () => {
    const bytes = after(sealed, { ...oneCertificate, options: { xref: 'stream' } });
    expect((await verifyPdf(bytes)).intact).toBe(true);
    const place = bytes.lastIndexOf('/Length ') + '/Length '.length;
    expect(bytes.toString('latin1', place, place + 2)).toMatch(/^\d\d$/);
    bytes.write('07', place, 'latin1');
    const { intact, signatures } = await verifyPdf(bytes);
    expect([intact, signatures[0]!.problems[0]]).toEqual([
      false,
      'after this signature, an object that was added has a stream of another length than it states, which readers can take differently',
    ]);
  });

  test('keeps /ID of the trailer except its second part', async () => {
    const bytes = after(sealed, oneCertificate);
    const id = bytes.lastIndexOf('/ID [<');
    expect(id).toBeGreaterThan(sealed.length);
    const [first, second, end] = [id + 6, bytes.indexOf('> <', id) + 3, bytes.indexOf(']', id) + 1];
    const problemWith = async (place: number, text: string) => {
      const other = Buffer.from(bytes);
      other.write(text, place, 'latin1');
      return (await verifyPdf(other)).signatures[0]!.problems[0] ?? null;
    };
    expect(await problemWith(second, '0000')).toBeNull();
    expect(await problemWith(first, '0000')).toContain('/ID of the trailer was changed');
    expect(await problemWith(id, ' '.repeat(end - id))).toContain('/ID of the trailer was removed');
  });
});
