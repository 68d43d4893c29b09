import { expect, test } from '@jest/globals';
import { fileNameOf, kindOf, mediaTypeOf } from './file-kind.ts';
import {
  filesOf,
  firstPages,
  guardFiles,
  keyOfFiles,
  needRows,
  pdfOf,
  type SourceFile,
  storedBytes,
  withContent,
} from './files.ts';
import type { FullDocument } from './lock.ts';

const file = (id: string, given: Partial<SourceFile> = {}): SourceFile => ({
  id,
  name: `${id}.pdf`,
  sha256: `sha of ${id}`,
  sizeBytes: 100,
  pdfSha256: null,
  pdfBytes: null,
  pages: 2,
  ...given,
});

const documentWith = (given: object) =>
  ({
    id: 'doc',
    title: 'Lease',
    files: [],
    originalSha256: null,
    sizeBytes: null,
    contentSha256: null,
    contentBytes: null,
    erasedAt: null,
    pages: null,
    ...given,
  }) as unknown as FullDocument;

test('the files of a document are its rows, otherwise its single PDF', () => {
  const files = [file('a'), file('b')];
  expect(filesOf(documentWith({ files }))).toBe(files);
  expect(filesOf(documentWith({}))).toEqual([]);
  const single = { id: 'doc', name: 'Lease.pdf', pdfSha256: null, pdfBytes: null };
  expect(filesOf(documentWith({ contentSha256: 'c', contentBytes: 7 }))).toEqual([
    { ...single, sha256: 'c', sizeBytes: 7, pages: null },
  ]);
  expect(filesOf(documentWith({ contentSha256: 'c' }))).toMatchObject([{ sizeBytes: 0 }]);
  const finalized = { contentSha256: 'c', contentBytes: 7, originalSha256: 'o', sizeBytes: 9 };
  expect(filesOf(documentWith({ ...finalized, pages: [{}, {}, {}] }))).toEqual([
    { ...single, sha256: 'o', sizeBytes: 9, pages: 3 },
  ]);
  expect(filesOf(documentWith({ ...finalized, erasedAt: new Date() }))).toEqual([]);
});

test('the PDF of PUT content replaces the earlier one in its place, otherwise it comes first', () => {
  const content = { sha256: 'new', sizeBytes: 5 };
  const document = { id: 'doc', title: 'x'.repeat(300) };
  const others = [file('a'), file('b')];
  expect(withContent(others, document, null)).toEqual(others);
  const added = withContent(others, document, content);
  expect(added.map(({ id }) => id)).toEqual(['doc', 'a', 'b']);
  expect(added[0]).toMatchObject({ ...content, name: `${'x'.repeat(251)}.pdf`, pages: null });
  const replaced = withContent([file('a'), file('doc', { name: 'Mine' })], document, content);
  expect(replaced).toMatchObject([{ id: 'a' }, { id: 'doc', name: 'Mine', sha256: 'new', sizeBytes: 5 }]);
});

test('pages, sizes and the PDF of a file', () => {
  const unread = file('c', { pages: null });
  const files = [file('a', { pages: 2 }), file('b', { pages: 3 }), unread, file('d'), file('e')];
  expect(firstPages(files)).toEqual([1, 3, 6, null, null]);
  expect(storedBytes([file('a'), file('b', { pdfBytes: 30 })])).toBe(230);
  expect([pdfOf(file('a')), pdfOf(file('b', { pdfSha256: 'made' }))]).toEqual(['sha of a', 'made']);
  expect(needRows([file('doc')], 'doc')).toBe(false);
  expect(needRows([], 'doc')).toBe(false);
  expect(needRows([file('a')], 'doc')).toBe(true);
  expect(needRows([file('doc'), file('a')], 'doc')).toBe(true);
  expect(keyOfFiles([file('a'), file('b')])).not.toBe(keyOfFiles([file('b'), file('a')]));
  expect(keyOfFiles([file('a')])).not.toBe(keyOfFiles([file('a', { name: 'other' })]));
});

test('the number, bytes and pages of the files of a document are limited', () => {
  const limits = { maxPdfBytes: 1000, maxPdfPages: 10 };
  const guard = (...files: SourceFile[]) => {
    try {
      guardFiles(files, limits);
    } catch (error) {
      return (error as { slug: string }).slug;
    }
    return null;
  };
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => file(String(at), { sizeBytes: 1, pages: 0 }));
  expect([guard(...many(20)), guard(...many(21))]).toEqual([null, 'validation']);
  expect([guard(file('a', { sizeBytes: 1000 })), guard(file('a', { sizeBytes: 1001 }))]).toEqual([
    null,
    'payload-too-large',
  ]);
  expect(guard(file('a', { sizeBytes: 600 }), file('b', { sizeBytes: 600 }))).toBe('payload-too-large');
  // An image can be smaller or larger than the PDF that is made of it.
  expect(guard(file('a', { sizeBytes: 10, pdfBytes: 600 }), file('b', { sizeBytes: 600 }))).toBe(
    'payload-too-large',
  );
  expect(guard(file('a', { sizeBytes: 1001, pdfBytes: 10 }))).toBe('payload-too-large');
  expect([guard(file('a', { pages: 10 })), guard(file('a', { pages: 11 }))]).toEqual([null, 'invalid-pdf']);
  // A file whose pages are not counted yet has at least one.
  expect(guard(file('a', { pages: 10 }), file('b', { pages: null }))).toBe('invalid-pdf');
  expect(guard(file('a', { pages: 9 }), file('b', { pages: null }))).toBeNull();
});

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const zip = [0x50, 0x4b, 0x03, 0x04];
test.each<[string, number[] | string, string, string, string | null]>([
  ['a PDF after some bytes', 'junk%PDF-1.7', 'x', '', 'pdf'],
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'x', '', 'image'],
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], 'x', '', 'image'],
  ['most of the signature of PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0b], 'x', '', null],
  ['most of the start of JPEG', [0xff, 0xd8, 0xfe], 'x', '', null],
  ['a DOCX by its type', zip, 'x', docx, 'docx'],
  ['a DOCX by its name', zip, 'a.DOCX', '', 'docx'],
  ['another ZIP', zip, 'a.zip', '', null],
  ['text with the name of a DOCX', 'text', 'a.docx', docx, null],
  ['text that says that it is a PDF', 'text', 'x', 'application/pdf', 'pdf'],
  ['text with the name of a PDF', 'text', 'a.PDF', '', 'pdf'],
  ['text', 'text', 'a.pdf.txt', 'text/plain', null],
])('%s', (_, head, name, type, kind) => {
  expect(kindOf(typeof head === 'string' ? Buffer.from(head) : Uint8Array.from(head), name, type)).toBe(kind);
});

test.each<[string, number[] | string, string, string]>([
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'a.pdf', 'image/png'],
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], 'a.png', 'image/jpeg'],
  ['a DOCX', zip, 'a.docx', docx],
  ['a PDF', '%PDF-1.7', 'a.docx', 'application/pdf'],
  ['anything else', 'text', 'a.txt', 'application/pdf'],
])('the media type of a stored file: %s', (_, head, name, type) => {
  expect(mediaTypeOf(typeof head === 'string' ? Buffer.from(head) : Uint8Array.from(head), name)).toBe(type);
});

test.each([
  ['C:\\docs\\lease.pdf', 'lease.pdf'],
  ['a/b/plan.png', 'plan.png'],
  [' a\u0007b ', 'a b'],
  ['é'.repeat(300), 'é'.repeat(255)],
  ['folder/', 'File 3'],
  ['\u200b', 'File 3'],
  [undefined, 'File 3'],
])('the name %j of an uploaded file becomes %j', (given, name) => {
  expect(fileNameOf(given, 3)).toBe(name);
});
