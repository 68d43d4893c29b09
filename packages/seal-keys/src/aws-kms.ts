/** Seal keys in AWS KMS (https://docs.aws.amazon.com/kms/latest/APIReference). The SDK is an optional dependency. */
import { createPublicKey } from 'node:crypto';
import { Readable } from 'node:stream';
import { SealError } from '@countersign/pdf/ports/errors';
import { atMost, reasonOf } from './bounded-http.ts';
import {
  type CallLimits,
  callKeyService,
  loadPackage,
  maxConnections,
  refusal,
  whileOpening,
} from './key-service.ts';
import type { AwsKmsReference } from './reference.ts';
import { type RemoteKey, readPublicKey } from './remote-signer.ts';

/** AWS KMS has one hash for each NIST curve, so only P-256 signs SHA-256 digests. */
const algorithms: Record<string, 'RSASSA_PKCS1_V1_5_SHA_256' | 'ECDSA_SHA_256'> = {
  RSA_2048: 'RSASSA_PKCS1_V1_5_SHA_256',
  RSA_3072: 'RSASSA_PKCS1_V1_5_SHA_256',
  RSA_4096: 'RSASSA_PKCS1_V1_5_SHA_256',
  ECC_NIST_P256: 'ECDSA_SHA_256',
};

/** Throttling and outages, which AWS KMS reports with status 400. */
const transientNames = new Set(['ThrottlingException', 'LimitExceededException', 'RequestTimeout']);

/**
 * The key that the reference names. An alias is resolved once: from then on the key's own ARN is used, so moving the alias does
 * not change the key. Credentials come from where AWS tools look for them. Throws a SealError if the key cannot sign.
 */
export async function openAwsKmsKey(reference: AwsKmsReference, limits: CallLimits): Promise<RemoteKey> {
  const requestedName = `the AWS KMS key ${reference.keyId}`;
  const { KMSClient, GetPublicKeyCommand, SignCommand } = await loadPackage(
    '@aws-sdk/client-kms',
    () => import('@aws-sdk/client-kms'),
  );
  const { NodeHttpHandler } = await loadPackage(
    '@smithy/node-http-handler',
    () => import('@smithy/node-http-handler'),
  );
  const { Agent: HttpAgent } = await import('node:http');
  const { Agent: HttpsAgent } = await import('node:https');
  const agent = { keepAlive: true, maxSockets: maxConnections };
  const handler = new NodeHttpHandler({
    httpAgent: new HttpAgent(agent),
    httpsAgent: new HttpsAgent(agent),
    connectionTimeout: limits.timeoutMs,
  });
  const client = new KMSClient({
    ...(reference.region === null ? {} : { region: reference.region }),
    ...(reference.endpoint === null ? {} : { endpoint: reference.endpoint }),
    // Retries are ours, with one limit for all key services.
    maxAttempts: 1,
    requestHandler: bounded(handler),
  });
  const guarded = async <T>(name: string, permission: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      const { name: code, $metadata } = cause as { name?: string; $metadata?: { httpStatusCode?: number } };
      throw refusal(name, {
        status: isNotFound(code) ? 404 : isDenied(code) ? 403 : ($metadata?.httpStatusCode ?? null),
        message: code === undefined ? reasonOf(cause) : `${code}: ${reasonOf(cause)}`,
        isTransient: transientNames.has(code ?? ''),
        permission,
        cause,
      });
    }
  };

  const found = await callKeyService(requestedName, whileOpening(limits), (abortSignal) =>
    guarded(requestedName, 'kms:GetPublicKey', () =>
      client.send(new GetPublicKeyCommand({ KeyId: reference.keyId }), { abortSignal }),
    ),
  );
  const { KeyId: arn, KeySpec: spec = 'unknown', KeyUsage: usage, PublicKey: spki } = found;
  if (!arn || !spki) throw new SealError(`${requestedName} has no public key that can be read`);
  const name = `the AWS KMS key ${arn}`;
  const algorithm = Object.hasOwn(algorithms, spec) ? algorithms[spec]! : null;
  if (usage !== 'SIGN_VERIFY' || algorithm === null)
    throw new SealError(
      `${name} is for ${usage} with ${spec}; it must be for SIGN_VERIFY with one of ${Object.keys(algorithms).join(', ')}`,
    );

  return {
    name,
    publicKey: readPublicKey(name, () =>
      createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }),
    ),
    sign: async (digest, abortSignal) => {
      const { Signature: value } = await guarded(name, 'kms:Sign', () =>
        client.send(
          new SignCommand({
            KeyId: arn,
            Message: digest,
            MessageType: 'DIGEST',
            SigningAlgorithm: algorithm,
          }),
          { abortSignal },
        ),
      );
      if (!value) throw new SealError(`${name} returned no signature`);
      return value;
    },
  };
}

const isNotFound = (code = '') => code === 'NotFoundException';
const isDenied = (code = '') =>
  [
    'AccessDeniedException',
    'UnrecognizedClientException',
    'InvalidSignatureException',
    'CredentialsProviderError',
  ].includes(code);

interface Handler {
  handle(...args: never[]): Promise<{ response: { body?: unknown } }>;
}

/** The handler with a limit on the size of answers. */
function bounded<T extends Handler>(handler: T): T {
  const handle = handler.handle.bind(handler);
  handler.handle = async (...args: never[]) => {
    const handled = await handle(...args);
    if (handled.response.body instanceof Readable)
      handled.response.body = Readable.from(atMost(handled.response.body), { objectMode: false });
    return handled;
  };
  return handler;
}
