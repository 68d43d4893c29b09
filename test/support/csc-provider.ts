/**
 * A trust service provider on loopback that speaks the API of the Cloud Signature Consortium, v2.0.0.2, as strictly as the document
 * permits: unknown members, wrong types and anything that was not authorized are refused. Keys and certificates are real.
 */
import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signDigest, signDigestDer } from './key-services/double.ts';

export interface HeldCredential {
  id: string;
  key: KeyObject;
  certificates: readonly Uint8Array[];
  /** Members of credentials/info that replace the usual ones. */
  changes?: Record<string, unknown>;
  /** Requires these values in credentials/authorize instead of a page. */
  values?: Record<string, string>;
  /** ECDSA values as r and s instead of DER. */
  isPlainEcdsa?: boolean;
}

/** How the provider misbehaves; `{}` is correct behavior. */
export interface Behavior {
  /** This many calls are refused with 429. */
  throttled?: number;
  /** Retry-After of these answers, in seconds. */
  retryAfter?: number;
  /** The call of this path is never answered. */
  hangsAt?: string;
  /** The key that signs, instead of the one that was asked for. */
  signsWith?: KeyObject;
  /** Every answer is this text with status 200. */
  text?: string;
  /** Every answer is this many bytes with status 200. */
  bytes?: number;
  /** The answer of `info`. */
  info?: Record<string, unknown>;
}

export interface CscProvider {
  /** The address of the API. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** The only registered address of a return; tests may set another one. */
  redirectUrl: string;
  hold(credential: HeldCredential): void;
  /** The recipient no longer has any key. */
  forget(): void;
  behave(how: Behavior): void;
  /** Moves the provider's clock. */
  wait(seconds: number): void;
  /** Paths of the calls since the last `behave`. */
  calls(): string[];
  /** Opens the page and agrees, as a person would. Resolves with the query of the return address. Throws the text of a page with an error. */
  agree(page: string): Promise<URLSearchParams>;
  close(): Promise<void>;
}

/** What a token permits. */
interface Grant {
  scope: 'service' | 'credential';
  until: number;
  credentialId: string | null;
  hashes: readonly string[];
  /** Signatures that are left. */
  left: number;
}

const sha256Id = '2.16.840.1.101.3.4.2.1';
const tokenSeconds = 300;

/** An answer that is not a success. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
const invalid = (message: string) => new Refusal(400, 'invalid_request', message);

/** Starts a provider; the caller closes it. */
export async function startCscProvider(): Promise<CscProvider> {
  const clientId = 'countersign';
  const clientSecret = randomBytes(16).toString('hex');
  let redirectUrl = 'https://sign.example.com/signature-return';
  const held = new Map<string, HeldCredential>();
  const codes = new Map<string, { grant: Grant; challenge: string; until: number }>();
  const tokens = new Map<string, Grant>();
  let behavior: Behavior = {};
  let calls: string[] = [];
  let waited = 0;
  const now = () => Date.now() + waited * 1000;

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'server_error', String(error));
      send(response, refusal.status, { error: refusal.code, error_description: refusal.message });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    if (request.method === 'GET' && url.pathname === '/oauth2/authorize') {
      const location = authorize(url.searchParams);
      response.writeHead(302, { location }).end();
      return;
    }
    const text = await read(request);
    if (request.method !== 'POST') throw new Refusal(405, 'invalid_request', 'use POST');
    const path = url.pathname.replace('/csc/v2/', '');
    calls.push(path);
    if (behavior.hangsAt === path) return;
    if (behavior.throttled) {
      behavior.throttled -= 1;
      if (behavior.retryAfter !== undefined) response.setHeader('retry-after', String(behavior.retryAfter));
      throw new Refusal(429, 'temporarily_unavailable', 'too many requests');
    }
    if (behavior.text !== undefined) return void response.end(behavior.text);
    if (behavior.bytes !== undefined) return void response.end(Buffer.alloc(behavior.bytes, ' '));
    send(response, 200, answer(path, text, request));
  }

  function answer(path: string, text: string, { headers }: IncomingMessage): unknown {
    if (path === '/oauth2/token') {
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') throw invalid('send a form');
      return exchange(new URLSearchParams(text));
    }
    if (headers['content-type'] !== 'application/json') throw invalid('send JSON');
    const body = JSON.parse(text) as Record<string, unknown>;
    if (path === 'info')
      return behavior.info ?? { specs: '2.0.0.2', name: 'Example Trust', oauth2: origin, methods: [] };
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const grant = grantOf(token);
    if (path === 'signatures/signHash') return signHash(body, grant);
    if (grant.scope !== 'service') throw new Refusal(403, 'access_denied', 'the token has another scope');
    if (path === 'credentials/list') {
      only(body, { maxResults: 'number', onlyValid: 'boolean' });
      return { credentialIDs: [...held.keys()].slice(0, Number(body.maxResults)), onlyValid: true };
    }
    if (path === 'credentials/info') return credentialInfo(body);
    if (path === 'credentials/authorize') return authorizeExplicitly(body);
    throw new Refusal(404, 'invalid_request', 'no such method');
  }

  /** A token that is known and has not expired. */
  function grantOf(token: string): Grant {
    const grant = tokens.get(token);
    if (!grant || grant.until < now()) throw new Refusal(401, 'invalid_token', 'the token is not valid');
    return grant;
  }

  function authorize(query: URLSearchParams): string {
    const scope = query.get('scope');
    must(query.get('response_type'), 'code', 'response_type');
    must(query.get('client_id'), clientId, 'client_id');
    must(query.get('redirect_uri'), redirectUrl, 'redirect_uri');
    must(query.get('code_challenge_method'), 'S256', 'code_challenge_method');
    const challenge = query.get('code_challenge') ?? '';
    if (!/^[\w-]{43}$/.test(challenge)) throw invalid('Invalid parameter code_challenge');
    const state = query.get('state') ?? '';
    if (state === '' || state.length > 255) throw invalid('Invalid parameter state');
    if (scope !== 'service' && scope !== 'credential') throw invalid('Invalid parameter scope');
    const grant: Grant = { scope, until: 0, credentialId: null, hashes: [], left: 0 };
    if (scope === 'credential') {
      const credential = heldAt(query.get('credentialID'));
      if (credential.values) throw invalid('the credential is not authorized on a page');
      must(query.get('hashAlgorithmOID'), sha256Id, 'hashAlgorithmOID');
      grant.credentialId = credential.id;
      grant.hashes = (query.get('hashes') ?? '').split(',').map((one) => {
        if (!/^[\w-]{43}$/.test(one)) throw invalid('Invalid parameter hashes');
        return Buffer.from(one, 'base64url').toString('base64');
      });
      grant.left = Number(query.get('numSignatures'));
      if (grant.left !== grant.hashes.length) throw invalid('Invalid value for parameter numSignatures');
    }
    const code = randomBytes(16).toString('hex');
    codes.set(code, { grant, challenge, until: now() + 60_000 });
    return `${redirectUrl}?${new URLSearchParams({ code, state })}`;
  }

  function exchange(form: URLSearchParams): unknown {
    must(form.get('grant_type'), 'authorization_code', 'grant_type');
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      throw new Refusal(401, 'invalid_client', 'the client is not known');
    must(form.get('redirect_uri'), redirectUrl, 'redirect_uri');
    const code = form.get('code') ?? '';
    const found = codes.get(code);
    codes.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!found || found.until < now() || found.challenge !== verifier)
      throw new Refusal(400, 'invalid_grant', 'the code is not valid');
    return issued(found.grant);
  }

  function issued(grant: Grant): { access_token: string; token_type: string; expires_in: number } {
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, { ...grant, until: now() + tokenSeconds * 1000 });
    return {
      access_token: token,
      token_type: grant.scope === 'service' ? 'Bearer' : 'SAD',
      expires_in: tokenSeconds,
    };
  }

  function heldAt(id: unknown): HeldCredential {
    const found = typeof id === 'string' ? held.get(id) : undefined;
    if (!found) throw invalid('Invalid parameter credentialID');
    return found;
  }

  function credentialInfo(body: Record<string, unknown>): unknown {
    only(body, { credentialID: 'string', certificates: 'string', certInfo: 'boolean', authInfo: 'boolean' });
    must(body.certificates, 'chain', 'certificates');
    const { key, certificates, values, changes } = heldAt(body.credentialID);
    const isRsa = key.asymmetricKeyType === 'rsa';
    return {
      signatureQualifier: 'eu_eidas_qes',
      key: {
        status: 'enabled',
        algo: [isRsa ? '1.2.840.113549.1.1.1' : '1.2.840.10045.4.3.2'],
        len: isRsa ? key.asymmetricKeyDetails?.modulusLength : 256,
      },
      cert: {
        status: 'valid',
        certificates: certificates.map((one) => Buffer.from(one).toString('base64')),
      },
      auth: values
        ? {
            mode: 'explicit',
            expression: 'PIN AND OTP',
            objects: Object.keys(values).map((id) => ({ type: 'Password', id, label: `Your ${id}` })),
          }
        : { mode: 'oauth2code' },
      SCAL: '2',
      multisign: 1,
      ...changes,
    };
  }

  function authorizeExplicitly(body: Record<string, unknown>): unknown {
    only(body, {
      credentialID: 'string',
      numSignatures: 'number',
      hashes: 'object',
      hashAlgorithmOID: 'string',
      authData: 'object',
      description: 'string',
    });
    const { id, values } = heldAt(body.credentialID);
    if (!values) throw invalid('the credential is authorized on a page');
    const hashes = hashesIn(body);
    if (body.numSignatures !== hashes.length) throw invalid('Invalid value for parameter numSignatures');
    const given = new Map(
      (body.authData as Array<{ id: string; value: string }>).map((one) => [one.id, one.value]),
    );
    for (const [name, value] of Object.entries(values))
      if (given.get(name) !== value) throw invalid(`Invalid parameter ${name}`);
    const { access_token: SAD } = issued({
      scope: 'credential',
      until: 0,
      credentialId: id,
      hashes,
      left: hashes.length,
    });
    return { SAD, expiresIn: tokenSeconds };
  }

  function hashesIn(body: Record<string, unknown>): string[] {
    must(body.hashAlgorithmOID, sha256Id, 'hashAlgorithmOID');
    const hashes = body.hashes as string[];
    if (!Array.isArray(hashes) || hashes.some((one) => !/^[\w+/]{43}=$/.test(one)))
      throw invalid('Invalid digest value length');
    return hashes;
  }

  function signHash(body: Record<string, unknown>, caller: Grant): unknown {
    only(body, {
      credentialID: 'string',
      hashes: 'object',
      hashAlgorithmOID: 'string',
      signAlgo: 'string',
      operationMode: 'string',
      SAD: 'string',
    });
    must(body.operationMode, 'S', 'operationMode');
    const credential = heldAt(body.credentialID);
    const hashes = hashesIn(body);
    const sad = caller.scope === 'credential' ? caller : tokens.get(String(body.SAD));
    if (sad?.scope !== 'credential') throw invalid('Missing string parameter SAD');
    if (sad.until < now()) throw invalid('The SAD has expired');
    if (sad.credentialId !== credential.id) throw invalid('The SAD is for another credential');
    if (sad.left < hashes.length) throw invalid('The SAD permits no more signatures');
    if (hashes.some((one) => !sad.hashes.includes(one))) throw invalid('Hash is not authorized by the SAD');
    const isRsa = credential.key.asymmetricKeyType === 'rsa';
    must(body.signAlgo, isRsa ? '1.2.840.113549.1.1.1' : '1.2.840.10045.4.3.2', 'signAlgo');
    sad.left -= hashes.length;
    const key = behavior.signsWith ?? credential.key;
    const signed = credential.isPlainEcdsa ? signDigest : signDigestDer;
    return { signatures: hashes.map((one) => signed(key, Buffer.from(one, 'base64')).toString('base64')) };
  }

  return {
    url: `${origin}/csc/v2`,
    clientId,
    clientSecret,
    get redirectUrl() {
      return redirectUrl;
    },
    set redirectUrl(url) {
      redirectUrl = url;
    },
    hold: (credential) => void held.set(credential.id, credential),
    forget: () => held.clear(),
    behave: (how) => {
      behavior = { ...how };
      calls = [];
    },
    wait: (seconds) => {
      waited += seconds;
    },
    calls: () => calls,
    agree: async (page) => {
      const answer = await fetch(page, { redirect: 'manual' });
      const location = answer.headers.get('location');
      if (answer.status !== 302 || !location) throw new Error(await answer.text());
      return new URL(location).searchParams;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function must(actual: unknown, expected: unknown, name: string): void {
  if (actual !== expected) throw invalid(`Invalid value for parameter ${name}`);
}

/** Refuses members that the method does not have, and wrong types. */
function only(body: Record<string, unknown>, members: Record<string, string>): void {
  for (const [name, value] of Object.entries(body))
    if (typeof value !== members[name]) throw invalid(`Missing (or invalid type) parameter ${name}`);
}
