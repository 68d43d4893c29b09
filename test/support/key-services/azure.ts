/**
 * Azure Key Vault over REST (https://learn.microsoft.com/rest/api/keyvault), with its challenge for credentials and the managed
 * identity endpoint of a machine in the cloud.
 */
import { createPublicKey } from 'node:crypto';
import { type Answer, must, type Protocol, signDigest } from './double.ts';

const token = 'eyJ.test';
const versionOf = (id: string) => id.padStart(32, '0');
let origin = '';
const kidOf = (id: string) => `${origin}/keys/seal/${versionOf(id)}`;

export const azure: Protocol = {
  keyAt: (url, id) => {
    origin = url;
    return `azurekv:${url}/keys/seal/${versionOf(id)}`;
  },
  env: (url) => ({ IDENTITY_ENDPOINT: `${url}/msi/token`, IDENTITY_HEADER: 'machine' }),
  credentials: ({ path, headers }) => {
    if (path.startsWith('/msi/token')) {
      must(headers['x-identity-header'], 'machine');
      const expires_on = String(Math.floor(Date.now() / 1000) + 3600);
      return { status: 200, body: { access_token: token, expires_on, token_type: 'Bearer' } };
    }
    if (headers.authorization === `Bearer ${token}`) return null;
    return {
      status: 401,
      headers: {
        'www-authenticate':
          'Bearer authorization="https://login.microsoftonline.com/72f988bf", resource="https://vault.azure.net"',
      },
      body: { error: { code: 'Unauthorized', message: 'AKV10000: Request is missing a Bearer token.' } },
    };
  },
  idOf: ({ path }) => String(Number(/\/keys\/seal\/(\d{32})/.exec(path)?.[1])),
  isSign: ({ path }) => /\/sign\?/.test(path),
  publicKey: ({ id, key, type }) => {
    const jwk = createPublicKey(key).export({ format: 'jwk' });
    return {
      status: 200,
      body: {
        key: { ...jwk, ...(type === null ? {} : { crv: type }), kid: kidOf(id), key_ops: ['sign', 'verify'] },
        attributes: { enabled: true, created: 1_790_000_000, updated: 1_790_000_000 },
      },
    };
  },
  sign: ({ id, key }, { body }, signWith) => {
    must(body.alg, key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256');
    const value = signDigest(signWith, Buffer.from(String(body.value), 'base64url')).toString('base64url');
    return { status: 200, body: { kid: kidOf(id), value } };
  },
  refuse: (reason) =>
    ({
      throttled: failure(
        429,
        'Throttled',
        'Request was not processed because too many requests were received.',
      ),
      unavailable: failure(503, 'ServiceUnavailable', 'The service is unavailable.'),
      denied: failure(403, 'Forbidden', 'Caller is not authorized to perform action.'),
      disabled: failure(403, 'Forbidden', 'Operation sign is not allowed on a disabled key.'),
      missing: failure(404, 'KeyNotFound', 'A key with (name/id) seal was not found in this key vault.'),
    })[reason],
};

function failure(status: number, code: string, message: string): Answer {
  return { status, body: { error: { code, message } } };
}
