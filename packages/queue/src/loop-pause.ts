/** The pause of a loop that has nothing to do: ends after a time, or when the loop is woken. */
export class LoopPause {
  /** Whether the loop was woken since this was last reset. */
  woken = false;
  #isOver = false;
  #wake: (() => void) | null = null;

  /** Ends the current pause, and records that there may be something to do. */
  wake(): void {
    this.woken = true;
    this.#wake?.();
  }

  /** Ends the current pause only. */
  interrupt(): void {
    this.#wake?.();
  }

  /** Ends the current pause and all later ones. */
  stop(): void {
    this.#isOver = true;
    this.wake();
  }

  async sleep(ms: number): Promise<void> {
    if (this.#isOver) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}
