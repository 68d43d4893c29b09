/** A real identity provider on loopback (oidc-provider), and a browser that visits it. The provider signs people in without a login page. */

import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type IdentityProvider,
  openIdentityProvider,
  redirectUri,
} from '@countersign/core/single-sign-on/provider';
import type { Log } from '@countersign/log/port';
import Provider from 'oidc-provider';

/** The claims of an account, without `sub`. */
export interface Account {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface OidcServer {
  issuer: string;
  /** Accounts by their `sub`. */
  accounts: Map<string, Account>;
  /** The account that signs in next. */
  signsIn: string;
  /** The provider as an application at this address uses it. */
  openFor(publicUrl: string, log: Log): IdentityProvider;
  close(): Promise<void>;
}

export const oidcClientSecret = 'client-secret-of-the-tests-0123456789';
const clientId = 'countersign';
const scopes = 'openid email profile groups';

/** Starts the provider on a free port. */
export async function startOidcServer(): Promise<OidcServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, Account>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'tests' };
  const own: OidcServer = {
    issuer,
    accounts,
    signsIn: '',
    openFor: (publicUrl, log) => {
      serve(publicUrl);
      return openIdentityProvider(
        {
          ...{ issuer, clientId, clientSecret: oidcClientSecret, name: 'Example ID', scopes, publicUrl },
          claims: { groups: 'groups', emailVerified: 'email_verified' },
          sessionSeconds: 86_400,
        },
        log,
      );
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };

  function serve(publicUrl: string): void {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: oidcClientSecret,
          redirect_uris: [redirectUri(publicUrl)],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['a key for the cookies of the provider'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
      // Every account has already given its consent.
      loadExistingGrant: async (ctx) => {
        const grant = new ctx.oidc.provider.Grant({
          accountId: ctx.oidc.session!.accountId!,
          clientId: ctx.oidc.client!.clientId,
        });
        grant.addOIDCScope(scopes);
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
      void provider.interactionFinished(request, response, { login: { accountId: own.signsIn } });
    });
  }
  return own;
}

/**
 * Opens the address like a browser without cookies and follows redirects until the provider sends the browser back. Returns the query of
 * that address.
 */
export async function passProvider(url: string): Promise<string> {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  for (let at = new URL(url), steps = 0; steps < 10; steps += 1) {
    if (at.origin !== origin) return at.search.slice(1);
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const cut = pair.indexOf('=');
      cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at);
  }
  throw new Error('the provider redirects without end');
}
