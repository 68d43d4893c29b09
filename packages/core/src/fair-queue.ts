/** A fair queue for a scarce resource: the work of one workspace or address cannot delay that of another. */
import { ProblemError } from '@countersign/problem/problem-error';

export interface FairQueueLimits {
  /** How much work runs at once. */
  slots: number;
  /** How much work of one key runs at once. Less than `slots`, so that a new key finds a free slot. */
  slotsPerKey: number;
  /** How much work may wait, in all and for one key. More is refused. */
  waiting: number;
  waitingPerKey: number;
  /** How long work may wait before it is refused. Without it, until a slot is free. */
  waitMs?: number;
  /** The detail of the problem when work is refused. */
  busy: string;
}

export interface FairQueueRequest {
  /** The key to be fair between: a workspace or an address. */
  key: string;
  /** Calls with the id of waiting or running work share it: it is done once, and all get the result. */
  id?: string | undefined;
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal | undefined;
}

interface Work {
  key: string;
  id: string | undefined;
  timer?: NodeJS.Timeout;
  /** The number of calls that wait for the result. */
  callers: number;
  outcome: PromiseWithResolvers<unknown>;
  abort: AbortController;
  work(signal: AbortSignal): Promise<unknown>;
}

const retryAfterSeconds = 5;

/**
 * One queue per process. A free slot goes to the key with the least work running; keys with equal load are served in rotation.
 * So a key gets one slot while others wait, and more when none wait.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Waiting work by key; the key that is next comes first. */
  readonly #lines = new Map<string, Work[]>();
  readonly #running = new Map<string, number>();
  readonly #shared = new Map<string, Work>();
  #active = 0;
  #waiting = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when a slot is free. Its signal aborts when every caller has disconnected; work that has not started is
   * dropped then. Throws unavailable with Retry-After if too much work waits or it waited too long, and the signal's
   * reason if the caller disconnects.
   */
  async run<T>(request: FairQueueRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { id, signal } = request;
    signal?.throwIfAborted();
    const item = (id !== undefined && this.#shared.get(id)) || this.#enter(request, work);
    item.callers += 1;
    const disconnected = Promise.withResolvers<never>();
    const leave = () => {
      disconnected.reject(signal!.reason);
      item.callers -= 1;
      if (item.callers === 0) this.#abandon(item);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return (await Promise.race([item.outcome.promise, disconnected.promise])) as T;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** How much work can run at once. */
  get slots(): number {
    return this.#limits.slots;
  }

  /** How much work runs and waits. */
  get load(): { running: number; waiting: number } {
    return { running: this.#active, waiting: this.#waiting };
  }

  #enter({ key, id }: FairQueueRequest, work: (signal: AbortSignal) => Promise<unknown>): Work {
    const outcome = Promise.withResolvers<unknown>();
    const item: Work = { key, id, callers: 0, outcome, abort: new AbortController(), work };
    const line = this.#lines.get(key) ?? [];
    this.#lines.set(key, line);
    line.push(item);
    this.#waiting += 1;
    this.#fill();
    if (id !== undefined) this.#shared.set(id, item);
    if (!line.includes(item)) return item;
    const { waiting, waitingPerKey, waitMs } = this.#limits;
    if (this.#waiting > waiting || line.length > waitingPerKey) this.#refuse(item);
    else if (waitMs !== undefined) item.timer = setTimeout(() => this.#refuse(item), waitMs).unref();
    return item;
  }

  #refuse(item: Work): void {
    this.#unshare(item);
    this.#drop(item);
    item.outcome.reject(new ProblemError('unavailable', { detail: this.#limits.busy, retryAfterSeconds }));
  }

  #abandon(item: Work): void {
    this.#unshare(item);
    this.#drop(item);
    item.abort.abort();
  }

  /** Removes waiting work from the queue, if it is still waiting. */
  #drop(item: Work): void {
    const line = this.#lines.get(item.key) ?? [];
    const at = line.indexOf(item);
    if (at < 0) return;
    clearTimeout(item.timer);
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(item.key);
    this.#waiting -= 1;
  }

  #unshare(item: Work): void {
    if (item.id !== undefined && this.#shared.get(item.id) === item) this.#shared.delete(item.id);
  }

  #fill(): void {
    while (this.#active < this.#limits.slots) {
      const key = this.#nextKey();
      if (key === null) return;
      const line = this.#lines.get(key)!;
      const item = line[0]!;
      this.#drop(item);
      // Moves the key to the end of the rotation.
      if (this.#lines.delete(key)) this.#lines.set(key, line);
      void this.#do(item);
    }
  }

  #nextKey(): string | null {
    let next: string | null = null;
    let fewest = this.#limits.slotsPerKey;
    for (const key of this.#lines.keys()) {
      const running = this.#running.get(key) ?? 0;
      if (running < fewest) [next, fewest] = [key, running];
    }
    return next;
  }

  async #do(item: Work): Promise<void> {
    this.#active += 1;
    this.#count(item.key, 1);
    // All callers may have disconnected, so nothing else handles a rejection.
    item.outcome.promise.catch(() => undefined);
    try {
      item.outcome.resolve(await item.work(item.abort.signal));
    } catch (error) {
      item.outcome.reject(error);
    } finally {
      this.#unshare(item);
      this.#active -= 1;
      this.#count(item.key, -1);
      this.#fill();
    }
  }

  #count(key: string, change: number): void {
    const running = (this.#running.get(key) ?? 0) + change;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }
}
