/** Several documents as one ZIP, made in the browser while they are downloaded. */

import { type ApiError, apiErrorOf } from '@countersign/client/errors';
import type { DocumentOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { downloadZip } from 'client-zip';
import type { Client } from '../client.ts';

/**
 * Saves a ZIP with the sealed PDF of each completed document and the original PDF of all others. Downloads them one after the other.
 * Leaves out documents that have no file now, and returns them. Throws ApiError if another download fails or none has a file; nothing is
 * saved then.
 */
export async function saveAsZip(
  client: Client,
  documents: readonly DocumentOut[],
): Promise<readonly DocumentOut[]> {
  const names = fileNamesOf(documents.map(({ title }) => title));
  const without: DocumentOut[] = [];
  let refusal: ApiError | null = null;
  async function* files() {
    for (const [index, document] of documents.entries()) {
      const path = { doc_id: document.id };
      const response = await fetch(client.fileUrl('/v1/documents/{doc_id}/download', { path }));
      if (response.ok) {
        yield { name: names[index]!, input: response };
        continue;
      }
      without.push(document);
      const error = await apiErrorOf(response);
      if (!hasNoFile(error) || without.length === documents.length) {
        refusal = error;
        throw error;
      }
    }
  }
  const zip = await downloadZip(files())
    .blob()
    .catch((error: unknown) => {
      // The browser replaces errors of a body by its own.
      throw refusal ?? error;
    });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(zip);
  link.download = 'documents.zip';
  link.click();
  // The download reads the address after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return without;
}

/** The file is not there yet, or not any more. */
const hasNoFile = ({ slug }: ApiError): boolean =>
  slug === 'not-sealed' || slug === 'document-erased' || slug === 'not-found';

/** A different file name for each title, without characters that file systems refuse. Pure. */
export function fileNamesOf(titles: readonly string[]): string[] {
  const used = new Set<string>();
  return titles.map((title) => {
    const plain = visibleText(title)
      .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
      .replace(/^\.+/, '_')
      .trim();
    const name = [...plain].slice(0, 100).join('') || 'Document';
    let unique = name;
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) unique = `${name} (${count})`;
    used.add(unique.toLowerCase());
    return `${unique}.pdf`;
  });
}
