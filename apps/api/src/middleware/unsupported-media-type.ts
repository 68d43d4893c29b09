/** The problem of a body whose content type the operation does not take. */
import { ProblemError } from '@countersign/problem/problem-error';
import type { Request } from 'express';
import { requestRoute } from '../ctx.ts';
import { allOperations } from '../openapi/all.ts';
import { mediaTypesOf } from '../openapi/operation.ts';

const types = new Map(
  allOperations.map((operation) => [
    `${operation.method.toUpperCase()} ${operation.path}`,
    mediaTypesOf(operation),
  ]),
);

/** Names all content types that the operation of the request takes. */
export function unsupportedMediaType(request: Request<never> | Request): ProblemError {
  const accepted = types.get(`${request.method} ${requestRoute(request)}`) ?? ['application/json'];
  const last = accepted.at(-1)!;
  const named = accepted.length > 1 ? `${accepted.slice(0, -1).join(', ')} or ${last}` : last;
  return new ProblemError('unsupported-media-type', { detail: `Send the body as ${named}.` });
}
