/** Which session in which workspace a request names. */
import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import type { AppDeps } from '../deps.ts';
import { sessionInWorkspace } from './session.ts';

const deps = { settings: { publicUrl: 'http://countersign.test' } } as AppDeps;
const token = 't'.repeat(43);

/** The identity of a request with the session cookie. */
function identityOf(method: string, workspace: { header?: string; query?: unknown }): string | null {
  const headers: Record<string, string | undefined> = {
    cookie: `countersign_session=${token}`,
    'x-workspace': workspace.header,
  };
  const get = (name: string) => headers[name.toLowerCase()];
  const request = { method, headers, get, query: { workspace: workspace.query } };
  return sessionInWorkspace(deps, request as unknown as Request);
}

test('links of two workspaces are different, and equal requests with the header', () => {
  const [one, two] = ['one', 'two'].map((query) => identityOf('GET', { query }));
  expect(one).not.toBe(two);
  expect(one).toBe(identityOf('GET', { header: 'one' }));
  expect(identityOf('GET', { header: 'two', query: 'one' })).toBe(two);
});

test('a change names its workspace only in the header', () => {
  expect(identityOf('POST', { query: 'one' })).toBe(identityOf('POST', {}));
  expect(identityOf('GET', { query: ['one', 'two'] })).toBe(identityOf('GET', {}));
});
