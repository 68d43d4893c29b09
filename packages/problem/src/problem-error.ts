/** The one error type that verbs throw and callers see (RFC 9457). */
import { catalogue, type ProblemSlug } from './catalogue.ts';

/** One error of a validation problem, in Pydantic's shape (docs/spec/interface.md, Usage and policy shapes). */
export interface ValidationIssue {
  loc: Array<string | number>;
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

interface ProblemOptions {
  detail?: string | ValidationIssue[];
  /** Further members of the problem document, such as `current` and `allowed`. */
  members?: Record<string, unknown>;
  /** Seconds for the Retry-After header. */
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

export class ProblemError extends Error {
  readonly slug: ProblemSlug;
  readonly detail: string | ValidationIssue[] | undefined;
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(slug: ProblemSlug, options: ProblemOptions = {}) {
    super(typeof options.detail === 'string' ? options.detail : catalogue[slug].title, {
      cause: options.cause,
    });
    this.name = 'ProblemError';
    this.slug = slug;
    this.detail = options.detail;
    this.members = options.members ?? {};
    this.headers = { ...options.headers };
    if (options.retryAfterSeconds !== undefined)
      this.headers['Retry-After'] = String(options.retryAfterSeconds);
  }

  get status(): number {
    return catalogue[this.slug].status;
  }
}

/** A validation problem with one error; `type` uses Pydantic's names. */
export function invalid(
  loc: Array<string | number>,
  msg: string,
  options: { type?: string; input?: unknown; members?: Record<string, unknown> } = {},
): ProblemError {
  const issue: ValidationIssue = { loc, msg, type: options.type ?? 'value_error' };
  if ('input' in options) issue.input = options.input;
  return new ProblemError('validation', { detail: [issue], members: options.members });
}
