import { expect, test } from '@jest/globals';
import { documentFileFault, documentFileTypes } from './chosen-pdf.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const letter = new File(['PK'], 'letter.docx', { type: docx });

test('a DOCX file is offered and accepted only where the service can convert it', async () => {
  expect(documentFileTypes(true)).toContain('.docx');
  expect(documentFileTypes(false)).not.toMatch(/docx|wordprocessingml/);
  expect(await documentFileFault(letter, true)).toBeNull();
  const refusal = 'Word files cannot be converted here. Save the file as PDF and upload that.';
  expect(await documentFileFault(letter, false)).toBe(refusal);
  expect(await documentFileFault(new File(['PK'], 'letter.DOCX'), false)).toBe(refusal);
  expect(await documentFileFault(new File(['a'], 'a.txt', { type: 'text/plain' }), false)).toBe(
    'a.txt is not a PDF, JPEG or PNG file.',
  );
});

test('a file that only claims to be a PDF is refused before the upload', async () => {
  const type = 'application/pdf';
  expect(await documentFileFault(new File(['hello'], 'lease.pdf', { type }), false)).toBe(
    '“lease.pdf” is not a PDF.',
  );
  expect(await documentFileFault(new File(['%PDF-1.7'], 'lease.pdf', { type }), false)).toBeNull();
});
