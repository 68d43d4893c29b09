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
  let knownErasures = 0;
  for (;;) {
    const trail = await readPages(client, documentId, after, signal);
    const erasures = trail.filter(({ event_type }) => event_type === 'envelope.erased').length;
    if (trail.length < pageSize || erasures === knownErasures) return trail;
    knownErasures = erasures;
  }
}

async function readPages(
  client: Pick<Calls, 'get'>,
  documentId: string,
  after: number,
  signal: AbortSignal | null,
): Promise<EventOut[]> {
  const trail: EventOut[] = [];
  for (;;) {
    const query = { after: trail.at(-1)?.seq ?? after, limit: pageSize };
    const page = await client.get('/v1/documents/{doc_id}/events', {
      params: { path: { doc_id: documentId }, query },
      signal,
    });
    trail.push(...page);
    if (page.length < pageSize) return trail;
  }
}
