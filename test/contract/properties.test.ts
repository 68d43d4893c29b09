/**
 * Requests generated from the OpenAPI document: valid ones get only documented responses, ones with a single error get 422 with its
 * location, none gets 500, and every response has the documented shape.
 */
import { allOperations } from '@countersign/api/openapi/all';
import { openApiDocument } from '@countersign/api/openapi/document';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Response } from 'supertest';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { type Person, person } from '../support/people.ts';
import { passForBuckets } from '../support/rate-limit.ts';
import { type Json, schemaValues } from './arbitrary.ts';
import { makeThings, type Things } from './things.ts';

const address = 'https://sign.example.com';
const document = openApiDocument(allOperations, { publicUrl: address, docsUrl: address }) as Json;
const values = schemaValues(document.components.schemas);
const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

/** The seed: the same requests in every run, so that failures can be repeated. Another number generates other requests. */
const seed = 20_261_121;
const runs = 3;

interface Described {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  operation: Json;
}
const operations: Described[] = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({
    method: method as Described['method'],
    path,
    operation,
  })),
);

let api: TestApi;
let mine: TestWorkspace;
/** An owner of the workspace who is also an operator of the installation. */
let owner: Person;
let pathOf: Things['pathOf'];
beforeAll(async () => {
  api = await startTestApi({ edge: { mailEventsSecret: 'the shared secret of mail events' } });
  mine = await api.createTestWorkspace();
  owner = await person(api, mine, 'owner', 'test');
  await api.deps.db.user.update({ where: { id: owner.userId }, data: { operator: true } });
  ({ pathOf } = await makeThings(api, mine, owner));
});

/** Asserts that the document has this status, media type and shape for the operation. */
function expectDocumented({ path, method, operation }: Described, response: Response): void {
  const where = `${method} ${path}`;
  const pointer = `openapi#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}/responses/${response.status}`;
  const answer = operation.responses[response.status];
  expect({ where, status: response.status, body: response.body, documented: Boolean(answer) }).toMatchObject({
    documented: true,
  });
  const [type] = (response.headers['content-type'] ?? '').split(';');
  const types = Object.keys(answer.content ?? {});
  if (types.length === 0) expect({ where, body: response.text ?? '' }).toEqual({ where, body: '' });
  else expect({ where, types }).toEqual({ where, types: expect.arrayContaining([type]) });
  if (!type || !/json$/.test(type)) return;
  const validate = ajv.getSchema(
    `${pointer}/content/${type.replaceAll('/', '~1').replace('+', '%2B')}/schema`,
  );
  if (!validate) throw new Error(`no schema at ${pointer}`);
  const fits = validate(response.body);
  expect({ where, fits, errors: validate.errors, body: response.body }).toMatchObject({ fits: true });
}

/** Session operations need a person; signing out needs one whose session is not used elsewhere. */
async function clientOf({ operation }: Described): Promise<Client> {
  const [security] = operation.security;
  if (operation.operationId.startsWith('signOut')) return person(api, mine, 'member');
  if (security?.session || (security && operation.tags[0] === 'console')) return owner;
  return security?.key ? mine.test : api.anonymous;
}

async function call(described: Described, path: string, body: unknown, query: object = {}) {
  // Rate limits by address also count invalid requests. They have their own tests.
  await passForBuckets(api.deps, 3_600_000);
  const sent = (await clientOf(described))[described.method](path);
  if (described.operation.security[0]?.['mail-events'])
    sent.set('Authorization', 'Bearer the shared secret of mail events');
  sent.query(query);
  return body === undefined ? sent : sent.set('Content-Type', 'application/json').send(JSON.stringify(body));
}

const bodySchema = (operation: Json): Json => operation.requestBody?.content['application/json']?.schema;
const querySchema = (operation: Json): Json | null => {
  const parameters = (operation.parameters ?? []).filter((one: Json) => one.in === 'query');
  if (parameters.length === 0) return null;
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((one: Json) => [one.name, one.schema])),
  };
};

/** Query parameters as text. */
const written = (query: Json) =>
  Object.fromEntries(
    Object.entries<Json>(query ?? {})
      .filter(([, value]) => value !== null && typeof value !== 'object')
      .map(([name, value]) => [name, String(value)]),
  );

/** Operations that stream or wait; they have their own tests. */
const elsewhere = new Set(['POST /verify', 'GET /v1/events']);
const driven = operations.filter(
  ({ method, path, operation }) =>
    !elsewhere.has(`${method.toUpperCase()} ${path}`) &&
    (operation.requestBody === undefined || bodySchema(operation)),
);
const withBody = driven.filter(({ operation }) => bodySchema(operation));

/** Defines one test for each operation. */
const forEach = (some: Described[], check: (described: Described) => Promise<void>) =>
  test.each(some.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_name, described) =>
    check(described),
  );

/** Generates bodies and queries of the operation from these values, and whether it has either. */
function requestsTo({ operation }: Described, { fitting }: Pick<typeof values, 'fitting'>) {
  const body = bodySchema(operation);
  const query = querySchema(operation);
  return {
    varies: Boolean(body || query),
    sent: fc.record({
      body: body ? fitting(body) : fc.constant(undefined),
      query: query ? fitting(query).map(written) : fc.constant({}),
    }),
  };
}

describe('valid requests get documented responses', () => {
  forEach(driven, async (described) => {
    const { sent, varies } = requestsTo(described, values);
    await fc.assert(
      fc.asyncProperty(sent, async ({ body, query }) => {
        const path = await pathOf(described.path);
        expectDocumented(described, await call(described, path, body, query));
      }),
      { numRuns: varies ? runs : 2, seed, endOnFailure: true },
    );
  });
});

describe('a body with one error is 422 with its location', () => {
  forEach(withBody, async (described) => {
    const faulty = values.faults(bodySchema(described.operation));
    if (!faulty) throw new Error(`no fault can be made in the body of ${described.path}`);
    await fc.assert(
      fc.asyncProperty(faulty, async ({ value, loc }) => {
        const response = await call(described, await pathOf(described.path), value);
        expectDocumented(described, response);
        const told = response.body.detail?.map?.((one: Json) => one.loc.join('.')) ?? [];
        const wanted = ['body', ...loc].join('.');
        expect({
          status: response.status,
          body: response.body,
          value,
          found: told.includes(wanted),
          wanted,
        }).toMatchObject({
          status: 422,
          found: true,
        });
      }),
      { numRuns: runs * 2, seed, endOnFailure: true },
    );
  });
});

describe('bodies of arbitrary JSON get documented responses', () => {
  forEach(withBody, async (described) => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => {
        const path = await pathOf(described.path);
        expectDocumented(described, await call(described, path, value));
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  });
});

/** Texts that break a statement, header, path, template, log or page into which they are inserted without escaping. */
const hostileTexts = [
  `'`,
  `"); DROP TABLE document; --`,
  `' OR '1'='1`,
  `$1 \\ %_ /* ; */`,
  'a\r\nX-Injected: yes\r\nBcc: thief@example.test\r\n\r\n',
  '../../../../etc/passwd',
  '..\\\\..\\\\windows\\\\win.ini',
  `\${process.env.SECRET_KEY} {{constructor.constructor('return 1')()}} <%= 7 * 7 %>`,
  '<script>alert(1)</script>" onmouseover="alert(1)',
  '=HYPERLINK("https://thief.example.test","click")',
  '%00%0d%0aX-Injected:%20yes',
  '\u202egnp.exe\u2066\u0007\u001b[2J',
  '__proto__',
];
const hostile = schemaValues(document.components.schemas, hostileTexts);

describe('injected commands are plain text in every member, query parameter and id', () => {
  forEach(driven, async (described) => {
    const { sent } = requestsTo(described, hostile);
    await fc.assert(
      fc.asyncProperty(
        sent,
        fc.constantFrom(...hostileTexts),
        fc.boolean(),
        async ({ body, query }, text, inPath) => {
          const path =
            inPath && described.path.includes('{')
              ? described.path.replaceAll(/\{\w+\}/g, encodeURIComponent(text))
              : await pathOf(described.path);
          const response = await call(described, path, body, query);
          expectDocumented(described, response);
          expect(response.headers['x-injected']).toBeUndefined();
        },
      ),
      { numRuns: runs, seed, endOnFailure: true },
    );
  });

  test('none of them had an effect: all tables exist, and no other document is listed', async () => {
    expect(await api.deps.db.document.count({ where: { workspaceId: mine.workspaceId } })).toBeGreaterThan(0);
    for (const text of hostileTexts) {
      const { body } = await mine.test.get('/v1/documents').query({ q: text, limit: '200' });
      for (const { title } of body.items as Array<{ title: string }>)
        expect(title.toLowerCase()).toContain(text.trim().toLowerCase());
    }
  });
});
