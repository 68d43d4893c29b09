/** A connection pool that is fair between callers: one with many requests cannot keep the connections from the others. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const callers = new AsyncLocalStorage<{ key: string }>();

/** Runs `work`. Its connections count for the caller `key`: an address, and later a workspace (nameCaller). */
export function withCaller<T>(key: string, work: () => T): T {
  return callers.run({ key }, work);
}

/** From here on, the connections of the surrounding withCaller count for `key`. */
export function nameCaller(key: string): void {
  const caller = callers.getStore();
  if (caller) caller.key = key;
}

/** The part of the connections that one caller can have, so that another one finds a free connection. */
const shareOfCaller = 0.75;

type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (error?: Error | boolean) => void,
) => void;

/**
 * A pool that gives a free connection to the caller who has the fewest; callers with equally many take turns. Work outside of withCaller
 * can have all connections. A caller who gets none within `connectionTimeoutMillis` gets the error of an ordinary pool.
 */
export class FairPool extends pg.Pool {
  readonly #places: FairPlaces;
  readonly #held = new WeakMap<pg.PoolClient, () => void>();

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config);
    this.#places = new FairPlaces(config.max, Math.max(1, Math.floor(config.max * shareOfCaller)));
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
    const leave = await this.#places.enter(
      callers.getStore()?.key ?? null,
      this.options.connectionTimeoutMillis!,
    );
    try {
      const client = await super.connect();
      this.#held.set(client, leave);
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }
}

type Key = string | null;

interface Waiting {
  key: Key;
  start: () => void;
}

/** Places that go to the key with the fewest; keys with equally many take turns. */
class FairPlaces {
  readonly #most: number;
  readonly #mostOfKey: number;
  /** Who waits, by key; the key whose turn is next comes first. */
  readonly #lines = new Map<Key, Waiting[]>();
  readonly #taken = new Map<Key, number>();
  #all = 0;

  constructor(most: number, mostOfKey: number) {
    this.#most = most;
    this.#mostOfKey = mostOfKey;
  }

  /** Waits for a place and returns the function that gives it back, which may be called twice. */
  async enter(key: Key, timeoutMs: number): Promise<() => void> {
    if (!this.#isFree(key)) await this.#wait(key, timeoutMs);
    else this.#count(key, 1);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#count(key, -1);
      this.#fill();
    };
  }

  #isFree(key: Key): boolean {
    return this.#all < this.#most && (key === null || (this.#taken.get(key) ?? 0) < this.#mostOfKey);
  }

  #wait(key: Key, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { key, start: () => {} };
      const timer = setTimeout(() => {
        this.#remove(waiting);
        // The text of the pool, by which isDatabaseUnavailable recognizes the error.
        reject(new Error('timeout exceeded when trying to connect'));
      }, timeoutMs);
      waiting.start = () => {
        clearTimeout(timer);
        resolve();
      };
      const line = this.#lines.get(key);
      if (line) line.push(waiting);
      else this.#lines.set(key, [waiting]);
    });
  }

  #fill(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#remove(next);
      const line = this.#lines.get(next.key);
      // The key goes to the end of the rotation.
      if (line && this.#lines.delete(next.key)) this.#lines.set(next.key, line);
      this.#count(next.key, 1);
      next.start();
    }
  }

  #next(): Waiting | null {
    let next: Waiting | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [key, line] of this.#lines) {
      const taken = this.#taken.get(key) ?? 0;
      if (!this.#isFree(key) || taken >= fewest) continue;
      next = line[0]!;
      fewest = taken;
    }
    return next;
  }

  #remove(waiting: Waiting): void {
    const line = this.#lines.get(waiting.key) ?? [];
    const at = line.indexOf(waiting);
    if (at >= 0) line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(waiting.key);
  }

  #count(key: Key, change: 1 | -1): void {
    this.#all += change;
    const taken = (this.#taken.get(key) ?? 0) + change;
    if (taken === 0) this.#taken.delete(key);
    else this.#taken.set(key, taken);
  }
}
