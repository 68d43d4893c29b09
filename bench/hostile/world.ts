/**
 * An installation with the processes of docker-compose.yml, one of each service, with their memory limits as heap limits, their
 * concurrency and connection pools. Files are in a folder, not in S3. All other settings have their defaults.
 */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '@countersign/core/key/issue';
import { createWorkspace } from '@countersign/core/workspace/create';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { load } from 'js-yaml';
import { SMTPServer } from 'smtp-server';
import { resetPeak, type Service, startService } from '../support/service.ts';
import { type BenchBase, benchSecret, openBench } from '../writers/prepare.ts';

export interface Part {
  /** The name of the service in docker-compose.yml. */
  name: string;
  memoryMebibytes: number;
  service: Service;
  /** Number of attempts with this outcome since the start. `lost`: another worker has the job. */
  runs(outcome: 'lost' | 'timed-out' | 'retry'): Promise<number>;
}

/** A workspace that attacks. */
export interface Attacker {
  workspaceId: string;
  teamId: string;
  liveKey: string;
  testKey: string;
}

export interface World {
  base: BenchBase;
  api: string;
  parts: Part[];
  /** An endpoint that never answers, and one that answers after nine seconds. */
  hangingWebhook: string;
  slowWebhook: string;
  /** Bytes in the storage. */
  storedBytes(): Promise<number>;
  createAttacker(): Promise<Attacker>;
  /** Restarts the parts that have ended, and returns their names. */
  restartEnded(): Promise<string[]>;
  /** Resets `peakMebibytes` of each part. */
  resetPeaks(): Promise<void>;
  close(): Promise<void>;
}

const composeFile = join(import.meta.dirname, '../../docker-compose.yml');
/** The mail server throttles emails to addresses of this domain. */
export const throttledDomain = 'throttled.test';
const throttleMs = 300;
const slowWebhookMs = 9000;

export async function startWorld(): Promise<World> {
  const closers: Array<() => Promise<unknown>> = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer().catch(() => undefined);
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-hostile-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const postgres = await startThrowawayPostgres({
      flags: ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'],
    });
    closers.push(() => postgres.stop());
    await migrateDatabase(postgres.url, { log: silentLog });
    const mailServer = await startMailServer();
    closers.push(mailServer.close);
    const receiver = await startReceiver();
    closers.push(receiver.close);
    const env = {
      DATABASE_URL: postgres.url,
      STORAGE_URL: `file:${join(folder, 'blobs')}`,
      SMTP_URL: mailServer.url,
      SECRET_KEY: benchSecret,
      DATA_DIR: folder,
      TRUST_PROXY: '1',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
    const parts = await Promise.all((await composeServices()).map((one) => startPart(one, env)));
    closers.push(() => Promise.all(parts.map(({ service }) => service.stop())));
    const base = await openBench(postgres.url, folder);
    closers.push(() => base.close());
    const portOfApi = () => parts.find(({ name }) => name === 'api')!.service.port;
    let attackers = 0;
    return {
      base,
      get api() {
        return `http://127.0.0.1:${portOfApi()}`;
      },
      parts,
      hangingWebhook: `${receiver.url}/hang`,
      slowWebhook: `${receiver.url}/slow`,
      storedBytes: () => folderBytes(join(folder, 'blobs')),
      createAttacker: () => createCaller(base, `attacker-${++attackers}`),
      restartEnded: async () => {
        const ended = parts.filter(({ service }) => service.hasEnded());
        for (const part of ended) {
          const known = (await composeServices()).find(({ name }) => name === part.name)!;
          Object.assign(part, await startPart(known, env));
        }
        return ended.map(({ name }) => name);
      },
      resetPeaks: async () => {
        for (const { service } of parts) await resetPeak(service.pid);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A workspace with a key of each mode. */
export async function createCaller(base: BenchBase, slug: string): Promise<Attacker> {
  const made = await createWorkspace(base, { slug, name: slug, ownerEmail: `owner@${slug}.test` });
  const keyOf = async (mode: 'live' | 'test') =>
    (
      await issueKey(base.db, {
        workspaceId: made.workspaceId,
        name: mode,
        mode,
        now: base.now(),
      })
    ).key;
  return {
    workspaceId: made.workspaceId,
    teamId: made.teamId,
    liveKey: await keyOf('live'),
    testKey: await keyOf('test'),
  };
}

interface ComposeService {
  name: string;
  app: 'api' | 'worker';
  memoryMebibytes: number;
  environment: Record<string, string>;
}

/** The services that run this project's processes. */
async function composeServices(): Promise<ComposeService[]> {
  const { services } = load(await readFile(composeFile, 'utf8')) as {
    services: Record<
      string,
      {
        command?: string[];
        environment?: Record<string, string>;
        deploy?: { resources: { limits: { memory: string } } };
      }
    >;
  };
  return Object.entries(services).flatMap(([name, { command, environment, deploy }]) => {
    const [, app] = /^apps\/(api|worker)\/src\/main\.ts$/.exec(command?.at(-1) ?? '') ?? [];
    const [, count, unit] = /^(\d+)([MG])$/.exec(deploy?.resources.limits.memory ?? '') ?? [];
    if (!app || !count) return [];
    const { QUEUES, CONCURRENCY, DATABASE_POOL } = environment ?? {};
    const chosen = { QUEUES, CONCURRENCY, DATABASE_POOL };
    return [
      {
        name,
        app: app as 'api' | 'worker',
        memoryMebibytes: Number(count) * (unit === 'G' ? 1024 : 1),
        environment: Object.fromEntries(
          Object.entries(chosen).filter(([, value]) => value !== undefined),
        ) as Record<string, string>,
      },
    ];
  });
}

async function startPart(
  { name, app, memoryMebibytes, environment }: ComposeService,
  env: Record<string, string>,
): Promise<Part> {
  // The default of Node.js in a container with this limit.
  const heap = `--max-old-space-size=${memoryMebibytes / 2}`;
  const service = await startService(app, { ...env, ...environment, PORT: '0' }, [heap]);
  const runs = async (outcome: string) => {
    if (app === 'api' || service.hasEnded()) return 0;
    const metrics = await (await fetch(`http://127.0.0.1:${service.statusPort}/metrics`)).text();
    const lines = metrics.matchAll(/^countersign_job_runs_total\{.*outcome="([a-z-]+)".*\} (\d+)$/gm);
    return [...lines].reduce((sum, [, found, count]) => sum + (found === outcome ? Number(count) : 0), 0);
  };
  return { name, memoryMebibytes, service, runs };
}

async function startMailServer() {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (!address.endsWith(`@${throttledDomain}`)) return done();
      const refusal = Object.assign(new Error('4.7.0 Throttling: slow down'), { responseCode: 454 });
      setTimeout(() => done(refusal), throttleMs);
    },
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => done());
    },
  });
  // Nagle's algorithm would hold back the second of several replies to pipelined commands for 40 ms.
  server.server.on('connection', (socket: Socket) => socket.setNoDelay());
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/slow') setTimeout(() => response.writeHead(204).end(), slowWebhookMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) =>
    // A file may be removed meanwhile.
    stat(join(parentPath, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
