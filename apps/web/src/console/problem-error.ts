/** What went wrong with a call, in words for people (RFC 9457; docs/spec/decisions.md, section 2). */
import { ApiError, UnreachableError } from '@countersign/client/errors';
import type { ValidationError } from '@countersign/client/generated/api';

/** What to tell the reader of anything thrown. */
export function errorWords(error: unknown): string {
  if (error instanceof UnreachableError)
    return 'The service cannot be reached. Check the connection and try again.';
  if (error instanceof ApiError) return refusalWords(error);
  return error instanceof Error && error.message ? error.message : 'Something went wrong.';
}

function refusalWords({ status, slug, title, detail, errors, retryAfterSeconds }: ApiError): string {
  if (status === 429 && retryAfterSeconds)
    return `Too many requests. Try again in ${waitWords(retryAfterSeconds)}.`;
  if (errors.length > 0) return errors.map(issueWords).join(' ');
  if (slug === null) return `The service answered with status ${status}.`;
  return [title, detail]
    .filter((text) => text !== null && text !== '')
    .map(asSentence)
    .join(' ');
}

const waitWords = (seconds: number) =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;

const asSentence = (text: string | null) => (/[.!?]$/.test(text ?? '') ? text : `${text}.`);

/** One fault of a request: where it is and what is wrong there. */
export function issueWords(issue: ValidationError): string {
  const place = issue.loc.filter((part) => part !== 'body' && part !== 'query' && part !== 'path');
  const where = place
    .map((part) => (typeof part === 'number' ? `#${part + 1}` : part.replaceAll('_', ' ')))
    .join(' ');
  const message = messageOf(issue);
  return asSentence(where ? `${where}: ${message}` : message)!;
}

const messageOf = ({ msg }: ValidationError) => msg.replace(/^Value error, /, '');

/** The fault of one member of the body, for the line below its input. */
export function issueOf(error: unknown, member: string): string | null {
  if (!(error instanceof ApiError)) return null;
  const found = error.errors.find((issue) => issue.loc[1] === member);
  return found ? messageOf(found) : null;
}

/** Whether the service said no for this reason, by the slug of its problem type. */
export function isProblem(error: unknown, slug: string): error is ApiError {
  return error instanceof ApiError && error.slug === slug;
}

/** Whether one of the members has a fault of its own, which then stands at its input. */
export const hasIssue =
  (...members: string[]) =>
  (error: unknown): boolean =>
    members.some((member) => issueOf(error, member) !== null);
