/**
 * Objects of another workspace or mode do not exist for a caller: every operation of the OpenAPI document with an id responds 404,
 * never 403 (docs/spec/decisions.md, section 1).
 */
import { allOperations } from '@countersign/api/openapi/all';
import { openApiDocument } from '@countersign/api/openapi/document';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { type Person, person } from '../support/people.ts';
import { expectProblem } from '../support/problem.ts';
import type { Json } from './arbitrary.ts';
import { makeThings, type Things } from './things.ts';

const address = 'https://sign.example.com';
const document = openApiDocument(allOperations, { publicUrl: address, docsUrl: address }) as Json;

/** Objects that belong to a workspace or a person, and those that also belong to a mode. */
const owned = /\{(doc_id|tpl_id|folder_id|key_id|bulk_send_id|webhook_id|user_id|invitation_id|passkey_id)\}/;
const ofMode = /\{(doc_id|bulk_send_id)\}/;

interface Named {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  operation: Json;
}
const operations: Named[] = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({
    method: method as Named['method'],
    path,
    operation,
  })),
);
const naming = operations.filter(({ path }) => owned.test(path));
const withKey = ({ operation }: Named) => operation.security.some((one: Json) => one.key);

let api: TestApi;
let mine: TestWorkspace;
let others: TestWorkspace;
let stranger: Person;
let pathOf: Things['pathOf'];
beforeAll(async () => {
  api = await startTestApi();
  [mine, others] = [await api.createTestWorkspace(), await api.createTestWorkspace()];
  stranger = await person(api, others, 'owner', 'test');
  ({ pathOf } = await makeThings(api, mine, await person(api, mine, 'owner', 'test')));
});

/** A request that would be valid if the object belonged to the caller. */
async function call({ method, path, operation }: Named, client: Client) {
  const request = client[method](await pathOf(path));
  const [type, content] = Object.entries<Json>(operation.requestBody?.content ?? {})[0] ?? [];
  if (!type) return request;
  if (type === 'application/pdf') return request.set('Content-Type', type).send('%PDF-1.7');
  const name = content.schema.$ref?.split('/').at(-1);
  const body = name ? document.components.schemas[name].examples[0] : [];
  return request.send(body);
}

describe('objects of another workspace do not exist', () => {
  test.each(naming.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', async (_name, one) => {
    // Operations for owners are refused to keys by their role, whatever the id.
    if (withKey(one) && !one.path.startsWith('/v1/console/')) {
      expectProblem(await call(one, others.test), 'not-found');
      if (!one.path.startsWith('/v1/test/')) expectProblem(await call(one, others.live), 'not-found');
    }
    expectProblem(await call(one, stranger), 'not-found');
  });

  test('the list is not empty and covers every kind of object', () => {
    const kinds = new Set(naming.map(({ path }) => owned.exec(path)![1]));
    expect(kinds.size).toBe(9);
  });
});

describe('objects of the other mode do not exist', () => {
  const modal = naming.filter((one) => ofMode.test(one.path) && withKey(one));
  test.each(modal.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', async (_name, one) => {
    expectProblem(await call(one, mine.live), 'not-found');
  });
});

describe('lists contain only objects of the caller', () => {
  const lists = operations.filter(
    (one) => one.method === 'get' && !one.path.includes('{') && withKey(one) && one.path.startsWith('/v1/'),
  );
  test.each(lists.map((one) => [one.path] as const))('%s', async (path) => {
    for (const name of ['{doc_id}', '{tpl_id}', '{folder_id}', '{key_id}', '{bulk_send_id}', '{webhook_id}'])
      await pathOf(name);
    const text = (await others.test.get(path)).text;
    for (const foreign of [mine.workspaceId, mine.teamId, 'Leases', 'Spare', '203.0.113.9'])
      expect(text).not.toContain(foreign);
  });
});
