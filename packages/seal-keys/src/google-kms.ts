/**
 * Seal keys in Google Cloud KMS, over its REST API (https://cloud.google.com/kms/docs/reference/rest). Credentials come from
 * google-auth-library, an optional dependency; see docs/decisions/044-seal-keys.md for why not from the gRPC client.
 */
import { createPublicKey } from 'node:crypto';
import { SealError } from '@countersign/pdf/ports/errors';
import { bytesOf, createSendJson, type JsonAnswer, reasonOf } from './bounded-http.ts';
import { type CallLimits, callKeyService, loadPackage, refusal, whileOpening } from './key-service.ts';
import type { GoogleKmsReference } from './reference.ts';
import { type RemoteKey, readPublicKey } from './remote-signer.ts';

const usableAlgorithms = [
  'RSA_SIGN_PKCS1_2048_SHA256',
  'RSA_SIGN_PKCS1_3072_SHA256',
  'RSA_SIGN_PKCS1_4096_SHA256',
  'EC_SIGN_P256_SHA256',
];

const scope = 'https://www.googleapis.com/auth/cloudkms';

/**
 * The key version that the reference names. Credentials are the application default credentials. Throws a SealError if the
 * version cannot sign.
 */
export async function openGoogleKmsKey(
  reference: GoogleKmsReference,
  limits: CallLimits,
): Promise<RemoteKey> {
  const name = `the Google Cloud KMS key version ${reference.name}`;
  const { GoogleAuth } = await loadPackage('google-auth-library', () => import('google-auth-library'));
  // Without a project, the library runs gcloud to find one.
  const auth = new GoogleAuth({ scopes: [scope], projectId: reference.name.split('/')[1]! });
  const sendJson = createSendJson();
  const send = async (path: string, permission: string, signal: AbortSignal, body?: unknown) => {
    const answer = await withToken(async (token) =>
      sendJson(`${reference.endpoint}/v1/${reference.name}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        body,
        signal,
      }),
    ).catch((cause: unknown) => {
      throw refusal(name, { status: null, message: reasonOf(cause), permission, cause });
    });
    if (answer.status === 200 && answer.body) return answer.body;
    throw refusal(name, { status: answer.status, message: errorOf(answer), permission, cause: undefined });
  };
  const withToken = async (use: (token: string) => Promise<JsonAnswer>) => {
    const token = await auth.getAccessToken();
    if (!token) throw new Error('there are no application default credentials');
    return use(token);
  };

  const found = await callKeyService(name, whileOpening(limits), (signal) =>
    send('/publicKey', 'cloudkms.cryptoKeyVersions.viewPublicKey', signal),
  );
  const algorithm = String(found.algorithm ?? 'unknown');
  if (!usableAlgorithms.includes(algorithm))
    throw new SealError(
      `${name} has the algorithm ${algorithm}; the algorithms are ${usableAlgorithms.join(', ')}`,
    );

  return {
    name,
    publicKey: readPublicKey(name, () => createPublicKey(String(found.pem))),
    sign: async (digest, signal) => {
      const answer = await send(':asymmetricSign', 'cloudkms.cryptoKeyVersions.useToSign', signal, {
        digest: { sha256: digest.toString('base64') },
      });
      const value = answer.name === reference.name ? bytesOf(answer.signature) : null;
      if (!value) throw new SealError(`${name} returned no signature of this version`);
      return value;
    },
  };
}

function errorOf({ body }: JsonAnswer): string {
  const { status, message } = (body?.error ?? {}) as { status?: unknown; message?: unknown };
  return [status, message].filter((part) => typeof part === 'string').join(': ');
}
