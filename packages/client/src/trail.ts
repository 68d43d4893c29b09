/** Reads complete audit trails of any length. */
import type { Calls } from './calls.ts';
import type { EventOut } from './generated/api.ts';

const pageSize = 1000;

/**
 * The audit trail of a document in the order of `seq`, or its events after number `after`. Reads page by page. If personal data
 * was erased between two pages, it starts again, so that the result is consistent and can be verified.
 */
export async function readTrail(
  client: Pick<Calls, 'get'>,
  documentId: string,
  { after = 0, signal = null }: { after?: number; signal?: AbortSignal | null } = {},
): Promise<EventOut[]> {
  for (let known = 0; ; ) {
    const trail: EventOut[] = [];
    for (let last = after, isWhole = false; !isWhole; last = trail.at(-1)?.seq ?? last) {
      const page = await client.get('/v1/documents/{doc_id}/events', {
        params: { path: { doc_id: documentId }, query: { after: last, limit: pageSize } },
        signal,
      });
      trail.push(...page);
      isWhole = page.length < pageSize;
    }
    const erasures = trail.filter(({ event_type }) => event_type === 'envelope.erased').length;
    if (trail.length < pageSize || erasures === known) return trail;
    known = erasures;
  }
}
