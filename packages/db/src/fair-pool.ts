/** A connection pool that is fair between callers: one with many requests cannot keep the connections from the others. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const callers = new AsyncLocalStorage<{ key: string }>();

/** Runs `work`. Its connections count for the caller `key`: first an address, and a workspace once it is known (nameCaller). */
export function withCaller<T>(key: string, work: () => T): T {
  return callers.run({ key }, work);
}

/** From here on, the connections of the surrounding withCaller count for `key`. */
export function nameCaller(key: string): void {
  const caller = callers.getStore();
  if (caller) caller.key = key;
}

/** The share of the connections that one caller can have at most, so that there is one left for another caller. */
const shareOfCaller = 0.75;

type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (error?: Error | boolean) => void,
) => void;

/**
 * A pool that gives a free connection to the caller with the fewest connections; callers with equally many are served in rotation. Work
 * outside of withCaller can have all connections. A caller that gets none within `connectionTimeoutMillis` gets the error of an ordinary pool.
 */
export class FairPool extends pg.Pool {
  readonly #slots: FairSlots;
  readonly #held = new WeakMap<pg.PoolClient, () => void>();

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config);
    this.#slots = new FairSlots(config.max, Math.max(1, Math.floor(config.max * shareOfCaller)));
    this.on('release', (_error, client) => {
      this.#held.get(client)?.();
      this.#held.delete(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#connect();
    this.#connect().then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const giveBack = await this.#slots.take(
      callers.getStore()?.key ?? null,
      this.options.connectionTimeoutMillis!,
    );
    try {
      const client = await super.connect();
      this.#held.set(client, giveBack);
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }
}

type Key = string | null;

interface Waiting {
  key: Key;
  start: () => void;
}

/** Slots of a pool. A free slot goes to the key with the fewest; keys with equally many are served in rotation. */
class FairSlots {
  readonly #limit: number;
  readonly #limitOfKey: number;
  /** Waiting calls by key, in the order of the rotation. */
  readonly #waiting = new Map<Key, Waiting[]>();
  readonly #taken = new Map<Key, number>();
  #allTaken = 0;

  constructor(limit: number, limitOfKey: number) {
    this.#limit = limit;
    this.#limitOfKey = limitOfKey;
  }

  /** Waits for a slot. Returns a function that gives it back and may be called twice. */
  async take(key: Key, timeoutMs: number): Promise<() => void> {
    if (!this.#isFree(key)) await this.#wait(key, timeoutMs);
    else this.#count(key, 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#count(key, -1);
      this.#fill();
    };
  }

  #isFree(key: Key): boolean {
    return this.#allTaken < this.#limit && (key === null || (this.#taken.get(key) ?? 0) < this.#limitOfKey);
  }

  #wait(key: Key, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { key, start: () => {} };
      const timer = setTimeout(() => {
        this.#remove(waiting);
        // The same text as in an ordinary pool: isDatabaseUnavailable recognizes the error by it.
        reject(new Error('timeout exceeded when trying to connect'));
      }, timeoutMs);
      waiting.start = () => {
        clearTimeout(timer);
        resolve();
      };
      const others = this.#waiting.get(key);
      if (others) others.push(waiting);
      else this.#waiting.set(key, [waiting]);
    });
  }

  #fill(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#remove(next);
      const others = this.#waiting.get(next.key);
      // The key goes to the end of the rotation.
      if (others && this.#waiting.delete(next.key)) this.#waiting.set(next.key, others);
      this.#count(next.key, 1);
      next.start();
    }
  }

  #next(): Waiting | null {
    let next: Waiting | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [key, waiting] of this.#waiting) {
      const taken = this.#taken.get(key) ?? 0;
      if (!this.#isFree(key) || taken >= fewest) continue;
      next = waiting[0]!;
      fewest = taken;
    }
    return next;
  }

  #remove(waiting: Waiting): void {
    const all = this.#waiting.get(waiting.key) ?? [];
    const at = all.indexOf(waiting);
    if (at >= 0) all.splice(at, 1);
    if (all.length === 0) this.#waiting.delete(waiting.key);
  }

  #count(key: Key, change: 1 | -1): void {
    this.#allTaken += change;
    const taken = (this.#taken.get(key) ?? 0) + change;
    if (taken === 0) this.#taken.delete(key);
    else this.#taken.set(key, taken);
  }
}
