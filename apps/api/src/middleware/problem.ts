/** The one place where errors become answers (RFC 9457; docs/spec/decisions.md, section 2). */
import { isDatabaseUnavailable, isTransactionConflict } from '@countersign/db/errors';
import { ProblemError } from '@countersign/problem/problem-error';
import { toProblemJson } from '@countersign/problem/to-problem-json';
import { BlobTooLargeError, StorageUnavailableError } from '@countersign/storage/storage';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { requestId, requestRoute } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';

const unavailableSeconds = 5;
/** How long the rest of a refused upload may take. */
const discardMs = 5000;

/**
 * Writes the problem document. What is no problem yet becomes unavailable (database or storage away), payload-too-large,
 * not-found (a path that cannot be decoded), or internal, which tells the request id and nothing else. An error after the
 * answer began ends the connection.
 */
export function problems(deps: AppDeps): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const facts = { request_id: requestId(request), route: requestRoute(request) };
    if (callerLeft(request)) {
      response.destroy();
      return;
    }
    const problem = toProblem(error, request);
    if (problem.slug === 'internal') deps.log.error('a request failed', { ...facts, error });
    else if (problem.slug === 'unavailable')
      deps.log.warn('a request could not be served', { ...facts, error });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (!request.complete) discardRest(request, response);
    write(deps, problem, request, response);
  };
}

/** Ends the answer with the problem document. */
function write(deps: AppDeps, problem: ProblemError, request: Request, response: Response): void {
  for (const name of ['ETag', 'Accept-Ranges', 'Content-Disposition', 'Content-Length'])
    response.removeHeader(name);
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', 'application/problem+json');
  response.setHeader('Cache-Control', 'no-store');
  const path = request.originalUrl.split('?', 1)[0] ?? '/';
  response
    .status(problem.status)
    .end(JSON.stringify(toProblemJson(problem, { path, docsUrl: deps.edge.docsUrl })));
}

/** Answers a request whose body takes too long, and ends the connection: what still arrives of it is not wanted. */
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

/** The body ended early because the connection did: nobody is there to read an answer. */
function callerLeft(request: Request): boolean {
  return request.destroyed && !request.complete;
}

/**
 * The answer comes before the body has been read: the rest is read and thrown away, so that the caller gets to see the answer,
 * but not for long; then the connection ends.
 */
function discardRest(request: Request, response: Response): void {
  // A caller who leaves now is not told of by the request: the timer then has nothing to do, and keeps no process.
  const cut = setTimeout(() => request.socket.destroy(), discardMs).unref();
  request.once('close', () => clearTimeout(cut));
  response.once('finish', () => request.resume());
}

function toProblem(error: unknown, request: Request): ProblemError {
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
      detail: 'Too many calls changed the same thing at once.',
      retryAfterSeconds: 1,
      cause: error,
    });
  if (error instanceof URIError) return new ProblemError('not-found', { detail: 'There is no such path.' });
  return new ProblemError('internal', {
    detail: 'Something failed on our side. Quote the request id to the operator.',
    members: { request_id: requestId(request) },
    cause: error,
  });
}
