/** Turns at a scarce place, fair between those who wait: one workspace's files cannot hold up another's. */
import { ProblemError } from '@countersign/problem/problem-error';

export interface TurnLimits {
  /** Turns at once. */
  places: number;
  /** Turns at once of one key. Below `places`, so that a key that arrives finds a place. */
  placesPerKey: number;
  /** Turns that wait for a place, in all and of one key. More are refused. */
  waiting: number;
  waitingPerKey: number;
  /** The detail of the problem when a turn is refused. */
  busy: string;
}

export interface TurnRequest {
  /** Keys take turns: a workspace or an address. */
  key: string;
  /** Calls with the id of a turn that waits or runs share it: its work is done once, and all get its result. */
  id?: string;
  /** Aborts when the caller has left. */
  signal?: AbortSignal | undefined;
}

interface Turn {
  key: string;
  id: string | undefined;
  /** Calls that want the result. */
  callers: number;
  outcome: PromiseWithResolvers<unknown>;
  abort: AbortController;
  work(signal: AbortSignal): Promise<unknown>;
}

const retryAfterSeconds = 5;

/**
 * The places of one process. A free place goes to the key with the fewest turns running, in rotation between equals, so
 * while others wait a key holds one place, and more when nobody else waits.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** Waiting turns by key, the key that is next first. */
  readonly #lines = new Map<string, Turn[]>();
  readonly #running = new Map<string, number>();
  readonly #shared = new Map<string, Turn>();
  #active = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Does the work when its turn comes. The signal that `work` gets aborts when every caller has left; a turn that has not
   * begun is dropped then. Throws unavailable with Retry-After when too many wait, and the signal's reason when the
   * caller leaves.
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

  /** How many turns run and wait. */
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

  /** Takes a turn out of its line, if it is still there. */
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
      // The key goes to the end of the rotation.
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
    // Nobody may be left to hear of a failure.
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
