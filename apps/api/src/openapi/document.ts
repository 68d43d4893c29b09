/** The OpenAPI 3.1 document, generated from the schemas that validate requests (docs/spec/decisions.md, section 1). */
import { MAX_FILES } from '@countersign/contract/document';
import { HTTPValidationError, Problem } from '@countersign/contract/problem';
import { fileTypes } from '@countersign/core/document/file-kind';
import { catalogue, type ProblemSlug } from '@countersign/problem/catalogue';
import { ProblemError } from '@countersign/problem/problem-error';
import { toProblemJson } from '@countersign/problem/to-problem-json';
import { describeDeliveries } from './deliveries.ts';
import type { Answer, Operation } from './operation.ts';
import { Components, type JsonSchema } from './schemas.ts';

const problemType = 'application/problem+json';

/** Describes all operations; `publicUrl` is the server that clients call. */
export function openApiDocument(
  operations: readonly Operation[],
  addresses: { publicUrl: string; docsUrl: string },
): JsonSchema {
  const components = new Components();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method] = describe(operation, components, addresses.docsUrl);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version: '1',
      description:
        'Electronic document signing. Errors are problem documents (RFC 9457): switch on `type`. Every POST made with an API key or a session takes an `Idempotency-Key`. Lists name the address of the next page in the header `Link`.',
    },
    servers: [{ url: addresses.publicUrl }],
    tags: tags.map(([name, description]) => ({ name, description })),
    externalDocs: { description: 'Every problem type', url: `${addresses.docsUrl}/errors` },
    paths,
    webhooks: describeDeliveries(components),
    components: {
      schemas: components.all(),
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `cs_live_…` or `cs_test_…`. A key sees documents of its own mode.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'countersign_session',
          description:
            'A person who is signed in to the console. On https the name is `__Host-countersign_session`. Operations that also accept an API key need the headers `X-Workspace: <slug>` and `X-Mode: live|test` (a GET can use the query parameters `workspace` and `mode` instead); other changes need `X-Workspace` with any value. Requests of other origins are refused.',
        },
        'mail-events': { type: 'http', scheme: 'bearer', description: 'The value of MAIL_EVENTS_SECRET.' },
      },
      headers: {
        'X-Request-Id': {
          description: "The caller's id if it has 1 to 128 safe characters, otherwise a new one",
          schema: { type: 'string' },
        },
        'RateLimit-Limit': {
          description: 'The burst: requests that the workspace can make at once',
          schema: { type: 'integer' },
        },
        'RateLimit-Remaining': { description: 'Requests left in the bucket', schema: { type: 'integer' } },
        'RateLimit-Reset': {
          description: 'Seconds until the bucket is full again',
          schema: { type: 'integer' },
        },
        'Idempotent-Replayed': {
          description:
            '`true` when this is the stored response to an earlier request with the same Idempotency-Key',
          schema: { type: 'string', const: 'true' },
        },
        'Retry-After': {
          description: 'Seconds to wait before the next attempt',
          schema: { type: 'integer' },
        },
        'WWW-Authenticate': { description: 'How to authenticate (RFC 9110)', schema: { type: 'string' } },
      },
    },
  };
}

const tags = [
  ['documents', 'Create, prepare, send and fetch documents'],
  ['templates', 'A PDF with placeholders and fields, from which documents are created'],
  ['bulk-sends', 'Many documents from one template, one per row'],
  ['folders', 'Folders, nested up to five deep'],
  ['keys', 'API keys'],
  ['webhooks', 'Signed deliveries of events, and the event feed'],
  ['account', 'The caller, and usage'],
  ['device', 'A command-line client requests a key, and a person approves it (RFC 8628)'],
  ['console', 'Sign-in, members, invitations, and further operations of the console'],
  ['signing', 'The operations of the signing page; the token of the link is the credential'],
  ['test', 'Helpers for tests of clients, with test keys only'],
  ['verify', 'Verify the seal of a PDF, without a key'],
  ['platform', 'Probes, metrics and mail events'],
] as const;

function describe(operation: Operation, components: Components, docsUrl: string): JsonSchema {
  const security = operation.security ?? 'key';
  const parameters = [
    ...pathParameters(operation),
    ...queryParameters(operation, components),
    ...(takesIdempotencyKey(operation) ? [idempotencyKey] : []),
  ];
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && { requestBody: requestBody(operation.body, components) }),
    responses: { ...answers(operation, components), ...problems(operation, components, docsUrl) },
    security: securityOf(security),
  };
}

function securityOf(security: NonNullable<Operation['security']>): JsonSchema[] {
  if (security === 'key') return [{ key: [] }, { session: [] }];
  return security === 'session' || security === 'mail-events' ? [{ [security]: [] }] : [];
}

/** Every POST made with an API key or a session. */
function takesIdempotencyKey({ method, security = 'key' }: Operation): boolean {
  return method === 'post' && (security === 'key' || security === 'session');
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function pathParameters({ path, parameters = {} }: Operation): JsonSchema[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: parameters[name] ?? name,
    schema: pathSchema(name),
  }));
}

/** Path parameters that are UUIDs; `tpl_id` may be one. */
const uuids = new Set([
  'bulk_send_id',
  'file_id',
  'folder_id',
  'invitation_id',
  'key_id',
  'recipient_id',
  'user_id',
  'webhook_id',
]);

function pathSchema(name: string): JsonSchema {
  if (name === 'delivery_id') return { type: 'integer', minimum: 1 };
  return { type: 'string', ...(uuids.has(name) && { format: 'uuid' }) };
}

function queryParameters({ query }: Operation, components: Components): JsonSchema[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...described } = components.use(schema as never, 'output');
    return {
      name,
      in: 'query',
      required: false,
      ...(typeof description === 'string' && { description }),
      schema: described,
    };
  });
}

function requestBody(body: NonNullable<Operation['body']>, components: Components): JsonSchema {
  const contentType = body.contentType ?? 'application/json';
  const file = { type: 'string', format: 'binary' };
  const files = { type: 'array', items: file, minItems: 1, maxItems: MAX_FILES };
  const schema = body.schema ? components.use(body.schema) : file;
  const alternatives = body.alternatives?.map((type) => [type, { schema: file }]) ?? [];
  return {
    required: body.required ?? true,
    content: {
      [contentType]: { schema },
      ...(body.form && { 'application/x-www-form-urlencoded': { schema } }),
      ...(body.parts && {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['document', 'file'],
            properties: { document: schema, file: files },
          },
          encoding: {
            document: { contentType: 'application/json' },
            file: { contentType: fileTypes.join(', ') },
          },
        },
      }),
      ...(body.files && {
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file: files } },
          encoding: { file: { contentType: fileTypes.join(', ') } },
        },
      }),
      ...(body.fileParts && { 'multipart/form-data': formOf(body.fileParts) }),
      ...Object.fromEntries(alternatives),
    },
  };
}

/** A form whose parts are files, the first of them required. */
function formOf(parts: NonNullable<NonNullable<Operation['body']>['fileParts']>): JsonSchema {
  const all = Object.entries(parts);
  const properties = all.map(([name, { description }]) => [
    name,
    { type: 'string', format: 'binary', description },
  ]);
  return {
    schema: { type: 'object', required: [all[0]![0]], properties: Object.fromEntries(properties) },
    encoding: Object.fromEntries(all.map(([name, { types }]) => [name, { contentType: types.join(', ') }])),
  };
}

function answers(operation: Operation, components: Components): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, answer]) => [
      status,
      answerOf(answer, operation, components),
    ]),
  );
}

const reference = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });

function commonHeaders(operation: Operation): JsonSchema {
  const { security = 'key' } = operation;
  return {
    ...reference('X-Request-Id'),
    ...((security === 'key' || security === 'link') && {
      ...reference('RateLimit-Limit'),
      ...reference('RateLimit-Remaining'),
      ...reference('RateLimit-Reset'),
    }),
    ...(takesIdempotencyKey(operation) && reference('Idempotent-Replayed')),
  };
}

function answerOf(answer: Answer, operation: Operation, components: Components): JsonSchema {
  const contentType = answer.contentType ?? (answer.schema ? 'application/json' : null);
  const types = [...(contentType ? [contentType] : []), ...(answer.alternatives ?? [])];
  const binary =
    contentType === 'application/pdf' || answer.alternatives ? { type: 'string', format: 'binary' } : {};
  const schema = answer.schema ? components.use(answer.schema) : binary;
  return {
    description: answer.description,
    headers: {
      ...commonHeaders(operation),
      ...Object.fromEntries(
        Object.entries(answer.headers ?? {}).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
    },
    ...(types.length > 0 && {
      content: Object.fromEntries(types.map((type) => [type, { schema }])),
    }),
  };
}

/** All problems of the operation: its own, and those of all operations with the same security and body. */
export function problemsOf(operation: Operation): ProblemSlug[] {
  const security = operation.security ?? 'key';
  const slugs = new Set<ProblemSlug>(operation.problems);
  if (security === 'key' || security === 'session')
    slugs.add('unauthenticated').add('forbidden').add('rate-limited');
  // For people, in workspaces that require it.
  if (security === 'key') slugs.add('single-sign-on-required');
  if (security === 'link') slugs.add('rate-limited');
  if (security === 'mail-events') slugs.add('unauthenticated');
  if (takesIdempotencyKey(operation))
    slugs.add('idempotency-in-progress').add('idempotency-key-reused').add('validation');
  if (operation.body)
    slugs.add('payload-too-large').add('unsupported-media-type').add('request-timeout').add('unavailable');
  if (operation.body?.schema || operation.query) slugs.add('validation');
  if (security !== 'none') slugs.add('internal').add('unavailable');
  return [...slugs];
}

function problems(operation: Operation, components: Components, docsUrl: string): Record<string, JsonSchema> {
  const byStatus = new Map<number, ProblemSlug[]>();
  for (const slug of problemsOf(operation)) {
    const { status } = catalogue[slug];
    byStatus.set(status, [...(byStatus.get(status) ?? []), slug]);
  }
  return Object.fromEntries(
    [...byStatus]
      .map(([code, slugs]) => [String(code), slugs] as const)
      .map(([status, slugs]) => [
        status,
        {
          description: slugs
            .map((slug) => `[\`/problems/${slug}\`](${docsUrl}/errors/${slug}): ${catalogue[slug].title}.`)
            .join('\n\n'),
          headers: {
            ...reference('X-Request-Id'),
            ...(status === '401' && reference('WWW-Authenticate')),
            ...((status === '429' || status === '503') && reference('Retry-After')),
          },
          content: {
            [problemType]: {
              schema: problemSchema(slugs, components),
              examples: Object.fromEntries(
                slugs.map((slug) => [slug, { value: problemExample(slug, operation.path, docsUrl) }]),
              ),
            },
          },
        },
      ]),
  );
}

function problemExample(slug: ProblemSlug, path: string, docsUrl: string): JsonSchema {
  const detail = slug === 'validation' ? [missingMember] : catalogue[slug].title;
  return toProblemJson(new ProblemError(slug, { detail }), { path, docsUrl });
}

const missingMember = { loc: ['body', 'name'], type: 'missing', msg: 'Field required', input: {} };

function problemSchema(slugs: readonly ProblemSlug[], components: Components): JsonSchema {
  const shapes = [
    ...(slugs.includes('validation') ? [components.use(HTTPValidationError)] : []),
    ...(slugs.some((slug) => slug !== 'validation') ? [components.use(Problem)] : []),
  ];
  return shapes.length === 1 ? shapes[0]! : { anyOf: shapes };
}
