/** Repeats requests where that is safe and useful. */
import { ApiError, apiErrorOf, UnreachableError } from './errors.ts';

export interface TransportOptions {
  fetch: (request: Request) => Promise<Response>;
  /** Attempts after the first one. */
  retries: number;
  /** Longest `Retry-After` to wait for, in seconds. A longer one is an error. */
  longestWaitSeconds: number;
  /**
   * Time limit of one attempt in seconds, until the response has arrived (with `readsBody`, its whole body); null for none. It does not
   * apply to requests with a streamed body.
   */
  timeoutSeconds: number | null;
  onRetry: (retry: Retry) => void;
}

export interface Retry {
  /** 1 for the first retry. */
  attempt: number;
  waitSeconds: number;
  /** The status of the response, or null if there was none. */
  status: number | null;
}

interface SendOptions {
  signal?: AbortSignal | null | undefined;
  /** Whether the request has a body that is streamed. */
  isStreamed?: boolean;
  /** Whether to return only after the whole response body has arrived. */
  readsBody?: boolean;
}

/** Statuses after which the same request may succeed later: too many requests, or the service is temporarily down. */
const temporaryStatuses = new Set([429, 502, 503, 504]);

/** A new Response with one of these statuses cannot have a body (Fetch standard, null body status), but browsers return one. */
const withoutBody = new Set([204, 205, 304]);

const isTemporary = (error: ApiError) =>
  temporaryStatuses.has(error.status) || error.slug === 'idempotency-in-progress';

/**
 * Returns a successful response. Retries after a lost connection or a temporary error: after `Retry-After`, or else after half a
 * second, doubled each time. Every request must therefore be safe to repeat; a POST is by its Idempotency-Key. `build` is called
 * for each attempt. With `readsBody` the whole body has arrived, and a connection that is lost before its end is retried as well.
 * Throws ApiError, UnreachableError, or the signal's reason.
 */
export async function send(
  build: () => Request | Promise<Request>,
  options: TransportOptions,
  { signal, isStreamed = false, readsBody = false }: SendOptions = {},
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const failure = await tryOnce(await build(), options, { signal, isStreamed, readsBody });
    if (failure instanceof Response) return failure;
    const waitSeconds = attempt <= options.retries ? waitBefore(failure, attempt, options) : null;
    if (waitSeconds === null) throw failure;
    options.onRetry({
      attempt,
      waitSeconds,
      status: failure instanceof ApiError ? failure.status : null,
    });
    await pause(waitSeconds * 1000, signal);
  }
}

async function tryOnce(
  request: Request,
  { fetch, timeoutSeconds }: TransportOptions,
  { signal, isStreamed, readsBody }: SendOptions,
): Promise<Response | ApiError | UnreachableError> {
  const timer = isStreamed || timeoutSeconds === null ? null : new AbortController();
  const timeout = timer && setTimeout(() => timer.abort(), timeoutSeconds! * 1000);
  const signals = [timer?.signal, signal].filter((one) => one && one !== request.signal);
  try {
    const response = await fetch(
      // Older browsers have no AbortSignal.any, so it is called only if there are two signals.
      signals.length === 0
        ? request
        : new Request(request, {
            signal: AbortSignal.any([request.signal, ...(signals as AbortSignal[])]),
          }),
    );
    if (!response.ok && response.status !== 304) return await apiErrorOf(response);
    const readsIt = readsBody && response.body !== null && !withoutBody.has(response.status);
    return readsIt ? new Response(await response.arrayBuffer(), response) : response;
  } catch (error) {
    signal?.throwIfAborted();
    request.signal.throwIfAborted();
    const reason = timer?.signal.aborted ? `no answer within ${timeoutSeconds} s` : reasonOf(error);
    return new UnreachableError(`${new URL(request.url).origin} cannot be reached: ${reason}`, {
      cause: error,
    });
  } finally {
    if (timeout) clearTimeout(timeout);
  }
}

/** The reason of a failed fetch: it is in `cause`, or in the first error of an aggregate. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message || (error as { code?: string }).code || error.name;
}

function waitBefore(
  failure: ApiError | UnreachableError,
  attempt: number,
  { longestWaitSeconds }: TransportOptions,
): number | null {
  if (failure instanceof ApiError && !isTemporary(failure)) return null;
  const asked = failure instanceof ApiError ? failure.retryAfterSeconds : null;
  const wait = asked ?? 0.5 * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
  return wait <= longestWaitSeconds ? wait : null;
}

/** Waits. Rejects with the signal's reason when it is aborted. */
export async function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const done = () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
