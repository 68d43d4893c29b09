/**
 * The slots of a queue. In addition to `limit` slots there are half as many spare ones, at least one. Spare slots are only for
 * workspaces that have no job running here, so that slow jobs of one workspace do not block the others.
 */
export class QueueSlots {
  active = 0;
  readonly #limit: number;
  readonly #spare: number;
  /** Running jobs by workspace. */
  readonly #runningByWorkspace = new Map<string, number>();
  #waiting: Array<() => void> = [];

  constructor(limit: number) {
    this.#limit = limit;
    this.#spare = Math.max(1, Math.floor(limit / 2));
  }

  /** Takes up to `most` free slots, spare ones included. Returns how many. */
  takeSpare(most: number): number {
    const taken = Math.max(0, Math.min(most, this.#limit + this.#spare - this.active));
    this.active += taken;
    return taken;
  }

  /** Workspaces with at least `least` running jobs. */
  workspaces(least = 1): string[] {
    return [...this.#runningByWorkspace]
      .filter(([, count]) => count >= least)
      .map(([workspace]) => workspace);
  }

  /** Workspaces that use half of the slots or more. */
  get workspacesWithHalf(): string[] {
    return this.workspaces(Math.ceil(this.#limit / 2));
  }

  /** Adds `change` to the number of running jobs of the workspace. */
  count(workspace: string | null | undefined, change: number): void {
    if (!workspace) return;
    const running = (this.#runningByWorkspace.get(workspace) ?? 0) + change;
    if (running === 0) this.#runningByWorkspace.delete(workspace);
    else this.#runningByWorkspace.set(workspace, running);
  }

  /** Takes up to `most` free slots, not counting spare ones. Returns how many. */
  take(most: number): number {
    const taken = Math.max(0, Math.min(most, this.#limit - this.active));
    this.active += taken;
    return taken;
  }

  /** Releases slots and wakes the loops that wait for one. */
  give(count: number): void {
    this.active -= count;
    if (count > 0) this.wakeAll();
  }

  /**
   * Releases slots of takeSpare. Wakes the loops only if a slot that is not spare is free: another loop may have found none meanwhile, and
   * nothing else would wake it.
   */
  giveSpare(count: number): void {
    this.active -= count;
    if (count > 0 && this.active < this.#limit) this.wakeAll();
  }

  /** Resolves the next time that a slot may be free. */
  freed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  wakeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
