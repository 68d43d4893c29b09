/** Reads JSON bodies (RFC 8259) within a limit; other routes stream their bodies themselves. */
import { AsyncResource } from 'node:async_hooks';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import express, { type Request, type RequestHandler } from 'express';
import { remember } from '../ctx.ts';
import { parseJsonRows } from '../parse-json-rows.ts';

const mebibyte = 1024 * 1024;

/** Decisions.md, section 2. */
export const JSON_LIMIT_BYTES = mebibyte;
/** Creating a template carries its PDF as base64, a bulk send all its rows. */
export const LARGE_JSON_LIMIT_BYTES = 80 * mebibyte;
/** Completing carries signature images, each of up to 2 MiB, as base64. */
export const COMPLETE_LIMIT_BYTES = 12 * mebibyte;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Puts the parsed body into `request.body`, undefined when there is none. Throws payload-too-large,
 * unsupported-media-type, and a validation problem of type json_invalid. Bodies that are not for us to read are left alone:
 * `skips` names their routes.
 */
export function jsonBody(options: {
  limitBytes(request: Request): number;
  skips?(request: Request): boolean;
  /** The member of a large body that holds a list of many: see parse-json-rows.ts. */
  listOf?(request: Request): string | null;
}): RequestHandler {
  const readers = new Map<number, RequestHandler>();
  const reader = (limit: number) => {
    const known = readers.get(limit) ?? express.raw({ type: () => true, limit });
    readers.set(limit, known);
    return known;
  };
  return (request, response, next) => {
    if (!hasBody(request) || options.skips?.(request)) return next();
    if (!isJson(request))
      return next(
        new ProblemError('unsupported-media-type', { detail: 'Send the body as application/json.' }),
      );
    const limit = options.limitBytes(request);
    // The reader calls back from the socket: what is bound keeps the log fields and the trace of this request.
    const done = AsyncResource.bind((error?: unknown) => {
      if (error) return next(bodyProblem(error, limit));
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      remember(request, { rawBody: bytes });
      const list = bytes.length > JSON_LIMIT_BYTES ? options.listOf?.(request) : null;
      if (list) {
        parseJsonRows(bytes, list, parseJson).then((value) => {
          request.body = value;
          next();
        }, next);
        return;
      }
      try {
        request.body = bytes.length === 0 ? undefined : parseJson(bytes);
        next();
      } catch (problem) {
        next(problem);
      }
    });
    reader(limit)(request, response, done);
  };
}

function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

function isJson(request: Request): boolean {
  return Boolean(request.is(['application/json', 'application/*+json']));
}

function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw jsonInvalid('the body is not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw jsonInvalid(explain(error));
  }
  // An escaped half of a surrogate pair is no text, and no database keeps it.
  if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(value))
    throw jsonInvalid('a string holds half a character');
  return value;
}

function isWellFormed(value: unknown): boolean {
  const open = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === 'string' && !item.isWellFormed()) return false;
    if (typeof item !== 'object' || item === null) continue;
    for (const [name, member] of Object.entries(item)) {
      if (!name.isWellFormed()) return false;
      if (member !== undefined) open.push(member);
    }
  }
  return true;
}

/** The parser's words without the piece of the body that it quotes. */
function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/end of JSON/.test(message)) return 'unexpected end of input';
  return 'unexpected character';
}

function jsonInvalid(reason: string): ProblemError {
  const issue: ValidationIssue = {
    loc: ['body'],
    msg: 'JSON decode error',
    type: 'json_invalid',
    ctx: { error: reason },
  };
  return new ProblemError('validation', { detail: [issue] });
}

function bodyProblem(error: unknown, limit: number): unknown {
  const { type } = error as { type?: string };
  if (type === 'entity.too.large')
    return new ProblemError('payload-too-large', {
      detail: `The body is over ${limit} bytes.`,
      members: { max_bytes: limit },
    });
  if (type === 'encoding.unsupported')
    return new ProblemError('unsupported-media-type', { detail: 'The content encoding is not supported.' });
  // Every decoder has error codes of its own (zlib, Brotli, Zstandard); the reader gives them all the status 400.
  if (type !== 'request.aborted' && (error as { status?: number }).status === 400)
    return jsonInvalid('the body could not be read whole');
  return error;
}
