/** Answers of the API, kept by address: shown at once when known, asked for anew, and again after a change. */
import { type Answer, addressOf, type ParamsArgument, type PathsWith } from '@countersign/client/calls';
import type { EventOut } from '@countersign/client/generated/api';
import { readTrail } from '@countersign/client/trail';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Client } from './client.ts';
import { queryCache } from './query-cache.ts';
import { useClient } from './session.tsx';

export interface Query<T> {
  data: T | undefined;
  error: unknown;
  /** True until the first answer or failure. */
  isLoading: boolean;
  reload(): void;
}

const freshMilliseconds = 2000;
const keyOf = (client: Client, address: string) => `${client.scope} ${address}`;

type Readable = PathsWith<'get'>;
type ReadArguments<P extends Readable> = ParamsArgument<P, 'get'>;

/** The answer of GET `path`, shown from memory first and asked for anew. */
export function useQuery<P extends Readable>(path: P, ...params: ReadArguments<P>): Query<Answer<P, 'get'>> {
  return useAddress<Answer<P, 'get'>>(addressOf('get', path, ...params), null);
}

/** As useQuery, asked for again every so many milliseconds (null = not) while the page is looked at. */
export function usePolledQuery<P extends Readable>(
  pollMs: number | null,
  path: P,
  ...params: ReadArguments<P>
): Query<Answer<P, 'get'>> {
  return useAddress<Answer<P, 'get'>>(addressOf('get', path, ...params), pollMs);
}

/** The whole audit trail of a document, asked for as usePolledQuery does. */
export function usePolledTrail(pollMs: number | null, documentId: string): Query<EventOut[]> {
  const path = { doc_id: documentId };
  const read = useCallback((client: Client) => readTrail(client, documentId), [documentId]);
  return useAddress(addressOf('get', '/v1/documents/{doc_id}/events', { path }), pollMs, read);
}

const readAnswer = (client: Client, address: string): Promise<unknown> => client.read(address);

function useAddress<T>(address: string, pollMs: number | null, read = readAnswer): Query<T> {
  const client = useClient();
  const key = keyOf(client, address);
  const entry = useSyncExternalStore(queryCache.subscribe, () => queryCache.read(key));
  const ask = useCallback(() => {
    void queryCache.ask(key, () => read(client, address));
  }, [key, address, client, read]);

  const isStale = !entry || entry.at === 0;
  const asking = entry?.asking ?? null;
  useEffect(() => {
    const known = queryCache.read(key);
    if (!known || Date.now() - known.at > freshMilliseconds) ask();
  }, [key, ask]);
  useEffect(() => {
    if (isStale && !asking) ask();
  }, [isStale, asking, ask]);

  useEffect(() => {
    if (pollMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') ask();
    }, pollMs);
    return () => clearInterval(timer);
  }, [pollMs, ask]);

  return {
    data: entry?.data as T | undefined,
    error: entry?.error ?? null,
    isLoading: entry?.data === undefined && !entry?.error,
    reload: ask,
  };
}

/** Marks answers as old by the start of their address. */
export function useInvalidate(): (...starts: string[]) => void {
  const client = useClient();
  return (...starts) => {
    for (const start of starts) queryCache.invalidate(keyOf(client, start));
  };
}

export interface Action<A extends unknown[]> {
  /** Whether it went well. */
  run(...given: A): Promise<boolean>;
  isBusy: boolean;
  error: unknown;
  forget(): void;
}

/** Runs something that may fail, one at a time: whether it runs, and what went wrong last. */
export function useAction<A extends unknown[]>(act: (...given: A) => Promise<void>): Action<A> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const busy = useRef(false);
  const run = async (...given: A) => {
    if (busy.current) return false;
    busy.current = true;
    setBusy(true);
    setError(null);
    try {
      await act(...given);
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { run, isBusy, error, forget: () => setError(null) };
}
