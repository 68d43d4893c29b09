/** Loads the seal key (docs/spec/decisions.md, section 8). A new key file takes effect without a restart. */
import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { chmod, link, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mode } from '@countersign/contract/common';
import type { Log } from '@countersign/log/port';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { readCertificate } from '@countersign/pdf/pki/certificate';
import { faultsOfSealCertificate } from '@countersign/pdf/pki/seal-certificate';
import { SealError } from '@countersign/pdf/ports/errors';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import { filesOf, openSealKey, type SealKeySource } from '@countersign/seal-keys/open';
import { parseSealKey } from '@countersign/seal-keys/reference';

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
   * The key for a mode; test documents always use the test certificate. Throws a SealError that names the setting if no usable
   * key is or was loaded.
   */
  keyFor(mode: Mode): Promise<SealKey>;
}

export interface SealKeySources {
  /** SEAL_KEY; if absent, a self-signed key in `dataDir`. */
  key?: string | undefined;
  /** SEAL_CERTIFICATE. */
  certificateFile?: string | undefined;
  /** SEAL_KEY_SECRET. */
  secret?: string | undefined;
  dataDir: string;
  log: Log;
}

const expirySoonMs = 30 * 86_400_000;

/**
 * The key that SEAL_KEY names; without one, a self-signed development certificate, created once. Opens the key again when one of
 * its files changes. While the new files are unusable, the previous key stays in use, and the log says so once per state of the
 * files.
 */
export function createSealKeys(sources: SealKeySources): SealKeys {
  interface Known {
    key: SealKey | null;
    /** State of the files when they were last read, whether usable or not. */
    stamp: string;
    pending: Promise<SealKey>;
  }
  const known = new Map<string, Known>();

  const load = async (name: string, setting: string, source: SealKeySource): Promise<SealKey> => {
    const stamp = await stampOf(filesOf(source));
    const before = known.get(name);
    if (before?.stamp === stamp) return before.pending;
    const previous = before?.key ?? null;
    const current: Known = {
      key: previous,
      stamp,
      pending: openFit(setting, source).then(
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
    return load(name, `the key in ${file}`, {
      reference: { scheme: 'file', path: file, secretFile: null },
      certificates: null,
      secret: null,
    });
  };

  return {
    keyFor: async (mode) => {
      if (mode === 'test') return development('test', 'Countersign TEST seal (not for production)');
      if (sources.key === undefined) return development('development', 'Countersign development seal');
      return load('live', 'SEAL_KEY', {
        reference: named('SEAL_KEY', () => parseSealKey(sources.key!)),
        certificates: sources.certificateFile === undefined ? null : { file: sources.certificateFile },
        secret: sources.secret ?? null,
      });
    },
  };
}

/** Throws a SealError that names the setting if the key cannot be opened, or if `verify` would not accept its seals. */
async function openFit(setting: string, source: SealKeySource): Promise<SealSigner> {
  try {
    const signer = await openSealKey(source);
    const faults = faultsOfSealCertificate(signer.certificates, new Date());
    if (faults.length > 0) throw new SealError(`its seals would not be valid: ${faults.join('; ')}`);
    return signer;
  } catch (error) {
    throw withSetting(setting, error);
  }
}

function named<T>(setting: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw withSetting(setting, error);
  }
}

function withSetting(setting: string, cause: unknown): SealError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SealError(`${setting} cannot be used: ${message}`, { cause });
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
