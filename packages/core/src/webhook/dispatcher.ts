/**
 * Delivers webhooks in a worker of the queue `webhook`, with three loops over PostgreSQL. One finds endpoints with due deliveries, one
 * claims deliveries for free slots and starts their attempts, one records results. Each works in batches that grow with the load.
 *
 * One worker at a time has the lease on an endpoint (claim.ts), and the scheduler limits its concurrent attempts. A worker ends a lease
 * when the endpoint has nothing left to do, or after `minLeaseMs` when another worker wants it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@countersign/contract/ids';
import type { Sender } from '@countersign/webhooks/send';
import type { Base } from '../ctx.ts';
import { ArrivalLoop } from './arrival-loop.ts';
import { attemptDelivery, type DeliveryReport, reportAttempt } from './attempt.ts';
import { dueEndpoints, type Moment } from './claim.ts';
import { ClaimLoop, type Ready } from './claim-loop.ts';
import { DatabaseClock } from './database-clock.ts';
import { fanOut, hasEventsToFanOut } from './fan-out.ts';
import { RecordLoop } from './record-loop.ts';
import { Scheduler } from './scheduler.ts';

export interface DispatcherOptions {
  /** The most concurrent attempts, of all endpoints together. */
  slots: number;
  /** How often to look for work without a signal; 1000 by default. */
  pollMs?: number;
  /** The shortest time to keep a lease that another worker wants; 5000 by default. */
  minLeaseMs?: number;
  onAttempt?: (report: DeliveryReport) => void;
  /** The current time, for tests that change it; PostgreSQL's clock by default. */
  now?: () => Date;
}

const defaultPollMs = 1000;
const defaultMinLeaseMs = 5000;
/** Time limit for recording attempts and ending leases when the process stops. */
const lastRecordMs = 5000;

export class Dispatcher {
  readonly #base: Base;
  readonly #sender: Sender;
  readonly #options: DispatcherOptions;
  readonly #clock: DatabaseClock;
  readonly #scheduler: Scheduler;
  readonly #arrivals: ArrivalLoop;
  readonly #claims: ClaimLoop;
  readonly #records: RecordLoop;
  /** Set when nothing new is claimed. */
  #isStopping = false;
  /** Set at the end of the grace period, when running attempts are abandoned. */
  #isStopped = false;
  #whenQuiet: Array<() => void> = [];

  constructor(base: Base, sender: Sender, options: DispatcherOptions) {
    this.#base = base;
    this.#sender = sender;
    this.#options = options;
    this.#clock = new DatabaseClock(base.db);
    this.#scheduler = new Scheduler(options.slots);
    const worker = newId();
    const scheduler = this.#scheduler;
    const goesOn = () => !this.#isStopping;
    const moment = () => this.#moment();
    this.#records = new RecordLoop(base, {
      worker,
      scheduler,
      goesOn: () => !this.#isStopped,
      onRecorded: () => {
        if (scheduler.waiting > 0) this.#claims.wake();
        this.#checkQuiet();
      },
    });
    this.#claims = new ClaimLoop(base, {
      worker,
      scheduler,
      minLeaseMs: options.minLeaseMs ?? defaultMinLeaseMs,
      goesOn,
      moment,
      beforeClaim: async () => {
        if (!this.#clock.known) await this.#clock.refresh();
      },
      hasRoom: () => !this.#records.isFull,
      begin: (ready) => void this.#attempt(ready),
      release: (endpoint) => this.#records.release(endpoint),
      onClaimed: () => this.#checkQuiet(),
    });
    this.#arrivals = new ArrivalLoop(base, {
      pollMs: options.pollMs ?? defaultPollMs,
      goesOn,
      moment,
      beforeLook: () => this.#clock.refresh(),
      expect: (endpointId, workspaceId) => this.#expect(endpointId, workspaceId),
      onFannedOut: () => this.#checkQuiet(),
    });
  }

  /** Number of running attempts. */
  get active(): number {
    return this.#scheduler.active;
  }

  /** Looks for work immediately, as after a signal. */
  wake(): void {
    this.#arrivals.wake();
  }

  /** Resolves when no event is left to fan out, nothing is due, and every attempt is recorded. */
  async settled(): Promise<void> {
    for (;;) {
      await this.#quiet();
      const { events } = await fanOut(this.#base.db, this.#moment());
      const due = await dueEndpoints(this.#base.db, this.#moment());
      for (const { id, workspaceId } of due) this.#expect(id, workspaceId);
      // Events that another worker is fanning out are locked, so fanOut skipped them.
      const isUnsettled = events > 0 || due.length > 0 || (await hasEventsToFanOut(this.#base));
      if (!isUnsettled && this.#isQuiet()) return;
    }
  }

  /**
   * Stops claiming, waits up to `graceSeconds` for running attempts, and records them. Another worker repeats the attempts that did not
   * end in time.
   */
  async stop({ graceSeconds = 15 }: { graceSeconds?: number } = {}): Promise<void> {
    this.#isStopping = true;
    for (const endpoint of this.#scheduler.stop()) this.#records.release(endpoint);
    this.wake();
    this.#claims.wake();
    const timeout = new AbortController();
    const grace = delay(graceSeconds * 1000, undefined, { signal: timeout.signal }).catch(() => undefined);
    await Promise.race([this.#quiet(), grace]);
    this.#isStopped = true;
    this.#records.wake();
    const ended = Promise.all([this.#arrivals.ended, this.#claims.ended, this.#records.ended]);
    await Promise.race([ended, grace.then(() => delay(lastRecordMs, undefined, { ref: false }))]);
    timeout.abort();
    this.#arrivals.close();
  }

  async #attempt({ endpoint, target, delivery, isAfterTimeout }: Ready): Promise<void> {
    const at = this.#now();
    const result = await attemptDelivery(this.#base, this.#sender, { target, delivery, now: at });
    this.#scheduler.count(endpoint, isAfterTimeout, -1);
    endpoint.updateHealth(result);
    const finished = { endpoint, delivery, at, endedAt: this.#now(), result };
    this.#records.add(finished);
    this.#options.onAttempt?.(reportAttempt(this.#base, finished));
    this.#claims.wake();
  }

  #expect(endpointId: string, workspaceId: string): void {
    if (this.#isStopping) return;
    this.#scheduler.expect(endpointId, workspaceId);
    this.#claims.wake();
  }

  #now(): Date {
    return this.#options.now?.() ?? this.#clock.now();
  }

  #moment(): Moment {
    return this.#options.now?.() ?? null;
  }

  #isQuiet(): boolean {
    const isBusy = this.#arrivals.isFanningOut || this.#claims.isClaiming || this.#scheduler.active > 0;
    return !isBusy && this.#scheduler.waiting === 0 && this.#records.unrecorded === 0;
  }

  #quiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenQuiet.push(resolve);
      this.#checkQuiet();
    });
  }

  #checkQuiet(): void {
    if (!this.#isQuiet()) return;
    for (const resolve of this.#whenQuiet.splice(0)) resolve();
  }
}
