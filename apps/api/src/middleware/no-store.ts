/** Keeps responses of the API out of caches. */
import type { RequestHandler } from 'express';

/** Sets `Cache-Control: no-store` on all later responses. */
export function noStore(): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  };
}
