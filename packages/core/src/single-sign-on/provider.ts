/** The identity provider of the installation: OpenID Connect, authorization code with PKCE, over the certified library openid-client. */
import { ProblemError } from '@countersign/problem/problem-error';
import * as client from 'openid-client';
import type { Base } from '../ctx.ts';
import { boundedFetch, ProviderAnswerError } from './bounded-fetch.ts';
import { type ClaimNames, joinClaims, type Profile, readProfile } from './read-profile.ts';
import { refusal } from './refusal.ts';

/** The part of the configuration that describes the provider. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Null for a public client. */
  clientSecret: string | null;
  name: string;
  scopes: string;
  claims: ClaimNames;
  sessionSeconds: number;
  publicUrl: string;
}

/** The secrets that bind an answer of the provider to the browser that requested it. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

export interface IdentityProvider {
  issuer: string;
  name: string;
  /** How long a session lasts at most. */
  sessionSeconds: number;
  /** The page of the provider where the person signs in. Throws unavailable if its metadata cannot be read. */
  authorizationUrl(checks: Checks): Promise<string>;
  /**
   * Exchanges the answer for the person's profile. `query` is that of the address to which the provider sent the browser. Throws
   * single-sign-on-refused unless everything fits together, and unavailable if the provider does not answer properly. Takes at most 20 s.
   */
  exchange(query: string, checks: Checks): Promise<Profile>;
}

/** The page of the console to which the provider sends the browser. It must be registered there. */
export function redirectUri(publicUrl: string): string {
  return `${publicUrl}/sign-in/callback`;
}

/** For how long the metadata of the provider is used before it is read again. */
const metadataMs = 10 * 60_000;

/** Reads the metadata of the provider when it is first needed, so that the service starts without it. */
export function openIdentityProvider(settings: ProviderSettings, log: Base['log']): IdentityProvider {
  const { issuer, name, sessionSeconds, scopes, claims } = settings;
  const redirect = redirectUri(settings.publicUrl);
  let known: { readAt: number; metadata: Promise<client.Configuration> } | null = null;

  async function metadata(): Promise<client.Configuration> {
    if (known && Date.now() - known.readAt < metadataMs) return known.metadata;
    const reading = { readAt: Date.now(), metadata: discover(settings) };
    known = reading;
    try {
      return await reading.metadata;
    } catch (error) {
      if (known === reading) known = null;
      throw error;
    }
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const problem = problemOf(error);
      log.warn('single sign-on failed', { problem: problem.slug, ...describe(error) });
      throw problem;
    }
  }

  return {
    issuer,
    name,
    sessionSeconds,
    authorizationUrl: (checks) =>
      guarded(async () => {
        const url = client.buildAuthorizationUrl(await metadata(), {
          redirect_uri: redirect,
          response_type: 'code',
          scope: scopes,
          code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
          state: checks.state,
          nonce: checks.nonce,
        });
        return url.href;
      }),
    exchange: (query, checks) =>
      guarded(async () => {
        const config = await metadata();
        const url = new URL(redirect);
        url.search = query;
        const tokens = await client.authorizationCodeGrant(config, url, {
          pkceCodeVerifier: checks.verifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        });
        const idToken = tokens.claims()!;
        // With the code flow, a provider may send the claims of scopes from UserInfo only (OpenID Connect Core 1.0, section 5.4).
        const more = config.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, idToken.sub)
          : {};
        return readProfile(joinClaims(idToken, more, claims), claims);
      }),
  };
}

async function discover(settings: ProviderSettings): Promise<client.Configuration> {
  const issuer = new URL(settings.issuer);
  const found = client.discovery(
    issuer,
    settings.clientId,
    undefined,
    authenticationOf(settings.clientSecret),
    {
      [client.customFetch]: ((url, options) =>
        boundedFetch(url, options as RequestInit)) as client.CustomFetch,
      execute: [
        // OpenID Connect lets clients trust TLS in place of the signature of the ID token. We check both.
        client.enableNonRepudiationChecks,
        // The setting allows http on this machine only.
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  const config = await found.catch((cause: unknown) => {
    if (providerFault(cause)) throw cause;
    const named = namedIssuer(cause);
    if (named !== null)
      throw new OtherIssuerError(
        `the identity provider names itself ${JSON.stringify(named.slice(0, 200))}, but OIDC_ISSUER is ${JSON.stringify(settings.issuer)}`,
        { cause },
      );
    throw new ProviderAnswerError('the metadata of the identity provider cannot be used', { cause });
  });
  if (!config.serverMetadata().authorization_endpoint)
    throw new ProviderAnswerError('the metadata of the identity provider has no authorization_endpoint');
  return config;
}

/** The issuer in the metadata, if the error says that it is not the configured one. */
function namedIssuer(error: unknown): string | null {
  const { code, cause } = error as {
    code?: unknown;
    cause?: { attribute?: unknown; body?: { issuer?: unknown } };
  };
  const issuer = cause?.attribute === 'issuer' ? cause.body?.issuer : null;
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && typeof issuer === 'string' ? issuer : null;
}

/** The secret is sent as the metadata asks; without a statement as HTTP Basic (OpenID Connect Discovery 1.0, section 3). */
function authenticationOf(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, metadata, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const chosen = supported.includes('client_secret_basic') ? basic : post;
    chosen(server, metadata, body, headers);
  };
}

/** Codes of errors that mean that the provider does not work, not that it refuses the person. `boundedFetch` reports time-outs itself. */
const unusableAnswers = new Set([
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
]);

/** The metadata is that of another issuer than OIDC_ISSUER. Trying again does not help. */
export class OtherIssuerError extends ProviderAnswerError {}

/** The ProviderAnswerError that the library or a problem has wrapped, if there is one. */
export function providerFault(error: unknown): ProviderAnswerError | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ProviderAnswerError) return at;
  return null;
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (providerFault(error) instanceof OtherIssuerError)
    return new ProblemError('unavailable', {
      detail: 'Single sign-on is not set up correctly. Report this to the operator of the service.',
      cause: error,
    });
  const code = (error as { code?: unknown }).code;
  if (providerFault(error) || (typeof code === 'string' && unusableAnswers.has(code)))
    return new ProblemError('unavailable', {
      detail: 'The identity provider does not answer properly. Try again in a moment.',
      retryAfterSeconds: 10,
      cause: error,
    });
  const word = errorWord(error);
  if (error instanceof client.AuthorizationResponseError)
    return refusal(`The identity provider did not sign you in${word && `: ${word}`}.`, error);
  if (error instanceof client.ResponseBodyError)
    return refusal(`The identity provider refused the request${word && `: ${word}`}.`, error);
  return refusal('The answer of the identity provider is not valid. Start the sign-in again.', error);
}

/** The `error` of the provider (RFC 6749, sections 4.1.2.1 and 5.2), which others may have written into the address. */
function errorWord(error: unknown): string {
  const word = (error as { error?: unknown }).error;
  return typeof word === 'string' && /^[\w.-]{1,60}$/.test(word) ? word : '';
}

/** What the log may contain: no code, no token and no text that others wrote. */
function describe(error: unknown): Record<string, unknown> {
  const fault = providerFault(error) ?? error;
  const { message } = fault as { message?: unknown };
  const code = [fault, (fault as Error).cause]
    .map((one) => (one as { code?: unknown } | undefined)?.code)
    .find((one) => typeof one === 'string');
  const word = errorWord(error);
  return {
    ...(code !== undefined && { code }),
    ...(typeof message === 'string' && { reason: message.slice(0, 300) }),
    ...(word && { provider_error: word }),
  };
}
