/** The metrics of a worker for Prometheus (docs/OPERATIONS.md, Watching). */
import type { MailClass } from '@countersign/core/mail/pace';
import type { Renewed } from '@countersign/core/seal/archive';
import type { SealKeys } from '@countersign/core/seal/keys';
import type { DeliveryReport } from '@countersign/core/webhook/attempt';
import type { JobAttempt } from '@countersign/queue/handler';
import { allJobs } from '@countersign/queue/jobs';
import type { Queue } from '@countersign/queue/queue';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface WorkerMetrics {
  /** Counts one attempt of a job. */
  record(attempt: JobAttempt): void;
  /** Counts one attempt of a webhook delivery. */
  recordDelivery(report: DeliveryReport): void;
  /** Counts a document that was sealed now. `completedAt` is when its last recipient completed it. */
  recordSeal(outcome: 'sealed' | 'sealed below level', completedAt: Date): void;
  /** Counts what one sweep of archive timestamps did. */
  recordArchives(renewed: Renewed): void;
  /** Counts a mail that the mail server accepted now. */
  recordMail(mails: MailClass, queuedAt: Date): void;
  render(): Promise<{ contentType: string; text: string }>;
}

/** From a delay that nobody notices to the longest delay in alerts and objectives. */
const lagBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600];

/** Creates the metrics of one worker process. */
export function createWorkerMetrics(
  queue: Pick<Queue, 'listening'>,
  sealKeys: Pick<SealKeys, 'earliestExpiry'> | null = null,
): WorkerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [registry] });

  const runs = counter(
    'countersign_job_runs_total',
    'Attempts of jobs by outcome: done, retry, later, dead, timed-out, stopped or lost.',
    ['queue', 'job', 'outcome'],
  );
  const seconds = histogram(
    'countersign_job_run_seconds',
    'How long attempts of jobs took.',
    ['queue', 'job'],
    [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
  );
  const waits = histogram(
    'countersign_job_wait_seconds',
    'How long jobs were due before their first attempt began.',
    ['queue', 'job'],
    [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300, 3600],
  );
  const deliveries = counter(
    'countersign_webhook_attempts_total',
    'Attempts of webhook deliveries by outcome and by the stage that they reached.',
    ['outcome', 'stage'],
  );
  const deliverySeconds = histogram(
    'countersign_webhook_attempt_seconds',
    'How long attempts of webhook deliveries took.',
    ['outcome'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  const sealLag = histogram(
    'countersign_seal_lag_seconds',
    'Time from the completion of a document by its last recipient to its seal.',
    [],
    lagBuckets,
  );
  const sealsBelowLevel = counter(
    'countersign_seals_below_level_total',
    'Seals without the timestamp, revocation data or archive timestamp that the settings ask for, because a server failed.',
    [],
  );
  const archives = counter(
    'countersign_archive_renewals_total',
    'Archive timestamps by outcome: renewed, failed (tried again the next day), or waiting (sweeps that ended because the timestamp authority failed).',
    ['outcome'],
  );
  // With all outcomes from the start, the first failure counts as an increase.
  for (const outcome of ['renewed', 'failed', 'waiting']) archives.inc({ outcome }, 0);
  const mailLag = histogram(
    'countersign_mail_lag_seconds',
    'Time until the mail server accepted a mail, since it was queued. Mails of bulk sends (bulk) wait for limits and sending windows; others are urgent.',
    ['class'],
    lagBuckets,
  );
  const webhookLag = histogram(
    'countersign_webhook_lag_seconds',
    'Time from a change in live mode to the start of the first attempt of each of its deliveries.',
    [],
    lagBuckets,
  );
  new Gauge({
    name: 'countersign_worker_listening',
    help: 'Whether the process is notified of new jobs (1) or only polls (0).',
    registers: [registry],
    collect() {
      this.set(queue.listening ? 1 : 0);
    },
  });
  new Gauge({
    name: 'countersign_seal_certificate_end_timestamp_seconds',
    help: 'Earliest end of the certificates of the seal keys that the process has used in the last day, in seconds since 1970. Only in seal workers.',
    // With a label, the gauge is absent if there is no key; without labels it would be 0.
    labelNames: ['mode'],
    registers: [registry],
    collect() {
      this.reset();
      const end = sealKeys?.earliestExpiry();
      if (end) this.set({ mode: 'live' }, end.getTime() / 1000);
    },
  });
  const queueOf = new Map(allJobs.map((job) => [job.name, job.queue]));
  // The start comes from the clock of the database, the end from the clock of this machine. If they differ, the result is 0 or more.
  const since = (start: Date) => Math.max(0, Date.now() - start.getTime()) / 1000;

  return {
    record: (report) => {
      const labels = { queue: queueOf.get(report.job) ?? '', job: report.job };
      runs.inc({ ...labels, outcome: report.outcome });
      seconds.observe(labels, report.durationMs / 1000);
      if (report.attempt === 1) waits.observe(labels, report.waitedMs / 1000);
    },
    recordDelivery: ({ outcome, stage, durationMs, lagMs }) => {
      deliveries.inc({ outcome, stage });
      deliverySeconds.observe({ outcome }, durationMs / 1000);
      if (lagMs !== null) webhookLag.observe(lagMs / 1000);
    },
    recordSeal: (outcome, completedAt) => {
      sealLag.observe(since(completedAt));
      if (outcome === 'sealed below level') sealsBelowLevel.inc();
    },
    recordArchives: (renewed) => {
      for (const [outcome, count] of Object.entries(renewed)) archives.inc({ outcome }, count);
    },
    recordMail: (mails, queuedAt) => mailLag.observe({ class: mails }, since(queuedAt)),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
