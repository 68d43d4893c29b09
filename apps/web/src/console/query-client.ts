/** The cache of the console's queries, in memory only (TanStack Query). */
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { onReturn } from './reachability.ts';

/** A cache whose queries are fresh for 2 seconds. A failed query keeps its last answer; people and polls try again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 2000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    },
  });
}

/**
 * Refreshes the queries that `matches` accepts. A request that is already under way may have been answered before the change, so
 * it is canceled and its answer is never shown.
 */
export async function invalidate(client: QueryClient, matches: (key: QueryKey) => boolean): Promise<void> {
  const filter = { predicate: ({ queryKey }: { queryKey: QueryKey }) => matches(queryKey) };
  await client.cancelQueries(filter);
  await client.invalidateQueries(filter);
}

/** The page's cache. It is refreshed when the service answers again after an outage. */
export const queryClient = createQueryClient();
onReturn(() => void invalidate(queryClient, () => true));
