/**
 * The context that every verb receives: database, workspace, mode, actor, time, log. The API builds one per request, the worker one per
 * job.
 */
import type { Mode } from '@countersign/contract/common';
import type { SignInMethod } from '@countersign/contract/console';
import type { Actor } from '@countersign/contract/event';
import type { Role } from '@countersign/contract/roles';
import type { Db } from '@countersign/db/client';
import { inSqlTransaction, type SqlTransaction, type SqlTx } from '@countersign/db/sql';
import { inTransaction, type TransactionOptions, type Tx } from '@countersign/db/transaction';
import type { Log } from '@countersign/log/port';
import type { JobDefinition, Signal } from '@countersign/queue/jobs';
import type { Queue, QueueTx } from '@countersign/queue/queue';
import type { FairQueue } from './fair-queue.ts';
import type { Secrets } from './secrets.ts';

export type { SqlTx, Tx };

/** Null means no limit. */
export interface MailLimits {
  perSecond: number | null;
  perDay: number | null;
}

/** The part of the configuration that verbs need. */
export interface Settings {
  publicUrl: string;
  maxPdfBytes: number;
  maxPdfPages: number;
  /** Whether PDFs with active content get a warning or are refused. */
  activeContent: 'warn' | 'refuse';
  /** Limits on one PDF: the decoded size of all its streams, and the CPU time to read it. */
  maxPdfDecodedBytes: number;
  maxPdfSeconds: number;
  maxCsvBytes: number;
  maxZipBytes: number;
  uploadUrlSeconds: number;
  draftSeconds: number;
  envelopeAllowance: number;
  reviewThreshold: number;
  rateSustainedRps: number;
  rateBurstRps: number;
  documentResendsPerHour: number;
  addressMailsPerHour: number;
  /** How fast emails may be sent: by the whole installation, and by each workspace. */
  mailPace: { server: MailLimits; workspace: MailLimits };
  directLinkVisitsPerHour: number;
  directLinkVisitsPerAddress: number;
  storageQuotaBytes: number;
  /** Who may create workspaces in the console. */
  workspaceCreation: 'operators' | 'anyone';
  rotationGraceSeconds: number;
  webhookRetentionSeconds: number;
  requestLogDays: number;
  /** The name of the trust service provider where recipients sign with keys of their own; null if none is set. */
  signatureProvider: string | null;
  /** 0 keeps the admin log forever. */
  adminLogDays: number;
}

/** The part of a context that a process builds once, for all its contexts. */
export interface Base {
  db: Db;
  queue: Queue;
  secrets: Secrets;
  settings: Settings;
  log: Log;
  /** The fair queue for PDF inspection, by workspace. */
  inspections: FairQueue;
  now(): Date;
}

export interface Ctx extends Base {
  workspaceId: string;
  teamId: string;
  mode: Mode;
  actor: Actor;
  /** The role of the actor in the workspace (access.ts). API keys, recipients and the system act as managers. */
  role: Role;
  /** How the session of a person began; absent for all other actors. */
  signedInBy?: SignInMethod;
  /** The session of a person; absent for all other actors. */
  sessionId?: string;
  /** Set for the page of a preparation session: it sends its draft, but neither sends again nor reads what recipients do afterwards. */
  isPreparing?: true;
  ip: string | null;
  userAgent: string | null;
  /** Appears in every log line of the request and of the jobs that it enqueues. */
  requestId: string;
  /** Set if the request has an Idempotency-Key: records in the verb's transaction that the work is done. */
  idempotency?: { markCommitted(tx: SqlTx): Promise<void> };
}

/** The context outside a workspace: signing in, creating a workspace, requesting a key. */
export interface PersonCtx extends Base {
  ip: string | null;
  userAgent: string | null;
  requestId: string;
  /** As in Ctx. */
  idempotency?: Ctx['idempotency'];
}

/** A context whose long scans stop when the caller disconnects. */
export type ScanCtx = Ctx & { signal?: AbortSignal | undefined };

/** What a context has inside a transaction. Jobs enqueued here exist if and only if the transaction commits. */
export interface InTransaction {
  enqueue<Payload extends object>(
    job: JobDefinition<Payload>,
    payload: Omit<Payload, 'request_id'>,
    options?: { runAfter?: Date; id?: string; singletonKey?: string; priority?: number },
  ): Promise<void>;
  /** Enqueues several jobs in one statement. */
  enqueueMany<Payload extends object>(
    job: JobDefinition<Payload>,
    payloads: ReadonlyArray<Omit<Payload, 'request_id'>>,
    options?: { priority?: number },
  ): Promise<void>;
  /** Sends the signal after the commit (jobs.ts, signals). */
  wake(signal: Signal): void;
  /** The heads of the audit chains of the documents that this transaction has locked or inserted, by document id. */
  chainHeads: Map<string, { seq: number; hash: string }>;
}

/** A Ctx inside a transaction: `db` is the transaction. */
export interface TxCtx extends Ctx, InTransaction {}

/** For verbs that only run SQL: a TxCtx, or a transaction without Prisma (withSqlTransaction). */
export interface SqlCtx extends Omit<Ctx, 'db'>, InTransaction {
  db: SqlTx;
}

/**
 * Runs `work` in one transaction. After the commit, wakes the workers of the jobs that `work` has enqueued. Inside another transaction,
 * `work` joins it, so verbs compose: everything commits together or nothing does. After a deadlock the outermost call runs its `work`
 * again, so `work` must have no effect outside the database that it cannot repeat, or `maxAttempts` must be 1.
 */
export async function withTransaction<T, C extends Base & Pick<Ctx, 'requestId' | 'idempotency'>>(
  ctx: C,
  work: (tx: C & InTransaction) => Promise<T>,
  options: Pick<TransactionOptions, 'timeoutMs' | 'maxAttempts'> = {},
): Promise<T> {
  if (isInTransaction(ctx)) return work(ctx);
  return inTransaction(
    ctx.db,
    async ({ tx, afterCommit }) => {
      const jobs = jobsOf(ctx, tx);
      // The client of a transaction has the same tables. It lacks $transaction, which only the outermost call needs.
      const result = await work({ ...ctx, ...jobs.functions, db: tx as Db });
      await ctx.idempotency?.markCommitted(tx);
      if (jobs.enqueued.size > 0) afterCommit(() => ctx.queue.notify([...jobs.enqueued]));
      return result;
    },
    options,
  );
}

function isInTransaction<C extends object>(ctx: C): ctx is C & InTransaction {
  return 'enqueue' in ctx;
}

/**
 * withTransaction without Prisma, for verbs that only run SQL and run for every document, and for jobs that write many rows. Inside
 * another transaction, of either kind, `work` joins it.
 */
export async function withSqlTransaction<T>(ctx: Ctx, work: (tx: SqlCtx) => Promise<T>): Promise<T> {
  return isInTransaction(ctx) ? work(ctx) : withCopyTransaction(ctx, work);
}

/** withSqlTransaction for work that also writes rows with COPY. Does not join another transaction. */
export async function withCopyTransaction<T>(
  ctx: Ctx,
  work: (tx: SqlCtx & { db: SqlTransaction }) => Promise<T>,
): Promise<T> {
  return inSqlTransaction(ctx.db, async ({ tx, afterCommit }) => {
    const jobs = jobsOf(ctx, tx);
    const result = await work({ ...ctx, ...jobs.functions, db: tx });
    await ctx.idempotency?.markCommitted(tx);
    if (jobs.enqueued.size > 0) afterCommit(() => ctx.queue.notify([...jobs.enqueued]));
    return result;
  });
}

/** The functions that enqueue jobs in this transaction, and the queues to wake after its commit. */
function jobsOf(ctx: Base & Pick<Ctx, 'requestId'> & Partial<Pick<Ctx, 'workspaceId'>>, tx: QueueTx) {
  const { workspaceId } = ctx;
  const enqueued = new Set<string>();
  const functions: InTransaction = {
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
    chainHeads: new Map(),
  };
  return { enqueued, functions };
}

/** A Ctx for sweeps and jobs, which act as the system. */
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
