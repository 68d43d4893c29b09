/** Turns errors into responses (RFC 9457; docs/spec/decisions.md, section 2). */
import { isDatabaseUnavailable, isTransactionConflict } from '@countersign/db/errors';
import type { ProblemSlug } from '@countersign/problem/catalogue';
import { ProblemError } from '@countersign/problem/problem-error';
import { StepError } from '@countersign/problem/step-error';
import { toProblemJson } from '@countersign/problem/to-problem-json';
import { BlobTooLargeError, StorageUnavailableError } from '@countersign/storage/storage';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { readInRotation } from '../body/read-in-rotation.ts';
import { remember, requestId, requestRoute } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';

const unavailableSeconds = 5;
/** Headers that a route may have set for a file before it failed. */
const headersOfFile = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Location',
  'ETag',
  'Last-Modified',
];
const slugsOfStatus: Partial<Record<number, ProblemSlug>> = {
  403: 'not-found',
  404: 'not-found',
  412: 'precondition-failed',
  416: 'range-not-satisfiable',
};
/** Time limit for reading the rest of a refused upload. */
const discardMs = 5000;

/**
 * Writes the problem document. Other errors become unavailable (database or storage), payload-too-large, not-found (a path that cannot
 * be decoded), or internal, which reveals only the request id. An error after the response has begun closes the connection.
 */
export function problems(deps: AppDeps): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const facts = { request_id: requestId(request), route: requestRoute(request) };
    if (callerLeft(request)) return close(response);
    const problem = toProblem(error, request);
    if (problem.slug === 'internal') deps.log.error('a request failed', { ...facts, error });
    else if (problem.slug === 'unavailable')
      deps.log.warn('a request could not be served', { ...facts, error });
    if (response.headersSent) return close(response);
    if (!request.complete) discardRest(request, response);
    write(deps, problem, request, response);
  };
}

/** Closes the connection. Ends the response too, which releases what it holds. */
function close(response: Response): void {
  response.destroy();
  response.end();
}

/** Ends the response with the problem document. */
function write(deps: AppDeps, problem: ProblemError, request: Request, response: Response): void {
  remember(request, { problem: problem.slug });
  for (const name of headersOfFile) response.removeHeader(name);
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', 'application/problem+json');
  response.setHeader('Cache-Control', 'no-store');
  const path = request.originalUrl.split('?', 1)[0] ?? '/';
  response
    .status(problem.status)
    .end(JSON.stringify(toProblemJson(problem, { path, docsUrl: deps.edge.docsUrl })));
}

/** Responds to a request whose body takes too long, and closes the connection without reading the rest. */
export function cutOff(deps: AppDeps): (problem: ProblemError, request: Request, response: Response) => void {
  return (problem, request, response) => {
    const { socket } = request;
    if (response.headersSent) {
      socket.destroy();
      return;
    }
    response.setHeader('Connection', 'close');
    response.once('finish', () => socket.destroySoon());
    write(deps, problem, request, response);
    request.destroy();
  };
}

/** True when the connection closed before the body was complete, so that no response can be read. */
function callerLeft(request: Request): boolean {
  return request.destroyed && !request.complete;
}

/**
 * Reads and discards the rest of the body, so that the caller can read the response. Closes the connection if the body does not end within
 * `discardMs`. Large bodies are read in rotation, as when they are used.
 */
function discardRest(request: Request, response: Response): void {
  // The request emits no event when the caller disconnects now. The timer does not keep the process alive.
  const cut = setTimeout(() => request.socket.destroy(), discardMs).unref();
  request.once('close', () => clearTimeout(cut));
  const countRead = readInRotation(request, () => !request.destroyed);
  request.on('data', (chunk: Buffer) => countRead(chunk.length));
  response.once('finish', () => request.resume());
}

/** An error of Express or its file server (http-errors). */
interface HttpError extends Error {
  statusCode: number;
  headers?: Record<string, string>;
}

/** The problem of an HttpError that the caller caused; null for other errors. */
function slugOfStatus(error: unknown): ProblemSlug | null {
  const { statusCode, expose } = error as { statusCode?: number; expose?: boolean };
  if (!expose || statusCode === undefined || statusCode < 400 || statusCode > 499) return null;
  return slugsOfStatus[statusCode] ?? 'bad-request';
}

function toProblem(error: unknown, request: Request): ProblemError {
  if (error instanceof StepError) {
    const { slug, detail, members, headers } = toProblem(error.cause, request);
    return new ProblemError(slug, {
      ...(detail !== undefined && { detail }),
      members: { ...members, step: error.step },
      headers,
      cause: error.cause,
    });
  }
  if (error instanceof ProblemError) return error;
  if (error instanceof BlobTooLargeError)
    return new ProblemError('payload-too-large', {
      detail: `The content is over ${error.maxBytes} bytes.`,
      members: { max_bytes: error.maxBytes },
    });
  if (error instanceof StorageUnavailableError || isDatabaseUnavailable(error))
    return new ProblemError('unavailable', { retryAfterSeconds: unavailableSeconds, cause: error });
  if (isTransactionConflict(error))
    return new ProblemError('unavailable', {
      detail: 'Too many concurrent requests changed the same object. Try again.',
      retryAfterSeconds: 1,
      cause: error,
    });
  const ofStatus = slugOfStatus(error);
  if (ofStatus !== null)
    return new ProblemError(ofStatus, { headers: { ...(error as HttpError).headers }, cause: error });
  if (error instanceof URIError) return new ProblemError('not-found', { detail: 'There is no such path.' });
  return new ProblemError('internal', {
    detail: 'The service failed. Report the request id to its operator.',
    members: { request_id: requestId(request) },
    cause: error,
  });
}
