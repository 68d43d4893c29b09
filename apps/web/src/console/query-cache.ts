/** What the API answered, by workspace, mode and path; in memory only. */

interface Entry {
  data: unknown;
  error: unknown;
  /** When the answer came, in milliseconds; 0 = never or no longer good. */
  at: number;
  asking: Promise<void> | null;
}

/** Answers by scope and path. Made once for the page. */
export class QueryCache {
  #entries = new Map<string, Entry>();
  #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** Asks unless somebody is asking already. A failure keeps the last answer and is told beside it. */
  ask(key: string, get: () => Promise<unknown>): Promise<void> {
    const known = this.#entries.get(key);
    if (known?.asking) return known.asking;
    const asking = get().then(
      (data) => this.#set(key, { data, error: null, at: Date.now(), asking: null }),
      (error: unknown) =>
        this.#set(key, { data: this.#entries.get(key)?.data, error, at: Date.now(), asking: null }),
    );
    this.#set(key, { data: known?.data, error: known?.error ?? null, at: known?.at ?? 0, asking });
    return asking;
  }

  /** What begins so is asked for again by whoever shows it. */
  invalidate(start: string): void {
    for (const [key, entry] of this.#entries) {
      if (key.startsWith(start)) this.#entries.set(key, { ...entry, at: 0 });
    }
    this.#tell();
  }

  clear(): void {
    this.#entries.clear();
    this.#tell();
  }

  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The page's answers. */
export const queryCache = new QueryCache();
