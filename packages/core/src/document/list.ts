/** GET /v1/documents: filtered, searched and sorted (docs/spec/decisions.md, section 1). */
import { type Listed, normalizeEmail, onePage } from '@countersign/contract/common';
import type { DocumentListQuery, DocumentSort } from '@countersign/contract/document';
import { MAX_COUNTED_MATCHES } from '@countersign/contract/enumerations';
import { constants, joined, type SqlPart, sqlPart } from '@countersign/db/sql';
import { visibleTo } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { countDocuments } from './count.ts';
import { documentUuid, type FullDocument, withParts } from './lock.ts';
import { atItsClock, underwayStatuses } from './status.ts';
import { overdue, reportedAs } from './status-part.ts';

const literal = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Documents whose search text contains the words. Uses the trigram index document_search_text from three characters on. */
const containing = (ctx: Ctx, words: string): SqlPart => sqlPart`document.id IN (
  SELECT s.document_id FROM document_search s
  WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND s.text LIKE lower(${literal(words)}::text))`;

/** What a list can be filtered by. */
export type DocumentFilters = Omit<DocumentListQuery, 'limit' | 'offset' | 'starting_after' | 'sort'>;

/** The caller's documents that the filters find, as conditions on the table `document`. */
export function listConditions(ctx: Ctx, query: DocumentFilters): SqlPart {
  const { visibility } = visibleTo(ctx);
  const { status = [], folder_id: folder, q, search, recipient, bulk_send_id: bulkSend } = query;
  const { delivery_problem: bounced } = query;
  const { created_after: after, created_before: before, external_id: externalId } = query;
  const parts = [
    sqlPart`document.workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode AND removed_at IS NULL`,
    visibility && sqlPart`visibility = ${visibility}::visibility`,
    status.length > 0 &&
      sqlPart`(${joined(
        status.map((one) => reportedAs(one, ctx.now())),
        ' OR ',
      )})`,
    folder && (folder === 'root' ? sqlPart`folder_id IS NULL` : sqlPart`folder_id = ${folder}::uuid`),
    bulkSend &&
      (bulkSend === 'none' ? sqlPart`bulk_send_id IS NULL` : sqlPart`bulk_send_id = ${bulkSend}::uuid`),
    bounced !== undefined &&
      sqlPart`(status IN ${constants(underwayStatuses)} AND delivery_problem AND ${overdue(ctx.now())} IS NOT TRUE) = ${bounced}`,
    // The search text contains the title, so its index finds titles too.
    q && sqlPart`${containing(ctx, q)} AND document.title ILIKE ${literal(q)}`,
    search && containing(ctx, search),
    recipient &&
      sqlPart`EXISTS (SELECT FROM recipient r
        WHERE r.document_id = document.id AND r.email_normalized = ${normalizeEmail(recipient)})`,
    externalId !== undefined && sqlPart`external_id = ${externalId}`,
    after && sqlPart`created_at >= ${new Date(after)}::timestamptz`,
    before && sqlPart`created_at < ${new Date(before)}::timestamptz`,
  ];
  return joined(
    parts.filter((part) => typeof part === 'object'),
    ' AND ',
  );
}

interface Order {
  /** Sorted by this first, then by the id. Null for the id alone, which is the order of creation. */
  key: SqlPart | null;
  isDescending: boolean;
  from: SqlPart;
}

const documents = sqlPart`document`;
const withTitles = sqlPart`document_search s JOIN document ON document.id = s.document_id`;

/** Titles are read from their index; expiries are in the index document_listed. */
const orders: Record<DocumentSort, Order> = {
  '-created_at': { key: null, isDescending: true, from: documents },
  created_at: { key: null, isDescending: false, from: documents },
  title: { key: sqlPart`s.title`, isDescending: false, from: withTitles },
  '-title': { key: sqlPart`s.title`, isDescending: true, from: withTitles },
  expires_at: { key: sqlPart`COALESCE(expires_at, 'infinity')`, isDescending: false, from: documents },
  '-expires_at': { key: sqlPart`COALESCE(expires_at, '-infinity')`, isDescending: true, from: documents },
};

/** The condition for documents that come after this one in the order. */
function following({ key, isDescending, from }: Order, id: string): SqlPart {
  const than = isDescending ? sqlPart`<` : sqlPart`>`;
  if (!key) return sqlPart`document.id ${than} ${id}::uuid`;
  return sqlPart`(${key}, document.id) ${than} (SELECT ${key}, document.id FROM ${from} WHERE document.id = ${id}::uuid)`;
}

/**
 * One page of the caller's documents. Statuses are the reported ones. Without a search and in the order of creation or expiry, the ids
 * are read from the index document_listed alone; only the rows of the page are read from the table. See countMatches for `total`.
 */
export async function listDocuments(ctx: Ctx, query: DocumentListQuery): Promise<Listed<FullDocument>> {
  const { limit, offset, starting_after: after } = query;
  const order = orders[query.sort ?? '-created_at'];
  const scope =
    order.key && order.from === withTitles ? [sqlPart`s.workspace_id = ${ctx.workspaceId}::uuid`] : [];
  const where = listConditions(ctx, query);
  const onwards = joined(
    [...scope, where, ...(after ? [following(order, documentUuid(after))] : [])],
    ' AND ',
  );
  const direction = order.isDescending ? sqlPart`DESC` : sqlPart`ASC`;
  const sorting = joined(
    [...(order.key ? [order.key] : []), sqlPart`document.id`].map((key) => sqlPart`${key} ${direction}`),
    ', ',
  );
  const [found, total] = await Promise.all([
    ctx.db.$queryRaw<Array<{ id: string }>>`
      SELECT document.id FROM ${order.from} WHERE ${onwards} ORDER BY ${sorting} OFFSET ${offset} LIMIT ${limit + 1}`,
    countMatches(ctx, query, where),
  ]);
  const page = onePage(found, limit);
  const items = await ctx.db.document.findMany({
    where: {
      id: { in: page.items.map(({ id }) => id) },
      workspaceId: ctx.workspaceId,
      mode: ctx.mode,
      removedAt: null,
      ...visibleTo(ctx),
    },
    include: withParts,
    relationLoadStrategy: 'join',
  });
  const byId = new Map(items.map((document) => [document.id, document]));
  return {
    items: page.items.flatMap(({ id }) => {
      const document = byId.get(id);
      return document ? [atItsClock(document, ctx.now)] : [];
    }),
    total,
    hasMore: page.hasMore,
  };
}

/**
 * The number of documents that match: from the kept counts if at most the status is filtered. Otherwise they are counted one by one, up
 * to MAX_COUNTED_MATCHES.
 */
async function countMatches(ctx: Ctx, query: DocumentListQuery, where: SqlPart): Promise<number> {
  const { status = [], sort: _, limit: __, offset: ___, starting_after: ____, ...filters } = query;
  if (Object.values(filters).every((filter) => filter === undefined || filter === ''))
    return countDocuments(ctx, status);
  const [count] = await ctx.db.$queryRaw<Array<{ total: number }>>`
    SELECT count(*)::int AS total FROM (SELECT FROM document WHERE ${where} LIMIT ${MAX_COUNTED_MATCHES}) AS matching`;
  return count?.total ?? 0;
}
