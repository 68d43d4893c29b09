/** A cache for results that were requested more than once recently. */

/**
 * Keeps up to about twice `size` values and evicts the least recently used. A value is stored the second time it is
 * offered, because most values never recur.
 */
export class Recent<V> {
  readonly #size: number;
  #young = new Map<string, V | null>();
  #old = new Map<string, V | null>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young ?? undefined;
    const old = this.#old.get(key);
    if (old === undefined || old === null) return undefined;
    this.#put(key, old);
    return old;
  }

  offer(key: string, value: V): void {
    const offered = this.#young.has(key) || this.#old.has(key);
    this.#put(key, offered ? value : null);
  }

  #put(key: string, value: V | null): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
