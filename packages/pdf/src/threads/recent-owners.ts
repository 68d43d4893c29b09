/** Remembers owners of files for a time after their last entry. */
export class RecentOwners {
  readonly #rememberedMs: number;
  /** The time of the last entry; the oldest first. */
  readonly #addedAt = new Map<string, number>();

  constructor(rememberedMs: number) {
    this.#rememberedMs = rememberedMs;
  }

  /** Does nothing without an owner. */
  add(owner: string | undefined): void {
    if (owner === undefined) return;
    const now = performance.now();
    this.#addedAt.delete(owner);
    this.#addedAt.set(owner, now);
    for (const [other, at] of this.#addedAt) {
      if (now - at < this.#rememberedMs) return;
      this.#addedAt.delete(other);
    }
  }

  has(owner: string | undefined): boolean {
    const at = owner === undefined ? undefined : this.#addedAt.get(owner);
    return at !== undefined && performance.now() - at < this.#rememberedMs;
  }
}
