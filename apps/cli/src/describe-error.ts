/** The message and the exit status for an error. */
import { ApiError, UnreachableError } from '@countersign/client/errors';
import {
  DraftKeptError,
  type ExitStatus,
  exit,
  FailedError,
  FileError,
  InterruptedError,
  NotSignedInError,
  UnknownSignerError,
  UsageError,
} from './exit-status.ts';
import { plainText } from './show/plain-text.ts';
import type { Paint } from './show/text.ts';

/** The exit status for an error. */
export function statusOf(error: unknown): ExitStatus {
  if (error instanceof DraftKeptError) return statusOf(error.cause);
  if (error instanceof UsageError) return exit.usage;
  if (error instanceof FileError) return exit.file;
  if (error instanceof NotSignedInError) return exit.unauthenticated;
  if (error instanceof InterruptedError) return exit.interrupted;
  if (error instanceof UnknownSignerError) return exit.unknownSigner;
  if (error instanceof UnreachableError) return exit.unavailable;
  if (error instanceof ApiError) return statusOfAnswer(error.status);
  return exit.failed;
}

function statusOfAnswer(status: number): ExitStatus {
  if (status === 401 || status === 403) return exit.unauthenticated;
  if (status === 404 || status === 410) return exit.notFound;
  if (status === 402 || status === 409) return exit.conflict;
  if (status === 429 || status >= 500) return exit.unavailable;
  return exit.refused;
}

/** The message for standard error; '' if nothing is printed. */
export function errorText(error: unknown, paint: Paint): string {
  if (error instanceof InterruptedError || error instanceof UnknownSignerError) return '';
  if (error instanceof DraftKeptError) return `${linesOf(error.message)}\n${errorText(error.cause, paint)}`;
  if (error instanceof ApiError) return apiErrorText(error, paint);
  if (error instanceof FailedError || error instanceof UsageError || error instanceof NotSignedInError)
    return error.message && `${paint.bad('error:')} ${linesOf(error.message)}`;
  if (error instanceof UnreachableError)
    return `${paint.bad('error:')} ${linesOf(error.message)}\n  ${unreachableAdvice}`;
  // The name of a file, or what was read from it, must not begin a line of its own.
  if (error instanceof FileError) return `${paint.bad('error:')} ${plainText(error.message)}`;
  // A bug in this program: the stack helps to fix it.
  return `${paint.bad('error:')} ${linesOf(error instanceof Error ? (error.stack ?? error.message) : String(error))}`;
}

const unreachableAdvice = 'Check the address: it comes from --url, COUNTERSIGN_URL or the profile.';

const linesOf = (text: string) => text.split('\n').map(plainText).join('\n');

/** The error as JSON: the problem document, or an object like it for errors that do not come from the service. */
export function errorJson(error: unknown): Record<string, unknown> {
  if (error instanceof DraftKeptError) return { ...errorJson(error.cause), document_id: error.draftId };
  const exit_status = statusOf(error);
  if (error instanceof ApiError)
    return { exit_status, status: error.status, ...error.members, request_id: error.requestId };
  return { exit_status, detail: error instanceof Error ? error.message : String(error) };
}

function apiErrorText(error: ApiError, paint: Paint): string {
  const { members, title, detail } = error;
  const summary = detail ? `${title}: ${detail}` : title;
  const lines = [`${paint.bad('error:')} ${plainText(summary)}`];
  for (const { loc, msg } of error.errors)
    lines.push(`  ${paint.bold(plainText(placeText(loc)))}: ${plainText(msg)}`);
  for (const text of Array.isArray(members.problems) ? members.problems.map(problemText) : [])
    if (!summary.includes(text)) lines.push(`  - ${plainText(text)}`);
  if (typeof members.reason === 'string') lines.push(`  reason: ${plainText(members.reason)}`);
  if (error.status === 401) lines.push('  Run countersign login, or look at COUNTERSIGN_API_KEY.');
  if (error.retryAfterSeconds !== null) lines.push(`  Try again in ${error.retryAfterSeconds} s.`);
  if (error.slug === null) lines.push(`  The answer (status ${error.status}) did not come from Countersign.`);
  const footer = [error.docsUrl, error.requestId && `request id ${error.requestId}`]
    .filter(Boolean)
    .join('  ');
  if (footer) lines.push(paint.dim(`  ${plainText(footer)}`));
  return lines.join('\n');
}

/** `recipients[0].email` of `["body", "recipients", 0, "email"]`; errors in the query are marked as such. */
function placeText(loc: ReadonlyArray<string | number>): string {
  const [where, ...path] = loc;
  const shown = path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`))
    .join('');
  if (shown === '') return String(where ?? 'request');
  return where === 'body' ? shown : `${where} ${shown}`;
}

function problemText(problem: unknown): string {
  if (typeof problem === 'string') return problem;
  if (typeof problem !== 'object' || problem === null) return String(problem);
  const { detail, message } = problem as { detail?: unknown; message?: unknown };
  return String(detail ?? message ?? JSON.stringify(problem));
}
