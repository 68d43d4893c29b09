/** GET /v1/documents: filtered, searched and sorted (docs/spec/decisions.md, section 1). */
import { normalizeEmail, onePage } from '@countersign/contract/common';
import type { DocumentListQuery, DocumentSort } from '@countersign/contract/document';
import { MAX_COUNTED_MATCHES } from '@countersign/contract/enumerations';
import { constants, joined, planByValues, type SqlPart, sqlOf, sqlPart } from '@countersign/db/sql';
import { invalid } from '@countersign/problem/problem-error';
import { visibleTo } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { countDocuments } from './count.ts';
import { documentUuid } from './lock.ts';
import { type FullDocument, type FullRow, fullColumns, fullDocument } from './rows.ts';
import { atItsClock, isUnderway, underwayStatuses } from './status.ts';
import { overdue, overdueBy, reportedAs } from './status-part.ts';

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
const literal = (text: string): string => `%${escaped(text)}%`;

/** One or two letters or digits of a script that separates words. The trigram index finds them only where a word begins. */
const shortWord = /^(?=[\p{L}\p{N}]{1,2}$)[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]+$/u;

/**
 * Documents with the words in their search text. A short word is found only at the beginning of a word. Uses the trigram index
 * document_search_text, except for other words of fewer than three characters: these read all search texts of the workspace.
 */
function containing(ctx: Ctx, words: string, { onlyInTitle = false } = {}): SqlPart {
  const isShort = shortWord.test(words);
  const patterns = isShort ? [`${words}%`, `% ${words}%`, `%\n${words}%`] : [literal(words)];
  const matches = joined(
    patterns.map((pattern) => sqlPart`s.text LIKE lower(${pattern}::text)`),
    ' OR ',
  );
  // The text begins with the title. With a second LIKE, PostgreSQL would expect hardly any match, and would read them all for one page.
  const inTitle = onlyInTitle
    ? sqlPart` AND strpos(' ' || s.title, lower(${isShort ? ` ${words}` : words}::text)) > 0`
    : sqlPart``;
  return sqlPart`document.id IN (
    SELECT s.document_id FROM document_search s WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND (${matches})${inTitle})`;
}

/** What a list can be filtered by. */
export type DocumentFilters = Omit<DocumentListQuery, 'limit' | 'offset' | 'starting_after' | 'sort'>;

/** By the partial index document_delivery_problem. */
const hasBounced = (ctx: Ctx): SqlPart =>
  sqlPart`status IN ${constants(underwayStatuses)} AND delivery_problem AND ${overdue(ctx.now())} IS NOT TRUE`;

/** The condition on the table `document` for the documents that the caller may see. */
function callersDocuments(ctx: Ctx): SqlPart {
  const { visibility } = visibleTo(ctx);
  const own = sqlPart`document.workspace_id = ${ctx.workspaceId}::uuid AND mode = ${ctx.mode}::mode`;
  return visibility ? sqlPart`${own} AND visibility = ${visibility}::visibility` : own;
}

/** The conditions on the table `document` for the caller's documents that match the filters. */
export function listConditions(ctx: Ctx, query: DocumentFilters): SqlPart {
  const { status = [], folder_id: folder, q, search, recipient, bulk_send_id: bulkSend } = query;
  const { delivery_problem: bounced } = query;
  const { created_after: after, created_before: before, external_id: externalId } = query;
  const parts = [
    callersDocuments(ctx),
    sqlPart`removed_at IS NULL`,
    status.length > 0 &&
      sqlPart`(${joined(
        status.map((one) => reportedAs(one, ctx.now())),
        ' OR ',
      )})`,
    folder && (folder === 'root' ? sqlPart`folder_id IS NULL` : sqlPart`folder_id = ${folder}::uuid`),
    bulkSend &&
      (bulkSend === 'none' ? sqlPart`bulk_send_id IS NULL` : sqlPart`bulk_send_id = ${bulkSend}::uuid`),
    bounced !== undefined && (bounced ? hasBounced(ctx) : sqlPart`NOT (${hasBounced(ctx)})`),
    q && containing(ctx, q, { onlyInTitle: true }),
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
  /** The id of the document, from the table whose index has the order. */
  id: SqlPart;
}

const documents = sqlPart`document`;
const id = sqlPart`document.id`;
const titledId = sqlPart`s.document_id`;
const withTitles = sqlPart`document_search s JOIN document ON document.id = s.document_id`;

/** Each order is read from an index: document_listed, that on titles, or document_by_expiry. */
const orders: Record<DocumentSort, Order> = {
  '-created_at': { key: null, isDescending: true, from: documents, id },
  created_at: { key: null, isDescending: false, from: documents, id },
  title: { key: sqlPart`s.title`, isDescending: false, from: withTitles, id: titledId },
  '-title': { key: sqlPart`s.title`, isDescending: true, from: withTitles, id: titledId },
  expires_at: { key: sqlPart`expires_at`, isDescending: false, from: documents, id },
  '-expires_at': { key: sqlPart`expires_at`, isDescending: true, from: documents, id },
};

/** The order of a list. Documents created in a period are read from the index document_created, whose order is the same. */
function orderOf({
  sort = '-created_at',
  created_after: from,
  created_before: to,
}: DocumentListQuery): Order {
  const order = orders[sort];
  return order.key || !(from || to) ? order : { ...order, key: sqlPart`created_at` };
}

/**
 * The condition for documents that come after this one in the order; none do if the caller may not see it. Otherwise a page would show
 * how its title or expiry compares with others.
 */
function following(ctx: Ctx, { key, isDescending, from, id: own }: Order, after: string): SqlPart {
  const than = isDescending ? sqlPart`<` : sqlPart`>`;
  if (!key) return sqlPart`${own} ${than} ${after}::uuid`;
  return sqlPart`(${key}, ${own}) ${than} (
    SELECT ${key}, ${own} FROM ${from} WHERE ${own} = ${after}::uuid AND ${callersDocuments(ctx)})`;
}

/** The statement for the ids of a page and of one document more. Reads the index of the order until the page is full. */
function selectPage(ctx: Ctx, query: DocumentListQuery, where: SqlPart): SqlPart {
  const { limit, offset, starting_after: publicId } = query;
  const order = orderOf(query);
  const after = publicId === undefined ? null : documentUuid(publicId);
  if (order === orders.expires_at || order === orders['-expires_at'])
    return selectPageByExpiry(ctx, query, where, after);
  if (order.key === null && query.status?.length && !isFiltered(query))
    return selectPageOfStatuses(ctx, query, after);
  const conditions = [
    ...(order.from === withTitles ? [sqlPart`s.workspace_id = ${ctx.workspaceId}::uuid`] : []),
    where,
    ...(after === null ? [] : [following(ctx, order, after)]),
  ];
  return sqlPart`SELECT document.id FROM ${order.from} WHERE ${joined(conditions, ' AND ')}
    ORDER BY ${sortingBy(order)} OFFSET ${offset} LIMIT ${limit + 1}`;
}

function sortingBy({ key, isDescending, id: own }: Order): SqlPart {
  const direction = isDescending ? sqlPart`DESC` : sqlPart`ASC`;
  return key ? sqlPart`${key} ${direction}, ${own} ${direction}` : sqlPart`${own} ${direction}`;
}

/**
 * Documents with some statuses in the order of creation. Each status is read from its index, and the overdue documents as the sweep reads
 * them: with one condition for all of them, every newer document would be read first.
 */
function selectPageOfStatuses(ctx: Ctx, query: DocumentListQuery, after: string | null): SqlPart {
  const { limit, offset, status = [] } = query;
  const order = orderOf(query);
  const sorting = sortingBy({ ...order, id: sqlPart`id` });
  // One moment for all parts: a document that expires now must be in exactly one of them.
  const now = ctx.now();
  const own = joined(
    [callersDocuments(ctx), ...(after === null ? [] : [following(ctx, order, after)])],
    ' AND ',
  );
  const most = sqlPart`ORDER BY ${sorting} LIMIT ${offset + limit + 1}`;
  const inStatus = (condition: SqlPart) =>
    sqlPart`(SELECT id FROM document WHERE ${own} AND removed_at IS NULL AND ${condition} ${most})`;
  const parts = [...new Set(status)].flatMap((one) =>
    one === 'expired'
      ? [
          inStatus(sqlPart`status = 'expired'`),
          sqlPart`(WITH overdue AS MATERIALIZED (${overdueBy(now)}) SELECT id FROM overdue AS document WHERE ${own} ${most})`,
        ]
      : [inStatus(reportedAs(one, now))],
  );
  return sqlPart`SELECT id FROM (${joined(parts, ' UNION ALL ')}) AS found ORDER BY ${sorting} OFFSET ${offset} LIMIT ${limit + 1}`;
}

/**
 * Documents without an expiry come last in both directions, so they are read separately, and only if the others do not fill the page. Both
 * parts use document_by_expiry, except for open documents: there, many that ended long ago come first. Of these, the documents with an
 * expiry are read from the present on, and those without in the order of their ids, which the index on statuses has for a single one.
 */
function selectPageByExpiry(
  ctx: Ctx,
  query: DocumentListQuery,
  where: SqlPart,
  after: string | null,
): SqlPart {
  const { limit, offset, status = [] } = query;
  const order = orderOf(query);
  const most = offset + limit + 1;
  const sorting = sortingBy(order);
  const [direction, than, first] = order.isDescending
    ? [sqlPart`DESC`, sqlPart`<`, greatestId]
    : [sqlPart`ASC`, sqlPart`>`, nil];
  const later = after === null ? sqlPart`true` : following(ctx, order, after);
  // After a document with an expiry, all documents without one follow.
  const laterWithout =
    after === null
      ? sqlPart`true`
      : sqlPart`document.id ${than} (SELECT CASE WHEN expires_at IS NULL THEN id ELSE ${first}::uuid END
          FROM document WHERE id = ${after}::uuid AND ${callersDocuments(ctx)})`;
  const areOpen = status.length > 0 && status.every(isUnderway);
  const withExpiry = areOpen
    ? sqlPart`expires_at > ${ctx.now()}::timestamptz`
    : sqlPart`expires_at IS NOT NULL`;
  return sqlPart`WITH expiring AS MATERIALIZED (
      SELECT id, expires_at FROM document WHERE ${where} AND ${withExpiry} AND ${later} ORDER BY ${sorting} LIMIT ${most}
    ), others AS MATERIALIZED (
      SELECT id, expires_at FROM document WHERE (SELECT count(*) FROM expiring) < ${most}::int AND ${where} AND expires_at IS NULL
        AND ${laterWithout} ORDER BY ${areOpen ? sqlPart`id ${direction}` : sorting} LIMIT ${most}
    )
    SELECT id FROM (SELECT * FROM expiring UNION ALL SELECT * FROM others) AS found
    ORDER BY expires_at ${direction} NULLS LAST, id ${direction} OFFSET ${offset} LIMIT ${limit + 1}`;
}

const nil = '00000000-0000-0000-0000-000000000000';
const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** How much of a page is read into memory at once, in bytes of its recipients and fields as text. One document can be larger. */
const groupBytes = 1024 * 1024;

/** A page of a list. */
export interface DocumentPage {
  /** The ids (UUID) of its documents in order, in groups that can be read at once. */
  groups: string[][];
  total: number;
  hasMore: boolean;
}

/**
 * One page of the caller's documents. Statuses are the reported ones. In the order of creation, without a filter by status, the ids are read
 * from the index document_listed alone; only the rows of the page are read from the table. See countMatches for `total`. Throws validation when
 * `starting_after` is not a document of the caller.
 */
export async function findDocuments(ctx: Ctx, query: DocumentListQuery): Promise<DocumentPage> {
  const { limit } = query;
  const where = listConditions(ctx, query);
  const [found, total] = await Promise.all([
    ctx.db.$queryRaw<
      Array<{ id: string; bytes: number }>
    >`${isFiltered(query) ? planByValues : sqlPart``}SELECT id, (SELECT coalesce(sum(octet_length(r::text)), 0) FROM recipient r WHERE r.document_id = found.id)::float8
        + (SELECT coalesce(sum(octet_length(f::text)), 0) FROM field f WHERE f.document_id = found.id)::float8 AS bytes
      FROM unnest(ARRAY(${selectPage(ctx, query, where)})) WITH ORDINALITY AS found (id, position) ORDER BY position`,
    countMatches(ctx, query, where),
  ]);
  if (query.starting_after !== undefined && found.length === 0) await guardStart(ctx, query.starting_after);
  const page = onePage(found, limit);
  const groups: string[][] = [];
  let room = 0;
  for (const { id, bytes } of page.items) {
    if (groups.length === 0 || bytes > room) {
      groups.push([]);
      room = groupBytes;
    }
    groups.at(-1)!.push(id);
    room -= bytes;
  }
  return { groups, total, hasMore: page.hasMore };
}

/** The caller's documents among these, in this order, with their parts. */
export async function readDocuments(ctx: Ctx, ids: readonly string[]): Promise<FullDocument[]> {
  const rows = await sqlOf(ctx.db).$queryRaw<FullRow[]>`
    SELECT ${fullColumns} FROM document d WHERE d.id IN (
      SELECT id FROM document WHERE id = ANY (${ids}::uuid[]) AND removed_at IS NULL AND ${callersDocuments(ctx)})`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [atItsClock(fullDocument(row), ctx.now)] : [];
  });
}

async function guardStart(ctx: Ctx, publicId: string): Promise<void> {
  const known = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM document WHERE id = ${documentUuid(publicId)}::uuid AND ${callersDocuments(ctx)}`;
  if (known.length === 0)
    throw invalid(['query', 'starting_after'], 'Value error, no such document', { input: publicId });
}

/**
 * The number of documents that match: from the stored counts if at most the status is filtered. Otherwise they are counted one by one, up
 * to MAX_COUNTED_MATCHES.
 */
async function countMatches(ctx: Ctx, query: DocumentListQuery, where: SqlPart): Promise<number> {
  if (!isFiltered(query)) return countDocuments(ctx, query.status ?? []);
  const [count] = await ctx.db.$queryRaw<Array<{ total: number }>>`
    ${planByValues}SELECT count(*)::int AS total FROM (SELECT FROM document WHERE ${where} LIMIT ${MAX_COUNTED_MATCHES}) AS matching`;
  return count?.total ?? 0;
}

/** Whether anything but the status is filtered. */
function isFiltered(query: DocumentListQuery): boolean {
  const { status: _, sort: __, limit: ___, offset: ____, starting_after: _____, ...filters } = query;
  const { external_id: externalId, ...others } = filters;
  // An empty word is no filter. No document has an empty external_id.
  return (
    externalId !== undefined || Object.values(others).some((filter) => filter !== undefined && filter !== '')
  );
}
