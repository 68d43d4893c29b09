/** An error of a request that does several things in one. */

export const steps = ['create', 'upload', 'finalize', 'send'] as const;
export type Step = (typeof steps)[number];

/** Wraps the error of one step. The problem of the cause gets the member `step`. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly step: Step;

  constructor(step: Step, cause: unknown) {
    super(`The step ${step} failed.`, { cause });
    this.step = step;
  }

  /** Runs `work`, and wraps what it throws. */
  static async in<T>(step: Step, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new StepError(step, error);
    }
  }
}
