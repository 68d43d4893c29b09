/** Bodies of type application/x-www-form-urlencoded (WHATWG URL standard), where clients of OAuth send them (RFC 8628, section 3.4). */
import { ProblemError } from '@countersign/problem/problem-error';
import type { Request, RequestHandler } from 'express';

/** True for a body that formBody reads. */
export function isForm(request: Request): boolean {
  return Boolean(request.is('application/x-www-form-urlencoded'));
}

/**
 * Puts the members of a form into `request.body`; the first of repeated members counts. Leaves other bodies alone. Throws
 * payload-too-large over `maxBytes`.
 */
export function formBody(maxBytes: number): RequestHandler {
  return async (request, _response, next) => {
    if (!isForm(request)) return next();
    const chunks: Buffer[] = [];
    let size = 0;
    // Ending the iteration early must not close the connection, so that a body over the limit still gets a response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes)
        throw new ProblemError('payload-too-large', {
          detail: `The body is over ${maxBytes} bytes.`,
          members: { max_bytes: maxBytes },
        });
      chunks.push(chunk);
    }
    const members = [...new URLSearchParams(Buffer.concat(chunks).toString('utf8'))].reverse();
    request.body = Object.fromEntries(members);
    next();
  };
}
