/** The check of STORAGE_URL: it works, has the files of the database, and belongs to this installation. */
import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Config } from '@countersign/config/env';
import { findInstallation, hasNoForeignFiles } from '@countersign/core/blob/installation';
import { missingFiles, newestFiles } from '@countersign/core/blob/newest-files';
import type { Db } from '@countersign/db/client';
import { isNewStorage, openStorage } from '@countersign/storage/open-storage';
import { type Storage, StorageUnavailableError } from '@countersign/storage/storage';
import { errorLine } from '../error-line.ts';
import { type Finding, fail, ok, warn } from './check.ts';

const correctUrl =
  'correct STORAGE_URL, or mount its volume; if the files were lost, copy them back (docs/OPERATIONS.md, Restore)';

/** Without a database (null), only the storage itself is checked. Creates no folder. */
export async function checkStorage(config: Config, db: Db | null): Promise<Finding> {
  const where = config.storageUrl.replace(/\?.*$/, '');
  try {
    const names = db ? await newestFiles(db) : [];
    if (await isNewStorage(config.storageUrl)) {
      if (names.length > 0)
        return fail(`${where} is no storage, but the database references files`, correctUrl);
      return ok(`${where} is empty: the first process makes it the storage`);
    }
    const storage = await openStorage(config.storageUrl, { mustExist: true });
    const finding = await checkAccess(config, storage, where);
    if (finding.verdict === 'fail' || !db) return finding;
    const { length: missing } = await missingFiles(storage, names);
    if (missing > 0)
      return fail(
        `${where}: ${missing} of the ${names.length} newest files of the database are missing`,
        correctUrl,
      );
    return await checkOwner(db, storage, finding);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    return fail(errorLine(error.message), storageAdvice(config));
  }
}

/** What to do if the storage cannot be used. */
export function storageAdvice({ storageUrl }: Pick<Config, 'storageUrl'>): string {
  return storageUrl.startsWith('file:')
    ? 'check STORAGE_URL, that its volume is mounted, and that this user may write there'
    : 'check bucket, endpoint and region in STORAGE_URL, and the credentials; npm run -s admin -- storage create creates a missing bucket';
}

async function checkAccess(config: Config, storage: Storage, where: string): Promise<Finding> {
  await storage.check();
  const says = `${where}: a file was written, read and removed`;
  if (!config.storageUrl.startsWith('file:')) return checkUploads(config, storage, says);
  const folder = config.storageUrl.replace(/^file:(\/\/)?/, '');
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  if (bavail / blocks < 0.05 || bavail * bsize < 1e9)
    return warn(`${says}; ${free}`, 'free some space, or move to S3');
  return ok(`${says}; ${free}`);
}

/** Turns the finding about a working storage into a warning if the storage belongs to another installation. */
async function checkOwner(db: Db, storage: Storage, finding: Finding): Promise<Finding> {
  const [{ id, mayClaim }, owner] = await Promise.all([findInstallation(db), storage.readOwner()]);
  if (owner === id) return finding;
  const isNew =
    owner === null && mayClaim && (await hasNoForeignFiles({ db, storage, now: () => new Date() }));
  if (isNew) return finding;
  const claim = 'if this database replaces that installation, run: npm run -s admin -- storage claim';
  return warn(
    `${finding.says}; it belongs to another installation, so nothing is deleted in it`,
    finding.advice ? `${claim}; ${finding.advice}` : claim,
  );
}

/** Uploads a file as a client does, and checks by a preflight request whether browsers may upload too. */
async function checkUploads(config: Config, storage: Storage, says: string): Promise<Finding> {
  const { presignUpload, discardUpload } = storage;
  if (!presignUpload) return ok(says);
  const key = `doctor-${randomBytes(16).toString('hex')}`;
  const url = await presignUpload(key, { expiresSeconds: 60 });
  const { host } = new URL(url);
  try {
    const put = await fetch(url, { method: 'PUT', body: 'doctor', signal: AbortSignal.timeout(5000) });
    await put.body?.cancel();
    if (!put.ok)
      return fail(
        `${says}, but ${host} answers ${put.status} to the upload of a client`,
        'is upload_endpoint in STORAGE_URL the same bucket, and the clock right?',
      );
  } catch {
    return warn(
      `${says}; ${host} cannot be reached from here`,
      'if clients cannot reach it either, set upload_endpoint in STORAGE_URL',
    );
  } finally {
    await discardUpload?.(key);
  }
  const { origin } = new URL(config.publicUrl);
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT' },
    signal: AbortSignal.timeout(5000),
  }).catch(() => null);
  await preflight?.body?.cancel();
  const allowed = preflight?.headers.get('Access-Control-Allow-Origin');
  if (allowed === '*' || allowed === origin) return ok(`${says}; clients and browsers can upload to ${host}`);
  return ok(
    `${says}; clients can upload to ${host}, browsers cannot (the bucket has no CORS rule for ${origin})`,
  );
}
