/** A connection pool that is fair between callers: one with many requests cannot keep the connections from the others. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** An address until more is known, then the signing link or the workspace. */
export type CallerKind = 'address' | 'link' | 'workspace';

interface Caller {
  kind: CallerKind;
  id: string;
}

const callers = new AsyncLocalStorage<{ caller: Caller }>();

/** Runs `work`. Its connections count for this caller, until nameCaller says more about it. */
export function withCaller<T>(kind: CallerKind, id: string, work: () => T): T {
  return callers.run({ caller: { kind, id } }, work);
}

/** From here on, the connections of the surrounding withCaller count for this caller. */
export function nameCaller(kind: CallerKind, id: string): void {
  const running = callers.getStore();
  if (running) running.caller = { kind, id };
}

/** The share of the connections that one caller can have at most, so that there is one left for another caller. */
const shareOfCaller = 0.75;

type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (error?: Error | boolean) => void,
) => void;

/**
 * A pool that gives a free connection to the kind of callers with the fewest connections, so that thousands of addresses count as much
 * as the workspaces together, and within the kind to the caller with the fewest. Kinds and callers with equally many are served in
 * rotation. Work outside of withCaller is a kind of its own and can have all connections. A caller that gets none within
 * `connectionTimeoutMillis` gets the error of an ordinary pool.
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
      callers.getStore()?.caller ?? null,
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

interface Waiting {
  kind: CallerKind | null;
  id: string;
  start: () => void;
}

/** Waiting calls and taken slots of callers. */
interface Count {
  /** Waiting calls by caller, in the order of the rotation. */
  waiting: Map<string, Waiting[]>;
  taken: Map<string, number>;
  allTaken: number;
}

/** The slots of a pool, given as FairPool describes it. */
class FairSlots {
  readonly #limit: number;
  readonly #limitOfCaller: number;
  /** By kind, in the order of the rotation. */
  readonly #kinds = new Map<CallerKind | null, Count>();
  #allTaken = 0;

  constructor(limit: number, limitOfCaller: number) {
    this.#limit = limit;
    this.#limitOfCaller = limitOfCaller;
  }

  /** Waits for a slot. Returns a function that gives it back and may be called twice. */
  async take(caller: Caller | null, timeoutMs: number): Promise<() => void> {
    const { kind, id } = caller ?? { kind: null, id: '' };
    if (this.#isFree(kind, id)) this.#count(kind, id, 1);
    else await this.#wait(kind, id, timeoutMs);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#count(kind, id, -1);
      this.#fill();
    };
  }

  #of(kind: CallerKind | null): Count {
    const known = this.#kinds.get(kind);
    if (known) return known;
    const made = { waiting: new Map(), taken: new Map(), allTaken: 0 };
    this.#kinds.set(kind, made);
    return made;
  }

  #isFree(kind: CallerKind | null, id: string): boolean {
    if (this.#allTaken >= this.#limit) return false;
    return kind === null || (this.#of(kind).taken.get(id) ?? 0) < this.#limitOfCaller;
  }

  #wait(kind: CallerKind | null, id: string, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { kind, id, start: () => {} };
      const timer = setTimeout(() => {
        this.#remove(waiting);
        // The same text as in an ordinary pool: isDatabaseUnavailable recognizes the error by it.
        reject(new Error('timeout exceeded when trying to connect'));
      }, timeoutMs);
      waiting.start = () => {
        clearTimeout(timer);
        resolve();
      };
      const { waiting: callers } = this.#of(kind);
      const others = callers.get(id);
      if (others) others.push(waiting);
      else callers.set(id, [waiting]);
    });
  }

  #fill(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#remove(next);
      const count = this.#of(next.kind);
      toTheEnd(this.#kinds, next.kind);
      toTheEnd(count.waiting, next.id);
      this.#count(next.kind, next.id, 1);
      next.start();
    }
  }

  #next(): Waiting | null {
    if (this.#allTaken >= this.#limit) return null;
    let next: Waiting | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [kind, { allTaken }] of this.#kinds) {
      if (allTaken >= fewest) continue;
      const first = this.#nextOf(kind);
      if (!first) continue;
      next = first;
      fewest = allTaken;
    }
    return next;
  }

  #nextOf(kind: CallerKind | null): Waiting | null {
    let next: Waiting | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    const { waiting, taken } = this.#of(kind);
    for (const [id, [first]] of waiting) {
      const held = taken.get(id) ?? 0;
      if (held >= fewest || !this.#isFree(kind, id)) continue;
      next = first!;
      fewest = held;
      if (held === 0) break;
    }
    return next;
  }

  #remove(waiting: Waiting): void {
    const { waiting: callers } = this.#of(waiting.kind);
    const all = callers.get(waiting.id) ?? [];
    const at = all.indexOf(waiting);
    if (at >= 0) all.splice(at, 1);
    if (all.length === 0) callers.delete(waiting.id);
  }

  #count(kind: CallerKind | null, id: string, change: 1 | -1): void {
    const count = this.#of(kind);
    this.#allTaken += change;
    count.allTaken += change;
    const taken = (count.taken.get(id) ?? 0) + change;
    if (taken === 0) count.taken.delete(id);
    else count.taken.set(id, taken);
  }
}

/** Moves the key, if there is one, to the end of the map's order. */
function toTheEnd<K, V>(map: Map<K, V>, key: K): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
