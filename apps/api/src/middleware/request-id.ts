/** X-Request-Id in every response and log line (docs/spec/decisions.md, section 1). */
import { randomUUID } from 'node:crypto';
import { withLogFields } from '@countersign/log/context';
import type { RequestHandler } from 'express';
import { remember } from '../ctx.ts';

const safe = /^[A-Za-z0-9._-]{1,128}$/;

/** Uses the caller's id if it has 1 to 128 safe characters, otherwise a new one. */
export function requestIds(): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && safe.test(given) ? given : randomUUID();
    remember(request, { requestId: id });
    response.setHeader('X-Request-Id', id);
    withLogFields({ request_id: id }, next);
  };
}
