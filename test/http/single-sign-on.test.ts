/** Single sign-on with a real identity provider: people, groups, roles, and workspaces that require it. */
import { workspaceCommands } from '@countersign/admin/commands/workspace';
import { readEnv } from '@countersign/config/env';
import { SessionOut, SignInMethodsOut, SingleSignOnSettingsOut } from '@countersign/contract/console';
import type { Role } from '@countersign/contract/roles';
import { sweepPeople } from '@countersign/core/user/sweep';
import { addUser } from '@countersign/core/workspace/add-user';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { testClock } from '../support/clock.ts';
import {
  type Account,
  type OidcServer,
  oidcClientSecret,
  passProvider,
  startOidcServer,
} from '../support/oidc.ts';
import { browser, cookieOf, type Person, person, signIn } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

const clock = testClock();
let oidc: OidcServer;
let api: TestApi;
beforeAll(async () => {
  oidc = await startOidcServer();
  api = await startTestApi({ clock, identityProvider: oidc.openFor });
});
afterAll(() => oidc.close());

const settingsPath = '/v1/console/workspace/single-sign-on';
let counter = 0;
const fresh = () => {
  counter += 1;
  return counter;
};
/** An address that nobody has yet. */
const freshEmail = () => `person-${fresh()}@example.test`;

/** Begins an attempt: the page of the provider, and the cookie of the browser. */
async function start(cookie = ''): Promise<{ url: string; cookie: string }> {
  const answer = await api.anonymous.post('/v1/console/single-sign-on').set('Cookie', cookie);
  expect(answer.status).toBe(200);
  return { url: answer.body.url, cookie: cookieOf(answer) };
}

const finish = (query: string, cookie: string) =>
  api.anonymous.post('/v1/console/single-sign-on/session', { query }).set('Cookie', cookie);

/** Signs in the whole way, with these claims. */
async function signInAs(sub: string, account: Account): Promise<Response> {
  oidc.accounts.set(sub, account);
  oidc.signsIn = sub;
  const { url, cookie } = await start();
  return finish(await passProvider(url), cookie);
}

/** The owner of the workspace, with groups that give these roles. */
async function withGroups(
  groups: Record<string, Role>,
): Promise<{ workspace: TestWorkspace; owner: Person }> {
  const workspace = await api.createTestWorkspace();
  const owner = await person(api, workspace, 'owner');
  const body = { required: false, groups: Object.entries(groups).map(([group, role]) => ({ group, role })) };
  expect((await owner.put(settingsPath, body)).status).toBe(200);
  return { workspace, owner };
}

/** Removes the person with whom the workspace was created, so that this owner is the only one. */
async function onlyOwner({ workspaceId }: TestWorkspace, { userId }: Person): Promise<void> {
  await api.deps.db.membership.deleteMany({
    where: { workspaceId, role: 'owner', userId: { not: userId } },
  });
}

/** Group names that no other test uses. */
const groupNames = () => ({ staff: `staff-${fresh()}`, leads: `leads-${fresh()}` });

const eventsOf = async (owner: Person, type: string) =>
  (await owner.get(`/v1/admin-events?type=${type}`)).body.items as Array<{
    actor: object;
    target: { id: string };
    details: object;
  }>;

describe('people', () => {
  test('are created at their first sign-in, with the highest role of their groups; the role follows the groups', async () => {
    const { staff, leads } = groupNames();
    const { workspace, owner } = await withGroups({ [staff]: 'member', [leads]: 'manager' });
    // The last owner is protected, and nobody else.
    await onlyOwner(workspace, owner);
    const email = freshEmail();
    const account = { email: email.toUpperCase(), email_verified: true, name: 'Ada Lovelace' };

    const first = await signInAs(email, { ...account, groups: [staff, leads, 'others'] });
    const session = SessionOut.parse(first.body);
    expect(session).toMatchObject({
      user: { email, name: 'Ada Lovelace', operator: false },
      workspaces: [{ slug: workspace.slug, role: 'manager', requires_single_sign_on: true }],
      signed_in_by: 'single_sign_on',
      expires_at: new Date(clock.now().getTime() + 86_400_000).toISOString(),
    });
    const userId = session.user.id;
    const me = browser(api, sessionCookie(first), workspace.slug);
    expect((await me.get('/v1/me')).body.user).toMatchObject({ email, role: 'manager' });
    const members = (await me.get('/v1/console/members')).body.items as Array<{ email: string }>;
    expect(members.find((one) => one.email === email)).toMatchObject({ role: 'manager', from_groups: true });
    expect(
      (await me.get('/v1/console/sign-ins')).body.map((one: { outcome: string }) => one.outcome),
    ).toEqual(['single_sign_on']);

    const second = await signInAs(email, { ...account, groups: [staff] });
    expect(second.body).toMatchObject({ user: { id: userId }, workspaces: [{ role: 'member' }] });
    // Groups decide, so an owner cannot.
    const patched = await owner.patch(`/v1/console/members/${userId}`, { role: 'owner' });
    expect(issuesOf(patched)).toEqual(['body.role value_error']);
    const third = await signInAs(email, { ...account, groups: [] });
    expect(third.body).toMatchObject({ user: { id: userId }, workspaces: [] });
    expectProblem(await me.get('/v1/me'), 'not-found');

    const actor = { type: 'system', id: 'single-sign-on' };
    const via = 'single_sign_on';
    for (const [type, details] of [
      ['member.joined', { role: 'manager', via }],
      ['member.role_changed', { before: 'manager', after: 'member', via }],
      ['member.removed', { role: 'member', via }],
    ] as const)
      expect((await eventsOf(owner, type))[0]).toMatchObject({ actor, target: { id: userId }, details });
  });

  test('get the highest role of their groups, in whatever order these were given to the workspace', async () => {
    for (const isHighestFirst of [false, true]) {
      const { staff, leads } = groupNames();
      await withGroups(
        isHighestFirst
          ? { [leads]: 'manager', [staff]: 'member' }
          : { [staff]: 'member', [leads]: 'manager' },
      );
      const email = freshEmail();
      const first = await signInAs(email, { email, email_verified: true, groups: [staff, leads] });
      expect(first.body.workspaces).toMatchObject([{ role: 'manager' }]);
    }
  });

  test('use a membership that groups gave only after single sign-on, until an operator takes it over', async () => {
    const { staff } = groupNames();
    const { workspace } = await withGroups({ [staff]: 'manager' });
    const email = freshEmail();
    await signInAs(email, { email, email_verified: true, groups: [staff] });
    // Somebody who has left the company can still have a passkey or an old mailbox.
    const mine = browser(api, await signIn(api, email), workspace.slug);
    expectProblem(await mine.get('/v1/documents'), 'single-sign-on-required');
    const device = (await api.anonymous.post('/v1/device/code', { client: 'countersign' })).body;
    const approval = await mine.post(`/v1/console/device/${device.user_code}/approve`, {
      workspace: workspace.slug,
    });
    expectProblem(approval, 'single-sign-on-required');
    const listed = async () => (await mine.get('/v1/console/session')).body.workspaces;
    expect(await listed()).toMatchObject([{ requires_single_sign_on: true }]);
    await addUser(api.deps, { workspaceSlug: workspace.slug, email, role: 'manager' });
    expect((await mine.get('/v1/documents')).status).toBe(200);
    expect(await listed()).toMatchObject([{ requires_single_sign_on: false }]);
  });

  test('keep a membership that a person or an operator gave', async () => {
    const { staff, leads } = groupNames();
    const { workspace, owner: boss } = await withGroups({ [staff]: 'member', [leads]: 'owner' });
    const email = freshEmail();
    await addUser(api.deps, { workspaceSlug: workspace.slug, email, role: 'manager' });
    const account = { email, email_verified: true };
    for (const groups of [[], [staff], [leads]])
      expect((await signInAs(email, { ...account, groups })).body.workspaces).toMatchObject([
        { role: 'manager' },
      ]);
    // An operator takes over a membership that groups gave.
    const other = freshEmail();
    await signInAs(other, { email: other, email_verified: true, groups: [staff] });
    await addUser(api.deps, { workspaceSlug: workspace.slug, email: other, role: 'owner' });
    const again = await signInAs(other, { email: other, email_verified: true, groups: [] });
    expect(again.body.workspaces).toMatchObject([{ role: 'owner' }]);
    // Also with the role that the groups gave.
    const third = freshEmail();
    await signInAs(third, { email: third, email_verified: true, groups: [staff] });
    await addUser(api.deps, { workspaceSlug: workspace.slug, email: third, role: 'member' });
    await addUser(api.deps, { workspaceSlug: workspace.slug, email: third, role: 'member' });
    const { id } = await api.deps.db.user.findUniqueOrThrow({ where: { email: third } });
    const changes = (await eventsOf(boss, 'member.role_changed')).filter((one) => one.target.id === id);
    expect(changes).toMatchObject([{ details: { before: 'member', after: 'member', from_groups: false } }]);
  });

  test('who accept an invitation keep the membership that groups gave, with the higher of both roles', async () => {
    const { staff } = groupNames();
    const { workspace, owner: boss } = await withGroups({ [staff]: 'manager' });
    const { workspaceId } = workspace;
    for (const [invited, role] of [
      ['owner', 'owner'],
      ['member', 'manager'],
    ] as const) {
      const email = freshEmail();
      expect((await boss.post('/v1/console/invitations', { email, role: invited })).status).toBe(201);
      const account = { email, email_verified: true };
      await signInAs(email, { ...account, groups: [staff] });
      const mail = await api.deps.db.mail.findFirstOrThrow({ where: { toAddress: email } });
      const token = api.deps.secrets.decrypt(mail.sealedCode!, `mail:${mail.id}`).toString();
      await api.anonymous.post(`/v1/console/invitations/by-token/${token}/accept`).expect(200);
      const user = await api.deps.db.user.findUniqueOrThrow({ where: { email } });
      const ids = { workspaceId, userId: user.id };
      const membership = await api.deps.db.membership.findUniqueOrThrow({
        where: { workspaceId_userId: ids },
      });
      expect(membership).toMatchObject({ role, fromGroups: false });
      const [event] = await eventsOf(boss, 'member.role_changed');
      const details = { before: 'manager', after: role, from_groups: false };
      expect(event).toMatchObject({ actor: { type: 'user', id: user.id }, target: { id: user.id }, details });
      const again = await signInAs(email, { ...account, groups: [] });
      expect(again.body.workspaces).toMatchObject([{ role }]);
    }
  });

  test('the last owner keeps the role, whatever the groups say', async () => {
    const { leads } = groupNames();
    const { workspace, owner } = await withGroups({ [leads]: 'owner' });
    await onlyOwner(workspace, owner);
    const email = freshEmail();
    const account = { email, email_verified: true };
    // With another owner, the groups decide; invitations that the person sent end with the membership.
    const before = await signInAs(email, { ...account, groups: [leads] });
    expect(before.body.user.name).toBe(email.split('@')[0]);
    const inviting = browser(api, sessionCookie(before), workspace.slug);
    await inviting.post('/v1/console/invitations', { email: freshEmail() }).expect(201);
    const gone = await signInAs(email, { ...account, groups: [] });
    expect(gone.body.workspaces).toEqual([]);
    expect((await owner.get('/v1/console/invitations')).body).toEqual([]);
    const first = await signInAs(email, { ...account, groups: [leads] });
    const me = browser(api, sessionCookie(first), workspace.slug);
    const { items } = (await me.get('/v1/console/members')).body as {
      items: Array<{ user_id: string; role: Role; email: string }>;
    };
    for (const other of items.filter((one) => one.role === 'owner' && one.email !== email))
      expect((await me.delete(`/v1/console/members/${other.user_id}`)).status).toBe(204);
    const last = await signInAs(email, { ...account, groups: [] });
    expect(last.body.workspaces).toMatchObject([{ role: 'owner' }]);
  });

  test('whose groups give a lower role lose the invitations that they sent', async () => {
    const { staff, leads } = groupNames();
    const { workspace, owner } = await withGroups({ [staff]: 'member', [leads]: 'owner' });
    const email = freshEmail();
    const account = { email, email_verified: true };
    const first = await signInAs(email, { ...account, groups: [leads] });
    const inviting = browser(api, sessionCookie(first), workspace.slug);
    await inviting.post('/v1/console/invitations', { email: freshEmail(), role: 'owner' }).expect(201);
    await signInAs(email, { ...account, groups: [leads, staff] });
    expect((await owner.get('/v1/console/invitations')).body).toHaveLength(1);
    await signInAs(email, { ...account, groups: [staff] });
    expect((await owner.get('/v1/console/invitations')).body).toEqual([]);
  });

  test('with an account are connected by a verified address, once, and get an email', async () => {
    const workspace = await api.createTestWorkspace();
    const one = await person(api, workspace, 'manager');
    const { email } = one;
    const unverified = await signInAs('first', { email, email_verified: false });
    expect(expectProblem(unverified, 'single-sign-on-refused').detail).toMatch(/confirm your email address/);
    expectProblem(await signInAs('first', { email_verified: true }), 'single-sign-on-refused');

    const connected = await signInAs(`${email}-1`, { email, email_verified: true, name: 'Another name' });
    expect(connected.body).toMatchObject({
      user: { id: one.userId, name: expect.stringMatching(/^manager/) },
    });
    const mails = await api.deps.db.mail.findMany({ where: { toAddress: email, kind: 'sign-in-method' } });
    expect(mails).toMatchObject([{ data: { method: 'single_sign_on', name: 'Example ID' } }]);
    const outcomes = (await one.get('/v1/console/sign-ins')).body.map(
      (entry: { outcome: string }) => entry.outcome,
    );
    expect(outcomes).toEqual(['single_sign_on', 'single_sign_on_connected', 'signed_in']);
    // From now on the account counts, not the address.
    const moved = await signInAs(`${email}-1`, { email: freshEmail(), email_verified: false });
    expect(moved.body.user).toMatchObject({ id: one.userId, email });
    expect(await api.deps.db.mail.count({ where: { toAddress: email, kind: 'sign-in-method' } })).toBe(1);

    // The provider gives the address to another person.
    const successor = await signInAs(`${email}-2`, { email, email_verified: true });
    expect(expectProblem(successor, 'single-sign-on-refused').detail).toMatch(/Another account/);
    await admin('user', 'disconnect', '--email', email);
    expectProblem(await one.get('/v1/me'), 'unauthenticated');
    expect((await signInAs(`${email}-2`, { email, email_verified: true })).status).toBe(200);
  });

  test('without an account and without a group of a workspace are refused, and nothing is kept of them', async () => {
    const email = freshEmail();
    const refused = await signInAs(email, { email, email_verified: true, groups: ['others'] });
    expect(expectProblem(refused, 'single-sign-on-refused').detail).toMatch(
      /None of your groups.*open the link in the invitation first/,
    );
    expect(await api.deps.db.user.findUnique({ where: { email } })).toBeNull();
    expect(await api.deps.db.externalIdentity.count({ where: { subject: email } })).toBe(0);
  });

  test('two first sign-ins at the same time make one person', async () => {
    const { staff } = groupNames();
    await withGroups({ [staff]: 'member' });
    const email = freshEmail();
    oidc.accounts.set(email, { email, email_verified: true, groups: [staff] });
    oidc.signsIn = email;
    const attempts = [await start(), await start()];
    const queries = [await passProvider(attempts[0]!.url), await passProvider(attempts[1]!.url)];
    const answers = await Promise.all(queries.map((query, at) => finish(query, attempts[at]!.cookie)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]!.body.user.id).toBe(answers[1]!.body.user.id);
  });

  test('a session ends with its time, also if it is used all the time', async () => {
    const email = freshEmail();
    const workspace = await api.createTestWorkspace();
    await addUser(api.deps, { workspaceSlug: workspace.slug, email });
    const me = browser(api, sessionCookie(await signInAs(email, { email, email_verified: true })));
    for (const hours of [11, 12]) {
      clock.advance(hours * 3_600_000);
      expect((await me.get('/v1/console/session')).status).toBe(200);
    }
    clock.advance(3_600_000);
    expectProblem(await me.get('/v1/console/session'), 'unauthenticated');
  });
});

/** The session cookie among several. */
function sessionCookie(response: Response): string {
  const lines = response.headers['set-cookie'] as unknown as string[];
  return lines.find((line) => line.startsWith('countersign_session='))!.split(';', 1)[0]!;
}

describe('an attempt', () => {
  test('works once, for ten minutes, in the browser where it began; several can begin in one browser', async () => {
    const email = freshEmail();
    const { staff } = groupNames();
    await withGroups({ [staff]: 'member' });
    oidc.accounts.set(email, { email, email_verified: true, groups: [staff] });
    oidc.signsIn = email;
    const one = await start();
    const two = await start(one.cookie);
    expect(two.cookie).toBe(one.cookie);
    expect((await start('countersign_sign_in=x')).cookie).toMatch(/=[\w-]{43}$/);
    const query = await passProvider(one.url);
    for (const cookie of ['', (await start()).cookie, 'countersign_sign_in=x'])
      expectProblem(await finish(query, cookie), 'single-sign-on-refused');
    const answers = await Promise.all([finish(query, one.cookie), finish(query, one.cookie)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expectProblem(await finish(query, one.cookie), 'single-sign-on-refused');
    expect((await finish(await passProvider(two.url), two.cookie)).status).toBe(200);

    const late = await start();
    const lateQuery = await passProvider(late.url);
    clock.advance(10 * 60_000 + 1);
    expectProblem(await finish(lateQuery, late.cookie), 'single-sign-on-refused');
    await sweepPeople(api.deps);
    expect(await api.deps.db.signInAttempt.count()).toBe(0);
  });

  test('is refused for a query of another attempt, a doubled state and anything else', async () => {
    const { url, cookie } = await start();
    const state = new URL(url).searchParams.get('state')!;
    for (const query of [
      'x',
      'state=',
      `state=${state}&state=${state}`,
      'state=%00',
      `code=x&state=${'y'.repeat(43)}`,
    ])
      expectProblem(await finish(query, cookie), 'single-sign-on-refused');
    // The state is right, but the provider did not make the code.
    const guess = `code=guessed&state=${state}&iss=${encodeURIComponent(oidc.issuer)}`;
    expect(expectProblem(await finish(guess, cookie), 'single-sign-on-refused').detail).toMatch(
      /invalid_grant/,
    );
    const iss = encodeURIComponent('https://evil.example');
    const other = await start();
    const mixedUp = (await passAnyProvider(other.url)).replace(/iss=[^&]+/, `iss=${iss}`);
    expect(mixedUp).toContain(iss);
    expectProblem(await finish(mixedUp, other.cookie), 'single-sign-on-refused');
    const post = (body: object) => api.anonymous.post('/v1/console/single-sign-on/session', body);
    expect(issuesOf(await post({}))).toEqual(['body.query missing']);
    expect(issuesOf(await post({ query: 'x'.repeat(8001) }))).toEqual(['body.query string_too_long']);
    const text = JSON.stringify(api.logged);
    for (const hidden of [oidcClientSecret, state, 'guessed']) expect(text).not.toContain(hidden);
  });

  test('403 from another site; the cookie is HttpOnly and Lax', async () => {
    for (const path of ['', '/session']) {
      const post = () => api.anonymous.post(`/v1/console/single-sign-on${path}`, { query: 'x' });
      expectProblem(await post().set('Origin', 'https://evil.example'), 'forbidden');
    }
    const [line] = (await api.anonymous.post('/v1/console/single-sign-on')).headers[
      'set-cookie'
    ] as unknown as string[];
    expect(line).toMatch(
      /^countersign_sign_in=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
  });

  test('is offered only where the installation has a provider', async () => {
    const methods = (await api.anonymous.get('/v1/console/sign-in-methods')).body;
    expect(SignInMethodsOut.parse(methods)).toEqual({
      single_sign_on: { name: 'Example ID' },
      passkeys: false,
    });
    const without = await startTestApi({ clock });
    expect((await without.anonymous.get('/v1/console/sign-in-methods')).body).toMatchObject({
      single_sign_on: null,
    });
    expectProblem(await without.anonymous.post('/v1/console/single-sign-on'), 'not-found');
    expectProblem(
      await without.anonymous.post('/v1/console/single-sign-on/session', { query: 'x' }),
      'not-found',
    );
    await without.close();
  });
});

/** Somebody with any account passes the provider. */
async function passAnyProvider(url: string): Promise<string> {
  oidc.accounts.set('anybody', {});
  oidc.signsIn = 'anybody';
  return passProvider(url);
}

describe('a workspace that requires single sign-on', () => {
  test('refuses sessions that began by email, for all of its data; keys and other workspaces are not affected', async () => {
    const { leads } = groupNames();
    const { workspace, owner } = await withGroups({ [leads]: 'owner' });
    const member = await person(api, workspace, 'member');
    const groups = [{ group: leads, role: 'owner' }];
    // By email nobody can begin to require it: it might not work.
    expect(issuesOf(await owner.put(settingsPath, { required: true, groups }))).toEqual([
      'body.required value_error',
    ]);
    const email = freshEmail();
    const signedIn = await signInAs(email, { email, email_verified: true, groups: [leads] });
    const boss = browser(api, sessionCookie(signedIn), workspace.slug);
    const saved = await boss.put(settingsPath, { required: true, groups });
    expect(SingleSignOnSettingsOut.parse(saved.body)).toEqual({
      provider: { name: 'Example ID', issuer: oidc.issuer },
      required: true,
      groups,
    });
    const [event] = await eventsOf(boss as Person, 'workspace.single_sign_on_changed');
    expect(event).toMatchObject({
      actor: { id: signedIn.body.user.id },
      details: { required: true, groups: { member: 0, manager: 0, owner: 1 } },
    });

    for (const path of ['/v1/me', '/v1/documents', '/v1/console/workspace', settingsPath]) {
      expectProblem(await owner.get(path), 'single-sign-on-required');
      expectProblem(await member.get(path), 'single-sign-on-required');
    }
    const device = (await api.anonymous.post('/v1/device/code', { client: 'countersign' })).body;
    const approval = await owner.post(`/v1/console/device/${device.user_code}/approve`, {
      workspace: workspace.slug,
    });
    expectProblem(approval, 'single-sign-on-required');
    expect((await boss.get('/v1/documents')).status).toBe(200);
    expect((await workspace.live.get('/v1/documents')).status).toBe(200);
    const listed = (await owner.get('/v1/console/session')).body;
    expect(listed).toMatchObject({
      signed_in_by: 'email',
      workspaces: [{ slug: workspace.slug, requires_single_sign_on: true }],
    });
    const other = await api.createTestWorkspace();
    await addUser(api.deps, { workspaceSlug: other.slug, email: owner.email });
    expect((await browser(api, owner.cookie, other.slug).get('/v1/documents')).status).toBe(200);

    // When the provider fails for good, an operator lets members in again.
    expect(
      await admin('workspace', 'single-sign-on', '--workspace', workspace.slug, '--required', 'no'),
    ).toBe(`Members of ${workspace.slug} can sign in by email again.`);
    expect((await owner.get('/v1/documents')).status).toBe(200);
    expect((await eventsOf(owner, 'workspace.single_sign_on_changed'))[0]).toMatchObject({
      actor: { type: 'system', id: 'admin' },
      details: { required: false },
    });
    // Doing it again changes and records nothing.
    const recorded = (await eventsOf(owner, 'workspace.single_sign_on_changed')).length;
    await admin('workspace', 'single-sign-on', '--workspace', workspace.slug, '--required', 'no');
    expect(await eventsOf(owner, 'workspace.single_sign_on_changed')).toHaveLength(recorded);
  });

  test('422 for a group that is given twice, too many groups and wrong roles; 403 below owners', async () => {
    const { workspace, owner } = await withGroups({});
    const put = (groups: unknown[]) => owner.put(settingsPath, { required: false, groups });
    const one = { group: 'one', role: 'member' };
    expect(issuesOf(await put([one, one]))).toEqual(['body.groups.1.group value_error']);
    expect(issuesOf(await put([{ ...one, role: 'king' }]))).toEqual(['body.groups.0.role enum']);
    expect(
      issuesOf(await put(Array.from({ length: 101 }, (_, at) => ({ ...one, group: `${at}` })))),
    ).toHaveLength(1);
    const manager = await person(api, workspace, 'manager');
    expectProblem(await manager.get(settingsPath), 'forbidden');
    expectProblem(await workspace.live.put(settingsPath, { required: false, groups: [] }), 'forbidden');
  });
});

/** Runs an operator command and returns its output. */
async function admin(...words: string[]): Promise<string> {
  const command = workspaceCommands.find((one) => one.words.every((word, at) => words[at] === word))!;
  if (!('run' in command)) throw new Error(words.join(' '));
  const printed: string[] = [];
  const { db, now } = api.deps;
  const config = readEnv({ PUBLIC_URL: api.url });
  const print = (text: string) => void printed.push(text);
  await command.run({ config, db, now, print } as never, words.slice(command.words.length));
  return printed.join('\n');
}
