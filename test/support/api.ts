/**
 * The real application on a real port with the test file's database and a clock that tests advance. Each test uses its own workspace, so
 * the tests of a file do not affect each other.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@countersign/api/app';
import { defaultWebDist } from '@countersign/api/build';
import type { AppDeps, EdgeSettings } from '@countersign/api/deps';
import { createDownloadQueue } from '@countersign/api/send-blob';
import type { Mode } from '@countersign/contract/common';
import type { Base, Ctx, Settings } from '@countersign/core/ctx';
import type { FileConverter } from '@countersign/core/document/file-converter';
import { createInspectionQueue } from '@countersign/core/document/inspect-content';
import type { FairQueue } from '@countersign/core/fair-queue';
import { issueKey } from '@countersign/core/key/issue';
import { createRequestLog } from '@countersign/core/request-log/writer';
import { createSecrets } from '@countersign/core/secrets';
import type { IdentityProvider } from '@countersign/core/single-sign-on/provider';
import { createWorkspace } from '@countersign/core/workspace/create';
import { inTransaction } from '@countersign/db/transaction';
import type { Log } from '@countersign/log/port';
import type { RecipientSigner } from '@countersign/recipient-signers/recipient-signer';
import { createFileStorage } from '@countersign/storage/file-storage';
import type { Storage } from '@countersign/storage/storage';
import { createGuard, type Guard } from '@countersign/webhooks/guard';
import { afterAll } from '@jest/globals';
import request, { type Test } from 'supertest';
import { type TestClock, testClock } from './clock.ts';
import { testDatabase } from './database.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  message: string;
  fields: Record<string, unknown>;
}

/** Requests with or without a key. */
export interface Client {
  get(path: string): Test;
  post(path: string, body?: unknown): Test;
  put(path: string, body?: unknown): Test;
  patch(path: string, body?: unknown): Test;
  delete(path: string): Test;
}

export interface TestWorkspace {
  workspaceId: string;
  teamId: string;
  slug: string;
  /** Values of the workspace's first keys. */
  liveKey: string;
  testKey: string;
  live: Client;
  test: Client;
  /** A context for calling verbs directly. */
  ctx(mode?: Mode): Ctx;
}

export interface TestApi {
  url: string;
  deps: AppDeps;
  clock: TestClock;
  storage: Storage;
  /** Everything logged so far. */
  logged: LogLine[];
  anonymous: Client;
  as(key: string): Client;
  createTestWorkspace(): Promise<TestWorkspace>;
  /** Stops this application. Also done after the test file has run. */
  close(): Promise<void>;
}

export interface TestApiOptions {
  settings?: Partial<Settings>;
  edge?: Partial<EdgeSettings>;
  clock?: TestClock;
  storage?: Storage;
  downloads?: FairQueue;
  converter?: FileConverter;
  guard?: Guard;
  trustRoots?: readonly Uint8Array[];
  /** The host in the address of the application, 127.0.0.1 by default. Passkeys need a name. */
  host?: 'localhost';
  /** Receives the address of the application. */
  identityProvider?: (url: string, log: Log) => IdentityProvider;
  /** The provider of recipients' keys. */
  recipientSigner?: RecipientSigner;
  /** The timestamp authority for signatures of recipients. */
  stamp?: AppDeps['stamp'];
  /** Keep a request log, which tests flush. */
  requestLog?: boolean;
  /** Use another database and queue than those of the test file. */
  database?: Pick<Base, 'db' | 'queue'>;
}

export const testSecretKey = 'a-secret-key-for-tests-of-thirty-two-characters-and-more';

const closers = new Set<() => Promise<void>>();
afterAll(async () => {
  for (const close of [...closers]) await close();
});

/** Starts an application. Several can share the test file's database, like processes behind a load balancer. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { db, queue } = options.database ?? (await testDatabase());
  const clock = options.clock ?? testClock();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-blobs-'));
  const storage = options.storage ?? createFileStorage({ root: folder });
  const logged: LogLine[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  const deps: AppDeps = {
    db,
    queue,
    secrets: createSecrets(testSecretKey),
    settings: {
      ...defaultSettings,
      publicUrl: url,
      signatureProvider: options.recipientSigner?.name ?? null,
      ...options.settings,
    },
    log: collectingLog(logged),
    inspections: createInspectionQueue(defaultSettings.maxPdfBytes),
    now: clock.now,
    storage,
    converter: options.converter ?? null,
    identityProvider: options.identityProvider?.(url, collectingLog(logged)) ?? null,
    recipientSigner: options.recipientSigner ?? null,
    stamp: options.stamp ?? null,
    downloads: options.downloads ?? createDownloadQueue(),
    trustRoots: options.trustRoots ?? [],
    guard: options.guard ?? createGuard({ allowPrivate: false }),
    edge: { ...defaultEdge, docsUrl: url, ...options.edge },
    ...(options.requestLog && { requestLog: createRequestLog({ db, log: collectingLog(logged) }) }),
  };
  server.on('request', createApp(deps));
  const close = async () => {
    closers.delete(close);
    await closeServer(server);
    await deps.requestLog?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  closers.add(close);
  return {
    url,
    deps,
    clock,
    storage,
    logged,
    anonymous: clientOf(url, null),
    as: (key) => clientOf(url, key),
    createTestWorkspace: () => createTestWorkspace(deps, url),
    close,
  };
}

const defaultEdge: Omit<EdgeSettings, 'docsUrl'> = {
  trustProxy: 0,
  mailEventsSecret: null,
  // Off, because it measures real time, while tests move the clock of the database.
  refusalMemoryMs: 0,
  linkSustainedRps: 10_000,
  linkBurstRps: 10_000,
  metricsNetworks: [],
  webDist: defaultWebDist,
};

const defaultSettings: Omit<Settings, 'publicUrl'> = {
  maxPdfBytes: 50 * 1024 * 1024,
  maxPdfPages: 2000,
  activeContent: 'warn',
  maxPdfDecodedBytes: 536_870_912,
  // Several times as long as usual, so that a busy machine does not decide a test.
  maxPdfSeconds: 100,
  maxCsvBytes: 1_073_741_824,
  maxZipBytes: 10_737_418_240,
  uploadUrlSeconds: 3600,
  draftSeconds: 7 * 86_400,
  envelopeAllowance: 100_000,
  reviewThreshold: 2000,
  rateSustainedRps: 10_000,
  rateBurstRps: 10_000,
  documentResendsPerHour: 100,
  addressMailsPerHour: 10_000,
  mailPace: {
    server: { perSecond: null, perDay: null },
    workspace: { perSecond: null, perDay: null },
  },
  directLinkVisitsPerHour: 10_000,
  directLinkVisitsPerAddress: 10_000,
  storageQuotaBytes: 100 * 1024 ** 3,
  workspaceCreation: 'operators',
  rotationGraceSeconds: 86_400,
  webhookRetentionSeconds: 30 * 86_400,
  requestLogDays: 30,
  adminLogDays: 0,
  signatureProvider: null,
};

async function createTestWorkspace(deps: AppDeps, url: string): Promise<TestWorkspace> {
  const slug = `test-${randomBytes(6).toString('hex')}`;
  const { workspaceId, teamId } = await createWorkspace(deps, {
    slug,
    name: `Workspace ${slug}`,
    ownerEmail: `owner@${slug}.test`,
  });
  const keys = await inTransaction(deps.db, async ({ tx }) => {
    const issue = (mode: Mode) =>
      issueKey(tx, { workspaceId, name: `First ${mode} key`, mode, now: deps.now() });
    return { live: await issue('live'), test: await issue('test') };
  });
  const { db, queue, secrets, settings, inspections, log, now } = deps;
  return {
    workspaceId,
    teamId,
    slug,
    liveKey: keys.live.key,
    testKey: keys.test.key,
    live: clientOf(url, keys.live.key),
    test: clientOf(url, keys.test.key),
    ctx: (mode = 'live') => ({
      ...{ db, queue, secrets, settings, inspections, log, now },
      workspaceId,
      teamId,
      mode,
      actor: { type: 'api_key', id: keys[mode].row.id, name: keys[mode].row.name },
      role: 'manager',
      ip: '127.0.0.1',
      userAgent: 'tests',
      requestId: `test-${randomBytes(6).toString('hex')}`,
    }),
  };
}

function clientOf(url: string, key: string | null): Client {
  const call = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: unknown): Test => {
    const test = request(url)[method](path);
    if (key !== null) test.set('Authorization', `Bearer ${key}`);
    return body === undefined ? test : test.send(body as object);
  };
  return {
    get: (path) => call('get', path),
    post: (path, body) => call('post', path, body),
    put: (path, body) => call('put', path, body),
    patch: (path, body) => call('patch', path, body),
    delete: (path) => call('delete', path),
  };
}

function collectingLog(logged: LogLine[]): Log {
  const at =
    (level: LogLine['level']) =>
    (message: string, fields: Record<string, unknown> = {}) =>
      void logged.push({ level, message, fields });
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
