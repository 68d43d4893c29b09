/** PDFs written object by object, for tests of files that no library can produce. */

/** A PDF of these objects, numbered from 1 in their order; the first is the catalog. */
export function rawPdf(bodies: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const rows = bodies.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const startxref = text.length;
  text += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  text += `trailer\n<</Size ${bodies.length + 1} /Root 1 0 R>>\nstartxref\n${startxref}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** A stream with further entries in its dictionary; its data are bytes, or Latin-1. */
export function rawStream(data: string | Uint8Array, entries = ''): string {
  const bytes = typeof data === 'string' ? data : Buffer.from(data).toString('latin1');
  return `<</Length ${bytes.length} ${entries}>>\nstream\n${bytes}\nendstream`;
}
