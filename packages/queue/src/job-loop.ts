/** Fetches the jobs of one name while there are free slots. */
import { Attempts } from './attempts.ts';
import { type FairFetch, type FairRequest, lastServed } from './fetch-fairly.ts';
import type { Handler, HeldJobs, JobAttempt } from './handler.ts';
import { LoopPause } from './loop-pause.ts';
import type { Queue } from './queue.ts';
import type { QueueSlots } from './slots.ts';

const maxFetch = 100;
const maxUnwritten = 2000;
const maxBackoffMs = 2000;
/** A loop whose jobs are held checks again after this time, or when it is woken. */
const maxHeldMs = 60_000;
/** How many workspaces are searched for a due job while others are held. */
const manyGroups = 1000;

const nothingFetched: FairFetch = { jobs: [], isAll: false };
const nothingHeld: HeldJobs = { ms: 0, workspaces: [] };

export interface LoopOptions {
  onAttempt: (report: JobAttempt) => void;
  pollMs: number;
}

export class JobLoop {
  readonly attempts: Attempts;
  readonly #queue: Queue;
  readonly #name: string;
  readonly #isFair: boolean;
  readonly #held: () => HeldJobs;
  readonly #slots: QueueSlots;
  readonly #pollMs: number;
  readonly #pause = new LoopPause();
  readonly #unsubscribe: () => void;
  readonly #halted = Promise.withResolvers<void>();
  #stopping = false;
  /** Set at the end of the grace period. Jobs that are fetched later are not started; another worker runs them after a missed heartbeat. */
  #abandoned = false;
  /** The workspace that was served last, for the rotation of fair jobs. */
  #served = '';
  /** Failed fetches since the last successful one. */
  #failures = 0;

  constructor(queue: Queue, handler: Handler, slots: QueueSlots, { onAttempt, pollMs }: LoopOptions) {
    this.#queue = queue;
    this.#name = handler.job.name;
    this.#isFair = handler.job.fair;
    this.#held = handler.held ?? (() => nothingHeld);
    this.#slots = slots;
    this.#pollMs = pollMs;
    this.attempts = new Attempts(queue, handler, slots, onAttempt);
    this.#unsubscribe = queue.onWake(this.#name, () => this.#pause.wake());
  }

  async run(): Promise<void> {
    while (!this.#stopping) {
      const { ms } = this.#held();
      if (ms > 0) {
        await this.#pause.sleep(Math.min(maxHeldMs, ms));
        continue;
      }
      const isBehind = this.attempts.unwritten > maxUnwritten;
      const taken = isBehind ? 0 : this.#slots.take(maxFetch);
      if (taken > 0) await this.#fill(taken);
      else await this.#whileBusy(isBehind);
      if (this.#abandoned) return;
    }
  }

  /** Ends the loop. Running attempts go on. */
  halt(): void {
    this.#stopping = true;
    this.#halted.resolve();
    this.#unsubscribe();
    this.#pause.stop();
  }

  /** Aborts the running attempts and returns their jobs to the queue. */
  abandon(): Promise<void> {
    this.#abandoned = true;
    return this.attempts.abandon();
  }

  /** Fills slots that were taken. If fewer jobs are due, waits for the next signal or poll. */
  async #fill(taken: number): Promise<void> {
    this.#pause.woken = false;
    const { jobs, isAll } = await this.#fetchOrWarn(() => this.#fetch(taken));
    if (this.#abandoned) return;
    this.attempts.begin(jobs);
    this.#slots.give(taken - jobs.length);
    if (this.#failures > 0) await this.#pause.sleep(Math.min(maxBackoffMs, 50 * 2 ** this.#failures));
    else if ((isAll || jobs.length === 0) && !this.#pause.woken) await this.#pause.sleep(this.#nextPollMs());
  }

  /** Waits until outcomes are written, or until a slot may be free. */
  async #whileBusy(isBehind: boolean): Promise<void> {
    if (isBehind) await Promise.race([this.attempts.settled(), this.#halted.promise]);
    else if (this.#isFair) await this.#whileFull();
    else await this.#slots.freed();
    // Slots that are freed in the same turn of the event loop are filled by one fetch.
    await new Promise(setImmediate);
  }

  /** Waits for a free slot. When new jobs may have arrived meanwhile, starts jobs of workspaces without a running job in spare slots. */
  async #whileFull(): Promise<void> {
    const freed = this.#slots.freed().then(() => true);
    while (!this.#stopping) {
      if (this.#pause.woken) await this.#useSpare();
      const polled = this.#pause.sleep(this.#nextPollMs()).then(() => false);
      const isFree = await Promise.race([freed, polled]);
      if (isFree) {
        this.#pause.interrupt();
        // If a spare slot was freed, jobs may be waiting for which there was no slot when they arrived.
        this.#pause.woken = true;
        return;
      }
      this.#pause.woken = true;
    }
  }

  async #useSpare(): Promise<void> {
    this.#pause.woken = false;
    const { ms, workspaces } = this.#held();
    const taken = ms > 0 ? 0 : this.#slots.takeSpare(maxFetch);
    if (taken === 0) return;
    let { jobs } = nothingFetched;
    try {
      ({ jobs } = await this.#fetchInRotation({
        most: taken,
        without: [...this.#slots.workspaces(), ...workspaces],
      }));
    } catch (error) {
      this.#queue.log.warn('jobs cannot be fetched', { job: this.#name, error: String(error) });
    }
    if (!this.#abandoned) this.attempts.begin(jobs);
    this.#slots.giveSpare(taken - jobs.length);
  }

  /** The jobs; none if the database fails. Counts consecutive failures and logs only the first one. */
  async #fetchOrWarn(fetch: () => Promise<FairFetch>): Promise<FairFetch> {
    try {
      const fetched = await fetch();
      if (this.#failures > 0) this.#queue.log.info('jobs can be fetched again', { job: this.#name });
      this.#failures = 0;
      return fetched;
    } catch (error) {
      if (this.#failures === 0)
        this.#queue.log.warn('jobs cannot be fetched', { job: this.#name, error: String(error) });
      this.#failures += 1;
      return nothingFetched;
    }
  }

  /** Claims due jobs. Fair jobs are claimed in rotation; workspaces that use half of the slots come last. */
  async #fetch(most: number): Promise<FairFetch> {
    if (!this.#isFair) return this.#fetchOldest(most);
    const { workspaces: without } = this.#held();
    const request = { most, without, last: this.#slots.workspacesWithHalf };
    const fetched = await this.#fetchInRotation(request);
    if (fetched.jobs.length > 0 || fetched.isAll) return fetched;
    // A fair fetch looks at a limited number of workspaces. If all of those have only deferred jobs, the ordinary fetch finds the due one.
    if (without.length === 0) return { jobs: (await this.#fetchOldest(most)).jobs, isAll: false };
    return this.#fetchInRotation({ ...request, groups: manyGroups });
  }

  async #fetchOldest(most: number): Promise<FairFetch> {
    const jobs = await this.#queue.fetch(this.#name, most);
    return { jobs, isAll: jobs.length < most };
  }

  async #fetchInRotation(request: Omit<FairRequest, 'after'>): Promise<FairFetch> {
    const fetched = await this.#queue.fetchFairly(this.#name, { ...request, after: this.#served });
    this.#served = lastServed(fetched.jobs, this.#served);
    return fetched;
  }

  /** Random within a range, so that workers do not poll at the same time. */
  #nextPollMs(): number {
    const base = this.#queue.listening ? this.#pollMs : this.#pollMs / 2;
    return base * (0.75 + Math.random() / 4);
  }
}
