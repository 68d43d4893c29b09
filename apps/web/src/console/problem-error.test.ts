import { ApiError, UnreachableError } from '@countersign/client/errors';
import { expect, test } from '@jest/globals';
import { errorWords, hasIssue, isProblem, issueOf } from './problem-error.ts';

const refusal = (status: number, members: object, headers: Record<string, string> = {}) =>
  new ApiError({ status, statusText: '', headers: new Headers(headers) }, members as Record<string, unknown>);
const problem = (status: number, slug: string, more: object, headers?: Record<string, string>) =>
  refusal(status, { type: `/problems/${slug}`, title: 'Not possible now', ...more }, headers);
const issues = [
  { loc: ['body', 'name'], msg: 'Value error, must be seen', type: 'value_error' },
  { loc: ['body', 'recipients', 0, 'email'], msg: 'is no address.', type: 'value_error' },
];

test('every error becomes a sentence', () => {
  expect(errorWords(new UnreachableError('fetch failed'))).toBe(
    'The service cannot be reached. Check the connection and try again.',
  );
  expect(errorWords(problem(409, 'document-state', { detail: 'The document is voided' }))).toBe(
    'Not possible now. The document is voided.',
  );
  expect(errorWords(problem(409, 'not-sealed', {}))).toBe('Not possible now.');
  expect(errorWords(problem(409, 'idempotency-in-progress', {}))).toBe(
    'An earlier attempt may still be running. Check what it did, or try again in a minute.',
  );
  expect(errorWords(refusal(502, {}))).toBe('The service answered with status 502.');
  expect(errorWords(new Error('Choose at least one event.'))).toBe('Choose at least one event.');
  expect(errorWords('anything')).toBe('Something went wrong.');
});

test('a rate limit says how long to wait', () => {
  const wait = (seconds: string) => errorWords(problem(429, 'rate-limited', {}, { 'Retry-After': seconds }));
  expect(wait('12')).toBe('Too many requests. Try again in 12 seconds.');
  expect(wait('600')).toBe('Too many requests. Try again in 10 minutes.');
});

test('a validation error names its place and is found by its member', () => {
  const error = problem(422, 'validation', { detail: issues });
  expect(errorWords(error)).toBe('Name: must be seen. Recipients #1 email: is no address.');
  expect(issueOf(error, 'name')).toBe('Must be seen.');
  expect(issueOf(error, 'title')).toBeNull();
  expect(issueOf(error, 'recipients', 0, 'email')).toBe('Is no address.');
  expect(issueOf(error, 'recipients', 1, 'email')).toBeNull();
  const value = { loc: ['body', 'form_values', 'rent'], msg: 'is too high', type: 'value_error' };
  expect(errorWords(problem(422, 'validation', { detail: [value] }))).toBe('Rent: is too high.');
  expect(hasIssue('title', 'name')(error)).toBe(true);
  expect(hasIssue('title')(error)).toBe(false);
  expect(hasIssue('name')(new Error('another'))).toBe(false);
});

test('a problem is recognized by its slug', () => {
  const error = problem(422, 'webhook-url-refused', {});
  expect(isProblem(error, 'webhook-url-refused')).toBe(true);
  expect(isProblem(error, 'validation')).toBe(false);
  expect(isProblem(new Error('no'), 'validation')).toBe(false);
});
