/**
 * One connection that LISTENs for our own NOTIFY. The `notify` option of pg-boss is not used, because it adds a NOTIFY to every
 * transaction that enqueues, and PostgreSQL commits such transactions one after another.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@countersign/log/port';
import pg from 'pg';

export const channel = 'countersign_jobs';

const checkEveryMs = 10_000;
const checkTimeoutMs = 5000;

export interface ListenerOptions {
  /** Must not go through a pooler in transaction mode, where LISTEN has no effect. */
  url: string;
  log: Log;
  /** Called with the names of jobs and signals that were notified. */
  onNames(names: string[]): void;
  /** Called after each connection: earlier notifications may have been missed. */
  onConnected(): void;
}

/** Listens until stopped. A lost connection is restored within 100 ms to 5 s after the database is back. */
export class Listener {
  connected = false;
  readonly #options: ListenerOptions;
  readonly #stop = new AbortController();
  #client: pg.Client | null = null;
  #running: Promise<void> | null = null;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log, onConnected } = this.#options;
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      try {
        const ended = await this.#connect();
        if (failures > 0) log.info('listening for jobs again');
        failures = 0;
        this.connected = true;
        onConnected();
        await this.#watch(ended);
      } catch (error) {
        if (this.#stop.signal.aborted) break;
        if (failures === 0) log.warn('not listening for jobs; polling continues', { error: String(error) });
      } finally {
        this.connected = false;
        await this.#client?.end().catch(() => undefined);
        this.#client = null;
      }
      failures += 1;
      await this.#pause(Math.min(5000, 50 * 2 ** failures));
    }
  }

  /** Resolves once LISTEN is in effect, with a promise that resolves when the connection ends. */
  async #connect(): Promise<{ ended: Promise<void> }> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'countersign listen',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload }) => {
      if (payload) this.#options.onNames(payload.split(','));
    });
    this.#client = client;
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    return { ended };
  }

  /** Resolves when the connection ends. Throws when it no longer responds or no longer listens. */
  async #watch({ ended }: { ended: Promise<void> }): Promise<void> {
    let over = false;
    const end = ended.then(() => {
      over = true;
    });
    for (;;) {
      await Promise.race([end, this.#pause(checkEveryMs)]);
      if (over || this.#stop.signal.aborted) return;
      const answer = this.#client?.query('SELECT count(*)::int AS channels FROM pg_listening_channels()');
      const timeout = new AbortController();
      const late = delay(checkTimeoutMs, null, { signal: timeout.signal }).catch(() => null);
      const result = await Promise.race([answer, late, end]);
      timeout.abort();
      answer?.catch(() => undefined);
      if (over) return;
      if (!result?.rows[0]?.channels) throw new Error('the listening connection no longer responds');
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }
}

const probeMs = 5000;

/**
 * Whether a NOTIFY through `url` arrives on `directUrl`. False when `directUrl` goes through a pooler in transaction mode. Throws
 * when one of them cannot be connected to.
 */
export async function hearsNotifications(directUrl: string, url: string): Promise<boolean> {
  const [listening, notifying] = [directUrl, url].map(
    (connectionString) =>
      new pg.Client({
        connectionString,
        application_name: 'countersign probe',
        connectionTimeoutMillis: 5000,
      }),
  ) as [pg.Client, pg.Client];
  const probe = `countersign_probe_${process.pid}_${Date.now()}`;
  try {
    const heard = new Promise<boolean>((resolve) => {
      listening.once('notification', () => resolve(true));
      listening.on('error', () => resolve(false));
    });
    notifying.on('error', () => undefined);
    await Promise.all([listening.connect(), notifying.connect()]);
    await listening.query(`LISTEN ${probe}`);
    await notifying.query('SELECT pg_notify($1, $2)', [probe, '']);
    const late = new AbortController();
    const silence = delay(probeMs, false, { signal: late.signal }).catch(() => false);
    const answer = await Promise.race([heard, silence]);
    late.abort();
    return answer;
  } finally {
    await Promise.allSettled([listening.end(), notifying.end()]);
  }
}
