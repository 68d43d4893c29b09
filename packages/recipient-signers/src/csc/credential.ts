/** Reads what a provider states about a key (CSC API v2.0.0.2, 11.5 credentials/info), and decides whether the key can be used. */
import { X509Certificate } from 'node:crypto';
import type { RecipientSignatureLevel } from '@countersign/pdf/ports/recipient-signature';
import type { RecipientCredential, RequiredValue } from '../recipient-signer.ts';
import { shortened } from './calls.ts';

const maxCertificates = 10;
const maxCertificateText = 16_384;
const maxValues = 5;

/** Signature algorithms with SHA-256, and the key algorithms that leave the digest to `hashAlgorithmOID`, by kind of key. */
const algorithms = {
  rsa: ['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.1'],
  ec: ['1.2.840.10045.4.3.2', '1.2.840.10045.2.1'],
} as const;

/** Signatures of natural persons. Seals of organizations are not signatures of a recipient. */
const levels: ReadonlyMap<unknown, RecipientSignatureLevel> = new Map([
  ['eu_eidas_qes', 'qualified'],
  ['eu_eidas_aes', 'advanced'],
  ['eu_eidas_aesqc', 'advanced'],
]);

/** The credential, or the reason why it cannot be used. `unstated` is the level if the provider states none; null refuses such keys. */
export function readCredential(
  id: string,
  info: Record<string, unknown>,
  unstated: RecipientSignatureLevel | null,
): RecipientCredential | string {
  const key = objectOf(info.key);
  const cert = objectOf(info.cert);
  const auth = objectOf(info.auth);
  if (key.status !== 'enabled') return 'the key is disabled';
  if (cert.status !== undefined && cert.status !== 'valid')
    return `its certificate is ${textOf(cert.status)}`;
  const certificates = certificatesIn(cert.certificates);
  const own = certificates && readable(certificates[0]);
  if (!certificates || !own) return 'it has no certificate that can be read';
  const { asymmetricKeyType: kind } = own.publicKey;
  const offered: readonly unknown[] = Array.isArray(key.algo) ? key.algo : [];
  const usable = kind === 'rsa' || kind === 'ec' ? algorithms[kind] : [];
  const algorithm = usable.find((one) => offered.includes(one));
  if (algorithm === undefined) return 'it cannot sign with RSA (PKCS #1 v1.5) or ECDSA and SHA-256';
  const qualifier = info.signatureQualifier;
  const level = qualifier === undefined ? unstated : (levels.get(qualifier) ?? null);
  if (level === null)
    return qualifier === undefined
      ? 'the provider does not state the level of its signatures'
      : `it is for signatures of the kind ${textOf(qualifier)}`;
  const authorization = authorizationOf(auth);
  if (authorization === null) return `its way of authorization is not supported: ${textOf(auth.mode)}`;
  return { id, certificates, level, authorization, algorithm };
}

/** Null if it is not supported. `implicit` is not: the provider alone would decide, and the recipient would not authorize each signature. */
function authorizationOf(auth: Record<string, unknown>): RecipientCredential['authorization'] | null {
  if (auth.mode === 'oauth2code') return 'page';
  if (auth.mode !== 'explicit' || !Array.isArray(auth.objects) || auth.objects.length > maxValues)
    return null;
  const values = auth.objects.map(objectOf).map(
    ({ id, label, type }): RequiredValue => ({
      id: String(id),
      label: textOf(label ?? id),
      isSecret: type === 'Password',
    }),
  );
  return values.length > 0 && values.every(({ id }) => /^[\w.-]{1,64}$/.test(id)) ? values : null;
}

function certificatesIn(given: unknown): Uint8Array[] | null {
  if (!Array.isArray(given) || given.length === 0 || given.length > maxCertificates) return null;
  const found = given.map((one) =>
    typeof one === 'string' && one.length <= maxCertificateText ? Buffer.from(one, 'base64') : null,
  );
  return found.every((one) => one !== null && readable(one)) ? (found as Uint8Array[]) : null;
}

function readable(der: Uint8Array | undefined): X509Certificate | null {
  try {
    return der ? new X509Certificate(der) : null;
  } catch {
    return null;
  }
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? shortened(value) : 'not named');
