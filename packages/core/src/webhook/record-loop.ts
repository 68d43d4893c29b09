/** Records the results of attempts in batches, and ends leases on endpoints that have nothing left to do. */
import { signals } from '@countersign/queue/jobs';
import type { Base } from '../ctx.ts';
import type { Finished } from './attempt.ts';
import { repeat, Wake } from './loop.ts';
import { recordAttempts } from './record-attempts.ts';
import type { EndpointSchedule, Scheduler } from './scheduler.ts';

/** The most attempts of one statement. */
const maxBatch = 500;
/** While this many attempts wait to be recorded, nothing more is claimed. If the process ended now, all of them would be repeated. */
const maxUnrecorded = 4 * maxBatch;

export interface RecordOptions {
  worker: string;
  scheduler: Scheduler;
  /** Whether more attempts may still finish. */
  goesOn: () => boolean;
  onRecorded: () => void;
}

export class RecordLoop {
  readonly ended: Promise<void>;
  readonly #base: Base;
  readonly #options: RecordOptions;
  readonly #wake = new Wake();
  readonly #finished: Finished[] = [];
  /** Endpoints whose lease this worker holds and may not need any more. */
  readonly #releasable = new Set<EndpointSchedule>();

  constructor(base: Base, options: RecordOptions) {
    this.#base = base;
    this.#options = options;
    const goesOn = () => options.goesOn() || this.#finished.length > 0 || this.#releasable.size > 0;
    this.ended = repeat({ log: base.log, what: 'record deliveries', goesOn }, () => this.#record());
  }

  /** Number of attempts that wait to be recorded. */
  get unrecorded(): number {
    return this.#finished.length;
  }

  get isFull(): boolean {
    return this.#finished.length >= maxUnrecorded;
  }

  add(finished: Finished): void {
    this.#finished.push(finished);
    this.wake();
  }

  /** Ends the lease on the endpoint once its attempts are recorded, unless it is in the rotation again by then. */
  release(endpoint: EndpointSchedule): void {
    this.#releasable.add(endpoint);
    this.wake();
  }

  wake(): void {
    this.#wake.now();
  }

  async #record(): Promise<void> {
    const { worker, scheduler, onRecorded } = this.#options;
    const batch = this.#finished.slice(0, maxBatch);
    const ending = this.#endpointsThatEnd(batch);
    if (batch.length === 0 && ending.length === 0) return this.#wake.wait();
    for (const endpoint of ending) endpoint.inStatement = true;
    try {
      const released = ending.map(({ id }) => id);
      const { wanted } = await recordAttempts(this.#base.db, { worker, finished: batch, released });
      this.#finished.splice(0, batch.length);
      for (const { endpoint, delivery } of batch) endpoint.busy.delete(delivery.id);
      for (const endpoint of ending) endpoint.leaseEnded();
      if (wanted) this.#base.queue.notify([signals.webhookDelivery]);
    } catch (error) {
      for (const endpoint of ending) this.#releasable.add(endpoint);
      throw error;
    } finally {
      for (const endpoint of ending) endpoint.inStatement = false;
    }
    for (const endpoint of ending) scheduler.forgetIdle(endpoint);
    onRecorded();
  }

  /** Endpoints that have nothing left to do once the batch is recorded. */
  #endpointsThatEnd(batch: readonly Finished[]): EndpointSchedule[] {
    const recorded = new Map<EndpointSchedule, number>();
    for (const { endpoint } of batch) recorded.set(endpoint, (recorded.get(endpoint) ?? 0) + 1);
    const candidates = new Set([...recorded.keys(), ...this.#releasable]);
    this.#releasable.clear();
    return [...candidates].filter(
      (endpoint) =>
        endpoint.leasedSince !== null &&
        !endpoint.inStatement &&
        !this.#options.scheduler.isWaiting(endpoint) &&
        endpoint.busy.size === (recorded.get(endpoint) ?? 0),
    );
  }
}
