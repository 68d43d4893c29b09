/** What went wrong with a call, in words for people (RFC 9457; decisions.md, section 2). */
import type { ValidationError } from '@countersign/contract/problem';

/** A problem document, or status 0 when no answer came. */
export class CallError extends Error {
  readonly status: number;
  readonly slug: string;
  readonly issues: readonly ValidationError[];
  /** Everything the problem document said. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, problem: Record<string, unknown>, retryAfter: string | null) {
    super(wordsOf(status, problem, retryAfter));
    this.status = status;
    this.slug = typeof problem.type === 'string' ? problem.type.replace(/^.*\/problems\//, '') : '';
    this.issues = Array.isArray(problem.detail) ? problem.detail : [];
    this.members = problem;
    this.retryAfterSeconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

function wordsOf(status: number, problem: Record<string, unknown>, retryAfter: string | null): string {
  if (status === 0) return 'The service cannot be reached. Check the connection and try again.';
  if (status === 429 && retryAfter) return `Too many requests. Try again in ${waitWords(retryAfter)}.`;
  const { title, detail } = problem;
  if (Array.isArray(detail)) return detail.map((issue: ValidationError) => issueWords(issue)).join(' ');
  const said = [title, detail].filter((text): text is string => typeof text === 'string' && text !== '');
  if (said.length > 0) return said.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ');
  return `The service answered with status ${status}.`;
}

function waitWords(seconds: string): string {
  const count = Number(seconds);
  if (!Number.isFinite(count)) return 'a while';
  return count > 90 ? `${Math.ceil(count / 60)} minutes` : `${count} seconds`;
}

/** One fault of a request: where it is and what is wrong there. */
export function issueWords(issue: ValidationError): string {
  const place = issue.loc.filter((part) => part !== 'body' && part !== 'query' && part !== 'path');
  const message = issue.msg.replace(/^Value error, /, '');
  const where = place
    .map((part) => (typeof part === 'number' ? `#${part + 1}` : part.replaceAll('_', ' ')))
    .join(' ');
  const text = where ? `${where}: ${message}` : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What to tell the reader of anything thrown. */
export function errorWords(error: unknown): string {
  if (error instanceof CallError) return error.message;
  return error instanceof Error && error.message ? error.message : 'Something went wrong.';
}

/** The fault of one member of the body, for the line below its input. */
export function issueOf(error: unknown, member: string): string | null {
  if (!(error instanceof CallError)) return null;
  const found = error.issues.find((issue) => issue.loc[1] === member);
  return found ? found.msg.replace(/^Value error, /, '') : null;
}
