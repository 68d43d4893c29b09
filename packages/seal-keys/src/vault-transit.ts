/**
 * Seal keys in the transit engine of HashiCorp Vault or OpenBao, over its HTTP API
 * (https://developer.hashicorp.com/vault/api-docs/secret/transit).
 */
import { createPublicKey } from 'node:crypto';
import { SealError } from '@countersign/pdf/ports/errors';
import { bytesOf, createSendJson, type JsonAnswer, reasonOf } from './bounded-http.ts';
import { type CallLimits, callKeyService, refusal, whileOpening } from './key-service.ts';
import type { VaultReference } from './reference.ts';
import { type RemoteKey, readPublicKey } from './remote-signer.ts';

/** Key types of Vault that can sign SHA-256 digests as PAdES needs them. */
const usableTypes = ['rsa-2048', 'rsa-3072', 'rsa-4096', 'ecdsa-p256', 'ecdsa-p384', 'ecdsa-p521'];

/**
 * The version of a key that the reference names. `readToken` is called before every request, so that a token that Vault Agent
 * renews is used. Throws a SealError if the version does not exist or cannot sign.
 */
export async function openVaultKey(
  reference: VaultReference,
  readToken: () => Promise<string>,
  limits: CallLimits,
): Promise<RemoteKey> {
  const { address, mount, name: keyName, version, namespace } = reference;
  const name = `version ${version} of the Vault key ${mount}/${keyName}`;
  const sendJson = createSendJson();
  const send = async (path: string, permission: string, signal: AbortSignal, body?: unknown) => {
    const token = await readToken();
    const answer = await sendJson(`${address}/v1/${path}`, {
      headers: { 'x-vault-token': token, ...(namespace === null ? {} : { 'x-vault-namespace': namespace }) },
      body,
      signal,
    }).catch((cause: unknown) => {
      throw refusal(name, { status: null, message: reasonOf(cause), permission, cause });
    });
    if (answer.status === 200) return answer;
    throw refusal(name, {
      status: answer.status,
      message: errorsOf(answer),
      permission,
      cause: undefined,
    });
  };

  const keyPath = `${mount}/keys/${keyName}`;
  const signPath = `${mount}/sign/${keyName}`;
  const found = await callKeyService(name, whileOpening(limits), (signal) =>
    send(keyPath, `read on ${keyPath}`, signal),
  );
  const data = found.body?.data as
    | { type?: unknown; keys?: Record<string, { public_key?: unknown }> }
    | undefined;
  const type = String(data?.type ?? 'unknown');
  if (!usableTypes.includes(type))
    throw new SealError(`${name} has the type ${type}; the types are ${usableTypes.join(', ')}`);
  const entry = data?.keys?.[String(version)];
  if (!entry) throw new SealError(`${name} does not exist`);

  return {
    name,
    publicKey: readPublicKey(name, () => createPublicKey(String(entry.public_key))),
    sign: async (digest, signal) => {
      const answer = await send(signPath, `update on ${signPath}`, signal, {
        input: digest.toString('base64'),
        prehashed: true,
        hash_algorithm: 'sha2-256',
        signature_algorithm: 'pkcs1v15',
        marshaling_algorithm: 'asn1',
        key_version: version,
      });
      const signature = String((answer.body?.data as { signature?: unknown } | undefined)?.signature ?? '');
      const prefix = `vault:v${version}:`;
      const value = signature.startsWith(prefix) ? bytesOf(signature.slice(prefix.length)) : null;
      if (!value) throw new SealError(`${name} returned no signature of this version`);
      return value;
    },
  };
}

function errorsOf({ body }: JsonAnswer): string {
  const errors = body?.errors;
  return Array.isArray(errors) ? errors.map(String).join('; ') : '';
}
