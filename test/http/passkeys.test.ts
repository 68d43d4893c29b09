/** Passkeys: registration, sign-in and management, with an authenticator in software that can also answer wrongly. */
import { randomBytes } from 'node:crypto';
import { SignInMethodsOut } from '@countersign/contract/console';
import { PasskeyOut } from '@countersign/contract/passkey';
import { finishRegistration } from '@countersign/core/passkey/register';
import { disconnectPerson } from '@countersign/core/single-sign-on/disconnect';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { type Deviations, softwarePasskey } from '../support/authenticator.ts';
import { testClock } from '../support/clock.ts';
import { browser, type Person, person, signIn } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

const clock = testClock();
const publicUrl = 'https://sign.example.test';
let api: TestApi;
let workspace: TestWorkspace;
beforeAll(async () => {
  // The tests are the browser, so the service need not be at its public address. Cookies have the names of https.
  api = await startTestApi({ clock, settings: { publicUrl } });
  workspace = await api.createTestWorkspace();
});

const https = (cookie: string) => cookie.replace(/^countersign/, '__Host-countersign');
/** A new member, whose requests carry the cookie of https. */
async function member(): Promise<Person> {
  const one = await person(api, workspace, 'member');
  const cookie = https(one.cookie);
  return { ...one, cookie, ...browser(api, cookie, workspace.slug) };
}

type Passkey = ReturnType<typeof softwarePasskey>;
const optionsFor = async (one: Person) =>
  (await one.post('/v1/console/passkeys/registration').expect(200)).body.options;
const post = (one: Person, response: object, name = 'Laptop') =>
  one.post('/v1/console/passkeys', { name, response });

/** A person with a passkey. */
async function withPasskey(): Promise<{ one: Person; passkey: Passkey; id: string }> {
  const one = await member();
  const passkey = softwarePasskey(publicUrl);
  const made = await post(one, passkey.register(await optionsFor(one)));
  expect(made.status).toBe(201);
  return { one, passkey, id: made.body.id };
}

async function start(cookie = ''): Promise<{ options: { challenge: string }; cookie: string }> {
  const answer = await api.anonymous.post('/v1/console/passkey-sign-in').set('Cookie', cookie);
  expect(answer.status).toBe(200);
  const [line = ''] = answer.headers['set-cookie'] as unknown as string[];
  return { options: answer.body.options, cookie: line.split(';', 1)[0]! };
}
const finish = (response: object, cookie: string) =>
  api.anonymous.post('/v1/console/passkey-sign-in/session', { response }).set('Cookie', cookie);

/** Signs in the whole way. */
async function signInWith(passkey: Passkey, changes: Deviations = {}): Promise<Response> {
  const { options, cookie } = await start();
  return finish(passkey.sign(options, changes), cookie);
}

const outcomesOf = async (one: Person) =>
  (await one.get('/v1/console/sign-ins')).body.map(({ outcome }: { outcome: string }) => outcome);

describe('adding a passkey', () => {
  test('201: discoverable, with verification of the person; an email and the history report it', async () => {
    const one = await member();
    const options = await optionsFor(one);
    expect(options).toMatchObject({
      rp: { id: 'sign.example.test', name: 'Countersign' },
      user: { name: one.email, id: Buffer.from(one.userId.replaceAll('-', ''), 'hex').toString('base64url') },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
      timeout: 300_000,
    });
    const made = await post(one, softwarePasskey(publicUrl).register(options), 'Work laptop');
    expect(PasskeyOut.parse(made.body)).toEqual({
      id: expect.any(String),
      name: 'Work laptop',
      backed_up: false,
      created_at: clock.now().toISOString(),
      last_used_at: null,
    });
    expect((await one.get('/v1/console/passkeys')).body).toEqual([made.body]);
    expect(
      await api.deps.db.mail.findMany({ where: { toAddress: one.email, kind: 'sign-in-method' } }),
    ).toMatchObject([{ data: { method: 'passkey', change: 'added', name: 'Work laptop' } }]);
    expect(await outcomesOf(one)).toEqual(['passkey_added', 'signed_in']);
    const { excludeCredentials } = await optionsFor(one);
    expect(excludeCredentials).toMatchObject([{ transports: ['internal'] }]);
  });

  test('both requests are done once for an Idempotency-Key', async () => {
    const one = await member();
    const startOnce = () =>
      one.post('/v1/console/passkeys/registration').set('Idempotency-Key', 'start').expect(200);
    const { options } = (await startOnce()).body;
    expect((await startOnce()).body.options).toEqual(options);
    const answer = softwarePasskey(publicUrl).register(options);
    const made = await post(one, answer).set('Idempotency-Key', 'finish').expect(201);
    const again = await post(one, answer).set('Idempotency-Key', 'finish').expect(201);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([made.body, 'true']);
    expect((await one.get('/v1/console/passkeys')).body).toEqual([made.body]);
  });

  test('201 for an authenticator that attests for itself, as browsers allow', async () => {
    const one = await member();
    const passkey = softwarePasskey(publicUrl);
    const made = await post(one, passkey.register(await optionsFor(one), { attestation: 'own' }));
    expect(made.status).toBe(201);
    expect((await signInWith(passkey)).status).toBe(200);
  });

  test.each<[string, Deviations]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a challenge of nobody', { challenge: 'x'.repeat(43) }],
    ['an unreadable challenge', { challenge: '\u0000' }],
    ['an answer of another kind', { type: 'webauthn.get' }],
    ['a person who was not verified', { unverified: true }],
    ['another id than the authenticator names', { credentialId: Buffer.alloc(32) }],
    // Longer than an entry of the index can be.
    ['an id of 4,000 bytes', { credentialId: randomBytes(4000) }],
    [
      'an attestation with certificates',
      { attestation: { format: 'packed', statement: new Map([['x5c', [Buffer.from('certificate')]]]) } },
    ],
    ['an attestation of a phone', { attestation: { format: 'apple', statement: new Map() } }],
  ])('422 for %s', async (_what, changes) => {
    const one = await member();
    const refused = await post(one, softwarePasskey(publicUrl).register(await optionsFor(one), changes));
    expect(issuesOf(refused)).toEqual(['body.response value_error']);
    expect((await one.get('/v1/console/passkeys')).body).toEqual([]);
  });

  test('422 for a used, late or foreign challenge, and for a passkey that somebody has', async () => {
    const { one, passkey } = await withPasskey();
    const options = await optionsFor(one);
    expect(issuesOf(await post(one, passkey.register(options)))).toEqual(['body.response value_error']);
    expect(issuesOf(await post(one, softwarePasskey(publicUrl).register(options)))).toEqual([
      'body.response value_error',
    ]);
    // The challenge belongs to the session: neither another person nor another session of this one may use it.
    const other = await member();
    const again = browser(api, https(await signIn(api, one.email)), workspace.slug);
    for (const caller of [other, { ...one, ...again }]) {
      const answer = softwarePasskey(publicUrl).register(await optionsFor(one));
      expect(issuesOf(await post(caller, answer))).toEqual(['body.response value_error']);
    }
    const late = softwarePasskey(publicUrl).register(await optionsFor(one));
    clock.advance(10 * 60_000);
    expect(issuesOf(await post(one, late))).toEqual(['body.response value_error']);
    // A challenge of the sign-in is none of the registration.
    const { options: signing } = await start();
    const mixed = softwarePasskey(publicUrl).register({ ...(await optionsFor(one)), ...signing });
    expect(issuesOf(await post(one, mixed))).toEqual(['body.response value_error']);
  });

  test('unauthenticated if the session has ended while the answer arrived', async () => {
    const one = await member();
    const response = softwarePasskey(publicUrl).register(await optionsFor(one));
    const session = await api.deps.db.userSession.findFirstOrThrow({ where: { userId: one.userId } });
    await disconnectPerson(api.deps, one.userId);
    const caller = { ...api.deps, ip: null, userAgent: null, requestId: 'slow' };
    const registrant = {
      ...{ userId: one.userId, email: one.email, name: 'Ada', signedInAt: session.createdAt },
      ...{ sessionId: session.id, sessionToken: one.cookie.split('=')[1]! },
    };
    const adding = finishRegistration(caller, registrant, {
      name: 'Laptop',
      response: { ...response, type: 'public-key' },
    });
    await expect(adding).rejects.toMatchObject({ slug: 'unauthenticated' });
    expect(await api.deps.db.passkey.count({ where: { userId: one.userId } })).toBe(0);
  });

  test('403 recent-sign-in-required more than an hour after the sign-in, also for removing one', async () => {
    const { one, id } = await withPasskey();
    clock.advance(60 * 60_000);
    await optionsFor(one);
    clock.advance(1);
    expectProblem(await one.post('/v1/console/passkeys/registration'), 'recent-sign-in-required');
    expectProblem(await one.delete(`/v1/console/passkeys/${id}`), 'recent-sign-in-required');
    const again = browser(api, https(await signIn(api, one.email)), workspace.slug);
    expect((await again.delete(`/v1/console/passkeys/${id}`)).status).toBe(204);
  });

  test('422 for malformed answers and names, and for the twenty-first passkey', async () => {
    const one = await member();
    const answer = softwarePasskey(publicUrl).register(await optionsFor(one));
    const broken = { ...answer, response: { ...answer.response, attestationObject: 'AAAA' } };
    expect(issuesOf(await post(one, broken))).toEqual(['body.response value_error']);
    expect(issuesOf(await post(one, { ...answer, id: 'not base64url!' }))).toHaveLength(1);
    expect(issuesOf(await post(one, answer, ' '))).toHaveLength(1);
    await api.deps.db.passkey.createMany({
      data: Array.from({ length: 19 }, (_, at) => ({
        id: crypto.randomUUID(),
        userId: one.userId,
        credentialId: `${one.userId}-${at}`,
        publicKey: new Uint8Array(1),
        counter: 0n,
        isBackedUp: false,
        name: 'x',
        createdAt: clock.now(),
      })),
    });
    // Of two at the same time, one is the twentieth.
    const two = [await optionsFor(one), await optionsFor(one)];
    const answers = two.map((options) => softwarePasskey(publicUrl).register(options));
    const made = await Promise.all(answers.map((response) => post(one, response)));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(issuesOf(made.find(({ status }) => status === 422)!)).toEqual(['body value_error']);
    expect(issuesOf(await one.post('/v1/console/passkeys/registration'))).toEqual(['body value_error']);
  });
});

describe('signing in with a passkey', () => {
  test('200: names no person before; the session is like that of a link', async () => {
    const { one, passkey } = await withPasskey();
    const { options, cookie } = await start();
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'sign.example.test',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: undefined,
    });
    const signedIn = await finish(passkey.sign(options), cookie);
    expect(signedIn.body).toMatchObject({
      user: { id: one.userId },
      signed_in_by: 'passkey',
      expires_at: new Date(clock.now().getTime() + 30 * 86_400_000).toISOString(),
    });
    expect((await outcomesOf(one))[0]).toBe('passkey');
    const [listed] = (await one.get('/v1/console/passkeys')).body;
    expect(listed.last_used_at).toBe(clock.now().toISOString());
    expect((await signInWith(passkey)).status).toBe(200);
  });

  test.each<[string, Deviations]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a challenge of nobody', { challenge: 'x'.repeat(43) }],
    ['an answer of another kind', { type: 'webauthn.create' }],
    ['a person who was not verified', { unverified: true }],
    ['the handle of another person', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('401 for %s', async (_what, changes) => {
    const { passkey } = await withPasskey();
    expectProblem(await signInWith(passkey, changes), 'unauthenticated');
    expect((await signInWith(passkey)).status).toBe(200);
  });

  test('401 for a challenge that is used, late or of another browser; of two answers, one signs in', async () => {
    const { one, passkey } = await withPasskey();
    const { options, cookie } = await start();
    expectProblem(await finish(passkey.sign(options), (await start()).cookie), 'unauthenticated');
    expectProblem(await finish(passkey.sign(options), ''), 'unauthenticated');
    const answer = passkey.sign(options);
    const answers = await Promise.all([finish(answer, cookie), finish(answer, cookie)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const late = await start();
    const lateAnswer = passkey.sign(late.options);
    clock.advance(10 * 60_000);
    expectProblem(await finish(lateAnswer, late.cookie), 'unauthenticated');
    expect((await outcomesOf(one)).filter((outcome: string) => outcome === 'passkey')).toHaveLength(1);
  });

  test('401 when the counter does not grow, which a copy would cause; the history reports it', async () => {
    const { one, passkey } = await withPasskey();
    expect((await signInWith(passkey, { counter: 5 })).status).toBe(200);
    for (const counter of [5, 4, 0]) expectProblem(await signInWith(passkey, { counter }), 'unauthenticated');
    expect((await outcomesOf(one)).slice(0, 3)).toEqual(Array(3).fill('passkey_refused'));
    expect((await signInWith(passkey, { counter: 6 })).status).toBe(200);
    const starts = [await start(), await start()];
    const both = await Promise.all(
      starts.map(({ options, cookie }) => finish(passkey.sign(options, { counter: 7 }), cookie)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    // Synchronized passkeys do not count.
    const { passkey: synchronized } = await withPasskey();
    for (let round = 0; round < 2; round += 1)
      expect((await signInWith(synchronized, { counter: 0 })).status).toBe(200);
  });

  test('401 for an unknown passkey, 403 from another site, 404 where the address cannot have passkeys', async () => {
    expectProblem(await signInWith(softwarePasskey(publicUrl)), 'unauthenticated');
    const path = '/v1/console/passkey-sign-in';
    expectProblem(await api.anonymous.post(path).set('Origin', 'https://evil.example'), 'forbidden');
    const methods = (await api.anonymous.get('/v1/console/sign-in-methods')).body;
    expect(SignInMethodsOut.parse(methods)).toEqual({ single_sign_on: null, passkeys: true });
    const plain = await startTestApi({ clock });
    expect((await plain.anonymous.get('/v1/console/sign-in-methods')).body.passkeys).toBe(false);
    expectProblem(await plain.anonymous.post(path), 'not-found');
    await plain.close();
  });

  test('does not meet the requirement of single sign-on', async () => {
    const { passkey } = await withPasskey();
    const { id } = await api.deps.db.workspace.findUniqueOrThrow({ where: { slug: workspace.slug } });
    await api.deps.db.workspace.update({ where: { id }, data: { requiresSingleSignOn: true } });
    const signedIn = await signInWith(passkey);
    const lines = signedIn.headers['set-cookie'] as unknown as string[];
    const cookie = lines.find((line) => line.includes('countersign_session='))!.split(';', 1)[0]!;
    expectProblem(await browser(api, cookie, workspace.slug).get('/v1/me'), 'single-sign-on-required');
    await api.deps.db.workspace.update({ where: { id }, data: { requiresSingleSignOn: false } });
  });
});

describe('managing passkeys', () => {
  test('rename and remove one of their own; a removed one does not sign in; 404 for those of others', async () => {
    const { one, passkey, id } = await withPasskey();
    const renamed = await one.patch(`/v1/console/passkeys/${id}`, { name: 'Home' });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Home']);
    const other = await member();
    for (const at of [id, 'nothing', crypto.randomUUID()]) {
      expectProblem(await other.patch(`/v1/console/passkeys/${at}`, { name: 'x' }), 'not-found');
      expectProblem(await other.delete(`/v1/console/passkeys/${at}`), 'not-found');
    }
    expect((await other.get('/v1/console/passkeys')).body).toEqual([]);
    expect((await one.delete(`/v1/console/passkeys/${id}`)).status).toBe(204);
    expect((await outcomesOf(one))[0]).toBe('passkey_removed');
    const mails = await api.deps.db.mail.findMany({
      where: { toAddress: one.email, kind: 'sign-in-method' },
      orderBy: { id: 'asc' },
    });
    expect(mails.map(({ data }) => data)).toEqual([
      { method: 'passkey', change: 'added', name: 'Laptop' },
      { method: 'passkey', change: 'removed', name: 'Home' },
    ]);
    expectProblem(await signInWith(passkey), 'unauthenticated');
  });

  test('an operator can take them away, together with all sessions', async () => {
    const { one, passkey } = await withPasskey();
    expect(await disconnectPerson(api.deps, one.userId)).toEqual({ accounts: 0, passkeys: 1 });
    expectProblem(await one.get('/v1/console/passkeys'), 'unauthenticated');
    expectProblem(await signInWith(passkey), 'unauthenticated');
  });
});
