import { ProblemError } from '@countersign/problem/problem-error';

/** The problem single-sign-on-refused. `detail` is shown to the person. */
export function refusal(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('single-sign-on-refused', { detail, ...(cause !== undefined && { cause }) });
}
