/** The problem for a body that is not JSON, or that exceeds a limit. */
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';

/** A validation problem of type json_invalid; `reason` follows "JSON decode error". */
export function jsonInvalid(reason: string): ProblemError {
  const issue: ValidationIssue = {
    loc: ['body'],
    msg: 'JSON decode error',
    type: 'json_invalid',
    ctx: { error: reason },
  };
  return new ProblemError('validation', { detail: [issue] });
}
