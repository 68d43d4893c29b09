/** The request log: what the programs of a workspace called, and what the service answered (docs/decisions/034-request-log.md). */
import * as z from 'zod';
import { DateOrDateTime, DateTime, queryInteger } from './common.ts';
import { decodeId, isUuid } from './ids.ts';

const statusPattern = /^[1-5](?:xx|\d\d)$/;

export const RequestListQuery = z.object({
  limit: queryInteger(1, 200, 50).describe('Maximum number of items in the response'),
  starting_after: z
    .string()
    .max(100)
    .refine(isUuid, { error: 'Value error, not an id of this list' })
    .optional()
    .describe('`next_starting_after` of the previous page'),
  status: z
    .string()
    .toLowerCase()
    .regex(statusPattern)
    .optional()
    .describe('A class such as `4xx`, or one status such as `409`'),
  method: z
    .enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
    .optional()
    .describe('Only requests with this method'),
  path: z.string().max(300).optional().describe('Beginning of the path, such as `/v1/documents`'),
  key_id: z.uuid().optional().describe('Only requests with this API key: its UUID'),
  request_id: z.string().max(128).optional().describe('`X-Request-Id` of the response'),
  document_id: z
    .string()
    .max(100)
    .refine((text) => decodeId('doc', text) !== null, { error: 'Value error, not the id of a document' })
    .optional()
    .describe('Only requests about this document: `doc_…`'),
  created_after: DateOrDateTime.optional(),
  created_before: DateOrDateTime.optional(),
});
export type RequestListQuery = z.infer<typeof RequestListQuery>;

export const RequestOut = z
  .object({
    id: z.uuid().describe('Id of the entry'),
    request_id: z
      .string()
      .describe('`X-Request-Id` of the response. Unique unless the caller has sent the same one repeatedly'),
    created_at: DateTime,
    method: z.string(),
    route: z.string().describe('The path of this reference: `/v1/documents/{doc_id}`'),
    path: z.string().describe('The path that was called. Anything in it that is no id is replaced by `…`'),
    query: z
      .string()
      .nullable()
      .describe('The query string. Values that could name a person or hold a secret are replaced by `…`'),
    status: z.int().nullable().describe('Null if the caller disconnected before the response'),
    problem: z.string().nullable().describe('Type of the problem, as at `/errors`: `validation`'),
    duration_ms: z.int(),
    key: z.object({ id: z.uuid(), name: z.string(), display: z.string() }).nullable(),
    document_id: z.string().nullable(),
    has_idempotency_key: z.boolean(),
    is_replay: z.boolean().describe('Whether the response was that of an earlier request with the same key'),
    user_agent: z.string().nullable(),
  })
  .meta({ id: 'RequestOut' });
export type RequestOut = z.infer<typeof RequestOut>;

export const RequestPage = z
  .object({
    items: z.array(RequestOut),
    limit: z.int(),
    next_starting_after: z
      .uuid()
      .nullable()
      .describe(
        'Where the next page starts; null at the end. With filters, a page may have fewer items than `limit`, or none, although more follow',
      ),
  })
  .meta({ id: 'RequestPage' });
export type RequestPage = z.infer<typeof RequestPage>;
