/** Where the seal key comes from (decisions.md, section 8). A new key file takes effect without a restart. */
import { createHash, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mode } from '@countersign/contract/common';
import { makeDevelopmentCertificate } from '@countersign/pdf/development-certificate';
import { signerFromPem, signerFromPkcs12 } from '@countersign/pdf/signer-local';
import type { SealSigner } from '@countersign/pdf/types';
import type { Log } from '../ctx.ts';

export interface SealKey {
  signer: SealSigner;
  /** Distinguished name and SHA-256 fingerprint of the leaf certificate, as the certificate of completion prints them. */
  subject: string;
  fingerprint: string;
}

export interface SealKeys {
  /** The key for a mode: test documents are always sealed with the test certificate. */
  keyFor(mode: Mode): Promise<SealKey>;
}

export interface SealKeySources {
  p12File?: string | undefined;
  p12Passphrase?: string | undefined;
  keyFile?: string | undefined;
  chainFile?: string | undefined;
  dataDir: string;
  log: Log;
}

/** Keys from PKCS#12 or PEM files, else a self-signed development certificate that is made once; loads anew when a file changes. */
export function createSealKeys(sources: SealKeySources): SealKeys {
  const cached = new Map<string, { stamp: string; key: SealKey }>();

  const load = async (name: string, files: string[], read: () => Promise<SealSigner>): Promise<SealKey> => {
    const stats = await Promise.all(files.map((file) => stat(file)));
    const stamp = stats.map((one) => `${one.ino}:${one.mtimeMs}:${one.size}`).join(' ');
    const known = cached.get(name);
    if (known?.stamp === stamp) return known.key;
    const key = describe(await read());
    cached.set(name, { stamp, key });
    sources.log.info('seal key loaded', { name, subject: key.subject, fingerprint: key.fingerprint });
    return key;
  };

  const development = async (name: string, commonName: string): Promise<SealKey> => {
    const folder = join(sources.dataDir, 'seal');
    const file = join(folder, `${name}.pem`);
    if (!(await exists(file))) {
      await makeOnce(folder, file, commonName);
      sources.log.warn(
        'no seal key is configured: made a self-signed certificate; readers will call its signer unknown',
        { name },
      );
    }
    return load(name, [file], async () => {
      const pem = await readFile(file, 'utf8');
      return signerFromPem(pem, pem);
    });
  };

  return {
    keyFor: (mode) => {
      if (mode === 'test') return development('test', 'Countersign TEST seal (not for production)');
      if (sources.p12File) {
        const file = sources.p12File;
        return load('live', [file], async () =>
          signerFromPkcs12(await readFile(file), sources.p12Passphrase ?? ''),
        );
      }
      if (sources.keyFile && sources.chainFile) {
        const { keyFile, chainFile } = sources;
        return load('live', [keyFile, chainFile], async () =>
          signerFromPem(await readFile(keyFile, 'utf8'), await readFile(chainFile, 'utf8')),
        );
      }
      return development('development', 'Countersign development seal');
    },
  };
}

function describe(signer: SealSigner): SealKey {
  const [leaf] = signer.certificates;
  if (!leaf) throw new Error('the seal key comes without a certificate');
  const certificate = new X509Certificate(leaf);
  return {
    signer,
    subject: certificate.subject.split('\n').reverse().join(', '),
    fingerprint: createHash('sha256').update(leaf).digest('hex'),
  };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Writes key and certificate into one file by rename, so that two starting processes end with one of them, whole. */
async function makeOnce(folder: string, file: string, commonName: string): Promise<void> {
  const { keyPem, certificatePem } = await makeDevelopmentCertificate({ commonName });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.${Date.now()}`;
  await writeFile(temporary, `${keyPem}\n${certificatePem}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}
