/** Operations of the console: members, invitations, settings and counts (docs/spec/decisions.md, section 7). */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AcceptedInvitationOut,
  InvitationOut,
  InvitedOut,
  MemberOut,
  MemberPage,
  QueueOut,
  SummaryOut,
  UsageMonthOut,
  WorkspaceOut,
} from '@countersign/contract/console';
import { encodeId } from '@countersign/contract/ids';
import { duplicateDocument } from '@countersign/core/document/duplicate';
import { addUser } from '@countersign/core/workspace/add-user';
import { jobs } from '@countersign/queue/jobs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { testClock } from '../support/clock.ts';
import { asRecipient, finalizedDraft, sentCopy, sentDocument, signAs } from '../support/documents.ts';
import { browser, cookieOf, type Person, person, signIn } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

const clock = testClock('2026-11-20T12:00:00Z');
let api: TestApi;
let mine: TestWorkspace;
let owner: Person;
let manager: Person;
let member: Person;
beforeAll(async () => {
  api = await startTestApi({ clock });
  mine = await api.createTestWorkspace();
  owner = await person(api, mine, 'owner');
  manager = await person(api, mine, 'manager');
  member = await person(api, mine, 'member');
});

/** The token of the link in the newest email to this address. */
async function mailedToken(address: string): Promise<string> {
  const mail = await api.deps.db.mail.findFirstOrThrow({
    where: { toAddress: address },
    orderBy: { id: 'desc' },
  });
  return api.deps.secrets.decrypt(mail.sealedCode!, `mail:${mail.id}`).toString();
}

describe('roles', () => {
  test('403 has the role of the caller and the role needed; a key acts as manager', async () => {
    const refused = await member.post('/v1/keys', { name: 'x' });
    expect(expectProblem(refused, 'forbidden')).toMatchObject({ role: 'member', needs: 'manager' });
    expectProblem(await mine.live.patch('/v1/console/workspace', { name: 'x' }), 'forbidden');
    expect((await mine.live.get('/v1/console/members')).status).toBe(200);
  });

  test('a manager creates only test keys in test mode, and both kinds in live mode', async () => {
    const trial = browser(api, manager.cookie, mine.slug, 'test');
    expect((await trial.post('/v1/keys', { name: 'Trial', mode: 'test' })).status).toBe(201);
    expectProblem(await trial.post('/v1/keys', { name: 'x', mode: 'live' }), 'mode-forbidden');
    const live = (await trial.get('/v1/keys')).body.find(({ mode }: { mode: string }) => mode === 'live');
    expectProblem(await trial.post(`/v1/keys/${live.id}/revoke`), 'mode-forbidden');
    for (const mode of ['live', 'test'])
      expect((await manager.post('/v1/keys', { name: 'Either', mode })).status).toBe(201);
  });
});

/** A workspace with one document that only managers see, and one that everyone sees. */
async function withHidden() {
  const workspace = await api.createTestWorkspace();
  const ctx = { ...workspace.ctx(), storage: api.storage };
  const hidden = await finalizedDraft(ctx, { title: 'Salaries', visibility: 'managers' });
  const secret = encodeId('doc', hidden.id);
  const copy = await duplicateDocument(ctx, secret, { title: 'For everybody' });
  const open = encodeId('doc', copy.id);
  const shown = await workspace.live.patch(`/v1/documents/${open}`, { visibility: 'everyone' });
  expect(shown.status).toBe(200);
  return {
    secret,
    open,
    leader: await person(api, workspace, 'manager'),
    one: await person(api, workspace, 'member'),
  };
}

describe('documents for managers', () => {
  test('are not-found for members in every operation', async () => {
    const { secret, leader, one } = await withHidden();
    const at = (rest = '') => `/v1/documents/${secret}${rest}`;
    const answers = await Promise.all([
      one.get(at()),
      one.get(at('/events')),
      one.get(at('/download')),
      one.get(at('/download?version=original')),
      one.patch(at(), { reminder_cadence_days: 1 }),
      one.put(at('/recipients'), []),
      one.put(at('/fields'), []),
      one.put(at('/content'), undefined).set('Content-Type', 'application/pdf').send(Buffer.from('%PDF-')),
      one.post(at('/finalize')),
      one.post(at('/send'), {}),
      one.post(at('/void'), { reason: 'x' }),
      one.post(at('/duplicate'), {}),
    ]);
    for (const answer of answers) expectProblem(answer, 'not-found');
    expect((await leader.get(at('/events'))).body).toHaveLength(2);
  });

  test('are missing in lists, totals, searches and counts of members, and present in those of managers', async () => {
    const { leader, one } = await withHidden();
    const list = async (who: Person, query = '') => {
      const { items, total } = (await who.get(`/v1/documents${query}`)).body;
      return [items.map(({ title }: { title: string }) => title).sort(), total];
    };
    expect(await list(leader)).toEqual([['For everybody', 'Salaries'], 2]);
    expect(await list(one)).toEqual([['For everybody'], 1]);
    expect(await list(one, '?q=Salaries&recipient=ada@example.test')).toEqual([[], 0]);
    const drafts = async (who: Person) => (await who.get('/v1/console/summary')).body.documents.draft;
    expect([await drafts(leader), await drafts(one)]).toEqual([2, 1]);
  });

  test('cannot be created or hidden by members, who may send what they see', async () => {
    const { open, one } = await withHidden();
    const made = await one.post('/v1/documents', { title: 'x', visibility: 'managers' });
    expectProblem(made, 'forbidden');
    expectProblem(await one.patch(`/v1/documents/${open}`, { visibility: 'managers' }), 'forbidden');
    expect((await one.post(`/v1/documents/${open}/send`, {})).status).toBe(200);
    const events = (await one.get(`/v1/documents/${open}/events`)).body;
    expect(events.at(-1).actor).toMatchObject({ type: 'user', email: one.email });
  });

  test('disappear for a member as soon as a manager hides them', async () => {
    const { leader, one } = await withHidden();
    const made = (await one.post('/v1/documents', { title: 'Soon hidden' })).body.id;
    expect((await one.get(`/v1/documents/${made}`)).status).toBe(200);
    await leader.patch(`/v1/documents/${made}`, { visibility: 'managers' });
    expectProblem(await one.get(`/v1/documents/${made}`), 'not-found');
    expect((await leader.get(`/v1/documents/${made}`)).status).toBe(200);
  });
});

describe('members', () => {
  test('200: everyone in this workspace with role and last visit, owners first', async () => {
    const workspace = await api.createTestWorkspace();
    await person(api, workspace, 'owner');
    await person(api, workspace, 'manager');
    const caller = await person(api, workspace, 'member');
    const page = MemberPage.parse((await caller.get('/v1/console/members')).body);
    expect(page).toMatchObject({ total: 4, limit: 50, offset: 0 });
    const listed = page.items;
    expect(listed.map(({ role }) => role)).toEqual(['owner', 'owner', 'manager', 'member']);
    const first = listed.find(({ email }) => email === `owner@${workspace.slug}.test`);
    expect(first).toMatchObject({ last_seen_at: null, name: 'owner' });
    expect(listed.find(({ user_id }) => user_id === caller.userId)!.last_seen_at).not.toBeNull();
    // The person is a member of another workspace.
    const after = await caller.get(`/v1/console/members?starting_after=${member.userId}`);
    expect(issuesOf(after)).toEqual(['query.starting_after value_error']);
  });

  test('a workspace with thousands of members is listed page by page without repetitions', async () => {
    const workspace = await api.createTestWorkspace();
    const first = await person(api, workspace, 'owner');
    const people = Array.from({ length: 1200 }, (_, index) => ({
      id: randomUUID(),
      email: `${index}@${workspace.slug}.test`,
      name: `Person ${index % 7}`,
    }));
    await api.deps.db.user.createMany({ data: people });
    const { workspaceId } = workspace;
    await api.deps.db.membership.createMany({
      data: people.map(({ id }) => ({ workspaceId, userId: id, role: 'member' })),
    });
    const seen: string[] = [];
    for (let offset = 0; ; offset += 200) {
      const got = await first.get(`/v1/console/members?limit=200&offset=${offset}`);
      const { items, total } = MemberPage.parse(got.body);
      expect(total).toBe(1202);
      seen.push(...items.map(({ user_id }) => user_id));
      if (items.length < 200) break;
    }
    expect([seen.length, new Set(seen).size]).toEqual([1202, 1202]);
    expect(issuesOf(await first.get('/v1/console/members?limit=201'))).toEqual([
      'query.limit less_than_equal',
    ]);
  });

  test('changes of role and removals take effect at once; people outside the workspace are 404', async () => {
    const newcomer = await person(api, mine, 'member');
    const at = `/v1/console/members/${newcomer.userId}`;
    expectProblem(await newcomer.get('/v1/keys'), 'forbidden');
    const changed = await owner.patch(at, { role: 'manager' });
    expect(MemberOut.parse(changed.body)).toMatchObject({ user_id: newcomer.userId, role: 'manager' });
    expect((await newcomer.get('/v1/keys')).status).toBe(200);
    expect((await owner.delete(at)).status).toBe(204);
    expectProblem(await newcomer.get('/v1/documents'), 'not-found');
    const elsewhere = await person(api, await api.createTestWorkspace(), 'member');
    for (const id of [newcomer.userId, elsewhere.userId, 'nonsense', '%00']) {
      expectProblem(await owner.patch(`/v1/console/members/${id}`, { role: 'member' }), 'not-found');
      expectProblem(await owner.delete(`/v1/console/members/${id}`), 'not-found');
    }
    expect(issuesOf(await owner.patch(at, { role: 'god' }))).toEqual(['body.role enum']);
  });

  test('409: the last owner can neither leave nor change role, also when two owners try concurrently', async () => {
    const workspace = await api.createTestWorkspace();
    const first = await person(api, workspace, 'owner');
    const seed = browser(api, await signIn(api, `owner@${workspace.slug}.test`), workspace.slug);
    const seedId = (await seed.get('/v1/console/session')).body.user.id;
    // Each removes themselves, so the second one is still authorized to try.
    const answers = await Promise.all([
      seed.patch(`/v1/console/members/${seedId}`, { role: 'member' }),
      first.delete(`/v1/console/members/${first.userId}`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
    const owners = await api.deps.db.membership.count({
      where: { workspaceId: workspace.workspaceId, role: 'owner' },
    });
    expect(owners).toBe(1);
    const alone = await api.createTestWorkspace();
    const cookie = await signIn(api, `owner@${alone.slug}.test`);
    const only = browser(api, cookie, alone.slug);
    const [{ user_id }] = (await only.get('/v1/console/members')).body.items;
    expectProblem(await only.patch(`/v1/console/members/${user_id}`, { role: 'manager' }), 'last-owner');
    expectProblem(await only.delete(`/v1/console/members/${user_id}`), 'last-owner');
    expect((await only.patch(`/v1/console/members/${user_id}`, { role: 'owner' })).status).toBe(200);
    // Everybody else can change role and leave.
    const other = `/v1/console/members/${(await person(api, alone, 'member')).userId}`;
    expect((await only.patch(other, { role: 'manager' })).status).toBe(200);
    expect((await only.delete(other)).status).toBe(204);
  });
});

describe('invitations', () => {
  test('201: emailed once, listed for owners, accepted once; then a new person is a member and signed in', async () => {
    const email = 'newcomer@elsewhere.test';
    const made = await owner.post('/v1/console/invitations', {
      email: 'Newcomer@Elsewhere.test',
      role: 'manager',
    });
    expect(made.status).toBe(201);
    const invitation = InvitationOut.parse(made.body);
    expect(invitation).toMatchObject({
      email,
      role: 'manager',
      invited_by: { user_id: owner.userId, email: owner.email },
      expires_at: new Date(clock.now().getTime() + 7 * 86_400_000).toISOString(),
    });
    expect((await owner.get('/v1/console/invitations')).body).toEqual([invitation]);
    const token = await mailedToken(email);
    expect(JSON.stringify(made.body)).not.toContain(token);
    const at = `/v1/console/invitations/by-token/${token}`;
    expect(InvitedOut.parse((await api.anonymous.get(at)).body)).toEqual({
      workspace_name: `Workspace ${mine.slug}`,
      email,
      role: 'manager',
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.anonymous.post(`${at}/accept`, { name: 'Grace Hopper' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    const accepted = answers.find(({ status }) => status === 200)!;
    expect(AcceptedInvitationOut.parse(accepted.body)).toMatchObject({
      workspace_slug: mine.slug,
      session: {
        user: { email, name: 'Grace Hopper', operator: false },
        workspaces: [{ slug: mine.slug, role: 'manager' }],
      },
    });
    expect((await browser(api, cookieOf(accepted), mine.slug).get('/v1/keys')).status).toBe(200);
    expect((await owner.get('/v1/console/invitations')).body).toEqual([]);
    expectProblem(await api.anonymous.get(at), 'not-found');
  });

  test('an existing person keeps their name; an existing member keeps their role', async () => {
    const other = await api.createTestWorkspace();
    const known = await person(api, other, 'member');
    await owner.post('/v1/console/invitations', { email: known.email });
    const token = await mailedToken(known.email);
    const at = `/v1/console/invitations/by-token/${token}/accept`;
    const accepted = await api.anonymous.post(at, { name: 'Somebody else' }).set('Cookie', known.cookie);
    const { session } = AcceptedInvitationOut.parse(accepted.body);
    expect(session!.user).toMatchObject({ id: known.userId, name: known.email.split('@')[0] });
    expect(session!.workspaces).toHaveLength(2);
    // The link does not replace the session of this browser.
    expect(cookieOf(accepted)).toBe('');
    expect((await known.get('/v1/documents')).status).toBe(200);
    expect(issuesOf(await owner.post('/v1/console/invitations', { email: known.email }))).toEqual([
      'body.email value_error',
    ]);
  });

  test('the link of an existing person makes them a member, and signs nobody in to their account', async () => {
    const known = await person(api, await api.createTestWorkspace(), 'member');
    const stranger = await person(api, await api.createTestWorkspace(), 'owner');
    const { userId } = known;
    const sessions = await api.deps.db.userSession.count({ where: { userId } });
    for (const cookie of ['', stranger.cookie]) {
      const workspace = await api.createTestWorkspace();
      const one = await person(api, workspace, 'owner');
      await one.post('/v1/console/invitations', { email: known.email, role: 'manager' });
      const at = `/v1/console/invitations/by-token/${await mailedToken(known.email)}/accept`;
      const accepted = await api.anonymous.post(at).set('Cookie', cookie);
      expect(AcceptedInvitationOut.parse(accepted.body)).toEqual({
        workspace_slug: workspace.slug,
        session: null,
      });
      expect(cookieOf(accepted)).toBe('');
      expect((await browser(api, known.cookie, workspace.slug).get('/v1/keys')).status).toBe(200);
    }
    expect(await api.deps.db.userSession.count({ where: { userId } })).toBe(sessions);
    expect((await stranger.get('/v1/console/session')).body.user.id).toBe(stranger.userId);
    const history = (await known.get('/v1/console/sign-ins')).body as Array<{ outcome: string }>;
    expect(history.slice(0, 2).map(({ outcome }) => outcome)).toEqual([
      'invitation_accepted',
      'invitation_accepted',
    ]);
  });

  test('a second one for the same address replaces the first; withdrawn and expired ones are invalid', async () => {
    const email = 'twice@elsewhere.test';
    await owner.post('/v1/console/invitations', { email });
    const first = await mailedToken(email);
    const again = await owner.post('/v1/console/invitations', { email, role: 'owner' });
    const second = await mailedToken(email);
    const look = (token: string) => api.anonymous.get(`/v1/console/invitations/by-token/${token}`);
    for (const token of [first, 'nonsense']) expectProblem(await look(token), 'not-found');
    expectProblem(await api.anonymous.post('/v1/console/invitations/by-token/x/accept'), 'not-found');
    expect((await look(second)).body.role).toBe('owner');
    const other = await person(api, await api.createTestWorkspace(), 'owner');
    expectProblem(await other.delete(`/v1/console/invitations/${again.body.id}`), 'not-found');
    expect((await owner.delete(`/v1/console/invitations/${again.body.id}`)).status).toBe(204);
    for (const id of [again.body.id, 'nonsense'])
      expectProblem(await owner.delete(`/v1/console/invitations/${id}`), 'not-found');
    expectProblem(await look(second), 'not-found');
    await owner.post('/v1/console/invitations', { email });
    const third = await mailedToken(email);
    clock.advance(7 * 86_400_000);
    expectProblem(await look(third), 'not-found');
    expectProblem(await api.anonymous.post(`/v1/console/invitations/by-token/${third}/accept`), 'not-found');
    const fresh = await owner.get('/v1/console/invitations');
    expect(fresh.body).toEqual([]);
  });
});

test('403: an owner who was demoted before the last byte of the request came stays demoted', async () => {
  const workspace = await api.createTestWorkspace();
  const [one, other] = [await person(api, workspace, 'owner'), await person(api, workspace, 'owner')];
  const path = `/v1/console/members/${one.userId}`;
  const body = JSON.stringify({ role: 'owner' });
  const slow = httpRequest(`${api.url}${path}`, {
    method: 'PATCH',
    headers: {
      Cookie: one.cookie,
      'X-Workspace': workspace.slug,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
  });
  const answered = once(slow, 'response');
  slow.write(body.slice(0, -1));
  await delay(500);
  expect((await other.patch(path, { role: 'member' })).status).toBe(200);
  slow.end(body.slice(-1));
  const [response] = await answered;
  expect(await json(response)).toMatchObject({ status: 403, role: 'member', needs: 'owner' });
  const { workspaceId } = workspace;
  const where = { workspaceId_userId: { workspaceId, userId: one.userId } };
  expect((await api.deps.db.membership.findUniqueOrThrow({ where })).role).toBe('member');
});

describe('invitations of members', () => {
  test('several to one address at once leave one that is open', async () => {
    const one = await person(api, await api.createTestWorkspace(), 'owner');
    const email = 'at-once@elsewhere.test';
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => one.post('/v1/console/invitations', { email })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await one.get('/v1/console/invitations')).body).toHaveLength(1);
  });

  test('removing a member invalidates an invitation that they did not need', async () => {
    const workspace = await api.createTestWorkspace();
    const one = await person(api, workspace, 'owner');
    const email = `twice-in@${workspace.slug}.test`;
    await one.post('/v1/console/invitations', { email, role: 'owner' });
    const token = await mailedToken(email);
    await addUser(api.deps, { workspaceSlug: workspace.slug, email });
    const { id } = await api.deps.db.user.findUniqueOrThrow({ where: { email } });
    expect((await one.delete(`/v1/console/members/${id}`)).status).toBe(204);
    const again = await api.anonymous.post(`/v1/console/invitations/by-token/${token}/accept`);
    expectProblem(again, 'not-found');
  });

  test('removing a member invalidates the invitations that they sent, and no others', async () => {
    const workspace = await api.createTestWorkspace();
    const [one, leaving] = [await person(api, workspace, 'owner'), await person(api, workspace, 'owner')];
    const email = (who: string) => `${who}@${workspace.slug}.test`;
    await leaving.post('/v1/console/invitations', { email: email('back-door'), role: 'owner' });
    await one.post('/v1/console/invitations', { email: email('welcome') });
    expect((await one.delete(`/v1/console/members/${leaving.userId}`)).status).toBe(204);
    const open = (await one.get('/v1/console/invitations')).body as InvitationOut[];
    expect(open.map((invitation) => invitation.email)).toEqual([email('welcome')]);
    const at = `/v1/console/invitations/by-token/${await mailedToken(email('back-door'))}`;
    expectProblem(await api.anonymous.post(`${at}/accept`), 'not-found');
  });

  test('lowering a role invalidates the open invitations that the person sent, and no others', async () => {
    const workspace = await api.createTestWorkspace();
    const [one, lowered] = [await person(api, workspace, 'owner'), await person(api, workspace, 'owner')];
    const email = (who: string) => `${who}@${workspace.slug}.test`;
    await lowered.post('/v1/console/invitations', { email: email('back-door'), role: 'owner' });
    await one.post('/v1/console/invitations', { email: email('welcome') });
    const emails = async () =>
      ((await one.get('/v1/console/invitations')).body as InvitationOut[]).map((open) => open.email);
    const become = async (role: string) =>
      expect((await one.patch(`/v1/console/members/${lowered.userId}`, { role })).status).toBe(200);
    await become('owner');
    expect(await emails()).toEqual([email('welcome'), email('back-door')]);
    await become('manager');
    expect(await emails()).toEqual([email('welcome')]);
    const at = `/v1/console/invitations/by-token/${await mailedToken(email('back-door'))}`;
    expectProblem(await api.anonymous.post(`${at}/accept`), 'not-found');
  });

  test('a member who accepts an invitation does not join twice in the admin log', async () => {
    const workspace = await api.createTestWorkspace();
    const one = await person(api, workspace, 'owner');
    const email = `already@${workspace.slug}.test`;
    await one.post('/v1/console/invitations', { email, role: 'owner' });
    await addUser(api.deps, { workspaceSlug: workspace.slug, email });
    const token = await mailedToken(email);
    const accepted = await api.anonymous.post(`/v1/console/invitations/by-token/${token}/accept`);
    expect(accepted.status).toBe(200);
    const { workspaceId } = workspace;
    const [membership] = await api.deps.db.membership.findMany({ where: { workspaceId, user: { email } } });
    expect(membership!.role).toBe('member');
    const joined = await api.deps.db.adminEvent.count({ where: { workspaceId, eventType: 'member.joined' } });
    expect(joined).toBe(0);
  });
});

describe('limits of invitations', () => {
  test('429: the sixth one to an address within a day, even if the others were canceled', async () => {
    const one = await person(api, await api.createTestWorkspace(), 'owner');
    const email = 'stranger@elsewhere.test';
    for (let made = 0; made < 5; made += 1) {
      const { body } = await one.post('/v1/console/invitations', { email });
      expect((await one.delete(`/v1/console/invitations/${body.id}`)).status).toBe(204);
    }
    const refused = await one.post('/v1/console/invitations', { email: 'Stranger@Elsewhere.test' });
    const { retry_at, detail } = expectProblem(refused, 'mail-limit');
    expect(detail).toContain(`one address 5 times a day. Nothing was sent. Try again after ${retry_at}.`);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    expect(await api.deps.db.mail.count({ where: { toAddress: email } })).toBe(5);
    expect((await one.post('/v1/console/invitations', { email: 'other@elsewhere.test' })).status).toBe(201);
  });

  test('429: more than 200 people within a day', async () => {
    const workspace = await api.createTestWorkspace();
    const one = await person(api, workspace, 'owner');
    const invite = (name: string) => one.post('/v1/console/invitations', { email: `${name}@elsewhere.test` });
    expect((await invite('first')).status).toBe(201);
    const id = `invite:${workspace.workspaceId}`;
    const { tokens } = await api.deps.db.rateBucket.findUniqueOrThrow({ where: { id } });
    expect(tokens).toBe(199);
    await api.deps.db.rateBucket.update({ where: { id }, data: { tokens: 0 } });
    expect(expectProblem(await invite('one-too-many'), 'mail-limit').detail).toContain('200 people a day');
  });
});

describe('workspaces', () => {
  test('200: an owner changes name and color; the slug does not change', async () => {
    const workspace = await api.createTestWorkspace();
    const one = await person(api, workspace, 'owner');
    const before = WorkspaceOut.parse((await one.get('/v1/console/workspace')).body);
    expect(before).toMatchObject({ slug: workspace.slug, accent_color: '#1f4f8f', language: 'en' });
    const german = await one.patch('/v1/console/workspace', { language: 'de' });
    expect(german.body).toEqual({ ...before, language: 'de' });
    expect(issuesOf(await one.patch('/v1/console/workspace', { language: 'xx' }))).toEqual([
      'body.language enum',
    ]);
    await one.patch('/v1/console/workspace', { language: 'en' });
    const sender = { sender_name: 'Nordlicht Verträge', reply_to: 'vertraege@nordlicht.example' };
    expect((await one.patch('/v1/console/workspace', sender)).body).toEqual({ ...before, ...sender });
    expect(issuesOf(await one.patch('/v1/console/workspace', { sender_name: ' ', reply_to: 'x' }))).toEqual([
      'body.sender_name value_error',
      'body.reply_to value_error',
    ]);
    await one.patch('/v1/console/workspace', { sender_name: null, reply_to: null });
    expect(before).toMatchObject({ show_document_id: true, show_signature_details: true });
    const sealing = { show_document_id: false, show_signature_details: false };
    expect((await one.patch('/v1/console/workspace', sealing)).body).toEqual({ ...before, ...sealing });
    await one.patch('/v1/console/workspace', { show_document_id: true, show_signature_details: true });
    const patched = await one.patch('/v1/console/workspace', { name: 'Nordlicht', accent_color: '#0F766E' });
    expect(patched.body).toEqual({ ...before, name: 'Nordlicht', accent_color: '#0f766e' });
    expect((await one.patch('/v1/console/workspace', {})).body).toEqual(patched.body);
    expect(issuesOf(await one.patch('/v1/console/workspace', { name: '', accent_color: 'red' }))).toEqual([
      'body.name string_too_short',
      'body.accent_color string_pattern_mismatch',
    ]);
  });

  test('an owner sets a logo, which members and recipients see; what is not an image is refused', async () => {
    const workspace = await api.createTestWorkspace();
    const one = await person(api, workspace, 'owner');
    const member = await person(api, workspace, 'member');
    const path = '/v1/console/workspace/logo';
    expectProblem(await one.get(path), 'not-found');
    const image = await sharp({ create: { width: 900, height: 100, channels: 3, background: '#0f766e' } })
      .jpeg()
      .toBuffer();
    const image_base64 = image.toString('base64');
    expectProblem(await member.put(path, { image_base64 }), 'forbidden');
    const set = WorkspaceOut.parse((await one.put(path, { image_base64 })).body);
    const shown = await member.get(path).buffer(true);
    expect(shown.headers['content-type']).toBe('image/png');
    expect(await sharp(shown.body as Buffer).metadata()).toMatchObject({
      format: 'png',
      width: 400,
      height: 44,
    });
    expect(set.logo).toBe(
      createHash('sha256')
        .update(shown.body as Buffer)
        .digest('hex'),
    );

    const sent = await sentDocument({ ...workspace.ctx(), storage: api.storage });
    const { token } = asRecipient(api.deps, sent.recipients[0]!);
    expect((await api.anonymous.get(`/v1/signing/${token}`)).body.document.logo).toBe(set.logo);
    const seen = await api.anonymous.get(`/v1/signing/${token}/logo`).buffer(true);
    expect((seen.body as Buffer).equals(shown.body as Buffer)).toBe(true);

    for (const bytes of [Buffer.from('<svg onload="alert(1)"/>'), image.subarray(0, 200)])
      expect(issuesOf(await one.put(path, { image_base64: bytes.toString('base64') }))).toEqual([
        'body.image_base64 value_error',
      ]);
    expect((await one.get('/v1/console/workspace')).body.logo).toBe(set.logo);
    expectProblem(await member.delete(path), 'forbidden');
    expect((await one.delete(path)).status).toBe(204);
    expectProblem(await api.anonymous.get(`/v1/signing/${token}/logo`), 'not-found');
  });

  test('201: an operator creates one with a slug made from its name and owns it; others only if the setting allows it', async () => {
    const refused = await owner.post('/v1/console/workspaces', { name: 'Mine' });
    expectProblem(refused, 'forbidden');
    await api.deps.db.user.update({ where: { id: owner.userId }, data: { operator: true } });
    const slugs: string[] = [];
    for (const name of ['Müller & Söhne', 'Müller & Söhne', '株式会社', 'x'.repeat(100)])
      slugs.push((await owner.post('/v1/console/workspaces', { name })).body.slug);
    expect(slugs).toEqual(['muller-sohne', 'muller-sohne-2', 'workspace', 'x'.repeat(63)]);
    const seat = await browser(api, owner.cookie, 'muller-sohne').get('/v1/me');
    expect([seat.body.workspace.name, seat.body.user.role]).toEqual(['Müller & Söhne', 'owner']);
    await api.deps.db.user.update({ where: { id: owner.userId }, data: { operator: false } });

    const open = await startTestApi({ clock, settings: { workspaceCreation: 'anyone' } });
    const anyone = browser(open, owner.cookie);
    for (let made = 0; made < 5; made += 1)
      expect((await anyone.post('/v1/console/workspaces', { name: 'Anyone' })).status).toBe(201);
    const sixth = await anyone.post('/v1/console/workspaces', { name: 'Anyone' });
    expect(expectProblem(sixth, 'rate-limited').detail).toContain('5 workspaces a day. Try again after 20');
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3600);
    await open.close();
  });
});

describe('counts', () => {
  test('the summary counts by reported status, in each mode', async () => {
    const workspace = await api.createTestWorkspace();
    const one = await person(api, workspace, 'manager');
    const ctx = { ...workspace.ctx(), storage: api.storage };
    const draft = await finalizedDraft(ctx);
    await one.post('/v1/documents', { title: 'Awaits its PDF' });
    const sent = await sentCopy(ctx, draft);
    await api.deps.db.document.update({ where: { id: sent.id }, data: { deliveryProblem: true } });
    const partly = await sentCopy(ctx, draft);
    await signAs({ ...api.deps }, partly, partly.recipients[0]!);
    const done = await sentCopy(ctx, draft);
    for (const recipient of done.recipients) await signAs({ ...api.deps }, done, recipient);
    const summary = SummaryOut.parse((await one.get('/v1/console/summary')).body);
    expect(summary).toEqual({
      documents: {
        awaiting_upload: 1,
        draft: 1,
        sent: 1,
        partially_signed: 1,
        completed: 1,
        voided: 0,
        rejected: 0,
        expired: 0,
      },
      waiting_for_others: 2,
      unsealed: 1,
      delivery_problems: 1,
    });
    const trial = await browser(api, one.cookie, workspace.slug, 'test').get('/v1/console/summary');
    expect(trial.body.documents.draft).toBe(0);

    const months = UsageMonthOut.array().parse((await one.get('/v1/console/usage?months=2')).body);
    expect(months).toEqual([
      { month: '2026-10', live_sent: 0, test_sent: 0, completed: 0 },
      { month: '2026-11', live_sent: 3, test_sent: 0, completed: 1 },
    ]);
    expect((await one.get('/v1/console/usage')).body).toHaveLength(12);
    expect(issuesOf(await one.get('/v1/console/usage?months=0'))).toEqual([
      'query.months greater_than_equal',
    ]);
  });
});

describe('the operator', () => {
  test('lists jobs and dead letters and redrives them; everyone else gets 403', async () => {
    const operator = await person(api, mine, 'member');
    for (const [method, path] of [
      ['get', '/v1/console/queues'],
      ['get', '/v1/console/queues/mail.send/dead'],
      ['post', '/v1/console/queues/mail.send/redrive'],
    ] as const)
      expectProblem(await operator[method](path), 'forbidden');
    await api.deps.db.user.update({ where: { id: operator.userId }, data: { operator: true } });
    const queues = QueueOut.array().parse((await operator.get('/v1/console/queues')).body);
    expect(queues.map(({ name }) => name).sort()).toEqual(
      Object.values(jobs)
        .map(({ name }) => name)
        .sort(),
    );
    expect((await operator.get('/v1/console/queues/mail.send/dead')).body).toEqual([]);
    expect((await operator.post('/v1/console/queues/mail.send/redrive')).body).toEqual({ redriven: 0 });
    expectProblem(await operator.get('/v1/console/queues/unknown/dead'), 'not-found');
    expectProblem(await operator.post('/v1/console/queues/unknown/redrive'), 'not-found');
  });
});
