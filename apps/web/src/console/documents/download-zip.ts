/** Several documents as one ZIP, made in the browser while they are downloaded. */

import { apiErrorOf } from '@countersign/client/errors';
import type { DocumentOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { downloadZip } from 'client-zip';
import type { Client } from '../client.ts';

/**
 * Saves a ZIP with the sealed PDF of each completed document and the original PDF of all others. Downloads them one after the other.
 * Throws ApiError if a download fails; nothing is saved then.
 */
export async function saveAsZip(client: Client, documents: readonly DocumentOut[]): Promise<void> {
  const zip = await downloadZip(filesOf(client, documents)).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(zip);
  link.download = 'documents.zip';
  link.click();
  // The download reads the address after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function* filesOf(client: Client, documents: readonly DocumentOut[]) {
  const names = fileNamesOf(documents.map(({ title }) => title));
  for (const [index, { id }] of documents.entries()) {
    const path = { doc_id: id };
    const response = await fetch(client.fileUrl('/v1/documents/{doc_id}/download', { path }));
    if (!response.ok) throw await apiErrorOf(response);
    yield { name: names[index]!, input: response };
  }
}

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
