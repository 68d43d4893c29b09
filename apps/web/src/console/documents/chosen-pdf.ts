/** Checks and names of a chosen PDF file. */

/** Bytes in which the header of a PDF must be, as PDF programs accept it. */
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

/** `Lease_2026.pdf` becomes `Lease 2026`. */
export function titleOf(file: File): string {
  return [
    ...file.name
      .replace(/\.pdf$/i, '')
      .replaceAll('_', ' ')
      .trim(),
  ]
    .slice(0, 300)
    .join('');
}
