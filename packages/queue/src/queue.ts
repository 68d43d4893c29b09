/**
 * Enqueues jobs, and fetches them for workers. A job is written in the caller's transaction, so it exists if and only if the change
 * that needs it is committed. pg-boss stores the jobs in the schema `pgboss` of the same database; only this package uses it.
 */
import { preparingClient } from '@countersign/db/prepared';
import { serviceConnections } from '@countersign/db/primary';
import { SqlTransaction } from '@countersign/db/sql';
import type { Tx } from '@countersign/db/transaction';
import type { Log } from '@countersign/log/port';
import { fromPrisma, type JobWithMetadata, PgBoss } from 'pg-boss';
import { type FairFetch, type FairRequest, fetchFairly, noWorkspace, type QueueSql } from './fetch-fairly.ts';
import type { JobDefinition } from './jobs.ts';
import { channel, Listener } from './listener.ts';
import { type JobTrace, withTrace } from './trace.ts';
import { WakeUps } from './wake-ups.ts';

export interface QueueOptions {
  url: string;
  /** Address that bypasses a connection pooler, for LISTEN; `url` by default. */
  directUrl?: string;
  /** Size of the queue's own connection pool; 2 by default, 4 for a worker. */
  poolSize?: number;
  /** Whether repeated statements are prepared by name; true by default. */
  prepare?: boolean;
  log: Log;
  /** Stores the trace of the enqueuing request with each job, and continues it when the job runs. */
  trace?: JobTrace | undefined;
}

export interface EnqueueOptions {
  /** The earliest time to run. Work for a distant time belongs in a table that a sweep reads, because many waiting jobs slow the queue down. */
  runAfter?: Date;
  /** Enqueuing the same id twice makes one job. */
  id?: string;
  /** For `exclusive` jobs: one job for each key instead of one for each name. */
  singletonKey?: string;
  /** Jobs with a higher priority run first, among those of the same name and workspace. The definition's priority by default. */
  priority?: number;
  /** The workspace of the job, needed for fair jobs. Jobs without one share a place in the rotation. */
  workspaceId?: string | undefined;
}

/** The caller's transaction. */
export type QueueTx = Tx | SqlTransaction;

/**
 * Sends NOTIFY in a commit that does not wait for the disk: if it is lost in a crash of PostgreSQL, polling finds the jobs. NOTIFY holds a
 * lock until its commit, which is short this way.
 */
const notifySql = `
  WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)) SELECT pg_notify($1, $2) FROM quick`;

export class Queue {
  readonly log: Log;
  readonly trace: JobTrace | undefined;
  /** Only for use in this package. */
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
    const { prepare = true } = options;
    this.boss = new PgBoss({
      // pg-boss passes these options on to pg's pool.
      ...(prepare ? { Client: preparingClient(options.log) } : {}),
      ...serviceConnections,
      connectionString: options.url,
      application_name: `countersign queue ${role}`,
      max: options.poolSize ?? (role === 'worker' ? 4 : 2),
      connectionTimeoutMillis: 5000,
      schedule: false,
      // A worker completes index builds that an upgrade of pg-boss deferred; a sender only checks the version.
      migrate: role === 'worker',
      supervise: role === 'worker',
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      maintenanceIntervalSeconds: 60,
    });
    // Without a listener an `error` event would end the process. An outage is logged once.
    this.boss.on('error', (error) => this.#warnOnce(error));
    this.boss.on('warning', ({ message, data }) => this.log.warn(message, { data }));
  }

  /** Connects and checks that the queues exist. Throws when the database is unavailable or not migrated. */
  async start(): Promise<void> {
    await this.boss.start();
    if (this.#role === 'sender') return;
    this.#startListening();
    // pg-boss would supervise for the first time after 5 s, which is too late when workers are killed repeatedly.
    this.boss.supervise().catch((error) => this.#warnOnce(error));
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

  /** Whether this process is notified of new jobs. Otherwise it finds them by polling. */
  get listening(): boolean {
    return this.#listener?.connected ?? false;
  }

  get sql(): QueueSql {
    return this.boss.getDb();
  }

  /**
   * Claims up to `most` due jobs, those with the highest priority and then the oldest first.
   *
   * The statement of pg-boss should read the jobs in order from the index job_i11 (name, priority, created_on) and stop after `most`.
   * PostgreSQL chooses this plan only with current statistics. After a burst into an empty queue it expects few rows and sorts the whole
   * backlog for every fetch (60,000 jobs: 28 ms instead of 0.3 ms) until autovacuum has run. So the statement is sent together with
   * a setting that disables sorting, and one against compiling it for seconds (JIT); all share one implicit transaction.
   */
  async fetch(jobName: string, most: number): Promise<JobWithMetadata<object>[]> {
    const executeSql = (text: string, values?: unknown[]) => {
      if (values && values.length > 0)
        throw new Error('a fetch with parameters cannot be sent with its setting');
      return this.#executeSorted(text);
    };
    return this.boss.fetch<object>(jobName, { batchSize: most, includeMetadata: true, db: { executeSql } });
  }

  /** Claims due jobs of a fair job: see fetchFairly. */
  fetchFairly(jobName: string, request: FairRequest): Promise<FairFetch> {
    return fetchFairly(this.sql, jobName, request);
  }

  /** Runs a statement without parameters that must read in the order of an index. */
  async #executeSorted(text: string): Promise<{ rows: object[] }> {
    const results = (await this.sql.executeSql(
      `SET LOCAL enable_sort = off; SET LOCAL jit = off; ${text}`,
    )) as unknown as Array<{
      rows: object[];
    }>;
    return { rows: results.at(-1)?.rows ?? [] };
  }

  /**
   * Writes the job in the caller's transaction and returns its id, or null when it exists already (same id, or an `exclusive` job
   * that waits or runs). Call notify after the commit. Throws ZodError when the payload does not match the job.
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

  /** Like enqueue, for several jobs in one statement. */
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
   * Wakes the workers of these jobs in all processes. Call it after the commit. Returns at once: names that arrive while a NOTIFY is
   * being sent are sent together with the next one. If it fails, workers find the jobs by polling.
   */
  notify(jobNames: readonly string[]): void {
    for (const name of jobNames) this.#pending.add(name);
    this.#notifying ??= this.#sendNotifications();
  }

  /** Listens for a signal. The first call opens the listening connection of the process. Close the result after use. */
  listen(name: string): WakeUps {
    this.#startListening();
    return new WakeUps((wake) => this.onWake(name, wake));
  }

  /** Number of listeners for a signal in this process. */
  listeners(name: string): number {
    return this.#wakeUps.get(name)?.size ?? 0;
  }

  /** Calls `wake` when there may be a new job of this name, until the returned function is called. */
  onWake(jobName: string, wake: () => void): () => void {
    const wakes = this.#wakeUps.get(jobName) ?? new Set();
    this.#wakeUps.set(jobName, wakes.add(wake));
    return () => void wakes.delete(wake);
  }

  #warnOnce(error: Error): void {
    if (error.message !== this.#lastError)
      this.log.warn('the queue cannot supervise its jobs', { error: error.message });
    this.#lastError = error.message;
  }

  async #sendNotifications(): Promise<void> {
    await Promise.resolve();
    while (this.#pending.size > 0) {
      const names = [...this.#pending].join(',');
      this.#pending.clear();
      try {
        await this.sql.executeSql(notifySql, [channel, names]);
      } catch (error) {
        this.log.warn('workers could not be woken; polling will find the jobs', { error: String(error) });
      }
    }
    this.#notifying = null;
  }
}

function groupOf(job: Pick<JobDefinition, 'fair'>, workspaceId: string | undefined) {
  return job.fair ? { group: { id: workspaceId ?? noWorkspace } } : {};
}

function handleOf(tx: QueueTx) {
  return tx instanceof SqlTransaction ? tx : fromPrisma(tx);
}

/** A queue that only enqueues, for the API. Start it before use. */
export function createQueue(options: QueueOptions): Queue {
  return new Queue(options, 'sender');
}

/** For worker processes: a queue that also listens for notifications and makes the jobs of dead workers run again. Start it before use. */
export function createWorkerQueue(options: QueueOptions): Queue {
  return new Queue(options, 'worker');
}
