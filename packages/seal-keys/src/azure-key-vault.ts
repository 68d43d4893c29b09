/**
 * Seal keys in Azure Key Vault and Managed HSM, over their REST API (https://learn.microsoft.com/rest/api/keyvault/keys).
 * Credentials come from @azure/identity, an optional dependency.
 */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { ecdsaInDer } from '@countersign/pdf/cms/ecdsa-value';
import { SealError } from '@countersign/pdf/ports/errors';
import { bytesOf, createSendJson, type JsonAnswer, reasonOf } from './bounded-http.ts';
import { type CallLimits, callKeyService, loadPackage, refusal, whileOpening } from './key-service.ts';
import type { AzureKeyVaultReference } from './reference.ts';
import { type RemoteKey, readPublicKey } from './remote-signer.ts';

const apiVersion = '7.4';

/**
 * The key version that the reference names. Credentials come from DefaultAzureCredential. Throws a SealError if the version
 * cannot sign.
 */
export async function openAzureKey(
  { vaultUrl, name: keyName, version }: AzureKeyVaultReference,
  limits: CallLimits,
): Promise<RemoteKey> {
  const url = `${vaultUrl}/keys/${keyName}/${version}`;
  const name = `the Azure key ${url}`;
  const { DefaultAzureCredential } = await loadPackage('@azure/identity', () => import('@azure/identity'));
  const credential = new DefaultAzureCredential();
  const scope = scopeOf(vaultUrl);
  const sendJson = createSendJson();
  const send = async (path: string, permission: string, abortSignal: AbortSignal, body?: unknown) => {
    const withToken = async () => {
      const { token } = await credential.getToken(scope, { abortSignal });
      const headers = { authorization: `Bearer ${token}` };
      return sendJson(`${url}${path}?api-version=${apiVersion}`, { headers, body, signal: abortSignal });
    };
    const answer = await withToken().catch((cause: unknown) => {
      throw refusal(name, { status: null, message: reasonOf(cause), permission, cause });
    });
    if (answer.status === 200 && answer.body) return answer.body;
    throw refusal(name, { status: answer.status, message: errorOf(answer), permission, cause: undefined });
  };

  const found = await callKeyService(name, whileOpening(limits), (signal) => send('', 'keys/get', signal));
  const jwk = (found.key ?? {}) as JsonWebKey;
  const algorithm = algorithmOf(jwk);
  if (algorithm === null)
    throw new SealError(`${name} has the type ${jwk.kty} ${jwk.crv ?? ''}; it must be RSA, or EC on P-256`);

  return {
    name,
    publicKey: readPublicKey(name, () =>
      // Keys in a hardware module have the types RSA-HSM and EC-HSM.
      createPublicKey({ key: { ...jwk, kty: jwk.kty!.replace('-HSM', '') }, format: 'jwk' }),
    ),
    sign: async (digest, signal) => {
      const answer = await send('/sign', 'keys/sign', signal, {
        alg: algorithm,
        value: digest.toString('base64url'),
      });
      const value = String(answer.kid).endsWith(`/${version}`) ? bytesOf(answer.value) : null;
      if (!value) throw new SealError(`${name} returned no signature of this version`);
      return algorithm === 'ES256' ? ecdsaInDer(value) : value;
    },
  };
}

function algorithmOf({ kty, crv }: JsonWebKey): 'RS256' | 'ES256' | null {
  if (kty === 'RSA' || kty === 'RSA-HSM') return 'RS256';
  return (kty === 'EC' || kty === 'EC-HSM') && crv === 'P-256' ? 'ES256' : null;
}

/** Tokens are for a service, whose name is the vault's without its first label: `https://vault.azure.net`, or that of another cloud. */
function scopeOf(vaultUrl: string): string {
  const { hostname, protocol } = new URL(vaultUrl);
  if (protocol === 'http:') return 'https://vault.azure.net/.default';
  const [, ...service] = hostname.split('.');
  return `https://${service.join('.')}/.default`;
}

function errorOf({ body }: JsonAnswer): string {
  const { code, message } = (body?.error ?? {}) as { code?: unknown; message?: unknown };
  return [code, message].filter((part) => typeof part === 'string').join(': ');
}
