/** Members of a workspace with sessions, for tests that send requests like the console, with a cookie. */
import type { Role } from '@countersign/contract/roles';
import { issueSignInLink } from '@countersign/core/user/sign-in-link';
import { addUser } from '@countersign/core/workspace/add-user';
import { inTransaction } from '@countersign/db/transaction';
import request, { type Test } from 'supertest';
import type { Client, TestApi, TestWorkspace } from './api.ts';

export interface Person extends Client {
  email: string;
  userId: string;
  /** `countersign_session=…` */
  cookie: string;
}

let counter = 0;

/** The secret part of a sign-in link for this address, as in the email. */
export async function linkFor(api: TestApi, email: string): Promise<string> {
  const { token } = await inTransaction(api.deps.db, ({ tx }) =>
    issueSignInLink(tx, { email, now: api.clock.now() }),
  );
  return token;
}

/** The session cookie of an answer, without its attributes. */
export function cookieOf(response: { headers: Record<string, unknown> }): string {
  const [line] = (response.headers['set-cookie'] ?? []) as string[];
  return line?.split(';', 1)[0] ?? '';
}

/** Signs in by a link and returns the cookie. */
export async function signIn(api: TestApi, email: string): Promise<string> {
  const token = await linkFor(api, email);
  return cookieOf(await api.anonymous.post('/v1/console/session', { token }));
}

/** Requests with the cookie and, if a workspace is given, with the headers of the console. */
export function browser(api: TestApi, cookie: string, workspace = '-', mode?: 'live' | 'test'): Client {
  const call = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: unknown): Test => {
    const test = request(api.url)[method](path).set('Cookie', cookie).set('X-Workspace', workspace);
    if (mode) test.set('X-Mode', mode);
    return body === undefined ? test : test.send(body as object);
  };
  return {
    get: (path) => call('get', path),
    post: (path, body) => call('post', path, body),
    put: (path, body) => call('put', path, body),
    patch: (path, body) => call('patch', path, body),
    delete: (path) => call('delete', path),
  };
}

/** A new person with this role in the workspace, signed in. */
export async function person(
  api: TestApi,
  workspace: TestWorkspace,
  role: Role,
  mode: 'live' | 'test' = 'live',
): Promise<Person> {
  counter += 1;
  const email = `${role}-${counter}@${workspace.slug}.test`;
  const { id } = await addUser(api.deps, { workspaceSlug: workspace.slug, email, role });
  const cookie = await signIn(api, email);
  return { email, userId: id, cookie, ...browser(api, cookie, workspace.slug, mode) };
}
