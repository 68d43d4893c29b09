/** GET /v1/requests: the request log of a workspace. */
import { decodeId, leastIdAt } from '@countersign/contract/ids';
import type { RequestListQuery } from '@countersign/contract/request-log';
import type { ApiKey, ApiRequest } from '@countersign/db/models';
import { planByValues } from '@countersign/db/sql';
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';

/** The most entries that one call compares with its filters. If matches are rare, the page ends there and the next one continues. */
const mostCompared = 20_000;
/** An upload may take this long (apps/api/src/server.ts). */
const longestRequestMs = 7 * 3_600_000;

export type ListedRequest = ApiRequest & { key: Pick<ApiKey, 'id' | 'name' | 'display'> | null };

/**
 * A page of the log in the caller's mode, newest first. `next` is the id after which the next page starts, or null at the end; with
 * filters, a page may have fewer items than the limit although more follow.
 */
export async function listRequests(
  ctx: Ctx,
  query: RequestListQuery,
): Promise<{ items: ListedRequest[]; next: string | null }> {
  guardRole(ctx, 'manager');
  const { limit, status } = query;
  const documentId = query.document_id === undefined ? null : decodeId('doc', query.document_id);
  const [least, most] = status === undefined ? [null, null] : statusRange(status);
  const after = query.starting_after ?? null;
  const from = query.created_after ?? null;
  const to = query.created_before ?? null;
  // Ids grow with the time at which the response ended, which is at most some hours after the request.
  const leastId = from === null ? null : leastIdAt(new Date(from));
  // Equal mutant "to === null → true": it only saves comparing.
  const mostId = to === null ? null : leastIdAt(new Date(new Date(to).getTime() + longestRequestMs));
  const { method, path, key_id: keyId } = query;
  const isCompared = [status, method, path, keyId, from, to].some((filter) => (filter ?? null) !== null);
  // By the index on (document_id, id), (workspace_id, request_id) or (workspace_id, mode, id). The limit inside bounds the work.
  const rows = await ctx.db.$queryRaw<Array<{ id: string; isMatch: boolean }>>`
    ${planByValues}WITH compared AS MATERIALIZED (
      SELECT * FROM api_request
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode
        AND (${after}::uuid IS NULL OR id < ${after}::uuid)
        AND (${leastId}::uuid IS NULL OR id >= ${leastId}::uuid) AND (${mostId}::uuid IS NULL OR id < ${mostId}::uuid)
        AND (${documentId}::uuid IS NULL OR document_id = ${documentId}::uuid)
        AND (${query.request_id ?? null}::text IS NULL OR request_id = ${query.request_id ?? null})
      ORDER BY id DESC LIMIT ${isCompared ? mostCompared : limit + 1}
    ), matching AS (
      SELECT id FROM compared
      WHERE (${least}::int IS NULL OR status BETWEEN ${least}::int AND ${most}::int)
        AND (${method ?? null}::text IS NULL OR method = ${method ?? null})
        AND (${path ?? null}::text IS NULL OR starts_with(path, ${path ?? null}))
        AND (${keyId ?? null}::uuid IS NULL OR key_id = ${keyId ?? null}::uuid)
        AND (${from}::timestamptz IS NULL OR created_at >= ${from}::timestamptz)
        AND (${to}::timestamptz IS NULL OR created_at < ${to}::timestamptz)
      ORDER BY id DESC LIMIT ${limit + 1}
    )
    SELECT id, true AS "isMatch" FROM matching
    UNION ALL
    (SELECT id, false FROM compared WHERE (SELECT count(*) FROM compared) = ${mostCompared} ORDER BY id LIMIT 1)`;
  const matches = rows.filter(({ isMatch }) => isMatch).map(({ id }) => id);
  const lastCompared = rows.find(({ isMatch }) => !isMatch)?.id ?? null;
  const shown = matches.slice(0, limit);
  const found = await ctx.db.apiRequest.findMany({ where: { id: { in: shown } }, orderBy: { id: 'desc' } });
  const keys = await ctx.db.apiKey.findMany({
    where: { workspaceId: ctx.workspaceId, id: { in: [...new Set(found.map(({ keyId }) => keyId))] } },
    select: { id: true, name: true, display: true },
  });
  const keyOf = new Map(keys.map((key) => [key.id, key]));
  return {
    items: found.map((row) => ({ ...row, key: keyOf.get(row.keyId) ?? null })),
    next: matches.length > limit ? shown.at(-1)! : lastCompared,
  };
}

/** The statuses of `4xx` or `409`. */
function statusRange(text: string): [number, number] {
  const first = Number(text.replace('xx', '00'));
  return [first, text.endsWith('xx') ? first + 99 : first];
}
