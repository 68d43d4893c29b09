/** What an uploaded file is, by its first bytes. Pure. */
import { FileName } from '@countersign/contract/document';

export type FileKind = 'pdf' | 'image' | 'docx';

/** How many bytes `kindOf` needs at most. A PDF may have some bytes before its header. */
export const HEAD_BYTES = 1029;

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpegStart = [0xff, 0xd8, 0xff];
const zipStart = [0x50, 0x4b, 0x03, 0x04];

/** Media types of the files that a document can have. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png', docxType] as const;

/**
 * The kind of a file with these first bytes, name and declared media type. A file with the name or media type of a PDF but other
 * content counts as a PDF, so that it is refused as a damaged PDF. Null for all others.
 */
export function kindOf(head: Uint8Array, name: string, mediaType: string): FileKind | null {
  const startsWith = (prefix: readonly number[]) => prefix.every((byte, index) => head[index] === byte);
  if (Buffer.from(head).includes('%PDF-')) return 'pdf';
  if (startsWith(pngSignature) || startsWith(jpegStart)) return 'image';
  if (startsWith(zipStart) && (mediaType === docxType || /\.docx$/i.test(name))) return 'docx';
  return mediaType === 'application/pdf' || /\.pdf$/i.test(name) ? 'pdf' : null;
}

/** The media type of a stored file of a document with these first bytes. */
export function mediaTypeOf(head: Uint8Array, name: string): string {
  const kind = kindOf(head, name, '');
  if (kind === 'image') return head[0] === pngSignature[0] ? 'image/png' : 'image/jpeg';
  return kind === 'docx' ? docxType : 'application/pdf';
}

/** The name of an uploaded file, without folders; a default if there is none that can be shown. */
export function fileNameOf(given: string | undefined, number: number): string {
  const last = (given ?? '').split(/[/\\]/).at(-1)!;
  const name = [
    ...last
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  ]
    .slice(0, 255)
    .join('');
  return FileName.safeParse(name).success ? name : `File ${number}`;
}
