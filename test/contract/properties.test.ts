/**
 * The running service driven from its own OpenAPI document: requests that fit get documented answers only, requests with one
 * fault get 422 that names the place, nothing gets a 500, and every answer is of the shape that the document promises.
 */
import { allOperations } from '@countersign/api/openapi/all';
import { openApiDocument } from '@countersign/api/openapi/document';
import { encodeId } from '@countersign/contract/ids';
import { duplicateDocument } from '@countersign/core/document/duplicate';
import type { FullDocument } from '@countersign/core/document/lock';
import { linkToken } from '@countersign/core/recipient/link';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Response } from 'supertest';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { finalizedDraft, sentCopy } from '../support/documents.ts';
import { type Person, person } from '../support/people.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { type Json, schemaValues } from './arbitrary.ts';

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
/** What each path parameter may be: things that exist. */
let things: Record<string, () => Promise<string>>;
beforeAll(async () => {
  api = await startTestApi({ edge: { mailEventsSecret: 'the shared secret of mail events' } });
  mine = await api.createTestWorkspace();
  owner = await person(api, mine, 'owner', 'test');
  await api.deps.db.user.update({ where: { id: owner.userId }, data: { operator: true } });
  const ctx = { ...mine.ctx('test'), storage: api.storage };
  const source = await finalizedDraft(ctx);
  const template = await createTemplate();
  const created = async (path: string, body: object) => (await mine.test.post(path, body)).body.id as string;
  let turn = 0;
  let webhook = '';
  let latest: FullDocument = source;
  // Every call gets things of its own, drafts and sent documents in turn: nothing that one call did spoils the next.
  const nextDocument = async () => {
    turn += 1;
    if (turn % 2 === 0) latest = await sentCopy(ctx, source);
    else latest = await duplicateDocument(ctx, encodeId('doc', source.id), {});
    return latest;
  };
  things = {
    doc_id: async () => encodeId('doc', (await nextDocument()).id),
    tpl_id: async () => (await mine.test.post(`/v1/templates/${template}/duplicate`)).body.id,
    folder_id: () => created('/v1/folders', { name: 'Leases' }),
    key_id: () => created('/v1/keys', { name: 'Spare', mode: 'test' }),
    user_id: async () => (await person(api, mine, 'member')).userId,
    name: async () => 'mail.send',
    user_code: async () =>
      (await api.anonymous.post('/v1/device/code', { client: 'countersign' })).body.user_code,
    invitation_id: async () => {
      turn += 1;
      const email = `invited-${turn}@example.test`;
      return (await owner.post('/v1/console/invitations', { email })).body.id;
    },
    recipient_id: async () => latest.recipients[0]!.id,
    bulk_send_id: async () => {
      turn += 1;
      const rows = [{ recipients: [{ name: 'Tenant', email: 'tenant@example.test' }] }, { recipients: [] }];
      // One that can be dispatched and one that has a bad row, in turn.
      return created('/v1/bulk-sends', { template_id: template, rows: rows.slice(0, 1 + (turn % 2)) });
    },
    webhook_id: async () => {
      if (webhook) await mine.test.delete(`/v1/webhooks/${webhook}`);
      webhook = await created('/v1/webhooks', { url: 'https://203.0.113.9/hook' });
      return webhook;
    },
    delivery_id: async () => String((await mine.test.post(`/v1/webhooks/${webhook}/ping`)).body.id),
    token: async () => linkToken(api.deps.secrets, (await sentCopy(ctx, source)).recipients[0]!),
  };
});

async function createTemplate(): Promise<string> {
  const answer = await mine.test.post('/v1/templates', {
    name: 'Lease',
    pdf_base64: Buffer.from(await samplePdf()).toString('base64'),
    recipients: [{ name: 'Tenant', email: 'tenant@example.test' }],
    fields: [
      { type: 'text', name: 'rent', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, recipient_index: 0 },
      { type: 'signature', page: 1, x: 0.1, y: 0.3, w: 0.3, h: 0.05, recipient_index: 0 },
    ],
  });
  return answer.body.id;
}

async function pathOf(template: string): Promise<string> {
  let path = template;
  for (const [whole, name = ''] of template.matchAll(/\{([a-z_]+)\}/g)) {
    const thing = things[name];
    if (!thing) throw new Error(`tell the property tests what {${name}} of ${template} may be`);
    path = path.replace(whole, await thing());
  }
  return path;
}

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

describe('requests that fit the document get answers that it has', () => {
  test.each(driven.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s',
    async (_name, described) => {
      const body = bodySchema(described.operation);
      const query = querySchema(described.operation);
      await fc.assert(
        fc.asyncProperty(
          body ? values.fitting(body) : fc.constant(undefined),
          query ? values.fitting(query) : fc.constant({}),
          async (sentBody, sentQuery) => {
            const path = await pathOf(described.path);
            expectDocumented(described, await call(described, path, sentBody, written(sentQuery)));
          },
        ),
        { numRuns: body || query ? runs : 2, seed, endOnFailure: true },
      );
    },
  );
});

describe('a body with one fault is 422 and names the place', () => {
  test.each(withBody.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s',
    async (_name, described) => {
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
    },
  );
});

describe('bodies of any JSON are answered as the document says', () => {
  test.each(withBody.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s',
    async (_name, described) => {
      await fc.assert(
        fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => {
          const path = await pathOf(described.path);
          expectDocumented(described, await call(described, path, value));
        }),
        { numRuns: runs, seed, endOnFailure: true },
      );
    },
  );
});
