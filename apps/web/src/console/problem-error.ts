/** Turns errors of API calls into sentences (RFC 9457; docs/spec/decisions.md, section 2). */
import { ApiError, UnreachableError } from '@countersign/client/errors';
import type { ValidationError } from '@countersign/client/generated/api';

/** A sentence for anything that was thrown. */
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
  if (slug === 'idempotency-in-progress')
    return 'An earlier attempt may still be running. Check what it did, or try again in a minute.';
  if (slug === null) return `The service answered with status ${status}.`;
  return [title, detail]
    .filter((text) => text !== null && text !== '')
    .map(asSentence)
    .join(' ');
}

const waitWords = (seconds: number) =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;

/** With a capital letter at the beginning and a full stop at the end. */
function asSentence(text: string | null): string {
  const begun = `${text ?? ''}`.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Parts of `loc` that mean nothing to people. */
const wrappers: ReadonlySet<string | number> = new Set(['body', 'query', 'path', 'form_values']);

/** One validation error: its place and its message. */
export function issueWords(issue: ValidationError): string {
  const place = issue.loc.filter((part) => !wrappers.has(part));
  const where = place
    .map((part) => (typeof part === 'number' ? `#${part + 1}` : part.replaceAll('_', ' ')))
    .join(' ');
  const message = messageOf(issue);
  return asSentence(where ? `${where}: ${message}` : message);
}

const messageOf = ({ msg }: ValidationError) => msg.replace(/^Value error, /, '');

/** The first validation error at this place in the body, as a sentence to show below its input. Null if there is none. */
export function issueOf(error: unknown, ...place: [string, ...Array<string | number>]): string | null {
  if (!(error instanceof ApiError)) return null;
  const found = error.errors.find(({ loc }) => place.every((part, index) => loc[index + 1] === part));
  return found ? asSentence(messageOf(found)) : null;
}

/** Whether the error is a problem of this type (the slug of its type URI). */
export function isProblem(error: unknown, slug: string): error is ApiError {
  return error instanceof ApiError && error.slug === slug;
}

/** Whether one of these members has a validation error, which its input then shows. */
export const hasIssue =
  (...members: string[]) =>
  (error: unknown): boolean =>
    members.some((member) => issueOf(error, member) !== null);
