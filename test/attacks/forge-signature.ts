/** Universal signature forgery and signature wrapping: changes to the dictionary and byte range of the seal itself. */
import { contentsAt } from '@countersign/pdf/reader/signatures';
import { type Attack, type Given, refund } from './attack.ts';
import { lie } from './drawing.ts';
import { anatomyOf, changed, latin, revise, streamText, textOf, withBytes } from './edit.ts';

/** A revision with new page content and the seal's dictionary, some of its members replaced. */
const redefined =
  (members: Record<string, string | undefined>) =>
  ({ bytes, at }: Given): Buffer =>
    revise(bytes, {
      [at.sealNumber]: changed(at.seal, members),
      [at.pageNumber]: changed(at.page, { Contents: `${at.next} 0 R` }),
      [at.next]: streamText(lie),
    });

const redefinitions: Array<[string, Record<string, string | undefined>]> = [
  ['without /ByteRange', { ByteRange: undefined }],
  ['/ByteRange null', { ByteRange: 'null' }],
  ['/ByteRange empty', { ByteRange: '[]' }],
  ['/ByteRange of zeros', { ByteRange: '[0 0 0 0]' }],
  ['/ByteRange negative', { ByteRange: '[0 -1 -1 0]' }],
  ['/ByteRange beyond the file', { ByteRange: '[0 100 200 99999999]' }],
  ['/ByteRange of two numbers', { ByteRange: '[0 100]' }],
  ['/ByteRange of strings', { ByteRange: '[(0) (100) (200) (300)]' }],
  ['/ByteRange of reals', { ByteRange: '[0.5 100.5 200.5 300.5]' }],
  ['without /Contents', { Contents: undefined }],
  ['/Contents null', { Contents: 'null' }],
  ['/Contents empty', { Contents: '<>' }],
  ['/Contents one zero', { Contents: '<00>' }],
  ['/Contents a name', { Contents: '/None' }],
  ['without /SubFilter', { SubFilter: undefined }],
  ['/SubFilter unknown', { SubFilter: '/Mallory' }],
  ['/SubFilter adbe.x509.rsa_sha1', { SubFilter: '/adbe.x509.rsa_sha1' }],
  ['/SubFilter adbe.pkcs7.sha1', { SubFilter: '/adbe.pkcs7.sha1' }],
  ['/SubFilter ETSI.RFC3161', { SubFilter: '/ETSI.RFC3161', Type: '/DocTimeStamp' }],
  ['without /Filter and /Type', { Filter: undefined, Type: undefined }],
  [
    'an empty dictionary',
    Object.fromEntries(['Contents', 'SubFilter', 'Filter', 'Type'].map((k) => [k, undefined])),
  ],
];

/** The file with the written byte range replaced in place, padded to its width. */
const otherRange =
  (range: (given: Given) => string) =>
  (given: Given): Buffer | null => {
    const { bytes, at } = given;
    const written = bytes.indexOf(`/ByteRange [0 ${at.range[1]} `);
    if (written < 0) return null;
    const end = bytes.indexOf(']', written) + 1;
    const text = `/ByteRange ${range(given)}`;
    if (text.length > end - written) return null;
    return withBytes(bytes, written, text.padEnd(end - written));
  };

const inPlace: Array<[string, (given: Given) => string]> = [
  ['covers nothing', () => '[0 0 0 0]'],
  ['covers the beginning only', ({ at }) => `[0 ${at.range[1]} ${at.range[2]} 0]`],
  ['covers the end only', ({ at }) => `[0 0 ${at.range[2]} ${at.range[3]}]`],
  ['starts behind the header', ({ at }) => `[9 ${at.range[1] - 9} ${at.range[2]} ${at.range[3]}]`],
  ['leaves out a part of the file', ({ at }) => `[0 ${at.range[1] - 200} ${at.range[2]} ${at.range[3]}]`],
  ['overlaps itself', ({ at }) => `[0 ${at.range[2] + 9} ${at.range[1]} ${at.range[3]}]`],
  ['has a third part', ({ at }) => `[0 ${at.range[1]} ${at.range[2]} 9 0 1]`],
  ['ends before the file does', ({ at }) => `[0 ${at.range[1]} ${at.range[2]} ${at.range[3] - 30}]`],
];

/** Ends the string of /Contents early and puts objects into the rest of its padding. */
const inGap =
  (text: (given: Given) => string) =>
  (given: Given): Buffer | null => {
    const { bytes, at } = given;
    const value = contentsAt(bytes, at.range)!;
    const used = (value.readUInt16BE(2) + 4) * 2;
    const put = text(given);
    if (put.length + used > value.length * 2) return null;
    return withBytes(bytes, at.range[1] + 1 + used, put.padEnd(value.length * 2 - used, ' '));
  };

/** Moves the second part of the byte range and inserts bytes before it. */
function wrapped({ bytes, at }: Given, between: string): Buffer {
  const [, first, second] = at.range;
  return Buffer.concat([
    bytes.subarray(0, first),
    bytes.subarray(first, second),
    latin(between),
    bytes.subarray(second),
  ]);
}

export const signatureForgeries: Attack[] = [
  ...redefinitions.map(
    ([name, members]): Attack => ({
      name: `universal forgery: the dictionary is redefined, ${name}`,
      paper: refund,
      make: redefined(members),
    }),
  ),
  ...inPlace.map(
    ([name, range]): Attack => ({
      name: `universal forgery: the byte range ${name}`,
      paper: refund,
      make: otherRange(range),
    }),
  ),
  {
    name: 'signature wrapping: objects in the padding of /Contents, behind an early end of the string',
    paper: refund,
    make: inGap(({ at }) => `> 999 0 obj ${changed(at.page, {}).slice(0, 40)} endobj <`),
  },
  {
    name: 'signature wrapping: a second /ByteRange in the padding of /Contents',
    paper: refund,
    make: inGap(({ bytes }) => `>/ByteRange [0 0 0 ${bytes.length}] /X <`),
  },
  {
    name: 'signature wrapping: a comment in the padding of /Contents',
    paper: refund,
    make: inGap(() => '>% nothing to see here\n/X <'),
  },
  {
    name: 'signature wrapping: the second part moved, objects between',
    paper: refund,
    make: (given) => wrapped(given, `\n999 0 obj\n${streamText(lie)}\nendobj\n`),
  },
  {
    name: 'signature wrapping: the second part moved, white space between',
    paper: refund,
    make: (given) => wrapped(given, ' '.repeat(400)),
  },
  {
    name: 'signature wrapping: the second part twice, with the page redefined between',
    paper: refund,
    make: (given) =>
      wrapped(
        given,
        `${given.bytes.toString('latin1', given.at.range[2])}${given.at.pageNumber} 0 obj\n${changed(given.at.page, { Contents: '[]' })}\nendobj\n`,
      ),
  },
  {
    name: 'signature wrapping: a new dictionary names the byte range of the seal, with facts of another document',
    paper: refund,
    make: ({ bytes, at }) =>
      revise(bytes, {
        [at.next]: changed(at.seal, {
          Countersign: changed(at.file.dict(at.seal.get('Countersign'))!, { DocumentId: '(doc_forged)' }),
        }),
        [at.fieldNumber]: changed(at.file.dict(at.file.get(at.fieldNumber))!, { V: `${at.next} 0 R` }),
      }),
  },
  {
    name: 'signature wrapping: two fields name the same signature',
    paper: refund,
    make: ({ bytes, at }) =>
      revise(bytes, {
        [at.next]: changed(at.file.dict(at.file.get(at.fieldNumber))!, { T: '(Second)' }),
        [at.root]: changed(at.catalog, {
          AcroForm: changed(at.form, {
            Fields: `${textOf(at.file.array(at.form.get('Fields'))!).slice(0, -1)} ${at.next} 0 R]`,
          }),
        }),
      }),
  },
  {
    name: 'signature wrapping: the seal is taken out of the form and another field left in its place',
    paper: refund,
    make: ({ bytes, at }) =>
      revise(bytes, { [at.root]: changed(at.catalog, { AcroForm: '<</Fields []>>', Perms: undefined }) }),
  },
];

/** Used by other lists of attacks: the signed file with a revision that changes page 1. */
export function withLie(bytes: Buffer): Buffer {
  const at = anatomyOf(bytes);
  return revise(bytes, {
    [at.pageNumber]: changed(at.page, { Contents: `${at.next} 0 R` }),
    [at.next]: streamText(lie),
  });
}
