/** A whole installation on this machine with a proxy on every line that can fail, and receivers that remember what arrived. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets, type Secrets } from '@countersign/core/secrets';
import { closeDb, createDb, type Db } from '@countersign/db/client';
import { silentLog } from '@countersign/db/log';
import { lastingPort, startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/db/throwaway';
import { migrateDatabase } from '@countersign/queue/migrate';
import { openStorage } from '@countersign/storage/open-storage';
import type { Storage } from '@countersign/storage/storage';
import { SMTPServer } from 'smtp-server';
import { type Pki, startPki } from '../support/pki.ts';
import { s3Credentials, startTestS3 } from '../support/s3.ts';
import { canShiftClocks, type Supervised, supervise } from './processes.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export type StorageKind = 's3' | 'disk';

export interface World {
  kind: StorageKind;
  postgres: ThrowawayPostgres;
  /** Past the proxies, for the load's and the checker's own questions. */
  db: Db;
  storage: Storage;
  secrets: Secrets;
  apis: string[];
  processes: Supervised[];
  lines: { database: TcpProxy; smtp: TcpProxy; storage: TcpProxy | null };
  pki: Pki;
  /** The small disk that database and files share; null where none can be mounted. */
  disk: string | null;
  /** Message-IDs in the order of arrival. */
  mails: string[];
  /** Bodies of deliveries by event id. */
  deliveries: Map<string, string[]>;
  webhookUrl: string;
  close(): Promise<void>;
}

const secretKey = 'a secret for chaos, of thirty-two characters and more';
const diskBytes = 900_000_000;

/** Starts it; `random` decides which processes run with a shifted clock. */
export async function startWorld(kind: StorageKind, random: () => number): Promise<World> {
  const closers: Array<() => Promise<unknown>> = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer().catch(() => undefined);
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-chaos-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const disk = kind === 'disk' ? mountDisk(folder) : null;
    if (disk) closers.push(async () => execFileSync('umount', ['-l', disk]));

    const usualTmp = process.env.TMPDIR;
    if (disk) process.env.TMPDIR = disk;
    // What was answered must survive a crash of the server: only then may the checker ask for it.
    const postgres = await startThrowawayPostgres({ flags: ['synchronous_commit=on', 'max_wal_size=128MB'] });
    if (usualTmp === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usualTmp;
    closers.push(() => postgres.stop());
    await migrateDatabase(postgres.url, { log: silentLog });
    const database = await startTcpProxy(Number(new URL(postgres.url).port));
    closers.push(() => database.close());
    const proxied = new URL(postgres.url);
    proxied.port = String(database.port);

    let storageLine: TcpProxy | null = null;
    let storageUrl = `file:${disk ?? folder}/blobs`;
    if (kind === 's3') {
      const s3 = await startTestS3(join(folder, 's3'), ['papers']);
      closers.push(() => s3.close());
      storageLine = await startTcpProxy(Number(new URL(s3.url).port));
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
      SECRET_KEY: secretKey,
      DATA_DIR: folder,
      PUBLIC_URL: 'http://countersign.test',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      RATE_SUSTAINED_RPS: '10000',
      RATE_BURST_RPS: '10000',
      LOG_LEVEL: 'warn',
    };
    const clock = () => (random() < 0.25 ? Math.round((random() - 0.5) * 1200) : 0);
    const ports = [await lastingPort(), await lastingPort()];
    const processes = [
      ...ports.map((port, at) =>
        supervise(`api ${at + 1}`, 'apps/api/src/main.ts', { ...env, PORT: String(port) }, clock),
      ),
      ...['mail,seal', 'mail,seal', 'webhook,bulk', 'expiry,reminder,housekeeping,webhook'].map(
        (queues, at) =>
          supervise(
            `worker ${at + 1} ${queues}`,
            'apps/worker/src/main.ts',
            { ...env, QUEUES: queues },
            clock,
          ),
      ),
    ];
    closers.push(() => Promise.all(processes.map((one) => one.stop())));
    const db = createDb(postgres.url, { max: 6 });
    closers.push(() => closeDb(db));
    if (!canShiftClocks) console.log('Clocks are not shifted: libfaketime is not installed.');
    return {
      kind,
      postgres,
      db,
      storage: await openStorage(storageUrl),
      secrets: createSecrets(secretKey),
      apis: ports.map((port) => `http://127.0.0.1:${port}`),
      processes,
      lines: { database, smtp, storage: storageLine },
      pki,
      disk,
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

/** A small file system in memory; null where this process may not mount one. */
function mountDisk(folder: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes},mode=755`, 'countersign-chaos', folder], {
      stdio: 'pipe',
    });
    return folder;
  } catch {
    console.log('The disk is not filled: only root can mount a small one.');
    return null;
  }
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
