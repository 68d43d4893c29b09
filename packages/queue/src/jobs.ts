/**
 * Every background job: the table of contents of what happens after a request has been answered (docs/spec/decisions.md, sections 3
 * and 8). A payload carries ids only, and the id of the request that caused it; what to do is read from the database when
 * the job runs, so that a late job sees what is true then.
 */
import * as z from 'zod';

/** What an operator scales: the value of QUEUES. A queue runs the jobs that name it. */
export const queueNames = ['mail', 'seal', 'bulk', 'expiry', 'reminder', 'webhook', 'housekeeping'] as const;
export type QueueName = (typeof queueNames)[number];

export interface JobDefinition<Payload extends object = object> {
  /** The name in the database. Jobs that give up land in `<name>.dead`. */
  name: string;
  queue: string;
  payload: z.ZodType<Payload>;
  /** How often it is tried again after an error, before it gives up. */
  retryLimit: number;
  /** The pause before the first retry, in seconds. */
  retryDelaySeconds: number;
  /** Doubles the pause with every retry, with chance mixed in, up to `retryDelayMaxSeconds`. */
  retryBackoff: boolean;
  retryDelayMaxSeconds?: number;
  /** A run that takes longer is reported as hung and tried again; at most a day. */
  expireSeconds: number;
  /** A job whose worker has been silent for so long runs again elsewhere; at least 10, and longer than any block of the event loop. */
  heartbeatSeconds: number;
  /** A job that has waited for so long is dropped. */
  retentionSeconds: number;
  /** `exclusive`: a second one is not accepted while one waits or runs. */
  policy: 'standard' | 'exclusive';
  /** Higher runs first, within the same job, and the same workspace where jobs are taken in turns. */
  priority: number;
  /** Workspaces take turns (fetch-in-turns.ts), so that one with many jobs waiting does not hold up the others. */
  inTurns: boolean;
}

type Given<Payload extends object> = Pick<
  JobDefinition<Payload>,
  'name' | 'queue' | 'payload' | 'retryLimit' | 'retryDelaySeconds' | 'expireSeconds'
> &
  Partial<JobDefinition<Payload>>;

const day = 86_400;

/** Fills in what most jobs share: backoff, a heartbeat of 10 s, two weeks of patience. */
export function defineJob<Payload extends object>(given: Given<Payload>): JobDefinition<Payload> {
  return {
    retryBackoff: true,
    heartbeatSeconds: 10,
    retentionSeconds: 14 * day,
    policy: 'standard',
    priority: 0,
    inTurns: false,
    ...given,
  };
}

/** Where jobs go that gave up. */
export function deadLetterName(job: Pick<JobDefinition, 'name'>): string {
  return `${job.name}.dead`;
}

const requestId = z.string().min(1).max(200);

/** Repeats anyway, so it is tried twice and forgotten. One at a time of each name, or of each key. */
const ofSweeps = {
  retryLimit: 2,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 10,
  expireSeconds: 600,
  retentionSeconds: day,
  policy: 'exclusive',
} as const;

/** Looks for what is due in the tables. */
function defineSweep(name: string, queue: QueueName): JobDefinition<{ request_id: string }> {
  return defineJob({ ...ofSweeps, name, queue, payload: z.strictObject({ request_id: requestId }) });
}

/** A share of what a sweep found, for when there is much: `of` shares, and one job for each at a time. */
function defineShare(
  name: string,
  queue: QueueName,
): JobDefinition<{ share: number; of: number; request_id: string }> {
  const payload = z.strictObject({ share: z.int().min(0), of: z.int().min(1), request_id: requestId });
  return defineJob({ ...ofSweeps, name, queue, payload });
}

export const jobs = {
  /** Sends one mail. A temporary refusal is retried for a day after the first attempt, and then counts as a bounce. */
  mailSend: defineJob({
    name: 'mail.send',
    inTurns: true,
    queue: 'mail',
    payload: z.strictObject({ mail_id: z.uuid(), request_id: requestId }),
    // Pauses of 5 s, 10 s, 20 s, … After an hour and a half each pause is one hour, and 24 more follow: a day in all.
    retryLimit: 34,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3600,
    expireSeconds: 120,
    // A mail server that limits the rate may hold up a large bulk send for weeks.
    retentionSeconds: 3650 * day,
  }),
  /** Seals a completed document. There is no other way for it to end, so it is tried until it succeeds. */
  documentSeal: defineJob({
    name: 'document.seal',
    inTurns: true,
    queue: 'seal',
    payload: z.strictObject({ document_id: z.uuid(), request_id: requestId }),
    retryLimit: 2_000_000_000,
    retryDelaySeconds: 2,
    retryDelayMaxSeconds: 600,
    expireSeconds: 900,
    heartbeatSeconds: 15,
    retentionSeconds: 3650 * day,
  }),
  /** Reads the CSV of a bulk send into rows. Runs again from the last rows that it stored. */
  bulkSendIngest: defineJob({
    name: 'bulk-send.ingest',
    inTurns: true,
    queue: 'bulk',
    payload: z.strictObject({ bulk_send_id: z.uuid(), request_id: requestId }),
    retryLimit: 2_000_000_000,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 300,
    expireSeconds: 3600,
    retentionSeconds: 3650 * day,
  }),
  /** Sends rows of a bulk send for a slice of time, then makes the job of the next slice, so that other bulk sends get theirs. */
  bulkSendDispatch: defineJob({
    name: 'bulk-send.dispatch',
    inTurns: true,
    queue: 'bulk',
    payload: z.strictObject({
      bulk_send_id: z.uuid(),
      /** Which dispatch or retry, which of the jobs side by side, which slice of it. */
      run: z.int(),
      stream: z.int(),
      slice: z.int(),
      request_id: requestId,
    }),
    retryLimit: 2_000_000_000,
    // Workers that die one after the other must not make the others wait longer and longer.
    retryDelaySeconds: 1,
    retryBackoff: false,
    expireSeconds: 120,
    retentionSeconds: 3650 * day,
  }),
  documentExpireSweep: defineSweep('document.expire-sweep', 'expiry'),
  documentExpireShare: defineShare('document.expire-share', 'expiry'),
  documentRemindSweep: defineSweep('document.remind-sweep', 'reminder'),
  documentRemindShare: defineShare('document.remind-share', 'reminder'),
  /** Removes events and deliveries that have served their time. The deliveries themselves are no jobs: see signals. */
  webhookSweep: defineSweep('webhook.sweep', 'webhook'),
  /** Erases personal data that their workspace does not want to keep any longer. */
  retentionSweep: defineSweep('privacy.retention-sweep', 'housekeeping'),
  housekeepingSweep: defineSweep('housekeeping.sweep', 'housekeeping'),
  /** Removes blobs that nothing names, from a first byte of their names on. Made once a night, then by itself until all are seen. */
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
 * What wakes those who read work from tables of their own; the names travel with those of jobs. `outboxEvent`: events were
 * written. `webhookDelivery`: a delivery is due that was not made from an event.
 */
export const signals = { outboxEvent: 'outbox-event', webhookDelivery: 'webhook-delivery' } as const;
export type Signal = (typeof signals)[keyof typeof signals];
