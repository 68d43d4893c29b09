/** Sign-in, sessions, and their protection against other sites (docs/spec/decisions.md, section 7). */
import { SessionOut, SignInOut } from '@countersign/contract/console';
import { newId } from '@countersign/contract/ids';
import { addUser } from '@countersign/core/workspace/add-user';
import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { testClock } from '../support/clock.ts';
import { browser, cookieOf, linkFor, type Person, person, signIn } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';
import { passForBuckets } from '../support/rate-limit.ts';

const clock = testClock();
let api: TestApi;
let mine: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi({ clock });
  mine = await api.createTestWorkspace();
});

const ownerEmail = (workspace: TestWorkspace) => `owner@${workspace.slug}.test`;
const mailsTo = (address: string) => api.deps.db.mail.findMany({ where: { toAddress: address } });

describe('POST /v1/console/sign-in', () => {
  test('202: the same for every address; the link is stored only as a hash, and encrypted in the queued email', async () => {
    const known = ownerEmail(mine);
    const unknown = 'nobody@nowhere.test';
    for (const email of [known, unknown]) {
      const answer = await api.anonymous.post('/v1/console/sign-in', { email: ` ${email.toUpperCase()} ` });
      expect([answer.status, answer.text]).toEqual([202, '']);
    }
    const [mail] = await mailsTo(known);
    expect(mail).toMatchObject({ kind: 'sign-in', status: 'queued', workspaceId: null, toName: '' });
    const token = api.deps.secrets.decrypt(mail!.sealedCode!, `mail:${mail!.id}`).toString();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const stored = JSON.stringify(
      [await api.deps.db.signInLink.findMany(), { ...mail, sealedCode: null }],
      (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value),
    );
    expect(stored).not.toContain(token);
    expect(JSON.stringify(api.logged)).not.toContain(token);
    expect((await mailsTo(unknown)).map(({ kind }) => kind)).toEqual(['sign-in']);
  });

  test('422: a malformed address; the domain of the first owner needs no dot', async () => {
    for (const email of ['', 'nobody', 'a b@c.test', '@c.test', `${'x'.repeat(250)}@c.test`])
      expect(issuesOf(await api.anonymous.post('/v1/console/sign-in', { email }))).toHaveLength(1);
    expect((await api.anonymous.post('/v1/console/sign-in', { email: 'owner@localhost' })).status).toBe(202);
  });

  test('429 with Retry-After: after five for each email address, and after ten for each caller', async () => {
    const own = await startTestApi({ clock, edge: { trustProxy: 1 } });
    const ask = (email: string, ip: string) =>
      own.anonymous.post('/v1/console/sign-in', { email }).set('X-Forwarded-For', ip);
    for (let count = 0; count < 5; count += 1)
      expect((await ask('flooded@nowhere.test', `192.0.2.${count}`)).status).toBe(202);
    const flooded = await ask('flooded@nowhere.test', '192.0.2.99');
    expectProblem(flooded, 'rate-limited');
    expect(Number(flooded.headers['retry-after'])).toBeLessThanOrEqual(300);
    for (let count = 0; count < 10; count += 1)
      expect((await ask(`one-${count}@nowhere.test`, '198.51.100.7')).status).toBe(202);
    expectProblem(await ask('eleventh@nowhere.test', '198.51.100.7'), 'rate-limited');
    await passForBuckets(own.deps, 60_000);
    expect((await ask('eleventh@nowhere.test', '198.51.100.7')).status).toBe(202);
    await own.close();
  });
});

describe('POST /v1/console/session', () => {
  test('200: signs in once; the cookie is HttpOnly and Lax, and stored as a hash', async () => {
    const token = await linkFor(api, ownerEmail(mine));
    const signedIn = await api.anonymous.post('/v1/console/session', { token });
    expect(signedIn.status).toBe(200);
    const session = SessionOut.parse(signedIn.body);
    expect(session).toMatchObject({
      user: { email: ownerEmail(mine), name: 'owner', operator: false },
      workspaces: [{ id: mine.workspaceId, slug: mine.slug, name: `Workspace ${mine.slug}`, role: 'owner' }],
      expires_at: new Date(clock.now().getTime() + 30 * 86_400_000).toISOString(),
    });
    const [line] = signedIn.headers['set-cookie'] as unknown as string[];
    expect(line).toMatch(
      /^countersign_session=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expectProblem(await api.anonymous.post('/v1/console/session', { token }), 'not-found');
    const value = cookieOf(signedIn).split('=')[1]!;
    const rows = await api.deps.db.userSession.findMany();
    expect(rows.some(({ tokenSha256 }) => Buffer.from(tokenSha256).toString().includes(value))).toBe(false);
    expect((await browser(api, cookieOf(signedIn)).get('/v1/console/session')).body).toEqual(signedIn.body);
  });

  test('200: on https the cookie is Secure', async () => {
    const secure = await startTestApi({ clock, settings: { publicUrl: 'https://sign.example.test' } });
    const token = await linkFor(api, ownerEmail(mine));
    const signedIn = await secure.anonymous.post('/v1/console/session', { token });
    expect((signedIn.headers['set-cookie'] as unknown as string[])[0]).toMatch(/; Secure/);
    await secure.close();
  });

  test('one of ten concurrent requests with one link signs in', async () => {
    const token = await linkFor(api, ownerEmail(mine));
    const before = await api.deps.db.userSession.count();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.anonymous.post('/v1/console/session', { token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect(await api.deps.db.userSession.count()).toBe(before + 1);
  });

  test('404: an expired link, a link of an unknown person, and a malformed one', async () => {
    const late = await linkFor(api, ownerEmail(mine));
    clock.advance(15 * 60_000);
    const nobody = await linkFor(api, 'nobody@nowhere.test');
    for (const token of [late, nobody, 'x'.repeat(43), 'nonsense', '\u0000'])
      expectProblem(await api.anonymous.post('/v1/console/session', { token }), 'not-found');
    expect(issuesOf(await api.anonymous.post('/v1/console/session', {}))).toEqual(['body.token missing']);
  });

  test('a new sign-in creates a new session and ends the previous one of the browser', async () => {
    const first = await signIn(api, ownerEmail(mine));
    const token = await linkFor(api, ownerEmail(mine));
    const again = await api.anonymous.post('/v1/console/session', { token }).set('Cookie', first);
    expect(cookieOf(again)).not.toBe(first);
    expectProblem(await browser(api, first).get('/v1/console/session'), 'unauthenticated');
    expect((await browser(api, cookieOf(again)).get('/v1/console/session')).status).toBe(200);
  });

  test('403: another site cannot sign a browser in', async () => {
    const token = await linkFor(api, ownerEmail(mine));
    const post = () => api.anonymous.post('/v1/console/session', { token });
    expectProblem(await post().set('Origin', 'https://evil.example'), 'forbidden');
    expectProblem(await post().set('Sec-Fetch-Site', 'cross-site'), 'forbidden');
    expect((await post().set('Origin', api.url).set('Sec-Fetch-Site', 'same-origin')).status).toBe(200);
  });
});

describe('the session', () => {
  test('lasts for 30 days from the last visit, which is recorded at most once a minute', async () => {
    const cookie = await signIn(api, ownerEmail(mine));
    const me = browser(api, cookie);
    const { db } = api.deps;
    const row = async () => {
      const [newest] = await db.userSession.findMany({ orderBy: { id: 'desc' }, take: 1 });
      return newest!;
    };
    const start = clock.now();
    clock.advance(59_000);
    const quiet = await me.get('/v1/console/session');
    expect([quiet.status, quiet.headers['set-cookie']]).toEqual([200, undefined]);
    expect(quiet.body.expires_at).toBe(new Date(start.getTime() + 30 * 86_400_000).toISOString());
    expect((await row()).lastSeenAt).toEqual(start);
    clock.advance(1000);
    expect(cookieOf(await me.get('/v1/console/session'))).toBe(cookie);
    clock.advance(29 * 86_400_000);
    const renewed = await me.get('/v1/console/session');
    expect(cookieOf(renewed)).toBe(cookie);
    const end = new Date(clock.now().getTime() + 30 * 86_400_000);
    expect(renewed.body.expires_at).toBe(end.toISOString());
    await until(async () => (await row()).expiresAt.getTime() === end.getTime(), 'the visit to be kept');
    clock.advance(29 * 86_400_000);
    expect((await me.get('/v1/console/session')).status).toBe(200);
    clock.advance(30 * 86_400_000);
    expectProblem(await me.get('/v1/console/session'), 'unauthenticated');
  });

  test('DELETE ends it and removes the cookie; signing out everywhere ends all sessions and unused links', async () => {
    const email = ownerEmail(mine);
    const [one, two, three] = [await signIn(api, email), await signIn(api, email), await signIn(api, email)];
    const out = await browser(api, one).delete('/v1/console/session');
    expect(out.status).toBe(204);
    expect((out.headers['set-cookie'] as unknown as string[])[0]).toMatch(
      /^countersign_session=; Path=\/; Expires=Thu, 01 Jan 1970/,
    );
    expectProblem(await browser(api, one).get('/v1/console/session'), 'unauthenticated');
    const pending = await linkFor(api, email);
    expect((await browser(api, two).post('/v1/console/session/sign-out-everywhere')).status).toBe(204);
    for (const cookie of [two, three])
      expectProblem(await browser(api, cookie).get('/v1/console/session'), 'unauthenticated');
    expectProblem(await api.anonymous.post('/v1/console/session', { token: pending }), 'not-found');
    const later = browser(api, await signIn(api, email));
    const history = (await later.get('/v1/console/sign-ins')).body as Array<{ outcome: string }>;
    expect(history.slice(0, 3).map(({ outcome }) => outcome)).toEqual([
      'signed_in',
      'link_refused',
      'signed_out_everywhere',
    ]);
  });

  test('is valid in every process, and so are its rate limits', async () => {
    const email = ownerEmail(mine);
    const [here, there] = [api, await startTestApi({ clock })];
    const token = await linkFor(here, email);
    const cookie = cookieOf(await there.anonymous.post('/v1/console/session', { token }));
    expect((await browser(here, cookie).get('/v1/console/session')).status).toBe(200);
    expectProblem(await here.anonymous.post('/v1/console/session', { token }), 'not-found');
    expect((await browser(here, cookie).delete('/v1/console/session')).status).toBe(204);
    expectProblem(await browser(there, cookie).get('/v1/console/session'), 'unauthenticated');
    await there.close();
  });

  test('on https the cookie has the prefix __Host-, and one without it is not read', async () => {
    const publicUrl = 'https://sign.example.test';
    const secure = await startTestApi({ settings: { publicUrl }, clock });
    const token = await linkFor(secure, ownerEmail(mine));
    const signedIn = await secure.anonymous.post('/v1/console/session', { token });
    const [line] = signedIn.headers['set-cookie'] as unknown as string[];
    expect(line).toMatch(
      /^__Host-countersign_session=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    const read = (cookie: string) => secure.anonymous.get('/v1/console/session').set('Cookie', cookie);
    expect((await read(cookieOf(signedIn))).status).toBe(200);
    expectProblem(await read(cookieOf(signedIn).replace('__Host-', '')), 'unauthenticated');
    await secure.close();
  });

  test('401: no cookie, a wrong one, and a malformed one', async () => {
    for (const cookie of [
      '',
      'countersign_session=',
      `countersign_session=${'x'.repeat(43)}`,
      'countersign_session=%00',
    ])
      expectProblem(await api.anonymous.get('/v1/console/session').set('Cookie', cookie), 'unauthenticated');
  });

  test('a person can change their name, which later events contain', async () => {
    const one = await person(api, mine, 'member');
    const renamed = await one.patch('/v1/console/user', { name: 'Grace Hopper' });
    expect([renamed.status, renamed.body.user.name]).toEqual([200, 'Grace Hopper']);
    const { id } = (await one.post('/v1/documents', { title: 'Named' })).body;
    expect((await one.get(`/v1/documents/${id}/events`)).body[0].actor.name).toBe('Grace Hopper');
    for (const name of ['', ' \u200b ', 'x'.repeat(201)])
      expect(issuesOf(await one.patch('/v1/console/user', { name }))).toHaveLength(1);
  });

  test('has a history for its person: sign-ins, refused links and sign-outs, with address and user agent', async () => {
    const workspace = await api.createTestWorkspace();
    const email = ownerEmail(workspace);
    const token = await linkFor(api, email);
    const post = () => api.anonymous.post('/v1/console/session', { token }).set('User-Agent', 'Test browser');
    const cookie = cookieOf(await post());
    await post();
    await browser(api, await signIn(api, email)).delete('/v1/console/session');
    const history = SignInOut.array().parse((await browser(api, cookie).get('/v1/console/sign-ins')).body);
    expect(history.map(({ outcome }) => outcome)).toEqual([
      'signed_out',
      'signed_in',
      'link_refused',
      'signed_in',
    ]);
    expect(history[3]).toEqual({
      at: clock.now().toISOString(),
      ip: '127.0.0.1',
      user_agent: 'Test browser',
      outcome: 'signed_in',
    });
    const { id: userId } = await api.deps.db.user.findUniqueOrThrow({ where: { email } });
    const visit = { userId, outcome: 'signed_in', at: clock.now() };
    await api.deps.db.signIn.createMany({
      data: Array.from({ length: 97 }, () => ({ id: newId(), ...visit })),
    });
    expect((await browser(api, cookie).get('/v1/console/sign-ins')).body).toHaveLength(100);
  });
});

describe('the session cookie on the public API', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await person(api, mine, 'owner');
  });

  test('works like a key, in the workspace and mode of the headers; audit events name the person', async () => {
    const me = (await owner.get('/v1/me')).body;
    expect(me).toMatchObject({
      workspace: { slug: mine.slug },
      key: { id: owner.userId, display: 'session', mode: 'live' },
      user: { id: owner.userId, email: owner.email, role: 'owner' },
      mode: 'live',
    });
    const trial = browser(api, owner.cookie, mine.slug, 'test');
    expect((await trial.get('/v1/me')).body.mode).toBe('test');
    const made = await trial.post('/v1/documents', { title: 'From the console' });
    expect(made.status).toBe(201);
    expectProblem(await owner.get(`/v1/documents/${made.body.id}`), 'not-found');
    const [created] = (await trial.get(`/v1/documents/${made.body.id}/events`)).body;
    expect(created.actor).toEqual({
      type: 'user',
      id: owner.userId,
      name: owner.email.split('@')[0],
      email: owner.email,
    });
    expect((await mine.test.get(`/v1/documents/${made.body.id}`)).status).toBe(200);
  });

  test('an Idempotency-Key belongs to the person, separately in each workspace and mode', async () => {
    const post = (mode: 'live' | 'test') =>
      browser(api, owner.cookie, mine.slug, mode)
        .post('/v1/documents', { title: 'Once' })
        .set('Idempotency-Key', 'console-1');
    const first = await post('live');
    const again = await post('live');
    expect([again.body.id, again.headers['idempotent-replayed']]).toEqual([first.body.id, 'true']);
    expect((await post('test')).body.id).not.toBe(first.body.id);
  });

  test('a key in the Authorization header takes precedence over the cookie', async () => {
    const both = await api.anonymous
      .get('/v1/me')
      .set('Cookie', owner.cookie)
      .set('Authorization', `Bearer ${mine.testKey}`);
    expect(both.body.key.mode).toBe('test');
    const wrong = await owner.get('/v1/me').set('Authorization', 'Bearer nonsense');
    expectProblem(wrong, 'unauthenticated');
  });

  test('403: without X-Workspace, from another origin, and from another site', async () => {
    const bare = (method: 'get' | 'post' | 'delete', path: string) =>
      request(api.url)[method](path).set('Cookie', owner.cookie);
    expectProblem(await bare('get', '/v1/me'), 'forbidden');
    expectProblem(await bare('post', '/v1/documents').send({ title: 'x' }), 'forbidden');
    expectProblem(await bare('delete', '/v1/console/session'), 'forbidden');
    expectProblem(await bare('post', '/v1/console/session/sign-out-everywhere'), 'forbidden');
    for (const origin of ['https://evil.example', 'null', `${api.url}.evil.example`])
      expectProblem(await owner.get('/v1/me').set('Origin', origin), 'forbidden');
    for (const site of ['cross-site', 'same-site'])
      expectProblem(await owner.get('/v1/console/session').set('Sec-Fetch-Site', site), 'forbidden');
    const own = await owner.get('/v1/me').set('Origin', api.url).set('Sec-Fetch-Site', 'same-origin');
    expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });

  test('a GET can name the workspace in its query', async () => {
    const query = `workspace=${mine.slug}&mode=test`;
    const read = await request(api.url).get(`/v1/me?${query}`).set('Cookie', owner.cookie);
    expect([read.status, read.body.mode]).toEqual([200, 'test']);
    const write = await request(api.url)
      .post(`/v1/documents?${query}`)
      .set('Cookie', owner.cookie)
      .send({ title: 'x' });
    expectProblem(write, 'forbidden');
  });

  test('404: other and unknown workspaces; 422: an unknown mode', async () => {
    const other = await api.createTestWorkspace();
    for (const slug of [other.slug, 'unknown', 'no slug', '%00', 'X'])
      expectProblem(await browser(api, owner.cookie, slug).get('/v1/documents'), 'not-found');
    const nul = await request(api.url).get('/v1/me?workspace=%00').set('Cookie', owner.cookie);
    expectProblem(nul, 'not-found');
    const wrong = await owner.get('/v1/me').set('X-Mode', 'dead');
    expect(issuesOf(wrong)).toEqual(['header.X-Mode enum']);
  });

  test('a member of two workspaces sees each by its header, and loses access at once when removed', async () => {
    const second = await api.createTestWorkspace();
    await addUser(api.deps, { workspaceSlug: second.slug, email: owner.email, role: 'member' });
    const slugs = (await owner.get('/v1/console/session')).body.workspaces.map(
      ({ slug, role }: { slug: string; role: string }) => `${slug} ${role}`,
    );
    expect(slugs.sort()).toEqual([`${mine.slug} owner`, `${second.slug} member`].sort());
    const there = browser(api, owner.cookie, second.slug);
    expect((await there.get('/v1/documents')).status).toBe(200);
    await api.deps.db.membership.deleteMany({
      where: { workspaceId: second.workspaceId, userId: owner.userId },
    });
    expectProblem(await there.get('/v1/documents'), 'not-found');
  });
});
