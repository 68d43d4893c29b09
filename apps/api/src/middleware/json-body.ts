/** Receives JSON bodies (RFC 8259) within the limits of their route. Routes with other bodies stream them themselves. */

import type { FairQueue } from '@countersign/core/fair-queue';
import { createYield } from '@countersign/core/yield-to-event-loop';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Request, RequestHandler } from 'express';
import type * as z from 'zod';
import { digestRows, digestValue } from '../body/digest.ts';
import { type JsonLimits, usualJson } from '../body/limits.ts';
import { type BodyBudget, type BodyOwner, openUntilEnd } from '../body/memory.ts';
import { hasBody } from '../body/pace.ts';
import { parseJson } from '../body/parse-json.ts';
import { type ReceivedBody, receiveJson } from '../body/receive.ts';
import { longMember, type ThreadSchemaName, threadSchemas } from '../body/schemas.ts';
import type { BodyThreads } from '../body/thread-pool.ts';
import { remember } from '../ctx.ts';
import { unsupportedMediaType } from './unsupported-media-type.ts';
import { parseBodyValue } from './validate.ts';

/** What all requests of a process share. */
export interface Bodies {
  budget: BodyBudget;
  /** Slots for uploads; see createUploadQueue. */
  uploads: FairQueue;
  threads: BodyThreads;
}

interface Deferred {
  received: ReceivedBody;
  owner: BodyOwner;
  threads: BodyThreads;
}

const deferred = new WeakMap<object, Deferred>();

/**
 * Puts the parsed body into `request.body` (undefined without a body), or keeps it for parseLargeBody when its limits are `deferred`.
 * Throws unsupported-media-type before the body is read, payload-too-large, unavailable, and a validation problem of type json_invalid.
 */
export function jsonBody(
  bodies: Bodies,
  options: {
    limits(request: Request): JsonLimits;
    owner(request: Request): BodyOwner;
    /** True for bodies that something else reads. */
    skips?(request: Request): boolean;
  },
): RequestHandler {
  return async (request, response, next) => {
    if (!hasBody(request) || options.skips?.(request)) return next();
    guardMediaType(request);
    const owner = options.owner(request);
    const memory = openUntilEnd(bodies.budget, owner, response);
    const limits = options.limits(request);
    const received = await receiveJson(request, limits, memory);
    if (limits.deferred) {
      const digest = deferBody(request, { received, owner, threads: bodies.threads });
      remember(request, { bodyDigest: digest });
    } else {
      request.body = received.bytes.length === 0 ? undefined : parseJson(received.bytes);
      remember(request, { bodyDigest: async () => digestValue(request.body) });
    }
    next();
  };
}

/** Keeps a received body for parseLargeBody. Returns a function that computes its digest. */
export function deferBody(request: Request, body: Deferred): () => Promise<Uint8Array> {
  deferred.set(request, body);
  return () => digestDeferred(body);
}

function guardMediaType(request: Request): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new ProblemError('unsupported-media-type', {
      detail: `Send the body without Content-Encoding: ${encoding.slice(0, 50)} is not supported.`,
    });
  if (!request.is(['application/json', 'application/*+json'])) throw unsupportedMediaType(request);
}

/** Bodies up to this size are parsed and validated without a thread, which takes less than 20 ms for any content. */
const smallBytes = 64 * 1024;
const smallValues = usualJson.values;

const isSmall = ({ bytes, values }: ReceivedBody) => bytes.length <= smallBytes && values <= smallValues;

/** The digest of a body that has not been parsed yet, computed in a thread when it is large. Leaves the body as it is. */
async function digestDeferred({ received, owner, threads }: Deferred): Promise<Uint8Array> {
  const file = received.fileSha256 ?? new Uint8Array();
  if (isSmall(received)) return Buffer.concat([digestRows(received.bytes), file]);
  const { sha256, bytes } = await threads.digest(owner, received.bytes);
  received.bytes = bytes;
  return Buffer.concat([sha256, file]);
}

/**
 * The body parsed by the schema, in a thread when it is large. Throws a validation problem that lists all errors, and unavailable when
 * too many bodies wait for a thread. Call it once.
 */
export async function parseLargeBody<Name extends ThreadSchemaName>(
  name: Name,
  request: Request<never> | Request,
): Promise<z.infer<(typeof threadSchemas)[Name]>> {
  type Value = z.infer<(typeof threadSchemas)[Name]>;
  const found = take(request);
  if (!found) return parseBodyValue(threadSchemas[name], undefined) as Value;
  const { bytes } = found.received;
  if (isSmall(found.received))
    return parseBodyValue(threadSchemas[name], bytes.length === 0 ? undefined : parseJson(bytes)) as Value;
  const yieldIfDue = createYield();
  let value: unknown;
  for await (const json of found.threads.run(found.owner, { kind: 'value', bytes, schema: name })) {
    if (value === undefined) {
      value = JSON.parse(json);
      continue;
    }
    const member = longMember[name];
    const long = member === null ? value : (value as Record<string, unknown>)[member];
    for (const [key, entry] of JSON.parse(json) as Array<[string, unknown]>)
      (long as Record<string, unknown>)[key] = entry;
    await yieldIfDue();
  }
  return value as Value;
}

/** The file of the member that the limits name: see ReceivedBody. */
export function receivedFile(request: Request<never> | Request): Buffer | null | undefined {
  return deferred.get(request)?.received.file;
}

/**
 * Calls `work` with a bulk send: the request with at most one row, and all rows in pieces, parsed and validated in a thread. Throws as
 * parseLargeBody. The iteration over the rows throws their errors, at the latest at its end.
 */
export async function withLargeRows<Head, Row, Result>(
  request: Request<never> | Request,
  work: (head: Head, rows: AsyncIterable<Row[]>) => Promise<Result>,
): Promise<Result> {
  const found = take(request);
  if (!found) throw noBody();
  const { bytes } = found.received;
  const pieces = found.threads.run(found.owner, { kind: 'rows', bytes });
  try {
    const { value } = await pieces.next();
    const rows = async function* () {
      for await (const json of pieces) yield JSON.parse(json) as Row[];
    };
    return await work(JSON.parse(value!) as Head, rows());
  } catch (error) {
    // Errors of rows are reported before any other problem, as they are for bodies that are validated at once.
    if (error instanceof ProblemError && error.slug === 'not-found') for await (const _ of pieces);
    throw error;
  } finally {
    await pieces.return(undefined);
  }
}

function noBody(): ProblemError {
  return new ProblemError('validation', {
    detail: [{ loc: ['body'], msg: 'Field required', type: 'missing', input: null }],
  });
}

/** The body. It is not kept, because its bytes may be transferred to a thread. */
function take(request: Request<never> | Request): Deferred | undefined {
  const found = deferred.get(request);
  deferred.delete(request);
  return found;
}
