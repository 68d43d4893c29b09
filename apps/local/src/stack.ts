/** Everything on this machine with no other software: database, migrations, mailbox, API and worker (docs/spec/decisions.md, section 10). */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '@countersign/config/env';
import { queueNames } from '@countersign/contract/queues';
import { startEmbeddedPostgres } from '@countersign/dev-database/embedded';
import { silentLog } from '@countersign/log/port';
import { startMailbox } from '@countersign/mailbox/mailbox';
import { migrateDatabase } from '@countersign/queue/migrate';
import { buildWeb } from './build-web.ts';
import { type Child, keepRunning } from './children.ts';
import { createReadiness, servePages, watchSources } from './development.ts';
import { freePort, guardPort } from './ports.ts';

export interface Stack {
  publicUrl: string;
  databaseUrl: string;
  mailboxUrl: string | null;
  children: Child[];
  stop(): Promise<void>;
}

export interface StackOptions {
  config: Config;
  /** Prints a line for the person at the terminal. */
  say: (line: string) => void;
  /** Further settings for the processes. */
  env?: Record<string, string>;
  /** One worker process for each queue, instead of one for all queues. */
  split?: boolean;
  /** Picks up changed sources: restarts processes, and serves the pages by Vite. */
  development?: boolean;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const readyTimeoutMs = 120_000;
/** By default, the space for new objects grows to 64 MB or more in each process of Node.js. Little of that is needed here. */
const nodeOptions = ['--max-semi-space-size=2'];

/** Starts everything and resolves when the API is ready; on a failure stops what had started and throws. */
export async function startStack({
  config,
  say,
  env = {},
  split = false,
  development = false,
}: StackOptions): Promise<Stack> {
  const closers: Array<() => Promise<void>> = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    await guardPort(config.HOST, config.PORT, 'PORT');
    if (!config.SMTP_URL) await guardPort('127.0.0.1', config.MAILBOX_PORT, 'MAILBOX_PORT');
    await mkdir(config.dataDir, { recursive: true });
    if (!development) await buildWeb(say);

    let databaseUrl = config.DATABASE_URL;
    if (!databaseUrl) {
      const embedded = await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log: { ...silentLog, warn: say, error: say },
      });
      closers.push(() => embedded.stop());
      databaseUrl = embedded.url;
    }
    await migrateDatabase(databaseUrl, { log: silentLog });

    let smtpUrl = config.SMTP_URL;
    let mailboxUrl: string | null = null;
    if (!smtpUrl) {
      const mailbox = await startMailbox({
        host: '127.0.0.1',
        smtpPort: config.MAILBOX_SMTP_PORT,
        httpPort: config.MAILBOX_PORT,
        folder: join(config.dataDir, 'mailbox'),
      });
      closers.push(() => mailbox.close());
      smtpUrl = mailbox.smtpUrl;
      mailboxUrl = mailbox.url;
    }

    const apiPort = development ? await freePort() : config.PORT;
    const shared: Record<string, string> = {
      ...env,
      DATA_DIR: config.dataDir,
      DATABASE_URL: databaseUrl,
      ...(smtpUrl && { SMTP_URL: smtpUrl }),
      PORT: String(apiPort),
      PUBLIC_URL: config.publicUrl,
    };
    const run = async (name: string, script: string, own: Record<string, string> = {}) => {
      const child = await keepRunning({
        name,
        script: join(root, script),
        nodeOptions,
        env: { ...shared, ...own },
        logDir: join(config.dataDir, 'logs'),
        console: say,
      });
      closers.push(() => child.stop());
      return child;
    };
    const api = await run('api', 'apps/api/src/main.ts');
    const workers: Child[] = [];
    for (const queues of split ? queueNames.map((name) => [name]) : [queueNames]) {
      const name = split ? `worker-${queues}` : 'worker';
      const own = { QUEUES: queues.join(','), WORKER_PORT: '0' };
      workers.push(await run(name, 'apps/worker/src/main.ts', own));
    }
    const local = `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${apiPort}`;
    await untilReady(`${local}/readyz`, api);
    if (development) closers.push(await followSources({ config, say, api, workers, apiUrl: local }));
    const children = [api, ...workers];
    return {
      publicUrl: config.publicUrl,
      databaseUrl,
      mailboxUrl,
      children,
      stop: stopTogether(closers, children),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Restarts the processes that use a changed source, and serves the pages. Returns a function that stops both. */
async function followSources(options: {
  config: Config;
  say: (line: string) => void;
  api: Child;
  workers: Child[];
  apiUrl: string;
}): Promise<() => Promise<void>> {
  const { config, say, api, workers, apiUrl } = options;
  const readiness = createReadiness(() => api, apiUrl);
  const restart = (children: readonly Child[]) => (file: string) => {
    say(`${file} changed: restarting ${children.map(({ name }) => name).join(', ')}`);
    if (children.includes(api)) readiness.reset();
    for (const child of children) child.restart();
  };
  const packages = (await readdir(join(root, 'packages'))).map((name) => `packages/${name}/src`);
  const watches = [
    watchSources(['apps/api/src'], restart([api])),
    watchSources(['apps/worker/src'], restart(workers)),
    watchSources(packages, restart([api, ...workers])),
  ];
  const pages = await servePages({
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.publicUrl,
    apiUrl,
    apiReady: readiness.ready,
  });
  return async () => {
    for (const unwatch of watches) unwatch();
    await pages.close();
  };
}

/** Workers and API drain at the same time; mailbox and database go last. */
function stopTogether(closers: Array<() => Promise<void>>, children: Child[]): () => Promise<void> {
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()));
    for (const close of closers.splice(0).reverse()) await close();
  };
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

async function untilReady(url: string, api: Child): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready && api.pid() !== null) return;
    if (Date.now() > deadline)
      throw new Error(`the API did not become ready within ${readyTimeoutMs / 1000} s: see the log of api`);
    await delay(100);
  }
}
