/** What an identity provider may answer: only a valid ID token for this attempt signs in; everything else is refused in bounded time. */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProblemSlug } from '@countersign/problem/catalogue';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { boundedFetch, ProviderAnswerError } from './bounded-fetch.ts';
import { openIdentityProvider } from './provider.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const secret = 'secret-of-the-client-0123456789';
const checks = { state: 'the-state', nonce: 'the-nonce', verifier: 'v'.repeat(43) };
const query = `code=the-code&state=${checks.state}`;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function signed(claims: object, key: KeyObject | null = keys.privateKey): string {
  const head = encode(key ? { alg: 'RS256', kid: 'one' } : { alg: 'none' });
  const text = `${head}.${encode(claims)}`;
  return `${text}.${key ? createSign('sha256').update(text).sign(key, 'base64url') : ''}`;
}

let issuer = '';
/** How the provider deviates in a test. */
let changes: {
  metadata?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: KeyObject | null;
  userinfo?: Record<string, unknown>;
  answer?: (path: string, response: ServerResponse) => boolean;
};
const requests: Array<{ path: string; authorization: string | undefined; body: string }> = [];

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const path = request.url ?? '';
    requests.push({ path, authorization: request.headers.authorization, body });
    if (changes.answer?.(path, response)) return;
    const now = Math.floor(Date.now() / 1000);
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...changes.metadata,
      },
      '/jwks': {
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
      },
      '/token': {
        access_token: 'the-access-token',
        token_type: 'Bearer',
        id_token: signed(
          {
            iss: issuer,
            aud: 'console',
            sub: 'ada',
            nonce: checks.nonce,
            iat: now,
            exp: now + 60,
            ...changes.claims,
          },
          changes.key,
        ),
      },
      '/userinfo': {
        sub: 'ada',
        email: 'Ada@Example.test',
        email_verified: true,
        groups: ['staff'],
        ...changes.userinfo,
      },
    };
    const found = answers[path];
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  });
});

const logged: unknown[] = [];
const log = {
  info: () => undefined,
  warn: (...line: unknown[]) => void logged.push(line),
  error: (...line: unknown[]) => void logged.push(line),
};
/** A provider that has read nothing yet. */
const open = (settings: { clientSecret?: string | null } = {}) =>
  openIdentityProvider(
    {
      ...{ issuer, clientId: 'console', clientSecret: secret, name: 'Test', scopes: 'openid email' },
      claims: { groups: 'groups', emailVerified: 'email_verified' },
      sessionSeconds: 3600,
      publicUrl: 'https://sign.example.test',
      ...settings,
    },
    log,
  );

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  changes = {};
  requests.length = 0;
  logged.length = 0;
});
afterAll(async () => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
});

describe('the identity provider', () => {
  test('gets state, nonce and PKCE challenge in the address of its page', async () => {
    const url = new URL(await open().authorizationUrl(checks));
    expect(`${url.origin}${url.pathname}`).toBe(`${issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'console',
      redirect_uri: 'https://sign.example.test/sign-in/callback',
      response_type: 'code',
      scope: 'openid email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: createHash('sha256').update(checks.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
  });

  test('answers with the profile; claims of the ID token win over those of UserInfo', async () => {
    changes = { claims: { name: 'Ada', groups: ['admins'] }, userinfo: { name: 'Somebody' } };
    expect(await open().exchange(query, checks)).toEqual({
      issuer,
      subject: 'ada',
      email: 'ada@example.test',
      name: 'Ada',
      groups: ['admins'],
    });
    const token = requests.find(({ path }) => path === '/token')!;
    expect(token.authorization).toMatch(/^Basic /);
    expect(Object.fromEntries(new URLSearchParams(token.body))).toMatchObject({
      code: 'the-code',
      code_verifier: checks.verifier,
      redirect_uri: 'https://sign.example.test/sign-in/callback',
    });
    expect(logged).toEqual([]);
  });

  test('does not take the statement that one address is verified for another one', async () => {
    changes = { claims: { email: 'eve@example.test' } };
    expect(await open().exchange(query, checks)).toMatchObject({ subject: 'ada', email: null });
    changes = { claims: { email: 'Ada@Example.test' } };
    expect(await open().exchange(query, checks)).toMatchObject({ email: 'ada@example.test' });
  });

  test('gets the secret in the body if it asks for that, and none from a public client', async () => {
    changes = { metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } };
    await open().exchange(query, checks);
    await open({ clientSecret: null }).exchange(query, checks);
    const sent = requests.filter(({ path }) => path === '/token');
    expect(sent.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    expect(sent.map(({ body }) => new URLSearchParams(body).get('client_secret'))).toEqual([secret, null]);
  });

  test('without UserInfo the ID token is enough; metadata and keys are read once', async () => {
    changes = {
      metadata: { userinfo_endpoint: undefined },
      claims: { email: 'a@b.test', email_verified: false },
    };
    const provider = open();
    expect(await provider.exchange(query, checks)).toMatchObject({ subject: 'ada', email: null, groups: [] });
    await provider.exchange(query, checks);
    const paths = requests.map(({ path }) => path);
    expect(paths).toEqual(['/.well-known/openid-configuration', '/token', '/jwks', '/token']);
  });
});

const html = (response: ServerResponse, status: number, text: string, headers = {}) => {
  response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(text);
  return true;
};
const past = Math.floor(Date.now() / 1000) - 7200;
type Case = [what: string, slug: ProblemSlug, deviation: () => typeof changes & { query?: string }];
const cases: Case[] = [
  ['another nonce', 'single-sign-on-refused', () => ({ claims: { nonce: 'of-another-attempt' } })],
  ['no nonce', 'single-sign-on-refused', () => ({ claims: { nonce: undefined } })],
  ['an expired ID token', 'single-sign-on-refused', () => ({ claims: { iat: past, exp: past + 60 } })],
  [
    'another issuer in the ID token',
    'single-sign-on-refused',
    () => ({ claims: { iss: 'https://evil.example' } }),
  ],
  ['an ID token for another client', 'single-sign-on-refused', () => ({ claims: { aud: 'another' } })],
  ['an ID token of another key', 'single-sign-on-refused', () => ({ key: otherKeys.privateKey })],
  ['an ID token without signature', 'single-sign-on-refused', () => ({ key: null })],
  ['no usable sub', 'single-sign-on-refused', () => ({ claims: { sub: ' ' }, userinfo: { sub: ' ' } })],
  ['UserInfo of another person', 'single-sign-on-refused', () => ({ userinfo: { sub: 'eve' } })],
  ['another state', 'single-sign-on-refused', () => ({ query: 'code=the-code&state=another' })],
  [
    'an answer that another issuer gave (RFC 9207)',
    'single-sign-on-refused',
    () => ({ query: `${query}&iss=https%3A%2F%2Fevil.example` }),
  ],
  ['no code', 'single-sign-on-refused', () => ({ query: `state=${checks.state}` })],
  [
    'a refusal',
    'single-sign-on-refused',
    () => ({ query: `error=access_denied&error_description=the-text&state=${checks.state}` }),
  ],
  [
    'a code that is not valid',
    'single-sign-on-refused',
    () => ({
      answer: (path, response) => {
        if (path !== '/token') return false;
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: 'invalid_grant', error_description: 'the-text' }));
        return true;
      },
    }),
  ],
  [
    'too many groups, which Entra leaves out',
    'single-sign-on-refused',
    () => ({ claims: { _claim_names: { groups: 'src1' } }, userinfo: { groups: undefined } }),
  ],
  ['another issuer in the metadata', 'unavailable', () => ({ metadata: { issuer: 'https://evil.example' } })],
  ['metadata without its page', 'unavailable', () => ({ metadata: { authorization_endpoint: undefined } })],
  ['garbage', 'unavailable', () => ({ answer: (_path, response) => html(response, 200, '<p>welcome</p>') })],
  [
    'an error',
    'unavailable',
    () => ({ answer: (path, response) => path === '/token' && html(response, 502, 'x') }),
  ],
  [
    'a redirect',
    'unavailable',
    () => ({
      answer: (path, response) => path === '/jwks' && html(response, 302, '', { location: '/token' }),
    }),
  ],
  [
    'JSON that is no JSON',
    'unavailable',
    () => ({
      answer: (path, response) =>
        path === '/token' && html(response, 200, '{"id_token":', { 'content-type': 'application/json' }),
    }),
  ],
  [
    'more than 256 KiB',
    'unavailable',
    () => ({ answer: (path, response) => path === '/userinfo' && html(response, 200, 'x'.repeat(300_000)) }),
  ],
  [
    'a closed connection',
    'unavailable',
    () => ({
      answer: (path, response) => {
        if (path === '/token') response.destroy();
        return path === '/token';
      },
    }),
  ],
];

describe('a sign-in fails with a clear problem, and without secrets in the log, for', () => {
  test.each(cases)('%s: %s', async (_what, slug, deviation) => {
    const { query: sent = query, ...deviations } = deviation();
    changes = deviations;
    await expect(open().exchange(sent, checks)).rejects.toMatchObject({ slug });
    expect(logged).toHaveLength(1);
    const text = JSON.stringify(logged);
    const secrets = [
      secret,
      Buffer.from(`console:${secret}`).toString('base64'),
      checks.verifier,
      checks.state,
    ];
    for (const hidden of [...secrets, 'the-code', 'the-access-token', 'the-text', 'eyJ'])
      expect(text).not.toContain(hidden);
  });

  test('the log says why the metadata could not be read', async () => {
    changes = { answer: (_path, response) => html(response, 200, 'x'.repeat(300_000)) };
    await expect(open().authorizationUrl(checks)).rejects.toMatchObject({ slug: 'unavailable' });
    expect(JSON.stringify(logged)).toContain('sent more than 256 KiB');
  });

  test('a provider that was unavailable is asked again', async () => {
    const provider = open();
    changes = { answer: (_path, response) => html(response, 503, 'later') };
    await expect(provider.authorizationUrl(checks)).rejects.toMatchObject({ slug: 'unavailable' });
    changes = {};
    expect(await provider.authorizationUrl(checks)).toContain('/authorize?');
  });
});

describe('a request to the provider', () => {
  const limits = { timeoutMs: 100, maxBytes: 1000 };

  test('ends when the answer, or the rest of it, does not come', async () => {
    for (const begin of [false, true]) {
      changes = {
        answer: (_path, response) => {
          if (begin) response.writeHead(200).write('x');
          return true;
        },
      };
      await expect(boundedFetch(`${issuer}/slow`, {}, limits)).rejects.toThrow('did not answer within 0.1 s');
    }
  });

  test('ends when the answer has no end', async () => {
    changes = {
      answer: (_path, response) => {
        response.writeHead(200);
        const more = () => {
          while (response.write('x'.repeat(1000)));
          response.once('drain', more);
        };
        more();
        return true;
      },
    };
    const asked = boundedFetch(`${issuer}/endless`, {}, { ...limits, timeoutMs: 60_000 });
    await expect(asked).rejects.toThrow(ProviderAnswerError);
    await expect(asked).rejects.toThrow(/sent more than/);
  });

  test('that its caller ends fails like one without an answer', async () => {
    const asked = boundedFetch(`${issuer}/ended`, { signal: AbortSignal.abort() });
    await expect(asked).rejects.toThrow(ProviderAnswerError);
    await expect(asked).rejects.toThrow(/cannot be reached$/);
  });
});
