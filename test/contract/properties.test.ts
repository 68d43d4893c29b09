/**
 * The running service driven from its own OpenAPI document: requests that fit get documented answers only, requests with one
 * fault get 422 that names the place, nothing gets a 500, and every answer is of the shape that the document promises.
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

/** The same requests in every run, so that what fails once fails again; another number explores others. */
const seed = 20_261_121;
const runs = 6;

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
/** Owner of the workspace and operator of the instance. */
let owner: Person;
let pathOf: Things['pathOf'];
beforeAll(async () => {
  api = await startTestApi({ edge: { mailEventsSecret: 'the shared secret of mail events' } });
  mine = await api.createTestWorkspace();
  owner = await person(api, mine, 'owner', 'test');
  await api.deps.db.user.update({ where: { id: owner.userId }, data: { operator: true } });
  ({ pathOf } = await makeThings(api, mine, owner));
});

/** Asserts that the answer is one that the document has for the operation, in status, media type and shape. */
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

/** What a person does needs a person; signing out needs one who can spare the session. */
async function clientOf({ operation }: Described): Promise<Client> {
  const [security] = operation.security;
  if (operation.operationId.startsWith('signOut')) return person(api, mine, 'member');
  if (security?.session || (security && operation.tags[0] === 'console')) return owner;
  return security?.key ? mine.test : api.anonymous;
}

async function call(described: Described, path: string, body: unknown, query: object = {}) {
  // Limits by address count what is not valid too; they have tests of their own.
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

/** Query members as a caller writes them. */
const written = (query: Json) =>
  Object.fromEntries(
    Object.entries<Json>(query ?? {})
      .filter(([, value]) => value !== null && typeof value !== 'object')
      .map(([name, value]) => [name, String(value)]),
  );

/** Streams answers or hangs on purpose: their own tests judge them. */
const elsewhere = new Set(['POST /verify', 'GET /v1/events']);
const driven = operations.filter(
  ({ method, path, operation }) =>
    !elsewhere.has(`${method.toUpperCase()} ${path}`) &&
    (operation.requestBody === undefined || bodySchema(operation)),
);
const withBody = driven.filter(({ operation }) => bodySchema(operation));

/** A test for each of the operations. */
const forEach = (some: Described[], check: (described: Described) => Promise<void>) =>
  test.each(some.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_name, described) =>
    check(described),
  );

/** Body and query of requests to the operation, of these values, the query as a caller writes it; and whether it has either. */
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

describe('requests that fit the document get answers that it has', () => {
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

describe('a body with one fault is 422 and names the place', () => {
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

describe('bodies of any JSON are answered as the document says', () => {
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

/** What breaks a statement, a header, a path, a template, a log or a page that a text is pasted into instead of passed to. */
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

describe('texts that are commands elsewhere are texts here: in every member, every query parameter and every id', () => {
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

  test('and nothing was done by them: the tables are there, and no other document is listed', async () => {
    expect(await api.deps.db.document.count({ where: { workspaceId: mine.workspaceId } })).toBeGreaterThan(0);
    for (const text of hostileTexts) {
      const { body } = await mine.test.get('/v1/documents').query({ q: text, limit: '200' });
      for (const { title } of body.items as Array<{ title: string }>)
        expect(title.toLowerCase()).toContain(text.trim().toLowerCase());
    }
  });
});
