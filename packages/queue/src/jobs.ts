/**
 * Every background job (docs/spec/decisions.md, sections 3 and 8). A payload holds only ids and the id of the request that caused
 * the job. A job reads everything else from the database when it runs, so a delayed job sees the current state.
 */
import type { QueueName } from '@countersign/contract/queues';
import * as z from 'zod';

export interface JobDefinition<Payload extends object = object> {
  /** The name in the database. Dead letters go to `<name>.dead`. */
  name: string;
  queue: string;
  payload: z.ZodType<Payload>;
  /** Number of retries after errors before the job becomes a dead letter. */
  retryLimit: number;
  /** Pause before the first retry. */
  retryDelaySeconds: number;
  /** Doubles the pause with every retry, with jitter, up to `retryDelayMaxSeconds`. */
  retryBackoff: boolean;
  retryDelayMaxSeconds?: number;
  /** Time limit of an attempt, at most a day. An attempt that exceeds it is reported as hung, and the job is retried. */
  expireSeconds: number;
  /** After this time without a heartbeat the job runs again on another worker. At least 10, and longer than any block of the event loop. */
  heartbeatSeconds: number;
  /** A job that has waited for this long is deleted. */
  retentionSeconds: number;
  /** `exclusive`: no second job is accepted while one waits or runs. */
  policy: 'standard' | 'exclusive';
  /** Jobs with a higher priority run first, among jobs of the same name, and of the same workspace for fair jobs. */
  priority: number;
  /** Workspaces are served in rotation (fetch-fairly.ts), so that one with many waiting jobs does not delay the others. */
  fair: boolean;
}

type JobOptions<Payload extends object> = Pick<
  JobDefinition<Payload>,
  'name' | 'queue' | 'payload' | 'retryLimit' | 'retryDelaySeconds' | 'expireSeconds'
> &
  Partial<JobDefinition<Payload>>;

const day = 86_400;

/** Adds the defaults: backoff, a heartbeat of 10 s, and two weeks of waiting. */
export function defineJob<Payload extends object>(options: JobOptions<Payload>): JobDefinition<Payload> {
  return {
    retryBackoff: true,
    heartbeatSeconds: 10,
    retentionSeconds: 14 * day,
    policy: 'standard',
    priority: 0,
    fair: false,
    ...options,
  };
}

/** The queue of the job's dead letters. */
export function deadLetterName(job: Pick<JobDefinition, 'name'>): string {
  return `${job.name}.dead`;
}

const requestId = z.string().min(1).max(200);

/** A sweep runs again at its next interval anyway, so it is retried only twice. At most one waits or runs for each name or key. */
const sweepOptions = {
  retryLimit: 2,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 10,
  expireSeconds: 600,
  retentionSeconds: day,
  policy: 'exclusive',
} as const;

/** A job that looks for due rows in the tables. */
function defineSweep(name: string, queue: QueueName): JobDefinition<{ request_id: string }> {
  return defineJob({ ...sweepOptions, name, queue, payload: z.strictObject({ request_id: requestId }) });
}

/** One of `of` shares of a large sweep. At most one job runs for each share. */
function defineShare(
  name: string,
  queue: QueueName,
): JobDefinition<{ share: number; of: number; request_id: string }> {
  const payload = z.strictObject({ share: z.int().min(0), of: z.int().min(1), request_id: requestId });
  return defineJob({ ...sweepOptions, name, queue, payload });
}

/** Sends one email. A temporary refusal is retried for a day after the first attempt; then it counts as a bounce. */
function defineMailJob(name: string): JobDefinition<{ mail_id: string; request_id: string }> {
  return defineJob({
    name,
    fair: true,
    queue: 'mail',
    payload: z.strictObject({ mail_id: z.uuid(), request_id: requestId }),
    // Pauses of 5 s, 10 s, 20 s, … After an hour and a half every pause is one hour; 24 of those follow, so a day in all.
    retryLimit: 34,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3600,
    expireSeconds: 120,
    // A mail server with a quota may delay a large bulk send for weeks.
    retentionSeconds: 3650 * day,
  });
}

export const jobs = {
  /** A mail of a single document, or to a person who signs in. */
  mailSend: defineMailJob('mail.send'),
  /** A mail of a bulk send. A job of its own, so that none of them delays the others: see core/mail/pacer.ts. */
  mailSendBulk: defineMailJob('mail.send-bulk'),
  /** Seals a completed document. Retried until it succeeds, because a completed document must be sealed. */
  documentSeal: defineJob({
    name: 'document.seal',
    fair: true,
    queue: 'seal',
    payload: z.strictObject({ document_id: z.uuid(), request_id: requestId }),
    retryLimit: 2_000_000_000,
    retryDelaySeconds: 2,
    retryDelayMaxSeconds: 600,
    expireSeconds: 900,
    heartbeatSeconds: 15,
    retentionSeconds: 3650 * day,
  }),
  /** Reads the CSV of a bulk send into rows. A retry continues after the last stored rows. */
  bulkSendIngest: defineJob({
    name: 'bulk-send.ingest',
    fair: true,
    queue: 'bulk',
    payload: z.strictObject({ bulk_send_id: z.uuid(), request_id: requestId }),
    retryLimit: 2_000_000_000,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 300,
    expireSeconds: 3600,
    retentionSeconds: 3650 * day,
  }),
  /** Inspects the PDFs of the rows of a bulk send for a limited time, then enqueues the next slice. */
  bulkSendPdfs: defineJob({
    name: 'bulk-send.pdfs',
    fair: true,
    queue: 'bulk',
    // `stream` numbers the parallel jobs, `slice` counts the jobs of a stream.
    payload: z.strictObject({
      bulk_send_id: z.uuid(),
      stream: z.int(),
      slice: z.int(),
      request_id: requestId,
    }),
    retryLimit: 2_000_000_000,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 60,
    expireSeconds: 1800,
    retentionSeconds: 3650 * day,
  }),
  /** Sends rows of a bulk send for a limited time, then enqueues the next slice, so that other bulk sends get their share. */
  bulkSendDispatch: defineJob({
    name: 'bulk-send.dispatch',
    fair: true,
    queue: 'bulk',
    payload: z.strictObject({
      bulk_send_id: z.uuid(),
      /** `run` counts dispatches and retries, `stream` numbers the parallel jobs of a run, `slice` counts the jobs of a stream. */
      run: z.int(),
      stream: z.int(),
      slice: z.int(),
      request_id: requestId,
    }),
    retryLimit: 2_000_000_000,
    // No backoff: when several workers die one after another, the remaining ones must not wait longer each time.
    retryDelaySeconds: 1,
    retryBackoff: false,
    expireSeconds: 120,
    retentionSeconds: 3650 * day,
  }),
  /** Carries out an operation on the documents of a bulk send for a limited time, then enqueues the next slice. */
  bulkSendOperate: defineJob({
    name: 'bulk-send.operate',
    fair: true,
    queue: 'bulk',
    payload: z.strictObject({ operation_id: z.uuid(), slice: z.int(), request_id: requestId }),
    retryLimit: 2_000_000_000,
    // No backoff, as for bulkSendDispatch.
    retryDelaySeconds: 1,
    retryBackoff: false,
    expireSeconds: 600,
    retentionSeconds: 3650 * day,
  }),
  /** Completes bulk sends whose last document has ended. */
  bulkSendCompletionSweep: defineSweep('bulk-send.completion-sweep', 'bulk'),
  documentExpireSweep: defineSweep('document.expire-sweep', 'expiry'),
  documentExpireShare: defineShare('document.expire-share', 'expiry'),
  documentRemindSweep: defineSweep('document.remind-sweep', 'reminder'),
  documentRemindShare: defineShare('document.remind-share', 'reminder'),
  /** Deletes old events and deliveries. Deliveries themselves are not jobs: see signals. */
  webhookSweep: defineSweep('webhook.sweep', 'webhook'),
  /** Erases documents past the retention of their workspace. */
  retentionSweep: defineSweep('privacy.retention-sweep', 'housekeeping'),
  /** Renews archive timestamps of sealed files. */
  archiveSweep: defineSweep('housekeeping.archive-sweep', 'housekeeping'),
  /** Makes the anchor of the day. The first one of a large installation takes minutes. */
  anchorSweep: { ...defineSweep('housekeeping.anchor-sweep', 'housekeeping'), expireSeconds: 3600 },
  housekeepingSweep: defineSweep('housekeeping.sweep', 'housekeeping'),
  /** Removes unreferenced blobs whose names begin with a given byte. Enqueued once a night; then each job enqueues the next. */
  blobSweep: defineJob({
    name: 'housekeeping.blob-sweep',
    queue: 'housekeeping',
    payload: z.strictObject({ prefix: z.int().min(0).max(255), request_id: requestId }),
    retryLimit: 20,
    retryDelaySeconds: 10,
    retryDelayMaxSeconds: 600,
    expireSeconds: 3600,
    retentionSeconds: day,
  }),
} as const;

/** The catalogue as a list. */
export const allJobs: readonly JobDefinition[] = Object.values(jobs);

/**
 * Signals for work that is not a job but a row in another table. They are sent by the same NOTIFY as job names. `outboxEvent`: events
 * were written. `webhookDelivery`: a delivery that fan-out did not create is due.
 */
export const signals = { outboxEvent: 'outbox-event', webhookDelivery: 'webhook-delivery' } as const;
export type Signal = (typeof signals)[keyof typeof signals];
