/** What every verb receives: where to write, for whom, by whom, and when. Built by the API per request and by the worker per job. */
import type { Mode } from '@countersign/contract/common';
import type { Actor } from '@countersign/contract/event';
import type { Role } from '@countersign/contract/roles';
import type { Db } from '@countersign/db/client';
import { inSqlTransaction, type SqlTransaction, type SqlTx } from '@countersign/db/sql';
import { inTransaction, type Tx } from '@countersign/db/transaction';
import type { JobDefinition, Signal } from '@countersign/queue/jobs';
import type { Queue, QueueTx } from '@countersign/queue/queue';
import type { Secrets } from './secrets.ts';
import type { Turns } from './turns.ts';

export type { SqlTx, Tx };

/** The slice of a winston logger that verbs use; no secret and no personal content goes in. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Limits and addresses that verbs need, from the configuration. */
export interface Settings {
  publicUrl: string;
  maxPdfBytes: number;
  maxPdfPages: number;
  /** What happens to PDFs whose look can change. */
  activeContent: 'warn' | 'refuse';
  /** What the streams of a PDF may decode to in all, and the processor time that reading it may take. */
  maxPdfDecodedBytes: number;
  maxPdfSeconds: number;
  maxCsvBytes: number;
  uploadUrlSeconds: number;
  draftSeconds: number;
  envelopeAllowance: number;
  reviewThreshold: number;
  rateSustainedRps: number;
  rateBurstRps: number;
  documentResendsPerHour: number;
  addressMailsPerHour: number;
  storageQuotaBytes: number;
  /** Who may make workspaces in the console. */
  workspaceCreation: 'operators' | 'anyone';
  rotationGraceSeconds: number;
  webhookRetentionSeconds: number;
}

/** What a process builds once and every Ctx of it shares. */
export interface Base {
  db: Db;
  queue: Queue;
  secrets: Secrets;
  settings: Settings;
  log: Log;
  /** Inspections of this process, in turns by workspace. */
  inspections: Turns;
  now(): Date;
}

export interface Ctx extends Base {
  workspaceId: string;
  teamId: string;
  mode: Mode;
  actor: Actor;
  /** What the actor may do and see in the workspace (access.ts). Keys, recipients and the system act as managers. */
  role: Role;
  ip: string | null;
  userAgent: string | null;
  /** In every log line of the request and of the jobs that it enqueues. */
  requestId: string;
  /** Set when the request carries an Idempotency-Key: records in the same transaction that its work is done. */
  idempotency?: { markCommitted(tx: Tx): Promise<void> };
}

/** What is done outside any workspace: signing in, making a workspace, asking for a key. */
export interface PersonCtx extends Base {
  ip: string | null;
  userAgent: string | null;
  requestId: string;
}

/** What work inside a transaction has besides. Jobs enqueued here exist if and only if the transaction commits. */
export interface InTransaction {
  tx: Tx;
  enqueue<Payload extends object>(
    job: JobDefinition<Payload>,
    payload: Omit<Payload, 'request_id'>,
    options?: { runAfter?: Date; id?: string; singletonKey?: string; priority?: number },
  ): Promise<void>;
  /** As enqueue, for several at once in one statement. */
  enqueueMany<Payload extends object>(
    job: JobDefinition<Payload>,
    payloads: ReadonlyArray<Omit<Payload, 'request_id'>>,
    options?: { priority?: number },
  ): Promise<void>;
  /** Sends the signal once the transaction has committed (jobs.ts, signals). */
  wake(signal: Signal): void;
}

/** A Ctx inside a transaction. */
export interface TxCtx extends Ctx, InTransaction {}

/** The same for verbs that only run SQL: within a TxCtx's transaction, or in one without Prisma. */
export interface SqlCtx extends Ctx, InSqlTransaction {}

export interface InSqlTransaction extends Omit<InTransaction, 'tx'> {
  tx: SqlTx;
}

/**
 * Runs `work` in one transaction and wakes the workers of the jobs it enqueued once it has committed.
 * Retried as a whole on deadlock, so `work` must have no effect outside the database.
 */
export async function withTransaction<T, C extends Base & Pick<Ctx, 'requestId' | 'idempotency'>>(
  ctx: C,
  work: (ctx: C & InTransaction) => Promise<T>,
  options: { timeoutMs?: number } = {},
): Promise<T> {
  return inTransaction(
    ctx.db,
    async ({ tx, afterCommit }) => {
      const jobs = jobsOf(ctx, tx);
      const result = await work({ ...ctx, tx, ...jobs.verbs });
      await ctx.idempotency?.markCommitted(tx);
      if (jobs.enqueued.size > 0) afterCommit(() => ctx.queue.notify([...jobs.enqueued]));
      return result;
    },
    options,
  );
}

/** As withTransaction, without Prisma: for jobs that write many rows with verbs that only run SQL. */
export async function withSqlTransaction<T, C extends Base & Pick<Ctx, 'requestId'>>(
  ctx: C,
  work: (ctx: C & InSqlTransaction & { tx: SqlTransaction }) => Promise<T>,
): Promise<T> {
  return inSqlTransaction(ctx.db, async ({ tx, afterCommit }) => {
    const jobs = jobsOf(ctx, tx);
    const result = await work({ ...ctx, tx, ...jobs.verbs });
    if (jobs.enqueued.size > 0) afterCommit(() => ctx.queue.notify([...jobs.enqueued]));
    return result;
  });
}

/** How a transaction enqueues, and what to wake when it has committed. */
function jobsOf(ctx: Base & Pick<Ctx, 'requestId'> & Partial<Pick<Ctx, 'workspaceId'>>, tx: QueueTx) {
  const { workspaceId } = ctx;
  const enqueued = new Set<string>();
  const verbs: Omit<InTransaction, 'tx'> = {
    enqueue: async (job, payload, options) => {
      const whole = { ...payload, request_id: ctx.requestId } as never;
      await ctx.queue.enqueue(tx, job, whole, { ...options, workspaceId });
      enqueued.add(job.name);
    },
    enqueueMany: async (job, payloads, options) => {
      const whole = payloads.map((payload) => ({ ...payload, request_id: ctx.requestId }) as never);
      await ctx.queue.enqueueMany(tx, job, whole, { ...options, workspaceId });
      enqueued.add(job.name);
    },
    wake: (signal) => void enqueued.add(signal),
  };
  return { enqueued, verbs };
}

/** A Ctx for work that nobody asked for: sweeps and jobs act as the system. */
export function systemCtx(
  base: Base,
  scope: { workspaceId: string; teamId: string; mode: Mode; requestId: string; name: string },
): Ctx {
  return {
    ...base,
    workspaceId: scope.workspaceId,
    teamId: scope.teamId,
    mode: scope.mode,
    requestId: scope.requestId,
    actor: { type: 'system', id: scope.name },
    role: 'manager',
    ip: null,
    userAgent: null,
  };
}
