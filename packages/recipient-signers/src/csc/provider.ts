/**
 * Providers with the API of the Cloud Signature Consortium ("Architectures and protocols for remote signature applications", v2.0.0.2).
 * Chapter numbers below are those of that document.
 */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { integer, sequence } from '@countersign/pdf/cms/der';
import type { RecipientSignatureLevel } from '@countersign/pdf/ports/recipient-signature';
import {
  type ProviderAccess,
  type ProviderReturn,
  type ProviderVisit,
  type RecipientCredential,
  type RecipientSigner,
  RecipientSignerError,
  type SignatureRequest,
} from '../recipient-signer.ts';
import { type CallLimits, createCalls, defaultLimits } from './calls.ts';
import { objectOf, readCredential } from './credential.ts';

export interface CscSettings {
  /** The name of the provider, for people. */
  name: string;
  /** The address below which the methods are, without a slash at its end: `https://host/csc/v2`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** The level of keys for which the provider states none; null refuses them. */
  unstatedLevel: RecipientSignatureLevel | null;
}

const sha256Id = '2.16.840.1.101.3.4.2.1';
const maxCredentials = 20;
/** No further keys are read after this time, because a person is waiting. */
const maxListingMs = 20_000;
const maxTokenLength = 8192;
/** If the provider does not say how long a token lasts (8.4.4, 11.6). */
const defaultSeconds = 3600;

/** Requests nothing before its first use. Throws a RecipientSignerError, `unusable`, for addresses that are not https or loopback. */
export function createCscSigner(
  settings: CscSettings,
  now: () => Date = () => new Date(),
  limits: CallLimits = defaultLimits,
): RecipientSigner {
  const { name } = settings;
  const baseUrl = safeAddress(name, settings.baseUrl);
  const call = createCalls(name, limits);
  const { page, exchange } = createOAuth({ ...settings, baseUrl }, now, call);

  return {
    name,
    accessPage: (visit) => page(visit, { scope: 'service' }),
    access: exchange,

    credentials: ({ token }) => readCredentials({ ...settings, baseUrl }, call, token),

    authorizationPage: (visit, request) =>
      page(visit, {
        scope: 'credential',
        credentialID: request.credential.id,
        numSignatures: '1',
        hashes: digestOf(request).toString('base64url'),
        hashAlgorithmOID: sha256Id,
        description: request.description.slice(0, 200),
      }),

    async authorizeByPage(answer) {
      return { ...(await exchange(answer)), activationData: null };
    },

    async authorizeByValues({ token }, request, values) {
      const { authorization, id } = request.credential;
      const required = authorization === 'page' ? [] : authorization;
      const answer = await call({
        url: `${baseUrl}/credentials/authorize`,
        json: {
          credentialID: id,
          numSignatures: 1,
          hashes: [digestOf(request).toString('base64')],
          hashAlgorithmOID: sha256Id,
          authData: required.map((one) => ({ id: one.id, value: values[one.id] ?? '' })),
          description: request.description.slice(0, 200),
        },
        token,
      });
      return {
        token,
        activationData: secretIn(name, answer.SAD),
        expiresAt: after(now(), answer.expiresIn),
      };
    },

    async sign(activation, request) {
      if (activation.expiresAt <= now())
        throw new RecipientSignerError('expired', `the authorization at ${name} is no longer valid`);
      const answer = await call({
        url: `${baseUrl}/signatures/signHash`,
        json: {
          credentialID: request.credential.id,
          hashes: [digestOf(request).toString('base64')],
          hashAlgorithmOID: sha256Id,
          signAlgo: request.credential.algorithm,
          operationMode: 'S',
          ...(activation.activationData === null ? {} : { SAD: activation.activationData }),
        },
        token: activation.token,
      });
      return signatureIn(name, answer.signatures, request);
    },
  };
}

type Calls = ReturnType<typeof createCalls>;

/** The pages that recipients visit at the provider, and what they bring back (OAuth 2.0). */
function createOAuth(settings: CscSettings, now: () => Date, call: Calls) {
  const { name, baseUrl, clientId, clientSecret } = settings;
  let known: Promise<string> | null = null;
  /** The address of the authorization server (11.1). After a failure, the next call requests it again. */
  const authorizationServer = (): Promise<string> => {
    known ??= discover(name, baseUrl, call).catch((error) => {
      known = null;
      throw error;
    });
    return known;
  };
  /** The address of a page of the authorization server that the recipient visits. */
  const page = async (visit: ProviderVisit, scope: Record<string, string>): Promise<string> => {
    const url = new URL(`${await authorizationServer()}/oauth2/authorize`);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: visit.redirectUrl,
      state: visit.state,
      code_challenge: visit.codeChallenge,
      code_challenge_method: 'S256',
      lang: visit.language,
      ...scope,
    }).toString();
    return url.href;
  };
  /** Turns the code with which the recipient came back into a token. */
  const exchange = async ({ code, codeVerifier, redirectUrl }: ProviderReturn): Promise<ProviderAccess> => {
    const answer = await call({
      url: `${await authorizationServer()}/oauth2/token`,
      form: {
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUrl,
      },
    });
    return { token: secretIn(name, answer.access_token), expiresAt: after(now(), answer.expires_in) };
  };
  return { page, exchange };
}

/** The keys of the recipient that can be used (11.5). Throws a RecipientSignerError, `unusable`, if there is none. */
async function readCredentials(
  { name, baseUrl, unstatedLevel }: CscSettings,
  call: Calls,
  token: string,
): Promise<RecipientCredential[]> {
  const listed = await call({
    url: `${baseUrl}/credentials/list`,
    json: { maxResults: maxCredentials, onlyValid: true },
    token,
  });
  const ids = Array.isArray(listed.credentialIDs) ? listed.credentialIDs.slice(0, maxCredentials) : [];
  const found: Array<RecipientCredential | string> = [];
  const until = performance.now() + maxListingMs;
  for (const id of ids) {
    if (performance.now() > until) break;
    if (typeof id !== 'string' || id.length > 1000) continue;
    const info = await call({
      url: `${baseUrl}/credentials/info`,
      json: { credentialID: id, certificates: 'chain', certInfo: true, authInfo: true },
      token,
    });
    found.push(readCredential(id, info, unstatedLevel));
  }
  const usable = found.filter((one) => typeof one !== 'string');
  if (usable.length > 0) return usable;
  const reasons = [...new Set(found.filter((one) => typeof one === 'string'))].join('; ');
  throw new RecipientSignerError(
    'unusable',
    reasons ? `no key at ${name} can be used: ${reasons}` : `the recipient has no key at ${name}`,
  );
}

const digestOf = ({ data }: SignatureRequest): Buffer => createHash('sha256').update(data).digest();

async function discover(name: string, baseUrl: string, call: Calls): Promise<string> {
  const info = objectOf(await call({ url: `${baseUrl}/info`, json: {} }));
  if (typeof info.specs !== 'string' || !info.specs.startsWith('2.'))
    throw new RecipientSignerError('unusable', `${name} does not have version 2 of the CSC API`);
  if (typeof info.oauth2 !== 'string')
    throw new RecipientSignerError('unusable', `${name} names no OAuth 2.0 authorization server (oauth2)`);
  return safeAddress(name, info.oauth2);
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** The address without a slash at its end. Codes, secrets and tokens are only sent encrypted, or to this machine. */
function safeAddress(name: string, text: string): string {
  const url = URL.parse(text);
  const isSafe =
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))) &&
    !url.username &&
    !url.search &&
    !url.hash;
  if (!isSafe)
    throw new RecipientSignerError('unusable', `the address of ${name} must be https, without query or user`);
  return url.href.replace(/\/$/, '');
}

function secretIn(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) && value.length <= maxTokenLength)
    return value;
  throw new RecipientSignerError('unavailable', `${name} returned no usable token`);
}

function after(now: Date, seconds: unknown): Date {
  const lifetime = typeof seconds === 'number' && seconds >= 0 ? Math.min(seconds, 86_400) : defaultSeconds;
  return new Date(now.getTime() + lifetime * 1000);
}

/** The only value of the answer, if it is a signature of the data by the certificate's key. */
function signatureIn(name: string, given: unknown, { credential, data }: SignatureRequest): Uint8Array {
  const [text] = Array.isArray(given) && given.length === 1 ? given : [];
  if (typeof text !== 'string' || !/^[\w+/-]{1,8192}={0,2}$/.test(text))
    throw new RecipientSignerError('unavailable', `${name} returned no signature`);
  const value = Buffer.from(text, 'base64');
  const { publicKey } = new X509Certificate(credential.certificates[0]!);
  // The API does not fix the form of ECDSA values (FIPS 186-5, or DER as in RFC 3279).
  const candidates = publicKey.asymmetricKeyType === 'ec' ? [value, inDer(value)] : [value];
  const right = candidates.find((one) => verify('sha256', data, publicKey, one));
  if (!right)
    throw new RecipientSignerError(
      'unusable',
      `${name} returned a signature that does not match the certificate and the digest`,
    );
  return right;
}

/** r and s of half the length each, as the DER of Ecdsa-Sig-Value (RFC 3279, 2.2.3). */
function inDer(value: Buffer): Buffer {
  const half = value.length / 2;
  return Number.isInteger(half)
    ? sequence(integer(value.subarray(0, half)), integer(value.subarray(half)))
    : value;
}
