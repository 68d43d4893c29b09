/** One attempt of a job, from the fetch until its outcome is written. */
import type { FetchedJob } from './fetch-fairly.ts';
import type { JobAttempt, RunningJob } from './handler.ts';
import type { JobClaim } from './settle.ts';

export class Attempt {
  readonly claim: JobClaim;
  readonly job: FetchedJob;
  /** False once the attempt has ended or no longer counts. Its handler may still run. */
  running = true;
  timer: NodeJS.Timeout | null = null;
  readonly #startedAt = performance.now();
  readonly #startedOn = new Date();
  #abort: AbortController | null = null;
  #reason: Error | null = null;

  constructor(job: FetchedJob) {
    this.job = job;
    this.claim = { id: job.id, retryCount: job.retryCount };
  }

  /** Whether an error in this attempt makes the job a dead letter. */
  get isLast(): boolean {
    return this.job.retryCount >= this.job.retryLimit;
  }

  /** Created on first use, because most handlers do not use it. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      this.#abort = new AbortController();
      if (this.#reason) this.#abort.abort(this.#reason);
    }
    return this.#abort.signal;
  }

  abort(reason: Error): void {
    this.#reason = reason;
    this.#abort?.abort(reason);
  }

  /** What the handler receives. */
  describe(): RunningJob {
    const { job } = this;
    const signal = () => this.signal;
    return {
      id: job.id,
      attempt: job.retryCount + 1,
      lastAttempt: this.isLast,
      createdAt: job.createdOn,
      get signal() {
        return signal();
      },
    };
  }

  /** The report, made when the attempt ends. */
  report(name: string, outcome: JobAttempt['outcome'], error?: unknown): JobAttempt {
    const { job } = this;
    const requestId = (job.data as { request_id?: unknown } | null)?.request_id;
    return {
      job: name,
      id: job.id,
      attempt: job.retryCount + 1,
      requestId: typeof requestId === 'string' ? requestId : null,
      outcome,
      durationMs: performance.now() - this.#startedAt,
      waitedMs: Math.max(0, this.#startedOn.getTime() - Math.max(+job.createdOn, +job.startAfter)),
      ...(error === undefined ? {} : { error }),
    };
  }
}
