/** A signer for a key that signs elsewhere. */
import { createHash, type KeyObject, verify, type X509Certificate } from 'node:crypto';
import { certificatesOfPem, chainFrom } from '@countersign/pdf/keys/local';
import { SealError } from '@countersign/pdf/ports/errors';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import { type CallLimits, callKeyService } from './key-service.ts';

/** One version of a key at a key service. */
export interface RemoteKey {
  /** For messages, for example `the AWS KMS key arn:…`. */
  name: string;
  publicKey: KeyObject;
  /** Returns the signature value of a SHA-256 digest: RSA PKCS#1 v1.5, or ECDSA in DER. Throws a KeyServiceError. */
  sign(digest: Buffer, signal: AbortSignal): Promise<Uint8Array>;
}

const proof = Buffer.from('Is this key usable, and does the certificate belong to it?');

/**
 * A signer of this key with the certificates in a PEM text. Signs once, so that a disabled key or a missing permission is found
 * now. Every value is verified with the certificate before it is returned. Throws a SealError if no certificate belongs to the
 * key or the key cannot sign.
 */
export async function signerOfRemoteKey(
  key: RemoteKey,
  chainPem: string,
  limits: CallLimits,
): Promise<SealSigner> {
  const all = certificatesOfPem(chainPem);
  const own = all.find((certificate) => isOf(certificate, key.publicKey));
  if (!own)
    throw new SealError(
      `none of the certificates belongs to ${key.name}; after a rotation, both the key version and the certificate must change`,
    );
  const sign = async (data: Uint8Array): Promise<Uint8Array> => {
    const digest = createHash('sha256').update(data).digest();
    const value = await callKeyService(key.name, limits, (signal) => key.sign(digest, signal));
    return checkedValue(key.name, own, data, value);
  };
  await sign(proof);
  return { certificates: chainFrom(own, all).map((one) => one.raw), sign };
}

/** Returns the value if it is a signature of the data by the certificate's key. Throws a SealError otherwise. */
export function checkedValue(
  name: string,
  certificate: X509Certificate,
  data: Uint8Array,
  value: unknown,
): Uint8Array {
  if (!(value instanceof Uint8Array) || !isSignature(certificate.publicKey, data, value))
    throw new SealError(`${name} returned a signature that does not match the certificate`);
  return value;
}

/** Throws a SealError if the key service returned no public key. */
export function readPublicKey(name: string, read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch (cause) {
    throw new SealError(`${name} has no public key that can be read`, { cause });
  }
}

function isOf(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.publicKey.equals(key);
  } catch {
    // A certificate of another authority may have a key that OpenSSL does not support.
    return false;
  }
}

/** Whether the value is a signature of the data, RSASSA-PKCS1-v1_5 or ECDSA in DER, with SHA-256. */
export function isSignature(key: KeyObject, data: Uint8Array, value: Uint8Array): boolean {
  try {
    return verify('sha256', data, key, value);
  } catch {
    return false;
  }
}
