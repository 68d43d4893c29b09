/** A whole installation on this machine, with a proxy for every connection that can fail, and receivers that record what arrives. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSecrets, type Secrets } from '@countersign/core/secrets';
import { closeDb, createDb, type Db } from '@countersign/db/client';
import { lastingPort } from '@countersign/dev-database/postmaster';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { openStorage } from '@countersign/storage/open-storage';
import type { Storage } from '@countersign/storage/storage';
import { SMTPServer } from 'smtp-server';
import { compileCache } from '../support/cache.ts';
import { type Pki, startPki } from '../support/pki.ts';
import { s3Credentials, startTestS3 } from '../support/s3.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { canShiftClocks, ownRoot, type Supervised, supervise } from './processes.ts';
import { type S3Proxy, startS3Proxy } from './s3-proxy.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export type StorageKind = 's3' | 'disk';

export interface World {
  kind: StorageKind;
  postgres: ThrowawayPostgres;
  /** The database for queries of the load and the checker, without the proxy unless the server is replaced. */
  db: Db;
  storage: Storage;
  secrets: Secrets;
  apis: string[];
  /** The checkout that the installation was started from. */
  root: string;
  processes: Supervised[];
  /** Starts a further API from a checkout. It gets no requests and is not in `processes`. */
  addApi(root: string): Promise<Supervised>;
  lines: { database: TcpProxy; smtp: TcpProxy; storage: TcpProxy | null };
  /** The HTTP proxy in front of the S3 server. */
  s3: S3Proxy | null;
  pki: Pki;
  /** The small disk of the database, the files, or both. Null when none is requested or none can be mounted. */
  disk: SmallDisk | null;
  /** For keys and other files of the processes. */
  folder: string;
  /** Message-IDs in the order of arrival. */
  mails: string[];
  /** Bodies of deliveries by event id. */
  deliveries: Map<string, string[]>;
  webhookUrl: string;
  close(): Promise<void>;
}

export const worldSecretKey = 'a-secret-for-chaos-of-thirty-two-characters-and-more';
const diskBytes = 900_000_000;
const run = promisify(execFile);

export interface WorldOptions {
  storage: StorageKind;
  /** Chooses the processes with a shifted clock; none by default. */
  random?: () => number;
  /** Number of APIs; two by default. */
  apis?: number;
  /** The queues of each worker. */
  workers?: readonly string[];
  /** What is on a small disk: by default both, if files are in a folder. */
  smallDisk?: { of: 'both' | 'database' | 'files'; sizeBytes: number } | null;
  /** Further settings of all processes. */
  env?: Record<string, string>;
  /** Further settings of PostgreSQL. */
  databaseFlags?: readonly string[];
  /** Whether `db` goes through the proxy too, for tests that replace the server. */
  isDatabaseReplaced?: boolean;
  /** The checkout whose migrations are applied and whose processes run; by default this one. */
  root?: string;
}

/** Starts a world. Resolves before the processes listen. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const {
    storage: kind,
    random = () => 1,
    workers = ['mail,seal', 'mail,seal', 'webhook,bulk', 'expiry,reminder,housekeeping,webhook'],
    smallDisk = kind === 'disk' ? { of: 'both', sizeBytes: diskBytes } : null,
    root = ownRoot,
  } = options;
  const closers: Array<() => Promise<unknown>> = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer().catch(() => undefined);
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-chaos-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const diskFolder = join(folder, 'disk');
    await mkdir(diskFolder);
    const disk = smallDisk ? mountSmallDisk(diskFolder, smallDisk.sizeBytes) : null;
    if (disk) closers.push(async () => disk.unmount());

    // Acknowledged writes must survive a crash of the server, because the checker expects them.
    const postgres = await startThrowawayPostgres({
      flags: ['synchronous_commit=on', 'max_wal_size=128MB', ...(options.databaseFlags ?? [])],
      parent: disk && smallDisk?.of !== 'files' ? disk.path : folder,
    });
    closers.push(() => postgres.stop());
    // The code of another version may need a newer schema.
    if (root === ownRoot) await migrateDatabase(postgres.url, { log: silentLog });
    else await runAdmin(root, postgres.url, ['migrate']);
    const database = await startTcpProxy(Number(new URL(postgres.url).port));
    closers.push(() => database.close());
    const proxied = new URL(postgres.url);
    proxied.port = String(database.port);

    let storageLine: TcpProxy | null = null;
    let s3Proxy: S3Proxy | null = null;
    let storageUrl = `file:${disk && smallDisk?.of !== 'database' ? disk.path : folder}/blobs`;
    if (kind === 's3') {
      const s3 = await startTestS3(join(folder, 's3'), ['papers']);
      closers.push(() => s3.close());
      s3Proxy = await startS3Proxy(Number(new URL(s3.url).port));
      closers.push(() => s3Proxy!.close());
      storageLine = await startTcpProxy(s3Proxy.port);
      closers.push(() => storageLine!.close());
      storageUrl = `s3://papers?region=us-east-1&endpoint=http://127.0.0.1:${storageLine.port}`;
      process.env.AWS_ACCESS_KEY_ID = s3Credentials.accessKeyId;
      process.env.AWS_SECRET_ACCESS_KEY = s3Credentials.secretAccessKey;
    }

    const mails: string[] = [];
    const smtpServer = await startSmtp(mails);
    closers.push(() => new Promise<void>((resolve) => smtpServer.close(resolve)));
    const smtp = await startTcpProxy((smtpServer.server.address() as AddressInfo).port);
    closers.push(() => smtp.close());
    const pki = await startPki();
    closers.push(() => pki.close());
    const deliveries = new Map<string, string[]>();
    const receiver = await startReceiver(deliveries);
    closers.push(receiver.close);

    const env: Record<string, string> = {
      DATABASE_URL: proxied.href,
      DATABASE_POOL: '5',
      STORAGE_URL: storageUrl,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      TSA_URL: pki.tsaUrl,
      SECRET_KEY: worldSecretKey,
      DATA_DIR: folder,
      PUBLIC_URL: 'http://countersign.test',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      RATE_SUSTAINED_RPS: '10000',
      RATE_BURST_RPS: '10000',
      LOG_LEVEL: 'warn',
      ...options.env,
    };
    const clock = () => (random() < 0.25 ? Math.round((random() - 0.5) * 1200) : 0);
    const ports = await Promise.all(Array.from({ length: options.apis ?? 2 }, () => lastingPort()));
    const statusPorts = await Promise.all(workers.map(() => lastingPort()));
    const started: Supervised[] = [];
    closers.push(() => Promise.all(started.map((one) => one.stop())));
    const start = (name: string, script: string, own: Record<string, string>, port: number, from = root) => {
      const readyUrl = `http://127.0.0.1:${port}/readyz`;
      const one = supervise(name, script, { ...env, ...own }, { clock, root: from, readyUrl });
      started.push(one);
      return one;
    };
    const startApi = (name: string, port: number, from?: string) =>
      start(name, 'apps/api/src/main.ts', { PORT: String(port) }, port, from);
    const processes = [
      ...ports.map((port, at) => startApi(`api ${at + 1}`, port)),
      ...workers.map((queues, at) => {
        const port = statusPorts[at]!;
        const own = { QUEUES: queues, WORKER_PORT: String(port) };
        return start(`worker ${at + 1} ${queues}`, 'apps/worker/src/main.ts', own, port);
      }),
    ];
    const db = createDb(options.isDatabaseReplaced ? proxied.href : postgres.url, { max: 6 });
    closers.push(() => closeDb(db));
    if (options.random && !canShiftClocks)
      console.log('Clocks are not shifted: libfaketime is not installed.');
    return {
      kind,
      postgres,
      db,
      storage: await openStorage(storageUrl),
      secrets: createSecrets(worldSecretKey),
      apis: ports.map((port) => `http://127.0.0.1:${port}`),
      root,
      processes,
      addApi: async (from) => startApi('api of another version', await lastingPort(), from),
      lines: { database, smtp, storage: storageLine },
      s3: s3Proxy,
      pki,
      disk,
      folder,
      mails,
      deliveries,
      webhookUrl: receiver.url,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs an operator command of a checkout. Returns its output. */
export async function runAdmin(root: string, url: string, words: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, 'apps/admin/src/main.ts'), ...words], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...compileCache, DATABASE_URL: url },
  });
  return stdout.trim();
}

async function startSmtp(mails: string[]): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      stream.on('end', () => {
        mails.push(/^message-id:\s*<([^>]+)>/im.exec(text)?.[1] ?? '?');
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function startReceiver(deliveries: Map<string, string[]>) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const { id } = JSON.parse(body) as { id: string };
    deliveries.set(id, [...(deliveries.get(id) ?? []), body]);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
