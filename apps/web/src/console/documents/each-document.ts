import type { DocumentOut } from '@countersign/client/generated/api';
import { useRef } from 'react';
import { errorWords } from '../problem-error.ts';

/**
 * Returns a function that does the same to several documents, one after the other. If some fail, it throws an error that names
 * them; called again, it continues with those only.
 */
export function useEachDocument(
  documents: readonly DocumentOut[],
  work: (document: DocumentOut) => Promise<unknown>,
): () => Promise<void> {
  const done = useRef(new Set<string>());
  return async () => {
    const failures: string[] = [];
    for (const document of documents) {
      if (done.current.has(document.id)) continue;
      try {
        await work(document);
        done.current.add(document.id);
      } catch (error) {
        failures.push(`“${document.title}”: ${errorWords(error)}`);
      }
    }
    if (failures.length === 0) return;
    if (documents.length === 1) throw new Error(failures[0]!.slice(failures[0]!.indexOf(': ') + 2));
    throw new Error(`${failures.length} of ${documents.length} failed. ${failures.join(' ')}`);
  };
}
