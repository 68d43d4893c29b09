import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSealKeys } from '@countersign/core/seal/keys';
import type { SealPorts } from '@countersign/core/seal/seal-document';
import { silentLog } from '@countersign/log/port';
import { httpRevocationSource } from '@countersign/pdf/ltv/revocation-source';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import type { TestBase } from './base.ts';
import type { Pki } from './pki.ts';

/**
 * Everything that sealing with timestamps and revocation data (B-LT) needs, from the certificate authority of a test. The key is written to
 * the folder of `base`. Each call of the returned function opens the key again.
 */
export async function longTermPorts(
  pki: Pki,
  base: Pick<TestBase, 'folder' | 'storage'>,
): Promise<() => SealPorts> {
  const holder = pki.sealHolder();
  const [keyFile, chainFile] = [join(base.folder, 'key.pem'), join(base.folder, 'chain.pem')];
  await writeFile(keyFile, holder.keyPem);
  await writeFile(chainFile, holder.chainPem);
  return () => ({
    storage: base.storage,
    sealKeys: createSealKeys({
      dataDir: base.folder,
      log: silentLog,
      key: `file:${keyFile}`,
      certificateFile: chainFile,
    }),
    timestamper: httpTimestamper(pki.tsaUrl),
    revocation: httpRevocationSource(),
  });
}
