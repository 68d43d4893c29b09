/** Answers of the API, kept by address: shown at once when known, asked for anew, and again after a change. */
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
const keyOf = (client: Client, path: string) => `${client.scope} ${path}`;

/** The answer of GET `path` (null asks nothing), shown from memory first; `pollMs` asks again while the page is looked at. */
export function useQuery<T>(path: string | null, pollMs: number | null = null): Query<T> {
  const client = useClient();
  const key = path === null ? null : keyOf(client, path);
  const entry = useSyncExternalStore(queryCache.subscribe, () =>
    key === null ? undefined : queryCache.read(key),
  );
  const ask = useCallback(() => {
    if (key !== null && path !== null) void queryCache.ask(key, () => client.get(path));
  }, [key, path, client]);

  const isStale = !entry || entry.at === 0;
  const asking = entry?.asking ?? null;
  useEffect(() => {
    if (key === null) return;
    const known = queryCache.read(key);
    if (!known || Date.now() - known.at > freshMilliseconds) ask();
  }, [key, ask]);
  useEffect(() => {
    if (isStale && !asking) ask();
  }, [isStale, asking, ask]);

  useEffect(() => {
    if (pollMs === null || key === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') ask();
    }, pollMs);
    return () => clearInterval(timer);
  }, [pollMs, key, ask]);

  return {
    data: entry?.data as T | undefined,
    error: entry?.error ?? null,
    isLoading: key !== null && entry?.data === undefined && !entry?.error,
    reload: ask,
  };
}

/** Marks answers as old by the start of their path, or puts a known one in their place. */
export function useAnswers(): {
  invalidate(...starts: string[]): void;
  put(path: string, data: unknown): void;
} {
  const client = useClient();
  return {
    invalidate: (...starts) => {
      for (const start of starts) queryCache.invalidate(keyOf(client, start));
    },
    put: (path, data) => queryCache.put(keyOf(client, path), data),
  };
}

/** Runs something that may fail, one at a time: whether it runs, and what went wrong last. */
export function useAction<A extends unknown[]>(
  act: (...given: A) => Promise<void>,
): { run(...given: A): Promise<boolean>; isBusy: boolean; error: unknown; forget(): void } {
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
