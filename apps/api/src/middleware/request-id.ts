/** X-Request-Id on every answer and in every line of the log (docs/spec/decisions.md, section 1). */
import { randomUUID } from 'node:crypto';
import { withLogFields } from '@countersign/log/context';
import type { RequestHandler } from 'express';
import { remember } from '../ctx.ts';

const safe = /^[A-Za-z0-9._-]{1,128}$/;

/** Takes the caller's id if it is 1 to 128 safe characters, else a new one. */
export function requestIds(): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && safe.test(given) ? given : randomUUID();
    remember(request, { requestId: id });
    response.setHeader('X-Request-Id', id);
    withLogFields({ request_id: id }, next);
  };
}
