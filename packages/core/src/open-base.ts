/** Opens what every process needs: database, queue, secrets, settings. Called by the main files. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeDb, createDb } from '@countersign/db/client';
import { explainingFaults } from '@countersign/db/connection-fault';
import { findEmbeddedPostgres } from '@countersign/db/embedded-address';
import type { Log } from '@countersign/log/port';
import { createQueue, createWorkerQueue } from '@countersign/queue/queue';
import type { JobTrace } from '@countersign/queue/trace';
import { createFileOnce } from './create-file-once.ts';
import type { Base, Settings } from './ctx.ts';
import { createInspectionQueue } from './document/inspect-content.ts';
import { createSecrets } from './secrets.ts';

/** The part of the configuration that this file needs, under its names there. */
export interface BaseConfig {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_POOL: number;
  DATABASE_PREPARED_STATEMENTS: boolean;
  SECRET_KEY?: string | undefined;
  SECRET_KEY_PREVIOUS: readonly string[];
  MAX_PDF_BYTES: number;
  MAX_PDF_PAGES: number;
  ACTIVE_CONTENT: 'warn' | 'refuse';
  PDF_MAX_DECODED_BYTES: number;
  PDF_MAX_SECONDS: number;
  MAX_CSV_BYTES: number;
  MAX_ZIP_BYTES: number;
  UPLOAD_URL_TTL: number;
  DRAFT_TTL: number;
  RATE_SUSTAINED_RPS: number;
  RATE_BURST_RPS: number;
  ENVELOPE_ALLOWANCE: number;
  ENVELOPES_PER_DAY_REVIEW_THRESHOLD: number;
  WORKSPACE_CREATION: 'operators' | 'anyone';
  DOCUMENT_RESENDS_PER_HOUR: number;
  ADDRESS_MAILS_PER_HOUR: number;
  MAILS_PER_SECOND?: number | undefined;
  MAILS_PER_DAY?: number | undefined;
  WORKSPACE_MAILS_PER_SECOND?: number | undefined;
  WORKSPACE_MAILS_PER_DAY?: number | undefined;
  DIRECT_LINK_VISITS_PER_HOUR: number;
  DIRECT_LINK_VISITS_PER_ADDRESS: number;
  STORAGE_QUOTA_BYTES: number;
  ROTATION_GRACE: number;
  WEBHOOK_RETENTION: number;
  REQUEST_LOG_DAYS: number;
  ADMIN_LOG_DAYS: number;
  RECIPIENT_SIGNER_NAME?: string | undefined;
  dataDir: string;
  publicUrl: string;
}

/** The settings as verbs read them. */
export function settingsOf(config: BaseConfig): Settings {
  return {
    publicUrl: config.publicUrl,
    maxPdfBytes: config.MAX_PDF_BYTES,
    maxPdfPages: config.MAX_PDF_PAGES,
    activeContent: config.ACTIVE_CONTENT,
    maxPdfDecodedBytes: config.PDF_MAX_DECODED_BYTES,
    maxPdfSeconds: config.PDF_MAX_SECONDS,
    maxCsvBytes: config.MAX_CSV_BYTES,
    maxZipBytes: config.MAX_ZIP_BYTES,
    uploadUrlSeconds: config.UPLOAD_URL_TTL,
    draftSeconds: config.DRAFT_TTL,
    envelopeAllowance: config.ENVELOPE_ALLOWANCE,
    reviewThreshold: config.ENVELOPES_PER_DAY_REVIEW_THRESHOLD,
    rateSustainedRps: config.RATE_SUSTAINED_RPS,
    rateBurstRps: config.RATE_BURST_RPS,
    documentResendsPerHour: config.DOCUMENT_RESENDS_PER_HOUR,
    addressMailsPerHour: config.ADDRESS_MAILS_PER_HOUR,
    mailPace: {
      server: { perSecond: config.MAILS_PER_SECOND ?? null, perDay: config.MAILS_PER_DAY ?? null },
      workspace: {
        perSecond: config.WORKSPACE_MAILS_PER_SECOND ?? null,
        perDay: config.WORKSPACE_MAILS_PER_DAY ?? null,
      },
    },
    directLinkVisitsPerHour: config.DIRECT_LINK_VISITS_PER_HOUR,
    directLinkVisitsPerAddress: config.DIRECT_LINK_VISITS_PER_ADDRESS,
    storageQuotaBytes: config.STORAGE_QUOTA_BYTES,
    workspaceCreation: config.WORKSPACE_CREATION,
    rotationGraceSeconds: config.ROTATION_GRACE,
    webhookRetentionSeconds: config.WEBHOOK_RETENTION,
    requestLogDays: config.REQUEST_LOG_DAYS,
    adminLogDays: config.ADMIN_LOG_DAYS,
    signatureProvider: config.RECIPIENT_SIGNER_NAME ?? null,
  };
}

/** DATABASE_URL, otherwise the embedded database that runs on DATA_DIR. Throws with instructions if there is neither. */
export async function databaseUrlOf(config: Pick<BaseConfig, 'DATABASE_URL' | 'dataDir'>): Promise<string> {
  if (config.DATABASE_URL) return config.DATABASE_URL;
  const embedded = await findEmbeddedPostgres(config.dataDir);
  if (embedded) return embedded.url;
  throw new Error(
    `no database: set DATABASE_URL, or run npm start, which starts one in DATA_DIR (${config.dataDir})`,
  );
}

/** The setting that locates the database. */
export function databaseSetting(config: Pick<BaseConfig, 'DATABASE_URL'>): string {
  return config.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR';
}

/** SECRET_KEY, otherwise the key in `<DATA_DIR>/secret-key`, which the first process creates with mode 600. */
export async function secretKeyOf(
  config: Pick<BaseConfig, 'SECRET_KEY' | 'dataDir'>,
  log: Log,
): Promise<string> {
  if (config.SECRET_KEY) return config.SECRET_KEY;
  const path = join(config.dataDir, 'secret-key');
  const known = await readFile(path, 'utf8').catch(() => null);
  if (known !== null) return keyIn(known, path);
  await createFileOnce(path, `${randomBytes(32).toString('base64url')}\n`);
  log.warn('SECRET_KEY is not set: using the key kept in DATA_DIR', { path });
  return keyIn(await readFile(path, 'utf8'), path);
}

/** The key in the file. Throws if it is empty, for example after a power failure: everything derived from it could be guessed. */
function keyIn(text: string, path: string): string {
  const key = text.trim();
  if (key === '') throw new Error(`${path} is empty: restore it from a backup, or set SECRET_KEY`);
  return key;
}

/**
 * Opens the database pool and starts the queue. `close` ends both; stop a worker's loops first. Throws DatabaseFaultError if
 * the database is unreachable, refuses the connection or was not migrated.
 */
export async function openBase(
  config: BaseConfig,
  log: Log,
  role: 'sender' | 'worker' = 'sender',
  trace?: JobTrace,
): Promise<Base & { close(): Promise<void> }> {
  const databaseUrl = await databaseUrlOf(config);
  const prepare = config.DATABASE_PREPARED_STATEMENTS;
  const db = createDb(databaseUrl, { max: config.DATABASE_POOL, log, prepare });
  const open = role === 'worker' ? createWorkerQueue : createQueue;
  const directUrl = config.DATABASE_DIRECT_URL ?? databaseUrl;
  const queue = open({ url: databaseUrl, directUrl, prepare, log, trace });
  try {
    await explainingFaults({ url: databaseUrl, setting: databaseSetting(config) }, () => queue.start());
  } catch (error) {
    await queue.stop().catch(() => undefined);
    await closeDb(db);
    throw error;
  }
  return {
    db,
    queue,
    secrets: createSecrets(await secretKeyOf(config, log), config.SECRET_KEY_PREVIOUS),
    settings: settingsOf(config),
    log,
    inspections: createInspectionQueue(config.MAX_PDF_BYTES),
    now: () => new Date(),
    close: async () => {
      await queue.stop();
      await closeDb(db);
    },
  };
}
