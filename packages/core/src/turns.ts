/** A fair queue for a scarce resource: the work of one workspace or address cannot delay that of another. */
import { ProblemError } from '@countersign/problem/problem-error';

export interface TurnLimits {
  /** How much work runs at once. */
  places: number;
  /** How much work of one key runs at once. Less than `slots`, so that a new key finds a free slot. */
  placesPerKey: number;
  /** How much work may wait, in all and for one key. More is refused. */
  waiting: number;
  waitingPerKey: number;
  /** The detail of the problem when work is refused. */
  busy: string;
}

export interface TurnRequest {
  /** The key to be fair between: a workspace or an address. */
  key: string;
  /** Calls with the id of waiting or running work share it: it is done once, and all get the result. */
  id?: string;
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal | undefined;
}

interface Turn {
  key: string;
  id: string | undefined;
  /** The number of calls that wait for the result. */
  callers: number;
  outcome: PromiseWithResolvers<unknown>;
  abort: AbortController;
  work(signal: AbortSignal): Promise<unknown>;
}

const retryAfterSeconds = 5;

/**
 * One queue per process. A free slot goes to the key with the least work running; keys with equal load take turns. So a key
 * holds one slot while others wait, and more when none wait.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** Waiting work by key; the key that is next comes first. */
  readonly #lines = new Map<string, Turn[]>();
  readonly #running = new Map<string, number>();
  readonly #shared = new Map<string, Turn>();
  #active = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when a slot is free. Its signal aborts when every caller has disconnected; work that has not started is
   * dropped then. Throws unavailable with Retry-After if too much work waits, and the signal's reason if the caller
   * disconnects.
   */
  async run<T>(request: TurnRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { id, signal } = request;
    signal?.throwIfAborted();
    const turn = (id !== undefined && this.#shared.get(id)) || this.#enter(request, work);
    turn.callers += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => {
      left.reject(signal!.reason);
      turn.callers -= 1;
      if (turn.callers === 0) this.#abandon(turn);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return (await Promise.race([turn.outcome.promise, left.promise])) as T;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** How much work runs and waits. */
  get load(): { running: number; waiting: number } {
    return { running: this.#active, waiting: this.#waiting };
  }

  #enter({ key, id }: TurnRequest, work: (signal: AbortSignal) => Promise<unknown>): Turn {
    const outcome = Promise.withResolvers<unknown>();
    const turn: Turn = { key, id, callers: 0, outcome, abort: new AbortController(), work };
    const line = this.#lines.get(key) ?? [];
    this.#lines.set(key, line);
    line.push(turn);
    this.#waiting += 1;
    this.#fill();
    if (
      line.includes(turn) &&
      (this.#waiting > this.#limits.waiting || line.length > this.#limits.waitingPerKey)
    ) {
      this.#drop(turn);
      throw new ProblemError('unavailable', { detail: this.#limits.busy, retryAfterSeconds });
    }
    if (id !== undefined) this.#shared.set(id, turn);
    return turn;
  }

  #abandon(turn: Turn): void {
    this.#unshare(turn);
    this.#drop(turn);
    turn.abort.abort();
  }

  /** Removes waiting work from the queue, if it is still waiting. */
  #drop(turn: Turn): void {
    const line = this.#lines.get(turn.key) ?? [];
    const at = line.indexOf(turn);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(turn.key);
    this.#waiting -= 1;
  }

  #unshare(turn: Turn): void {
    if (turn.id !== undefined && this.#shared.get(turn.id) === turn) this.#shared.delete(turn.id);
  }

  #fill(): void {
    while (this.#active < this.#limits.places) {
      const key = this.#nextKey();
      if (key === null) return;
      const line = this.#lines.get(key)!;
      const turn = line[0]!;
      this.#drop(turn);
      // Moves the key to the end of the rotation.
      if (this.#lines.delete(key)) this.#lines.set(key, line);
      void this.#do(turn);
    }
  }

  #nextKey(): string | null {
    let next: string | null = null;
    let fewest = this.#limits.placesPerKey;
    for (const key of this.#lines.keys()) {
      const running = this.#running.get(key) ?? 0;
      if (running < fewest) [next, fewest] = [key, running];
    }
    return next;
  }

  async #do(turn: Turn): Promise<void> {
    this.#active += 1;
    this.#count(turn.key, 1);
    // All callers may have disconnected, so nothing else handles a rejection.
    turn.outcome.promise.catch(() => undefined);
    try {
      turn.outcome.resolve(await turn.work(turn.abort.signal));
    } catch (error) {
      turn.outcome.reject(error);
    } finally {
      this.#unshare(turn);
      this.#active -= 1;
      this.#count(turn.key, -1);
      this.#fill();
    }
  }

  #count(key: string, change: number): void {
    const running = (this.#running.get(key) ?? 0) + change;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }
}
