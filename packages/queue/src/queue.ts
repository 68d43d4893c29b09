/**
 * Enqueuing, and what a worker needs from the queue. A job is written by the caller's own transaction, so it exists if and
 * only if the change that asks for it does. pg-boss keeps the jobs in the schema `pgboss` of the same database; no other
 * package knows it.
 */
import type { Log } from '@countersign/db/log';
import { SqlTransaction } from '@countersign/db/sql';
import type { Tx } from '@countersign/db/transaction';
import { fromPrisma, type JobWithMetadata, PgBoss } from 'pg-boss';
import { type FairQueueRequest, type FetchedJob, fetchInTurns, noWorkspace } from './fetch-in-turns.ts';
import type { JobDefinition } from './jobs.ts';
import { channel, Listener } from './listener.ts';
import { type JobTrace, withTrace } from './trace.ts';
import { WakeUps } from './wake-ups.ts';

export interface QueueOptions {
  url: string;
  /** A connection that bypasses a pooler, for LISTEN; `url` by default. */
  directUrl?: string;
  /** Connections the queue may open beside those of the caller's database client; 2 by default, 4 as a worker. */
  poolSize?: number;
  log: Log;
  /** Jobs carry the trace of what enqueues them, and run in it. */
  trace?: JobTrace | undefined;
}

export interface EnqueueOptions {
  /** Not before this moment. Far-off work belongs in a table that a sweep reads: many waiting jobs slow the queue down. */
  runAfter?: Date;
  /** The same id twice is one job. */
  id?: string;
  /** With an `exclusive` job: one per key instead of one. */
  singletonKey?: string;
  /** Higher runs first, within the same job and workspace; the definition's by default. */
  priority?: number;
  /** Whose job it is. Jobs that are taken in turns need it; those without belong to no workspace together. */
  workspaceId?: string | undefined;
}

/** The part of pg-boss's database handle that we run our own statements on. */
export interface QueueSql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The caller's transaction. */
export type QueueTx = Tx | SqlTransaction;

export class Queue {
  readonly log: Log;
  readonly trace: JobTrace | undefined;
  /** For this package alone. */
  readonly boss: PgBoss;
  readonly #options: QueueOptions;
  readonly #role: 'sender' | 'worker';
  readonly #wakeUps = new Map<string, Set<() => void>>();
  readonly #pending = new Set<string>();
  #notifying: Promise<void> | null = null;
  #listener: Listener | null = null;
  #lastError = '';

  constructor(options: QueueOptions, role: 'sender' | 'worker') {
    this.#options = options;
    this.#role = role;
    this.log = options.log;
    this.trace = options.trace;
    this.boss = new PgBoss({
      connectionString: options.url,
      application_name: `countersign queue ${role}`,
      max: options.poolSize ?? (role === 'worker' ? 4 : 2),
      connectionTimeoutMillis: 5000,
      schedule: false,
      // A worker finishes index builds that a new version of pg-boss left for later; a sender only checks the version.
      migrate: role === 'worker',
      supervise: role === 'worker',
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      maintenanceIntervalSeconds: 60,
    });
    // Without a listener an `error` event would end the process. The same outage is told once.
    this.boss.on('error', (error) => this.#tell(error));
    this.boss.on('warning', ({ message, data }) => this.log.warn(message, { data }));
  }

  /** Connects and checks that the queues are there. Throws when the database is away or was not migrated. */
  async start(): Promise<void> {
    await this.boss.start();
    if (this.#role === 'sender') return;
    this.#startListening();
    // The first pass of its own would be in 5 s: too late where workers are killed again and again.
    this.boss.supervise().catch((error) => this.#tell(error));
  }

  #startListening(): void {
    if (this.#listener) return;
    this.#listener = new Listener({
      url: this.#options.directUrl ?? this.#options.url,
      log: this.log,
      onNames: (names) => {
        for (const name of names) for (const wake of this.#wakeUps.get(name) ?? []) wake();
      },
      onConnected: () => {
        for (const wakes of this.#wakeUps.values()) for (const wake of wakes) wake();
      },
    });
    this.#listener.start();
  }

  /** Closes all connections. Stop the worker first: see work.ts. */
  async stop(): Promise<void> {
    await this.#listener?.stop();
    await this.#notifying;
    await this.boss.stop({ graceful: false });
  }

  /** Whether new jobs are heard of at once; otherwise they are found by polling. */
  get listening(): boolean {
    return this.#listener?.connected ?? false;
  }

  get sql(): QueueSql {
    return this.boss.getDb();
  }

  /**
   * Claims up to `most` jobs that are due, most urgent and oldest first.
   *
   * pg-boss's statement reads them in order from its index job_i11 (name, priority, created_on) and stops after `most`, but
   * only while PostgreSQL knows how full the table is. After a burst into an empty queue it believes in a handful of rows
   * and sorts the whole backlog for every fetch (60,000 jobs: 28 ms instead of 0.3 ms) until autovacuum has been there. So
   * the statement goes out together with a setting that takes sorting away; both end with its own implicit transaction.
   */
  async fetch(jobName: string, most: number): Promise<JobWithMetadata<object>[]> {
    const executeSql = (text: string, values?: unknown[]) => {
      if (values && values.length > 0)
        throw new Error('a fetch with parameters cannot be sent with its setting');
      return this.#executeSorted(text);
    };
    return this.boss.fetch<object>(jobName, { batchSize: most, includeMetadata: true, db: { executeSql } });
  }

  /** Claims due jobs in turns by workspace; for jobs that are defined so. */
  fetchInTurns(jobName: string, request: FairQueueRequest): Promise<FetchedJob[]> {
    return fetchInTurns((statement) => this.#executeSorted(statement), jobName, request);
  }

  /** Runs a statement without parameters that has to read in the order of an index. */
  async #executeSorted(text: string): Promise<{ rows: object[] }> {
    const results = (await this.sql.executeSql(`SET LOCAL enable_sort = off; ${text}`)) as unknown as Array<{
      rows: object[];
    }>;
    return { rows: results.at(-1)?.rows ?? [] };
  }

  /**
   * Writes the job with the caller's transaction and returns its id, or null when it is there already (same id, or an
   * `exclusive` job that waits or runs). Call notify after the commit. Throws ZodError when the payload is not the job's.
   */
  async enqueue<Payload extends object>(
    tx: QueueTx,
    job: JobDefinition<Payload>,
    payload: Payload,
    options: EnqueueOptions = {},
  ): Promise<string | null> {
    return this.boss.send(job.name, withTrace(job.payload.parse(payload), this.trace), {
      db: handleOf(tx),
      priority: options.priority ?? job.priority,
      ...(options.id ? { id: options.id } : {}),
      ...(options.runAfter ? { startAfter: options.runAfter } : {}),
      ...(options.singletonKey ? { singletonKey: options.singletonKey } : {}),
      ...groupOf(job, options.workspaceId),
    });
  }

  /** Writes all jobs with one statement of the caller's transaction. Otherwise as enqueue. */
  async enqueueMany<Payload extends object>(
    tx: QueueTx,
    job: JobDefinition<Payload>,
    payloads: readonly Payload[],
    options: Pick<EnqueueOptions, 'priority' | 'workspaceId'> = {},
  ): Promise<void> {
    if (payloads.length === 0) return;
    const priority = options.priority ?? job.priority;
    const rows = payloads.map((payload) => ({
      data: withTrace(job.payload.parse(payload), this.trace),
      priority,
      ...groupOf(job, options.workspaceId),
    }));
    await this.boss.insert(job.name, rows, { db: handleOf(tx), returnId: false });
  }

  /**
   * Wakes the workers of these jobs, whatever process they are in. Call it after the commit. Returns at once: calls that
   * come while a NOTIFY is on its way travel together with the next, and one that fails is made up for by polling.
   */
  notify(jobNames: readonly string[]): void {
    for (const name of jobNames) this.#pending.add(name);
    this.#notifying ??= this.#sendNotifications();
  }

  /**
   * Hears a signal in any process, sender or worker; the first call opens the one listening connection. Close it after use.
   */
  listen(name: string): WakeUps {
    this.#startListening();
    return new WakeUps((wake) => this.onWake(name, wake));
  }

  /** How many hear a signal in this process. */
  hearers(name: string): number {
    return this.#wakeUps.get(name)?.size ?? 0;
  }

  /** Calls `wake` whenever there may be a new job of this name, until the returned function is called. */
  onWake(jobName: string, wake: () => void): () => void {
    const wakes = this.#wakeUps.get(jobName) ?? new Set();
    this.#wakeUps.set(jobName, wakes.add(wake));
    return () => void wakes.delete(wake);
  }

  #tell(error: Error): void {
    if (error.message !== this.#lastError)
      this.log.warn('the queue cannot look after its jobs', { error: error.message });
    this.#lastError = error.message;
  }

  async #sendNotifications(): Promise<void> {
    await Promise.resolve();
    while (this.#pending.size > 0) {
      const names = [...this.#pending].join(',');
      this.#pending.clear();
      try {
        await this.sql.executeSql('SELECT pg_notify($1, $2)', [channel, names]);
      } catch (error) {
        this.log.warn('workers could not be woken; polling will find the jobs', { error: String(error) });
      }
    }
    this.#notifying = null;
  }
}

function groupOf(job: Pick<JobDefinition, 'inTurns'>, workspaceId: string | undefined) {
  return job.inTurns ? { group: { id: workspaceId ?? noWorkspace } } : {};
}

function handleOf(tx: QueueTx) {
  return tx instanceof SqlTransaction ? tx : fromPrisma(tx);
}

/** A queue that enqueues: what the API needs. Start it before use. */
export function createQueue(options: QueueOptions): Queue {
  return new Queue(options, 'sender');
}

/** A queue that also listens, and looks after jobs whose worker died: what a worker process needs. Start it before use. */
export function createWorkerQueue(options: QueueOptions): Queue {
  return new Queue(options, 'worker');
}
