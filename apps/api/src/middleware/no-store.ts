/** Answers of the API are for their caller alone. */
import type { RequestHandler } from 'express';

/** `Cache-Control: no-store` on everything that follows. */
export function noStore(): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  };
}
