/** Converts entries of the request log to RequestOut. */
import { encodeId } from '@countersign/contract/ids';
import type { RequestOut } from '@countersign/contract/request-log';
import type { ListedRequest } from '@countersign/core/request-log/list';

/** An entry as the members of its workspace see it. */
export function presentRequest(row: ListedRequest): RequestOut {
  return {
    id: row.id,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
    method: row.method,
    route: row.route,
    path: row.path,
    query: row.query,
    status: row.status,
    problem: row.problem,
    duration_ms: row.durationMs,
    key: row.key,
    document_id: row.documentId && encodeId('doc', row.documentId),
    has_idempotency_key: row.hasIdempotencyKey,
    is_replay: row.isReplay,
    user_agent: row.userAgent,
  };
}
