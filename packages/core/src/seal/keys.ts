/** Loads the seal key (docs/spec/decisions.md, section 8). A new key file takes effect without a restart. */
import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mode } from '@countersign/contract/common';
import type { Log } from '@countersign/log/port';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem, signerFromPkcs12 } from '@countersign/pdf/keys/local';
import { signerFromPkcs11 } from '@countersign/pdf/keys/pkcs11';
import { readCertificate } from '@countersign/pdf/pki/certificate';
import { faultsOfSealCertificate } from '@countersign/pdf/pki/seal-certificate';
import type { SealSigner } from '@countersign/pdf/ports/seal';

export interface SealKey {
  signer: SealSigner;
  /** Distinguished name and SHA-256 fingerprint of the certificate, as the certificate of completion prints them. */
  subject: string;
  fingerprint: string;
  /** True if the certificate names a source of revocation data, so that seals can be B-LT. */
  namesRevocation: boolean;
}

export interface SealKeys {
  /**
   * The key for a mode; test documents always use the test certificate. Throws a SealError, or an error that names the
   * setting, if no usable key is or was loaded.
   */
  keyFor(mode: Mode): Promise<SealKey>;
}

export interface SealKeySources {
  p12File?: string | undefined;
  p12Passphrase?: string | undefined;
  keyFile?: string | undefined;
  /** Chain of the key in `keyFile` or in the token. */
  chainFile?: string | undefined;
  pkcs11?: { module: string; pin: string; label: string } | undefined;
  dataDir: string;
  log: Log;
}

const expirySoonMs = 30 * 86_400_000;

/**
 * Keys from PKCS#12 or PEM files or a PKCS#11 token; otherwise a self-signed development certificate, created once. Reloads
 * when a file changes. While the new files are unusable, the previous key stays in use, and the log says so once per state of
 * the files.
 */
export function createSealKeys(sources: SealKeySources): SealKeys {
  interface Known {
    key: SealKey | null;
    /** State of the files when they were last read, whether usable or not. */
    stamp: string;
    pending: Promise<SealKey>;
  }
  const known = new Map<string, Known>();

  const load = async (
    name: string,
    setting: string,
    files: string[],
    read: () => Promise<SealSigner>,
  ): Promise<SealKey> => {
    const stamp = await stampOf(files);
    const before = known.get(name);
    if (before?.stamp === stamp) return before.pending;
    const previous = before?.key ?? null;
    const current: Known = {
      key: previous,
      stamp,
      pending: read()
        .then((signer) => requireFit(signer, setting))
        .then(
          (signer) => {
            const key = describe(signer);
            current.key = key;
            sources.log.info('seal key loaded', { name, subject: key.subject, fingerprint: key.fingerprint });
            warnOfExpiry(key, name);
            return key;
          },
          (error: unknown) => {
            if (!previous) {
              // There is no previous key: the next document tries again.
              if (known.get(name) === current) known.delete(name);
              throw error;
            }
            sources.log.error('the seal key has changed but cannot be used: the previous one stays in use', {
              name,
              error: error instanceof Error ? error.message : String(error),
              fingerprint: previous.fingerprint,
            });
            return previous;
          },
        ),
    };
    known.set(name, current);
    return current.pending;
  };

  const warnOfExpiry = ({ signer }: SealKey, name: string): void => {
    const { validToDate } = new X509Certificate(signer.certificates[0]!);
    // Equal mutant "<=": the exact millisecond makes no difference.
    if (validToDate.getTime() - Date.now() < expirySoonMs)
      sources.log.warn('the certificate of the seal key has expired or expires soon', {
        name,
        expires: validToDate.toISOString(),
      });
  };

  const development = async (name: string, commonName: string): Promise<SealKey> => {
    const folder = join(sources.dataDir, 'seal');
    const file = join(folder, `${name}.pem`);
    if (!(await exists(file))) {
      await makeOnce(folder, file, commonName);
      sources.log.warn(
        'no seal key is configured: created a self-signed certificate; PDF readers will show its signer as unknown',
        { name },
      );
    }
    return load(name, `the certificate in ${file}`, [file], async () => {
      const pem = await readFile(file, 'utf8');
      return signerFromPem(pem, pem);
    });
  };

  return {
    keyFor: (mode) => {
      if (mode === 'test') return development('test', 'Countersign TEST seal (not for production)');
      if (sources.p12File) {
        const file = sources.p12File;
        return load('live', 'SEAL_P12_FILE', [file], async () =>
          signerFromPkcs12(await readSetting('SEAL_P12_FILE', file), sources.p12Passphrase ?? ''),
        );
      }
      if (sources.keyFile && sources.chainFile) {
        const { keyFile, chainFile } = sources;
        return load('live', 'SEAL_CHAIN_FILE', [keyFile, chainFile], async () => {
          const keyPem = await readSetting('SEAL_KEY_FILE', keyFile);
          const chainPem = await readSetting('SEAL_CHAIN_FILE', chainFile);
          return signerFromPem(keyPem.toString(), chainPem.toString());
        });
      }
      if (sources.pkcs11 && sources.chainFile) {
        const { pkcs11, chainFile } = sources;
        return load('live', 'SEAL_CHAIN_FILE', [chainFile], async () => {
          const chainPem = await readSetting('SEAL_CHAIN_FILE', chainFile);
          return signerFromPkcs11({ ...pkcs11, chainPem: chainPem.toString() });
        });
      }
      return development('development', 'Countersign development seal');
    },
  };
}

/** Throws an error that names the setting if `verify` would not accept seals of this key. */
function requireFit(signer: SealSigner, setting: string): SealSigner {
  const faults = faultsOfSealCertificate(signer.certificates, new Date());
  if (faults.length === 0) return signer;
  throw new Error(`${setting} cannot be used, because its seals would not be valid: ${faults.join('; ')}`);
}

function describe(signer: SealSigner): SealKey {
  const [leaf] = signer.certificates;
  if (!leaf) throw new Error('the seal key has no certificate');
  const certificate = new X509Certificate(leaf);
  const { ocspUrls, crlUrls } = readCertificate(leaf);
  return {
    signer,
    subject: certificate.subject.split('\n').reverse().join(', '),
    fingerprint: createHash('sha256').update(leaf).digest('hex'),
    namesRevocation: ocspUrls.length + crlUrls.length > 0,
  };
}

/** Throws an error that names the setting. */
async function readSetting(setting: string, file: string): Promise<Buffer> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    throw new Error(`${setting} is ${file}, which cannot be read: ${why}`, { cause });
  });
}

/** Changes with every write of the files. A missing file is a state as well. */
async function stampOf(files: string[]): Promise<string> {
  const stamps = await Promise.all(
    files.map((file) =>
      stat(file).then(
        (one) => `${one.ino}:${one.mtimeMs}:${one.ctimeMs}:${one.size}`,
        () => 'absent',
      ),
    ),
  );
  return stamps.join(' ');
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Writes key and certificate into one file atomically. If several processes start at once, the first file stays. */
async function makeOnce(folder: string, file: string, commonName: string): Promise<void> {
  const { keyPem, certificatePem } = await makeDevelopmentCertificate({ commonName });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${keyPem}\n${certificatePem}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporary, { force: true });
}
