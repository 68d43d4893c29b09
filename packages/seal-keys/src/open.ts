/** Opens the seal key that SEAL_KEY names. */
import { readFile } from 'node:fs/promises';
import { signerFromPem, signerFromPkcs12 } from '@countersign/pdf/keys/local';
import { signerFromPkcs11 } from '@countersign/pdf/keys/pkcs11';
import { SealError } from '@countersign/pdf/ports/errors';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import { type CallLimits, defaultLimits } from './key-service.ts';
import type { SealKeyReference } from './reference.ts';
import type { RemoteKey } from './remote-signer.ts';

export interface SealKeySource {
  reference: SealKeyReference;
  /** The certificate chain as a file or as PEM text. Not needed if the key's file or module has it. */
  certificates: { file: string } | { pem: string } | null;
  /** Passphrase, PIN or token, unless the reference names a file with it. */
  secret: string | null;
}

/** Largest file that is read: a PKCS#12 file with a long chain has some kilobytes. */
const maxFileBytes = 1024 * 1024;

/** The files from which a key is read. When one of them changes, the key has to be opened again. */
export function filesOf({ reference, certificates }: SealKeySource): string[] {
  const files = certificates !== null && 'file' in certificates ? [certificates.file] : [];
  const { scheme } = reference;
  if (scheme === 'file') files.push(reference.path);
  // A token for Vault is read before every call.
  if ((scheme === 'file' || scheme === 'pkcs11' || scheme === 'module') && reference.secretFile !== null)
    files.push(reference.secretFile);
  return files;
}

/**
 * Opens the key and checks that it belongs to a certificate and can sign. Throws a SealError that says what is missing or wrong.
 * Key services are called with retries and limits (key-service.ts); `limits` is for tests.
 */
export async function openSealKey(
  source: SealKeySource,
  limits: CallLimits = defaultLimits,
): Promise<SealSigner> {
  const { reference } = source;
  if (reference.scheme === 'file') return openFile(reference.path, source);
  if (reference.scheme === 'module') {
    const { openModuleSigner } = await import('./module-signer.ts');
    const { path, parameters } = reference;
    const chainPem = source.certificates === null ? null : await chainOf(source);
    return openModuleSigner(path, { parameters, chainPem, secret: await secretOf(source) });
  }
  const chainPem = await chainOf(source);
  if (reference.scheme === 'pkcs11') {
    const pin = await secretOf(source);
    if (pin === null) throw new SealError('the token needs a PIN: set SEAL_KEY_SECRET, or secret-file=');
    return signerFromPkcs11({
      module: reference.modulePath,
      label: reference.label,
      pin,
      chainPem,
      ...(reference.sessions !== null && { sessions: reference.sessions }),
    });
  }
  const { signerOfRemoteKey } = await import('./remote-signer.ts');
  return signerOfRemoteKey(await openRemoteKey(reference, source, limits), chainPem, limits);
}

export type RemoteReference = Exclude<SealKeyReference, { scheme: 'file' | 'pkcs11' | 'module' }>;

/** The key at its service. Each adapter is loaded on demand, because its library takes time and memory. */
export async function openRemoteKey(
  reference: RemoteReference,
  source: SealKeySource,
  limits: CallLimits,
): Promise<RemoteKey> {
  switch (reference.scheme) {
    case 'awskms':
      return (await import('./aws-kms.ts')).openAwsKmsKey(reference, limits);
    case 'gcpkms':
      return (await import('./google-kms.ts')).openGoogleKmsKey(reference, limits);
    case 'azurekv':
      return (await import('./azure-key-vault.ts')).openAzureKey(reference, limits);
    case 'vault': {
      const readToken = async () => {
        const token = await secretOf(source);
        if (token === null) throw new SealError('Vault needs a token: set SEAL_KEY_SECRET, or secret-file=');
        return token;
      };
      return (await import('./vault-transit.ts')).openVaultKey(reference, readToken, limits);
    }
  }
}

async function openFile(path: string, source: SealKeySource): Promise<SealSigner> {
  const bytes = await readBounded(path);
  const text = bytes.toString('latin1');
  if (!text.includes('-----BEGIN ')) return signerFromPkcs12(bytes, (await secretOf(source)) ?? '');
  return signerFromPem(text, source.certificates === null ? text : await chainOf(source));
}

async function chainOf({ certificates }: SealKeySource): Promise<string> {
  if (certificates === null) throw new SealError('it needs the certificate of the key: set SEAL_CERTIFICATE');
  return 'pem' in certificates ? certificates.pem : (await readBounded(certificates.file)).toString();
}

/** The secret without the line break that editors put at the end of a file. Null if none is set. */
async function secretOf({ reference, secret }: SealKeySource): Promise<string | null> {
  const file = 'secretFile' in reference ? reference.secretFile : null;
  if (file === null) return secret;
  return (await readBounded(file)).toString().replace(/\r?\n$/, '');
}

/** Throws a SealError that names the file. */
async function readBounded(file: string): Promise<Buffer> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    throw new SealError(`${file} cannot be read: ${why}`, { cause });
  });
  if (bytes.length > maxFileBytes) throw new SealError(`${file} is larger than ${maxFileBytes} bytes`);
  return bytes;
}
