/** Checks and names of a chosen PDF file. */

/** Why the chosen file is refused, or null. */
export function pdfFault(file: File): string | null {
  if (file.type !== 'application/pdf' && !/\.pdf$/i.test(file.name)) return `${file.name} is not a PDF file.`;
  return file.size === 0 ? `${file.name} is empty.` : null;
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
