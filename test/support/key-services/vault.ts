/** The transit engine of HashiCorp Vault (https://developer.hashicorp.com/vault/api-docs/secret/transit). */
import type { KeyObject } from 'node:crypto';
import { type HeldKey, must, type Protocol, publicPem, signDigestDer } from './double.ts';

const token = 'hvs.test';
const prefix = '/v1/team/transit';

export const vault: Protocol = {
  // Every version is a key of its own name here, so that types may differ.
  keyAt: (url, id) => `vault:${url}/team/transit/seal-${id}?version=${id}&namespace=acme`,
  env: () => ({ SEAL_KEY_SECRET: token }),
  credentials: ({ headers }) =>
    headers['x-vault-token'] === token && headers['x-vault-namespace'] === 'acme'
      ? null
      : { status: 403, body: { errors: ['permission denied'] } },
  idOf: ({ path }) => /\/seal-(\d+)$/.exec(path)?.[1] ?? '',
  isSign: ({ method }) => method === 'POST',
  showsDisabled: true,
  publicKey: (held) => ({
    status: 200,
    body: {
      data: {
        type: held.type ?? typeOf(held.key),
        latest_version: Number(held.id) + 1,
        keys: { [held.id]: { name: 'P-256', public_key: publicPem(held.key) } },
      },
    },
  }),
  sign: (held: HeldKey, { path, body }, key) => {
    must(path, `${prefix}/sign/seal-${held.id}`);
    must(body.prehashed, true);
    must(body.hash_algorithm, 'sha2-256');
    must(body.signature_algorithm, 'pkcs1v15');
    must(body.marshaling_algorithm, 'asn1');
    must(body.key_version, Number(held.id));
    const value = signDigestDer(key, Buffer.from(String(body.input), 'base64'));
    return {
      status: 200,
      body: {
        data: { key_version: Number(held.id), signature: `vault:v${held.id}:${value.toString('base64')}` },
      },
    };
  },
  refuse: (reason) =>
    ({
      throttled: {
        status: 429,
        body: { errors: ['request path "team/transit/sign": rate limit quota exceeded'] },
      },
      unavailable: { status: 503, body: { errors: ['Vault is sealed'] } },
      denied: { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } },
      disabled: {
        status: 400,
        body: { errors: ['requested version for signing is less than the minimum encryption key version'] },
      },
      missing: { status: 404, body: { errors: [] } },
    })[reason],
};

const typeOf = (key: KeyObject) =>
  key.asymmetricKeyType === 'rsa' ? `rsa-${key.asymmetricKeyDetails?.modulusLength}` : 'ecdsa-p256';
