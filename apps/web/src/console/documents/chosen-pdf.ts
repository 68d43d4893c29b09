/** Checks and names of a chosen PDF file. */

/** The header of a PDF must be within this many bytes. PDF programs accept it there. */
const headerBytes = 1024;

/** Why the chosen file is refused, or null. Looks at the beginning of the file, whatever its name is. */
export async function pdfFault(file: File): Promise<string | null> {
  if (file.size === 0) return `${file.name} is empty.`;
  const beginning = await file
    .slice(0, headerBytes)
    .text()
    .catch(() => null);
  if (beginning === null) return `${file.name} cannot be read.`;
  return beginning.includes('%PDF-') ? null : `“${file.name}” is not a PDF.`;
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const fileTypes = ['application/pdf', 'image/jpeg', 'image/png', docxType];
const endings = /\.(?:pdf|jpe?g|png|docx)$/i;

/** The formats that the files of a document can have, in words. */
export const documentFormats = (convertsDocx: boolean): string =>
  convertsDocx ? 'PDF, JPEG, PNG or DOCX' : 'PDF, JPEG or PNG';

/** What a file chooser offers for the files of a document. */
export function documentFileTypes(convertsDocx: boolean): string {
  const types = [...fileTypes, '.pdf', '.jpg', '.jpeg', '.png', '.docx'];
  return types.filter((type) => convertsDocx || (type !== docxType && type !== '.docx')).join(',');
}

/** Why a file cannot be one of the files of a document, or null. */
export async function documentFileFault(file: File, convertsDocx: boolean): Promise<string | null> {
  if (!fileTypes.includes(file.type) && !endings.test(file.name))
    return `${file.name} is not a ${documentFormats(convertsDocx)} file.`;
  if (!convertsDocx && (file.type === docxType || /\.docx$/i.test(file.name)))
    return 'Word files cannot be converted here. Save the file as PDF and upload that.';
  if (file.type === 'application/pdf') return pdfFault(file);
  return file.size === 0 ? `${file.name} is empty.` : null;
}

/** `Lease_2026.pdf` becomes `Lease 2026`. */
export function titleOf(file: File): string {
  return [...file.name.replace(endings, '').replaceAll('_', ' ').trim()].slice(0, 300).join('');
}
