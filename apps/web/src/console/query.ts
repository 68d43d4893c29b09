/** Answers of the API, kept by scope and address: shown from the cache first, then refreshed, and refreshed again after a change. */
import { type Answer, addressOf, type ParamsArgument, type PathsWith } from '@countersign/client/calls';
import type { EventOut } from '@countersign/client/generated/api';
import { readTrail } from '@countersign/client/trail';
import { useQuery as useCachedQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Client } from './client.ts';
import { invalidate, queryClient } from './query-client.ts';
import { useClient } from './session.tsx';

export interface Query<T> {
  data: T | undefined;
  error: unknown;
  /** True until the first answer or failure. */
  isLoading: boolean;
  /** Resolves when the new answer is there, or has failed. */
  reload(): Promise<void>;
}

type Readable = PathsWith<'get'>;
type ReadArguments<P extends Readable> = ParamsArgument<P, 'get'>;

/** The answer of GET `path`. */
export function useQuery<P extends Readable>(path: P, ...params: ReadArguments<P>): Query<Answer<P, 'get'>> {
  return useAddress<Answer<P, 'get'>>(addressOf('get', path, ...params), null);
}

/** Like useQuery, and refreshed every `pollMs` milliseconds (null = never) while the page is visible. */
export function usePolledQuery<P extends Readable>(
  pollMs: number | null,
  path: P,
  ...params: ReadArguments<P>
): Query<Answer<P, 'get'>> {
  return useAddress<Answer<P, 'get'>>(addressOf('get', path, ...params), pollMs);
}

/** All events of a document, refreshed like usePolledQuery. A refresh reads only new events, unless an erasure changed the others. */
export function usePolledTrail(pollMs: number | null, documentId: string): Query<EventOut[]> {
  const path = { doc_id: documentId };
  const read = useCallback(
    async (client: Client, address: string) => {
      const known = queryClient.getQueryData<EventOut[]>([client.scope, address]) ?? [];
      const added = await readTrail(client, documentId, { after: known.at(-1)?.seq ?? 0 });
      const isRewritten = known.length > 0 && added.some((event) => event.event_type === 'envelope.erased');
      return isRewritten ? readTrail(client, documentId) : [...known, ...added];
    },
    [documentId],
  );
  return useAddress(addressOf('get', '/v1/documents/{doc_id}/events', { path }), pollMs, read);
}

const readAnswer = (client: Client, address: string): Promise<unknown> => client.read(address);

function useAddress<T>(address: string, pollMs: number | null, read = readAnswer): Query<T> {
  const client = useClient();
  const { data, error, isPending, refetch } = useCachedQuery({
    queryKey: [client.scope, address],
    queryFn: () => read(client, address) as Promise<T>,
    refetchInterval: pollMs ?? false,
  });
  const reload = useCallback(async () => void (await refetch()), [refetch]);
  return { data, error, isLoading: isPending, reload };
}

/** Returns a function that refreshes the answers whose address starts with one of the given texts. */
export function useInvalidate(): (...starts: string[]) => void {
  const { scope } = useClient();
  return (...starts) =>
    void invalidate(
      queryClient,
      ([keyScope, address]) =>
        keyScope === scope && starts.some((start) => String(address).startsWith(start)),
    );
}
