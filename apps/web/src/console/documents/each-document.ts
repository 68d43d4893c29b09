import { ApiError } from '@countersign/client/errors';
import { useEffect, useRef, useState } from 'react';
import { errorWords } from '../problem-error.ts';
import { useInvalidate } from '../query.ts';

/** Calls at the same time. */
const concurrency = 4;
/** Failures that are named; the others are counted. */
const namedFailures = 5;

export interface Named {
  id: string;
  title: string;
}

/**
 * Does the same to several documents. `run` waits when the rate limit refuses a call. If some documents fail, it throws an error that
 * names the first of them; called again, it continues with those that are not done. Closing the dialog stops it. At the end, all shown
 * answers about documents are refreshed.
 */
export function useEachDocument<D extends Named>(
  documents: readonly D[],
  work: (document: D) => Promise<unknown>,
): { run: () => Promise<void>; done: number } {
  const invalidate = useInvalidate();
  const finished = useRef(new Set<string>());
  const [done, setDone] = useState(0);
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  const run = async () => {
    const failures: string[] = [];
    const waiting = documents.filter(({ id }) => !finished.current.has(id)).values();
    const take = async () => {
      for (const document of waiting) {
        if (stopped.current) return;
        try {
          await withPauses(() => work(document));
          finished.current.add(document.id);
          setDone(finished.current.size);
        } catch (error) {
          failures.push(`“${document.title}”: ${errorWords(error)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, take));
    invalidate('/v1/documents');
    if (stopped.current) throw new Error('Stopped.');
    if (failures.length === 0) return;
    if (documents.length === 1) throw new Error(failures[0]!.slice(failures[0]!.indexOf(': ') + 2));
    const named = failures.slice(0, namedFailures).join(' ');
    throw new Error(`${failures.length} of ${documents.length} failed. ${named}`);
  };
  return { run, done };
}

/** Repeats a call that the rate limit has refused, after the time that the service names. */
async function withPauses(call: () => Promise<unknown>): Promise<void> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      await call();
      return;
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : null;
      if (!seconds || seconds > 10 || pauses === 5) throw error;
      await new Promise((resume) => setTimeout(resume, seconds * 1000));
    }
  }
}

/** The label of a button while several documents are worked on. */
export const progressLabel = (label: string, done: number, total: number): string =>
  done === 0 || total === 1 ? label : `${done} of ${total} done`;
