/** The description of an operation. The OpenAPI document, the known paths and the 405 responses are generated from these. */
import type { Role } from '@countersign/contract/roles';
import type { ProblemSlug } from '@countersign/problem/catalogue';
import type * as z from 'zod';

export interface Answer {
  description: string;
  schema?: z.ZodType;
  /** `application/json` by default where there is a schema. */
  contentType?: string;
  /** Further content types of a file. */
  alternatives?: readonly string[];
  headers?: Record<string, string>;
}

export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: `/${string}`;
  operationId: string;
  /** The least role that a person needs; `manager` if it is missing. Its verb checks the same role: see test/http/roles.test.ts. */
  role?: Role;
  tag:
    | 'documents'
    | 'templates'
    | 'bulk-sends'
    | 'folders'
    | 'keys'
    | 'webhooks'
    | 'account'
    | 'console'
    | 'device'
    | 'signing'
    | 'test'
    | 'verify'
    | 'platform';
  summary: string;
  description?: string;
  /** Descriptions of path parameters, by name. */
  parameters?: Record<string, string>;
  query?: z.ZodObject;
  body?: {
    schema?: z.ZodType;
    contentType?: string;
    required?: boolean;
    /** Further content types, whose body is a file. */
    alternatives?: string[];
    /** The schema can also be sent as a form (application/x-www-form-urlencoded). */
    form?: true;
    /** The schema can also be sent as the part `document` of a form with files as parts `file`. */
    parts?: true;
    /** The file can also be sent as a part `file` of a form, with others. */
    files?: true;
    /** The body can also be a form with these files. The first one is required. */
    fileParts?: Record<string, { description: string; types: readonly string[] }>;
  };
  answers: Record<number, Answer>;
  /** Problems in addition to those of all operations of its kind. */
  problems?: readonly ProblemSlug[];
  /**
   * The credential. `key`, the default: an API key, or a session with the header X-Workspace. `session`: only a session. `link`: the token in
   * the path. `mail-events`: the shared secret.
   */
  security?: 'key' | 'session' | 'link' | 'mail-events' | 'none';
}

/** All content types that the body of an operation can have, the usual one first. */
export function mediaTypesOf({ body = {} }: Pick<Operation, 'body'>): string[] {
  return [
    body.contentType ?? 'application/json',
    ...(body.form ? ['application/x-www-form-urlencoded'] : []),
    ...(body.alternatives ?? []),
    ...(body.parts || body.files || body.fileParts ? ['multipart/form-data'] : []),
  ];
}

/** The least role that the operation needs. A new operation is closed to members until it names their role. */
export function leastRole({ role = 'manager' }: Pick<Operation, 'role'>): Role {
  return role;
}

/** The header of lists that are read page by page. */
export const nextPage = {
  Link: 'Only when more items follow: `<address of the next page>; rel="next"` (RFC 8288). It uses `starting_after`.',
};

/** The answer of a table. */
export const csvAnswer = (description: string): Answer => ({
  description,
  contentType: 'text/csv',
  headers: { 'Content-Disposition': 'With a file name' },
});

/** The answers of an evidence archive. */
export const evidenceAnswers: Record<number, Answer> = {
  200: {
    description: 'The archive',
    contentType: 'application/x-tar',
    headers: {
      ETag: 'Changes with any byte of the archive',
      'Content-Location': 'The address of this archive, with its `as_of`',
      'Content-Disposition': 'With a file name',
    },
  },
  206: { description: 'The requested range', contentType: 'application/x-tar' },
  304: { description: 'The caller already has this archive' },
};

/** What every evidence archive contains, and how its download continues. */
export const evidenceText =
  'The archive (tar) has for each sealed document `sealed/<title> (<id>).pdf` and `trails/<id>.json`, its audit trail up to the seal, and at the end `SHA256SUMS` for `sha256sum --check`. For an erased document it has what is left: the trail, and the PDF if it was kept. It is generated while it is sent, so there is no `Content-Length`; `HEAD` has it. To continue an interrupted download, request the address in `Content-Location` with `Range: bytes=<count>-` and the ETag in `If-Range`. If a document of the archive was erased meanwhile, the response is the whole new archive.';
