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
  return beginning.includes('%PDF-') ? null : `${file.name} is not a PDF file.`;
}

const fileTypes = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];
const endings = /\.(?:pdf|jpe?g|png|docx)$/i;

/** What a file chooser offers for the files of a document. */
export const documentFileTypes = [...fileTypes, '.pdf', '.jpg', '.jpeg', '.png', '.docx'].join(',');

/** Why a file cannot be one of the files of a document, or null. */
export function documentFileFault(file: File): string | null {
  if (!fileTypes.includes(file.type) && !endings.test(file.name))
    return `${file.name} is not a PDF, JPEG, PNG or DOCX file.`;
  return file.size === 0 ? `${file.name} is empty.` : null;
}

/** `Lease_2026.pdf` becomes `Lease 2026`. */
export function titleOf(file: File): string {
  return [...file.name.replace(endings, '').replaceAll('_', ' ').trim()].slice(0, 300).join('');
}
