/** The worker process: runs jobs of the queues in QUEUES until SIGTERM, up to CONCURRENCY at once (docs/spec/decisions.md, section 10). */
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { readEnvOrExit } from '@countersign/config/env';
import { queueNames } from '@countersign/contract/queues';
import { ownsStorage } from '@countersign/core/blob/installation';
import { openOwnStorage } from '@countersign/core/blob/own-storage';
import { Pacer } from '@countersign/core/mail/pacer';
import { openBase } from '@countersign/core/open-base';
import { createSealKeys } from '@countersign/core/seal/keys';
import { createSealingQueue, sealingMemoryMb } from '@countersign/core/seal/sealing-queue';
import { testSealKey } from '@countersign/core/seal/test-key';
import { adoptRestored } from '@countersign/core/webhook/adopt-restored';
import { Dispatcher } from '@countersign/core/webhook/dispatcher';
import { isDatabaseUnavailable } from '@countersign/db/errors';
import { createLog } from '@countersign/log/log';
import { noTrace, startTrace, traced } from '@countersign/log/trace';
import { createSmtpMailer } from '@countersign/mail/smtp-mailer';
import { httpRevocationSource } from '@countersign/pdf/ltv/revocation-source';
import type { Timestamper } from '@countersign/pdf/ports/authorities';
import { warmSealing } from '@countersign/pdf/threads/seal-in-thread';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import { jobs } from '@countersign/queue/jobs';
import { startTicker, type Tick } from '@countersign/queue/ticker';
import { work } from '@countersign/queue/work';
import { createGuard } from '@countersign/webhooks/guard';
import { createSender } from '@countersign/webhooks/send';
import type { WorkerDeps } from './deps.ts';
import { createWorkerMetrics } from './metrics.ts';
import { startStatusServer } from './status-server.ts';
import { bulkHandlers } from './workers/bulk.ts';
import { expiryHandlers } from './workers/expiry.ts';
import { housekeepingHandlers } from './workers/housekeeping.ts';
import { mailHandlers } from './workers/mail.ts';
import { reminderHandlers } from './workers/reminder.ts';
import { sealHandlers } from './workers/seal.ts';
import { webhookHandlers } from './workers/webhook.ts';

const config = readEnvOrExit();
const trace = await startTrace({
  endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
  ratio: config.OTEL_TRACES_SAMPLER_ARG,
  service: `countersign-worker-${config.QUEUES.join('-')}`,
});
const log = createLog({ level: config.LOG_LEVEL, service: `worker ${config.QUEUES.join(',')}`, trace });
const drainSeconds = 25;
const databaseWaitMs = 60_000;

const sweeps: Record<string, Tick[]> = {
  bulk: [{ job: jobs.bulkSendCompletionSweep, everySeconds: 5 }],
  expiry: [{ job: jobs.documentExpireSweep, everySeconds: 5 }],
  reminder: [{ job: jobs.documentRemindSweep, everySeconds: 60 }],
  webhook: [{ job: jobs.webhookSweep, everySeconds: 600 }],
  housekeeping: [
    { job: jobs.housekeepingSweep, everySeconds: 600 },
    { job: jobs.retentionSweep, everySeconds: 600 },
    { job: jobs.anchorSweep, everySeconds: 600 },
    { job: jobs.archiveSweep, everySeconds: 600 },
  ],
};

try {
  const base = await whenAvailable(() =>
    openBase(config, log, 'worker', trace === noTrace ? undefined : trace),
  );
  const mailer = config.SMTP_URL ? createSmtpMailer({ url: config.SMTP_URL, timeoutMs: 30_000 }) : null;
  if (!mailer && config.QUEUES.includes('mail')) {
    throw new Error(
      'SMTP_URL is not set, so the queue mail cannot send. Set it, or use npm start, which runs a local mailbox.',
    );
  }
  const sealKeys = createSealKeys({
    key: config.SEAL_KEY,
    certificateFile: config.SEAL_CERTIFICATE,
    secret: config.SEAL_KEY_SECRET,
    places: config.SEAL_KEY_PLACES,
    dataDir: config.dataDir,
    log,
  });
  const metrics = createWorkerMetrics(base.queue, sealKeys);
  const deps: WorkerDeps = {
    ...base,
    metrics,
    storage: traced(trace, 'storage', await whenAvailable(() => openOwnStorage(base, config.storageUrl)), [
      'getBytes',
      'putBytes',
    ]),
    sealKeys,
    timestamper: config.TSA_URL ? tracedTimestamper(httpTimestamper(config.TSA_URL)) : null,
    revocation: config.TSA_URL && config.SEAL_LTV ? httpRevocationSource() : null,
    archives: config.ARCHIVE_TIMESTAMPS === 'on',
    sealing: createSealingQueue(config.MAX_PDF_BYTES),
    mailer: mailer ? traced(trace, 'smtp', mailer, ['send']) : mailer!,
    mailFrom: config.MAIL_FROM,
    pacer: new Pacer(base),
  };
  const handlers = [
    ...mailHandlers(deps),
    ...sealHandlers(deps),
    ...bulkHandlers(deps),
    ...expiryHandlers(deps),
    ...reminderHandlers(deps),
    ...webhookHandlers(deps),
    ...housekeepingHandlers(deps),
  ];
  const certificates = config.QUEUES.includes('seal') ? await whenAvailable(() => checkSealKey(deps)) : null;
  if (config.QUEUES.includes('webhook') && (await whenAvailable(() => adoptRestored(base))))
    log.warn('the database was restored from a dump: the event feed and the webhooks continue from there');
  // Claims a new storage now, so that a later copy of this database finds that the storage belongs to this installation.
  if (config.QUEUES.includes('housekeeping'))
    await ownsStorage(deps).catch((error) =>
      log.warn('the owner of the storage cannot be read', { error: String(error) }),
    );
  const status = await startStatusServer({
    host: config.HOST,
    port: config.WORKER_PORT,
    queue: base.queue,
    metrics,
  });
  // No await from here until the signal handlers are set: a signal in between would end the process and its jobs at once.
  const worker = work(base.queue, {
    queues: config.QUEUES,
    concurrency: config.CONCURRENCY,
    handlers,
    onAttempt: metrics.record,
  });
  const sender = createSender({
    guard: createGuard({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE, ports: config.WEBHOOK_PORTS }),
  });
  const dispatcher = config.QUEUES.includes('webhook')
    ? new Dispatcher(base, sender, { slots: config.CONCURRENCY.webhook, onAttempt: metrics.recordDelivery })
    : null;
  const ticker = startTicker(
    base.queue,
    queueNames.filter((name) => config.QUEUES.includes(name)).flatMap((name) => sweeps[name] ?? []),
  );
  if (config.QUEUES.every((name) => name === 'bulk')) lowerPriority();
  // A process that only seals keeps a second thread ready (80 MB), in case a file takes long.
  const threads = config.QUEUES.length === 1 ? 2 : 1;
  if (certificates) void warmSealing({ threads, certificates }, { maxMemoryMb: sealingMemoryMb });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info('worker stopping', { signal, active: worker.active() });
    ticker.stop();
    await Promise.all([worker.stop({ graceSeconds: drainSeconds }), dispatcher?.stop()]);
    await sender.close();
    await status.close();
    await mailer?.close();
    await base.close();
    await trace.stop();
    log.info('worker stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  // The launcher that started this process has ended.
  process.on('disconnect', () => void stop('disconnect'));
  // Logged last, because tests and launchers may send a signal as soon as they see it.
  log.info('worker ready', { queues: config.QUEUES, status_port: status.port });
} catch (error) {
  log.error('the worker cannot start', { error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

/** Processes that answer requests get the processor first, because nobody waits for a single row of a bulk send. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    log.warn('the priority of this process could not be lowered', { error: String(error) });
  }
}

/** Waits for the database, which may start after its workers. Throws when it stays unavailable for a minute, or is not migrated. */
async function whenAvailable<T>(connect: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + databaseWaitMs; ; ) {
    try {
      return await connect();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      log.warn('waiting for the database', { error: (error as Error).message });
      await delay(1000);
    }
  }
}

function tracedTimestamper(timestamper: Timestamper): Timestamper {
  return {
    ...timestamper,
    stamp: (digest) => trace.inSpan('tsa timestamp', { kind: 'client' }, () => timestamper.stamp(digest)),
  };
}

/**
 * Loads the seal keys now, so that an unusable key stops the start instead of failing the first document. Returns the certificates of the
 * live key.
 */
async function checkSealKey(deps: WorkerDeps): Promise<Uint8Array[]> {
  const [live, test] = await Promise.all([deps.sealKeys.keyFor(), testSealKey(deps)]);
  for (const [mode, { subject, fingerprint }] of [['live', live] as const, ['test', test] as const])
    log.info('seal key', { mode, subject, fingerprint });
  return live.signer.certificates;
}
